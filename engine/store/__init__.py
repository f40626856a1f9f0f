"""The store: tables, seats, journal and results in a database; the only place with SQL.

`migrate` brings a database up to date, `Store.open` opens it. SQLite (aiosqlite) is the default and
serves one process; PostgreSQL (asyncpg) is the same code with another URL.
"""

from engine.store.errors import AlreadyPlayed, Refused, StoreError
from engine.store.migration import check_revision, downgrade, migrate
from engine.store.pulse import read_heartbeat
from engine.store.rows import (
    CANCELLED,
    FINISHED,
    LIVE,
    LOBBY,
    PLAYING,
    ActionRow,
    BellRow,
    LeaderboardPage,
    LeaderboardRow,
    LiveTable,
    LobbyColumns,
    NewTable,
    ResultRow,
    SeatColumns,
    SeatRow,
    SettingChangeRow,
    StanceRow,
    StoredTable,
    TableColumns,
    TableRow,
)
from engine.store.store import Store

__all__ = [
    "CANCELLED",
    "FINISHED",
    "LIVE",
    "LOBBY",
    "PLAYING",
    "ActionRow",
    "AlreadyPlayed",
    "BellRow",
    "LeaderboardPage",
    "LeaderboardRow",
    "LiveTable",
    "LobbyColumns",
    "NewTable",
    "Refused",
    "ResultRow",
    "SeatColumns",
    "SeatRow",
    "SettingChangeRow",
    "StanceRow",
    "Store",
    "StoreError",
    "StoredTable",
    "TableColumns",
    "TableRow",
    "check_revision",
    "downgrade",
    "migrate",
    "read_heartbeat",
]
