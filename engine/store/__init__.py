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
    ChoiceColumns,
    LeaderboardPage,
    LeaderboardRow,
    LiveTable,
    LobbyColumns,
    NewTable,
    Occupancy,
    ResultRow,
    SeatColumns,
    SeatRow,
    SettingChangeRow,
    SettingsChange,
    StanceRow,
    StoredTable,
    TableChange,
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
    "ChoiceColumns",
    "LeaderboardPage",
    "LeaderboardRow",
    "LiveTable",
    "LobbyColumns",
    "NewTable",
    "Occupancy",
    "Refused",
    "ResultRow",
    "SeatColumns",
    "SeatRow",
    "SettingChangeRow",
    "SettingsChange",
    "StanceRow",
    "Store",
    "StoreError",
    "StoredTable",
    "TableChange",
    "TableColumns",
    "TableRow",
    "check_revision",
    "downgrade",
    "migrate",
    "read_heartbeat",
]
