"""Fresh databases for tests: a file for SQLite, a database of its own on a PostgreSQL server."""

import asyncio
import os
import shutil
import uuid
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import make_url

from engine.store import migrate

T = TypeVar("T")

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL")

BACKENDS = [
    "sqlite",
    pytest.param(
        "postgresql",
        marks=pytest.mark.skipif(
            not POSTGRES_URL, reason="TEST_POSTGRES_URL names no PostgreSQL server"
        ),
    ),
]


SHAPE = """
SELECT concat(
    (SELECT string_agg(concat(attrelid::regclass, '.', attname, ' ', atttypid, attnotnull), ','
                       ORDER BY attrelid::regclass::text, attnum)
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped AND attnum > 0),
    (SELECT string_agg(tgname, ',' ORDER BY tgname) FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT string_agg(version_num, ',') FROM alembic_version))
"""
"""Everything that a test could have changed besides rows: tables, columns, indexes, triggers."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> $1"
END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Template:
    """A migrated database of each kind, made once and copied for each test.

    On PostgreSQL a copy takes ten times as long as emptying one, so they are used again.
    """

    def __init__(self, directory: Path) -> None:
        self.file = directory / "template.db"
        self.name = f"cardroom_template_{uuid.uuid4().hex}"
        self._made: set[str] = set()
        self._spare: list[str] = []
        self._shape = ""

    def sqlite(self) -> Path:
        """The file to copy."""
        if "sqlite" not in self._made:
            run_apart(migrate(f"sqlite+aiosqlite:///{self.file}"))
            self._made.add("sqlite")
        return self.file

    def postgres(self) -> str:
        """The name of the database to copy."""
        if "postgresql" not in self._made:
            run_apart(admin(f'CREATE DATABASE "{self.name}"'))
            run_apart(migrate(postgres_url(self.name)))
            self._shape = run_apart(_shape(self.name))
            self._made.add("postgresql")
        return self.name

    def take_postgres(self) -> str:
        """The name of a database like the template; `give_back` it."""
        if self._spare:
            return self._spare.pop()
        name = _new_name()
        run_apart(admin(f'CREATE DATABASE "{name}" TEMPLATE "{self.postgres()}"'))
        # nothing here outlives a crash of the server, so no commit waits for the disk
        run_apart(admin(f'ALTER DATABASE "{name}" SET synchronous_commit TO off'))
        return name

    def give_back(self, name: str) -> None:
        """Empty a database for the next test, or drop it if its schema was changed."""
        if run_apart(_emptied(name)) == self._shape:
            self._spare.append(name)
        else:
            drop_postgres(name)

    def drop(self) -> None:
        for name in self._spare:
            drop_postgres(name)
        if "postgresql" in self._made:
            drop_postgres(self.name)


def _new_name() -> str:
    return f"cardroom_test_{uuid.uuid4().hex}"


def drop_postgres(name: str) -> None:
    """Drop a database, whoever is still connected to it."""
    run_apart(admin(f'DROP DATABASE "{name}" WITH (FORCE)'))


async def _shape(database: str) -> str:
    async with raw_postgres(postgres_url(database)) as connection:
        return str(await connection.fetchval(SHAPE))


async def _emptied(database: str) -> str:
    """Delete all rows and start the counters anew; returns the shape, "" if it can't be told."""
    import asyncpg  # noqa: PLC0415 - without a server it needn't be there

    async with raw_postgres(postgres_url(database)) as connection:
        await connection.execute(END_OTHERS)
        try:
            shape = str(await connection.fetchval(SHAPE))
        except asyncpg.PostgresError:
            return ""  # a table is missing
        tables = [row[0] for row in await connection.fetch(TABLES, "alembic_version")]
        await connection.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY CASCADE")
        return shape


def sqlite_database(directory: Path, template: Template | None) -> str:
    """The URL of a SQLite file: a copy of the template, or one that doesn't exist yet."""
    path = directory / "cardroom.db"
    if template is not None:
        shutil.copy(template.sqlite(), path)
    return f"sqlite+aiosqlite:///{path}"


@contextmanager
def postgres_database(template: Template | None) -> Iterator[str]:
    """The URL of a PostgreSQL database with the template's schema, or without tables; no rows."""
    if template is not None:
        name = template.take_postgres()
        try:
            yield postgres_url(name)
        finally:
            template.give_back(name)
        return
    name = _new_name()
    run_apart(admin(f'CREATE DATABASE "{name}"'))
    try:
        yield postgres_url(name)
    finally:
        drop_postgres(name)


@contextmanager
def database(backend: str, directory: Path, template: Template | None) -> Iterator[str]:
    """The URL of a fresh database of that kind, with the template's schema or with no tables."""
    if backend == "sqlite":
        yield sqlite_database(directory, template)
    else:
        with postgres_database(template) as url:
            yield url


def postgres_url(database: str) -> str:
    """The server's URL with another database."""
    assert POSTGRES_URL is not None
    return make_url(POSTGRES_URL).set(database=database).render_as_string(hide_password=False)


async def admin(statement: str) -> None:
    """Run a statement in the database that TEST_POSTGRES_URL names."""
    assert POSTGRES_URL is not None
    async with raw_postgres(POSTGRES_URL) as connection:
        await connection.execute(statement)


@asynccontextmanager
async def raw_postgres(url: str) -> AsyncIterator[Any]:
    """A connection of the driver itself, as another program would have."""
    asyncpg = pytest.importorskip("asyncpg")
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(plain)
    try:
        yield connection
    finally:
        await connection.close()


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end in another thread, whatever event loop a test may have in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result()
