"""A table: the people and computers at it, the game they play, and when it is due for attention.

Only the House changes a table; everybody else reads it. Times are seconds since the Unix epoch.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256

from engine.game import Event, Game, State
from engine.players.standing import answer_left
from engine.shuffle import SEED_BYTES

AWAY_AFTER = 2
"""Decisions in a row that a seat may miss before it is away."""
COMPUTER_LEVEL_FOR_PEOPLE = "normal"
"""How well the computer plays for a person who is away or has left."""


class Status(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Pace(StrEnum):
    """How long a person may take over one decision."""

    LIVE = "live"
    RELAXED = "relaxed"
    SLOW = "slow"
    NONE = "none"

    def seconds(self, game: str) -> float | None:
        """The time for one decision of a game; None without limit."""
        if self is Pace.LIVE and game == "toonerville":
            return 120.0
        return _SECONDS[self]


_SECONDS = {Pace.LIVE: 60.0, Pace.RELAXED: 600.0, Pace.SLOW: 86_400.0, Pace.NONE: None}
_BRIEFER = 6
"""A brief decision's share of the time is one in so many."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in Discord; `name` is what their server shows, not yet escaped."""

    user_id: int
    name: str


@dataclass(slots=True)
class Seat:
    """One place at a table: a person's (`user_id`) or a computer's (`level`)."""

    user_id: int | None
    name: str
    place: int
    """0 … players-1, clockwise; in a game the place is the seat that the rules speak of."""
    level: str | None = None
    join_id: int = 0
    joined_at: float = 0.0
    away: bool = False
    left_at: float | None = None
    missed: int = 0
    """Decisions in a row, but for brief ones, that the computer made when time had run out.

    From AWAY_AFTER on they aren't counted further: whoever was back and is away again would
    otherwise have missed more by the journal than by memory.
    """
    standing: str = ""
    """What the person has said once and for all about buying, as in `engine.players.standing`."""

    @property
    def is_computer(self) -> bool:
        return self.user_id is None

    @property
    def left(self) -> bool:
        return self.left_at is not None

    @property
    def is_present(self) -> bool:
        """Whether a person sits here and decides for themselves."""
        return self.user_id is not None and not self.away and self.left_at is None

    @property
    def stand_in(self) -> str:
        """The level of the computer that plays for this seat if its person doesn't."""
        return self.level or COMPUTER_LEVEL_FOR_PEOPLE

    def note_decision(self, by: str, *, brief: bool) -> None:
        """Keep count of missed decisions; `by` is who made this one, as in the journal.

        A standing answer doesn't show that its person is there, and one that is missed while it is
        brief doesn't show that they aren't.
        """
        if by == "person":
            self.missed = 0
        elif by == "clock" and not brief:
            self.missed = min(self.missed + 1, AWAY_AFTER)


@dataclass(frozen=True, slots=True)
class Watch:
    """Who owes which decision, and since when."""

    owed: dict[int, int | None] = field(default_factory=dict)
    """The decision that each seat on turn owes."""
    asked_at: float = 0.0
    """When the newest of these decisions arose."""
    rung: bool = False
    """Whether those who owe a decision have been reminded of it."""
    brief: bool = False
    """Whether these decisions are quick answers that may well be skipped: no bell, less time."""

    def after(self, state: State, now: float) -> "Watch":
        """The watch over a later state; the time starts anew when a new decision has arisen."""
        owed = {seat: state.decision(seat) for seat in state.current_players()}
        if any(self.owed.get(seat) != decision for seat, decision in owed.items()):
            return Watch(owed, now, brief=state.is_brief)
        return replace(self, owed=owed)

    def anew(self, now: float) -> "Watch":
        """The same decisions, with the whole time for them."""
        return replace(self, asked_at=now, rung=False)

    def ring(self) -> "Watch":
        """The same watch, once those who owe a decision have been reminded."""
        return replace(self, rung=True)


