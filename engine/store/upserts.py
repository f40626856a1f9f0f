"""Inserting rows that may be there already, in both dialects."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.models import Base

Insert = sqlite.Insert | postgresql.Insert


def insert_for(connection: AsyncConnection, model: type[Base]) -> Insert:
    """An INSERT of the connection's dialect, which knows ON CONFLICT."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(model)
    return postgresql.insert(model)


async def upsert(
    connection: AsyncConnection,
    model: type[Base],
    rows: Sequence[Mapping[str, Any]],
    key: Sequence[str],
    changes: Sequence[str],
) -> None:
    """Insert rows; where the key is there already, overwrite the named columns, or do nothing."""
    if not rows:
        return
    statement = insert_for(connection, model)
    if changes:
        statement = statement.on_conflict_do_update(
            index_elements=key, set_={name: statement.excluded[name] for name in changes}
        )
    else:
        statement = statement.on_conflict_do_nothing(index_elements=key)
    await connection.execute(statement, rows)
