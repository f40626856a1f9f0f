"""Where a person's id and names stand in the database, and how they are taken out of it.

A deleted person becomes a former player of that server: a random negative number, drawn anew for
each deletion, so that nothing leads from it to the person. Everything else stays as it was.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, and_, delete, exists, insert, null, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import InstrumentedAttribute

from engine.store import books
from engine.store.chairs import LASTING
from engine.store.errors import AlreadyPlayed
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
from engine.store.rows import LIVE

_PSEUDONYM_BITS = 62


@dataclass(frozen=True, slots=True)
class Trace:
    """A column in which a person's id stands, and what becomes of it when they are deleted."""

    column: InstrumentedAttribute[Any]
    blank: Mapping[str, Any] = field(default_factory=dict)
    """Other columns of the row that tell of the person, and what they are set to."""
    only: ColumnElement[bool] = field(default_factory=true)
    """The rows in which the column is a person's id at all."""
    stays: bool = True
    """Whether the row goes on with the former player's number; else the column becomes null."""

    @property
    def model(self) -> type[Any]:
        return cast("type[Any]", self.column.class_)

    def of(self, guild_id: int, user_id: int) -> ColumnElement[bool]:
        """The rows of a person in a server."""
        return and_(in_guild(self.model, guild_id), self.column == user_id, self.only)


TRACES: Final = (
    Trace(Seat.user_id, {"name": "", "join_id": 0, "standing": ""}),
    Trace(Seat.heir_id, {"heir_name": None}, stays=False),
    Trace(Table.host_id),
    Trace(Result.user_id, {"name": ""}),
    Trace(Member.user_id, {"name": ""}),
    Trace(SettingChange.user_id, {"name": ""}),
    Trace(Account.owner, only=Account.kind == "member"),
    Trace(Transfer.from_owner, only=Transfer.from_kind == "member"),
    Trace(Transfer.to_owner, only=Transfer.to_kind == "member"),
    Trace(Rating.user_id),
    Trace(Standing.user_id, only=Standing.level == ""),
    # whoever left or was turned out of a game that goes on is still reckoned with at its end
    Trace(Stance.user_id, only=Stance.kind.in_(LASTING)),
)
"""Every column that holds people's ids and goes on with a former player's number."""

_TELLING: Final = tuple(
    trace for trace in TRACES if trace.model in (Seat, Member, Result, Account, Rating)
)
"""Those in which everybody is found whose number stands anywhere, and quickly."""

DELETED: Final = (Stance, Erasure)
"""What is then deleted of a person: it has no meaning without them. So is a Person's row."""


def in_guild(model: type[Any], guild_id: int) -> ColumnElement[bool]:
    """The rows of a server: by their own column, or by that of the table they belong to."""
    if hasattr(model, "guild_id"):
        return and_(model.guild_id == guild_id)
    return exists().where(Table.id == model.table_id, Table.guild_id == guild_id)


async def guilds_of(connection: AsyncConnection, user_id: int) -> list[int]:
    """The servers in which anything is stored about a person, ascending."""
    found: set[int] = set()
    sources = [(trace.column, trace.only) for trace in TRACES]
    sources += [(model.user_id, true()) for model in DELETED]
    for column, only in sources:
        model = column.class_
        if hasattr(model, "guild_id"):
            statement = select(model.guild_id)
        else:
            statement = select(Table.guild_id).join_from(model, Table, Table.id == model.table_id)
        theirs = statement.where(column == user_id, only).distinct()
        found.update((await connection.execute(theirs)).scalars())
    return sorted(found)


