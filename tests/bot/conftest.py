"""The `world` fixture: the real bot in a simulated server, on a database of its own.

`@pytest.mark.world(seed=7, lobby_minutes=5)` chooses luck and settings. A test marked
`every_database` runs on PostgreSQL too, where TEST_POSTGRES_URL names a server.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import simcord

from tests.engine.store.conftest import memory_path, template, url
from tests.engine.store.databases import BACKENDS, Template, sqlite_database
from tests.support.member import Member
from tests.support.openapi import ApiDescription
from tests.support.world import World

__all__ = ["memory_path", "template", "url"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "world(seed, **settings): the luck and settings of `world`")
    config.addinivalue_line("markers", "every_database: run on SQLite and on PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        everywhere = metafunc.definition.get_closest_marker("every_database") is not None
        metafunc.parametrize("backend", BACKENDS if everywhere else ["sqlite"])


@pytest.fixture
def new_url(memory_path: Path, template: Template) -> Callable[[], str]:
    """Gives an empty database, the same one emptied each time."""
    return lambda: sqlite_database(memory_path, template)


@pytest.fixture
async def world(url: str, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    marker = request.node.get_closest_marker("world")
    world = World(url, **(marker.kwargs if marker else {}))
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


@pytest.fixture
def dave(world: World) -> Member:
    return world.person("Dave")


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
