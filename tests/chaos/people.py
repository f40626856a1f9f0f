"""People who sit at several tables at once and use whatever their messages let them use."""

import asyncio
import random
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.wire import Actor, Channel, MessageView, Outcome, Refused
from tests.wire.view import ButtonView, MenuView, view_of

if TYPE_CHECKING:
    from tests.chaos.run import Run

GAMES: Final[dict[str, tuple[int, int, dict[str, Any]]]] = {
    "ninetynine": (2, 4, {"chips": 1}),
    "onehundred": (3, 4, {"chips": 1, "rebuilds": 2}),
    "take5": (2, 5, {"rounds": 1}),
    "schmier": (6, 6, {"target": 5, "max_hands": 2}),
    "toonerville": (3, 4, {"first_round": 1, "last_round": 1, "turns": 20}),
}
"""The fewest and the most seats of a game, and options that make it short."""
TABLE: Final = re.compile(r"t:(\d+):(\w+)")
OF_A_HAND: Final = re.compile(r"[mnsv]:(\d+):")
STRANGER: Final = "You don't sit at this table"
MOST_COMPUTERS: Final = 3
REMEMBERED: Final = 12
"""Messages that a person still has before their eyes when they have changed."""

Deed = Callable[[], Awaitable[object]]
Wish = tuple[float, Deed]
"""What somebody may do next, and how likely it is."""


