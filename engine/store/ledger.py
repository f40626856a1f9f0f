"""The ledger: chips move between members' purses, tables' pots and the house, never out of nothing.

All functions work on the caller's transaction. See docs/chips.md for the rules in words.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import books
from engine.store.chairs import BACK, KICKED, LEFT, LEFT_LATE, company
from engine.store.errors import Refused, ShortOfChips
from engine.store.models import Account, Action, Member, Seat, Stance, Table, Transfer
from engine.store.pot import Chair, Payment, refunds, settlement
from engine.store.records import WELCOME, EntryKind, Refill
from engine.store.refills import refill_for
from engine.store.rows import PLAYING, SeatRow
from engine.store.upserts import upsert

MEMBER: Final = "member"
POT: Final = "pot"
HOUSE: Final = "house"

_Party = tuple[str, int]
_THE_HOUSE: Final[_Party] = (HOUSE, 0)


@dataclass(frozen=True, slots=True)
class Pot:
    """A table with its stake, in chips a seat."""

    guild_id: int
    table_id: int
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    kind: EntryKind
    source: _Party
    target: _Party
    amount: int
    once: str | None = None


# --- the life of a table


async def escrow(
    connection: AsyncConnection, pot: Pot, seats: Iterable[SeatRow], at: float
) -> None:
    """Put every seat's stake into the pot, the house's for computers; ShortOfChips.

    The caller has locked the books.
    """
    if pot.stake <= 0:
        return
    seats = list(seats)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    moves = await _welcomes(connection, pot.guild_id, people)
    held = await balances(connection, pot.guild_id, people)
    short = {user: held.get(user, WELCOME) for user in people}
    short = {user: balance for user, balance in short.items() if balance < pot.stake}
    if short:
        raise ShortOfChips(
            f"table {pot.table_id}: {len(short)} can't pay the stake", short, stake=pot.stake
        )
    moves += [
        _Move(
            kind=EntryKind.STAKE,
            source=_party(seat.user_id),
            target=(POT, pot.table_id),
            amount=pot.stake,
            once=f"stake {seat.seat}",
        )
        for seat in seats
    ]
    await _book(connection, pot.guild_id, moves, at, pot.table_id)


async def settle(connection: AsyncConnection, pot: Pot, chairs: Sequence[Chair], at: float) -> None:
    """Pay the pot out to the winners; Refused unless it is whole. The books are locked."""
    if pot.stake <= 0:
        return
    if any(chair.won for chair in chairs):
        payments, kind = settlement(pot.stake, chairs), EntryKind.WINNINGS
    else:
        payments, kind = refunds(pot.stake, chairs), EntryKind.REFUND
    await _empty(connection, pot, payments, kind, len(chairs), at)


async def refund(
    connection: AsyncConnection, table_id: int, at: float, *, abandoned: bool = False
) -> None:
    """Give the stakes of a table back that ends without a result; Refused unless the pot is whole.

    Nothing to do for a table that had not started, or without stake. With `abandoned` nobody sits
    there any more, whatever the seats say. The caller has locked the books.
    """
    statement = select(Table.guild_id, Table.stake, Table.started_at).where(Table.id == table_id)
    row = (await connection.execute(statement)).one()
    if row.stake <= 0 or row.started_at is None:
        return
    seats = (await company(connection, table_id, row.started_at)).seats
    chairs = [Chair(each.seat, each.user_id, each.left or abandoned, each.kicked) for each in seats]
    payments = refunds(row.stake, chairs)
    pot = Pot(row.guild_id, table_id, row.stake)
    await _empty(connection, pot, payments, EntryKind.REFUND, len(chairs), at)


async def buy_in(
    connection: AsyncConnection, table_id: int, user_id: int, at: float, *, seat: int
) -> None:
    """A person takes a seat of a running game, and over its stake: they pay the house.

    To be called before the seat's row is changed, also where there is no stake: it is noted who
    had left that seat, and forgotten by which clicks they played, since nothing will lead from
    those plays to them any more. ShortOfChips if they can't pay.
    """
    table = await _playing(connection, table_id)
    if table is None:
        return
    await _note_leaver(connection, table, seat, at)
    clicked = and_(Action.table_id == table_id, Action.seat == seat)
    await connection.execute(
        update(Action)
        .where(clicked, Action.interaction_id.is_not(None))
        .values(interaction_id=None)
    )
    if table.stake <= 0:
        return
    moves = await _welcomes(connection, table.guild_id, [user_id])
    held = (await balances(connection, table.guild_id, [user_id])).get(user_id, WELCOME)
    if held < table.stake:
        raise ShortOfChips(
            f"table {table_id}: the newcomer can't pay", {user_id: held}, stake=table.stake
        )
    pay = _Move(
        kind=EntryKind.BUY_IN,
        source=(MEMBER, user_id),
        target=_THE_HOUSE,
        amount=table.stake,
        once=f"in {seat} {at!r}",
    )
    await _book(connection, table.guild_id, [*moves, pay], at, table_id)


async def refund_kicked(
    connection: AsyncConnection, table_id: int, user_id: int, at: float, *, seat: int
) -> None:
    """Give somebody who is turned out of a running game their stake back; it is the house's then.

    To be called once, in the transaction that writes the stance "kicked"; not for somebody who
    had left before.
    """
    table = await _playing(connection, table_id)
    if table is None or table.stake <= 0:
        return
    back = _Move(
        kind=EntryKind.KICKED,
        source=_THE_HOUSE,
        target=(MEMBER, user_id),
        amount=table.stake,
        once=f"kicked {seat} {at!r}",
    )
    await _book(connection, table.guild_id, [back], at, table_id)


# --- members


async def refill(
    connection: AsyncConnection, guild_id: int, user_id: int, at: float
) -> Refill | None:
    """Give the daily refill; return instead of giving it why not, if it isn't due."""
    await books.lock(connection, guild_id)
    settings = await books.settings_of(connection, guild_id)
    moves = await _welcomes(connection, guild_id, [user_id])
    held = await balances(connection, guild_id, [user_id])
    chips = held.get(user_id, WELCOME) + await in_play(connection, guild_id, user_id)
    last = await connection.scalar(select(Account.refilled_at).where(_account(guild_id, user_id)))
    state = refill_for(chips, last, settings, at)
    if not state.allowed:
        return state
    give = _Move(
        kind=EntryKind.REFILL, source=_THE_HOUSE, target=(MEMBER, user_id), amount=state.amount
    )
    await _book(connection, guild_id, [*moves, give], at)
    await connection.execute(
        update(Account).where(_account(guild_id, user_id)).values(refilled_at=at)
    )
    return None


