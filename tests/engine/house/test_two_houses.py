"""Two processes on one database, as in a rolling restart: the journal lets only one of them win."""

import asyncio

import pytest

from engine.house.housekeeping import FIRST
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Measure
from engine.table import Status
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    LIVE,
    PAUSE,
    RULES,
    Room,
    gentle,
    on_turn,
    owed,
    playing,
    rash,
    refused,
    shown,
)


async def test_the_loser_of_a_race_for_a_move_is_stale_and_sees_the_winners(
    room: Room, other: Room
):
    table = await room.game(2)
    theirs = await other.house.get(table.id)
    await room.act(table, action=gentle(playing(table)))

    with refused(RefusalCode.STALE):
        await other.house.act(
            table.id,
            theirs.seats[on_turn(theirs)].user_id or 0,
            on_turn(theirs),
            owed(theirs, on_turn(theirs)),
            rash(playing(theirs)),
            other.click(),
        )

    fresh = await other.house.get(table.id)
    assert fresh is not theirs
    assert shown(fresh) == shown(table)
    assert len(await room.journal(table)) == 1
    await other.act(fresh)
    assert (await other.house.get(table.id)).plies == 2


async def test_one_click_that_reaches_both_counts_once(room: Room, other: Room):
    table = await room.game(2)
    theirs = await other.house.get(table.id)
    for ply in range(6):
        outcomes = await asyncio.gather(room.act(table), other.act(theirs), return_exceptions=True)
        codes = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert codes == [RefusalCode.STALE]
        assert len(await room.journal(table)) == ply + 1
        table, theirs = await room.house.get(table.id), await other.house.get(table.id)
        if table.plies != theirs.plies:  # the loser reads when it is asked
            raise AssertionError("the loser still has the old table")
        assert shown(table) == shown(theirs)


async def test_both_clocks_strike_and_the_computer_moves_once(room: Room, other: Room):
    table = await room.game(2)
    await other.house.start()
    await other.clock.advance(1)  # it has taken up the table

    await asyncio.gather(room.clock.advance(LIVE), other.clock.advance(LIVE - 1))

    assert [row.by for row in await room.journal(table)] == ["clock"]
    for process in (room, other):
        await process.clock.advance(6)
        assert (await process.house.get(table.id)).plies == 1


async def test_the_loser_of_the_last_seat_sees_the_game(room: Room, other: Room):
    table = await room.lobby(2)
    await other.house.get(table.id)
    await room.house.join(table.id, BEN, room.click())

    with refused(RefusalCode.STALE):
        await other.house.join(table.id, CLEO, other.click())

    theirs = await other.house.get(table.id)
    assert shown(theirs) == shown(table)
    with refused(RefusalCode.NOT_LOBBY):
        await other.house.join(table.id, CLEO, other.click())


async def test_a_game_that_ended_elsewhere_is_over_here_too(room: Room, other: Room):
    table = await room.game(2, options={"chips": 1})
    await room.act(table)
    theirs = await other.house.get(table.id)
    await room.play_out(table)

    with refused(RefusalCode.STALE):
        await other.act(theirs)

    assert (await other.house.get(table.id)).status is Status.FINISHED
    await other.clock.advance(10)
    assert other.kinds == [NoticeKind.FINISHED]
    page = await room.house.board(GUILD, by=Measure.WINS)
    assert sum(row.standing.wins for row in page.rows) == 1


async def test_a_game_closed_elsewhere_gets_no_result_here(room: Room, other: Room):
    table = await room.game(2, options={"chips": 1})
    theirs = await other.house.get(table.id)
    while True:
        twin = playing(theirs).clone()
        twin.apply(on_turn(theirs), rash(twin))
        if twin.is_terminal():
            break
        theirs = await other.act(theirs, action=rash(playing(theirs)))
    for person in (ANN, BEN):
        await room.house.leave(table.id, person.user_id)
    assert (await room.stored(table)).table.closed_reason == "abandoned"

    with pytest.raises(Refusal):
        await other.act(theirs, action=rash(playing(theirs)))

    assert (await other.house.get(table.id)).closed_reason == "abandoned"
    assert (await room.house.board(GUILD, by=Measure.WINS)).total == 0


async def test_what_ended_elsewhere_isnt_ended_again_by_a_clock_here(room: Room, other: Room):
    lobby = await room.lobby(4)
    await other.house.start()
    await other.clock.advance(1)
    await room.house.cancel(lobby.id, ANN.user_id)

    await other.clock.advance(RULES.lobby_idle)
    await other.clock.advance(10)

    assert (await other.house.get(lobby.id)).closed_reason == "host"
    assert (await room.stored(lobby)).table.closed_reason == "host"


async def test_what_the_old_process_opens_at_the_last_moment_is_looked_after_by_the_new_one(
    room: Room, other: Room
):
    await other.house.start()
    table = await room.game(2)
    await room.house.stop()

    await other.clock.advance(FIRST + PAUSE)

    assert [row.by for row in await other.journal(table)] == ["clock"]
