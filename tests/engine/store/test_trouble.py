"""Trouble with the database: nothing is half written, and when it is over play goes on."""

import asyncio
import sqlite3
import traceback
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from sqlalchemy import make_url, text

from engine.store import Store, StoreError
from tests.engine.store.builders import (
    ANN,
    BEN,
    action,
    open_lobby,
    person,
    playing_table,
    plies,
    result,
    status,
)
from tests.engine.store.databases import raw_postgres

END = [result(0, ANN, won=True), result(1, BEN, won=False)]


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    store = await Store.open(sqlite_url, busy_timeout=0.05)
    yield store
    await store.close()


@contextmanager
def somebody_writes(url: str) -> Iterator[None]:
    """Another program has begun to write to the SQLite file."""
    other = sqlite3.connect(make_url(url).database or "", isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


@asynccontextmanager
async def table_locked(url: str) -> AsyncIterator[None]:
    """Another program has locked the journal."""
    if url.startswith("sqlite"):
        with somebody_writes(url):
            yield
        return
    async with raw_postgres(url) as other, other.transaction():
        await other.execute("LOCK TABLE actions IN EXCLUSIVE MODE")
        yield


@pytest.fixture
async def impatient(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, busy_timeout=0.05)
    yield store
    await store.close()


async def test_a_locked_database_refuses_everyone_and_works_again(impatient: Store, url: str):
    store = impatient
    ids = [await playing_table(store) for _ in range(5)]

    async with table_locked(url):
        outcomes = await asyncio.gather(
            *(store.append(action(table_id, 0)) for table_id in ids), return_exceptions=True
        )
        for table_id in ids:
            assert await plies(store, table_id) == []  # reading goes on

    assert [type(outcome) for outcome in outcomes] == [StoreError] * 5
    assert all(isinstance(outcome, StoreError) and outcome.certain for outcome in outcomes)
    assert len({id(outcome) for outcome in outcomes}) == 5  # nobody shares a traceback
    assert [await plies(store, table_id) for table_id in ids] == [[]] * 5
    await asyncio.gather(*(store.append(action(table_id, 0)) for table_id in ids))
    assert [await plies(store, table_id) for table_id in ids] == [[0]] * 5


async def test_who_waits_a_moment_for_the_lock_gets_it(sqlite_url: str):
    store = await Store.open(sqlite_url, busy_timeout=30.0)
    try:
        table_id = await playing_table(store)
        with somebody_writes(sqlite_url):
            task = asyncio.ensure_future(store.append(action(table_id, 0)))
            await store.live()  # reads while the writer waits in its thread
            assert not task.done()
        await task
        assert await plies(store, table_id) == [0]
    finally:
        await store.close()


async def test_a_lobby_that_cannot_be_saved_keeps_its_seats(sqlite_store: Store, sqlite_url: str):
    table_id = await open_lobby(sqlite_store)

    with somebody_writes(sqlite_url), pytest.raises(StoreError, match="locked"):
        await sqlite_store.save_lobby(table_id, [person(0, BEN)], host_id=BEN)

    stored = await sqlite_store.load(table_id)
    assert stored is not None
    assert stored.seats == [person(0, ANN)]
    await sqlite_store.save_lobby(table_id, [person(0, BEN)], host_id=BEN)


async def pragma(store: Store, setting: str) -> None:
    """Set up the writing connection differently."""
    async with store._writer.lock:
        connection = await store._writer.connection()
        await connection.execute(text(f"PRAGMA {setting}"))
        await connection.rollback()


async def test_a_full_disk_takes_nothing_and_harms_nothing(sqlite_store: Store):
    table_id = await playing_table(sqlite_store)
    await pragma(sqlite_store, "max_page_count=1")  # no more than the file has now
    too_much = action(table_id, 1, action="x" * 10_000)
    await sqlite_store.append(action(table_id, 0))  # there is room on the last page

    with pytest.raises(StoreError, match="full") as caught:
        await sqlite_store.append(too_much, results=END)

    assert caught.value.certain
    assert await plies(sqlite_store, table_id) == [0]
    assert await status(sqlite_store, table_id) == "playing"
    await pragma(sqlite_store, "max_page_count=100000")
    await sqlite_store.append(too_much, results=END)
    assert await status(sqlite_store, table_id) == "finished"


async def test_a_read_only_database_refuses_until_it_is_writable(sqlite_store: Store):
    table_id = await playing_table(sqlite_store)
    await pragma(sqlite_store, "query_only=ON")

    with pytest.raises(StoreError, match="readonly") as caught:
        await sqlite_store.append(action(table_id, 0))

    assert caught.value.certain
    await pragma(sqlite_store, "query_only=OFF")
    await sqlite_store.append(action(table_id, 0))
    assert await plies(sqlite_store, table_id) == [0]


async def test_an_append_alone_is_one_statement_that_commits_itself(sqlite_store: Store):
    table_id = await playing_table(sqlite_store)
    statements: list[str] = []
    async with sqlite_store._writer.lock:
        connection = await sqlite_store._writer.connection()
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.set_trace_callback(statements.append)
        await connection.rollback()
    statements.clear()

    await sqlite_store.append(action(table_id, 0))

    assert [statement.split(" ")[0] for statement in statements] == ["INSERT"]
    assert not driver.in_transaction


async def test_a_closed_store_says_so(store: Store):
    table_id = await playing_table(store)
    await store.close()

    with pytest.raises(StoreError, match="closed"):
        await store.append(action(table_id, 0))
    with pytest.raises(StoreError, match="closed"):
        await store.update_table(table_id, message_id=1)


async def test_closing_waits_for_what_was_asked_before(store: Store, url: str):
    ids = [await playing_table(store) for _ in range(10)]
    tasks = [asyncio.ensure_future(store.append(action(table_id, 0))) for table_id in ids]
    await asyncio.sleep(0)

    await store.close()

    assert await asyncio.gather(*tasks) == [None] * 10
    again = await Store.open(url)
    try:
        assert [await plies(again, table_id) for table_id in ids] == [[0]] * 10
    finally:
        await again.close()


async def test_no_secret_shows_in_an_error_or_its_traceback(store: Store):
    seed = b"server seed that stays a secret!"
    table_id = await open_lobby(store, server_seed=seed)
    errors = []
    for attempt in (
        store.start_table(
            table_id,
            [person(0, ANN, name="Ann who stays a secret"), person(0, BEN)],
            seed=seed,
            salt="",
            dealer=None,
            started_at=1.0,
            deadline=None,
        ),
        store.append(action(4711, 0, action="discard=QH")),
    ):
        with pytest.raises(StoreError) as caught:
            await attempt
        errors.append("".join(traceback.format_exception(caught.value)))

    for error in errors:
        assert "stays a secret" not in error
        assert "QH" not in error
