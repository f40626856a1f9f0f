"""The end of a game: result, chips, ratings, standings, in the transaction of its last action."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ratings import Player, Rating, rated
from engine.store import books, ledger, models, standings
from engine.store.chairs import Company, Occupant, company
from engine.store.errors import AlreadyPlayed, Refused
from engine.store.models import Member, Result, Table
from engine.store.records import SeatResult
from engine.store.rows import FINISHED, PLAYING, ResultRow
from engine.store.upserts import upsert

Ratings = dict[int, dict[str, Rating]]
"""People's ratings by user and game."""


async def finish_table(
    connection: AsyncConnection,
    table_id: int,
    results: Sequence[ResultRow],
    ended_at: float | None,
) -> list[SeatResult]:
    """Write how a game ended, pay the pot out and rate its people; return the lines of the seats.

    Refused, and the transaction must be given up, if the table isn't being played or its pot isn't
    whole. Without results the stakes go back.
    """
    if ended_at is None:
        ended_at = max(result.finished_at for result in results)
    counted = await books.lock_for_table(connection, table_id, count=1 if results else 0)
    number = counted.finished if counted is not None and results else None
    statement = (
        update(Table)
        .where(Table.id == table_id, Table.status == PLAYING)
        .values(status=FINISHED, ended_at=ended_at, deadline=None, closes_at=None, number=number)
        .returning(Table.guild_id, Table.game, Table.stake, Table.started_at)
    )
    table = (await connection.execute(statement)).one_or_none()
    if counted is None or table is None:
        raise AlreadyPlayed(f"table {table_id} isn't being played")
    if number is None:
        await ledger.refund(connection, table_id, ended_at)
        return []
    everybody = await company(connection, table_id, table.started_at)
    pot = ledger.Pot(table.guild_id, table_id, table.stake)
    seats = await _paid(connection, pot, everybody, results, ended_at)
    known = await ratings_of(connection, table.guild_id, people_of(seats))
    new = after_game(seats, table.game, known)
    await save_ratings(connection, table.guild_id, table.game, new)
    facts = {
        "table_id": table_id,
        "guild_id": table.guild_id,
        "game": table.game,
        "finished_at": ended_at,
        "number": number,
    }
    await connection.execute(insert(Result), [facts | columns(each, new) for each in seats])
    await _remember_names(connection, table.guild_id, seats)
    await standings.add(connection, counted, table.game, ended_at, seats, known)
    return [_told(each, new) for each in seats]


def after_game(seats: Iterable[SeatResult], game: str, known: Ratings) -> Mapping[int, Rating]:
    """Rate a game's people, and put their new ratings among those that are known."""
    players = {
        each.user_id: Player(
            each.user_id,
            each.team,
            each.place,
            each.left,
            known[each.user_id].get(game, Rating()),
        )
        for each in seats
        if each.user_id is not None and not each.kicked and not each.late
    }
    new = rated(players.values())
    for user_id, rating in new.items():
        known[user_id][game] = rating
    return new


def people_of(seats: Iterable[SeatResult]) -> list[int]:
    """The people of a game, each once."""
    return sorted({each.user_id for each in seats if each.user_id is not None})


