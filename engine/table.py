"""A table: the people and computers at it, the game they play, and when it is due for attention.

Only the House changes a table; everybody else reads it. Times are seconds since the Unix epoch.
"""

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from engine.game import Game, State
from engine.players.standing import answer_left
from engine.store.records import SeatResult
from engine.watch import Watch

AWAY_AFTER = 2
"""Decisions in a row that a seat may miss before it is away."""
COMPUTER_LEVEL_FOR_PEOPLE = "normal"
"""How well the computer plays for a person who is away or has left."""
LOOK_EVERY = 3600.0
"""Without a limit, it is found out so often (seconds) whether people are still in the server."""
PAUSE_LAPSES = 600.0
"""After so many seconds a wish to pause doesn't count any more."""


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


class Stance(StrEnum):
    """What a person has said about a table, or been told."""

    PAUSE = "pause"
    """Wants the table to pause."""
    END = "end"
    """Wants the game to end without a result."""
    KICKED = "kicked"
    """Was removed, and can't come back."""
    SAT = "sat"
    """Left a seat that somebody else has by now: they know cards, and can return at a deal only."""
    HELD = "held"
    """User 0: the table waits for something outside, such as an unlocked thread."""
    CLOSED = "closed"
    """Closed the table as a moderator."""


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
    heir_id: int | None = None
    """Who takes this seat when the next hand is dealt."""
    heir_name: str | None = None

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
    salt: str | None = None
    """What the deal was salted with: the clicks of those who sat there then."""
    outcome: tuple[SeatResult, ...] = ()
    """How a finished game ended for its seats, with chips and ratings; () of older tables."""
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
    parent_id: int | None = None
    """The channel that it was opened in, where `channel_id` is a thread of its own."""
    paused_at: float | None = None
    """Since when its people have paused it; None while it isn't."""
    rematch_of: int | None = None
    """The table whose people play again here."""
    open_seats: bool = False
    """Whether the host lets people take a computer's seat at once, not at the next deal."""
    settled: bool = False
    """Whether its message needs no further edit; of tables that are over."""
    stances: dict[str, dict[int, float]] = field(default_factory=dict)
    """Who has said what (a `Stance`), by user id with the time; see `wanting`."""
    kept: dict[int, Person] = field(default_factory=dict)
    """Places of a lobby that are kept for people of the last game, by place."""
    warned: bool = False
    """Whether the people of a lobby know that it closes soon."""

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
        return self.status is Status.PLAYING and not any(seat.is_present for seat in self.seats)

    @property
    def on_hold(self) -> bool:
        """Whether its people have paused it, or it waits for something outside: nobody moves."""
        return self.paused_at is not None

    @property
    def held(self) -> bool:
        """Whether it is on hold because of something outside, not by its people's wish."""
        return self.on_hold and bool(self.stances.get(Stance.HELD))

    def wanting(self, stance: Stance, now: float) -> list[int]:
        """The users who want a pause, or the end, and whose wish counts; in the order of seats."""
        said = self.stances.get(stance, {})
        users = [seat.user_id for seat in self.people() if seat.user_id in said]
        lasts = PAUSE_LAPSES if stance is Stance.PAUSE else float("inf")
        return [user for user in users if user is not None and said[user] + lasts > now]

    def asked_to_pause(self) -> list[int]:
        """The users all of whom have to want a pause: those who are present."""
        return [seat.user_id or 0 for seat in self.seats if seat.is_present]

    @property
    def votes_to_end(self) -> int:
        """How many people have to want the end: more than half of those who haven't left."""
        return len(self.people()) // 2 + 1

    def has_kicked(self, user_id: int) -> bool:
        """Whether the person was removed from this table."""
        return user_id in self.stances.get(Stance.KICKED, {})

    def kicked_before(self, user_id: int) -> bool:
        """Whether the person was removed from the game that is played again here, or one before."""
        kicked_at = self.stances.get(Stance.KICKED, {}).get(user_id)
        return self.rematch_of is not None and kicked_at is not None and kicked_at <= self.opened_at

    @property
    def closed_by(self) -> int | None:
        """The moderator who closed the table; None if nobody did, or they are forgotten."""
        return next(iter(self.stances.get(Stance.CLOSED, {})), None)

    def seat_left_by(self, user_id: int) -> int | None:
        """The index of a seat that a person has left and nobody else has taken."""
        seats = enumerate(self.seats)
        return next((n for n, seat in seats if seat.user_id == user_id and seat.left), None)

    def heir_of(self, user_id: int) -> int | None:
        """The index of the seat that the person takes at the next deal."""
        return next((n for n, seat in enumerate(self.seats) if seat.heir_id == user_id), None)

    def may_be_taken(self, number: int) -> bool:
        """Whether a person may take this seat of a running game, now or at the next deal."""
        seat = self.seats[number]
        vacant = seat.is_computer or seat.left
        return vacant and seat.heir_id is None and not self.is_out(number)

    def is_out(self, number: int) -> bool:
        """Whether a seat is out of the game."""
        inside = self.state.public().get("in") if self.state is not None else None
        return inside is not None and not inside[number]

    @property
    def waits(self) -> bool:
        """Whether a running game stands still: on hold, or without any of its people."""
        return self.status is Status.PLAYING and (self.on_hold or self.paused)

    @property
    def pause_is_noted(self) -> bool:
        """Whether the closing time agrees with `waits`: a table that is played has none."""
        return self.status is not Status.PLAYING or self.waits == (self.closes_at is not None)

    @property
    def deadline(self) -> float | None:
        """When the computer will decide for the people who owe a decision; None without limit."""
        return self.deadline_in(self.watch)

    def people(self) -> list[Seat]:
        """The seats of people who haven't left."""
        return [seat for seat in self.seats if seat.user_id is not None and not seat.left]

    def free_places(self) -> list[int]:
        """The places where nobody sits and that are kept for nobody, ascending."""
        taken = {seat.place for seat in self.seats} | self.kept.keys()
        return [place for place in range(self.wanted) if place not in taken]

    def place_kept_for(self, user_id: int) -> int | None:
        """The place of a lobby that is kept for a person, None if there is none."""
        return next((p for p, person in self.kept.items() if person.user_id == user_id), None)

    def seat_of(self, user_id: int) -> int | None:
        """The index in `seats` of a person who hasn't left, None if they have none."""
        seats = enumerate(self.seats)
        return next((n for n, seat in seats if seat.user_id == user_id and not seat.left), None)

    def attended(self, watch: Watch | None = None) -> list[int]:
        """The seats that owe a decision which a person is expected to make."""
        return [seat for seat in (watch or self.watch).owed if self.seats[seat].is_present]

    def unattended(self, watch: Watch | None = None) -> list[int]:
        """The seats that owe a decision and are played by a computer now."""
        return [seat for seat in (watch or self.watch).owed if not self.seats[seat].is_present]

    def due_seats(self, pause: float, now: float) -> list[int]:
        """The seats for which a computer decides now; `pause` as for `due`."""
        if self.status is not Status.PLAYING or self.waits:
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
        if (
            self.on_hold
            or not self.watch.brief
            or len(seats) < len(self.watch.owed)
            or self.state is None
        ):
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
        if limit is None or self.on_hold or not self.attended(watch):
            return None
        return watch.asked_at + limit

    def bell_at(self, watch: Watch | None = None) -> float | None:
        """When those who owe a decision are to be reminded; None if never, or already done."""
        watch = watch or self.watch
        limit = self.limit(watch)
        if watch.rung or watch.brief or limit is None or self.deadline_in(watch) is None:
            return None
        return watch.asked_at + limit / 2

    def look_at(self) -> float | None:
        """When to find out whether those who are waited for are still members of the server.

        At half time, when the time is over, and now and then where there is no limit.
        """
        watch, limit = self.watch, self.limit()
        if self.on_hold or not self.attended():
            return None
        if limit is None:
            return max(watch.asked_at, watch.looked_at) + LOOK_EVERY
        times = (watch.asked_at + limit / 2, watch.asked_at + limit)
        return next((time for time in times[watch.brief :] if time > watch.looked_at), None)

    def due(self, pause: float, watch: Watch | None = None) -> float | None:
        """When the table next needs attention; `pause` is how long a computer seems to think."""
        watch = watch or self.watch
        if not self.is_live:
            return None
        if self.status is Status.LOBBY or self.waits:
            return self.closes_at
        times = [self.bell_at(watch), self.deadline_in(watch)]
        times += [at + PAUSE_LAPSES for at in self.stances.get(Stance.PAUSE, {}).values()]
        if self.unattended(watch):
            times.append(watch.asked_at + pause)
        return min((time for time in times if time is not None), default=None)
