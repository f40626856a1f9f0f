"""A change of several writes of which a later one fails is neither believed nor half forgotten."""

from collections.abc import Awaitable
from typing import Any

import pytest

from engine.refusal import Refusal, RefusalCode
from engine.table import Table
from tests.engine.house.room import ANN, BEN, RULES, Room, refused, trouble


async def attempt(request: Awaitable[Table]) -> None:
    """It may work or be refused for the trouble, but nothing else."""
    try:
        await request
    except Refusal as refusal:
        if refusal.code is not RefusalCode.UNAVAILABLE:
            raise


def same_seats(table: Table) -> list[Any]:
    return [(seat.user_id, seat.away, seat.left) for seat in table.seats]


@pytest.mark.parametrize("works", [0, 1])
async def test_a_host_leaves(room: Room, works: int):
    table = await room.game(3)
    with (
        trouble(room.store, "update_seat", after=works),
        trouble(room.store, "update_table", after=1),
    ):
        await attempt(room.house.leave(table.id, ANN.user_id))

    table = await room.house.get(table.id)
    stored = await room.stored(table)
    assert table.host_id == stored.table.host_id
    assert table.seat_of(table.host_id) is not None
    assert [seat.left_at is not None for seat in stored.seats] == [
        seat.left for seat in table.seats
    ]
    if table.seat_of(ANN.user_id) is not None:
        await room.house.leave(table.id, ANN.user_id)
    assert (await room.house.get(table.id)).host_id == BEN.user_id


@pytest.mark.parametrize("works", [0, 1])
async def test_the_last_one_there_leaves_a_table_that_then_pauses(room: Room, works: int):
    table = await room.game(2)
    await room.go_away(table, BEN)
    with trouble(room.store, "update_table", after=works), refused(RefusalCode.UNAVAILABLE):
        await room.house.leave(table.id, ANN.user_id)
    await room.clock.advance(10)

    table = await room.house.get(table.id)
    assert same_seats(table) == [
        (seat.user_id, seat.away, seat.left_at is not None)
        for seat in (await room.stored(table)).seats
    ]
    assert table.paused == (table.closes_at is not None)
    if not table.paused:
        await room.house.leave(table.id, ANN.user_id)
    await room.clock.advance(RULES.paused_for)
    assert (await room.house.get(table.id)).closed_reason == "paused"


@pytest.mark.parametrize("method", ["update_seat", "update_table"])
@pytest.mark.parametrize("works", [0, 1])
async def test_somebody_is_back_at_a_paused_table(room: Room, method: str, works: int):
    table = await room.game(2, computers=1)
    await room.go_away(table, ANN, BEN)
    with trouble(room.store, method, after=works):
        await attempt(room.house.back(table.id, ANN.user_id))
    await room.clock.advance(10)
    await room.house.back(table.id, ANN.user_id)

    table = await room.reach_turn_of(table, ANN)
    assert table.seats[0].is_present
    assert table.closes_at is None
    assert (await room.stored(table)).table.closes_at is None
    assert not (await room.stored(table)).seats[0].away
    assert room.heard[-1].table is table


@pytest.mark.parametrize("method", ["update_seat", "update_table"])
async def test_a_move_that_brings_back_stands_though_coming_back_fails(room: Room, method: str):
    table = await room.game(2)
    await room.go_away(table, ANN)
    table = await room.reach_turn_of(table, ANN)
    plies = table.plies
    with trouble(room.store, method):
        await room.act(table)

    table = await room.house.get(table.id)
    assert table.plies == plies + 1 == len(await room.journal(table))
    await room.house.back(table.id, ANN.user_id)
    assert (await room.house.get(table.id)).seats[0].is_present
