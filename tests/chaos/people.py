"""People who sit at several tables at once and use whatever their messages let them use."""

import asyncio
import random
import re
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.chaos import tastes
from tests.chaos.tastes import GAMES, Weights
from tests.wire import Actor, Channel, MessageView, Outcome, Refused
from tests.wire.view import ButtonView, MenuView, view_of

if TYPE_CHECKING:
    from tests.chaos.run import Run

TABLE: Final = re.compile(r"t:(\d+):(\w+)")
OF_A_HAND: Final = re.compile(r"[mnsv]:(\d+):")
OF_A_PAGE: Final = re.compile(r"[ok]:\d+:(\w+)")
MOST_COMPUTERS: Final = 3
REMEMBERED: Final = 12
"""Messages that a person still has before their eyes when they have changed."""
PAGES: Final = 3
"""Pages of options that a person has open."""

Deed = Callable[[], Awaitable[object]]
Wish = tuple[float, Deed]
"""What somebody may do next, and how likely it is."""


class Person:
    """One of them. What they do is drawn from their own stream of chance."""

    def __init__(self, run: "Run", actor: Actor, seed: str) -> None:
        self.actor = actor
        self._run = run
        self._chance = random.Random(seed)
        self._hands: dict[int, int] = {}  # table: the message that shows their hand there
        self._pages: deque[int] = deque(maxlen=PAGES)
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
        boards = {
            table: board.view
            for table, board in self._run.boards().items()
            if self.actor.sees(board.channel)
        }
        wishes = [wish for table, view in boards.items() for wish in self._at_board(table, view)]
        for table, message_id in list(self._hands.items()):
            view = self._shown(message_id)
            if view is not None and table in self._run.live_tables():
                wishes += self._at_hand(view)
            else:
                del self._hands[table]
        if self._run.finishing:
            wishes += self._where_the_board_is_lost(boards.keys())
            return [*wishes, *self._closing(), (tastes.WAITING, self._wait)]
        for message_id in self._pages:
            if (view := self._shown(message_id)) is not None:
                wishes += self._at_page(view)
        return wishes + self._at_leisure(len(boards))

    def _at_leisure(self, boards: int) -> list[Wish]:
        """What has nothing to do with the tables that are to be seen."""
        wishes: list[Wish] = []
        channels = [each for each in self._run.channels if self.actor.sees(each)]
        if channels:
            channel = self._chance.choice(channels)
            if boards < self._run.plan.most_tables:
                wishes.append((200, partial(self._open, channel)))
            for command, weight in tastes.COMMANDS.items():
                wishes.append((weight, partial(self._command, channel, command)))
        if self._old:
            wishes.append((100, self._use_an_old_one))
        return wishes

    def _shown(self, message_id: int) -> MessageView | None:
        """A message of theirs, if it is still there."""
        message = self._run.discord.world.messages.get(message_id)
        seen = message is not None and self.actor.sees(message.channel)
        return view_of(message) if message is not None and seen else None

    def _at_board(self, table: int, view: MessageView) -> list[Wish]:
        if view.button(f"t:{table}:join") is not None:
            return self._in_lobby(table, view)
        if view.button(f"t:{table}:hand") is None:
            return [] if self._run.finishing else self._verbs(table, view, tastes.OVER)
        sits = self._sits_at(table)
        wishes: list[Wish] = [
            (300 if sits else 10, partial(self._press, view, button))
            for button in view.buttons
            if button.custom_id.startswith("p:") and not button.disabled
        ]
        if not sits:
            weights = {} if self._run.finishing else tastes.BOARD_OF_OTHERS
            return wishes + self._verbs(table, view, weights)
        wishes.append((10 if table in self._hands else 400, partial(self._take_up, table, view)))
        weights = tastes.LAST_BOARD if self._run.finishing else tastes.BOARD
        return wishes + self._verbs(table, view, weights)

    def _sits_at(self, table: int) -> bool:
        found = self._run.live_tables().get(table)
        return found is not None and self._run.sits(found, self.actor.id)

    def _in_lobby(self, table: int, view: MessageView) -> list[Wish]:
        if self._run.finishing:
            stored = self._run.live_tables().get(table)
            is_host = stored is not None and stored.host_id == self.actor.id
            return self._verbs(table, view, tastes.LAST_LOBBY if is_host else {})
        seats: list[Wish] = [(50, partial(self._choose, view, menu)) for menu in view.menus]
        return seats + self._verbs(table, view, tastes.LOBBY)

    def _verbs(self, table: int, view: MessageView, weights: Weights) -> list[Wish]:
        buttons = ((view.button(f"t:{table}:{verb}"), weights[verb]) for verb in weights)
        return [(w, partial(self._press, view, button)) for button, w in buttons if button]

    def _at_hand(self, view: MessageView) -> list[Wish]:
        weights = tastes.LAST_HAND if self._run.finishing else tastes.HAND
        wishes: list[Wish] = [
            (weights.get(button.custom_id[0], 0), partial(self._press, view, button))
            for button in view.buttons
            if not button.disabled
        ]
        for menu in view.menus:
            weight = weights.get(menu.custom_id[0], 0)
            wishes.append((weight, partial(self._choose, view, menu)))
        return wishes

    def _at_page(self, view: MessageView) -> list[Wish]:
        wishes: list[Wish] = []
        for button in view.buttons:
            weight = self._page_weight(button.custom_id)
            wishes.append((weight, partial(self._press, view, button)))
        menus = ((self._page_weight(menu.custom_id), menu) for menu in view.menus)
        return [*wishes, *((weight, partial(self._choose, view, menu)) for weight, menu in menus)]

    @staticmethod
    def _page_weight(custom_id: str) -> float:
        found = OF_A_PAGE.match(custom_id)
        if custom_id.startswith("k:"):
            return tastes.KICK
        return 2.0 if found is None else tastes.PAGE.get(found[1], 2.0)

    def _closing(self) -> list[Wish]:
        """What those who moderate do about the tables that have gone on for long enough."""
        if not self._run.closing or self not in self._run.moderators:
            return []
        wishes: list[Wish] = []
        for message_id in self._pages:
            if (view := self._shown(message_id)) is not None:
                wishes += self._just(view, ("reallyclose",))
        for table in self._run.live_tables().values():
            for channel in filter(self.actor.sees, self._run.channels_of(table.guild_id)[:1]):
                named = {"table": table.id}
                wishes.append((100, partial(self._command, channel, "table close", named)))
        return wishes

    def _just(self, view: MessageView, entries: Collection[str]) -> list[Wish]:
        """Some entries of a page alone."""
        found = ((OF_A_PAGE.match(button.custom_id), button) for button in view.buttons)
        return [
            (1000, partial(self._press, view, button))
            for match, button in found
            if match is not None and match[1] in entries
        ]

    async def _wait(self) -> None:
        """Do nothing for once."""

    def _where_the_board_is_lost(self, boards: Collection[int]) -> list[Wish]:
        """Leave the lobbies, and play on from a hand."""
        wishes: list[Wish] = []
        for table in self._run.live_tables().values():
            if table.id not in boards and self._run.sits(table, self.actor.id):
                command = "leave" if table.status == "lobby" else "hand"
                for channel in self._run.channels_of(table.guild_id)[:1]:
                    named = {"table": table.id}
                    wishes.append((200, partial(self._command, channel, command, named)))
        return wishes

    # --- doing it -------------------------------------------------------------------------------

    async def _open(self, channel: Channel) -> None:
        game = self._chance.choice([*GAMES])
        fewest, most, options = GAMES[game]
        players = self._chance.randint(fewest, most)
        computers = self._chance.randint(0, min(players - 1, MOST_COMPUTERS))
        given = {**options, "computers": computers, "level": "easy"}
        if fewest < most:
            given["players"] = players
        if self._run.has_chips:
            given["stake"] = self._chance.choice(tastes.STAKES)
        await self.actor.slash(channel, f"play {game}", given)

    async def _command(
        self, channel: Channel, name: str, options: dict[str, Any] | None = None
    ) -> None:
        await self._go_on(await self.actor.slash(channel, name, options))

    async def _take_up(self, table: int, view: MessageView) -> None:
        button = view.button(f"t:{table}:hand")
        if button is None:
            return
        outcome = await self._press(view, button)
        if outcome.message is not None and outcome.ephemeral:
            self._hands[table] = outcome.message.id

    async def _press(
        self, view: MessageView, button: ButtonView, *, stale: bool = False
    ) -> Outcome:
        """Press a button: once as a rule, but one in ten is delivered twice, or pressed twice."""
        self._old.append(view)
        press = partial(self.actor.click, view, button.custom_id, stale=stale)
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
        outcome = await self.actor.select(
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
        """Fill in a form, answer a question, and remember where hands and pages are shown."""
        if outcome.modal is not None:
            typed = {field: str(self._chance.randint(0, 99)) for field in outcome.modal.fields}
            outcome = await self.actor.submit(outcome, typed)
        if outcome.message is None or not outcome.ephemeral:
            return outcome
        for custom_id in outcome.message.custom_ids:
            if found := OF_A_HAND.match(custom_id):
                self._hands[int(found[1])] = outcome.message.id
            elif OF_A_PAGE.match(custom_id) and outcome.message.id not in self._pages:
                self._pages.append(outcome.message.id)
            elif custom_id.endswith(":confirm") and self._chance.random() < 0.5:
                await self.actor.click(outcome.message, custom_id)
        return outcome
