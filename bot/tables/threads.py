"""Threads of tables: made when the game starts, woken when they sleep, archived at the end."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.tables.places import allowed_in, in_bold, lacking_for_threads, message_link
from bot.tables.scene import presenter_of
from bot.text import N_, Text
from engine.house import House
from engine.table import Status, Table

log = logging.getLogger(__name__)

ARCHIVED_AFTER: Final = 1440
"""Minutes without a message after which Discord puts a thread to sleep; its edits don't count."""

T = TypeVar("T")


class Locked(Exception):
    """The thread is locked, and only those who manage threads can write there."""


class Threads:
    """The threads in which tables stand."""

    def __init__(self, client: discord.Client, house: House) -> None:
        self._client = client
        self._house = house
        self._due: set[int] = set()
        self._lacking: dict[int, list[str]] = {}

    # --- into a thread

    async def begun(self, table: Table) -> bool:
        """Whether the game that starts there is to be played in a thread of its own."""
        settings = await self._house.settings(table.guild_id)
        if not settings.threads or table.parent_id is not None or not table.is_live:
            return False
        guild = self._client.get_guild(table.guild_id)
        place = guild.get_channel_or_thread(table.channel_id) if guild is not None else None
        if place is not None and not isinstance(place, discord.TextChannel):
            return False  # in a thread already, or where there are none
        allowed = allowed_in(self._client, table)
        missing = lacking_for_threads(allowed) if allowed is not None else []
        if missing:
            self._lacking[table.id] = missing
            return False
        self._due.add(table.id)
        return True

    def is_due(self, table: Table) -> bool:
        """Whether the table's thread is still to be made."""
        return table.id in self._due

    async def open(self, table: Table, text: Text) -> int | None:
        """Make a thread of the table's message and return its id, which is the message's.

        None where that isn't allowed; the table stays where it is then.
        """
        if table.message_id is None:
            return None
        name = text.gettext("{game}, table {table}", game=presenter_of(table).title, table=table.id)
        try:
            await self._client.http.start_thread_with_message(
                table.channel_id,
                table.message_id,
                name=name,
                auto_archive_duration=ARCHIVED_AFTER,
            )
        except discord.HTTPException as error:
            metrics.failed_request(error)
            if error.code == codes.THREAD_EXISTS:
                return table.message_id
            if codes.is_temporary(error):
                raise
            log.info("a table's thread can't be made: %s", error)
            self._due.discard(table.id)
            if error.code in codes.BLOCKED:
                self._lacking[table.id] = [N_("Create Public Threads")]
            return None
        return table.message_id

    def refused(self, table: Table, error: discord.HTTPException) -> None:
        """Note that the bot can't write in the thread it has made: the game stays outside.

        One that is locked may be unlocked, so that is tried again with the table's next change.
        Where the bot may not write, the host is told.
        """
        log.info("a table's thread takes no message: %s", error)
        if error.code not in codes.SHUT:
            self._due.discard(table.id)
        if error.code in codes.BLOCKED:
            self._lacking[table.id] = [N_("Send Messages in Threads")]

    def done(self, table: Table) -> None:
        """Note that the table stands in its thread, or needs none any more."""
        self._due.discard(table.id)

    async def adopt(self, table: Table) -> None:
        """After a start, see whether a thread had been made that the table isn't in yet."""
        if (
            table.status is not Status.PLAYING
            or table.parent_id is not None
            or table.message_id is None
            or not (await self._house.settings(table.guild_id)).threads
        ):
            return
        try:
            place = await self._client.fetch_channel(table.message_id)
        except (discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            if getattr(error, "code", None) != codes.UNKNOWN_CHANNEL:
                log.info("looking for a table's thread failed: %s", error)
            return
        if isinstance(place, discord.Thread):
            self._due.add(table.id)

    def note_for(self, table: Table, user_id: int, text: Text) -> str:
        """Return what the host is to be told, once; "" if there is nothing."""
        missing = self._lacking.pop(table.id, []) if user_id == table.host_id else []
        if not missing:
            return ""
        return text.gettext(
            "This table has no thread of its own: I lack the permission {permissions}.",
            permissions=in_bold([text.gettext(name) for name in missing]),
        )

    # --- in a thread

    async def awake(self, table: Table, request: Callable[[], Awaitable[T]]) -> T:
        """Make a request where the table stands; wake the thread if it sleeps. Raises Locked."""
        try:
            return await request()
        except discord.HTTPException as error:
            if error.code not in codes.SHUT:
                raise
            metrics.failed_request(error)
            await self._wake(table, error)
        try:
            return await request()
        except discord.HTTPException as error:
            if error.code in codes.SHUT:
                raise Locked from error
            raise

    async def _wake(self, table: Table, cause: discord.HTTPException) -> None:
        if cause.code == codes.THREAD_LOCKED:
            raise Locked from cause
        try:
            await self._set_archived(table, archived=False)
        except discord.HTTPException as error:
            metrics.failed_request(error)
            if error.code in codes.SHUT or error.code in codes.BLOCKED:
                raise Locked from error
            raise

    async def hold(self, table: Table, text: Text) -> None:
        """Have a game in a locked thread wait, and say so once in the channel above it."""
        if table.status is not Status.PLAYING or table.on_hold:
            return
        if not await self._house.hold(table.id):
            return
        sentence = text.gettext(
            "⏸ {game}, table {table}, is paused: its thread is locked. "
            "When it is unlocked, the game goes on. {link}",
            game=presenter_of(table).title,
            table=table.id,
            link=message_link(table),
        )
        try:
            parent = table.parent_id or await self._parent_of(table)
            channel = self._client.get_partial_messageable(parent, guild_id=table.guild_id)
            await channel.send(sentence, allowed_mentions=discord.AllowedMentions.none())
        except (discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            log.info("nobody could be told that a thread is locked: %s", error)
            metrics.failed_request(error)

    async def _parent_of(self, table: Table) -> int:
        """The channel above a thread that people have made."""
        guild = self._client.get_guild(table.guild_id)
        place = guild.get_thread(table.channel_id) if guild is not None else None
        found = place or await self._client.fetch_channel(table.channel_id)
        return found.parent_id if isinstance(found, discord.Thread) else table.channel_id

    async def is_locked(self, table: Table) -> bool:
        """Whether the table's thread is locked, as Discord says now; True if it doesn't say."""
        try:
            place = await self._client.fetch_channel(table.channel_id)
        except (discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            return True
        return isinstance(place, discord.Thread) and place.locked

    async def archive(self, table: Table) -> None:
        """Archive the thread of a table that is over, unless another table is played there."""
        if table.parent_id is None:
            return
        others = await self._house.live_tables(table.guild_id)
        if any(other.channel_id == table.channel_id for other in others):
            return
        try:
            await self._set_archived(table, archived=True)
        except discord.HTTPException as error:
            metrics.failed_request(error)
            if codes.is_temporary(error):
                raise
            log.info("the thread of a table can't be archived: %s", error)

    async def _set_archived(self, table: Table, *, archived: bool) -> None:
        # the library has no partial thread, and one that sleeps isn't in its memory
        await self._client.http.edit_channel(table.channel_id, archived=archived)

    def forget(self, table_id: int) -> None:
        """Drop what is kept of a table that is over."""
        self._due.discard(table_id)
        self._lacking.pop(table_id, None)
