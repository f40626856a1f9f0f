"""What is dropped in the course of time, a little at a time: see PRIVACY.md for the promises.

Each duty finds what is due by reading, and then changes a few rows in a transaction of their own,
so that a table that wants to write never waits for long.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    delete,
    exists,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.models import (
    Account,
    Action,
    Base,
    Bell,
    Guild,
    Member,
    Result,
    Seat,
    SettingChange,
    Stance,
    Table,
)
from engine.store.rows import CANCELLED, FINISHED

DAY: Final = 86_400.0
CLICKS_KEPT: Final = 30 * DAY
"""How long after a table's end it is known by which clicks people joined and played, and what they
had said about it."""
CANCELLED_KEPT: Final = 30 * DAY
"""How long tables without a result are kept after their end."""
JOURNALS_KEPT: Final = 365 * DAY
"""How long the plays of finished games are kept; their results stay."""
CHANGES_KEPT: Final = 365 * DAY
"""How long it is known who changed a server's settings."""
REMOVED_KEPT: Final = 30 * DAY
"""How long the data of a server are kept after the bot has been removed from it."""
BEING_DELETED: Final = 0.0
"""The `removed_at` of a server whose data are being deleted: from then on there is no way back."""

_SIGNS: Final = (Table, Member, Account, SettingChange)
"""By what a server is known: whatever else there is belongs to one of these."""

TABLES_AT_ONCE: Final = 10
"""Tables that are changed in one transaction,"""
ROWS_AT_ONCE: Final = 200
"""and rows of other kinds."""


@dataclass(frozen=True, slots=True)
class Duty:
    """One kind of thing that is dropped: which rows are due, and what is done to some of them."""

    due: Callable[[float], Select[Any]]
    """The ids that are due at a time, in ascending order."""
    do: Callable[[AsyncConnection, Sequence[int]], Awaitable[None]]
    at_once: int = TABLES_AT_ONCE


async def due(connection: AsyncConnection, duty: Duty, now: float, after: int) -> list[int]:
    """The next ids above `after` that a duty is about."""
    statement = duty.due(now)
    (key,) = statement.selected_columns
    statement = statement.where(key > after).order_by(key).limit(duty.at_once)
    return list((await connection.execute(statement)).scalars())


def _ended(status: tuple[str, ...], before: float) -> Select[Any]:
    return select(Table.id).where(Table.status.in_(status), Table.ended_at <= before)


def _with_clicks(now: float) -> Select[Any]:
    """Tables that still hold who clicked, or what was said about them.

    Whoever waited for their seat has no click by which they sat down, but those of their plays.
    """
    played = exists().where(Action.table_id == Table.id, Action.interaction_id.is_not(None))
    waited = and_(Seat.user_id.is_not(None), Seat.joined_at > Table.started_at, played)
    told = or_(
        *(exists().where(model.table_id == Table.id) for model in (Stance, Bell)),
        exists().where(
            Seat.table_id == Table.id,
            or_(Seat.join_id != 0, Seat.standing != "", Seat.heir_id.is_not(None), waited),
        ),
    )
    return _ended((FINISHED, CANCELLED), now - CLICKS_KEPT).where(told)


async def _drop_clicks(connection: AsyncConnection, ids: Sequence[int]) -> None:
    ids = await _held(connection, ids)
    for model in (Stance, Bell):
        await connection.execute(delete(model).where(model.table_id.in_(ids)))
    said = {"join_id": 0, "standing": "", "heir_id": None, "heir_name": None}
    await connection.execute(update(Seat).where(Seat.table_id.in_(ids)).values(said))
    await connection.execute(
        update(Action)
        .where(Action.table_id.in_(ids), Action.interaction_id.is_not(None))
        .values(interaction_id=None)
    )


async def drop_tables(connection: AsyncConnection, ids: Sequence[int]) -> None:
    """Delete tables with all that refers to them; none of them has results."""
    ids = await _held(connection, ids)
    await connection.execute(delete(Table).where(Table.id.in_(ids)))


async def _drop_journals(connection: AsyncConnection, ids: Sequence[int]) -> None:
    ids = await _held(connection, ids)
    await connection.execute(delete(Action).where(Action.table_id.in_(ids)))
    await connection.execute(update(Table).where(Table.id.in_(ids)).values(has_journal=False))


async def _drop_changes(connection: AsyncConnection, ids: Sequence[int]) -> None:
    await connection.execute(delete(SettingChange).where(SettingChange.id.in_(ids)))


