"""Migrations from within the program: they work from any directory and need no alembic.ini."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store.database import is_sqlite, migrating_engine, parse_url, shown
from engine.store.errors import StoreError, one_line

DIRECTORY: Final = Path(__file__).resolve().parents[2] / "migrations"

_LOCK = 0x43617264  # PostgreSQL's advisory lock of those who migrate; any number nobody else uses


async def migrate(url: str, revision: str = "head") -> None:
    """Bring the database up to a revision, in one transaction; StoreError leaves it as it was."""
    await _run(url, lambda config: command.upgrade(config, revision))


async def downgrade(url: str, revision: str) -> None:
    """Go back to an older revision ("base": none); what only newer ones hold is lost."""
    await _run(url, lambda config: command.downgrade(config, revision))


async def check_revision(url: str) -> str | None:
    """The database's revision, None if it is new; StoreError if this program doesn't know it."""
    async with connect(url) as connection:
        return await connection.run_sync(known_revision)


def known_revision(connection: Connection) -> str | None:
    """The revision of the database; StoreError if a newer program has made it."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in _known():
        raise StoreError(
            f"the database has revision {current}, which this version of Cardroom doesn't know: "
            "run a newer version, or restore a backup"
        )
    return current


def require_head(connection: Connection) -> None:
    """StoreError unless the database has exactly the schema of this program."""
    current, head = known_revision(connection), _scripts().get_current_head()
    if current != head:
        raise StoreError(f"the database has revision {current} and needs {head}: migrate it first")


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[AsyncConnection]:
    """A connection that may change the schema, in a transaction; one migration at a time.

    Raises StoreError with a line that names the database and says what went wrong.
    """
    parsed = parse_url(url)
    engine = migrating_engine(parsed)
    try:
        async with engine.begin() as connection:
            if not is_sqlite(parsed):
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            yield connection
            if is_sqlite(parsed):
                await _check_references(connection)
    except StoreError:
        raise
    except Exception as error:  # whatever the driver, the network or a migration says
        raise StoreError(f"cannot open or migrate {shown(parsed)}: {one_line(error)}") from error
    finally:
        await engine.dispose()


async def _run(url: str, work: Callable[[Config], None]) -> None:
    def migrate_on(connection: Connection) -> None:
        known_revision(connection)
        try:
            work(_config(connection))
        except CommandError as error:
            raise StoreError(f"cannot migrate: {one_line(error)}") from error

    async with connect(url) as connection:
        await connection.run_sync(migrate_on)


async def _check_references(connection: AsyncConnection) -> None:
    """Foreign keys were off meanwhile: nothing may refer to what is gone."""
    broken = (await connection.execute(text("PRAGMA foreign_key_check"))).first()
    if broken is not None:
        raise StoreError(f"the migration would leave rows of {broken[0]} that refer to nothing")


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    # a % would begin an interpolation
    config.set_main_option("script_location", str(DIRECTORY).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _known() -> set[Any]:
    return {script.revision for script in _scripts().walk_revisions()}
