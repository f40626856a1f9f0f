"""The changes, as statements on a connection whose transaction the caller commits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Update, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.settings import GuildSettings
from engine.store import books, chairs, ledger
from engine.store.errors import AlreadyPlayed, Refused
from engine.store.models import (
    Action,
    Bell,
    Guild,
    House,
    Person,
    Seat,
    SettingChange,
    Stance,
    Table,
)
from engine.store.rebuilding import follow_zone
from engine.store.rows import (
    CANCELLED,
    LIVE,
    LOBBY,
    PLAYING,
    BellRow,
    NewTable,
    SeatRow,
    SettingChangeRow,
    SettingsChange,
    StanceRow,
    TableChange,
    values,
)
from engine.store.upserts import insert_for
from engine.store.upserts import upsert as _upsert

HOUSE_ID = 1
ABANDONED: Final = "abandoned"
"""Why a table is ended that all its people have left."""
KICKED: Final = "kicked"
"""What is noted of somebody who was turned out of a table."""


async def create_table(
    connection: AsyncConnection,
    new: NewTable,
    seats: Iterable[SeatRow],
    said: Iterable[StanceRow] = (),
) -> int:
    """Open a lobby with its first seats; returns the table's id, which `said` doesn't know yet.

    AlreadyPlayed if it keeps a place for somebody who isn't at the table any more that is played
    again: they have been erased meanwhile.
    """
    seats = list(seats)
    if new.rematch_of is not None:
        kept = {seat.heir_id for seat in seats} - {None}
        there = select(Seat.user_id).where(Seat.table_id == new.rematch_of)
        if kept - {*(await connection.execute(there)).scalars()}:
            raise AlreadyPlayed(f"table {new.rematch_of} has other people by now")
    columns = {**values(new), "options": dict(new.options), "status": LOBBY}
    result = await connection.execute(insert(Table).values(columns).returning(Table.id))
    table_id = result.scalar_one()
    await _insert_seats(connection, table_id, seats)
    for stance in said:
        await add_stance(connection, replace(stance, table_id=table_id))
    return table_id


async def update_table(connection: AsyncConnection, table_id: int, columns: dict[str, Any]) -> None:
    """Change columns of a table, whatever its status; Refused if there is no such table."""
    statement = update(Table).where(Table.id == table_id).values(**columns)
    if not await _changed(connection, statement):
        raise Refused(f"there is no table {table_id}")


async def save_lobby(
    connection: AsyncConnection,
    table_id: int,
    seats: Iterable[SeatRow],
    columns: dict[str, Any],
    said: Iterable[StanceRow] = (),
    before: Iterable[SeatRow] | None = None,
) -> None:
    """Replace the seats of a lobby and change columns; AlreadyPlayed if it is no lobby any more.

    Nor if the seats aren't those of `before` any more, where that is given.
    """
    statement = (
        update(Table)
        .where(Table.id == table_id, Table.status == LOBBY)
        .values({"status": LOBBY, **columns})
    )
    if not await _changed(connection, statement):
        raise AlreadyPlayed(f"table {table_id} is no lobby any more")
    if before is not None:
        columns_that_tell = select(Seat.seat, Seat.user_id, Seat.heir_id)
        found = await connection.execute(columns_that_tell.where(Seat.table_id == table_id))
        if {(row.seat, row.user_id, row.heir_id) for row in before} != {*map(tuple, found)}:
            raise AlreadyPlayed(f"somebody else has changed the seats of table {table_id}")
    await connection.execute(delete(Seat).where(Seat.table_id == table_id))
    await _insert_seats(connection, table_id, seats)
    for stance in said:
        await add_stance(connection, stance)


async def change_table(connection: AsyncConnection, table_id: int, change: TableChange) -> None:
    """Change a table that is being played; AlreadyPlayed if it is over, or still a lobby.

    Stakes follow who sits down, is kicked, or ends the game: ShortOfChips if a newcomer can't pay.
    """
    await _before_seats_change(connection, table_id, change)
    columns: dict[str, Any] = {"status": PLAYING, **change.columns}
    if change.ends is not None:
        columns |= {"status": CANCELLED, "closed_reason": change.ends, "ended_at": change.at}
        columns |= {"deadline": None, "closes_at": None}
    playing = update(Table).where(Table.id == table_id, Table.status == PLAYING)
    if not await _changed(connection, playing.values(columns)):
        raise AlreadyPlayed(f"table {table_id} isn't being played any more")
    for seat, changed in change.seats.items():
        was = [
            getattr(Seat, column).is_not_distinct_from(value)
            for column, value in change.was.get(seat, {}).items()
        ]
        mine = update(Seat).where(Seat.table_id == table_id, Seat.seat == seat, *was)
        if not await _changed(connection, mine.values(**changed)):
            raise AlreadyPlayed(f"seat {seat} of table {table_id} isn't what it was")
    for stance in change.unsaid:
        await drop_stances(connection, table_id, stance.kind, stance.user_id)
    for stance in change.said:
        await add_stance(connection, stance)
    if change.ends is not None:
        await ledger.refund(connection, table_id, change.at, abandoned=change.ends == ABANDONED)


async def _before_seats_change(
    connection: AsyncConnection, table_id: int, change: TableChange
) -> None:
    """Book what newcomers pay and what those who are turned out get back; seats are as before.

    Whoever comes back to their own seat still has their stake in the pot, and pays nothing.
    """
    if change.ends is not None:
        await books.lock_for_table(connection, table_id)
    kicked = {stance.user_id for stance in change.said if stance.kind == KICKED}
    for seat, changed in change.seats.items():
        before, newcomer = change.was.get(seat, {}), changed.get("user_id")
        owner, had_left = before.get("user_id"), before.get("left_at") is not None
        sat_at = changed.get("joined_at", 0.0)
        if newcomer is not None:
            await ledger.buy_in(connection, table_id, newcomer, sat_at, seat=seat)
        elif had_left and "left_at" in changed:
            await chairs.note_return(connection, table_id, seat, sat_at)
        elif owner in kicked and owner is not None and not had_left:
            at = changed.get("left_at") or 0.0
            await ledger.refund_kicked(connection, table_id, owner, at, seat=seat)


async def start_table(
    connection: AsyncConnection,
    table_id: int,
    seats: Sequence[SeatRow],
    columns: dict[str, Any],
    before: Iterable[SeatRow] | None = None,
) -> None:
    """A lobby becomes a game and its stakes go into the pot; AlreadyPlayed, ShortOfChips."""
    locked = await books.lock_for_table(connection, table_id)
    await save_lobby(connection, table_id, seats, columns, before=before)
    stake = await connection.scalar(select(Table.stake).where(Table.id == table_id))
    if locked is not None and stake:
        pot = ledger.Pot(locked.guild_id, table_id, stake)
        await ledger.escrow(connection, pot, seats, columns["started_at"])


async def end_table(
    connection: AsyncConnection,
    table_id: int,
    status: str,
    reason: str,
    at: float,
    said: Iterable[StanceRow] = (),
) -> bool:
    """End a table without results; False, and nothing changed, if it isn't live.

    Stakes go back; not to anybody where everybody has left, which is the reason "abandoned".
    `said` is noted with it.
    """
    await books.lock_for_table(connection, table_id)
    statement = (
        update(Table)
        .where(Table.id == table_id, Table.status.in_(LIVE))
        .values(status=status, closed_reason=reason, ended_at=at, deadline=None, closes_at=None)
    )
    if not await _changed(connection, statement):
        return False
    for stance in said:
        await add_stance(connection, stance)
    await ledger.refund(connection, table_id, at, abandoned=reason == ABANDONED)
    return True


async def update_seat(
    connection: AsyncConnection, table_id: int, seat: int, columns: dict[str, Any]
) -> None:
    """Change columns of a seat; Refused if there is no such seat."""
    statement = update(Seat).where(Seat.table_id == table_id, Seat.seat == seat).values(**columns)
    if not await _changed(connection, statement):
        raise Refused(f"table {table_id} has no seat {seat}")


async def heartbeat(connection: AsyncConnection, at: float) -> None:
    """Remember that the bot was running at that time."""
    await _upsert(connection, House, [{"id": HOUSE_ID, "alive_at": at}], ["id"], ["alive_at"])


async def shift_deadlines(
    connection: AsyncConnection, seconds: float, table_ids: Sequence[int] | None
) -> None:
    """Put off live tables' deadlines and closing times; the header holds the deadline then.

    All tables where `table_ids` is None.
    """
    plies = (
        select(func.count()).where(Action.table_id == Table.id).correlate(Table).scalar_subquery()
    )
    statement = (
        update(Table)
        .where(Table.status.in_(LIVE))
        .values(
            deadline=deadline_in_force() + seconds,
            deadline_ply=plies,
            closes_at=Table.closes_at + seconds,
        )
    )
    if table_ids is not None:
        statement = statement.where(Table.id.in_(table_ids))
    await connection.execute(statement)


async def set_choices(
    connection: AsyncConnection, user_id: int, choices: Mapping[str, Any]
) -> None:
    """Remember what a person has chosen; what isn't named stays as it is."""
    row = {"hand_layout": "", **choices, "user_id": user_id}
    await _upsert(connection, Person, [row], ["user_id"], [*choices])


