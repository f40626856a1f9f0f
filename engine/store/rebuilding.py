"""Ratings and standings made anew from the results, in the order in which the games ended."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ratings import Rating
from engine.store import books, ledger, models, standings
from engine.store.books import OpenBooks
from engine.store.chairs import company
from engine.store.finished import seat_result
from engine.store.finishing import (
    Ratings,
    after_game,
    columns,
    people_of,
    ratings_of,
    save_ratings,
    seat_line,
    with_chips,
)
from engine.store.models import Books, Result, Table
from engine.store.periods import ALL_TIME, begins_to_matter, is_over, periods_of
from engine.store.records import SeatResult
from engine.store.rows import ResultRow
from engine.store.standings import Lines

_CHUNK = 400
"""Games that are read at a time."""


@dataclass(slots=True)
class Differences:
    """How many rows were not as they had to be."""

    results: int = 0
    ratings: int = 0
    standings: int = 0

    def __add__(self, other: "Differences") -> "Differences":
        return Differences(
            self.results + other.results,
            self.ratings + other.ratings,
            self.standings + other.standings,
        )


@dataclass(slots=True)
class _Game:
    """A finished game as it is stored."""

    table_id: int
    game: str
    ended_at: float
    seats: list[SeatResult] = field(default_factory=list)
    rows: list[RowMapping] = field(default_factory=list)


async def follow_zone(connection: AsyncConnection, guild_id: int, timezone: str, at: float) -> None:
    """Count a server's months and weeks in another zone from now on, and anew up to now."""
    open_books = replace(await books.lock(connection, guild_id), timezone=timezone)
    await books.set_zone(connection, guild_id, timezone)
    lines: Lines = {}
    async for games in _games(connection, guild_id, begins_to_matter(at, open_books.zone)):
        people = people_of(seat for game in games for seat in game.seats)
        ratings = await ratings_of(connection, guild_id, people)
        for game in games:
            periods = _askable(game.ended_at, open_books, at)[1:]
            standings.accumulate(lines, game.seats, game.game, periods, ratings)
    before = await standings.all_lines(connection, guild_id)
    before = {key: sums for key, sums in before.items() if key[0] != ALL_TIME}
    await _replace(connection, guild_id, before, lines)


async def rebuild(
    connection: AsyncConnection,
    guild_id: int,
    corrections: Mapping[int, Sequence[ResultRow]],
    at: float,
) -> Differences:
    """Make a server's ratings and standings anew; say how many differed from what was stored.

    `corrections` are results, by table, that the journals tell differently. Chips come from the
    ledger.
    """
    open_books = await books.lock(connection, guild_id)
    found, known, lines = Differences(), _no_ratings(), Lines()
    async for games in _games(connection, guild_id):
        gains = await ledger.gains(connection, [game.table_id for game in games])
        updates = []
        for game in games:
            await _correct(connection, game, corrections.get(game.table_id, ()))
            game.seats = with_chips(game.seats, gains.get(game.table_id, {}))
            new = after_game(game.seats, game.game, known)
            updates += _updates(game, new)
            periods = _askable(game.ended_at, open_books, at)
            standings.accumulate(lines, game.seats, game.game, periods, known)
        found.results += len(updates)
        if updates:
            await connection.execute(_UPDATE_RESULT, updates)
    found.ratings = await _replace_ratings(connection, guild_id, known)
    before = await standings.all_lines(connection, guild_id)
    over = {key for key in before if is_over(key[0], at, open_books.zone)}
    await standings.drop(connection, guild_id, over)
    before = {key: sums for key, sums in before.items() if key not in over}
    found.standings = await _replace(connection, guild_id, before, lines)
    await connection.execute(update(Books).where(Books.guild_id == guild_id).values(stale=False))
    return found


async def stale_guilds(connection: AsyncConnection) -> list[int]:
    """The servers whose ratings and standings have to be made anew."""
    statement = select(Books.guild_id).where(Books.stale).order_by(Books.guild_id)
    return list((await connection.execute(statement)).scalars())


async def guilds_with_games(connection: AsyncConnection) -> list[int]:
    """The servers with finished games."""
    statement = select(Books.guild_id).where(Books.finished > 0).order_by(Books.guild_id)
    return list((await connection.execute(statement)).scalars())


async def table_ids(connection: AsyncConnection, guild_id: int) -> list[int]:
    """A server's finished tables whose plays are still there, in the order of their ends."""
    statement = (
        select(Table.id)
        .where(Table.guild_id == guild_id, Table.number.is_not(None), Table.has_journal)
        .order_by(Table.number)
    )
    return list((await connection.execute(statement)).scalars())


