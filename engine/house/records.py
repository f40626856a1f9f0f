"""Requests about chips, boards and what was played: questions, and the refill."""

from collections.abc import Sequence

from engine.house.core import Core
from engine.refusal import Refusal, RefusalCode
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


class Records(Core):
    """What people ask about a server's chips and games. All raise Refusal UNAVAILABLE."""

    async def purse(
        self, guild_id: int, user_id: int, *, offset: int = 0, limit: int = 10
    ) -> tuple[Purse, Refill]:
        """A person's chips with some of the last entries, and whether they can have a refill.

        Asking writes nothing, even for somebody who has no purse yet.
        """
        async with self.database():
            return await self.store.rolls.purse(
                guild_id, user_id, at=self.clock.now(), offset=offset, limit=limit
            )

    async def refill(self, guild_id: int, user_id: int) -> Purse:
        """Give a person the daily refill; the purse is as it is then, with its newest entries.

        Refusal NO_REFILL with the fact `refill` (a Refill) where the day or their chips forbid it.
        """
        now = self.clock.now()
        async with self.database():
            refused = await self.store.rolls.refill(guild_id, user_id, now)
            if refused is not None:
                raise Refusal(RefusalCode.NO_REFILL, refill=refused)
            purse, _ = await self.store.rolls.purse(guild_id, user_id, at=now)
        return purse

    async def board(
        self,
        guild_id: int,
        *,
        by: Measure,
        period: Period = Period.ALL,
        game: str | None = None,
        computers: bool = False,
        offset: int = 0,
        limit: int = 10,
    ) -> BoardPage:
        """Some lines of a server's board; all games where `game` is None.

        With `computers` there is a line for the computers of each level too, except by chips and
        by rating, which computers don't have. An offset beyond the end gives the last page.
        """
        async with self.database():
            return await self.store.rolls.board(
                guild_id,
                by=by,
                period=period,
                game=game,
                computers=computers,
                at=self.clock.now(),
                offset=offset,
                limit=limit,
            )

    async def place_on_board(
        self,
        guild_id: int,
        user_id: int,
        *,
        by: Measure,
        period: Period = Period.ALL,
        game: str | None = None,
        computers: bool = False,
    ) -> Place | None:
        """Where a person stands on that board; None if they aren't on it."""
        async with self.database():
            return await self.store.rolls.place(
                guild_id,
                user_id,
                by=by,
                period=period,
                game=game,
                computers=computers,
                at=self.clock.now(),
            )

    async def profile(self, guild_id: int, user_id: int) -> Profile:
        """What a person has done in a server, game by game."""
        async with self.database():
            return await self.store.rolls.profile(guild_id, user_id)

    async def rating_curve(self, guild_id: int, game: str, user_id: int) -> list[CurvePoint]:
        """A person's rating after each rated game, oldest first."""
        async with self.database():
            return await self.store.rolls.rating_curve(guild_id, game, user_id)

    async def trend(
        self, guild_id: int, user_ids: Sequence[int], *, game: str | None, since: float | None
    ) -> list[TrendPoint]:
        """What some people's games since a time were for them, in the order of their ends.

        Of all games where `game` is None, of all time where `since` is.
        """
        async with self.database():
            return await self.store.rolls.trend(guild_id, user_ids, game=game, since=since)

    async def last_games(
        self, guild_id: int, *, user_id: int, game: str, limit: int
    ) -> list[FinishedTable]:
        """The tables of the server at which a person finished that game last, newest first.

        Those at which they sat at the end, or which they left; not those from which they were
        turned out.
        """
        async with self.database():
            return await self.store.rolls.last_games(
                guild_id, user_id=user_id, game=game, limit=limit
            )

    async def finished_table(self, guild_id: int, table_id: int) -> FinishedTable | None:
        """One finished table; None if it isn't over, has no result, or is another server's."""
        async with self.database():
            return await self.store.rolls.finished_table(guild_id, table_id)
