"""Opening a database: what is set up, and one clear line where it can't be done."""

import socket
import sqlite3
import threading
from pathlib import Path
from typing import Self

import pytest
from sqlalchemy import make_url, text

from engine.store import Store, StoreError, check_revision, downgrade, migrate
from engine.store.sqlite import keep_a_write_ahead_log
from tests.engine.store.databases import raw_postgres, run_apart


async def refusal(url: str) -> str:
    """What a person reads when the store can't be opened."""
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "no database URL"),
        ("cardroom.db", "no database URL"),
        ("postgresql+asyncpg://host:port/name", "no database URL"),
        ("mysql://root@localhost/cards", "'mysql' aren't supported"),
        ("postgresql+psycopg://localhost/cards", "aren't supported"),
        ("sqlite+aiosqlite://", "in memory"),
        ("sqlite+aiosqlite:///:memory:", "in memory"),
        ("sqlite:///file::memory:?cache=shared&uri=true", "in memory"),
    ],
)
async def test_a_url_that_names_no_usable_database_is_refused(url: str, expected: str):
    assert expected in await refusal(url)
    with pytest.raises(StoreError, match=expected):
        await migrate(url)


async def test_a_directory_that_does_not_exist_is_named(tmp_path: Path):
    url = f"sqlite+aiosqlite:///{tmp_path}/nowhere/cardroom.db"
    message = await refusal(url)
    assert "nowhere/cardroom.db" in message
    assert "unable to open" in message
    with pytest.raises(StoreError, match="unable to open"):
        await migrate(url)


@pytest.mark.parametrize("file", ["nowhere/cardroom.db", "holiday.jpg"])
def test_a_failure_leaves_no_thread_that_outlives_the_event_loop(tmp_path: Path, file: str):
    (tmp_path / "holiday.jpg").write_bytes(b"JFIF" * 1000)
    url = f"sqlite+aiosqlite:///{tmp_path}/{file}"
    threads = set(threading.enumerate())

    for _ in range(20):
        for attempt in (Store.open, migrate):
            with pytest.raises(StoreError):
                run_apart(attempt(url))

    assert {thread for thread in threading.enumerate() if "worker" in thread.name} <= threads


async def test_a_file_that_is_no_database_is_named_and_kept(tmp_path: Path):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"JFIF" * 1000)
    url = f"sqlite+aiosqlite:///{path}"

    assert "not a database" in await refusal(url)
    with pytest.raises(StoreError, match="not a database"):
        await migrate(url)

    assert path.read_bytes() == b"JFIF" * 1000


async def test_a_server_that_is_not_there_is_named_without_its_password():
    pytest.importorskip("asyncpg")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    url = f"postgresql+asyncpg://bot:hunter2@127.0.0.1:{port}/cards?ssl=disable"

    message = await refusal(url)

    assert f"127.0.0.1:{port}/cards" in message
    assert "hunter2" not in message
    with pytest.raises(StoreError, match="cards") as caught:
        await migrate(url)
    assert "hunter2" not in str(caught.value)


async def test_a_database_that_does_not_exist_is_named(postgres_only_url: str):
    url = make_url(postgres_only_url).set(database="no_such_cardroom")
    assert '"no_such_cardroom" does not exist' in await refusal(
        url.render_as_string(hide_password=False)
    )


async def test_a_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "asyncpg", None)
    assert "cardroom[postgres]" in await refusal("postgresql://localhost/cards")


async def test_short_urls_find_their_driver(url: str):
    parsed = make_url(url)
    short = parsed.set(drivername=parsed.get_backend_name())

    store = await Store.open(short.render_as_string(hide_password=False))
    try:
        assert await store.live() == []
    finally:
        await store.close()


async def test_a_database_that_is_not_migrated_is_not_opened(blank_url: str):
    assert "migrate it first" in await refusal(blank_url)


async def test_an_older_schema_is_not_opened(url: str):
    await downgrade(url, "-1")

    message = await refusal(url)

    assert str(await check_revision(url)) in message
    assert "migrate it first" in message


async def stamp(url: str, revision: str) -> None:
    """A version of the future has been here."""
    store = await Store.open(url)
    try:
        async with store._writer._engine.begin() as connection:
            await connection.execute(
                text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision}
            )
    finally:
        await store.close()


async def test_an_unknown_revision_is_refused_everywhere_and_left_alone(url: str):
    await stamp(url, "9999")

    assert "9999" in await refusal(url)
    for attempt in (check_revision(url), migrate(url), downgrade(url, "base")):
        with pytest.raises(StoreError, match=r"9999.*doesn't know") as caught:
            await attempt
        assert "\n" not in str(caught.value)
    assert "9999" in await refusal(url)


async def setting(store: Store, pragma: str) -> object:
    async with store._writer.lock:
        connection = await store._writer.connection()
        value = await connection.scalar(text(f"PRAGMA {pragma}"))
        await connection.rollback()
        return value


async def test_sqlite_is_set_up_to_lose_nothing(sqlite_url: str):
    store = await Store.open(sqlite_url)
    try:
        assert await setting(store, "journal_mode") == "wal"
        assert await setting(store, "synchronous") == 2  # FULL
        assert await setting(store, "foreign_keys") == 1
        assert await setting(store, "busy_timeout") == 5_000
    finally:
        await store.close()


def test_whoever_switches_to_the_write_ahead_log_waits_for_others(tmp_path: Path):
    other = sqlite3.connect(tmp_path / "cardroom.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    mine = sqlite3.connect(tmp_path / "cardroom.db", isolation_level=None, timeout=0.05)

    class Cursor(sqlite3.Cursor):
        def execute(self, statement: str) -> Self:  # type: ignore[override]
            if statement == "BEGIN IMMEDIATE":
                other.execute("ROLLBACK")  # the other ends while we wait
            return super().execute(statement)

    try:
        keep_a_write_ahead_log(mine.cursor(Cursor))
        assert mine.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        mine.close()
        other.close()


async def test_readers_cannot_write(store: Store):
    with pytest.raises(Exception, match=r"readonly|read-only"):
        async with store._reader.connect() as connection:
            await connection.execute(text("DELETE FROM actions"))


async def test_postgres_waits_for_locks_as_long_as_sqlite(postgres_only_url: str):
    store = await Store.open(postgres_only_url, busy_timeout=1.5)
    try:
        async with store._writer.lock:
            connection = await store._writer.connection()
            assert await connection.scalar(text("SHOW lock_timeout")) == "1500ms"
            await connection.rollback()
        async with raw_postgres(postgres_only_url) as other:
            names = await other.fetch(
                "SELECT DISTINCT application_name FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        assert [row[0] for row in names] == ["cardroom"]
    finally:
        await store.close()


async def test_a_relative_file_lies_where_the_bot_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    await migrate("sqlite+aiosqlite:///cardroom.db")
    store = await Store.open("sqlite+aiosqlite:///cardroom.db")
    await store.close()

    assert (tmp_path / "cardroom.db").exists()
