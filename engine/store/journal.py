"""The journal's appends: durable before they return, and sharing a commit when many wait.

The first caller opens a batch and a task that waits for its turn to write. Whoever comes before
that turn joins the batch. So a lone action costs one commit, and a hundred at once cost little
more.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from sqlalchemy import insert
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import writes
from engine.store.errors import Refused, StoreError
from engine.store.models import Action
from engine.store.rows import ActionRow, ResultRow, values
from engine.store.writer import Writer

_COLUMNS = tuple(Action.__table__.columns.keys())
_row_values = attrgetter(*_COLUMNS)
_SQLITE_INSERT = str(insert(Action).compile(dialect=SQLiteDialect_aiosqlite()))


@dataclass(slots=True)
class Entry:
    """An action that waits to be written; with results it is the last of its game."""

    row: ActionRow
    results: Sequence[ResultRow] = ()
    ended_at: float | None = None
    error: StoreError | None = None

    @property
    def ends_game(self) -> bool:
        return bool(self.results) or self.ended_at is not None


@dataclass(frozen=True, slots=True)
class _Batch:
    """Entries that share a commit, and the task that writes them."""

    entries: list[Entry]
    task: asyncio.Task[None]


class Journal:
    """Group commit over the writer."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._forming: _Batch | None = None

    async def append(self, entry: Entry) -> None:
        """Write the entry; when this returns it is durable.

        Each caller gets its own outcome, whatever became of the others in its batch. A caller that
        is cancelled doesn't take its entry back: it is written once, or fails, unseen.
        """
        await asyncio.shield(self._join(entry))
        if entry.error is not None:
            raise entry.error

    def _join(self, entry: Entry) -> asyncio.Task[None]:
        """Put the entry into the batch that is forming; the task ends when that is written."""
        if self._forming is None:
            entries: list[Entry] = []
            task = self._writer.spawn(self._write_in_turn(entries))
            self._forming = _Batch(entries, task)
        self._forming.entries.append(entry)
        return self._forming.task

    async def _write_in_turn(self, entries: list[Entry]) -> None:
        async with self._writer.lock:
            self._forming = None  # who comes from now on shares the next commit
            await self._write(entries)

    async def _write(self, entries: list[Entry]) -> None:
        """Write all in one transaction; if one of them is refused, each in its own."""
        try:
            await self._commit(entries)
        except Refused as error:
            if len(entries) > 1:
                await self._write_singly(entries)
            else:
                entries[0].error = error
        except StoreError as error:
            _fail(entries, error)

    async def _write_singly(self, entries: list[Entry]) -> None:
        for index, entry in enumerate(entries):
            try:
                await self._commit([entry])
            except Refused as error:
                entry.error = error
            except StoreError as error:
                entry.error = error
                _fail(entries[index + 1 :], StoreError(str(error)))
                return

    async def _commit(self, entries: list[Entry]) -> None:
        if self._writer.on_sqlite and len(entries) == 1 and not entries[0].ends_game:
            await self._writer.run_alone(_SQLITE_INSERT, _row_values(entries[0].row))
            return

        async def work(connection: AsyncConnection) -> None:
            await _insert_actions(connection, [entry.row for entry in entries])
            for entry in entries:
                if entry.ends_game:
                    await writes.finish_table(
                        connection, entry.row.table_id, entry.results, entry.ended_at
                    )

        await self._writer.transaction(work)


async def _insert_actions(connection: AsyncConnection, rows: list[ActionRow]) -> None:
    """Add rows to the journal.

    On SQLite every call into the driver is a trip to its thread and back. SQLAlchemy makes three
    for a statement (cursor, execute, close), the driver itself one, and this is the hot path.
    """
    if connection.dialect.name != "sqlite":
        await connection.execute(insert(Action), [values(row) for row in rows])
        return
    driver: Any = (await connection.get_raw_connection()).driver_connection
    await driver.executemany(_SQLITE_INSERT, [_row_values(row) for row in rows])


def _fail(entries: list[Entry], error: StoreError) -> None:
    for entry in entries:
        entry.error = error.copy()
