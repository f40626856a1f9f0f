"""What a run leaves behind: the journal, what people sent and were answered, and the logs."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.games import load_game
from engine.record import Record

Span = tuple[float, float]
"""From when to when, in seconds since the Unix epoch."""


@dataclass(frozen=True, slots=True)
class Played:
    """A row of the journal."""

    ply: int
    seat: int
    action: str
    by: str
    at: float
    interaction_id: int | None


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whose a seat is (None: a computer's), and until when."""

    user_id: int | None
    left_at: float | None

    def is_held_by(self, user_id: int, at: float) -> bool:
        return self.user_id == user_id and (self.left_at is None or at < self.left_at)


@dataclass(slots=True)
class StoredTable:
    """A table as the database has it; `results` are place and score of every seat."""

    id: int
    guild_id: int
    host_id: int
    game: str
    players: int
    options: dict[str, Any]
    status: str
    seed: bytes | None
    dealer: int | None
    sitters: list[Sitter]
    journal: list[Played]
    results: list[tuple[int, int]]

    @property
    def is_live(self) -> bool:
        return self.status in ("lobby", "playing")

    def seat_of(self, user_id: int, at: float) -> int | None:
        seats = range(len(self.sitters))
        return next((s for s in seats if self.sitters[s].is_held_by(user_id, at)), None)

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
    weather: int = 0
    """Requests that were spoilt."""
    boards_behind: list[int] = field(default_factory=list)
    """Tables that are over, and whose message still offers to play."""
    problems: list[str] = field(default_factory=list)
    """What Discord itself objected to."""


def read_tables(path: Path, *, live: bool = False) -> list[StoredTable]:
    """Every table of a database that may be in use, or only those that aren't over."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        rows = list(database.execute(LIVE if live else ALL))
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
                sitters=[Sitter(*each) for each in _of(database, row["id"], SITTERS)],
                journal=[Played(*each) for each in _of(database, row["id"], JOURNAL)],
                results=[(each[0], each[1]) for each in _of(database, row["id"], RESULTS)],
            )
            for row in rows
        ]


ALL = "SELECT * FROM tables ORDER BY id"
LIVE = "SELECT * FROM tables WHERE status IN ('lobby', 'playing') ORDER BY id"
SITTERS = "SELECT user_id, left_at FROM seats WHERE table_id = ? ORDER BY seat"
JOURNAL = (
    'SELECT ply, seat, action, "by", at, interaction_id FROM actions '
    "WHERE table_id = ? ORDER BY ply"
)
RESULTS = "SELECT place, score FROM results WHERE table_id = ? ORDER BY seat"


def _of(database: sqlite3.Connection, table_id: int, query: str) -> Iterator[Sequence[Any]]:
    return iter(database.execute(query, (table_id,)).fetchall())
