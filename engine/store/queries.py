"""The questions, as statements on a reading connection; each answer comes from one snapshot."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

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
from engine.store.rows import (
    LIVE,
    PLAYING,
    ActionRow,
    BellRow,
    EndedTable,
    LiveTable,
    Occupancy,
    SeatRow,
    SettingChangeRow,
    StanceRow,
    StoredTable,
    TableRow,
)
from engine.store.writes import deadline_in_force


async def load(connection: AsyncConnection, table_id: int) -> StoredTable | None:
    """A table with its seats and its whole journal; None if there is none."""
    header = await connection.execute(_row(Table).where(Table.id == table_id))
    table = header.mappings().one_or_none()
    if table is None:
        return None
    seats = await connection.execute(
        _row(Seat, without="table_id").where(Seat.table_id == table_id).order_by(Seat.seat)
    )
    actions = await connection.execute(
        _row(Action).where(Action.table_id == table_id).order_by(Action.ply)
    )
    stances = await connection.execute(_row(Stance).where(Stance.table_id == table_id))
    return StoredTable(
        TableRow(**table),
        [SeatRow(**seat) for seat in seats.mappings()],
        [ActionRow(**action) for action in actions.mappings()],
        [StanceRow(**stance) for stance in stances.mappings()],
    )


async def live(connection: AsyncConnection) -> list[LiveTable]:
    """Every table that isn't over, oldest first."""
    statement = (
        select(
            Table.id.label("table_id"),
            Table.guild_id,
            Table.status,
            Table.closes_at,
            deadline_in_force().label("deadline"),
        )
        .where(Table.status.in_(LIVE))
        .order_by(Table.id)
    )
    result = await connection.execute(statement)
    return [LiveTable(**table) for table in result.mappings()]


async def tables_of(connection: AsyncConnection, guild_id: int, user_id: int) -> list[int]:
    """Live tables of a server where the person has a seat and hasn't left it, newest first."""
    sits = and_(Seat.user_id == user_id, Seat.left_at.is_(None))
    return await _live_with(connection, guild_id, sits)


async def occupancy(connection: AsyncConnection, guild_id: int, user_id: int) -> Occupancy:
    """The live tables of a server: where the person sits or will sit, and how many in all."""
    sits = and_(Seat.user_id == user_id, Seat.left_at.is_(None))
    will_sit = and_(Seat.heir_id == user_id, Table.status == PLAYING)
    mine = await _live_with(connection, guild_id, or_(sits, will_sit))
    counted = select(func.count()).where(Table.guild_id == guild_id, Table.status.in_(LIVE))
    return Occupancy(mine, await connection.scalar(counted) or 0)


async def tables_with(connection: AsyncConnection, guild_id: int, user_id: int) -> list[int]:
    """Live tables where the person sits, will sit, or has a place kept, newest first."""
    sits = and_(Seat.user_id == user_id, Seat.left_at.is_(None))
    return await _live_with(connection, guild_id, or_(sits, Seat.heir_id == user_id))


async def live_in(connection: AsyncConnection, guild_id: int) -> list[int]:
    """A server's live tables, newest first."""
    statement = select(Table.id).where(Table.guild_id == guild_id, Table.status.in_(LIVE))
    return list((await connection.execute(statement.order_by(Table.id.desc()))).scalars())


async def rematch_of(connection: AsyncConnection, table_id: int) -> int | None:
    """The live table at which the people of another play again; None if there is none."""
    statement = select(Table.id).where(Table.rematch_of == table_id, Table.status.in_(LIVE))
    return await connection.scalar(statement.order_by(Table.id.desc()).limit(1))


async def unsettled(connection: AsyncConnection) -> list[int]:
    """Tables that are over and whose message may need an edit, oldest first.

    One whose plays are gone can't be shown any more.
    """
    statement = select(Table.id).where(
        Table.status.not_in(LIVE), Table.settled.is_(False), Table.has_journal
    )
    return list((await connection.execute(statement.order_by(Table.id))).scalars())


async def just_ended(connection: AsyncConnection, count: int) -> list[EndedTable]:
    """The tables that are over among so many opened last, newest first."""
    newest = select(Table.id).order_by(Table.id.desc()).limit(count).subquery()
    statement = (
        select(
            Table.id.label("table_id"),
            Table.guild_id,
            Table.channel_id,
            Table.parent_id,
            Table.opened_at,
        )
        .join(newest, newest.c.id == Table.id)
        .where(Table.status.not_in(LIVE))
        .order_by(Table.id.desc())
    )
    result = await connection.execute(statement)
    return [EndedTable(**table) for table in result.mappings()]


async def last_heartbeat(connection: AsyncConnection) -> float | None:
    """When the bot was last known to run; None on a new database."""
    return await connection.scalar(select(House.alive_at))


async def choices(connection: AsyncConnection, user_id: int) -> dict[str, Any]:
    """What a person has chosen; {} if nothing."""
    result = await connection.execute(
        _row(Person, without="user_id").where(Person.user_id == user_id)
    )
    row = result.mappings().first()
    return {} if row is None else dict(row)


async def bells(connection: AsyncConnection) -> list[BellRow]:
    """Every reminder that stands in a channel, as far as is known."""
    result = await connection.execute(_row(Bell).order_by(Bell.message_id))
    return [BellRow(**bell) for bell in result.mappings()]


async def guild_settings(connection: AsyncConnection, guild_id: int) -> dict[str, Any]:
    """What a server has set; {} if nothing."""
    statement = select(Guild.settings).where(Guild.guild_id == guild_id)
    return await connection.scalar(statement) or {}


async def settings_in_use(connection: AsyncConnection) -> dict[int, dict[str, Any]]:
    """What the servers with live tables have set; those that have set nothing are left out."""
    playing = select(Table.guild_id).where(Table.status.in_(LIVE))
    statement = select(Guild.guild_id, Guild.settings).where(Guild.guild_id.in_(playing))
    return {row.guild_id: row.settings for row in await connection.execute(statement)}


async def setting_changes(
    connection: AsyncConnection, guild_id: int, limit: int
) -> list[SettingChangeRow]:
    """Who changed settings of a server, newest first."""
    statement = (
        _row(SettingChange, without="id")
        .where(SettingChange.guild_id == guild_id)
        .order_by(SettingChange.id.desc())
        .limit(limit)
    )
    result = await connection.execute(statement)
    return [SettingChangeRow(**change) for change in result.mappings()]


async def _live_with(
    connection: AsyncConnection, guild_id: int, seated: ColumnElement[bool]
) -> list[int]:
    """Live tables of a server with such a seat, newest first."""
    statement = (
        select(Table.id)
        .join(Seat, Seat.table_id == Table.id)
        .where(Table.guild_id == guild_id, Table.status.in_(LIVE), seated)
        .order_by(Table.id.desc())
        .distinct()
    )
    return list((await connection.execute(statement)).scalars())


def _row(model: type[Any], *, without: str = "") -> Select[*tuple[Any, ...]]:
    """All columns of a table, as plain values rather than objects of the model."""
    return select(*(column for column in model.__table__.columns if column.name != without))
