"""What a run leaves behind: the journal, what people sent and were answered, and the logs."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.games import load_game
from engine.record import Record
from tests.chaos.history import History, Span, read_histories


@dataclass(frozen=True, slots=True)
class Played:
    """A row of the journal."""

    ply: int
    seat: int
    action: str
    by: str
    at: float
    interaction_id: int | None


@dataclass(slots=True)
class StoredTable:
    """A table as the database has it; `results` are place and score of every seat.

    `waits_until` is when it closes if nobody takes it up again, None where it is played.
    """

    id: int
    guild_id: int
    host_id: int
    game: str
    players: int
    options: dict[str, Any]
    status: str
    seed: bytes | None
    dealer: int | None
    history: History
    journal: list[Played]
    results: list[tuple[int, int]]
    waits_until: float | None = None

    @property
    def is_live(self) -> bool:
        return self.status in ("lobby", "playing")

    def record(self) -> Record:
        """The game as played so far, as a record; ValueError if it hasn't been dealt."""
        if self.seed is None:
            raise ValueError(f"table {self.id} has no deal")
        drawn = load_game(self.game, self.players, self.options).first_dealer(self.seed)
        return Record(
            game=self.game,
            players=self.players,
            options=self.options,
            dealer=drawn if self.dealer is None else self.dealer,
            seed=self.seed,
            actions=tuple((row.seat, row.action) for row in self.journal),
            winners=tuple(s for s, (place, _) in enumerate(self.results) if place == 1),
            scores=tuple(score for _, score in self.results),
            placings=tuple(place for place, _ in self.results),
            dealer_given=self.dealer not in (None, drawn),
        )


@dataclass(frozen=True, slots=True)
class Sent:
    """An interaction: what a person did, and the bot's answer to it, if any.

    `how` is "message", "update", "edit", "followup" or "modal", "" for no answer at all.
    """

    id: int
    user_id: int
    at: float
    custom_id: str
    command: str = ""
    how: str = ""
    text: str = ""
    acknowledged: float | None = None
    """After how many seconds Discord had an answer or a deferral."""
    marred: bool = False
    """Whether an answer met bad weather on its way."""
    delivered: bool = True
    """Whether there was anybody to send it to."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that people were shown; `viewer` None: everybody.

    `table` is the one that it is about, where that is known.
    """

    at: float
    viewer: int | None
    strings: tuple[str, ...]
    table: int | None = None


@dataclass(slots=True)
class Evidence:
    """All of it, after the last table has ended."""

    tables: list[StoredTable]
    sent: list[Sent] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    logs: list[str] = field(default_factory=list)
    down: list[Span] = field(default_factory=list)
    """When no bot was running, or it was only just starting."""
    cut_off: list[Span] = field(default_factory=list)
    """When the gateway was disturbed."""
    busy: list[Span] = field(default_factory=list)
    """When the machine was too busy to judge anybody by their speed."""
    kills: int = 0
    young: int = 0
    """Kills of a process that was only just starting."""
    weather: int = 0
    """Requests that were spoilt."""
    boards: list[int] = field(default_factory=list)
    """The table of every public message that offers to play, once the last edits are made."""
    ledger: "Ledger | None" = None
    """The chips; None where this version has none."""
    problems: list[str] = field(default_factory=list)
    """What Discord itself objected to."""


@dataclass(frozen=True, slots=True)
class Account:
    """Chips of a "member", of a "pot" (owner: its table) or of the "house"."""

    guild_id: int
    kind: str
    owner: int
    balance: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """All accounts, and what each of them should have by the transfers."""

    accounts: list[Account]
    by_transfers: dict[tuple[int, str, int], int]


def read_ledger(path: Path) -> Ledger | None:
    """The chips of a database; None if it has no accounts."""
    with closing(_opened(path)) as database:
        if database.execute(HAS_LEDGER).fetchone()[0] < 2:
            return None
        accounts = [Account(*row) for row in database.execute(ACCOUNTS)]
        moved: Counter[tuple[int, str, int]] = Counter()
        for guild, amount, *ends in database.execute(TRANSFERS):
            moved[guild, ends[0], ends[1]] -= amount
            moved[guild, ends[2], ends[3]] += amount
    return Ledger(accounts, dict(moved))


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)


def read_tables(path: Path, *, live: bool = False) -> list[StoredTable]:
    """Every table of a database that may be in use, or those that aren't over, without journals."""
    with closing(_opened(path)) as database:
        database.row_factory = sqlite3.Row
        rows = list(database.execute(LIVE if live else ALL))
        histories = read_histories(database, [row["id"] for row in rows])
        return [
            StoredTable(
                id=row["id"],
                guild_id=row["guild_id"],
                host_id=row["host_id"],
                game=row["game"],
                players=row["wanted"],
                options=json.loads(row["options"]),
                status=row["status"],
                seed=row["seed"],
                dealer=row["dealer"],
                history=histories[row["id"]],
                journal=[]
                if live
                else [Played(*each) for each in _of(database, row["id"], JOURNAL)],
                results=[(each[0], each[1]) for each in _of(database, row["id"], RESULTS)],
                waits_until=row["closes_at"] if row["status"] == "playing" else None,
            )
            for row in rows
        ]


ALL = "SELECT * FROM tables ORDER BY id"
LIVE = "SELECT * FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id"
HAS_LEDGER = "SELECT count(*) FROM sqlite_master WHERE name IN ('accounts', 'transfers')"
ACCOUNTS = "SELECT guild_id, kind, owner, balance FROM accounts"
TRANSFERS = "SELECT guild_id, amount, from_kind, from_owner, to_kind, to_owner FROM transfers"
# by which click a seat was played is forgotten when somebody else takes it
JOURNAL = (
    'SELECT ply, seat, action, "by", at, coalesce(noted.interaction_id, played.interaction_id) '
    "FROM actions AS played LEFT JOIN past_clicks AS noted USING (table_id, ply) "
    "WHERE table_id = ? ORDER BY ply"
)
# the lines past the last seat are those of people whose seat has become another's
RESULTS = (
    "SELECT place, score FROM results JOIN tables ON tables.id = table_id "
    "WHERE table_id = ? AND seat < wanted ORDER BY seat"
)


def _of(database: sqlite3.Connection, table_id: int, query: str) -> Iterator[Sequence[Any]]:
    return iter(database.execute(query, (table_id,)).fetchall())