class Person:
    """One of them. What they do is drawn from their own stream of chance."""

    def __init__(self, run: "Run", actor: Actor, seed: str) -> None:
        self._run = run
        self._actor = actor
        self._chance = random.Random(seed)
        self._hands: dict[int, int] = {}  # table: the message that shows their hand there
        self._elsewhere: set[int] = set()  # tables where they don't sit
        self._old: deque[MessageView] = deque(maxlen=REMEMBERED)

    async def live(self) -> None:
        """Do one thing after the other until the run is over."""
        while not self._run.over:
            haste = 4 if self._run.finishing else 1
            await asyncio.sleep(self._chance.uniform(0.05, 0.3) / haste)
            if wishes := self._wishes():
                weights, deeds = zip(*wishes, strict=True)
                with suppress(Refused):  # the message has changed under their finger
                    await self._chance.choices(deeds, weights)[0]()

    # --- what there is to do --------------------------------------------------------------------

    def _wishes(self) -> list[Wish]:
        boards = self._run.boards()
        wishes = [wish for table, view in boards.items() for wish in self._at_board(table, view)]
        for table, message_id in list(self._hands.items()):
            message = self._run.discord.world.messages.get(message_id)
            if message is not None and table in self._run.live_tables():
                wishes += self._at_hand(view_of(message))
            else:
                del self._hands[table]
        if self._run.finishing:
            return wishes + self._where_the_board_is_lost(boards.keys())
        if len(boards) < self._run.plan.most_tables:
            wishes.append((2, self._open))
        if self._old:
            wishes.append((1, self._use_an_old_one))
        channel = self._chance.choice(self._run.channels)
        for command, weight in (("hand", 0.1), ("table", 0.1), ("leave", 0.02)):
            wishes.append((weight, partial(self._command, channel, command)))
        return wishes

    def _at_board(self, table: int, view: MessageView) -> list[Wish]:
        if view.button(f"t:{table}:join") is not None:
            return self._in_lobby(table, view)
        wishes: list[Wish] = []
        for button in view.buttons:
            if button.custom_id.startswith("p:") and not button.disabled:
                weight = 0.1 if table in self._elsewhere else 3
                wishes.append((weight, partial(self._press, view, button)))
        verbs = {"rules": 0.02, "scores": 0.02}
        if table not in self._elsewhere:
            verbs |= {"leave": 0.02, "back": 1}
            wishes.append((0.4 if table in self._hands else 4, partial(self._take_up, table, view)))
        return wishes + self._verbs(table, view, verbs)

    def _in_lobby(self, table: int, view: MessageView) -> list[Wish]:
        if self._run.finishing:
            return self._verbs(table, view, {"start": 3, "cancel": 2})
        verbs = {"join": 4, "start": 0.3, "computer": 0.5, "shuffle": 0.1}
        rare = {"leave": 0.1, "cancel": 0.02, "rules": 0.05}
        seats: list[Wish] = [(0.5, partial(self._choose, view, menu)) for menu in view.menus]
        return seats + self._verbs(table, view, verbs | rare)

    def _verbs(self, table: int, view: MessageView, weights: dict[str, float]) -> list[Wish]:
        buttons = ((view.button(f"t:{table}:{verb}"), weights[verb]) for verb in weights)
        return [(w, partial(self._press, view, button)) for button, w in buttons if button]

    def _at_hand(self, view: MessageView) -> list[Wish]:
        weights = {"m": 3, "n": 3, "v": 0.3, "t": 1}
        wishes: list[Wish] = [
            (weights[button.custom_id[0]], partial(self._press, view, button))
            for button in view.buttons
            if not button.disabled
        ]
        for menu in view.menus:
            weight = 3 if menu.custom_id.startswith("s:") else 0.3
            wishes.append((weight, partial(self._choose, view, menu)))
        return wishes

    def _where_the_board_is_lost(self, boards: Collection[int]) -> list[Wish]:
        """Leave the lobbies, and play on from a hand."""
        wishes: list[Wish] = []
        now = time.time()
        for table in self._run.live_tables().values():
            if table.id not in boards and table.seat_of(self._actor.id, now) is not None:
                command = "leave" if table.status == "lobby" else "hand"
                channel, named = self._run.channels[0], {"table": table.id}
                wishes.append((2, partial(self._command, channel, command, named)))
        return wishes

    # --- doing it -------------------------------------------------------------------------------

    async def _open(self) -> None:
        game = self._chance.choice([*GAMES])
        fewest, most, options = GAMES[game]
        players = self._chance.randint(fewest, most)
        computers = self._chance.randint(0, min(players - 1, MOST_COMPUTERS))
        given = {**options, "computers": computers, "level": "easy"}
        if fewest < most:
            given["players"] = players
        channel = self._chance.choice(self._run.channels)
        await self._actor.slash(channel, f"play {game}", given)

    async def _command(
        self, channel: Channel, name: str, options: dict[str, Any] | None = None
    ) -> None:
        await self._go_on(await self._actor.slash(channel, name, options))

    async def _take_up(self, table: int, view: MessageView) -> None:
        button = view.button(f"t:{table}:hand")
        if button is None:
            return
        outcome = await self._press(view, button)
        if STRANGER in outcome.text:
            self._elsewhere.add(table)
        elif outcome.message is not None and outcome.ephemeral:
            self._hands[table] = outcome.message.id

    async def _press(
        self, view: MessageView, button: ButtonView, *, stale: bool = False
    ) -> Outcome:
        """Press a button: once as a rule, but one in ten is delivered twice, or pressed twice."""
        self._old.append(view)
        press = partial(self._actor.click, view, button.custom_id, stale=stale)
        luck = self._chance.random()
        if luck < 0.05:
            outcome, _ = await asyncio.gather(press(), press())
        else:
            outcome = await press(duplicate=luck < 0.1)
        return await self._go_on(outcome)

    async def _choose(self, view: MessageView, menu: MenuView, *, stale: bool = False) -> Outcome:
        self._old.append(view)
        count = self._chance.randint(menu.min_values, menu.max_values)
        values = self._chance.sample(menu.values, count)
        twice = self._chance.random() < 0.1
        outcome = await self._actor.select(
            view, menu.custom_id, values, stale=stale, duplicate=twice
        )
        return await self._go_on(outcome)

    async def _use_an_old_one(self) -> None:
        """Use what the person saw a while ago, whatever it shows by now."""
        view = self._chance.choice(self._old)
        buttons = [button for button in view.buttons if not button.disabled]
        if buttons and (not view.menus or self._chance.random() < 0.7):
            await self._press(view, self._chance.choice(buttons), stale=True)
        elif view.menus:
            await self._choose(view, self._chance.choice(view.menus), stale=True)

    async def _go_on(self, outcome: Outcome) -> Outcome:
        """Fill in a form, answer a question, and remember where a hand is shown."""
        if outcome.modal is not None:
            typed = {field: str(self._chance.randint(0, 99)) for field in outcome.modal.fields}
            outcome = await self._actor.submit(outcome, typed)
        if outcome.message is None or not outcome.ephemeral:
            return outcome
        for custom_id in outcome.message.custom_ids:
            if found := OF_A_HAND.match(custom_id):
                self._hands[int(found[1])] = outcome.message.id
            elif custom_id.endswith(":confirm") and self._chance.random() < 0.5:
                await self._actor.click(outcome.message, custom_id)
        return outcome
