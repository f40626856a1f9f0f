"""The `world` fixture: the real bot in a simulated server, on a database of its own.

`@pytest.mark.world(seed=7, lobby_minutes=5)` chooses luck and settings. A test marked
`every_database` runs on PostgreSQL too, where TEST_POSTGRES_URL names a server.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import simcord

from tests.engine.store.databases import BACKENDS, Template, postgres_database, sqlite_database
from tests.support.member import Member
from tests.support.openapi import ApiDescription
from tests.support.world import World

MEMORY = Path("/dev/shm")  # noqa: S108 - used through TemporaryDirectory


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "world(seed, **settings): the luck and settings of `world`")
    config.addinivalue_line("markers", "every_database: run on SQLite and on PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        everywhere = metafunc.definition.get_closest_marker("every_database") is not None
        metafunc.parametrize("backend", BACKENDS if everywhere else ["sqlite"])


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    template = Template(tmp_path_factory.mktemp("template"))
    yield template
    template.drop()


@pytest.fixture
def memory_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: waiting for a disk takes four times as long."""
    if os.access(MEMORY, os.W_OK):
        with TemporaryDirectory(prefix="cardroom-", dir=MEMORY) as folder:
            yield Path(folder)
    else:
        yield tmp_path


@pytest.fixture
def database_url(backend: str, memory_path: Path, template: Template) -> Iterator[str]:
    """An empty database with the newest schema."""
    if backend == "sqlite":
        yield sqlite_database(memory_path, template)
    else:
        with postgres_database(template) as url:
            yield url


@pytest.fixture
async def world(database_url: str, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    marker = request.node.get_closest_marker("world")
    world = World(database_url, **(marker.kwargs if marker else {}))
    await world.start()
    try:
        yield world
    finally:
        await world.stop()
    world.verify()


@pytest.fixture
def alice(world: World) -> Member:
    return world.person("Alice")


@pytest.fixture
def bob(world: World) -> Member:
    return world.person("Bob")


@pytest.fixture
def carol(world: World) -> Member:
    return world.person("Carol")


@pytest.fixture(autouse=True)
def only_valid_requests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check every request of every simulator of a test against Discord's description."""
    started: list[simcord.Env] = []
    start = simcord.Env.start

    async def start_and_note(env: simcord.Env) -> None:
        started.append(env)
        await start(env)

    monkeypatch.setattr(simcord.Env, "start", start_and_note)
    yield
    for env in started:
        problems = ApiDescription.load().problems(env.http_requests)
        assert not problems, "\n".join(problems)
