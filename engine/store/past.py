"""Questions about tables that are over: one with everything but its journal, its journal, a list.

A server's tables are found by its id alone, so that another's might as well not exist.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Select, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute

from engine.store.models import Action, Result, Seat, Table
from engine.store.rows import CANCELLED, FINISHED, LIVE, ActionRow, SeatRow, TableRow

OVER = (FINISHED, CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastResult:
    """How a game ended for a seat; those past the table's last are of people whose seat was taken.

    A computer has no user, and a former player's number is below 0.
    """

    seat: int
    user_id: int | None
    name: str
    place: int
    score: int
    won: bool
    left: bool = False
    """Whether the person left, or was turned out, and a computer played on for the seat."""
    late: bool = False
    """Whether they sat down after the start; not whoever came back to the seat they began on."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A table without its journal; results in the order of the seats, none before the end."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    results: tuple[PastResult, ...]

    @property
    def final(self) -> tuple[PastResult, ...]:
        """The results of the seats that the rules know."""
        return tuple(result for result in self.results if result.seat < self.table.wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """A finished game in a list: when it ended, and how for each seat.

    `number` is its place in the order in which the server's games ended: 1, 2, 3 …
    """

    table_id: int
    game: str
    players: int
    number: int
    ended_at: float
    results: tuple[PastResult, ...]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some finished games, the newest first, and whether there are newer and older ones."""

    rows: tuple[HistoryRow, ...]
    newer: bool
    older: bool


async def outline(connection: AsyncConnection, guild_id: int, table_id: int) -> Outline | None:
    """A table of a server with its seats and results; None if the server has no such table."""
    mine = (Table.id == table_id, Table.guild_id == guild_id)
    found = await connection.execute(_columns(Table, TableRow).where(*mine))
    table = found.mappings().one_or_none()
    if table is None:
        return None
    seats = await connection.execute(
        _columns(Seat, SeatRow).where(Seat.table_id == table_id).order_by(Seat.seat)
    )
    results = await _results(connection, [table_id])
    return Outline(
        TableRow(**table),
        tuple(SeatRow(**seat) for seat in seats.mappings()),
        tuple(results[table_id]),
    )


async def journal(connection: AsyncConnection, table_id: int) -> list[ActionRow]:
    """Every action of a table, in order."""
    statement = _columns(Action, ActionRow).where(Action.table_id == table_id).order_by(Action.ply)
    return [ActionRow(**row) for row in (await connection.execute(statement)).mappings()]


async def history(
    connection: AsyncConnection,
    guild_id: int,
    *,
    game: str | None = None,
    user_id: int | None = None,
    beyond: int | None = None,
    newer: bool = False,
    limit: int,
) -> HistoryPage:
    """Finished games of a server, of a game or a person only if one is given, the newest first.

    `beyond` is the number of the game after which the page begins: the older ones follow, or with
    `newer` those that ended later. Without it the page begins with the newest game.
    """
    newer = newer and beyond is not None
    statement, number = _finished(guild_id, game, user_id)
    if beyond is not None:
        statement = statement.where(number > beyond if newer else number < beyond)
    order = number.asc() if newer else number.desc()
    found = (await connection.execute(statement.order_by(order).limit(limit + 1))).all()
    shown = found[:limit][::-1] if newer else found[:limit]
    results = await _results(connection, [row.table_id for row in shown])
    rows = tuple(
        HistoryRow(**row._mapping, results=tuple(results[row.table_id]))  # noqa: SLF001 - so named
        for row in shown
    )
    more, behind = len(found) > limit, beyond is not None
    return HistoryPage(rows, newer=more if newer else behind, older=behind if newer else more)


async def newest_tables(
    connection: AsyncConnection, guild_id: int, *, limit: int
) -> list[tuple[int, str, str]]:
    """Id, game and status of a server's newest tables: live ones, and others that had cards."""
    dealt = or_(Table.status.in_(LIVE), Table.started_at.is_not(None))
    statement = (
        select(Table.id, Table.game, Table.status)
        .where(Table.guild_id == guild_id, Table.status.in_((*OVER, *LIVE)), dealt)
        .order_by(Table.id.desc())
        .limit(limit)
    )
    found = await connection.execute(statement)
    return [(row.id, row.game, row.status) for row in found]


def _finished(
    guild_id: int, game: str | None, user_id: int | None
) -> tuple[Select[*tuple[Any, ...]], InstrumentedAttribute[int | None]]:
    """The finished games that are wanted, and the numbers by which an index orders them."""
    number = Table.number if user_id is None else Result.number
    statement: Select[*tuple[Any, ...]] = select(
        Table.id.label("table_id"),
        Table.game,
        Table.wanted.label("players"),
        number.label("number"),
        Table.ended_at,
    )
    if user_id is None:
        statement = statement.where(Table.guild_id == guild_id, number.is_not(None))
    else:  # who changed seats has two results
        statement = (
            statement.join(Result, Result.table_id == Table.id)
            .where(Result.guild_id == guild_id, Result.user_id == user_id, number.is_not(None))
            .distinct()
        )
    return statement if game is None else statement.where(Table.game == game), number


async def _results(
    connection: AsyncConnection, table_ids: Sequence[int]
) -> dict[int, list[PastResult]]:
    """The results of some tables, in the order of the seats."""
    results: dict[int, list[PastResult]] = defaultdict(list)
    if table_ids:
        statement = (
            _columns(Result, PastResult)
            .add_columns(Result.table_id)
            .where(Result.table_id.in_(table_ids))
            .order_by(Result.table_id, Result.seat)
        )
        for row in (await connection.execute(statement)).mappings():
            facts = dict(row)
            results[facts.pop("table_id")].append(PastResult(**facts))
    return results


def _columns(model: type[Any], row: type[Any]) -> Select[*tuple[Any, ...]]:
    """The columns of a table that a row has, as plain values."""
    columns = model.__table__.columns
    return select(*(columns[field.name] for field in fields(row) if field.name in columns))
