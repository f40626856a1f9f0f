"""Fresh databases for tests: a file for SQLite, a database of its own on a PostgreSQL server."""

import asyncio
import os
import shutil
import uuid
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from engine.store import migrate

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


class Template:
    """A migrated database of each kind, made once and copied for each test."""

    def __init__(self, directory: Path) -> None:
        self.file = directory / "template.db"
        self.name = f"cardroom_template_{uuid.uuid4().hex}"
        self._made: set[str] = set()

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
            self._made.add("postgresql")
        return self.name

    def drop(self) -> None:
        if "postgresql" in self._made:
            run_apart(admin(f'DROP DATABASE "{self.name}" WITH (FORCE)'))


def sqlite_database(directory: Path, template: Template | None) -> str:
    """The URL of a SQLite file: a copy of the template, or one that doesn't exist yet."""
    path = directory / "cardroom.db"
    if template is not None:
        shutil.copy(template.sqlite(), path)
    return f"sqlite+aiosqlite:///{path}"


@contextmanager
def postgres_database(template: Template | None) -> Iterator[str]:
    """The URL of a PostgreSQL database, a copy of the template or empty; dropped at the end."""
    name = f"cardroom_test_{uuid.uuid4().hex}"
    source = f' TEMPLATE "{template.postgres()}"' if template is not None else ""
    run_apart(admin(f'CREATE DATABASE "{name}"{source}'))
    try:
        yield postgres_url(name)
    finally:
        run_apart(admin(f'DROP DATABASE "{name}" WITH (FORCE)'))


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


def run_apart(work: Coroutine[Any, Any, object]) -> None:
    """Run to the end in another thread, whatever event loop a test may have in this one."""
    with ThreadPoolExecutor(1) as executor:
        executor.submit(asyncio.run, work).result()
