"""From a database URL to engines: which databases there are, and how their connections are set up.

PostgreSQL gets SQLite's waiting time for locks, and time limits on connecting and on statements.
"""

from typing import Any, Final

from sqlalchemy import URL, NullPool, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from engine.store import sqlite
from engine.store.errors import StoreError

BUSY_TIMEOUT: Final = 5.0
"""Seconds that a statement waits for another process's lock."""

READERS: Final = 4
"""Connections that read at the same time; one more writes."""

_CONNECT_TIMEOUT = 10.0
_COMMAND_TIMEOUT = 30.0
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def parse_url(text: str) -> URL:
    """The database's URL, with the driver that serves it; StoreError if there is none."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StoreError("this is no database URL (sqlite+aiosqlite:///cardroom.db is)") from error
    if url.drivername not in _DRIVERS:
        raise StoreError(
            f"databases of the kind {url.drivername!r} aren't supported: "
            "use sqlite+aiosqlite or postgresql+asyncpg"
        )
    url = url.set(drivername=_DRIVERS[url.drivername])
    if is_sqlite(url) and _is_in_memory(url):
        raise StoreError("a database in memory would lose every game: name a file")
    return url


def shown(url: URL) -> str:
    """The URL as it may be shown: without its password and parameters."""
    return url.set(query={}).render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Whether the database is a local SQLite file."""
    return url.get_backend_name() == "sqlite"


def writing_engine(url: URL, busy_timeout: float) -> AsyncEngine:
    """Connections that write. On SQLite a statement outside of a transaction is one by itself."""
    if not is_sqlite(url):
        return _create(url, poolclass=NullPool, connect_args=_postgres_args(busy_timeout))
    engine = _create(url, poolclass=NullPool)
    sqlite.set_up(engine.sync_engine, busy_timeout, "foreign_keys=ON", begin="BEGIN")
    return engine


def reading_engine(url: URL, busy_timeout: float) -> AsyncEngine:
    """Connections that only read, each transaction from one snapshot."""
    if not is_sqlite(url):
        return _create(
            url,
            pool_size=READERS,
            max_overflow=0,
            pool_pre_ping=True,
            connect_args=_postgres_args(busy_timeout),
            execution_options={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
        )
    engine = _create(url, pool_size=READERS, max_overflow=0)
    sqlite.set_up(engine.sync_engine, busy_timeout, "query_only=ON", begin="BEGIN")
    return engine


def migrating_engine(url: URL) -> AsyncEngine:
    """Connections that change the schema, in transactions that hold off other writers.

    Foreign keys are off on SQLite: it changes a table by building it anew and dropping the old one,
    which would delete everything that refers to it.
    """
    if not is_sqlite(url):
        return _create(url, poolclass=NullPool, connect_args={"timeout": _CONNECT_TIMEOUT})
    engine = _create(url, poolclass=NullPool)
    sqlite.set_up(engine.sync_engine, BUSY_TIMEOUT, "foreign_keys=OFF", begin="BEGIN IMMEDIATE")
    return engine


def _create(url: URL, **options: Any) -> AsyncEngine:
    try:
        # a log of an error must show neither a seed nor a hidden choice
        return create_async_engine(url, hide_parameters=True, **options)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        driver = url.get_driver_name()
        raise StoreError(
            f'the driver {driver} isn\'t installed: pip install "cardroom[postgres]"'
        ) from error


def _is_in_memory(url: URL) -> bool:
    return not url.database or ":memory:" in url.database or url.query.get("mode") == "memory"


def _postgres_args(busy_timeout: float) -> dict[str, Any]:
    return {
        "timeout": _CONNECT_TIMEOUT,
        "command_timeout": _COMMAND_TIMEOUT,
        "server_settings": {
            "application_name": "cardroom",
            "lock_timeout": str(round(busy_timeout * 1000)),
        },
    }
