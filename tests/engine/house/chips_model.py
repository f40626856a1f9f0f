"""What a game's people have done, noted by a bystander: who pays, is paid back, is rated."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.table import Stance, Status, Table

FORMER = -1
"""Whoever has been erased."""


@dataclass(slots=True)
class Chair:
    """A seat of a running game."""

    user: int | None
    left: bool = False
    kicked: bool = False
    first: bool = True
    """Whether its person has had it since the start, though perhaps with a break."""


class Chronicle:
    """A game from its start on; `see` is to be called at every change."""

    def __init__(self, table: Table) -> None:
        self.id, self.guild_id, self.stake = table.id, table.guild_id, table.stake
        self.status, self.reason = table.status, table.closed_reason
        self.chairs = [Chair(seat.user_id) for seat in table.seats]
        self.gone: set[tuple[int, bool]] = set()
        """Who gave up a seat that another has, and whether they had come late to it."""
        self.paid_back: list[int] = []
        self.bought = 0

    def see(self, table: Table) -> None:
        kicked = table.stances.get(Stance.KICKED, {})
        for chair, seat in zip(self.chairs, table.seats, strict=True):
            user = seat.user_id
            if user is not None and user < 0 and chair.user is not None:
                self.erase(chair.user, user)
            elif user is not None and user != chair.user:
                if chair.user is not None and not chair.kicked:
                    self.gone.add((chair.user, not chair.first))
                chair.user, chair.left, chair.kicked, chair.first = user, False, False, False
                self.bought += 1
            if user is not None and user in kicked and not chair.kicked and not chair.left:
                chair.kicked = True
                self.paid_back.append(user)
            chair.left = seat.left
        self.status, self.reason = table.status, table.closed_reason

    def erase(self, user: int, number: int) -> None:
        """A number stands for somebody from now on."""
        for chair in self.chairs:
            if chair.user == user:
                chair.user = number
        self.gone = {(number if who == user else who, late) for who, late in self.gone}
        self.paid_back = [number if who == user else who for who in self.paid_back]

    # --- what ought to be found -----------------------------------------------------------------

    def check_transfers(self, entries: list[Any]) -> None:
        """The chips that have moved because of this table."""
        mine = [entry for entry in entries if entry.table_id == self.id]
        if self.stake == 0:
            assert mine == []
            return
        assert sum(entry.kind == "buy_in" for entry in mine) == self.bought
        assert _to(mine, "kicked") == _people(self.paid_back)
        assert all(
            entry.amount == self.stake for entry in mine if entry.kind in ("buy_in", "kicked")
        )
        if self.status is Status.CANCELLED:
            stay = [] if self.reason == "abandoned" else self.chairs
            seated = [each.user for each in stay if not each.left and not each.kicked]
            assert _to(mine, "refund") == _people([user for user in seated if user is not None])
            assert all(entry.amount == self.stake for entry in mine if entry.kind == "refund")

    def check_results(self, lines: list[Any]) -> None:
        """Who is told to have left, been turned out or come late, and is rated."""
        mine = [line for line in lines if line.table_id == self.id]
        if self.status is not Status.FINISHED:
            assert mine == []
            return
        seats = len(self.chairs)
        assert [line.seat for line in mine] == list(range(len(mine)))
        assert [
            (_person(line.user_id), line.left, line.kicked, line.late) for line in mine[:seats]
        ] == [
            (
                _person(chair.user),
                chair.left,
                chair.kicked,
                chair.user is not None and not chair.first,
            )
            for chair in self.chairs
        ]
        told = Counter((_person(line.user_id), bool(line.late)) for line in mine[seats:])
        assert told == Counter((_person(user), late) for user, late in self.gone), (mine, self.gone)
        assert all(line.left and not line.won and not line.kicked for line in mine[seats:])
        assert not any(line.won for line in mine if line.left or line.kicked)
        rated = {line.user_id for line in mine if _is_rated(line)}
        for line in mine:
            assert (line.mu is not None) == (_is_rated(line) and len(rated) > 1)


def _is_rated(line: Any) -> bool:
    return line.user_id is not None and not line.late and not line.kicked


def _person(user: int | None) -> int | None:
    return None if user is None else max(user, FORMER)


def _people(users: list[int]) -> Counter[int | None]:
    return Counter(map(_person, users))


def _to(entries: list[Any], kind: str) -> Counter[int | None]:
    return _people([entry.to_owner for entry in entries if entry.kind == kind])
