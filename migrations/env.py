"""Alembic's entry: migrates on the connection it is given, or opens one for the command line."""

import asyncio
import os
from logging.config import fileConfig

from alembic import context
from sqlalchemy import Connection

from engine.store.migration import connect
from engine.store.models import Base

DEFAULT_URL = "sqlite+aiosqlite:///cardroom.db"


def run(connection: Connection) -> None:
    """Run the migrations that Alembic was called for; the transaction is the caller's."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite changes a table by building it anew
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_from_command_line() -> None:
    """Open the database named by `-x url=…` or DATABASE_URL."""
    url = context.get_x_argument(as_dictionary=True).get("url")
    async with connect(url or os.environ.get("DATABASE_URL") or DEFAULT_URL) as connection:
        await connection.run_sync(run)


if (given := context.config.attributes.get("connection")) is not None:
    run(given)
else:
    if context.config.config_file_name is not None:
        fileConfig(context.config.config_file_name)
    asyncio.run(run_from_command_line())
