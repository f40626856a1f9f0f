"""What a witness knows of the people of a table: who sits where, waits for a seat, wants what.

It follows the rules of the house in its own way, request by request.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.game import State
from engine.refusal import RefusalCode
from engine.table import Pace, Table

LAPSE = 600.0


@dataclass
class Chair:
    """What the witness knows of a seat and of whoever sits there."""

    user_id: int | None
    since: tuple[float, int, int]
    away: bool = False
    left: bool = False
    missed: int = 0
    heir: int | None = None

    @property
    def is_here(self) -> bool:
        return self.user_id is not None and not self.away and not self.left

    @property
    def is_persons(self) -> bool:
        return self.user_id is not None and not self.left


@dataclass
class People:
    """The people of one table, and what becomes of them."""

    chairs: list[Chair]
    host: int
    pace: Pace
    open: bool = False
    held: bool = False
    pause: dict[int, float] = field(default_factory=dict)
    end: set[int] = field(default_factory=set)
    kicked: set[int] = field(default_factory=set)
    sat: set[int] = field(default_factory=set)
    in_vain: list[tuple[int, int, str]] = field(default_factory=list)
    """Who waited for a seat in vain and is still to be told so: the seat, and why."""

    @classmethod
    def of(cls, table: Table) -> "People":
        """The people of a table that has just started."""
        chairs = [
            Chair(seat.user_id, (seat.joined_at, seat.join_id, seat.place)) for seat in table.seats
        ]
        return cls(chairs, table.host_id, table.pace)

    # --- who is there ---------------------------------------------------------------------------

    def chair_of(self, user_id: int) -> Chair | None:
        """Where somebody sits who hasn't left."""
        mine = [chair for chair in self.chairs if chair.is_persons and chair.user_id == user_id]
        assert len(mine) <= 1
        return mine[0] if mine else None

    def left_by(self, user_id: int) -> Chair | None:
        """The seat of a leaver that nobody else has."""
        mine = [chair for chair in self.chairs if chair.left and chair.user_id == user_id]
        return mine[0] if mine else None

    def waits_for(self, user_id: int) -> int | None:
        """The seat that somebody gets at the next deal."""
        seats = [seat for seat, chair in enumerate(self.chairs) if chair.heir == user_id]
        assert len(seats) <= 1
        return seats[0] if seats else None

    @property
    def seated(self) -> list[Chair]:
        return [chair for chair in self.chairs if chair.is_persons]

    @property
    def nobody_is_here(self) -> bool:
        return not any(chair.is_here for chair in self.chairs)

    # --- what may be asked for ------------------------------------------------------------------

    def answer(self, asked: str, user_id: int, twin: State, **facts: Any) -> RefusalCode | None:
        """The refusal that a request ought to meet, if any."""
        check: Callable[..., RefusalCode | None] = getattr(self, f"_may_{asked}")
        return check(user_id, twin=twin, **facts)

    def _may_sit_there(self, user_id: int, **_facts: Any) -> RefusalCode | None:
        return None if self.chair_of(user_id) else RefusalCode.NOT_SEATED

    _may_leave = _may_back = _may_pause = _may_go_on = _may_end = _may_say = _may_sit_there

    def _may_drop(self, _user_id: int, **_facts: Any) -> None:
        return None

    _may_decline = _may_drop

    def _may_host(self, user_id: int, **_facts: Any) -> RefusalCode | None:
        return None if user_id == self.host else RefusalCode.NOT_HOST

    _may_pace = _may_let_sit = _may_host

    def _may_kick(
        self, user_id: int, *, seat: int, moderator: bool, **_facts: Any
    ) -> RefusalCode | None:
        if not moderator and user_id != self.host:
            return RefusalCode.NOT_HOST
        whom = self.chairs[seat].user_id
        if whom is None:
            return RefusalCode.SEAT_CHANGED
        return RefusalCode.KICK_SELF if whom == user_id and not moderator else None

    def _may_take(
        self, user_id: int, *, seat: int, twin: State, **_facts: Any
    ) -> RefusalCode | None:
        chair = self.chairs[seat]
        if chair.heir == user_id:
            return None
        inside = twin.public().get("in")
        at_once = self.open and user_id not in self.sat
        for code, is_so in {
            RefusalCode.KICKED: user_id in self.kicked,
            RefusalCode.ALREADY_SEATED: self.chair_of(user_id) is not None,
            RefusalCode.ALREADY_HEIR: self.waits_for(user_id) is not None,
            RefusalCode.OWN_SEAT: self.left_by(user_id) is not None,
            RefusalCode.PLACE_TAKEN: chair.is_persons,
            RefusalCode.SEAT_PROMISED: chair.heir is not None,
            RefusalCode.SEAT_OUT: inside is not None and not inside[seat],
            RefusalCode.ON_HOLD: at_once and self.held,
            RefusalCode.NO_MORE_DEALS: not at_once and not twin.may_deal_again,
        }.items():
            if is_so:
                return code
        return None

    def _may_rejoin(self, user_id: int, **_facts: Any) -> RefusalCode | None:
        if user_id in self.kicked:
            return RefusalCode.KICKED
        if self.chair_of(user_id):
            return RefusalCode.ALREADY_SEATED
        if self.left_by(user_id):
            return None
        return RefusalCode.SEAT_GONE if user_id in self.sat else RefusalCode.NOT_SEATED

    # --- what comes of it -----------------------------------------------------------------------

    def do(self, asked: str, user_id: int, now: float, **facts: Any) -> list[int] | None:
        """Follow a request that was met: whose time begins anew, if owed; None for everybody's."""
        work: Callable[..., list[int] | None] = getattr(self, f"_do_{asked}")
        return work(user_id, now=now, **facts)

    def _do_leave(self, user_id: int, **_facts: Any) -> list[int]:
        chair = self.chair_of(user_id)
        assert chair is not None
        chair.left = True
        return []

    def _do_drop(self, user_id: int, **_facts: Any) -> list[int]:
        if self.chair_of(user_id):
            return self._do_leave(user_id)
        return self._do_decline(user_id)

    def _do_decline(self, user_id: int, **_facts: Any) -> list[int]:
        for chair in self.chairs:
            if chair.heir == user_id:
                chair.heir = None
        return []

    def _do_kick(self, _user_id: int, *, seat: int, **_facts: Any) -> list[int]:
        chair = self.chairs[seat]
        chair.left = True
        self.kicked.add(chair.user_id or 0)
        return []

    def _do_take(self, user_id: int, *, seat: int, now: float, click: int, **_facts: Any) -> Any:
        if self.open and user_id not in self.sat:
            return self.give(seat, user_id, now, click)
        self.chairs[seat].heir = user_id
        return []

    def _do_rejoin(self, user_id: int, *, now: float, **_facts: Any) -> list[int]:
        chair = self.left_by(user_id)
        assert chair is not None
        if chair.heir is not None:
            self.in_vain.append((chair.heir, self.chairs.index(chair), "owner"))
        return self.give(self.chairs.index(chair), user_id, now, chair.since[1])

    def _do_let_sit(self, _user_id: int, *, allowed: bool, now: float, **_facts: Any) -> list[int]:
        self.open = allowed
        return self.seat_heirs(now, knowing_ones_too=False) if allowed else []

    def _do_back(self, user_id: int, **_facts: Any) -> list[int]:
        chair = self.chair_of(user_id)
        assert chair is not None
        if not chair.away:
            return []
        chair.away, chair.missed = False, 0
        return [self.chairs.index(chair)]

    def _do_pause(self, user_id: int, *, wanted: bool, now: float, **_facts: Any) -> list[int]:
        if self.held:
            return []
        anew = self._do_back(user_id)
        if wanted:
            self.pause.setdefault(user_id, now)
        else:
            self.pause.pop(user_id, None)
        return anew

    def _do_go_on(self, user_id: int, **_facts: Any) -> list[int] | None:
        if not self.held:
            return []
        self._do_back(user_id)
        self.held = False
        return None

    def _do_end(self, user_id: int, *, wanted: bool, **_facts: Any) -> list[int]:
        (self.end.add if wanted else self.end.discard)(user_id)
        return []

    def _do_pace(self, _user_id: int, *, pace: Pace, **_facts: Any) -> list[int] | None:
        anew = [] if pace is self.pace else None
        self.pace = pace
        return anew

    def give(self, seat: int, user_id: int, now: float, click: int) -> list[int]:
        """Somebody gets a seat."""
        before = self.chairs[seat].user_id
        if before is not None and before != user_id:
            self.sat.add(before)
        self.sat.discard(user_id)
        self.chairs[seat] = Chair(user_id, (now, click, seat))
        return [seat]

    def seat_heirs(
        self, now: float, *, knowing_ones_too: bool, out: frozenset[int] = frozenset()
    ) -> list[int]:
        """Those who wait get their seats, unless they are out of the game."""
        given = []
        for seat, chair in enumerate(self.chairs):
            if chair.heir is None:
                continue
            if seat in out:
                self.in_vain.append((chair.heir, seat, "out"))
                chair.heir = None
            elif knowing_ones_too or chair.heir not in self.sat:
                given += self.give(seat, chair.heir, now, 0)
        return given

    def consequences(self, now: float) -> str:
        """What follows from all of that; returns why the table closes, if it does."""
        seated = {chair.user_id for chair in self.seated}
        if not seated:
            return "abandoned"
        self.pause = {u: at for u, at in self.pause.items() if u in seated and at + LAPSE > now}
        self.end &= {user for user in seated if user is not None}
        if 2 * len(self.end) > len(seated):
            return "agreed"
        if self.host not in seated:
            self.host = min(self.seated, key=lambda chair: chair.since).user_id or 0
        here = {chair.user_id for chair in self.chairs if chair.is_here}
        self.held = self.held or (bool(here) and here <= self.pause.keys())
        if self.held:
            self.pause.clear()
        return ""
