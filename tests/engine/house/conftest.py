"""A room with a house in it: on every database there is where that may matter, else on SQLite."""

from collections.abc import AsyncIterator

import pytest

from engine.store import Store
from tests.engine.house.room import Room
from tests.engine.store.conftest import memory_path, sqlite_url, store, template, url
from tests.engine.store.databases import BACKENDS

__all__ = ["memory_path", "room", "sqlite_url", "store", "template", "url"]

ON_EVERY_DATABASE = {
    "buying", "chips", "chips_and_seats", "half_done", "housekeeping", "life_races", "privacy",
    "races", "recompute", "recovery", "results", "secret_races", "trouble", "two_houses",
}  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    topic = metafunc.module.__name__.rpartition(".test_")[2]
    if "backend" in metafunc.fixturenames:
        metafunc.parametrize("backend", BACKENDS if topic in ON_EVERY_DATABASE else ["sqlite"])


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store)
    await room.house.start()
    yield room
    await room.house.stop()


@pytest.fixture
async def other(room: Room, url: str) -> AsyncIterator[Room]:
    """A second process, which hasn't looked after its tables yet."""
    store = await Store.open(url, busy_timeout=5.0)
    other = Room(store, now=room.clock.now(), luck=2)
    other._clicks = iter(range(3 * 10**18, 4 * 10**18))
    yield other
    await other.house.stop()
    await store.close()
