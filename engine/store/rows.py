"""What goes into the store and comes out of it: plain frozen values, one class a table.

All times are seconds since the Unix epoch. Field names are column names. Seeds and actions, which
may be secret, don't show in a row's `repr`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias, TypedDict

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
FINISHED: Final = "finished"
CANCELLED: Final = "cancelled"
LIVE: Final = (LOBBY, PLAYING)
"""The status of a table that is open or being played; the store itself tells only these apart."""

SEED_BYTES: Final = 32


def values(row: Any) -> dict[str, Any]:
    """A row as columns with their values."""
    return {column.name: getattr(row, column.name) for column in fields(row)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table that opens as a lobby."""

    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: Mapping[str, Any]
    wanted: int
    pace: str
    stake: int
    level: str
    server_seed: bytes = field(repr=False)
    opened_at: float
    closes_at: float | None = None
    message_id: int | None = None
    rematch_of: int | None = None
    settled: bool = False

    def __post_init__(self) -> None:
        if len(self.server_seed) != SEED_BYTES:
            raise ValueError(f"a server seed has {SEED_BYTES} bytes, not {len(self.server_seed)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table's header. The state of its game is not here: it is the fold of the actions."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    game: str
    options: dict[str, Any]
    wanted: int
    pace: str
    stake: int
    level: str
    status: str
    server_seed: bytes = field(repr=False)
    salt: str | None
    dealer: int | None
    seed: bytes | None = field(repr=False)
    closes_at: float | None
    deadline: float | None
    deadline_ply: int
    opened_at: float
    started_at: float | None
    ended_at: float | None
    closed_reason: str | None
    parent_id: int | None = None
    paused_at: float | None = None
    rematch_of: int | None = None
    open_seats: bool = False
    settled: bool = True
    number: int | None = None
    """Place in the order in which the server's games ended with a result: 1, 2, 3 …"""
    has_journal: bool = True
    """Whether the plays are still there; they are dropped a year after the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """Who sits where. A computer has a level, no user and join interaction 0."""

    seat: int
    user_id: int | None
    name: str
    level: str | None = None
    join_id: int = 0
    joined_at: float
    away: bool = False
    left_at: float | None = None
    standing: str = ""
    heir_id: int | None = None
    heir_name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRow:
    """One accepted action: a row of the journal.

    `by` is "person", "standing" for a person's standing answer, "computer", or "clock" for a
    computer that acted for a person. `deadline` is the next one as of after this action.
    """

    table_id: int
    ply: int
    seat: int
    action: str = field(repr=False)
    by: str
    at: float
    deadline: float | None = None
    interaction_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """How a game ended for one seat; the table is that of the action that ended it."""

    seat: int
    guild_id: int
    game: str
    user_id: int | None
    name: str
    place: int
    score: int
    won: bool
    finished_at: float
    team: int | None = None
    """Seats with the same number play together; None: nobody else does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChangeRow:
    """Who changed a setting of a server; `old` and `new` as JSON has them."""

    guild_id: int
    at: float
    user_id: int
    name: str
    setting: str
    old: Any
    new: Any


SettingsChange: TypeAlias = Callable[
    [dict[str, Any]], tuple[dict[str, Any], Sequence[SettingChangeRow]]
]
"""Turns what a server has set into what shall be, and the rows that say who changed it."""


class ChoiceColumns(TypedDict, total=False):
    """What a person may choose."""

    hand_layout: str
    bells: bool
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceRow:
    """What a person has said about a table, or been told; for the kinds see the models."""

    table_id: int
    kind: str
    user_id: int
    at: float


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Live tables of a server: those where a person sits or will sit, and how many there are."""

    mine: list[int]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BellRow:
    """A reminder that stands in a channel; `decisions` are what each seat, as a text, owes."""

    message_id: int
    channel_id: int
    table_id: int
    decisions: dict[str, int]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that is known of a table: seats in order, actions by ply."""

    table: TableRow
    seats: list[SeatRow]
    actions: list[ActionRow]
    stances: list[StanceRow] = field(default_factory=list)

    @property
    def deadline(self) -> float | None:
        """The deadline written last: the last action's unless the header's is newer."""
        if self.actions and self.actions[-1].ply >= self.table.deadline_ply:
            last = self.actions[-1].deadline
            return self.table.deadline if last is None else last
        return self.table.deadline


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveTable:
    """What the clocks need of a table that isn't over; `deadline` is the one written last."""

    table_id: int
    guild_id: int
    status: str
    closes_at: float | None
    deadline: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedTable:
    """Where a table that is over stood, and when it was opened."""

    table_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    opened_at: float


class LobbyColumns(TypedDict, total=False):
    """The columns that may still change when a table starts."""

    channel_id: int
    message_id: int | None
    host_id: int
    options: Mapping[str, Any]
    wanted: int
    pace: str
    stake: int
    level: str


class TableColumns(LobbyColumns, total=False):
    """The columns of a table that may be changed by name."""

    closes_at: float | None
    deadline: float | None
    deadline_ply: int
    parent_id: int | None
    paused_at: float | None
    open_seats: bool
    settled: bool


class SeatColumns(TypedDict, total=False):
    """The columns of a seat that may be changed by name."""

    user_id: int | None
    name: str
    level: str | None
    join_id: int
    joined_at: float
    away: bool
    left_at: float | None
    standing: str
    heir_id: int | None
    heir_name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChange:
    """Changes of a table that hold together: columns, seats, and what people say.

    `ends` is the reason with which it is over; `at` is when.
    """

    columns: TableColumns = field(default_factory=TableColumns)
    seats: Mapping[int, SeatColumns] = field(default_factory=dict)
    was: Mapping[int, SeatColumns] = field(default_factory=dict)
    """How a seat was before; if it isn't so any more, nothing is changed."""
    said: Sequence[StanceRow] = ()
    unsaid: Sequence[StanceRow] = ()
    ends: str | None = None
    at: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.columns or self.seats or self.said or self.unsaid or self.ends)
