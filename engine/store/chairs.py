"""Who sits at a table, as chips, results and ratings see it: read where it is written."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.models import Member, Seat, Stance, Table
from engine.store.pot import Chair
from engine.store.upserts import upsert

KICKED: Final = "kicked"
"""Stance of somebody who was turned out."""
LEFT: Final = "left"
"""Stance of somebody who left, and whose seat has become another person's."""
LEFT_LATE: Final = "left_late"
"""The same, where they had themselves sat down after the start."""
BACK: Final = "back"
"""Stance of somebody who left and is back on the seat that was theirs at the start."""
LASTING: Final = (KICKED, LEFT, LEFT_LATE, BACK)
"""What counts at the end of a game, also of people who are erased before that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """Somebody at a seat, or somebody who left and whose seat is another person's now."""

    seat: int
    """Past the table's last for those whose seat is another's."""
    user_id: int | None
    name: str
    level: str | None = None
    left: bool
    kicked: bool = False
    late: bool
    """Sat down after the start."""

    def chair(self, *, won: bool) -> Chair:
        """The same for the pot."""
        return Chair(self.seat, self.user_id, self.left, self.kicked, won)


@dataclass(frozen=True, slots=True)
class Company:
    """Everybody at a table: those at its seats, and those who gave theirs up to others."""

    seats: list[Occupant]
    gone: list[Occupant]


async def company(connection: AsyncConnection, table_id: int, started_at: float | None) -> Company:
    """Everybody at a table, by seat; then who left first."""
    told = await _stances(connection, table_id)
    kicked = {row.user_id: row.at for row in told if row.kind == KICKED}
    back = {row.user_id for row in told if row.kind == BACK}
    statement = select(
        Seat.seat, Seat.user_id, Seat.name, Seat.level, Seat.left_at, Seat.joined_at
    ).where(Seat.table_id == table_id)
    seats = [
        Occupant(
            seat=row.seat,
            user_id=row.user_id,
            name=row.name,
            level=row.level,
            left=row.left_at is not None,
            # who had left by themself has lost, and is only kept from coming back
            kicked=row.left_at is not None and kicked.get(row.user_id, inf) <= row.left_at,
            late=started_at is not None
            and row.joined_at > started_at
            and (row.user_id is None or row.user_id not in back),
        )
        for row in (await connection.execute(statement.order_by(Seat.seat))).all()
    ]
    left = sorted((row for row in told if row.kind in (LEFT, LEFT_LATE)), key=lambda row: row.at)
    gone = [
        Occupant(
            seat=number,
            user_id=row.user_id,
            name=row.name or "",
            left=True,
            late=row.kind == LEFT_LATE,
        )
        for number, row in enumerate(left, len(seats))
    ]
    return Company(seats, gone)


async def _stances(connection: AsyncConnection, table_id: int) -> list[Any]:
    """What is said at a table of people who have gone, with their names as last seen."""
    statement = (
        select(Stance.kind, Stance.user_id, Stance.at, Member.name)
        .join(Table, Table.id == Stance.table_id)
        .outerjoin(
            Member, and_(Member.guild_id == Table.guild_id, Member.user_id == Stance.user_id)
        )
        .where(Stance.table_id == table_id, Stance.kind.in_(LASTING))
    )
    return list((await connection.execute(statement)).all())


async def note_return(connection: AsyncConnection, table_id: int, number: int, at: float) -> None:
    """Note that somebody comes back to their own seat; whoever sat there at the start isn't late.

    To be called before the seat's row is changed.
    """
    started_at = await connection.scalar(select(Table.started_at).where(Table.id == table_id))
    for seat in (await company(connection, table_id, started_at)).seats:
        if seat.seat == number and seat.user_id is not None and not seat.late:
            row = {"table_id": table_id, "kind": BACK, "user_id": seat.user_id, "at": at}
            await upsert(connection, Stance, [row], ["table_id", "kind", "user_id"], [])
