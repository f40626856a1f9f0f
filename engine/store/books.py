"""A server's books: the lock of its chips, ratings and standings, and the count of its games.

Whoever changes any of those locks the books first, by a statement that writes: then nobody else
does until the transaction ends, and on SQLite no other process can come in between.
"""

from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Select, false, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.settings import GuildSettings
from engine.store.models import Books, Guild, Table
from engine.store.upserts import insert_for

UTC: Final = "UTC"
_FACTS = (Books.guild_id, Books.finished, Books.timezone)


@dataclass(frozen=True, slots=True)
class OpenBooks:
    """A server's books while they are locked."""

    guild_id: int
    finished: int
    """Games that ended with a result, with the one that is being written."""
    timezone: str

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.timezone)


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC where this machine doesn't know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(UTC)


async def lock_for_table(
    connection: AsyncConnection, table_id: int, *, count: int = 0
) -> OpenBooks | None:
    """Lock the books of a table's server; None if there is no such table.

    `count` is how many games are being finished.
    """
    found = select(Table.guild_id, literal(count), literal(UTC), false())
    statement = insert_for(connection, Books).from_select(
        ["guild_id", "finished", "timezone", "stale"],
        found.where(Table.id == table_id),
        include_defaults=False,
    )
    statement = statement.on_conflict_do_update(
        index_elements=["guild_id"], set_={"finished": Books.finished + count}
    )
    row = (await connection.execute(statement.returning(*_FACTS))).one_or_none()
    return None if row is None else OpenBooks(*row)


async def lock(connection: AsyncConnection, guild_id: int) -> OpenBooks:
    """Lock a server's books."""
    statement = insert_for(connection, Books).values(
        guild_id=guild_id, finished=0, timezone=UTC, stale=False
    )
    statement = statement.on_conflict_do_update(
        index_elements=["guild_id"], set_={"finished": Books.finished}
    )
    row = (await connection.execute(statement.returning(*_FACTS))).one()
    return OpenBooks(*row)


async def lock_in_order(connection: AsyncConnection, table_ids: list[int]) -> None:
    """Lock the books of several tables' servers, in an order that can't block another process."""
    statement = select(Table.guild_id).where(Table.id.in_(table_ids)).distinct()
    for guild_id in sorted((await connection.execute(statement)).scalars()):
        await lock(connection, guild_id)


async def set_zone(connection: AsyncConnection, guild_id: int, timezone: str) -> None:
    """Note in which zone a server's periods are counted from now on."""
    await connection.execute(
        update(Books).where(Books.guild_id == guild_id).values(timezone=timezone)
    )


async def settings_of(connection: AsyncConnection, guild_id: int) -> GuildSettings:
    """How a server wants things, as of this transaction."""
    stored = await connection.scalar(select(Guild.settings).where(Guild.guild_id == guild_id))
    return GuildSettings.read(stored or {})


def timezone_of(guild_id: int) -> Select[str]:
    """The question for the zone in which a server's periods are counted."""
    return select(Books.timezone).where(Books.guild_id == guild_id)
