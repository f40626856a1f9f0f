"""The journal's appends: durable before they return, and sharing a commit when many wait.

The first caller opens a batch and a task that waits for its turn to write. Whoever comes before
that turn joins the batch. So a lone action costs one commit, and a hundred at once cost little
more.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeGuard

from sqlalchemy import Insert, cast, column, insert, literal_column, select
from sqlalchemy import values as table_of_values
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import books, writes
from engine.store.errors import AlreadyPlayed, Refused, StoreError
from engine.store.finishing import finish_table
from engine.store.models import Action, Table
from engine.store.records import SeatResult
from engine.store.rows import PLAYING, ActionRow, ResultRow, TableChange
from engine.store.writer import Writer

log = logging.getLogger(__name__)

_COLUMNS = tuple(Action.__table__.columns.keys())
_TYPES = {column.name: column.type for column in Action.__table__.columns}
_row_values = attrgetter(*_COLUMNS)
_PLAYED = select(Table.id).where(Table.id == literal_column("?1"), Table.status == PLAYING)
_SQLITE_INSERT = str(
    insert(Action)
    .from_select(
        _COLUMNS,
        select(*(literal_column(f"?{place}") for place in range(1, len(_COLUMNS) + 1))).where(
            _PLAYED.exists()
        ),
    )
    .compile(dialect=SQLiteDialect_aiosqlite(), compile_kwargs={"literal_binds": True})
)
"""Numbered parameters are the columns; the first is the table, which has to be played still."""


@dataclass(slots=True)
class Entry:
    """An action that waits to be written; with results it is the last of its game."""

    row: ActionRow
    results: Sequence[ResultRow] = ()
    ended_at: float | None = None
    change: TableChange | None = None
    error: Exception | None = None
    outcome: list[SeatResult] | None = None
    """How the game ended for its seats, once that is written."""

    @property
    def ends_game(self) -> bool:
        return bool(self.results) or self.ended_at is not None

    @property
    def is_plain(self) -> bool:
        """Whether it is nothing but a row of the journal."""
        return self.change is None and not self.ends_game


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
        """Write all in one transaction; if one of them can't be written, each in its own."""
        error = await self._failure(entries)
        if _is_trouble(error):
            _fail(entries, error)
        elif error is not None and len(entries) > 1:
            await self._write_singly(entries)
        else:
            entries[0].error = error

    async def _write_singly(self, entries: list[Entry]) -> None:
        for index, entry in enumerate(entries):
            entry.error = error = await self._failure([entry])
            if _is_trouble(error):
                _fail(entries[index + 1 :], StoreError(str(error)))
                return

    async def _failure(self, entries: list[Entry]) -> Exception | None:
        """Write all in one transaction; why that failed, None if it didn't."""
        try:
            await self._commit(entries)
        except StoreError as error:
            return error
        except Exception as error:  # a mistake of the program: the other tables shall go on
            log.exception("an action can't be written")
            return error
        return None

    async def _commit(self, entries: list[Entry]) -> None:
        if self._writer.on_sqlite and len(entries) == 1 and entries[0].is_plain:
            written = await self._writer.run_alone(_SQLITE_INSERT, _row_values(entries[0].row))
            _require_all(written, entries)
            return

        async def work(connection: AsyncConnection) -> None:
            more = [entry.row.table_id for entry in entries if not entry.is_plain]
            if more and not self._writer.on_sqlite:  # as all do who end a table: first the books
                await books.lock_in_order(connection, more)
            rows = [entry.row for entry in entries]
            _require_all(await _insert_actions(connection, rows, alone=bool(more)), entries)
            for entry in entries:
                if entry.change is not None:
                    await writes.change_table(connection, entry.row.table_id, entry.change)
            for entry in [entry for entry in entries if entry.ends_game]:
                entry.outcome = await finish_table(
                    connection, entry.row.table_id, entry.results, entry.ended_at
                )

        await self._writer.transaction(work)


async def _insert_actions(
    connection: AsyncConnection, rows: list[ActionRow], *, alone: bool
) -> int:
    """Add rows to the journal, but for those of tables that aren't played; returns how many.

    `alone` says that more of these tables will be changed.

    On SQLite every call into the driver is a trip to its thread and back. SQLAlchemy makes three
    for a statement (cursor, execute, close), the driver itself one, and this is the hot path.
    """
    if connection.dialect.name != "sqlite":
        result = await connection.execute(_insert_where_played(rows, alone=alone))
        return result.rowcount
    driver: Any = (await connection.get_raw_connection()).driver_connection
    cursor = await driver.executemany(_SQLITE_INSERT, [_row_values(row) for row in rows])
    return int(cursor.rowcount)


def _insert_where_played(rows: list[ActionRow], *, alone: bool) -> Insert:
    """One statement, which waits for whoever is just ending one of the tables.

    Others may add to the same tables meanwhile, but not if it is `alone`: two who each wait for
    the other to let go of a table, so as to change it, would wait for ever.
    """
    new = table_of_values(*(column(name, _TYPES[name]) for name in _COLUMNS), name="new")
    new = new.data([_row_values(row) for row in rows])
    # where no row has a value, a column of VALUES has no type of its own
    played = (
        select(*(cast(new.c[name], _TYPES[name]) for name in _COLUMNS))
        .join(Table, Table.id == new.c.table_id)
        .where(Table.status == PLAYING)
        .order_by(Table.id)
        .with_for_update(read=not alone, key_share=alone, of=Table)
    )
    return insert(Action).from_select(_COLUMNS, played)


def _require_all(written: int, entries: list[Entry]) -> None:
    """AlreadyPlayed unless every action was written."""
    if written != len(entries):
        raise AlreadyPlayed("a table isn't being played any more")


def _is_trouble(error: Exception | None) -> TypeGuard[StoreError]:
    """Whether the database itself failed, so that the next transaction would fail too."""
    return isinstance(error, StoreError) and not isinstance(error, Refused)


def _fail(entries: list[Entry], error: StoreError) -> None:
    for entry in entries:
        entry.error = error.copy()
