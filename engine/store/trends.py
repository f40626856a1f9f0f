"""How people's sums on a board have grown: the games behind them, one after the other."""

from collections.abc import Sequence

from sqlalchemy import false, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.models import Result
from engine.store.records import TrendPoint


async def trend(
    connection: AsyncConnection,
    guild_id: int,
    user_ids: Sequence[int],
    *,
    game: str | None,
    since: float | None,
) -> list[TrendPoint]:
    """What these people's games in a server were for them, in the order in which they ended."""
    statement = (
        select(Result.user_id, Result.finished_at, Result.won, Result.chips)
        .where(
            Result.guild_id == guild_id,
            Result.user_id.in_(user_ids),
            Result.kicked == false(),
        )
        .order_by(Result.number, Result.seat)
    )
    if game is not None:
        statement = statement.where(Result.game == game)
    if since is not None:
        statement = statement.where(Result.finished_at >= since)
    return [
        TrendPoint(user_id=row.user_id, at=row.finished_at, won=row.won, chips=row.chips)
        for row in await connection.execute(statement)
        if row.user_id is not None
    ]
