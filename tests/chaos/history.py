"""What was true when: triggers in the bot's own database note every change, in the same commit.

The bot keeps only who sits somewhere now. Whether somebody was rightly shown a hand, and whether
what they were told had been done was done, takes to know who sat there at every moment.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

Span = tuple[float, float]
"""From when to when, in seconds since the Unix epoch."""

FOREVER = float("inf")
_NOW = "(julianday('now') - 2440587.5) * 86400.0"
_SEAT = f"INSERT INTO past_seats SELECT {_NOW}, NEW.table_id, NEW.seat, NEW.user_id, NEW.join_id,"
_SEAT += " NEW.left_at, NEW.heir_id;"
_EMPTY = f"INSERT INTO past_seats SELECT {_NOW}, OLD.table_id, OLD.seat, NULL, 0, NULL, NULL;"
_TABLE = f"INSERT INTO past_tables SELECT {_NOW}, NEW.id, NEW.status, NEW.paused_at;"
_STANCE = f"INSERT INTO past_stances SELECT {_NOW}, NEW.table_id, NEW.kind, NEW.user_id;"
NOTEBOOK = f"""
CREATE TABLE IF NOT EXISTS past_seats (at, table_id, seat, user_id, join_id, left_at, heir_id);
CREATE TABLE IF NOT EXISTS past_tables (at, table_id, status, paused_at);
CREATE TABLE IF NOT EXISTS past_stances (at, table_id, kind, user_id);
CREATE TABLE IF NOT EXISTS past_clicks (table_id, ply, interaction_id);
CREATE INDEX IF NOT EXISTS past_seats_of ON past_seats (table_id);
CREATE INDEX IF NOT EXISTS past_clicks_of ON past_clicks (table_id, ply);
CREATE TRIGGER IF NOT EXISTS past_1 AFTER INSERT ON seats BEGIN {_SEAT} END;
CREATE TRIGGER IF NOT EXISTS past_2 AFTER UPDATE ON seats BEGIN {_SEAT} END;
CREATE TRIGGER IF NOT EXISTS past_3 AFTER DELETE ON seats BEGIN {_EMPTY} END;
CREATE TRIGGER IF NOT EXISTS past_4 AFTER INSERT ON tables BEGIN {_TABLE} END;
CREATE TRIGGER IF NOT EXISTS past_5 AFTER UPDATE OF status, paused_at ON tables
WHEN OLD.status IS NOT NEW.status OR OLD.paused_at IS NOT NEW.paused_at BEGIN {_TABLE} END;
CREATE TRIGGER IF NOT EXISTS past_6 AFTER INSERT ON stances BEGIN {_STANCE} END;
CREATE TRIGGER IF NOT EXISTS past_7 AFTER UPDATE ON stances BEGIN {_STANCE} END;
CREATE TRIGGER IF NOT EXISTS past_8 AFTER INSERT ON actions WHEN NEW.interaction_id IS NOT NULL
BEGIN INSERT INTO past_clicks SELECT NEW.table_id, NEW.ply, NEW.interaction_id; END;
"""


def take_notes(database: Path) -> None:
    """Have a migrated database, which may be in use, note from now on what is changed in it."""
    with closing(sqlite3.connect(database, timeout=30)) as connection:
        connection.executescript(NOTEBOOK)


@dataclass(frozen=True, slots=True)
class Tenure:
    """Whose a seat was, from when to when."""

    seat: int
    user_id: int
    since: float = 0.0
    until: float = FOREVER

    def meets(self, first: float, last: float) -> bool:
        """Whether it was so at some moment from first to last."""
        return self.since <= last and first <= self.until


@dataclass(slots=True)
class History:
    """What became of one table's seats, pauses and people; times in epoch seconds."""

    tenures: list[Tenure] = field(default_factory=list)
    heirs: list[Tenure] = field(default_factory=list)
    """Who was to get a seat at the next deal, or had it kept in a lobby."""
    joins: set[tuple[int, int]] = field(default_factory=set)
    """Interactions that have seated somebody, and whom."""
    paused: list[Span] = field(default_factory=list)
    kicked: list[tuple[float, int]] = field(default_factory=list)
    """When who was removed."""

    def seats_of(self, user_id: int, first: float, last: float) -> set[int]:
        """The seats that a person had at some moment from first to last."""
        return {t.seat for t in self.tenures if t.user_id == user_id and t.meets(first, last)}

    def owners_of(self, seat: int, first: float, last: float) -> frozenset[int]:
        """The people who had a seat at some moment from first to last."""
        tenures = (t for t in self.tenures if t.seat == seat and t.meets(first, last))
        return frozenset(t.user_id for t in tenures)

    def seat_of(self, user_id: int, at: float) -> int | None:
        return min(self.seats_of(user_id, at, at), default=None)


def read_histories(connection: sqlite3.Connection, table_ids: Iterable[int]) -> dict[int, History]:
    """The histories of some tables."""
    return {table_id: _read(connection, table_id) for table_id in table_ids}


def _read(connection: sqlite3.Connection, table_id: int) -> History:
    seats = defaultdict(list)
    history = History()
    for at, seat, user, join, left_at, heir in connection.execute(SEATS, (table_id,)):
        seats[seat].append((at, None if left_at is not None else user, heir))
        if user is not None and join:
            history.joins.add((join, user))
    for seat, rows in seats.items():
        times = [row[0] for row in rows]
        history.tenures += _tenures(seat, times, [row[1] for row in rows])
        history.heirs += _tenures(seat, times, [row[2] for row in rows])
    since = None
    for at, status, paused_at in connection.execute(TABLES, (table_id,)):
        is_paused = paused_at is not None and status == "playing"
        if is_paused and since is None:
            since = at
        elif not is_paused and since is not None:
            history.paused.append((since, at))
            since = None
    if since is not None:
        history.paused.append((since, FOREVER))
    history.kicked = [(at, user) for at, user in connection.execute(KICKED, (table_id,))]
    return history


def _tenures(seat: int, times: list[float], users: list[int | None]) -> list[Tenure]:
    """Whose it was: each user until the next change."""
    found, since = [], 0.0
    ends = [*zip(times[1:], users[1:], strict=True), (FOREVER, None)]
    for index, (at, user) in enumerate(zip(times, users, strict=True)):
        if index == 0 or users[index - 1] != user:
            since = at
        until, after = ends[index]
        if user is not None and (after != user or until == FOREVER):
            found.append(Tenure(seat, user, since, until))
    return found


SEATS = (
    "SELECT at, seat, user_id, join_id, left_at, heir_id FROM past_seats "
    "WHERE table_id = ? ORDER BY rowid"
)
TABLES = "SELECT at, status, paused_at FROM past_tables WHERE table_id = ? ORDER BY rowid"
KICKED = "SELECT at, user_id FROM past_stances WHERE table_id = ? AND kind = 'kicked'"
