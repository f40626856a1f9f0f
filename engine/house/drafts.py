"""Changes of a game's table that hold together: drafted, written at once, and only then true.

A draft is a copy of the table. What follows from a change anywhere (who hosts, whether all want a
pause, whether a table without people closes) is worked out here, for every change alike.
"""

from dataclasses import fields, replace
from typing import cast

from engine.store import SeatColumns, StanceRow, TableChange, TableColumns
from engine.table import PAUSE_LAPSES, Seat, Stance, Status, Table
from engine.watch import Watch

_WISHES = (Stance.PAUSE, Stance.END)
_SEAT_COLUMNS = tuple(field.name for field in fields(Seat) if field.name not in {"place", "missed"})
_ADOPTED = (
    "host_id", "pace", "status", "seats", "state", "ended_at", "closes_at", "closed_reason",
    "plies", "watch", "paused_at", "open_seats", "stances",
)  # fmt: skip


def draft_of(table: Table) -> Table:
    """Return a copy of a table, to be changed at will."""
    return replace(
        table,
        seats=[replace(seat) for seat in table.seats],
        stances={stance: dict(said) for stance, said in table.stances.items()},
    )


def adopt(table: Table, draft: Table) -> None:
    """Make true what was drafted."""
    for name in _ADOPTED:
        setattr(table, name, getattr(draft, name))


# --- changes ------------------------------------------------------------------------------------


def say(draft: Table, stance: Stance, user_id: int, now: float) -> None:
    """Note what somebody says, or is told."""
    draft.stances.setdefault(stance, {})[user_id] = now


def unsay(draft: Table, stance: Stance, user_id: int | None = None) -> None:
    """Take back what somebody has said, or everybody by default."""
    if user_id is None:
        draft.stances.pop(stance, None)
    else:
        draft.stances.get(stance, {}).pop(user_id, None)


def give_time(draft: Table, now: float, seat: int | None = None) -> None:
    """Whoever is on turn has the whole time for it; with `seat` only if that one is."""
    if seat is None or seat in draft.watch.owed:
        draft.watch = draft.watch.anew(now)


def vacate(draft: Table, number: int, now: float) -> None:
    """A computer plays on for whoever sits there."""
    seat = draft.seats[number]
    seat.left_at, seat.standing = now, ""
    for stance in _WISHES:
        unsay(draft, stance, seat.user_id)


def bring_back(draft: Table, number: int, now: float) -> None:
    """Whoever is away plays for themselves again; nothing if they aren't away."""
    seat = draft.seats[number]
    if seat.away:
        seat.away, seat.missed = False, 0
        give_time(draft, now, number)


def seat_person(
    draft: Table, number: int, user_id: int, name: str, now: float, join_id: int
) -> None:
    """Somebody takes a seat over, for good; time for a decision that it owes begins anew."""
    seat = draft.seats[number]
    if seat.user_id is not None and seat.user_id != user_id:
        say(draft, Stance.SAT, seat.user_id, now)
    draft.seats[number] = Seat(user_id, name, seat.place, join_id=join_id, joined_at=now)
    unsay(draft, Stance.SAT, user_id)
    give_time(draft, now, number)


def seat_heirs(draft: Table, now: float, *, at_a_deal: bool) -> list[int]:
    """Have those who wait for seats take them; returns the seats.

    A seat that is out of the game is nobody's any more. Where no hand has been dealt, whoever knows
    cards of this one goes on waiting.
    """
    taken = []
    for number, seat in enumerate(draft.seats):
        if seat.heir_id is None:
            continue
        if draft.is_out(number):
            seat.heir_id = seat.heir_name = None
        elif at_a_deal or seat.heir_id not in draft.stances.get(Stance.SAT, {}):
            seat_person(draft, number, seat.heir_id, seat.heir_name or "", now, 0)
            taken.append(number)
    return taken


def give_up(draft: Table, user_id: int) -> None:
    """Somebody doesn't want the seat any more that they wait for."""
    for seat in draft.seats:
        if seat.heir_id == user_id:
            seat.heir_id = seat.heir_name = None


def passed_over(table: Table, draft: Table) -> list[tuple[int, int, str]]:
    """Who waits for a seat and doesn't get it by the draft: user, seat, and why (see Notice).

    Whoever gives it up, or is turned away, isn't among them.
    """
    found = []
    for number, (old, new) in enumerate(zip(table.seats, draft.seats, strict=True)):
        if old.heir_id is None or old.heir_id in (new.heir_id, new.user_id):
            continue
        if old.left and not new.left and new.user_id == old.user_id:
            found.append((old.heir_id, number, "owner"))
        elif draft.is_out(number):
            found.append((old.heir_id, number, "out"))
    return found


