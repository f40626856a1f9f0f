"""A fresh store for each test, on every database there is."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine.store import Store
from tests.engine.store.databases import (
    BACKENDS,
    POSTGRES_URL,
    Template,
    database,
    postgres_database,
    sqlite_database,
)

MEMORY = Path("/dev/shm")  # noqa: S108 - used through TemporaryDirectory


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    template = Template(tmp_path_factory.mktemp("template"))
    yield template
    template.drop()


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def memory_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: waiting for a disk takes four times as long."""
    if os.access(MEMORY, os.W_OK):
        with TemporaryDirectory(prefix="cardroom-", dir=MEMORY) as folder:
            yield Path(folder)
    else:
        yield tmp_path


@pytest.fixture
def blank_url(backend: str, memory_path: Path) -> Iterator[str]:
    """A database without any tables."""
    with database(backend, memory_path, None) as url:
        yield url


@pytest.fixture
def url(backend: str, memory_path: Path, template: Template) -> Iterator[str]:
    """A database with the newest schema and no rows."""
    with database(backend, memory_path, template) as url:
        yield url


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, busy_timeout=20)
    yield store
    await store.close()


@pytest.fixture
def sqlite_url(tmp_path: Path, template: Template) -> str:
    """The newest schema on SQLite, for what only SQLite has."""
    return sqlite_database(tmp_path, template)


@pytest.fixture
def postgres_only_url(template: Template) -> Iterator[str]:
    """The newest schema on PostgreSQL, for what only a server can do."""
    if not POSTGRES_URL:
        pytest.skip("TEST_POSTGRES_URL names no PostgreSQL server")
    with postgres_database(template) as url:
        yield url
