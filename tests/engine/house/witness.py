"""A witness follows a table by its journal and by what was told, and knows how it ought to go on.

It has the game played a second time, and reckons for itself who is there, who hosts, who wants
what, and until when somebody may think.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from engine.game import State
from engine.notice import Notice, NoticeKind
from engine.store import ActionRow, StoredTable
from engine.table import Pace, Seat, Status, Table
from tests.engine.house.people_model import Chair, People
from tests.engine.house.room import PAUSE, PAUSED_FOR, RULES, Room, playing, shown

PACES = {"live": 60.0, "relaxed": 600.0, "slow": 86_400.0}


@dataclass(frozen=True)
class Told:
    """A notice, and how the seats were at that moment."""

    notice: Notice
    at: float
    host: int
    seats: list[tuple[int | None, bool, bool, int | None]]
    on_hold: bool
    closes_at: float | None


class Witness:
    """Looks on from the first deal to the end."""

    def __init__(self, room: Room, table: Table, twin: State) -> None:
        self.id = table.id
        self.game = table.game.name
        self.twin = twin
        self.people = People.of(table)
        self.asked_at = room.clock.now()
        self.slack = 0.0  # how much later the database may have the deadline, after a kill
        self.plies = 0
        self.status, self.reason = Status.PLAYING, ""
        self.closes_at: float | None = None
        self.made: set[tuple[int, int | None]] = set()
        self.announced: list[int] = []
        """The seats of which it will be told that somebody else plays for them now."""
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
            seats = [(seat.user_id, seat.away, seat.left, seat.heir_id) for seat in table.seats]
            now, hold = self.room.clock.now(), table.on_hold
            self.told.append(Told(notice, now, table.host_id, seats, hold, table.closes_at))

    # --- how it ought to be ---------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return str(self.twin.public().get("phase"))

    @property
    def owing(self) -> list[int]:
        return list(self.twin.current_players())

    @property
    def chairs(self) -> list[Chair]:
        return self.people.chairs

    @property
    def pace(self) -> Pace:
        return self.people.pace

    @property
    def waits(self) -> bool:
        """Whether nothing moves: it is on hold, or nobody is here."""
        people = self.people
        return self.status is Status.PLAYING and (people.held or people.nobody_is_here)

    @property
    def deadline(self) -> float | None:
        if self.pace is Pace.NONE or self.people.held:
            return None
        if not any(self.chairs[seat].is_here for seat in self.owing):
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

    async def follow(self, asked: str = "", user_id: int = 0, **facts: Any) -> Table:
        """Take in what has happened since; somebody's request may have been met."""
        table = await self.room.house.get(self.id)
        rows = (await self.room.journal(table))[self.plies :]
        told, self.told = self.told, []
        for one in told:
            assert self.status is Status.PLAYING
            kind = one.notice.kind
            if kind in (NoticeKind.ACTED, NoticeKind.FINISHED):
                self._acted(rows.pop(0), one, asked, user_id)
            elif kind is NoticeKind.BELL:
                assert not self.announced
            elif kind is NoticeKind.PASSED_OVER:
                assert not self.announced
                passed_over = (one.notice.user_id, one.notice.seat, one.notice.by)
                assert passed_over == self.people.in_vain.pop(0)
            elif self.announced:
                assert one.notice.seat == self.announced.pop(0)
                self._check(one)
            elif asked and asked != "act":
                self._apply(asked, user_id, one, facts)
                asked = ""
            elif kind is NoticeKind.CANCELLED:
                self._closed_in_time(one)
            else:
                self._lapsed(one)
        assert rows == []
        assert not self.announced
        assert not self.people.in_vain
        if asked in {"act", "back"} and self.status is Status.PLAYING:
            assert all(chair.is_here or chair.left for chair in self.chairs_of(user_id))
        await self._agree(table)
        return table

    def _acted(self, row: ActionRow, told: Told, asked: str, user_id: int) -> None:
        chair, decision = self.chairs[row.seat], self.twin.decision(row.seat)
        assert (told.notice.seat, told.notice.by) == (row.seat, row.by)
        assert not self.announced
        assert not self.people.held
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
        deals = self.twin.deals
        self.twin.apply(row.seat, row.action)
        self.made.add((row.seat, decision))
        self.plies += 1
        self.phases.add(self.phase)
        if any(owed.get(seat) != self.twin.decision(seat) for seat in self.owing):
            self._ask_anew(row.at)
        if self.twin.is_terminal():
            assert told.notice.kind is NoticeKind.FINISHED
            self.status = Status.FINISHED
            return
        if row.by == "person" and chair.away:
            self.announced = [row.seat]
            self._give_time(self.people.do("back", user_id, row.at), row.at)
        elif chair.is_here and chair.missed == 2:
            chair.away, self.announced = True, [row.seat]
        if self.twin.deals > deals:
            self._seat_heirs(row.at)
        assert self.people.consequences(row.at) == ""
        self._see_to_closing(row.at)
        self._check(told)

    def _seat_heirs(self, now: float) -> None:
        inside = self.twin.public().get("in", [True] * len(self.chairs))
        out = frozenset(seat for seat, is_in in enumerate(inside) if not is_in)
        given = self.people.seat_heirs(now, knowing_ones_too=True, out=out)
        self.announced += given
        self._give_time(given, now)

    def _apply(self, asked: str, user_id: int, told: Told, facts: dict[str, Any]) -> None:
        """A request has just been met: it is told as one change with all that follows."""
        self._give_time(self.people.do(asked, user_id, told.at, **facts), told.at)
        self.reason = self.people.consequences(told.at)
        if self.reason:
            assert told.notice.kind is NoticeKind.CANCELLED
            assert told.notice.table.closed_reason == self.reason
            self.status = Status.CANCELLED
            return
        assert told.notice.kind is NoticeKind.SEATS
        self._see_to_closing(told.at)
        self._check(told)

    def _lapsed(self, told: Told) -> None:
        """Nobody asked for it: somebody's wish to pause is too old."""
        wishes = len(self.people.pause)
        assert self.people.consequences(told.at) == ""
        assert len(self.people.pause) < wishes
        self._check(told)

    def _closed_in_time(self, told: Told) -> None:
        """Nobody asked for it: it has waited for too long."""
        self.reason = str(told.notice.table.closed_reason)
        assert self.closes_at is not None
        assert self.waits
        assert told.at >= self.closes_at - 1e-3
        assert self.reason == "paused"
        self.status = Status.CANCELLED

    def _see_to_closing(self, now: float) -> None:
        if not self.waits:
            self.closes_at = None
        elif self.closes_at is None:
            self.closes_at = now + PAUSED_FOR

    def _give_time(self, seats: list[int] | None, now: float) -> None:
        if seats is None or any(seat in self.owing for seat in seats):
            self._ask_anew(now)

    def _check(self, told: Told) -> None:
        """At that moment it was as it ought to be."""
        assert told.seats == [
            (chair.user_id, chair.away, chair.left, chair.heir) for chair in self.chairs
        ]
        assert (told.host, told.on_hold) == (self.people.host, self.people.held)
        assert told.closes_at == self.closes_at

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
        assert not self.waits
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
        assert table.waits == self.waits == (table.closes_at is not None)
        self._people_agree(table, stored)
        assert [seat_facts(seat) for seat in table.seats] == [
            (chair.away, chair.left, chair.missed if chair.is_here else None)
            for chair in self.chairs
        ]
        self._nothing_is_overdue(table)

    def _people_agree(self, table: Table, stored: StoredTable) -> None:
        people, row = self.people, stored.table
        seats = [
            (chair.user_id, chair.away, chair.left, chair.heir, chair.since[0])
            for chair in people.chairs
        ]
        for rows in (table.seats, stored.seats):
            assert [
                (one.user_id, one.away, one.left_at is not None, one.heir_id, one.joined_at)
                for one in rows
            ] == seats
        assert table.host_id == people.host == row.host_id
        assert people.chair_of(people.host)
        assert (row.paused_at is not None) == table.on_hold == people.held
        assert (row.open_seats, row.pace) == (people.open, people.pace)
        assert (table.open_seats, table.pace) == (people.open, people.pace)
        said = {"pause": [*people.pause], "end": people.end, "kicked": people.kicked}
        for kind, users in {**said, "sat": people.sat}.items():
            assert sorted(table.stances.get(kind, ())) == sorted(users)
            assert sorted(s.user_id for s in stored.stances if s.kind == kind) == sorted(users)

    def _nothing_is_overdue(self, table: Table) -> None:
        """The clocks know of it, and all that was due has been done."""
        deadline, now = self.deadline, self.room.clock.now()
        assert table.deadline == (deadline and pytest.approx(deadline, abs=1e-3))
        due = table.due(self.room.house.pause(table))
        assert self.room.house.schedule._due.get(self.id) == due
        assert due is None or due > now
        if not self.waits and table.unattended():
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
        self.closes_at = table.closes_at
        if not self.people.held:
            self.asked_at = table.watch.asked_at
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
