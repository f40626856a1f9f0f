"""A change of many parts is written at once: when it fails, no part of it has happened."""

import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import writes
from engine.table import Pace, Table
from tests.engine.house.room import ANN, BEN, CLEO, EVE, LIVE, Room, refused, trouble
from tests.engine.house.witness import facts

Request = Callable[[Room, Table], Awaitable[Table]]

REQUESTS: dict[str, Request] = {
    "the host leaves": lambda room, table: room.house.leave(table.id, ANN.user_id),
    "somebody is removed": lambda room, table: room.house.kick(table.id, ANN.user_id, 2),
    "a seat is taken": lambda room, table: room.house.take_seat(table.id, EVE, 1, room.click()),
    "the pause begins": lambda room, table: room.house.ask_pause(table.id, CLEO.user_id),
    "the end is agreed on": lambda room, table: room.house.vote_end(table.id, CLEO.user_id),
    "the pace is changed": lambda room, table: room.house.set_pace(
        table.id, ANN.user_id, Pace.SLOW
    ),
}


async def prepared(room: Room) -> Table:
    """Three people and a computer; two of the people want a pause, one wants the end."""
    table = await room.game(3, computers=1)
    await room.house.let_sit(table.id, ANN.user_id, allowed=True)
    for person in (ANN, BEN):
        await room.house.ask_pause(table.id, person.user_id)
    return await room.house.vote_end(table.id, ANN.user_id)


@pytest.mark.parametrize("works", [0, 1, 2])
@pytest.mark.parametrize("name", REQUESTS)
async def test_whichever_statement_fails_nothing_has_changed(
    room: Room, monkeypatch: pytest.MonkeyPatch, name: str, works: int
):
    table = await prepared(room)
    before, told = facts(table), len(room.heard)
    with monkeypatch.context() as broken:
        failures = break_down(broken, after=works)
        code = None
        try:
            await REQUESTS[name](room, table)
        except Refusal as refusal:
            code = refusal.code
    assert code is (RefusalCode.UNAVAILABLE if failures else None)
    assert failures or works

    table = await room.house.get(table.id)
    again = await room.restarted(stop=False)
    assert facts(await again.house.get(table.id)) == facts(table)
    assert (facts(table) == before) == (len(room.heard) == told) == bool(failures)
    if failures:
        await REQUESTS[name](again, table)
    assert facts(await again.house.get(table.id)) != before
    await again.house.stop()


def break_down(monkeypatch: pytest.MonkeyPatch, *, after: int) -> list[int]:
    """Have one statement fail after so many have worked; the list tells whether that has been."""
    calls, failures = iter(range(1000)), list[int]()

    def failing(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def fail(*args: Any, **kwargs: Any) -> Any:
            if next(calls) == after:
                failures.append(1)
                raise sqlite3.OperationalError("the disk is on fire")
            return await work(*args, **kwargs)

        return fail

    for name in ("_changed", "add_stance", "drop_stances"):
        monkeypatch.setattr(writes, name, failing(getattr(writes, name)))
    return failures


async def test_a_move_and_being_back_are_written_together(room: Room):
    table = await room.game(2)
    await room.go_away(table, ANN)
    table = await room.reach_turn_of(table, ANN)
    plies, told = table.plies, len(room.heard)
    with trouble(room.store, "append"), refused(RefusalCode.UNAVAILABLE):
        await room.act(table)
    assert (table.plies, table.seats[0].away, len(room.heard)) == (plies, True, told)

    await room.act(table)

    stored = await room.stored(table)
    assert (len(stored.actions), stored.seats[0].away) == (plies + 1, False)
    assert [notice.kind for notice in room.heard[told:]] == [NoticeKind.ACTED, NoticeKind.SEATS]


async def test_the_second_missed_decision_and_being_away_are_written_together(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    table = await room.game(2)
    await room.clock.advance(2 * LIVE)
    assert [seat.missed for seat in table.seats] == [1, 1]
    with monkeypatch.context() as broken:
        failures = break_down(broken, after=1)  # the row has been written, not yet that of the seat
        await room.clock.advance(LIVE)
        stored = await room.stored(table)
        assert failures == [1]
        assert (len(stored.actions), [seat.away for seat in stored.seats]) == (2, [False, False])

    await room.clock.advance(10)

    stored = await room.stored(table)
    assert (len(stored.actions), [seat.away for seat in stored.seats].count(True)) == (3, 1)
