"""The state of the service. Every change goes through here and is told to the gateway."""

import copy
import time
from collections.abc import Callable
from typing import Any

from tests.support.message_rules import walk
from tests.wire.errors import ApiError, invalid
from tests.wire.model import Channel, Guild, Json, Member, Message, User
from tests.wire.util import EPHEMERAL, LOADING, V2, Snowflakes

HAS_THREAD = 1 << 5
FIRST_GUILD = 350_000_000_000 << 22


class World:
    """Servers, channels, people, messages and commands.

    `emit` is called with an event's name, its data and its server, `shown` with every message that
    is new or has changed.
    """

    def __init__(self, emit: Callable[[str, Json], object]) -> None:
        self.ids = Snowflakes()
        self.bot = User(self.ids.next(), "cardbot", bot=True)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: dict[tuple[str, int], Json] = {}
        self.emit = emit
        self.shown: Callable[[Message], None] = lambda _: None

    # --- people and places ----------------------------------------------------------------------

    def create_user(self, name: str) -> User:
        return User(self.ids.next(), name)

    def create_guild(self, name: str) -> Guild:
        guild = Guild(FIRST_GUILD + (len(self.guilds) << 22), name, self.bot)
        guild.members[self.bot.id] = Member(self.bot)
        self.guilds[guild.id] = guild
        return guild

    def create_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.ids.next(), name, guild)
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", channel.json())
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """Somebody deletes a channel with its threads, or a thread."""
        threads = [each for each in channel.guild.channels.values() if each.parent is channel]
        for gone in (channel, *threads):
            for message in gone.messages.values():
                message.deleted = True
                self.messages.pop(message.id, None)
            gone.messages.clear()
            self.channels.pop(gone.id, None)
            gone.guild.channels.pop(gone.id, None)
        self.emit("CHANNEL_DELETE" if channel.parent is None else "THREAD_DELETE", channel.json())

    def permit(self, channel: Channel, permission: str, *, allowed: bool) -> None:
        """Somebody takes a permission from the bot in a channel, or gives it back."""
        if allowed:
            channel.denied.discard(permission)
        else:
            channel.denied.add(permission)
        self.emit("CHANNEL_UPDATE", channel.json())

    # --- threads --------------------------------------------------------------------------------

    def create_thread(self, message: Message, name: str) -> Channel:
        """A thread of a message, whose id it has; ApiError if there is one already."""
        if message.id in self.channels:
            raise ApiError(160004)
        parent = message.channel
        thread = Channel(message.id, name, parent.guild, parent=parent)
        parent.guild.channels[thread.id] = self.channels[thread.id] = thread
        message.flags |= HAS_THREAD
        self.emit("THREAD_CREATE", {**thread.json(), "newly_created": True})
        return thread

    def set_thread(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Somebody archives or locks a thread, or the contrary."""
        thread.archived = thread.archived if archived is None else archived
        thread.locked = thread.locked if locked is None else locked
        self.emit("THREAD_UPDATE", thread.json())

    def put_command(self, body: Json) -> Json:
        """Take a command in; one of the same name keeps its id."""
        kind = body.get("type") or 1
        old = self.commands.get((body["name"], kind))
        self.commands[body["name"], kind] = command = {
            "default_member_permissions": None,
            "nsfw": False,
            "description": "",
            "options": [],
            "dm_permission": True,
            "contexts": None,
            "integration_types": [0],
            **body,
            "id": old["id"] if old else str(self.ids.next()),
            "application_id": str(self.bot.id),
            "version": str(self.ids.next()),
            "type": kind,
        }
        return command

    # --- messages -------------------------------------------------------------------------------

    def compose(self, channel: Channel, body: Json, **facts: Any) -> Message:
        """A message of the bot's that isn't in its channel yet."""
        message = Message(self.ids.next(), channel, self.bot, nonce=body.get("nonce"), **facts)
        self.fill(message, body, creates=True)
        return message

    def fill(self, message: Message, body: Json, *, creates: bool = False) -> None:
        """Give a message the content of a request; ApiError if it would be none."""
        wanted = body.get("flags") or 0
        if "flags" in body and message.flags & V2 and not wanted & V2 and not creates:
            raise invalid("The components V2 flag cannot be removed.")
        flags = message.flags | wanted if creates else message.flags | (wanted & ~EPHEMERAL)
        content = body.get("content", message.content) or ""
        components = body.get("components", message.components) or []
        if flags & V2 and content:
            raise invalid("There is no content with components V2.")
        if not content and not components and not flags & LOADING:
            raise ApiError(50006)
        message.flags, message.content = flags, content
        message.components = _numbered(components)

    def add(self, message: Message) -> None:
        message.channel.messages[message.id] = self.messages[message.id] = message
        self._tell("MESSAGE_CREATE", message)

    def changed(self, message: Message) -> None:
        message.versions += 1
        message.edited = time.time()
        self._tell("MESSAGE_UPDATE", message)

    def _tell(self, event: str, message: Message) -> None:
        if message.viewer is None:
            guild = message.channel.guild
            self.emit(event, {**message.json(), "guild_id": str(guild.id)})
        self.shown(message)

    def delete(self, message: Message) -> None:
        """Somebody deletes it: the bot or a moderator."""
        if message.deleted:
            return
        message.deleted = True
        del message.channel.messages[message.id], self.messages[message.id]
        if message.viewer is None:
            channel = message.channel
            ids = {"id": message.id, "channel_id": channel.id, "guild_id": channel.guild.id}
            self.emit("MESSAGE_DELETE", {key: str(number) for key, number in ids.items()})


def _numbered(components: list[Json]) -> list[Json]:
    """The components, all of them with an id."""
    fresh = copy.deepcopy(components)
    taken = {component["id"] for component in walk(fresh) if component.get("id")}
    free = (number for number in range(1, 1 << 20) if number not in taken)
    for component in walk(fresh):
        if not component.get("id"):
            component["id"] = next(free)
    return fresh
