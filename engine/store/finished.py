"""Questions about finished games with what they brought: chips and ratings, seat by seat."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import RowMapping, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ratings import Rating
from engine.store.models import Result, Table
from engine.store.records import FinishedTable, SeatResult

_FACTS: Final = (
    Table.id.label("table_id"),
    Table.number,
    Table.guild_id,
    Table.channel_id,
    Table.message_id,
    Table.game,
    Table.options,
    Table.stake,
    Table.started_at,
    Table.ended_at,
)
_SEAT: Final = (
    "seat", "user_id", "name", "level", "place", "score", "won", "team", "left", "kicked",
    "late", "chips", "rated",
)  # fmt: skip


async def seat_results(
    connection: AsyncConnection, table_ids: Sequence[int]
) -> dict[int, list[SeatResult]]:
    """How games ended for their seats, by table and seat; tables without a result are missing."""
    found: dict[int, list[SeatResult]] = defaultdict(list)
    statement = (
        select(Result.__table__)
        .where(Result.table_id.in_(table_ids))
        .order_by(Result.table_id, Result.seat)
    )
    for row in (await connection.execute(statement)).mappings():
        found[row["table_id"]].append(seat_result(row))
    return found


def seat_result(row: Mapping[str, Any] | RowMapping) -> SeatResult:
    """A row of the results."""
    rating = None if row["mu"] is None else Rating(row["mu"], row["sigma"]).shown
    return SeatResult(rating=rating, **{name: row[name] for name in _SEAT})


async def last_games(
    connection: AsyncConnection, guild_id: int, *, user_id: int, game: str, limit: int
) -> list[FinishedTable]:
    """The tables at which a person finished that game last, in a server; newest first."""
    # an index leads from a person to their games, past all others'
    mine = select(Result.number).where(
        Result.guild_id == guild_id, Result.user_id == user_id, ~Result.kicked
    )
    statement = (
        select(*_FACTS)
        .where(Table.guild_id == guild_id, Table.game == game, Table.number.in_(mine))
        .order_by(Table.number.desc())
        .limit(limit)
    )
    return await _tables(connection, statement)


async def finished_table(
    connection: AsyncConnection, guild_id: int, table_id: int
) -> FinishedTable | None:
    """One finished table of a server; None if it has no such table, or that has no result."""
    statement = select(*_FACTS).where(
        Table.id == table_id, Table.guild_id == guild_id, Table.number.is_not(None)
    )
    tables = await _tables(connection, statement)
    return tables[0] if tables else None


async def _tables(
    connection: AsyncConnection, statement: Select[*tuple[Any, ...]]
) -> list[FinishedTable]:
    rows = (await connection.execute(statement)).mappings().all()
    seats = await seat_results(connection, [row["table_id"] for row in rows])
    return [FinishedTable(**row, seats=seats[row["table_id"]]) for row in rows]
