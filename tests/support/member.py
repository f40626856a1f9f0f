"""The people of the simulated server: what they do, and the answers they get."""

from typing import TYPE_CHECKING, Any

import simcord
from simcord.actors import _component_interaction

from tests.support.message_rules import BUTTON
from tests.support.screen import Button, Screen

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
        """Make a move from a hand, a fresh one if none is given."""
        hand = hand or await self.hand()
        controls = dict(hand.moves())
        assert action in controls, f"{action} is not among {list(controls)}"
        control = controls[action]
        if isinstance(control, Button):
            return await self.press(hand, control)
        chosen = self.actor.select(hand.response, [control.value], custom_id=control.menu)
        return self._reply(await chosen)

    async def press_unseen(self, screen: Screen, custom_id: str) -> Reply:
        """Press a button that the message doesn't show, as an old picture of it may."""
        stored = self._world.env.backend.get_message(screen.channel_id, screen.id)
        data = {"custom_id": custom_id, "component_type": BUTTON}
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