async def add_stance(connection: AsyncConnection, stance: StanceRow) -> None:
    """Note what a person says about a table; saying it again changes nothing but the time."""
    await _upsert(connection, Stance, [values(stance)], ["table_id", "kind", "user_id"], ["at"])


async def drop_stances(
    connection: AsyncConnection, table_id: int, kind: str, user_id: int | None
) -> None:
    """Take back what a person has said about a table, or everybody where `user_id` is None."""
    statement = delete(Stance).where(Stance.table_id == table_id, Stance.kind == kind)
    if user_id is not None:
        statement = statement.where(Stance.user_id == user_id)
    await connection.execute(statement)


async def add_bell(connection: AsyncConnection, bell: BellRow) -> None:
    """Note that a reminder stands in a channel."""
    await connection.execute(insert(Bell), [values(bell)])


async def drop_bell(connection: AsyncConnection, message_id: int) -> None:
    """Note that a reminder is gone."""
    await connection.execute(delete(Bell).where(Bell.message_id == message_id))


async def change_settings(
    connection: AsyncConnection, guild_id: int, change: SettingsChange
) -> Sequence[SettingChangeRow]:
    """Change what a server has set, as it stands now, and write down who did.

    The periods of its boards follow its time zone.
    """
    new_row = insert_for(connection, Guild).on_conflict_do_nothing()
    await connection.execute(new_row, [{"guild_id": guild_id, "settings": {}}])
    chosen = Guild.guild_id == guild_id
    stored = await connection.scalar(select(Guild.settings).where(chosen).with_for_update())
    settings, changes = change(stored or {})
    if changes:
        await connection.execute(update(Guild).where(chosen).values(settings=settings))
        await connection.execute(insert(SettingChange), [values(change) for change in changes])
    if any(change.setting == "timezone" for change in changes):
        timezone = GuildSettings.read(settings).timezone
        await follow_zone(connection, guild_id, timezone, max(change.at for change in changes))
    return changes


def deadline_in_force() -> ColumnElement[float | None]:
    """A table's deadline that was written last: its last action's unless the header's is newer."""
    last = (
        select(Action.deadline)
        .where(Action.table_id == Table.id, Action.ply >= Table.deadline_ply)
        .order_by(Action.ply.desc())
        .limit(1)
        .correlate(Table)
        .scalar_subquery()
    )
    return func.coalesce(last, Table.deadline)


async def _insert_seats(
    connection: AsyncConnection, table_id: int, seats: Iterable[SeatRow]
) -> None:
    rows = [{"table_id": table_id, **values(seat)} for seat in seats]
    if rows:
        await connection.execute(insert(Seat), rows)


async def _changed(connection: AsyncConnection, statement: Update) -> bool:
    """Whether the statement found a row to change."""
    result = await connection.execute(statement)
    return result.rowcount > 0