# --- what follows -------------------------------------------------------------------------------


def put_in_order(draft: Table, now: float, away_seconds: float) -> None:
    """Draw the consequences; a table that nobody sits at, or wants any more, is over."""
    if draft.status is not Status.PLAYING:
        return
    people = {seat.user_id for seat in draft.people()}
    if not people:
        _end(draft, "abandoned", now)
        return
    _forget_wishes(draft, now)
    if len(draft.wanting(Stance.END, now)) >= draft.votes_to_end:
        _end(draft, "agreed", now)
        return
    if draft.host_id not in people:
        draft.host_id = longest_seated(draft.people())
    asked = draft.asked_to_pause()
    if asked and not draft.on_hold and set(asked) <= set(draft.wanting(Stance.PAUSE, now)):
        draft.paused_at = now
    if draft.on_hold:
        unsay(draft, Stance.PAUSE)
    if not draft.waits:
        draft.closes_at = None
    elif draft.closes_at is None:
        draft.closes_at = now + away_seconds


def longest_seated(people: list[Seat]) -> int:
    """Return the user who has sat there for the longest time; whoever clicked first, of equals."""
    first = min(people, key=lambda seat: (seat.joined_at, seat.join_id, seat.place))
    return first.user_id or 0


def is_in_order(table: Table, now: float) -> bool:
    """Whether nothing follows from the mere passing of time, or from a change half forgotten."""
    said = table.stances.get(Stance.PAUSE, {})
    return table.pause_is_noted and not any(at + PAUSE_LAPSES <= now for at in said.values())


def _forget_wishes(draft: Table, now: float) -> None:
    """What those want who don't sit here doesn't count, nor what was said too long ago."""
    for stance in _WISHES:
        valid = set(draft.wanting(stance, now))
        for user_id in [user for user in draft.stances.get(stance, {}) if user not in valid]:
            unsay(draft, stance, user_id)


def _end(draft: Table, reason: str, now: float) -> None:
    draft.status, draft.closed_reason, draft.ended_at = Status.CANCELLED, reason, now
    draft.closes_at, draft.watch = None, Watch()


# --- what is to be written ----------------------------------------------------------------------


def difference(table: Table, draft: Table) -> TableChange:
    """What has to be written for the draft to become true."""
    before = {(kind, user): at for kind, said in table.stances.items() for user, at in said.items()}
    after = {(kind, user): at for kind, said in draft.stances.items() for user, at in said.items()}
    seats = {
        number: changed
        for number, (old, new) in enumerate(zip(table.seats, draft.seats, strict=True))
        if (changed := _seat_columns(old, new))
    }
    return TableChange(
        columns=_columns(table, draft),
        seats=seats,
        was={number: _owner(table.seats[number]) for number in seats},
        said=[_row(table, *key, at) for key, at in after.items() if before.get(key) != at],
        unsaid=[_row(table, *key, at) for key, at in before.items() if key not in after],
        ends=draft.closed_reason if draft.status is Status.CANCELLED else None,
        at=draft.ended_at or 0.0,
    )


def _columns(table: Table, draft: Table) -> TableColumns:
    columns = TableColumns()
    if draft.host_id != table.host_id:
        columns["host_id"] = draft.host_id
    if draft.pace is not table.pace:
        columns["pace"] = draft.pace.value
    if draft.paused_at != table.paused_at:
        columns["paused_at"] = draft.paused_at
    if draft.open_seats != table.open_seats:
        columns["open_seats"] = draft.open_seats
    if draft.closes_at != table.closes_at:
        columns["closes_at"] = draft.closes_at
    # an action says in its own row until when the next one may take
    if draft.plies == table.plies and draft.watch is not table.watch:
        columns["deadline"], columns["deadline_ply"] = draft.deadline, draft.plies
    return columns


def _seat_columns(old: Seat, new: Seat) -> SeatColumns:
    changed = {
        name: value for name in _SEAT_COLUMNS if (value := getattr(new, name)) != getattr(old, name)
    }
    return cast("SeatColumns", changed)


def _owner(seat: Seat) -> SeatColumns:
    return SeatColumns(user_id=seat.user_id, left_at=seat.left_at, heir_id=seat.heir_id)


def _row(table: Table, kind: str, user_id: int, at: float) -> StanceRow:
    return StanceRow(table_id=table.id, kind=str(kind), user_id=user_id, at=at)