async def _games(
    connection: AsyncConnection, guild_id: int, since: float | None = None
) -> AsyncIterator[list[_Game]]:
    """A server's finished games in the order of their ends, some at a time."""
    after = 0
    while True:
        statement = (
            select(Table.id, Table.number, Table.game, Table.ended_at)
            .where(Table.guild_id == guild_id, Table.number > after)
            .order_by(Table.number)
            .limit(_CHUNK)
        )
        if since is not None:
            statement = statement.where(Table.ended_at >= since)
        tables = (await connection.execute(statement)).all()
        if not tables:
            return
        after = tables[-1].number
        games = {row.id: _Game(row.id, row.game, row.ended_at) for row in tables}
        results = (
            select(Result.__table__)
            .where(Result.table_id.in_(games))
            .order_by(Result.table_id, Result.seat)
        )
        for row in (await connection.execute(results)).mappings():
            games[row["table_id"]].rows.append(row)
            games[row["table_id"]].seats.append(seat_result(row))
        yield list(games.values())


async def _correct(connection: AsyncConnection, game: _Game, results: Sequence[ResultRow]) -> None:
    """Put what the journal tells into a game's lines, and add rows that are missing."""
    if not results:
        return
    told = {result.seat: result for result in results}
    game.seats = [
        seat
        if (result := told.get(seat.seat)) is None
        else replace(
            seat,
            place=result.place,
            score=result.score,
            won=result.won and not seat.left and not seat.kicked,
            team=seat.seat if result.team is None else result.team,
        )
        for seat in game.seats
    ]
    missing = sorted(told.keys() - {seat.seat for seat in game.seats})
    if not missing:
        return
    header = await connection.execute(
        select(Table.guild_id, Table.started_at, Table.number).where(Table.id == game.table_id)
    )
    table = header.one()
    everybody = await company(connection, game.table_id, table.started_at)
    added = [seat_line(each, told[each.seat]) for each in everybody.seats if each.seat in missing]
    facts = {
        "table_id": game.table_id,
        "guild_id": table.guild_id,
        "game": game.game,
        "finished_at": game.ended_at,
        "number": table.number,
    }
    game.seats = sorted([*game.seats, *added], key=lambda seat: seat.seat)
    for seat in added:
        await connection.execute(insert(Result), [facts | columns(seat, {})])


def _updates(game: _Game, new: Mapping[int, Rating]) -> list[dict[str, Any]]:
    """What has to change in the rows of a game."""
    stored = {row["seat"]: row for row in game.rows}
    updates = []
    for seat in game.seats:
        wanted = columns(seat, new)
        wanted = {name: wanted[name] for name in _REBUILT}
        row = stored.get(seat.seat)
        if row is None or any(row[name] != value for name, value in wanted.items()):
            updates.append(wanted | {"of_table": game.table_id, "of_seat": seat.seat})
    return updates


async def _replace_ratings(connection: AsyncConnection, guild_id: int, known: Ratings) -> int:
    """Write a server's ratings; return how many differed."""
    model = models.Rating
    statement = select(model.user_id, model.game, model.mu, model.sigma, model.games)
    rows = await connection.execute(statement.where(model.guild_id == guild_id))
    before = {(row.user_id, row.game): Rating(row.mu, row.sigma, row.games) for row in rows}
    after = {
        (user_id, game): rating
        for user_id, ratings in known.items()
        for game, rating in ratings.items()
    }
    different = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    if different:
        await connection.execute(delete(model).where(model.guild_id == guild_id))
        for game in sorted({game for _, game in after}):
            new = {user_id: rating for (user_id, name), rating in after.items() if name == game}
            await save_ratings(connection, guild_id, game, new)
    return len(different)


async def _replace(connection: AsyncConnection, guild_id: int, before: Lines, after: Lines) -> int:
    """Write lines of standings; return how many differed."""
    gone = before.keys() - after.keys()
    changed = {key: sums for key, sums in after.items() if before.get(key) != sums}
    await standings.drop(connection, guild_id, gone)
    await standings.save(connection, guild_id, changed)
    return len(gone) + len(changed)


def _askable(ended_at: float, open_books: OpenBooks, at: float) -> list[int]:
    """The periods of a game that can still be asked for."""
    zone = open_books.zone
    return [number for number in periods_of(ended_at, zone) if not is_over(number, at, zone)]


def _no_ratings() -> Ratings:
    return defaultdict(dict)


_REBUILT = ("place", "score", "won", "team", "chips", "mu", "sigma", "rated")
_UPDATE_RESULT = (
    update(Result)
    .where(Result.table_id == bindparam("of_table"), Result.seat == bindparam("of_seat"))
    .values({name: bindparam(name) for name in _REBUILT})
)
