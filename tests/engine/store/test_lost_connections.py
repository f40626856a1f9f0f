"""A PostgreSQL server that hangs up: before a commit it doesn't matter, during one nobody knows."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import make_url

from engine.store import AlreadyPlayed, Store, StoreError
from tests.engine.store.builders import action, open_lobby, playing_table, plies
from tests.engine.store.databases import raw_postgres


class Cable:
    """The line to a PostgreSQL server, which breaks once when the client says a certain word.

    `cut_before` keeps that word from the server; after `cut_after` the server acts on it, and its
    answer is lost.
    """

    def __init__(self, host: str, port: int) -> None:
        self.server = (host, port)
        self.cut_before: bytes | None = None
        self.cut_after: bytes | None = None
        self._loses_answer = False

    async def serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """Carry one connection until either end hangs up or the line breaks."""
        writers = [to_client]
        try:
            server, to_server = await asyncio.open_connection(*self.server)
            writers.append(to_server)
            carriers = [
                asyncio.ensure_future(self._carry_words(client, to_server)),
                asyncio.ensure_future(self._carry_answers(server, to_client)),
            ]
            await asyncio.wait(carriers, return_when=asyncio.FIRST_COMPLETED)
            for carrier in carriers:
                carrier.cancel()
            await asyncio.gather(*carriers, return_exceptions=True)
        except OSError:
            pass  # nobody answers at the other end: hang up
        finally:
            for writer in writers:
                writer.close()

    async def _carry_words(
        self, client: asyncio.StreamReader, to_server: asyncio.StreamWriter
    ) -> None:
        while words := await client.read(65536):
            if self.cut_before is not None and self.cut_before in words:
                self.cut_before = None
                return
            if self.cut_after is not None and self.cut_after in words:
                self.cut_after = None
                self._loses_answer = True
            to_server.write(words)
            await to_server.drain()

    async def _carry_answers(
        self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        while answer := await server.read(65536):
            if self._loses_answer:
                self._loses_answer = False
                return
            to_client.write(answer)
            await to_client.drain()


@pytest.fixture
async def cable(postgres_only_url: str) -> AsyncIterator[tuple[Cable, str]]:
    """A line, and the database's URL at its other end."""
    url = make_url(postgres_only_url)
    cable = Cable(url.host or "", url.port or 5432)
    server = await asyncio.start_server(cable.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    through = url.set(host="127.0.0.1", port=port).update_query_dict({"ssl": "disable"})
    yield cable, through.render_as_string(hide_password=False)
    server.close()
    await server.wait_closed()


@pytest.fixture
async def store(cable: tuple[Cable, str]) -> AsyncIterator[Store]:
    store = await Store.open(cable[1])
    yield store
    await store.close()


async def hang_up(url: str) -> None:
    """The server ends every connection of the store, as when it restarts."""
    async with raw_postgres(url) as other:
        ended = await other.fetch(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert ended


async def test_connections_that_broke_in_the_meantime_are_replaced(
    store: Store, postgres_only_url: str
):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0))

    await hang_up(postgres_only_url)

    await store.append(action(table_id, 1))
    await hang_up(postgres_only_url)
    assert await plies(store, table_id) == [0, 1]
    await hang_up(postgres_only_url)
    await store.update_table(table_id, message_id=5)


async def test_a_line_cut_before_the_insert_is_mended_unseen(
    store: Store, cable: tuple[Cable, str]
):
    ids = [await playing_table(store) for _ in range(3)]
    await store.append(action(ids[0], 0))
    cable[0].cut_before = b"BEGIN"

    await asyncio.gather(*(store.append(action(table_id, 1)) for table_id in ids))

    assert cable[0].cut_before is None
    assert [await plies(store, table_id) for table_id in ids] == [[0, 1], [1], [1]]


async def test_a_line_cut_before_the_commit_may_have_lost_the_action(
    store: Store, cable: tuple[Cable, str]
):
    table_id = await playing_table(store)
    cable[0].cut_before = b"COMMIT"

    with pytest.raises(StoreError) as caught:
        await store.append(action(table_id, 0))

    assert not caught.value.certain
    assert await plies(store, table_id) == []
    await store.append(action(table_id, 0))
    assert await plies(store, table_id) == [0]


async def test_a_line_cut_after_the_commit_has_not_lost_the_action(
    store: Store, cable: tuple[Cable, str]
):
    ids = [await playing_table(store) for _ in range(3)]
    cable[0].cut_after = b"COMMIT"

    outcomes = await asyncio.gather(
        *(store.append(action(table_id, 0)) for table_id in ids), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [StoreError] * 3
    assert not any(outcome.certain for outcome in outcomes if isinstance(outcome, StoreError))
    assert [await plies(store, table_id) for table_id in ids] == [[0]] * 3
    with pytest.raises(AlreadyPlayed):
        await store.append(action(ids[0], 0))


async def test_a_server_that_is_gone_is_trouble_until_it_is_back(
    store: Store, cable: tuple[Cable, str], postgres_only_url: str
):
    table_id = await open_lobby(store)
    server, cable[0].server = cable[0].server, ("127.0.0.1", 1)  # nobody listens there
    await hang_up(postgres_only_url)

    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            await store.update_table(table_id, message_id=5)
        assert caught.value.certain
        with pytest.raises(StoreError):
            await store.load(table_id)

    cable[0].server = server
    await store.update_table(table_id, message_id=5)
    stored = await store.load(table_id)
    assert stored is not None
    assert stored.table.message_id == 5