async def balances(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> dict[int, int]:
    """What is in the purses of those who have one."""
    statement = select(Account.owner, Account.balance).where(
        Account.guild_id == guild_id, Account.kind == MEMBER, Account.owner.in_(user_ids)
    )
    return {row.owner: row.balance for row in await connection.execute(statement)}


async def in_play(connection: AsyncConnection, guild_id: int, user_id: int) -> int:
    """A person's stakes in the pots of running games at which they sit, or could sit again.

    Who leaves can come back to the seat, and to its stake, until somebody else has taken it: else
    they could leave, get a refill, and come back.
    """
    turned_out = exists().where(
        Stance.table_id == Table.id, Stance.kind == KICKED, Stance.user_id == user_id
    )
    statement = (
        select(func.coalesce(func.sum(Table.stake), 0))
        .join(Seat, Seat.table_id == Table.id)
        .where(
            Table.guild_id == guild_id,
            Table.status == PLAYING,
            Seat.user_id == user_id,
            or_(Seat.left_at.is_(None), ~turned_out),
        )
    )
    return int(await connection.scalar(statement) or 0)


async def gains(connection: AsyncConnection, table_ids: Sequence[int]) -> dict[int, dict[int, int]]:
    """What each person has won at tables less what they have put in, by table and user."""
    statement = select(
        Transfer.table_id,
        Transfer.from_kind,
        Transfer.from_owner,
        Transfer.to_kind,
        Transfer.to_owner,
        Transfer.amount,
    ).where(
        Transfer.table_id.in_(table_ids),
        or_(Transfer.from_kind == MEMBER, Transfer.to_kind == MEMBER),
    )
    sums: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row in await connection.execute(statement):
        if row.from_kind == MEMBER:
            sums[row.table_id][row.from_owner] -= row.amount
        if row.to_kind == MEMBER:
            sums[row.table_id][row.to_owner] += row.amount
    return sums


# --- booking


def _party(user_id: int | None) -> _Party:
    return _THE_HOUSE if user_id is None else (MEMBER, user_id)


def _account(guild_id: int, user_id: int) -> ColumnElement[bool]:
    return and_(Account.guild_id == guild_id, Account.kind == MEMBER, Account.owner == user_id)


async def _playing(connection: AsyncConnection, table_id: int) -> Pot | None:
    """A table that is being played, with its server's books locked."""
    locked = await books.lock_for_table(connection, table_id)
    stake = await connection.scalar(
        select(Table.stake).where(Table.id == table_id, Table.status == PLAYING)
    )
    return None if locked is None or stake is None else Pot(locked.guild_id, table_id, stake)


async def _note_leaver(connection: AsyncConnection, pot: Pot, number: int, at: float) -> None:
    """Remember who left a seat that is about to become another person's, by id and by name."""
    started_at = await connection.scalar(select(Table.started_at).where(Table.id == pot.table_id))
    seats = (await company(connection, pot.table_id, started_at)).seats
    before = next((each for each in seats if each.seat == number), None)
    if before is None or before.user_id is None or not before.left or before.kicked:
        return
    name = {"guild_id": pot.guild_id, "user_id": before.user_id, "name": before.name}
    await upsert(connection, Member, [name], ["guild_id", "user_id"], ["name"])
    stance = {
        "table_id": pot.table_id,
        "kind": LEFT_LATE if before.late else LEFT,
        "user_id": before.user_id,
        "at": at,
    }
    await upsert(connection, Stance, [stance], ["table_id", "kind", "user_id"], [])
    returned = delete(Stance).where(Stance.table_id == pot.table_id, Stance.kind == BACK)
    await connection.execute(returned.where(Stance.user_id == before.user_id))


async def _empty(
    connection: AsyncConnection,
    pot: Pot,
    payments: Sequence[Payment],
    kind: EntryKind,
    seats: int,
    at: float,
) -> None:
    """Pay a whole pot out, once."""
    held = await connection.scalar(
        select(Account.balance).where(
            Account.guild_id == pot.guild_id, Account.kind == POT, Account.owner == pot.table_id
        )
    )
    if held != pot.stake * seats:
        raise Refused(f"the pot of table {pot.table_id} holds {held} chips: it can't be paid out")
    moves = [
        _Move(
            kind=EntryKind.RETURNED if payment.user_id is None else kind,
            source=(POT, pot.table_id),
            target=_party(payment.user_id),
            amount=payment.amount,
            once="end house" if payment.seat is None else f"end {payment.seat}",
        )
        for payment in payments
    ]
    await _book(connection, pot.guild_id, moves, at, pot.table_id)


async def _welcomes(
    connection: AsyncConnection, guild_id: int, user_ids: Sequence[int]
) -> list[_Move]:
    """The first chips of those who have no purse yet."""
    held = await balances(connection, guild_id, user_ids)
    return [
        _Move(kind=EntryKind.WELCOME, source=_THE_HOUSE, target=(MEMBER, user_id), amount=WELCOME)
        for user_id in dict.fromkeys(user_ids)
        if user_id not in held
    ]


async def _book(
    connection: AsyncConnection,
    guild_id: int,
    moves: Sequence[_Move],
    at: float,
    table_id: int | None = None,
) -> None:
    """Write transfers and the balances after them. No account but the house's may end below 0."""
    rows = [
        {
            "guild_id": guild_id,
            "at": at,
            "kind": move.kind.value,
            "table_id": None if move.once is None else table_id,
            "once": move.once,
            "from_kind": move.source[0],
            "from_owner": move.source[1],
            "to_kind": move.target[0],
            "to_owner": move.target[1],
            "amount": move.amount,
        }
        for move in moves
    ]
    if not rows:
        return
    await connection.execute(insert(Transfer), rows)
    changes: dict[_Party, int] = defaultdict(int)
    for move in moves:
        changes[move.source] -= move.amount
        changes[move.target] += move.amount
    new = [
        {"guild_id": guild_id, "kind": kind, "owner": owner, "balance": 0}
        for kind, owner in sorted(changes)
    ]
    await upsert(connection, Account, new, ["guild_id", "kind", "owner"], [])
    await connection.execute(
        _CHANGE_BALANCE,
        [
            {"of_guild": guild_id, "of_kind": kind, "of_owner": owner, "change": change}
            for (kind, owner), change in sorted(changes.items())
        ],
    )


_CHANGE_BALANCE = (
    update(Account)
    .where(
        Account.guild_id == bindparam("of_guild"),
        Account.kind == bindparam("of_kind"),
        Account.owner == bindparam("of_owner"),
    )
    .values(balance=Account.balance + bindparam("change"))
)
