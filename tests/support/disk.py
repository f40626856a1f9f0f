"""A disk that is full, or a commit that breaks off, beneath SQLite's driver and all of the bot."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiosqlite

CHANGES = ("INSERT", "UPDATE", "DELETE")


class Disk:
    """What has become of the writes: `failed` counts those that were refused."""

    def __init__(self) -> None:
        self.writes = 0
        self.failed = 0
        self._dirty: set[int] = set()

    def is_write(self, connection: aiosqlite.Connection, name: str, words: tuple[Any, ...]) -> bool:
        """Whether something is changed, or what was changed is committed."""
        if name in ("execute", "executemany"):
            changes = str(words[0]).lstrip().upper().startswith(CHANGES)
            if changes:
                self._dirty.add(id(connection))
            return changes
        if name in ("commit", "rollback") and id(connection) in self._dirty:
            self._dirty.discard(id(connection))
            return name == "commit"
        return False


@contextmanager
def full_disk(*, after: int = 0) -> Iterator[Disk]:
    """There is no room for any write once so many have been made, commits among them."""
    disk = Disk()

    def fails(_: str) -> bool:
        disk.writes += 1
        disk.failed += disk.writes > after
        return disk.writes > after

    with _in_front_of_the_driver(disk, fails, sqlite3.SQLITE_FULL, "database or disk is full"):
        yield disk


@contextmanager
def broken_commit(*, written: bool) -> Iterator[Disk]:
    """The next commit breaks off, with what it commits on the disk or not."""
    disk = Disk()

    def fails(name: str) -> bool:
        disk.failed += name == "commit"
        return name == "commit" and disk.failed == 1

    with _in_front_of_the_driver(disk, fails, sqlite3.SQLITE_IOERR, "disk I/O error", written):
        yield disk


@contextmanager
def _in_front_of_the_driver(
    disk: Disk, fails: Callable[[str], bool], code: int, words: str, written: bool = False
) -> Iterator[None]:
    real = aiosqlite.Connection._execute

    async def execute(
        connection: aiosqlite.Connection, work: Any, *args: Any, **kwargs: Any
    ) -> object:
        name = getattr(work, "__name__", "")
        alone = name == "execute" and not connection.in_transaction
        if disk.is_write(connection, name, args) and fails("commit" if alone else name):
            if written:
                await real(connection, work, *args, **kwargs)
            error = sqlite3.OperationalError(words)
            error.sqlite_errorcode = code
            raise error
        return await real(connection, work, *args, **kwargs)

    aiosqlite.Connection._execute = execute  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        aiosqlite.Connection._execute = real  # type: ignore[method-assign]
