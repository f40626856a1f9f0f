"""Messages that still look like a table's own when it has another one: each becomes a line.

A table has one message that is kept true. When it moves, the old one is reduced to a line that
points to the new one. A kill between two steps leaves a message behind of which nothing is written
down: one that was posted but isn't known, or one that wasn't reduced. So after a start the channels
of tables are searched for such, as they are where Discord's answer to a new message was lost.
"""

import logging
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from bot.tables import ids
from bot.tables.ids import Verb
from bot.tables.places import moved_page
from bot.text import Text
from engine.clock import Clock
from engine.house import House
from engine.refusal import Refusal
from engine.store import EndedTable
from engine.table import Table

log = logging.getLogger(__name__)

SEARCHED: Final = 100
"""So many of a channel's newest messages are looked through."""
SPACING: Final = 0.3
"""Seconds between the channels that are searched after a start."""
DOUBT_SECONDS: Final = 10.0
"""When a channel is searched in which a message may have been posted."""
SKEW: Final = 60.0
"""Seconds by which Discord's clock may be behind."""
MAX_TRIES: Final = 6
"""How often reducing one is tried at most, and looking through a channel."""
OFFERS: Final = frozenset((Verb.JOIN, Verb.HAND))
"""A message with one of these buttons lets people play."""
_TABLE: Final = re.compile(ids.TABLE)
_AGAIN: Final = codes.BLOCKED | codes.SHUT
"""What may be otherwise before long."""


class Leftovers:
    """Reduces old messages; `show` brings the message of a table up to date."""

    def __init__(
        self,
        client: discord.Client,
        house: House,
        clock: Clock,
        work: Background,
        *,
        text: Callable[[int], Text],
        show: Callable[[Table], None],
    ) -> None:
        self._client = client
        self._house = house
        self._clock = clock
        self._work = work
        self._text = text
        self._show = show

    # --- one that is known

    def reduce(self, table_id: int, channel_id: int, message_id: int) -> None:
        """Leave one line of an old message, with a link to the new one."""
        self._work.start(self._reduce(table_id, channel_id, message_id))

    async def _reduce(
        self, table_id: int, channel_id: int, message_id: int, tries: int = 1
    ) -> None:
        try:
            table = await self._house.get(table_id)
            if message_id == table.message_id:  # by now it is the table's own again
                return
            place = self._client.get_partial_messageable(channel_id, guild_id=table.guild_id)
            await place.get_partial_message(message_id).edit(
                view=moved_page(table, self._text(table.guild_id)),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (Refusal, discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            if tries < MAX_TRIES and _may_work_later(error):
                later = self._later(error, tries)
                self._start_at(later, self._reduce, table_id, channel_id, message_id, tries + 1)
            else:
                log.info("an old message of table %d stays as it is: %s", table_id, error)

    def _later(self, error: Exception, tries: int) -> float:
        """When to try again what has failed so often: each time it is waited for twice as long."""
        return self._clock.now() + codes.retry_after(error) * 2.0 ** (tries - 1)

    def _start_at(
        self, when: float, work: Callable[..., Coroutine[Any, Any, None]], *about: Any
    ) -> None:
        self._clock.call_at(when, lambda: self._work.start(work(*about)))

    # --- those of which nothing is known

    def search(self, table_ids: Sequence[int], ended: Sequence[EndedTable]) -> None:
        """After a start, look where these tables stand, or stood, for what was left before it."""
        self._work.start(self._search_for(table_ids, self._clock.now(), ended))

    def doubt(self, table: Table) -> None:
        """Look before long whether a message of the table was posted after all."""
        posted_by = self._clock.now() + DOUBT_SECONDS / 2  # what is under way later isn't meant
        self._start_at(posted_by + DOUBT_SECONDS / 2, self._search_for, [table.id], posted_by)

    async def _search_for(
        self, table_ids: Sequence[int], until: float, ended: Sequence[EndedTable] = ()
    ) -> None:
        tables: list[Table | EndedTable] = []
        for table_id in table_ids:
            with suppress(Refusal):  # it is found the next time
                tables.append(await self._house.get(table_id))
        since: dict[tuple[int, int], float] = {}
        for table in (*tables, *ended):  # games that are over needn't be played again for this
            for place in (table.channel_id, table.parent_id):
                if place is not None:
                    key = table.guild_id, place
                    since[key] = min(table.opened_at, since.get(key, until))
        for number, ((guild_id, place), opened_at) in enumerate(since.items()):
            when = self._clock.now() + number * SPACING
            self._start_at(when, self._look_through, guild_id, place, opened_at - SKEW, until)

    async def _look_through(
        self, guild_id: int, place: int, since: float, until: float, tries: int = 1
    ) -> None:
        """Look at the messages of a channel that were posted between two times."""
        channel = self._client.get_partial_messageable(place, guild_id=guild_id)
        try:
            async for message in channel.history(limit=SEARCHED, before=_posted_at(until)):
                if message.id < _posted_at(since).id:
                    break
                if self._client.user is not None and message.author.id == self._client.user.id:
                    await self._see_to(guild_id, place, message)
        except (discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            log.info("nobody knows what was left in channel %d: %s", place, error)
            metrics.failed_request(error)
            if tries < MAX_TRIES and codes.is_temporary(error):
                later = self._later(error, tries)
                self._start_at(later, self._look_through, guild_id, place, since, until, tries + 1)

    async def _see_to(self, guild_id: int, place: int, message: discord.Message) -> None:
        """Take a message for its table's own if that has none; else reduce it."""
        table_id = table_offered(message)
        if table_id is None:
            return
        with suppress(Refusal):
            table = await self._house.get(table_id)
            if table.guild_id != guild_id or table.message_id == message.id:
                return
            log.info("table %d has left message %d behind", table_id, message.id)
            if table.message_id is None:
                await self._house.set_message(table_id, place, message.id)
                self._show(table)
            else:
                self.reduce(table_id, place, message.id)


def table_offered(message: discord.Message) -> int | None:
    """The table at which a message lets people play; None for any other message."""
    for custom_id in _custom_ids(message.components):
        found = _TABLE.fullmatch(custom_id)
        if found is not None and found["verb"] in OFFERS:
            return int(found["table"])
    return None


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        yield from _custom_ids(getattr(component, "children", ()))
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id


def _posted_at(when: float) -> discord.Object:
    """What stands for a time among the ids of messages."""
    return discord.Object(discord.utils.time_snowflake(datetime.fromtimestamp(when, UTC)))


def _may_work_later(error: Exception) -> bool:
    code = getattr(error, "code", None)
    return isinstance(error, Refusal) or codes.is_temporary(error) or code in _AGAIN