async def _is_known(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Whether anything is stored about a person in a server; where they played that is soon found.

    To look through all servers takes a fifth of a second in a large one, and nobody could write.
    """
    places = [trace.of(guild_id, user_id) for trace in TRACES]
    places += [and_(in_guild(model, guild_id), model.user_id == user_id) for model in DELETED]
    for place in places:
        if await connection.scalar(select(exists(select(1).where(place)))):
            return True
    return False


async def ask_erasure(
    connection: AsyncConnection, user_id: int, guild_id: int | None, at: float
) -> list[int]:
    """Note that a person's data are to be deleted, in one server or in all; return in which.

    From here on it will be done, whatever happens. What they have chosen for all servers goes at
    once where all are meant.
    """
    asked = Erasure.user_id == user_id
    if guild_id is None:
        await connection.execute(delete(Person).where(Person.user_id == user_id))
    else:
        asked = and_(asked, Erasure.guild_id == guild_id)
    await connection.execute(delete(Erasure).where(asked))
    if guild_id is None:
        wanted = await guilds_of(connection, user_id)
    else:
        wanted = [guild_id] if await _is_known(connection, guild_id, user_id) else []
    rows = [{"guild_id": each, "user_id": user_id, "asked_at": at} for each in wanted]
    if rows:
        await connection.execute(insert(Erasure), rows)
    return wanted


async def pending_erasures(connection: AsyncConnection) -> list[tuple[int, int]]:
    """Server and person of every deletion that has been asked for and isn't done, oldest first."""
    statement = select(Erasure.guild_id, Erasure.user_id).order_by(Erasure.asked_at)
    return [(guild_id, user_id) for guild_id, user_id in await connection.execute(statement)]


async def erase(connection: AsyncConnection, guild_id: int, user_id: int) -> int | None:
    """Make a person a former player of a server; return the number that stands for them now.

    None if nobody has asked for it, or somebody has done it already. AlreadyPlayed while they still
    sit at a live table: a computer has to take their seat first.
    """
    asked = delete(Erasure).where(Erasure.guild_id == guild_id, Erasure.user_id == user_id)
    if (await connection.execute(asked)).rowcount == 0:
        return None
    await books.lock(connection, guild_id)
    await _hold_tables(connection, guild_id, user_id)
    stranger = await _free_number(connection, guild_id)
    await _forget_clicks(connection, guild_id, user_id)
    await _free_kept_places(connection, guild_id, user_id)
    for trace in TRACES:
        change = {**trace.blank, trace.column.key: stranger if trace.stays else null()}
        statement = update(trace.model).where(trace.of(guild_id, user_id)).values(change)
        await connection.execute(statement)
    for model in DELETED:
        await connection.execute(
            delete(model).where(in_guild(model, guild_id), model.user_id == user_id)
        )
    return stranger


async def _hold_tables(connection: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Keep the person's live tables from ending until this is written."""
    statement = (
        select(Table.id, Seat.left_at)
        .join(Seat, Seat.table_id == Table.id)
        .where(Table.guild_id == guild_id, Table.status.in_(LIVE), Seat.user_id == user_id)
        .order_by(Table.id)
        .with_for_update(of=Table, key_share=True)
    )
    for _, left_at in (await connection.execute(statement)).all():
        if left_at is None:
            raise AlreadyPlayed("the person sits at a table again")


async def _free_kept_places(connection: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Places of lobbies that are kept for the person: nothing else stands in their rows."""
    kept = and_(Seat.heir_id == user_id, Seat.user_id.is_(None), Seat.level.is_(None))
    await connection.execute(delete(Seat).where(in_guild(Seat, guild_id), kept))


async def _free_number(connection: AsyncConnection, guild_id: int) -> int:
    """A random number below 0 that nobody has in the server."""
    while True:
        number = -1 - secrets.randbits(_PSEUDONYM_BITS)
        taken = select(*(exists(select(1).where(t.of(guild_id, number))) for t in _TELLING))
        if not any((await connection.execute(taken)).one()):
            return number


async def _forget_clicks(connection: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Take the interactions of a person out of the journals."""
    theirs = select(Seat.table_id).where(in_guild(Seat, guild_id), Seat.user_id == user_id)
    seat = select(Seat.seat).where(Seat.table_id == Action.table_id, Seat.user_id == user_id)
    statement = (
        update(Action)
        .where(
            Action.table_id.in_(theirs),
            Action.interaction_id.is_not(None),
            Action.seat.in_(seat),
        )
        .values(interaction_id=None)
    )
    await connection.execute(statement)
