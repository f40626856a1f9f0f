"""Whether a bot is running on a database, for those who only look: nothing is opened for long."""

from pathlib import Path

from sqlalchemy import URL

from engine.store import queries
from engine.store.database import BUSY_TIMEOUT, is_sqlite, parse_url, reading_engine, shown
from engine.store.errors import StoreError, one_line


async def read_heartbeat(url: str) -> float | None:
    """When a bot was last known to run on the database (epoch seconds); None if never.

    Raises StoreError with one line if the database can't be read or has no such table.
    """
    parsed = parse_url(url)
    _require_file(parsed)
    engine = reading_engine(parsed, BUSY_TIMEOUT)
    try:
        async with engine.connect() as connection:
            return await queries.last_heartbeat(connection)
    except Exception as error:  # whatever the driver or the network says
        raise StoreError(f"cannot read {shown(parsed)}: {one_line(error)}") from error
    finally:
        await engine.dispose()


def _require_file(url: URL) -> None:
    """SQLite would make a new file of one that isn't there."""
    name = url.database or ""
    if is_sqlite(url) and not name.startswith("file:") and not Path(name).is_file():
        raise StoreError(f"there is no database {shown(url)}")