DUTIES: Final = (
    Duty(lambda now: _ended((CANCELLED,), now - CANCELLED_KEPT), drop_tables),
    Duty(_with_clicks, _drop_clicks),
    Duty(
        lambda now: _ended((FINISHED,), now - JOURNALS_KEPT).where(Table.has_journal),
        _drop_journals,
    ),
    Duty(
        lambda now: select(SettingChange.id).where(SettingChange.at <= now - CHANGES_KEPT),
        _drop_changes,
        ROWS_AT_ONCE,
    ),
)


async def drop_names(connection: AsyncConnection) -> bool:
    """Drop some names of people with neither a seat nor a result in that server; False if none."""
    key = (Member.guild_id, Member.user_id)
    unknown = (
        select(*key)
        .where(
            ~exists().where(Result.guild_id == Member.guild_id, Result.user_id == Member.user_id),
            *(
                ~exists().where(
                    model.user_id == Member.user_id,
                    Table.id == model.table_id,
                    Table.guild_id == Member.guild_id,
                )
                for model in (Seat, Stance)
            ),
        )
        .limit(ROWS_AT_ONCE)
    )
    return await _deleted(connection, Member, _among(key, unknown))


# --- servers ------------------------------------------------------------------------------------


async def known_servers(connection: AsyncConnection) -> dict[int, float | None]:
    """Every server of which anything is stored, and since when the bot isn't there any more."""
    ids = union(*(select(model.guild_id) for model in _SIGNS))
    servers: dict[int, float | None] = dict.fromkeys((await connection.execute(ids)).scalars())
    removed = await connection.execute(select(Guild.guild_id, Guild.removed_at))
    return servers | {row.guild_id: row.removed_at for row in removed}


async def server_left(connection: AsyncConnection, guild_id: int, at: float) -> None:
    """Note that the bot isn't in a server any more, if that isn't noted already."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = {"guild_id": guild_id, "settings": {}}
    await connection.execute(dialect.insert(Guild).on_conflict_do_nothing().values(row))
    await connection.execute(
        update(Guild)
        .where(Guild.guild_id == guild_id, Guild.removed_at.is_(None))
        .values(removed_at=at)
    )


async def server_back(connection: AsyncConnection, guild_id: int) -> None:
    """Note that the bot is in a server again, unless the deletion has begun."""
    await connection.execute(
        update(Guild)
        .where(Guild.guild_id == guild_id, Guild.removed_at != BEING_DELETED)
        .values(removed_at=None)
    )


async def begin_deletion(connection: AsyncConnection, guild_id: int, now: float) -> bool:
    """Mark a server whose time is over; False, and nothing changed, if it isn't, or is back."""
    result = await connection.execute(
        update(Guild)
        .where(Guild.guild_id == guild_id, Guild.removed_at <= now - REMOVED_KEPT)
        .values(removed_at=BEING_DELETED)
    )
    return result.rowcount > 0


async def delete_some(connection: AsyncConnection, guild_id: int) -> bool:
    """Delete some rows of a marked server; False once nothing is left of it."""
    for model in _of_servers():
        key = tuple(model.__table__.primary_key)
        some = select(*key).where(model.guild_id == guild_id).limit(ROWS_AT_ONCE)
        if await _deleted(connection, model, _among(key, some)):
            return True
    some = select(Table.id).where(Table.guild_id == guild_id).limit(TABLES_AT_ONCE)
    if await _deleted(connection, Table, Table.id.in_(some)):
        return True
    marked = and_(Guild.guild_id == guild_id, Guild.removed_at == BEING_DELETED)
    await _deleted(connection, Guild, marked)
    return False


def _of_servers() -> list[type[Any]]:
    """Every model whose rows name their server, but for the tables and the servers themselves."""
    models = [mapper.class_ for mapper in Base.registry.mappers]
    return [model for model in models if hasattr(model, "guild_id") and model not in (Table, Guild)]


def _among(key: tuple[Any, ...], some: Any) -> ColumnElement[bool]:
    return key[0].in_(some) if len(key) == 1 else tuple_(*key).in_(some)


async def _deleted(
    connection: AsyncConnection, model: type[Any], which: ColumnElement[bool]
) -> bool:
    return (await connection.execute(delete(model).where(which))).rowcount > 0


async def _held(connection: AsyncConnection, ids: Sequence[int]) -> list[int]:
    """Those of the tables that no other process is just as busy with, locked against it."""
    if connection.dialect.name == "sqlite":  # which has one writer at a time
        return list(ids)
    statement = (
        select(Table.id)
        .where(Table.id.in_(ids))
        .order_by(Table.id)
        .with_for_update(skip_locked=True)
    )
    return list((await connection.execute(statement)).scalars())
