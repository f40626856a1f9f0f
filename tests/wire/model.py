"""What exists on the service, and how it looks on the wire."""

import time
from dataclasses import dataclass, field
from typing import Any

from tests.wire.util import EPHEMERAL, iso

Json = dict[str, Any]

PERMISSIONS = {
    "add_reactions": 6, "view_channel": 10, "send_messages": 11, "embed_links": 14,
    "attach_files": 15, "read_message_history": 16, "use_external_emojis": 18,
    "use_application_commands": 31, "create_public_threads": 35, "send_messages_in_threads": 38,
    "use_external_apps": 50,
}  # fmt: skip
"""What everybody may do, the bot too, by the bit of each permission."""
MANAGE_MESSAGES = 1 << 13
"""What those who moderate may do besides."""
TEXT_CHANNEL, PUBLIC_THREAD = 0, 11


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "global_name": None if self.bot else self.name.title(),
            "public_flags": 0,
        }


@dataclass(eq=False)
class Member:
    """Somebody on a server."""

    user: User
    joined_at: float = field(default_factory=time.time)

    def json(self, *, user: bool = True) -> Json:
        found: Json = {
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": iso(self.joined_at),
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
        }
        return {**found, "user": self.user.json()} if user else found


@dataclass(eq=False)
class Message:
    """A message; `viewer` is the one who sees an ephemeral one, `origin` the interaction."""

    id: int
    channel: "Channel"
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    created: float = field(default_factory=time.time)
    edited: float | None = None
    viewer: int | None = None
    origin: Json | None = None
    deleted: bool = False
    versions: int = 1
    nonce: str | None = None

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    def json(self) -> Json:
        out: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.json(),
            "content": self.content,
            "timestamp": iso(self.created),
            "edited_timestamp": iso(self.edited) if self.edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": self.type,
            "flags": self.flags,
            "components": self.components,
        }
        if self.author.bot:
            out["application_id"] = str(self.author.id)
        if self.origin:
            out["interaction_metadata"], out["webhook_id"] = self.origin, str(self.author.id)
        if self.nonce is not None:
            out["nonce"] = self.nonce
        return out


@dataclass(eq=False)
class Channel:
    """A text channel, or with a `parent` a thread; `denied` is what the bot may not do there.

    What the bot may do in a thread follows the channel above it.
    """

    id: int
    name: str
    guild: "Guild"
    messages: dict[int, Message] = field(default_factory=dict)
    denied: set[str] = field(default_factory=set)
    parent: "Channel | None" = None
    archived: bool = False
    locked: bool = False
    created: float = field(default_factory=time.time)

    @property
    def sending(self) -> str:
        """The permission that it takes to post here."""
        return "send_messages" if self.parent is None else "send_messages_in_threads"

    def denies(self, permission: str) -> bool:
        """Whether the bot lacks a permission here."""
        return permission in (self if self.parent is None else self.parent).denied

    def json(self) -> Json:
        last = next(reversed(self.messages), None)
        shared: Json = {
            "id": str(self.id),
            "last_message_id": str(last) if last else None,
            "flags": 0,
            "guild_id": str(self.guild.id),
            "name": self.name,
            "rate_limit_per_user": 0,
        }
        if self.parent is not None:
            return {**shared, **self._of_thread(self.parent)}
        return {
            **shared,
            "type": TEXT_CHANNEL,
            "parent_id": None,
            "position": 0,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": self._overwrites(),
        }

    def _of_thread(self, parent: "Channel") -> Json:
        return {
            "type": PUBLIC_THREAD,
            "parent_id": str(parent.id),
            "owner_id": str(self.guild.bot.id),
            "message_count": len(self.messages),
            "member_count": 1,
            "total_message_sent": len(self.messages),
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": 1440,
                "archive_timestamp": iso(self.created),
                "create_timestamp": iso(self.created),
                "locked": self.locked,
            },
        }

    def _overwrites(self) -> list[Json]:
        if not self.denied:
            return []
        denied = str(sum(1 << PERMISSIONS[name] for name in self.denied))
        return [{"id": str(self.guild.bot.id), "type": 1, "allow": "0", "deny": denied}]

    def permissions(self, user: User) -> str:
        """What somebody may do here, as Discord writes it."""
        names = {name for name in PERMISSIONS if not (user.bot and self.denies(name))}
        more = MANAGE_MESSAGES if user.id in self.guild.moderators else 0
        return str(more + sum(1 << PERMISSIONS[name] for name in names))


@dataclass(eq=False)
class Guild:
    """A server; `channels` has its threads too, `moderators` are ids of people."""

    id: int
    name: str
    bot: User
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    moderators: set[int] = field(default_factory=set)
    created: float = field(default_factory=time.time)

    def json(self) -> Json:
        """As the gateway tells of it: with its channels, and of its members the bot alone."""
        every = self.channels.values()
        everyone = str(sum(1 << bit for bit in PERMISSIONS.values()))
        role = {
            "id": str(self.id), "name": "@everyone", "color": 0, "hoist": False, "position": 0,
            "permissions": everyone, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "owner_id": "1",
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "emojis": [],
            "stickers": [],
            "features": [],
            "roles": [role],
            "mfa_level": 0,
            "system_channel_flags": 0,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "joined_at": iso(self.created),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "threads": [each.json() for each in every if each.parent and not each.archived],
            "members": [self.members[self.bot.id].json()],
            "channels": [each.json() for each in every if each.parent is None],
        }
