"""Questions about purses: what is in one, what went in and out, and when a refill is due."""

from itertools import accumulate

from sqlalchemy import and_, exists, func, or_, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import books
from engine.store.chairs import KICKED, LEFT, LEFT_LATE
from engine.store.ledger import MEMBER, in_play
from engine.store.models import Account, Result, Seat, Stance, Table, Transfer
from engine.store.records import WELCOME, EntryKind, Purse, PurseEntry, Refill
from engine.store.refills import refill_for


async def purse(
    connection: AsyncConnection,
    guild_id: int,
    user_id: int,
    *,
    at: float,
    offset: int,
    limit: int,
) -> tuple[Purse, Refill]:
    """A person's chips with some of their entries, newest first, and whether a refill is due."""
    account = (
        await connection.execute(
            select(Account.balance, Account.refilled_at).where(
                Account.guild_id == guild_id, Account.kind == MEMBER, Account.owner == user_id
            )
        )
    ).one_or_none()
    balance, refilled_at = (WELCOME, None) if account is None else account
    staked = await in_play(connection, guild_id, user_id)
    settings = await books.settings_of(connection, guild_id)
    entries, total = await _entries(connection, guild_id, user_id, balance, offset, limit)
    shown = Purse(
        balance=balance, in_play=staked, refilled_at=refilled_at, entries=entries, total=total
    )
    return shown, refill_for(balance + staked, refilled_at, settings, at)


async def _entries(
    connection: AsyncConnection, guild_id: int, user_id: int, balance: int, offset: int, limit: int
) -> tuple[list[PurseEntry], int]:
    """A page of entries, each with the balance after it, and how many there are."""
    here = Transfer.guild_id == guild_id  # in both, since SQLite looks for an index for each
    into = and_(here, Transfer.to_kind == MEMBER, Transfer.to_owner == user_id)
    out_of = and_(here, Transfer.from_kind == MEMBER, Transfer.from_owner == user_id)
    mine = or_(into, out_of)
    total = await connection.scalar(select(func.count()).select_from(Transfer).where(mine))
    statement = (
        select(
            Transfer.id,
            Transfer.at,
            Transfer.kind,
            Transfer.table_id,
            Transfer.to_kind,
            Transfer.amount,
            Table.game,
        )
        .outerjoin(Table, Table.id == Transfer.table_id)
        .where(mine)
        .order_by(Transfer.id.desc())
        .limit(offset + limit)
    )
    rows = (await connection.execute(statement)).all()
    amounts = [row.amount if row.to_kind == MEMBER else -row.amount for row in rows]
    gone = await _left(connection, user_id, {row.table_id for row in rows[offset:]} - {None})
    after = list(accumulate((-amount for amount in amounts), initial=balance))
    entries = [
        PurseEntry(
            id=row.id,
            at=row.at,
            kind=EntryKind(row.kind),
            table_id=row.table_id,
            game=row.game,
            amount=amount,
            balance=held,
            left=row.table_id in gone,
        )
        for row, amount, held in zip(rows, amounts, after, strict=False)
    ]
    return entries[offset:], total or 0


async def _left(connection: AsyncConnection, user_id: int, table_ids: set[int]) -> set[int]:
    """Those of the tables that the person has left by themself and not come back to.

    It is known of tables that are live or have a result, and of others for a month.
    """
    turned_out = exists().where(
        Stance.table_id == Seat.table_id,
        Stance.kind == KICKED,
        Stance.user_id == user_id,
        Stance.at <= Seat.left_at,
    )
    mine = Seat.table_id.in_(table_ids), Seat.user_id == user_id
    away = select(Seat.table_id).where(*mine, Seat.left_at.is_not(None), ~turned_out)
    gave_up = select(Stance.table_id).where(
        Stance.table_id.in_(table_ids),
        Stance.user_id == user_id,
        Stance.kind.in_((LEFT, LEFT_LATE)),
    )
    told = select(Result.table_id).where(
        Result.table_id.in_(table_ids), Result.user_id == user_id, Result.left, ~Result.kicked
    )
    here = select(Seat.table_id).where(*mine, Seat.left_at.is_(None))
    found = set((await connection.execute(union(away, gave_up, told))).scalars())
    return found - set((await connection.execute(here)).scalars())
