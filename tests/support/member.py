"""The people of the simulated server: what they do, and the answers they get."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import simcord
from simcord.actors import _component_interaction

from tests.support.message_rules import BUTTON, STRING_SELECT
from tests.support.screen import Button, Option, Screen

if TYPE_CHECKING:
    from tests.support.tables import TableView
    from tests.support.world import World


class Reply:
    """The bot's answer to one interaction; every look at it reads its present state."""

    def __init__(self, world: "World", result: simcord.InteractionResult) -> None:
        self._world = world
        self.result = result

    @property
    def screens(self) -> list[Screen]:
        """The message that it answered by, then its follow-ups."""
        found = [self.result.response, *self.result.followups]
        return [self._world.screen(message) for message in found if message is not None]

    @property
    def screen(self) -> Screen:
        """The newest message of the answer."""
        assert self.screens, f"no answer: {self.result!r}"
        return self.screens[-1]

    @property
    def text(self) -> str:
        """Every word of the answer."""
        return "\n".join(screen.text for screen in self.screens)

    @property
    def private(self) -> bool:
        """Whether only the person who acted sees the whole answer."""
        return bool(self.screens) and all(screen.private for screen in self.screens)

    @property
    def answered(self) -> bool:
        return self.result.acknowledged

    def __repr__(self) -> str:
        return f"<Reply {'private' if self.private else 'public'} {self.text!r}>"


class Member:
    """Somebody on the server. `locale` is the language of their Discord."""

    def __init__(self, world: "World", actor: simcord.MemberActor) -> None:
        self._world = world
        self.actor = actor
        self.locale = "en-US"

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.actor.user.global_name or self.actor.name

    async def slash(self, command: str, **options: Any) -> Reply:
        """Type a command: `slash("play ninetynine", players=2)`."""
        channel = options.pop("channel", self._world.channel)
        return self._reply(await self.actor.slash(channel, command, **options))

    async def click(self, where: "Screen | TableView", label: str) -> Reply:
        """Press the button of that label."""
        screen = where if isinstance(where, Screen) else where.screen
        return await self.press(screen, screen.button(label))

    async def press(self, screen: Screen, button: Button) -> Reply:
        """Press this very button."""
        result = await self.actor.click(screen.response, custom_id=button.custom_id)
        return self._reply(result)

    async def hand(self, table: "TableView | None" = None) -> Screen:
        """Open one's hand by the table's button; the newest table if none is given."""
        reply = await self.click(table or self._world.newest_table, "My hand")
        assert reply.private, f"a hand for everybody to see: {reply!r}"
        return reply.screen

    async def act(self, action: str, hand: Screen | None = None) -> Reply:
        """Make a move from a hand, a fresh one if none is given, or from a table's message.

        By its button, by the option of a menu, or by choosing what completes it.
        """
        hand = hand or await self.hand()
        controls = dict(hand.moves())
        named = action if action in controls else f"#{crc32(action.encode()):08x}"
        if named in controls:
            return await self._use(hand, controls[named])
        for menu in hand.menus:
            values = action.removeprefix(menu.begun).split(",")
            values = [value for value in values if value]
            if menu.begun and action.startswith(menu.begun) and _offers(menu.options, values):
                return await self._select(hand, menu.custom_id, values)
        offered = [*controls, *(f"{menu.begun}…" for menu in hand.menus if menu.begun)]
        raise AssertionError(f"{action} is not among {offered}")

    async def choose(self, screen: Screen, values: Sequence[str]) -> Reply:
        """Choose these values, in this order, in the one menu that offers them."""
        menus = [menu for menu in screen.menus if _offers(menu.options, values)]
        assert len(menus) == 1, f"{len(menus)} menus with {values}: {screen.menus}"
        return await self._select(screen, menus[0].custom_id, values)

    async def look(self, label: str, screen: Screen) -> Reply:
        """Have one's hand shown in another way, by a button or a menu's option of that label."""
        assert label in screen.looks(), f"{label!r} is not among {list(screen.looks())}"
        return await self._use(screen, screen.looks()[label])

    async def _use(self, screen: Screen, control: Button | Option) -> Reply:
        if isinstance(control, Button):
            return await self.press(screen, control)
        return await self._select(screen, control.menu, [control.value])

    async def _select(self, screen: Screen, menu: str, values: Sequence[str]) -> Reply:
        return self._reply(await self.actor.select(screen.response, values, custom_id=menu))

    async def press_unseen(self, screen: Screen, custom_id: str) -> Reply:
        """Press a button that the message doesn't show, as an old picture of it may."""
        return await self._send(screen, custom_id=custom_id, component_type=BUTTON)

    async def choose_unseen(
        self, screen: Screen, custom_id: str, values: Sequence[object]
    ) -> Reply:
        """Choose what a menu doesn't offer, or in a menu that the message doesn't show."""
        return await self._send(
            screen, custom_id=custom_id, component_type=STRING_SELECT, values=list(values)
        )

    async def _send(self, screen: Screen, **data: object) -> Reply:
        stored = self._world.env.backend.get_message(screen.channel_id, screen.id)
        return self._reply(await _component_interaction(self.actor, stored, data))

    async def submit(self, opened: Reply, **typed: str) -> Reply:
        """Fill in and send the form that a click has opened."""
        return self._reply(await self.actor.submit_modal(opened.result, typed))

    def sees(self) -> list[Screen]:
        """Every message of the channel that this person sees, oldest first."""
        stored = self._world.env.backend.messages.get(self._world.channel.id, {})
        visible = [number for number, message in stored.items() if message.visible_to(self.id)]
        return [Screen(self._world.env, self._world.channel.id, number) for number in visible]

    def _reply(self, result: simcord.InteractionResult) -> Reply:
        return Reply(self._world, result)

    def __repr__(self) -> str:
        return f"<Member {self.name}>"


def _offers(options: Sequence[Option], values: Sequence[str]) -> bool:
    return {option.value for option in options}.issuperset(values)
