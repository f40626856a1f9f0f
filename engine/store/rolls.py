"""Chips, boards and finished games as a part of the Store."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import boards, finished, ledger, purses, rebuilding, trends
from engine.store.rebuilding import Differences
from engine.store.records import (
    BoardPage,
    CurvePoint,
    FinishedTable,
    Measure,
    Period,
    Place,
    Profile,
    Purse,
    Refill,
    TrendPoint,
)
from engine.store.rows import ResultRow
from engine.store.writer import Writer

T = TypeVar("T")


class _Reads(Protocol):
    async def __call__(self, question: Callable[[AsyncConnection], Awaitable[T]], /) -> T: ...


class Rolls:
    """A part of the Store; its methods are as durable, and fail in the same way.

    Times are seconds since the Unix epoch; a month or a week is the one of the time `at`.
    """

    def __init__(self, writer: Writer, read: _Reads) -> None:
        self._writer = writer
        self._read = read

    # --- chips

    async def balances(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, int]:
        """What is in people's purses; who has none yet is missing, and has WELCOME chips."""
        return await self._read(
            partial(ledger.balances, guild_id=guild_id, user_ids=list(user_ids))
        )

    async def purse(
        self, guild_id: int, user_id: int, *, at: float, offset: int = 0, limit: int = 10
    ) -> tuple[Purse, Refill]:
        """A person's chips with some entries, and whether a refill is due at that time."""
        question = partial(
            purses.purse, guild_id=guild_id, user_id=user_id, at=at, offset=offset, limit=limit
        )
        return await self._read(question)

    async def refill(self, guild_id: int, user_id: int, at: float) -> Refill | None:
        """Give the daily refill; None if it is given, else why it isn't."""
        return await self._writer.run(
            partial(ledger.refill, guild_id=guild_id, user_id=user_id, at=at)
        )

    # --- boards

    async def board(
        self,
        guild_id: int,
        *,
        by: Measure,
        period: Period = Period.ALL,
        game: str | None = None,
        computers: bool = False,
        at: float,
        offset: int = 0,
        limit: int = 10,
    ) -> BoardPage:
        """Some lines of a board; all games where `game` is None. `limit` is at least 1."""
        question = partial(
            boards.board,
            guild_id=guild_id,
            by=by,
            period=period,
            game=game,
            computers=computers,
            at=at,
            offset=offset,
            limit=limit,
        )
        return await self._read(question)

    async def place(
        self,
        guild_id: int,
        user_id: int,
        *,
        by: Measure,
        period: Period = Period.ALL,
        game: str | None = None,
        computers: bool = False,
        at: float,
    ) -> Place | None:
        """Where a person stands on that board; None if they aren't on it."""
        question = partial(
            boards.place,
            guild_id=guild_id,
            user_id=user_id,
            by=by,
            period=period,
            game=game,
            computers=computers,
            at=at,
        )
        return await self._read(question)

    async def profile(self, guild_id: int, user_id: int) -> Profile:
        """What a person has done in a server, all time."""
        return await self._read(partial(boards.profile, guild_id=guild_id, user_id=user_id))

    async def rating_curve(self, guild_id: int, game: str, user_id: int) -> list[CurvePoint]:
        """A person's rating after each rated game, oldest first."""
        question = partial(boards.rating_curve, guild_id=guild_id, game=game, user_id=user_id)
        return await self._read(question)

    async def trend(
        self, guild_id: int, user_ids: Sequence[int], *, game: str | None, since: float | None
    ) -> list[TrendPoint]:
        """What some people's games since a time were for them, in their order."""
        question = partial(
            trends.trend, guild_id=guild_id, user_ids=user_ids, game=game, since=since
        )
        return await self._read(question)

    # --- finished games

    async def last_games(
        self, guild_id: int, *, user_id: int, game: str, limit: int
    ) -> list[FinishedTable]:
        """The tables at which a person finished that game last, newest first."""
        question = partial(
            finished.last_games, guild_id=guild_id, user_id=user_id, game=game, limit=limit
        )
        return await self._read(question)

    async def finished_table(self, guild_id: int, table_id: int) -> FinishedTable | None:
        """One finished table; None if the server has no such table, or that has no result."""
        question = partial(finished.finished_table, guild_id=guild_id, table_id=table_id)
        return await self._read(question)

    # --- making them anew

    async def stale_guilds(self) -> list[int]:
        """The servers whose ratings and standings have to be made anew."""
        return await self._read(rebuilding.stale_guilds)

    async def guilds_with_games(self) -> list[int]:
        """The servers with finished games."""
        return await self._read(rebuilding.guilds_with_games)

    async def finished_ids(self, guild_id: int) -> list[int]:
        """A server's finished tables whose plays are still there, in the order of their ends."""
        return await self._read(partial(rebuilding.table_ids, guild_id=guild_id))

    async def rebuild(
        self, guild_ids: Sequence[int], corrections: Mapping[int, Sequence[ResultRow]], at: float
    ) -> Differences:
        """Make the ratings and standings of servers anew, in one transaction.

        `corrections` are the results of tables that the journals tell differently. Returns how
        many rows were not as they had to be.
        """

        async def work(connection: AsyncConnection) -> Differences:
            found = Differences()
            for guild_id in sorted(guild_ids):
                found += await rebuilding.rebuild(connection, guild_id, corrections, at)
            return found

        return await self._writer.run(work)
