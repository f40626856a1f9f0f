"""People with a client: what they do with the bot, and what comes back."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tests.support.message_rules import BUTTON, STRING_SELECT
from tests.wire.interactions import COMMAND, COMPONENT, FORM, Interaction
from tests.wire.model import Channel, Json, Message, User
from tests.wire.options import Refused, command_data, form_data
from tests.wire.view import MessageView, ModalView, modal_of, view_of

if TYPE_CHECKING:
    from tests.wire.server import Discord


class Outcome:
    """What came of one interaction, as its author sees it now."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction

    @property
    def message(self) -> MessageView | None:
        found = self.interaction.response
        return view_of(found) if found is not None and not found.deleted else None

    @property
    def text(self) -> str:
        return self.message.text if self.message else ""

    @property
    def ephemeral(self) -> bool:
        return self.interaction.response is not None and self.interaction.response.ephemeral

    @property
    def modal(self) -> ModalView | None:
        return None if self.interaction.modal is None else modal_of(self.interaction.modal)


class Actor:
    """A person. What their client wouldn't let them do raises Refused.

    `stale` is for a click on what they see, whatever has become of the message since; a
    `duplicate` interaction is delivered to the bot twice.
    """

    def __init__(self, discord: "Discord", user: User) -> None:
        self.user = user
        self._discord = discord

    @property
    def id(self) -> int:
        return self.user.id

    def sees(self, channel: Channel) -> bool:
        """Whether the channel exists, and they are on its server."""
        exists = channel.id in self._discord.world.channels
        return exists and self.id in channel.guild.members

    async def slash(
        self, channel: Channel, command: str, options: Mapping[str, Any] | None = None
    ) -> Outcome:
        """Type a command: `slash(channel, "play ninetynine", {"players": 4})`."""
        top, *path = command.split()
        found = self._discord.world.commands.get((top, 1))
        if found is None:
            raise ValueError(f"there is no command {top!r}")
        data = command_data(found, path, options or {})
        return await self._send(COMMAND, channel, data)

    async def click(
        self, view: MessageView, custom_id: str, *, stale: bool = False, duplicate: bool = False
    ) -> Outcome:
        """Press a button."""
        message = self._message(view)
        button = (view if stale else view_of(message)).button(custom_id)
        if button is None or (button.disabled and not stale):
            raise Refused(f"no button {custom_id!r} that can be pressed")
        data = {"component_type": BUTTON, "custom_id": custom_id, "id": button.id}
        return await self._send(COMPONENT, message.channel, data, message, duplicate=duplicate)

    async def select(
        self,
        view: MessageView,
        custom_id: str,
        values: Sequence[str],
        *,
        stale: bool = False,
        duplicate: bool = False,
    ) -> Outcome:
        """Choose values in a menu."""
        message = self._message(view)
        menu = (view if stale else view_of(message)).menu(custom_id)
        if menu is None or not set(values) <= set(menu.values):
            raise Refused(f"no menu {custom_id!r} with {values}")
        if not menu.min_values <= len(values) <= menu.max_values:
            raise Refused(f"{len(values)} values for {custom_id!r}")
        data = {
            "component_type": STRING_SELECT,
            "custom_id": custom_id,
            "id": menu.id,
            "values": list(values),
        }
        return await self._send(COMPONENT, message.channel, data, message, duplicate=duplicate)

    async def submit(self, asked: Outcome, values: Mapping[str, str]) -> Outcome:
        """Send the form that an outcome has opened."""
        if asked.modal is None:
            raise Refused("there is no form")
        data = form_data(asked.modal.raw, values)
        interaction = asked.interaction
        return await self._send(FORM, interaction.channel, data, interaction.source)

    def _message(self, view: MessageView) -> Message:
        found = self._discord.world.messages.get(view.id)
        if found is None or found.viewer not in (None, self.id):
            raise Refused(f"{self.user.name} doesn't see message {view.id}")
        return found

    async def _send(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        *,
        duplicate: bool = False,
    ) -> Outcome:
        if not self.sees(channel):
            raise Refused(f"{self.user.name} doesn't see {channel.name}")
        copies = 2 if duplicate else 1
        interaction = self._discord.interactions.create(
            kind, self.user, channel, data, source, copies=copies
        )
        await interaction.answered
        return Outcome(interaction)
