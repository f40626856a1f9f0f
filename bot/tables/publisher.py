"""Keeps every table's public message true: edits it, posts it again when it is lost.

Messages are edited by channel and message id with the bot's own token, which never expires.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from bot.tables.board import table_page
from bot.tables.lane import Lane, Retry
from bot.text import Text, text_for
from engine import trace
from engine.clock import Clock
from engine.house import House
from engine.refusal import Refusal, RefusalCode
from engine.table import Table

log = logging.getLogger(__name__)

OLD: Final = timedelta(minutes=50)
"""Discord limits edits of messages older than an hour; a new one is posted before that."""
BLOCKED_SECONDS: Final = 60.0
"""How long a channel where the bot may not write is left alone."""
MINOR_SPACING: Final = 1.0
"""Seconds between edits that only tell who has picked: a reveal must find one to spare."""
CATCH_UP_SPACING: Final = 0.2
"""Seconds between the messages that are brought up to date after a start."""
_NO_MENTIONS: Final = discord.AllowedMentions.none()


class Publisher:
    """The public messages of all tables of this process."""

    def __init__(
        self, client: discord.Client, house: House, clock: Clock, work: Background
    ) -> None:
        self._client = client
        self._house = house
        self._clock = clock
        self._work = work
        self._lanes: dict[int, Lane] = {}
        self._blocked: dict[int, float] = {}

    def text(self, guild_id: int) -> Text:
        """Return the language of a server's public messages."""
        guild = self._client.get_guild(guild_id)
        return text_for(guild.preferred_locale.value if guild is not None else "en-US")

    def changed(self, table: Table) -> None:
        """Bring the table's message up to date."""
        self._lane(table.id).ask()

    def changed_a_little(self, table: Table) -> None:
        """Bring the table's message up to date before long; more of the kind cost nothing."""
        if not self._lane(table.id).ask_minor(MINOR_SPACING):
            metrics.edits_coalesced(1)

    def catch_up(self, table_ids: Sequence[int]) -> None:
        """Bring messages up to date after a start, one by one: they may have missed something."""
        if table_ids:
            self._work.start(self._catch_up(table_ids[0]))
            later = self._clock.now() + CATCH_UP_SPACING
            self._clock.call_at(later, lambda: self.catch_up(table_ids[1:]))

    async def _catch_up(self, table_id: int) -> None:
        table = await self._house.get(table_id)
        # An old one would be posted anew, and nobody wants to be told that the bot was restarted.
        if table.message_id is not None and not _is_old(table.message_id):
            self.changed(table)

    def opened(self, table: Table) -> None:
        """Wait for the message by which the command that opened the table is answered."""
        self._lane(table.id).hold()

    @contextmanager
    def posting(self, table: Table) -> Iterator[Lane]:
        """End the waiting that `opened` began, when the command has been answered."""
        lane = self._lane(table.id)
        try:
            yield lane
        finally:
            lane.release()

    @contextmanager
    def answering(self, table: Table, message_id: int | None) -> Iterator[Lane]:
        """Hold the table's message while a click on it is answered by updating it."""
        if message_id is not None and table.message_id not in (None, message_id):
            yield Lane(_nothing, self._clock, self._work)  # the click was on a copy that lies about
            return
        with self._lane(table.id).held() as lane:
            yield lane

    @contextmanager
    def gathering(self, table: Table) -> Iterator[None]:
        """Show several changes of the table by one edit at last."""
        with self._lane(table.id).held():
            yield

    async def move_down(self, table: Table) -> int:
        """Post the table's message anew as the channel's last one and return its id."""
        with self._lane(table.id).held() as lane:
            met = lane.wanted
            message_id = await self._post(table)
            lane.shown = met
            return message_id

    def _lane(self, table_id: int) -> Lane:
        if table_id not in self._lanes:
            self._lanes[table_id] = Lane(lambda: self._deliver(table_id), self._clock, self._work)
        return self._lanes[table_id]

    async def _deliver(self, table_id: int) -> None:
        trace.about(table=table_id)
        lane = self._lane(table_id)
        older = max(0, lane.wanted - lane.shown - 1)  # none where a message is sent once more
        try:
            table = await self._house.get(table_id)
        except Refusal as refusal:
            if refusal.code is RefusalCode.UNAVAILABLE:
                raise Retry(1) from refusal
            raise
        trace.also(guild=table.guild_id)
        if self._blocked.get(table_id, 0) <= self._clock.now():
            await self._send(table)
            metrics.edits_coalesced(older)
        if not table.is_live:
            self._forget(table_id)

    def _forget(self, table_id: int) -> None:
        """Drop what is kept of a table that is over."""
        self._lanes.pop(table_id, None)
        self._blocked.pop(table_id, None)

    async def _send(self, table: Table) -> None:
        try:
            await self._edit_or_post(table)
        except discord.HTTPException as error:
            metrics.failed_request(error)
            if error.code in codes.BLOCKED:
                self._block(table, error)
                return
            if codes.is_temporary(error):
                raise Retry(codes.retry_after(error)) from error
            raise
        except (discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            raise Retry(codes.retry_after(error)) from error
        self._blocked.pop(table.id, None)

    def _block(self, table: Table, error: discord.HTTPException) -> None:
        """Leave the channel alone for a while; the game goes on in the hands."""
        if table.id not in self._blocked:
            log.warning("a table can't be shown in channel %d: %s", table.channel_id, error)
        self._blocked[table.id] = self._clock.now() + BLOCKED_SECONDS

    async def _edit_or_post(self, table: Table) -> None:
        message_id = table.message_id
        if message_id is None or _is_old(message_id):
            if table.is_live or message_id is not None:
                await self._post(table)
            return
        message = self._channel(table).get_partial_message(message_id)
        page = table_page(table, self.text(table.guild_id))
        try:
            await message.edit(view=page, allowed_mentions=_NO_MENTIONS)
        except discord.HTTPException as error:
            if error.code not in codes.LOST:
                raise
            metrics.failed_request(error)
            await self._post(table)
        else:
            metrics.edit_sent()

    async def _post(self, table: Table) -> int:
        """Post the message anew and remove the old one."""
        old, channel = table.message_id, self._channel(table)
        page = table_page(table, self.text(table.guild_id))
        # The nonce keeps a repeated request from posting twice.
        nonce = f"{table.id}-{old or 0}"[:25]
        try:
            sent = await channel.send(view=page, allowed_mentions=_NO_MENTIONS, nonce=nonce)
        except codes.NETWORK_ERRORS as error:
            metrics.failed_request(error)
            sent = await channel.send(view=page, allowed_mentions=_NO_MENTIONS, nonce=nonce)
        metrics.edit_sent()
        await self._house.set_message(table.id, table.channel_id, sent.id)
        if old is not None:
            self._work.start(self._remove(channel, old))
        return sent.id

    async def _remove(self, channel: discord.PartialMessageable, message_id: int) -> None:
        try:
            await channel.get_partial_message(message_id).delete()
        except (discord.HTTPException, *codes.NETWORK_ERRORS) as error:
            log.debug("an old table message could not be removed: %s", error)
            metrics.failed_request(error)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


async def _nothing() -> None:
    pass


def _is_old(message_id: int) -> bool:
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id) > OLD
