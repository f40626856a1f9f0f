"""Rows that hold people's ids and names in every table of the schema, and a look at all of it."""

from collections.abc import Iterator
from itertools import count
from typing import Any

from sqlalchemy import JSON, Boolean, Connection, Float, LargeBinary, String, insert, select
from sqlalchemy.orm import InstrumentedAttribute

from engine.store.migration import connect
from engine.store.models import (
    Account,
    Base,
    Guild,
    House,
    Stance,
    Standing,
    Table,
    Transfer,
)
from engine.store.privacy import TRACES

Rows = dict[str, list[dict[str, Any]]]

_FIXED: dict[type[Any], dict[str, Any]] = {
    Account: {"kind": "member"},
    Guild: {"removed_at": None},
    Transfer: {"from_kind": "member", "to_kind": "member"},
    Standing: {"level": ""},
    Stance: {"kind": "kicked"},
    Table: {"status": "finished", "ended_at": 2_000.0},
}
_numbers = count(1)


def models() -> list[type[Any]]:
    """Every model, those that others refer to first."""
    order = {table.name: index for index, table in enumerate(Base.metadata.sorted_tables)}
    classes = [mapper.class_ for mapper in Base.registry.mappers]
    return sorted(classes, key=lambda model: order[model.__tablename__])


async def fill(url: str, guild_id: int, user_id: int, name: str, **of_table: Any) -> int:
    """A row of the person in every table of the schema; returns the number of their game table."""
    table_id = 1000 + next(_numbers)

    def write(connection: Connection) -> None:
        for model in models():
            row = row_of(model, guild_id, user_id, name, table_id)
            if model is Table:
                row |= {"id": table_id, **of_table}
            if model is not House and not _is_there(connection, model, row):
                connection.execute(insert(model), [row])

    async with connect(url) as connection:
        await connection.run_sync(write)
    return table_id


def row_of(
    model: type[Any], guild_id: int, user_id: int, name: str, table_id: int
) -> dict[str, Any]:
    """A row with the person wherever a person's id or name may stand."""
    traced = {trace.column.key for trace in TRACES if trace.column.class_ is model}
    row: dict[str, Any] = {}
    for column in model.__table__.columns:
        if column.name in traced or column.name == "user_id":
            row[column.name] = user_id
        elif column.name in ("name", "heir_name"):
            row[column.name] = name
        elif column.name == "guild_id":
            row[column.name] = guild_id
        elif column.name == "table_id":
            row[column.name] = table_id
        else:
            row[column.name] = _some(column.type)
    return row | _FIXED.get(model, {})


def _some(kind: Any) -> Any:
    if isinstance(kind, String):
        return "x"
    if isinstance(kind, JSON):
        return {}
    if isinstance(kind, LargeBinary):
        return bytes(32)
    if isinstance(kind, Boolean):
        return True
    if isinstance(kind, Float):
        return 1_000.0
    return next(_numbers)


def _is_there(connection: Connection, model: type[Any], row: dict[str, Any]) -> bool:
    """Whether there is a row with that key, as there is one for all servers or all people."""
    key = [column == row[column.name] for column in model.__table__.primary_key]
    return connection.execute(select(model).where(*key)).first() is not None


async def contents(url: str) -> Rows:
    """Every row of every table, in some fixed order."""

    def read(connection: Connection) -> Rows:
        return {
            table.name: sorted(
                (dict(row) for row in connection.execute(select(table)).mappings()), key=repr
            )
            for table in Base.metadata.sorted_tables
        }

    async with connect(url) as connection:
        return await connection.run_sync(read)


def mentions(rows: Rows, *of: Any) -> set[tuple[str, str]]:
    """Where any of these ids or names stands, as table and column; inside of texts too."""
    words = {str(each) for each in of}
    return {
        (table, column)
        for table, lines in rows.items()
        for line in lines
        for column, value in line.items()
        if value is not None and any(word in str(value) for word in words)
    }


def columns() -> Iterator[InstrumentedAttribute[Any]]:
    """Every column of the schema."""
    for model in models():
        for column in model.__table__.columns:
            yield getattr(model, column.key)
