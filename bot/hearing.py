"""What the gateway tells besides clicks: silences, places that go, and what the bot may do there.

All of it comes with the intent for servers alone. That somebody has left a server or was banned
does not: the one takes the privileged intent for members, the other the right to ban or to see the
audit log. So whether somebody is still there is asked when they are waited for.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.tables.desk import Desk
from engine.house import House
from engine.refusal import Refusal
from engine.store import StoreError

log = logging.getLogger(__name__)

LOOK_UP_SECONDS: Final = 5.0
"""How long looking somebody up may take, until it counts as not known."""
_START: Final = "start"


class Hearing(discord.AutoShardedClient):
    """The part of the client that listens. `house` and `desk` exist from `setup_hook` on."""

    house: House
    desk: Desk

    # --- silences

    def wait_for_gateway(self) -> None:
        """Until the gateway is connected for the first time, nobody can press a button either."""
        self.house.outages.begin(_START, lambda _: True)

    def _shard_of(self, guild_id: int) -> int:
        return (guild_id >> 22) % (self.shard_count or 1)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        if not self.is_closed():
            self.house.outages.begin(
                ("shard", shard_id), lambda guild_id: self._shard_of(guild_id) == shard_id
            )

    async def on_shard_connect(self, shard_id: int) -> None:
        await self._heard(_START)
        await self._heard(("shard", shard_id))

    async def on_shard_resumed(self, shard_id: int) -> None:
        await self._heard(("shard", shard_id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        unavailable = guild.id
        self.house.outages.begin(("server", unavailable), lambda guild_id: guild_id == unavailable)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._heard(("server", guild.id))

    async def _heard(self, cause: object) -> None:
        """The times that messages show are others now; the messages follow one by one."""
        self.desk.publisher.catch_up(await self.house.outages.end(cause))

    # --- places that go

    async def on_shard_ready(self, shard_id: int) -> None:
        """See whether all servers with live tables are still there."""
        try:
            live = await self.house.store.live()
        except StoreError as error:
            log.warning("nobody looks whether servers are gone: %s", error)
            return
        guilds = {table.guild_id for table in live if self.house.owns(table.guild_id)}
        here = sorted(guild for guild in guilds if self._shard_of(guild) == shard_id)
        with suppress(Refusal):
            await self.desk.publisher.gone.look_around(here)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed, or the server deleted; for one that can't be reached see above."""
        await self._heard(("server", guild.id))
        self.desk.publisher.gone.server_is_gone(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.desk.publisher.gone.channel_is_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        self.desk.publisher.gone.channel_is_gone(event.guild_id, event.thread_id)

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        about: dict[str, Any] = dict(event.data.get("thread_metadata") or {})
        await self.desk.publisher.thread_changed(
            event.guild_id, event.thread_id, locked=bool(about.get("locked"))
        )

    # --- what the bot may do

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        self.desk.publisher.hidden.try_again(channel.guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        self.desk.publisher.hidden.try_again(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        if member == member.guild.me:  # of others the bot isn't told
            self.desk.publisher.hidden.try_again(member.guild.id)

    # --- people

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        """Whether somebody is in a server; None if that can't be found out now."""
        try:
            async with asyncio.timeout(LOOK_UP_SECONDS):
                await self.http.get_member(guild_id, user_id)
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            if getattr(error, "code", None) in codes.NO_MEMBER:
                return False
            log.info("looking somebody up failed: %s", error)
            return None
        return True
