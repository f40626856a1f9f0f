"""A witness follows a table by its journal and by what was told, and knows how it ought to go on.

It has the game played a second time, and reckons for itself who is there, who hosts, and until when
somebody may think.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from engine.game import State
from engine.notice import Notice, NoticeKind
from engine.store import ActionRow
from engine.table import Pace, Seat, Status, Table
from tests.engine.house.room import PAUSE, RULES, Room, playing, shown

PACES = {"live": 60.0, "relaxed": 600.0, "slow": 86_400.0}


@dataclass
class Chair:
    """What the witness knows of a seat and of whoever sits there."""

    user_id: int | None
    since: tuple[float, int]
    away: bool = False
    left: bool = False
    missed: int = 0

    @property
    def is_here(self) -> bool:
        return self.user_id is not None and not self.away and not self.left

    @property
    def is_persons(self) -> bool:
        return self.user_id is not None and not self.left


@dataclass(frozen=True)
class Told:
    """A notice, and how the seats were at that moment."""

    notice: Notice
    at: float
    host: int
    seats: list[tuple[bool, bool]]
    closes_at: float | None


class Witness:
    """Looks on from the first deal to the end."""

    def __init__(self, room: Room, table: Table, twin: State) -> None:
        self.id = table.id
        self.pace, self.game = table.pace, table.game.name
        self.twin = twin
        self.chairs = [Chair(seat.user_id, (seat.joined_at, seat.join_id)) for seat in table.seats]
        self.host = table.host_id
        self.asked_at = room.clock.now()
        self.slack = 0.0  # how much later the database may have the deadline, after a kill
        self.plies = 0
        self.status, self.reason = Status.PLAYING, ""
        self.closes_at: float | None = None
        self.made: set[tuple[int, int | None]] = set()
        self.phases: set[str] = {self.phase}
        self.look_at(room)

    @classmethod
    async def of(cls, room: Room, table: Table) -> "Witness":
        """A witness of a table that has just started."""
        row = (await room.stored(table)).table
        assert row.seed is not None
        return cls(room, table, table.game.new_initial_state(row.seed, row.dealer))

    def look_at(self, room: Room) -> None:
        """Listen to this house from now on."""
        self.room = room
        self.told: list[Told] = []
        room.house.subscribe(self._hear)

    def _hear(self, notice: Notice) -> None:
        table = notice.table
        if table.id == self.id:
            seats = [(seat.away, seat.left) for seat in table.seats]
            now = self.room.clock.now()
            self.told.append(Told(notice, now, table.host_id, seats, table.closes_at))

    # --- how it ought to be ---------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return str(self.twin.public().get("phase"))

    @property
    def owing(self) -> list[int]:
        return list(self.twin.current_players())

    @property
    def paused(self) -> bool:
        return self.status is Status.PLAYING and not any(chair.is_here for chair in self.chairs)

    @property
    def deadline(self) -> float | None:
        if self.pace is Pace.NONE or not any(self.chairs[seat].is_here for seat in self.owing):
            return None
        seconds = PACES[self.pace.value]
        if self.game == "toonerville" and self.pace is Pace.LIVE:
            seconds = 120.0
        return self.asked_at + (seconds / 6 if self.twin.is_brief else seconds)

    @property
    def pause(self) -> float:
        inside = self.twin.public().get("in", [True] * len(self.chairs))
        waiting = any(inside[seat] for seat, chair in enumerate(self.chairs) if chair.is_here)
        return PAUSE / 4 if self.twin.is_brief or not waiting else PAUSE

    # --- what happens ---------------------------------------------------------------------------

    async def follow(self, asked: str = "", user_id: int = 0) -> Table:
        """Take in what has happened since; somebody may have asked to act, to leave, to be back."""
        table = await self.room.house.get(self.id)
        rows = (await self.room.journal(table))[self.plies :]
        told, self.told = self.told, []
        for one in told:
            assert self.status is Status.PLAYING
            kind = one.notice.kind
            if kind in (NoticeKind.ACTED, NoticeKind.FINISHED):
                self._acted(rows.pop(0), one, asked, user_id)
            elif kind is NoticeKind.SEATS:
                self._seats_changed(one, asked, user_id)
            elif kind is NoticeKind.CANCELLED:
                self._closed(one, asked, user_id)
            else:
                assert kind is NoticeKind.BELL
        assert rows == []
        if asked in {"act", "back"} and self.status is Status.PLAYING:
            assert all(chair.is_here or chair.left for chair in self.chairs_of(user_id))
        await self._agree(table)
        return table

    def _acted(self, row: ActionRow, told: Told, asked: str, user_id: int) -> None:
        chair, decision = self.chairs[row.seat], self.twin.decision(row.seat)
        assert (told.notice.seat, told.notice.by) == (row.seat, row.by)
        if row.by == "person":
            assert (asked, user_id) == ("act", chair.user_id)
            assert chair.is_persons
            assert row.seat in self.owing or self.may_be_changed(row.seat)
            chair.missed = 0
        else:
            assert row.seat in self.owing
            assert (row.seat, decision) not in self.made
            self._made_by_the_house(row, chair)
        owed = {seat: self.twin.decision(seat) for seat in self.owing}
        self.twin.apply(row.seat, row.action)
        self.made.add((row.seat, decision))
        self.plies += 1
        self.phases.add(self.phase)
        if any(owed.get(seat) != self.twin.decision(seat) for seat in self.owing):
            self._ask_anew(row.at)
        if self.twin.is_terminal():
            assert told.notice.kind is NoticeKind.FINISHED
            self.status = Status.FINISHED
        elif chair.is_here and chair.missed == 2:
            chair.away = True

    def chairs_of(self, user_id: int) -> list[Chair]:
        return [chair for chair in self.chairs if chair.user_id == user_id]

    def has_decided(self, seat: int) -> bool:
        """Whether the seat has made the decision that others still owe."""
        numbers = {self.twin.decision(other) for other in self.owing}
        return seat not in self.owing and any((seat, number) in self.made for number in numbers)

    def may_be_changed(self, seat: int) -> bool:
        """Take 5: whether the seat has made a pick that nobody has seen yet."""
        return self.phase == "pick" and self.has_decided(seat)

    def _made_by_the_house(self, row: ActionRow, chair: Chair) -> None:
        assert not self.paused
        if row.by == "standing":
            assert chair.is_here
            assert (self.phase, row.action) == ("buy", "pass")
        elif chair.is_here:
            assert row.by == "clock"
            assert self.deadline is not None
            assert row.at >= self.deadline - 1e-3
            chair.missed += not self.twin.is_brief
        else:
            assert row.by == ("computer" if chair.user_id is None else "clock")
            assert row.at >= self.asked_at + self.pause - 1e-3

    def _seats_changed(self, told: Told, asked: str, user_id: int) -> None:
        seat = told.notice.seat
        assert seat is not None
        chair = self.chairs[seat]
        if user_id == chair.user_id and asked == "leave":
            chair.left = True
            if self.host == user_id:
                staying = [other for other in self.chairs if other.is_persons]
                self.host = min(staying, key=lambda other: other.since).user_id or 0
        elif user_id == chair.user_id and asked in {"act", "back"}:
            assert chair.away
            chair.away, chair.missed = False, 0
            if seat in self.owing:
                self._ask_anew(told.at)
        else:
            assert chair.away
            assert chair.missed == 2
        if not self.paused:
            self.closes_at = None
        elif self.closes_at is None:
            self.closes_at = told.at + RULES.paused_for
        assert told.seats == [(other.away, other.left) for other in self.chairs]
        assert (told.host, told.closes_at) == (self.host, self.closes_at)

    def _closed(self, told: Told, asked: str, user_id: int) -> None:
        self.reason = str(told.notice.table.closed_reason)
        if asked == "leave":
            assert [chair.user_id for chair in self.chairs if chair.is_persons] == [user_id]
            assert self.reason == "abandoned"
        else:
            assert self.closes_at is not None
            assert self.paused
            assert told.at >= self.closes_at - 1e-3
            assert self.reason == "paused"
        self.status = Status.CANCELLED

    def _ask_anew(self, now: float) -> None:
        self.asked_at, self.slack = now, 0.0

    # --- whether it is so -----------------------------------------------------------------------

    async def _agree(self, table: Table) -> None:
        """The table, and what the database says of it, are as they ought to be."""
        stored = await self.room.stored(table)
        seats = range(len(self.chairs))
        assert table.status is self.status
        assert stored.table.status == self.status.value
        assert table.plies == self.plies == len(stored.actions)
        state = playing(table)
        assert state.public() == self.twin.public()
        assert [state.private(seat) for seat in seats] == [self.twin.private(s) for s in seats]
        assert [state.decision(seat) for seat in seats] == [self.twin.decision(s) for s in seats]
        if self.status is not Status.PLAYING:
            return
        assert not self.twin.is_terminal()
        assert table.watch.owed == {seat: self.twin.decision(seat) for seat in self.owing} != {}
        here = [self.chairs[seat].is_here for seat in seats]
        assert table.attended() == [seat for seat in self.owing if here[seat]]
        assert table.unattended() == [seat for seat in self.owing if not here[seat]]
        assert table.paused == self.paused == (table.closes_at is not None)
        assert [seat_facts(seat) for seat in table.seats] == [
            (chair.away, chair.left, chair.missed if chair.is_here else None)
            for chair in self.chairs
        ]
        assert [(row.away, row.left_at is not None) for row in stored.seats] == [
            (chair.away, chair.left) for chair in self.chairs
        ]
        assert table.host_id == self.host == stored.table.host_id
        assert any(chair.is_persons and chair.user_id == self.host for chair in self.chairs)
        self._nothing_is_overdue(table)

    def _nothing_is_overdue(self, table: Table) -> None:
        """The clocks know of it, and all that was due has been done."""
        deadline, now = self.deadline, self.room.clock.now()
        assert table.deadline == (deadline and pytest.approx(deadline, abs=1e-3))
        due = table.due(self.room.house.pause(table))
        assert self.room.house.schedule._due.get(self.id) == due
        assert due is None or due > now
        if not self.paused and table.unattended():
            assert now < self.asked_at + self.pause

    async def restart(self, downtime: float, *, stop: bool) -> Table:
        """The house goes down and another one comes up: nothing has changed, nobody lost time."""
        before = facts(await self.room.house.get(self.id))
        later = await self.room.restarted(downtime, stop=stop)
        later.house.thinker = self.room.house.thinker
        self.look_at(later)
        table = await later.house.get(self.id)
        assert facts(table) == before
        if not stop:  # the last heartbeat may be that old
            self.slack += RULES.heartbeat
        if self.status is Status.PLAYING:
            self._later_by(table, downtime, self.slack + 1e-3)
            await later.clock.advance(0)  # the table is taken up
        return await self.follow()

    def _later_by(self, table: Table, downtime: float, spare: float) -> None:
        """All times are later by the downtime, and by at most `spare` seconds more."""
        now = self.room.clock.now()
        if self.deadline is not None:
            least = self.asked_at + downtime
            assert least - 1e-3 <= table.watch.asked_at <= min(now, least + spare)
        if self.closes_at is not None:
            assert table.closes_at is not None
            assert -1e-3 <= table.closes_at - self.closes_at - downtime <= spare
        self.asked_at, self.closes_at = table.watch.asked_at, table.closes_at
        for chair, seat in zip(self.chairs, table.seats, strict=True):
            if chair.is_here:  # whoever was back may start anew; nobody is worse off
                assert seat.missed <= chair.missed
                chair.missed = seat.missed


def facts(table: Table) -> dict[str, Any]:
    """All that outlives a restart unchanged; times are later, and missed decisions may be less."""
    kept = {**shown(table), "standing": [seat.standing for seat in table.seats]}
    del kept["missed"]
    return kept


def seat_facts(seat: Seat) -> tuple[bool, bool, Any]:
    return seat.away, seat.left, seat.missed if seat.is_present else None
