"""What is stored about one person, as plain data to hand out to them: their own rows alone.

Ids are texts, since they don't fit a JSON number everywhere; times are UTC.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.chairs import BACK
from engine.store.models import (
    Account,
    Action,
    Erasure,
    Member,
    Person,
    Rating,
    Result,
    Seat,
    SettingChange,
    Stance,
    Standing,
    Table,
    Transfer,
)

_TIMES: Final = frozenset((
    "at", "asked_at", "ended_at", "finished_at", "joined_at", "left_at", "opened_at",
    "refilled_at", "started_at",
))  # fmt: skip
_IDS: Final = frozenset(("channel_id", "guild_id", "interaction_id", "join_id", "message_id"))

_HEADER: Final = (
    Table.guild_id, Table.id.label("table"), Table.channel_id, Table.message_id, Table.game,
    Table.status, Table.pace, Table.stake, Table.opened_at, Table.started_at, Table.ended_at,
)  # fmt: skip


async def export(connection: AsyncConnection, user_id: int) -> dict[str, Any]:
    """All that is stored about a person, in every server; nothing of anybody else."""
    servers: dict[int, dict[str, Any]] = {}
    for part, statement in _parts(user_id).items():
        for row in (await connection.execute(statement)).mappings():
            facts = dict(row)
            server = servers.setdefault(facts.pop("guild_id"), {})
            server.setdefault(part, []).append(_readable(facts))
    return {
        "user_id": str(user_id),
        "choices": await _choices(connection, user_id),
        "servers": [
            {"guild_id": str(guild_id), **parts} for guild_id, parts in sorted(servers.items())
        ],
    }


def _parts(user_id: int) -> Mapping[str, Select[Any]]:
    """What there is in a server, by name; every row begins with its server."""
    mine = Seat.user_id == user_id
    into = and_(Transfer.to_kind == "member", Transfer.to_owner == user_id)
    out_of = and_(Transfer.from_kind == "member", Transfer.from_owner == user_id)
    return {
        "names": select(Member.guild_id, Member.name).where(Member.user_id == user_id),
        "seats": select(
            *_HEADER, Seat.seat, Seat.name, Seat.join_id, Seat.joined_at, Seat.away, Seat.left_at,
            Seat.standing,
        )
        .join(Seat, Seat.table_id == Table.id)
        .where(mine)
        .order_by(Table.id),
        "hosted": select(*_HEADER).where(Table.host_id == user_id).order_by(Table.id),
        "waits_for_a_seat": select(Table.guild_id, Table.id.label("table"), Seat.heir_name)
        .join(Seat, Seat.table_id == Table.id)
        .where(Seat.heir_id == user_id),
        "plays": select(
            Table.guild_id, Action.table_id.label("table"), Action.ply, Action.action, Action.by,
            Action.at, Action.interaction_id,
        )
        .join(Seat, and_(Seat.table_id == Action.table_id, Seat.seat == Action.seat))
        .join(Table, Table.id == Action.table_id)
        .where(mine, _played_by(user_id))
        .order_by(Action.table_id, Action.ply),
        "said_about_tables": select(
            Table.guild_id, Stance.table_id.label("table"), Stance.kind, Stance.at
        )
        .join(Table, Table.id == Stance.table_id)
        .where(Stance.user_id == user_id),
        "results": select(
            Result.guild_id, Result.table_id.label("table"), Result.game, Result.name,
            Result.place, Result.score, Result.won, Result.finished_at, Result.left,
            Result.kicked, Result.late, Result.chips, Result.mu, Result.sigma, Result.rated,
        )
        .where(Result.user_id == user_id)
        .order_by(Result.table_id),
        "chips": select(Account.guild_id, Account.balance, Account.refilled_at).where(
            Account.kind == "member", Account.owner == user_id
        ),
        "chips_moved": select(
            Transfer.guild_id, Transfer.at, Transfer.kind, Transfer.table_id.label("table"),
            case((into, Transfer.amount), else_=-Transfer.amount).label("amount"),
        )
        .where(or_(into, out_of))
        .order_by(Transfer.id),
        "standings": select(
            Standing.guild_id, Standing.period, Standing.game, Standing.games, Standing.wins,
            Standing.chips, Standing.streak, Standing.best_streak, Standing.share, Standing.rating,
            Standing.rated,
        ).where(Standing.user_id == user_id, Standing.level == ""),
        "ratings": select(
            Rating.guild_id, Rating.game, Rating.mu, Rating.sigma, Rating.games
        ).where(Rating.user_id == user_id),
        "setting_changes": select(
            SettingChange.guild_id, SettingChange.at, SettingChange.name, SettingChange.setting,
            SettingChange.old, SettingChange.new,
        )
        .where(SettingChange.user_id == user_id)
        .order_by(SettingChange.id),
        "deletion_asked_for": select(Erasure.guild_id, Erasure.asked_at).where(
            Erasure.user_id == user_id
        ),
    }  # fmt: skip


def _played_by(user_id: int) -> ColumnElement[bool]:
    """The plays of a seat that aren't those of somebody who had it before the person.

    Theirs are those since they sat down there last, and all where they had it from the start.
    """
    from_the_start = or_(
        exists().where(
            Stance.table_id == Action.table_id, Stance.kind == BACK, Stance.user_id == user_id
        ),
        exists().where(
            Result.table_id == Action.table_id,
            Result.seat == Action.seat,
            Result.user_id == user_id,
            ~Result.late,
        ),
    )
    return or_(Action.at >= Seat.joined_at, from_the_start)


async def _choices(connection: AsyncConnection, user_id: int) -> dict[str, Any] | None:
    chosen = [column for column in Person.__table__.columns if column.name != "user_id"]
    rows = await connection.execute(select(*chosen).where(Person.user_id == user_id))
    found = rows.mappings().one_or_none()
    return None if found is None else _readable(dict(found))


def _readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _as_text(name, value) for name, value in facts.items()}


def _as_text(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in _TIMES:
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="milliseconds")
    if name in _IDS:
        return str(value)
    if name in ("old", "new") and isinstance(value, Iterable) and not isinstance(value, str):
        return [str(each) for each in value]  # channels
    return value
