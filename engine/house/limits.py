"""How many tables there may be, and where: one person's, one server's."""

from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from engine.house.core import Core
from engine.refusal import Refusal, RefusalCode
from engine.settings import GuildSettings


class Limits(Core):
    """Checks what a server's settings allow. Whoever checks holds the server until it is done.

    A server is held before one of its tables is, never the other way round.
    """

    @asynccontextmanager
    async def server(self, guild_id: int) -> AsyncIterator[GuildSettings]:
        """Hold a server while somebody sits down or opens a table there; Refusal UNAVAILABLE."""
        async with self.held_servers.setdefault(guild_id, Lock()):
            async with self.database():
                settings = await self.guilds.settings(guild_id)
            yield settings

    async def require_room(
        self,
        guild_id: int,
        user_id: int,
        settings: GuildSettings,
        *,
        table_id: int | None = None,
    ) -> None:
        """Refuse one table too many: a new one, or `table_id`, where the person isn't yet."""
        async with self.database():
            there = await self.store.occupancy(guild_id, user_id)
        if len([table for table in there.mine if table != table_id]) >= settings.tables_per_person:
            tables = [await self.get(table) for table in there.mine]
            most = settings.tables_per_person
            raise Refusal(RefusalCode.TOO_MANY_TABLES, most=most, tables=tables)
        if table_id is None and there.total >= settings.tables_per_server:
            raise Refusal(RefusalCode.SERVER_FULL, most=settings.tables_per_server)


def require_channel(settings: GuildSettings, *channels: int | None) -> None:
    """Refuse a channel where the server wants no tables; a thread counts as its channel."""
    if settings.channels and not set(settings.channels).intersection(channels):
        raise Refusal(RefusalCode.CHANNEL_NOT_ALLOWED, channels=list(settings.channels))
