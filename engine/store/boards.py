"""Boards and what people have done: questions that read sums, and never add up results."""

from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute

from engine.ratings import Rating
from engine.store import models
from engine.store.books import UTC, timezone_of, zone_of
from engine.store.models import Member, Result
from engine.store.periods import ALL_TIME, current, since
from engine.store.records import (
    BoardPage,
    BoardRow,
    CurvePoint,
    Measure,
    Period,
    Place,
    Profile,
    Standing,
)
from engine.store.standings import ALL_GAMES, COMPUTER, PEOPLE

_Sums = models.Standing
_COLUMNS: Final[dict[Measure, InstrumentedAttribute[Any]]] = {
    Measure.CHIPS: _Sums.chips,
    Measure.WINS: _Sums.wins,
    Measure.SHARE: _Sums.share,
    Measure.RATING: _Sums.rating,
    Measure.GAMES: _Sums.games,
    Measure.STREAK: _Sums.best_streak,
}
_PEOPLE_ONLY: Final = frozenset({Measure.CHIPS, Measure.RATING})
"""What computers don't have."""


class _Board:
    """One board: which lines it has, by what they are ordered."""

    def __init__(
        self, guild_id: int, period: int, game: str | None, by: Measure, *, computers: bool
    ) -> None:
        self.value = _COLUMNS[by]
        self.by = by
        self.lines = and_(
            _Sums.guild_id == guild_id,
            _Sums.period == period,
            _Sums.game == (game or ALL_GAMES),
        )
        if not computers or by in _PEOPLE_ONLY:
            self.lines = and_(self.lines, _Sums.level == PEOPLE)
        if self.value.expression.nullable:
            self.lines = and_(self.lines, self.value.is_not(None))

    async def count(
        self, connection: AsyncConnection, which: ColumnElement[bool] | None = None
    ) -> int:
        """How many lines it has, or how many such lines."""
        where = self.lines if which is None else and_(self.lines, which)
        return await connection.scalar(select(func.count()).select_from(_Sums).where(where)) or 0

    async def page(
        self, connection: AsyncConnection, offset: int, limit: int, total: int
    ) -> list[Standing]:
        """Some lines, found from the nearer end of the board."""
        limit = min(limit, total - offset)
        from_behind = offset > total // 2
        order = (self.value, _Sums.level, _Sums.user_id)
        wanted = order if from_behind else tuple(column.desc() for column in order)
        # the index alone finds which lines they are; only those few are then read
        keys = (
            select(_Sums.guild_id, _Sums.period, _Sums.game, _Sums.level, _Sums.user_id)
            .where(self.lines)
            .order_by(*wanted)
            .offset(total - offset - limit if from_behind else offset)
            .limit(limit)
            .subquery()
        )
        same = and_(*(getattr(_Sums, column.name) == column for column in keys.columns))
        statement = _standings().join(keys, same).order_by(*wanted)
        lines = [_standing(row) for row in await connection.execute(statement)]
        return lines[::-1] if from_behind else lines

    def equal_before(self, standing: Standing) -> ColumnElement[bool]:
        """The lines with the same value that come before a line."""
        level, user_id = standing.level, standing.user_id or COMPUTER
        earlier = or_(_Sums.level > level, and_(_Sums.level == level, _Sums.user_id > user_id))
        return and_(self.value == standing.value(self.by), earlier)


async def board(
    connection: AsyncConnection,
    guild_id: int,
    *,
    by: Measure,
    period: Period,
    game: str | None,
    computers: bool,
    at: float,
    offset: int,
    limit: int,
) -> BoardPage:
    """Some lines of a board as of a time; an offset beyond the end gives the last page."""
    zone = zone_of(await connection.scalar(timezone_of(guild_id)) or UTC)
    lines = _Board(guild_id, current(period, at, zone), game, by, computers=computers)
    total = await lines.count(connection)
    offset = max(0, min(offset, (total - 1) // limit * limit))
    found = await lines.page(connection, offset, limit, total)
    rows: list[BoardRow] = []
    for place, standing in enumerate(found, offset + 1):
        value = standing.value(by)
        if rows and rows[-1].standing.value(by) == value:
            rank = rows[-1].rank
        elif rows or offset == 0:
            rank = place
        else:
            rank = place - await lines.count(connection, lines.equal_before(standing))
        rows.append(BoardRow(rank, standing))
    return BoardPage(rows=rows, total=total, offset=offset, since=since(period, at, zone))


async def place(
    connection: AsyncConnection,
    guild_id: int,
    user_id: int,
    *,
    by: Measure,
    period: Period,
    game: str | None,
    computers: bool,
    at: float,
) -> Place | None:
    """Where a person stands on that board; None if they aren't on it."""
    zone = zone_of(await connection.scalar(timezone_of(guild_id)) or UTC)
    lines = _Board(guild_id, current(period, at, zone), game, by, computers=computers)
    mine = _standings().where(lines.lines, _Sums.level == PEOPLE, _Sums.user_id == user_id)
    row = (await connection.execute(mine)).one_or_none()
    if row is None:
        return None
    standing = _standing(row)
    value = standing.value(by)
    better = await lines.count(connection, lines.value > value)
    equal = await lines.count(connection, lines.equal_before(standing))
    return Place(rank=1 + better, offset=better + equal, standing=standing)


async def profile(connection: AsyncConnection, guild_id: int, user_id: int) -> Profile:
    """What a person has done in a server, all time."""
    statement = _standings().where(
        _Sums.guild_id == guild_id,
        _Sums.user_id == user_id,
        _Sums.period == ALL_TIME,
        _Sums.level == PEOPLE,
    )
    lines = [_standing(row) for row in await connection.execute(statement)]
    games = sorted(
        (line for line in lines if line.game != ALL_GAMES),
        key=lambda line: (-line.games, line.game),
    )
    total = next((line for line in lines if line.game == ALL_GAMES), None)
    return Profile(
        user_id=user_id, name="" if total is None else total.name, total=total, games=games
    )


async def rating_curve(
    connection: AsyncConnection, guild_id: int, game: str, user_id: int
) -> list[CurvePoint]:
    """A person's rating after each rated game, oldest first."""
    statement = (
        select(Result.table_id, Result.finished_at, Result.mu, Result.sigma)
        .where(
            Result.guild_id == guild_id,
            Result.game == game,
            Result.user_id == user_id,
            Result.mu.is_not(None),
        )
        .order_by(Result.number)
    )
    return [
        CurvePoint(
            table_id=row.table_id, at=row.finished_at, rating=Rating(row.mu, row.sigma).shown
        )
        for row in await connection.execute(statement)
    ]


def _standings() -> Select[*tuple[Any, ...]]:
    named = and_(Member.guild_id == _Sums.guild_id, Member.user_id == _Sums.user_id)
    return select(_Sums.__table__, Member.name).outerjoin(Member, named)


def _standing(row: Row[*tuple[Any, ...]]) -> Standing:
    person = row.level == PEOPLE
    return Standing(
        user_id=row.user_id if person else None,
        level=row.level,
        name=(row.name or "") if person else "",
        game=row.game,
        games=row.games,
        wins=row.wins,
        chips=row.chips,
        streak=row.streak,
        best_streak=row.best_streak,
        share=row.share,
        rating=row.rating,
        rated=row.rated,
    )
