"""Tables whose channel or server is gone: they are closed, and their people are free.

The gateway tells of it, or a request meets it. What it tells is believed only where it is certain:
a server that Discord itself can't reach, or a shard that isn't connected, is no removal, and so the
servers and channels that seem to be missing after a start are asked for once more.
"""

import logging
from collections.abc import Awaitable, Sequence
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from engine.clock import Clock
from engine.house import House
from engine.refusal import Refusal
from engine.table import Table

log = logging.getLogger(__name__)

REASON: Final = "channel"
"""Why such a table is closed."""
DOUBT_SECONDS: Final = 600.0
"""How long a server that has just shown that the bot is in it isn't asked again."""
TRY_AGAIN_SECONDS: Final = 60.0
"""When closing is tried again that the database kept from being done."""
SPACING: Final = 0.2
"""Seconds between the places that are asked for after a start."""


class Gone:
    """Closes what can't be played on."""

    def __init__(
        self, client: discord.Client, house: House, clock: Clock, work: Background
    ) -> None:
        self._client = client
        self._house = house
        self._clock = clock
        self._work = work
        self._sure_until: dict[int, float] = {}

    def channel_is_gone(self, guild_id: int, channel_id: int) -> None:
        """Close what is played in a channel or thread that has been deleted."""
        self._work.start(self._close(guild_id, channel_id))

    def server_is_gone(self, guild_id: int) -> None:
        """Note that a server has removed the bot, or was deleted; close what is played there.

        What is stored of it is kept for a while, then deleted.
        """
        self._work.start(self._close(guild_id, None))

    def doubt(self, guild_id: int) -> None:
        """Find out whether the bot is still in a server that has refused it something."""
        now = self._clock.now()
        if self._sure_until.get(guild_id, 0.0) <= now:
            self._sure_until[guild_id] = now + DOUBT_SECONDS
            self._work.start(self._ask_for_server(guild_id))

    async def look_around(self, guild_ids: list[int]) -> None:
        """After a start: see whether servers and channels with live tables are still there.

        To be called when the shards of these servers are connected.
        """
        when = self._clock.now()
        for guild_id in guild_ids:
            guild = self._client.get_guild(guild_id)
            if guild is not None and guild.unavailable:
                continue
            for table in await self._house.live_tables(guild_id) if guild is not None else ():
                if guild is not None and guild.get_channel_or_thread(table.channel_id) is None:
                    when += SPACING
                    self._later(when, self._ask_for_channel, table)
            if guild is None:
                when += SPACING
                self._later(when, self._ask_for_server, guild_id)

    def _later(self, when: float, ask: Any, about: Any) -> None:
        self._clock.call_at(when, lambda: self._work.start(ask(about)))

    async def _ask_for_server(self, guild_id: int) -> None:
        code = await _refusal(self._client.http.get_guild(guild_id, with_counts=False))
        if code in codes.NO_GUILD:
            log.info("the bot isn't in server %d any more", guild_id)
            await self._close(guild_id, None)

    async def _ask_for_channel(self, table: Table) -> None:
        if await _refusal(self._client.http.get_channel(table.channel_id)) == codes.UNKNOWN_CHANNEL:
            await self._close(table.guild_id, table.channel_id)

    async def _close(self, guild_id: int, channel_id: int | None) -> None:
        closed: Sequence[Table] = ()
        try:
            if channel_id is None:
                await self._house.server_left(guild_id)
            else:
                closed = await self._house.end_all(guild_id, REASON, channel_id)
        except Refusal as refusal:
            log.warning("tables whose place is gone aren't closed yet: %s", refusal.code)
            self._clock.call_at(
                self._clock.now() + TRY_AGAIN_SECONDS,
                lambda: self._work.start(self._close(guild_id, channel_id)),
            )
            return
        for table in closed:
            log.info("table %d is closed, as its place is gone", table.id)


async def _refusal(request: Awaitable[object]) -> int:
    """Discord's error code in answer to a request; 0 if it was granted, or nothing is certain."""
    try:
        await request
    except discord.HTTPException as error:
        metrics.failed_request(error)
        return 0 if codes.is_temporary(error) else error.code
    except (discord.RateLimited, *codes.NETWORK_ERRORS) as error:
        metrics.failed_request(error)
    return 0
