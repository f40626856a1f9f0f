"""How a connection to SQLite is set up.

Write-ahead log: readers and the writer don't wait for each other. synchronous=FULL: a commit is on
the disk when it returns. Busy timeout: how long to wait for another process that writes.
"""

import sqlite3
from typing import Any

from sqlalchemy import Engine, event

_ATTEMPTS = 10


def set_up(engine: Engine, busy_timeout: float, pragma: str, begin: str | None = None) -> None:
    """Set up every connection of an engine: `busy_timeout` in seconds, and one more `pragma`.

    With `begin`, transactions start by that statement instead of the driver's own rule, which
    begins one only before a change of data, not before a query or a change of the schema.
    """

    @event.listens_for(engine, "do_connect")
    def try_to_open(_dialect: object, _record: object, args: Any, options: Any) -> None:
        # if aiosqlite can't open the file it leaves a thread behind, which may answer after the
        # event loop has closed; so find that out without it
        sqlite3.connect(*args, **options).close()

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(busy_timeout * 1000)}")
        keep_a_write_ahead_log(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        if begin is not None:
            connection.isolation_level = None

    if begin is not None:

        @event.listens_for(engine, "begin")
        def begin_transaction(connection: Any) -> None:
            connection.exec_driver_sql(begin)


def keep_a_write_ahead_log(cursor: Any) -> None:
    """Switch a new file over; it stays so.

    Where another process is about to do the same SQLite doesn't wait for it, but says at once that
    the database is locked. To begin a transaction does wait.
    """
    for _ in range(_ATTEMPTS):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("ROLLBACK")
        else:
            return