@dataclass(slots=True, eq=False)
class Table:
    """One table from its lobby to its result."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    game: Game
    pace: Pace
    stake: int
    level: str
    server_seed: bytes = field(repr=False)
    opened_at: float
    message_id: int | None = None
    status: Status = Status.LOBBY
    seats: list[Seat] = field(default_factory=list)
    """Who sits there, by place; only a lobby has places where nobody sits."""
    state: State | None = field(default=None, repr=False)
    started_at: float | None = None
    ended_at: float | None = None
    closes_at: float | None = None
    closed_reason: str | None = None
    revision: int = 0
    plies: int = 0
    watch: Watch = field(default_factory=Watch)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    evicted: bool = False
    """Whether the House has dropped this object: what is true stands in the store."""

    @property
    def wanted(self) -> int:
        """The number of seats."""
        return self.game.players

    @property
    def seed_commitment(self) -> str:
        """SHA-256 of the server seed, hexadecimal: shown before anybody joins."""
        return sha256(self.server_seed).hexdigest()

    @property
    def is_live(self) -> bool:
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def paused(self) -> bool:
        """Whether none of its people is here: the table waits instead of playing alone."""
        people = self.people()
        return self.status is Status.PLAYING and not any(seat.is_present for seat in people)

    @property
    def pause_is_noted(self) -> bool:
        """Whether the closing time agrees with `paused`: a table that is played has none."""
        return self.status is not Status.PLAYING or self.paused == (self.closes_at is not None)

    @property
    def deadline(self) -> float | None:
        """When the computer will decide for the people who owe a decision; None without limit."""
        return self.deadline_in(self.watch)

    def people(self) -> list[Seat]:
        """The seats of people who haven't left."""
        return [seat for seat in self.seats if seat.user_id is not None and not seat.left]

    def free_places(self) -> list[int]:
        """The places where nobody sits, ascending."""
        taken = {seat.place for seat in self.seats}
        return [place for place in range(self.wanted) if place not in taken]

    def seat_of(self, user_id: int) -> int | None:
        """The index in `seats` of a person who hasn't left, None if they have none."""
        for number, seat in enumerate(self.seats):
            if seat.user_id == user_id and not seat.left:
                return number
        return None

    def attended(self, watch: Watch | None = None) -> list[int]:
        """The seats that owe a decision which a person is expected to make."""
        return [seat for seat in (watch or self.watch).owed if self.seats[seat].is_present]

    def unattended(self, watch: Watch | None = None) -> list[int]:
        """The seats that owe a decision and are played by a computer now."""
        return [seat for seat in (watch or self.watch).owed if not self.seats[seat].is_present]

    def due_seats(self, pause: float, now: float) -> list[int]:
        """The seats for which a computer decides now; `pause` as for `due`."""
        if self.status is not Status.PLAYING or self.paused:
            return []
        deadline = self.deadline
        seats = self.attended() if deadline is not None and deadline <= now else []
        if self.watch.asked_at + pause <= now:
            seats += self.unattended()
        return sorted(seats)

    def standing_answers(self) -> dict[int, str]:
        """What people who are here have left as their answer to what their seats are asked now.

        Nothing before everybody else has answered: an answer that comes at once would tell the
        others that it was a standing one, and so what it says.
        """
        seats = [seat for seat in self.attended() if self.seats[seat].standing]
        if not self.watch.brief or len(seats) < len(self.watch.owed) or self.state is None:
            return {}
        public = self.state.public()
        answers = {
            seat: answer
            for seat in seats
            if (answer := answer_left(self.seats[seat].standing, public)) is not None
        }
        return answers if len(answers) == len(self.watch.owed) else {}

    def limit(self, watch: Watch | None = None) -> float | None:
        """The time for each of the decisions, in seconds; None without limit."""
        seconds = self.pace.seconds(self.game.name)
        brief = (watch or self.watch).brief
        return seconds / _BRIEFER if brief and seconds is not None else seconds

    def deadline_in(self, watch: Watch) -> float | None:
        limit = self.limit(watch)
        return watch.asked_at + limit if limit is not None and self.attended(watch) else None

    def bell_at(self, watch: Watch | None = None) -> float | None:
        """When those who owe a decision are to be reminded; None if never, or already done."""
        watch = watch or self.watch
        limit = self.limit(watch)
        if watch.rung or watch.brief or limit is None or not self.attended(watch):
            return None
        return watch.asked_at + limit / 2

    def due(self, pause: float, watch: Watch | None = None) -> float | None:
        """When the table next needs attention; `pause` is how long a computer seems to think."""
        watch = watch or self.watch
        if not self.is_live:
            return None
        if self.status is Status.LOBBY or self.paused:
            return self.closes_at
        times = [self.bell_at(watch), self.deadline_in(watch)]
        if self.unattended(watch):
            times.append(watch.asked_at + pause)
        return min((time for time in times if time is not None), default=None)

    def last_events(self, count: int) -> list[Event]:
        """The last few public events of the game, oldest first."""
        return [] if self.state is None else self.state.public_history(count)


def deal_seed(server_seed: bytes, seats: Sequence[Seat]) -> tuple[bytes, str]:
    """Return the seed of the deal and its salt, by which everybody who joined had a hand in it.

    The salt is the ids of the join interactions in seat order, 0 for a computer.
    """
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"a server seed is {SEED_BYTES} bytes")
    salt = ",".join(str(seat.join_id) for seat in seats)
    return sha256(server_seed + salt.encode("ascii")).digest(), salt
