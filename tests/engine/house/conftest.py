"""A room with a house in it, on every database there is."""

from collections.abc import AsyncIterator

import pytest

from engine.store import Store
from tests.engine.house.room import Room
from tests.engine.store.conftest import backend, sqlite_url, store, template, url

__all__ = ["backend", "room", "sqlite_url", "store", "template", "url"]


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store)
    await room.house.start()
    yield room
    await room.house.stop()
