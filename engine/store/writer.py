"""The one connection that writes, behind a lock; everything that changes the database runs here."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from engine.store.errands import Errand, Errands
from engine.store.errors import DATABASE_ERRORS, StoreError, translate

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""Statements of one transaction. They may run twice, if the connection breaks before the commit."""
Watcher = Callable[[float, bool], None]
"""Told how many seconds a transaction took, and whether it was committed; it must not raise."""


class Writer:
    """Transactions one after the other on one connection, which is replaced if it breaks.

    A caller that is cancelled leaves its transaction to end by itself: on SQLite the statement runs
    on in the driver's thread anyway, and nobody may find the connection in the middle of it.
    """

    def __init__(self, engine: AsyncEngine, watcher: Watcher | None = None) -> None:
        self.lock = asyncio.Lock()
        self.errands = Errands()
        self.on_sqlite = engine.dialect.name == "sqlite"
        self._engine = engine
        self._watcher = watcher
        self._connection: AsyncConnection | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run(self, work: Work[T]) -> T:
        """Do the work in a transaction of its own; StoreError if it isn't committed."""
        return await asyncio.shield(self.spawn(self._run_locked(work, self.errands.current())))

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run on its own, beyond the caller's cancellation; `close` waits for it."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def caught_up(self) -> None:
        """Wait until all that runs on its own now has come to its end."""
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))

    async def transaction(self, work: Work[T]) -> T:
        """Do the work and commit. The caller holds the lock.

        A connection that turns out to be dead before anything was committed is replaced once.
        """
        with self._watched():
            try:
                return await self._attempt(work)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise translate(error) from error
            except DATABASE_ERRORS as error:
                raise translate(error) from error
            try:
                return await self._attempt(work)
            except DATABASE_ERRORS as error:
                raise translate(error) from error

    async def run_alone(self, statement: str, values: Sequence[object]) -> int:
        """Run a statement that is a transaction by itself; returns how many rows it concerned.

        The caller holds the lock.

        SQLite only: one trip to the driver's thread, where a transaction takes three.
        """
        with self._watched():
            try:
                connection = await self.connection()
                driver: Any = (await connection.get_raw_connection()).driver_connection
                cursor = await driver.execute(statement, values)
                return int(cursor.rowcount)
            except DATABASE_ERRORS as error:
                raise translate(error, committing=True) from error

    async def close(self) -> None:
        """Let what has begun come to its end, then close the connection."""
        self._closed = True
        await asyncio.gather(*self._tasks, return_exceptions=True)
        async with self.lock:
            await self._drop()
        await self._engine.dispose()

    async def connection(self) -> AsyncConnection:
        """The open connection; opens one if there is none. The caller holds the lock."""
        if self._connection is None:
            if self._closed:
                raise StoreError("the store is closed")
            self._connection = await self._engine.connect()
        return self._connection

    @contextlib.contextmanager
    def _watched(self) -> Iterator[None]:
        """Tell the watcher of a transaction that begins and ends here."""
        began, committed = perf_counter(), False
        try:
            yield
            committed = True
        finally:
            if self._watcher is not None:
                self._watcher(perf_counter() - began, committed)

    async def _run_locked(self, work: Work[T], errand: Errand | None) -> T:
        async with self.lock:
            if errand is not None:
                errand.check()  # only now: what was written before this turn is known
            return await self.transaction(work)

    async def _attempt(self, work: Work[T]) -> T:
        connection = await self.connection()
        try:
            await connection.begin()
            result = await work(connection)
        except BaseException:
            await self._abandon(connection)
            raise
        try:
            await connection.commit()
        except BaseException as error:
            # to SQLAlchemy the transaction is over, so it would roll nothing back
            await self._drop(broken=True)
            if isinstance(error, DATABASE_ERRORS):
                raise translate(error, committing=True) from error
            raise
        return result

    async def _abandon(self, connection: AsyncConnection) -> None:
        """Roll back; a connection that can't even do that is closed."""
        try:
            await connection.rollback()
        except DATABASE_ERRORS:
            await self._drop(broken=True)
        else:
            if connection.invalidated:
                await self._drop()

    async def _drop(self, *, broken: bool = False) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(*DATABASE_ERRORS):
                if broken:
                    await connection.invalidate()  # no farewell that nobody would hear
                await connection.close()
