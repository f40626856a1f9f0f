"""Tells when the chat has run past a table's message, so that it is worth moving down.

The bot isn't told of people's messages: that would take the message intent. So it asks, seldom and
only when it has something to show anyway: how many messages stand below the table's. What they say
it neither gets nor wants. Where it may not read the history it sees only whether the chat has gone
on since it last looked, and counts that.
"""

import logging
from dataclasses import dataclass, field
from typing import Final

import discord

from bot import discord_errors as codes
from bot import metrics
from engine.clock import Clock
from engine.table import Table

log = logging.getLogger(__name__)

FAR: Final = 15
"""So many messages below it, and a table's message has to be searched for."""
GONE_ON: Final = 5
"""Without the right to count: so many looks at which the chat had gone on."""
LOOK_EVERY: Final = 120.0
"""Seconds between two looks."""
MOVE_EVERY: Final = 300.0
"""Seconds for which a message stays where it is at least: each new one is news to the channel."""
QUIET: Final = 15.0
"""Seconds since somebody pressed a button of the message: nothing moves under their fingers."""


@dataclass(slots=True)
class _Sight:
    """What is known of one message's place."""

    message_id: int
    next_look: float
    pressed_at: float = float("-inf")
    last_seen: set[int] = field(default_factory=set)


class Scroll:
    """How far up the tables' messages are."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._sights: dict[int, _Sight] = {}

    def pressed(self, table: Table) -> None:
        """Note that somebody has pressed a button of the table's message."""
        if table.message_id is not None:
            self._sight(table.id, table.message_id).pressed_at = self._clock.now()

    async def is_far(self, table: Table) -> bool:
        """Whether the table's message is far up, and may be moved now."""
        if table.message_id is None or not table.is_live:
            return False
        sight, now = self._sight(table.id, table.message_id), self._clock.now()
        if now < sight.next_look or now < sight.pressed_at + QUIET:
            return False
        sight.next_look = now + LOOK_EVERY
        return await self._look(table, sight)

    async def _look(self, table: Table, sight: _Sight) -> bool:
        place = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        posted = discord.Object(sight.message_id)
        try:
            below = [each.id async for each in place.history(limit=FAR, after=posted)]
            if below:
                return len(below) >= FAR
            return await self._has_gone_on(table, sight)
        except (discord.DiscordException, *codes.NETWORK_ERRORS) as error:
            log.info("looking how far up a table's message is failed: %s", error)
            metrics.failed_request(error)
            return False

    async def _has_gone_on(self, table: Table, sight: _Sight) -> bool:
        """Nothing below can also mean that the history is hidden: the last message's id isn't."""
        place = await self._client.fetch_channel(table.channel_id)
        last = getattr(place, "last_message_id", None)
        if last is not None and last > sight.message_id:
            sight.last_seen.add(last)
        return len(sight.last_seen) >= GONE_ON

    def _sight(self, table_id: int, message_id: int) -> _Sight:
        sight = self._sights.get(table_id)
        if sight is None or sight.message_id != message_id:
            look = self._clock.now() + max(0.0, MOVE_EVERY - _age(message_id))
            sight = self._sights[table_id] = _Sight(message_id, look)
        return sight

    def forget(self, table_id: int) -> None:
        """Drop what is kept of a table that is over."""
        self._sights.pop(table_id, None)


def _age(message_id: int) -> float:
    """How many seconds ago the message was posted."""
    posted = discord.utils.snowflake_time(message_id)
    return (discord.utils.utcnow() - posted).total_seconds()
