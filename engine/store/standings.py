"""Standings: results summed up by person, game and period, so that no board has to add anything."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, bindparam, delete, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ratings import Rating
from engine.store.books import OpenBooks
from engine.store.models import Standing
from engine.store.periods import ALL_TIME, FIRST_WEEK, day_of, month_number, periods_of, week_number
from engine.store.records import SHARE_GAMES, SeatResult
from engine.store.upserts import upsert

ALL_GAMES: Final = ""
PEOPLE: Final = ""
"""The level of those who are no computers."""
COMPUTER: Final = 0
"""The user id of the computers of a level."""
_PRUNING: Final = 5
"""One game in so many clears away lines of periods that are over,"""
_PRUNED: Final = 1000
"""at most so many, a few times as many as these games have added."""
_SUMS: Final = ("games", "wins", "chips", "streak", "best_streak", "share", "rating", "rated")
_KEY: Final = ("guild_id", "period", "game", "level", "user_id")

_COLUMNS: Final = tuple(getattr(Standing, name) for name in (*_KEY[1:], *_SUMS))

Party = tuple[str, int]
"""Whose line it is: a level and a user id."""
Key = tuple[int, str, str, int]
"""A line of a server: its period, game, level and user id."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game was for somebody: whether they won, and the chips it brought."""

    won: bool
    chips: int


@dataclass(frozen=True, slots=True)
class Sums:
    """A line of the standings without its key; see the model."""

    games: int = 0
    wins: int = 0
    chips: int = 0
    streak: int = 0
    best_streak: int = 0
    share: int | None = None
    rating: int | None = None
    rated: int = 0

    def after(self, game: Game, rating: Rating | None) -> "Sums":
        """The line after one more game, with the rating that somebody has now."""
        games, wins = self.games + 1, self.wins + game.won
        streak = self.streak + 1 if game.won else 0
        return Sums(
            games=games,
            wins=wins,
            chips=self.chips + game.chips,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            share=wins * 1000 // games if games >= SHARE_GAMES else None,
            rating=None if rating is None else rating.shown,
            rated=0 if rating is None else rating.games,
        )


Lines = dict[Key, Sums]


def games_of(seats: Iterable[SeatResult]) -> dict[Party, list[Game]]:
    """What a finished game counts for whom: people once, computers of a level once a seat.

    It doesn't count for people who were turned out; for those who left it is no win.
    """
    games: dict[Party, list[Game]] = {}
    for seat in seats:
        if seat.user_id is None:
            party = (seat.level or "", COMPUTER)
            if party[0]:
                games.setdefault(party, []).append(Game(seat.won, 0))
        elif not seat.kicked:
            party = (PEOPLE, seat.user_id)
            before = games.get(party, [Game(won=False, chips=0)])[0]
            games[party] = [Game(before.won or seat.won, before.chips + seat.chips)]
    return games


def rating_for(ratings: Mapping[str, Rating], game: str) -> Rating | None:
    """Somebody's rating at a game; their best one for all games together."""
    if game != ALL_GAMES:
        return ratings.get(game)
    return max(ratings.values(), key=lambda rating: (rating.shown, rating.games), default=None)


async def add(
    connection: AsyncConnection,
    books: OpenBooks,
    game: str,
    at: float,
    seats: Sequence[SeatResult],
    ratings: Mapping[int, Mapping[str, Rating]],
) -> None:
    """Add a finished game to the standings; `ratings` are those after it. The books are locked."""
    periods, names = periods_of(at, books.zone), (game, ALL_GAMES)
    lines = await _lines(connection, books.guild_id, periods, names, games_of(seats))
    accumulate(lines, seats, game, periods, ratings)
    await save(connection, books.guild_id, lines)
    if books.finished % _PRUNING == 0:
        await _prune(connection, books, at)


def accumulate(
    lines: Lines,
    seats: Sequence[SeatResult],
    game: str,
    periods: Iterable[int],
    ratings: Mapping[int, Mapping[str, Rating]],
) -> None:
    """Add a finished game to the lines of its people and computers."""
    parties, periods = games_of(seats), tuple(periods)
    for (level, user_id), played in parties.items():
        for name in (game, ALL_GAMES):
            rating = rating_for(ratings.get(user_id, {}), name) if level == PEOPLE else None
            for period in periods:
                key = (period, name, level, user_id)
                for each in played:
                    lines[key] = lines.get(key, Sums()).after(each, rating)


async def save(connection: AsyncConnection, guild_id: int, lines: Lines) -> None:
    """Write lines, in the place of those with the same key."""
    rows = [
        dict(zip(_KEY, (guild_id, *key), strict=True))
        | {name: getattr(sums, name) for name in _SUMS}
        for key, sums in lines.items()
    ]
    await upsert(connection, Standing, rows, _KEY, _SUMS)


async def all_lines(connection: AsyncConnection, guild_id: int) -> Lines:
    """Every line of a server."""
    statement = select(*_COLUMNS).where(Standing.guild_id == guild_id)
    return _read(await connection.execute(statement))


async def drop(connection: AsyncConnection, guild_id: int, keys: Iterable[Key]) -> None:
    """Delete lines."""
    which = and_(*(getattr(Standing, name) == bindparam(f"of_{name}") for name in _KEY))
    rows = [
        {f"of_{name}": value for name, value in zip(_KEY, (guild_id, *key), strict=True)}
        for key in keys
    ]
    if rows:
        await connection.execute(delete(Standing).where(which), rows)


def _read(rows: Iterable[Any]) -> Lines:
    return {(row[0], row[1], row[2], row[3]): Sums(*row[4:]) for row in rows}


async def _lines(
    connection: AsyncConnection,
    guild_id: int,
    periods: Sequence[int],
    names: Sequence[str],
    parties: Iterable[Party],
) -> Lines:
    """The lines of some parties in some periods and games."""
    statement = select(*_COLUMNS).where(
        Standing.guild_id == guild_id,
        Standing.period.in_(periods),
        Standing.game.in_(names),
        Standing.level.in_(sorted({level for level, _ in parties})),
        Standing.user_id.in_(sorted({user_id for _, user_id in parties})),
    )
    return _read(await connection.execute(statement))


async def _prune(connection: AsyncConnection, books: OpenBooks, at: float) -> None:
    """Clear away some lines of months and weeks that nobody can ask for any more."""
    day = day_of(at, books.zone)
    key = [getattr(Standing, name) for name in _KEY]
    for first, end in ((ALL_TIME + 1, month_number(day)), (FIRST_WEEK, week_number(day))):
        old = (
            select(*key)
            .where(
                Standing.guild_id == books.guild_id,
                Standing.period >= first,
                Standing.period < end,
            )
            .limit(_PRUNED)
        )
        await connection.execute(delete(Standing).where(tuple_(*key).in_(old)))
