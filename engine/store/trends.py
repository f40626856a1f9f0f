"""How people's sums on a board have grown: the games behind them, one after the other."""

from collections.abc import Sequence

from sqlalchemy import case, false, func, select
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
    """What these people's games in a server were for them, in the order in which they ended.

    Each game once for each of them: who left and took another seat has two results of one game.
    """
    game_of = (Result.table_id, Result.user_id)
    statement = (
        select(
            *game_of,
            func.max(Result.finished_at).label("finished_at"),
            func.max(case((Result.won, 1), else_=0)).label("won"),
            func.sum(Result.chips).label("chips"),
        )
        .where(
            Result.guild_id == guild_id,
            Result.user_id.in_(user_ids),
            Result.kicked == false(),
        )
        .group_by(*game_of)
        .order_by(func.max(Result.number), func.min(Result.seat))
    )
    if game is not None:
        statement = statement.where(Result.game == game)
    if since is not None:
        statement = statement.where(Result.finished_at >= since)
    return [
        TrendPoint(user_id=row.user_id, at=row.finished_at, won=bool(row.won), chips=int(row.chips))
        for row in await connection.execute(statement)
        if row.user_id is not None
    ]
