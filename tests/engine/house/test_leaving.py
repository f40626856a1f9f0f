"""Leaving a game: the computer takes the seat, the table goes on for those who stay."""

import asyncio

import pytest

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import Measure
from engine.table import Pace, Status
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    PAUSE,
    PEOPLE,
    Room,
    held_up,
    on_turn,
    playing,
    rash,
    refused,
)


async def test_the_computer_plays_on_for_whoever_leaves_on_turn(room: Room):
    table = await room.game_begun_by(0, 3)

    await room.house.leave(table.id, ANN.user_id)
    assert (room.kinds, room.heard[-1].seat) == ([NoticeKind.SEATS], 0)
    assert table.seats[0].left
    assert table.plies == 0
    await room.clock.advance(PAUSE)

    assert [(row.seat, row.by) for row in await room.journal(table)] == [(0, "clock")]
    assert on_turn(table) != 0


async def test_whoever_leaves_on_turn_after_thinking_a_while_is_replaced_at_once(room: Room):
    table = await room.game_begun_by(0, 3, pace=Pace.NONE)
    await room.clock.advance(3600)

    await room.house.leave(table.id, ANN.user_id)
    await room.clock.advance(0)

    assert len(await room.journal(table)) == 1


async def test_whoever_leaves_out_of_turn_is_played_when_their_turn_comes(room: Room):
    table = await room.game_begun_by(0, 3)
    await room.house.leave(table.id, BEN.user_id)
    await room.act(table, 0)
    while on_turn(table) != 1:
        await room.act(table)
    deadline_free = table.deadline
    plies = table.plies

    await room.clock.advance(PAUSE)

    assert deadline_free is None
    assert (await room.journal(table))[plies].seat == 1


async def test_the_seat_keeps_its_cards_and_the_order_of_play(room: Room):
    table = await room.game_begun_by(0, 4)
    hands = [playing(table).private(seat) for seat in range(4)]
    order = playing(table).public()

    await room.house.leave(table.id, CLEO.user_id)

    assert [playing(table).private(seat) for seat in range(4)] == hands
    assert playing(table).public() == order
    assert len(table.seats) == 4


async def test_leaving_is_remembered(room: Room):
    table = await room.game(3)

    await room.house.leave(table.id, BEN.user_id)

    stored = await room.stored(table)
    assert stored.seats[1].left_at == room.clock.now()
    assert table.seat_of(BEN.user_id) is None
    assert [seat.name for seat in table.people()] == ["Ann", "Cleo"]


async def test_nobody_leaves_twice(room: Room):
    table = await room.game(3)
    await room.house.leave(table.id, BEN.user_id)
    with refused(RefusalCode.NOT_SEATED):
        await room.house.leave(table.id, BEN.user_id)


async def test_whoever_left_may_not_move_or_come_back(room: Room):
    table = await room.game_begun_by(0, 3)
    await room.house.leave(table.id, ANN.user_id)
    for request in (room.house.back(table.id, ANN.user_id), room.act(table, 0)):
        with refused(RefusalCode.NOT_SEATED):
            await request
    assert table.seats[0].left


async def test_when_the_host_leaves_the_longest_seated_person_hosts(room: Room):
    table = await room.lobby(4)
    for person in (CLEO, BEN, DAN):
        await room.clock.advance(10)
        await room.house.join(table.id, person, room.click())
    await room.house.leave(table.id, CLEO.user_id)
    assert table.host_id == ANN.user_id

    await room.house.leave(table.id, ANN.user_id)

    assert table.host_id == BEN.user_id
    assert (await room.stored(table)).table.host_id == BEN.user_id


async def test_when_the_last_person_leaves_the_table_closes_without_a_result(room: Room):
    table = await room.game(2, computers=2)
    await room.house.leave(table.id, ANN.user_id)
    assert table.is_live
    plies = table.plies

    await room.house.leave(table.id, BEN.user_id)
    await room.clock.advance(100 * PAUSE)

    assert (table.status, table.closed_reason) == (Status.CANCELLED, "abandoned")
    assert (table.deadline, table.closes_at, table.watch.owed) == (None, None, {})
    assert room.kinds[-1] is NoticeKind.CANCELLED
    assert table.plies == plies
    page = await room.house.board(table.guild_id, by=Measure.WINS)
    assert (page.rows, page.total) == ([], 0)


async def test_a_person_who_is_out_may_leave_without_ending_anything(room: Room):
    table = await room.game(3, options={"chips": 1})
    while all(playing(table).public()["in"]):
        await room.act(table, action=rash(playing(table)))
    out = playing(table).public()["in"].index(False)

    await room.house.leave(table.id, PEOPLE[out].user_id)

    assert table.is_live
    await room.play_out(table)
    assert table.status is Status.FINISHED


@pytest.mark.parametrize("leavers", [1, 2])
async def test_a_win_by_the_computer_is_no_win_for_whoever_left(room: Room, leavers: int):
    for luck in range(40):
        table = await room.game(3, options={"chips": 1}, luck=luck)
        for person in PEOPLE[:leavers]:
            await room.house.leave(table.id, person.user_id)
        await room.play_out(table)
        winner = playing(table).winners()[0]
        if table.seats[winner].left:
            break
    else:
        raise AssertionError("the computer never wins")
    page = await room.house.board(table.guild_id, by=Measure.WINS)
    wins = {row.standing.user_id: row.standing.wins for row in page.rows}
    assert [wins[person.user_id] for person in PEOPLE[:leavers]] == [0] * leavers
    assert sum(wins.values()) == luck


@pytest.mark.parametrize("asked_late", [False, True])
async def test_whoever_leaves_a_lobby_does_not_leave_the_game_that_begins_meanwhile(
    room: Room, asked_late: bool
):
    table = await room.lobby(3, people=[ANN, BEN], stake=10)

    async with held_up(room.store, "start_table") as starting:
        joining = asyncio.create_task(room.house.join(table.id, CLEO, room.click()))
        await starting.wait()
        if not asked_late:
            leaving = asyncio.create_task(room.house.leave(table.id, BEN.user_id, only_lobby=True))
    await joining
    if asked_late:
        leaving = asyncio.create_task(room.house.leave(table.id, BEN.user_id, only_lobby=True))

    with refused(RefusalCode.NOT_LOBBY):
        await leaving
    assert table.status is Status.PLAYING
    assert not table.seats[1].left
