"""Those who only look: at every transaction's time, and at a bot's heartbeat from outside."""

from pathlib import Path

import pytest

from engine.store import AlreadyPlayed, Store, StoreError, read_heartbeat
from tests.engine.store.builders import action, playing_table


async def test_the_watcher_is_told_of_every_transaction_and_whether_it_was_committed(url: str):
    told: list[bool] = []

    def watch(seconds: float, committed: bool) -> None:
        assert seconds >= 0
        told.append(committed)

    store = await Store.open(url, watcher=watch)
    table_id = await playing_table(store)
    assert told
    assert all(told)
    told.clear()
    await store.append(action(table_id, 0))
    with pytest.raises(AlreadyPlayed):
        await store.append(action(table_id, 0))
    assert told == [True, False]
    await store.last_heartbeat()
    assert len(told) == 2, "reading is no transaction of the writer"
    await store.close()


async def test_a_heartbeat_is_read_while_the_bot_runs_and_after(url: str):
    assert await read_heartbeat(url) is None
    store = await Store.open(url)
    await store.heartbeat(1_000.5)
    assert await read_heartbeat(url) == 1_000.5
    await store.close()
    assert await read_heartbeat(url) == 1_000.5


async def test_a_database_without_tables_is_named(blank_url: str):
    with pytest.raises(StoreError, match=r"^cannot read|^there is no database"):
        await read_heartbeat(blank_url)


async def test_to_look_makes_no_file(tmp_path: Path):
    file = tmp_path / "cards.db"
    with pytest.raises(StoreError, match="there is no database"):
        await read_heartbeat(f"sqlite+aiosqlite:///{file}")
    assert not file.exists()