async def ratings_of(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> Ratings:
    """The ratings of some people at every game."""
    rating = models.Rating
    statement = select(rating.user_id, rating.game, rating.mu, rating.sigma, rating.games).where(
        rating.guild_id == guild_id, rating.user_id.in_(user_ids)
    )
    ratings: Ratings = defaultdict(dict)
    for row in await connection.execute(statement):
        ratings[row.user_id][row.game] = Rating(row.mu, row.sigma, row.games)
    return ratings


async def _paid(
    connection: AsyncConnection,
    pot: ledger.Pot,
    everybody: Company,
    results: Sequence[ResultRow],
    at: float,
) -> list[SeatResult]:
    """Settle the pot; the lines of all seats, and of those who gave theirs up to others."""
    by_seat = {result.seat: result for result in results}
    if len(results) != len(by_seat) or by_seat.keys() != {each.seat for each in everybody.seats}:
        raise Refused(f"table {pot.table_id}: the results don't fit the seats")
    winners = {result.seat for result in results if result.place == 1}
    chairs = [each.chair(won=each.seat in winners) for each in everybody.seats]
    await ledger.settle(connection, pot, chairs, at)
    lines = [seat_line(each, by_seat[each.seat]) for each in everybody.seats]
    lines += [_gone(each) for each in everybody.gone]
    if pot.stake <= 0:
        return lines
    gains = await ledger.gains(connection, [pot.table_id])
    return with_chips(lines, gains[pot.table_id])


def with_chips(lines: Sequence[SeatResult], gains: Mapping[int, int]) -> list[SeatResult]:
    """The lines with what each person has gained; who left and sits there again has it once."""
    bearers = {line.user_id: line.seat for line in sorted(lines, key=lambda line: not line.left)}
    told = []
    for line in lines:
        bears = line.user_id is not None and bearers[line.user_id] == line.seat
        chips = gains.get(line.user_id or 0, 0) if bears else 0
        told.append(line if line.chips == chips else replace(line, chips=chips))
    return told


def seat_line(occupant: Occupant, result: ResultRow) -> SeatResult:
    """A seat's line, without chips and rating."""
    return SeatResult(
        seat=occupant.seat,
        user_id=occupant.user_id,
        name=occupant.name,
        level=occupant.level,
        place=result.place,
        score=result.score,
        won=result.won and not occupant.left and not occupant.kicked,
        team=occupant.seat if result.team is None else result.team,
        left=occupant.left,
        kicked=occupant.kicked,
        late=occupant.late,
        chips=0,
        rating=None,
        rated=0,
    )


def _gone(occupant: Occupant) -> SeatResult:
    last = ResultRow(
        seat=occupant.seat,
        guild_id=0,
        game="",
        user_id=occupant.user_id,
        name=occupant.name,
        place=occupant.seat + 1,
        score=0,
        won=False,
        finished_at=0.0,
        team=occupant.seat,
    )
    return seat_line(occupant, last)


def columns(seat: SeatResult, new: Mapping[int, Rating]) -> dict[str, Any]:
    """A seat's line as columns, with its rating after the game."""
    rating = _rating(seat, new)
    return {
        "seat": seat.seat,
        "user_id": seat.user_id,
        "name": seat.name,
        "level": seat.level,
        "place": seat.place,
        "score": seat.score,
        "won": seat.won,
        "team": seat.team,
        "left": seat.left,
        "kicked": seat.kicked,
        "late": seat.late,
        "chips": seat.chips,
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
        "rated": 0 if rating is None else rating.games,
    }


def _told(seat: SeatResult, new: Mapping[int, Rating]) -> SeatResult:
    rating = _rating(seat, new)
    return seat if rating is None else replace(seat, rating=rating.shown, rated=rating.games)


def _rating(seat: SeatResult, new: Mapping[int, Rating]) -> Rating | None:
    """The rating after the game that belongs to a line; none to a late seat of one who had left."""
    return None if seat.user_id is None or seat.late or seat.kicked else new.get(seat.user_id)


async def save_ratings(
    connection: AsyncConnection, guild_id: int, game: str, new: Mapping[int, Rating]
) -> None:
    """Write people's ratings at a game."""
    rows = [
        {
            "guild_id": guild_id,
            "user_id": user_id,
            "game": game,
            "mu": rating.mu,
            "sigma": rating.sigma,
            "games": rating.games,
        }
        for user_id, rating in sorted(new.items())
    ]
    key = ["guild_id", "user_id", "game"]
    await upsert(connection, models.Rating, rows, key, ["mu", "sigma", "games"])


async def _remember_names(
    connection: AsyncConnection, guild_id: int, seats: Iterable[SeatResult]
) -> None:
    """Names as last seen; who is gone has been noted then."""
    names = {each.user_id: each.name for each in seats if each.user_id is not None}
    rows = [
        {"guild_id": guild_id, "user_id": user_id, "name": name}
        for user_id, name in sorted(names.items())
    ]
    await upsert(connection, Member, rows, ["guild_id", "user_id"], ["name"])
