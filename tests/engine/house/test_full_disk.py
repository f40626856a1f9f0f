"""A full disk at every single write: nothing is half done, and with room again it is done."""

from collections.abc import Awaitable, Callable

import pytest

from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Measure
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    PAUSE,
    Room,
    on_turn,
    playing,
    rash,
    refused,
    shown,
)
from tests.support.disk import broken_commit, full_disk

Prepare = Callable[[Room], Awaitable[Table]]
Deed = Callable[[Room, Table], Awaitable[Table]]

EVERY = 40
"""More writes than anything here takes."""


async def _about_to_end(room: Room) -> Table:
    """One rash move more, and somebody has won."""
    table = await room.game(2, options={"chips": 1})
    while True:
        twin = playing(table).clone()
        twin.apply(on_turn(table), rash(twin))
        if twin.is_terminal():
            return table
        await room.act(table, action=rash(playing(table)))


async def _ended(room: Room) -> Table:
    return await room.play_out(await room.game(2, options={"chips": 1}))


DEEDS: dict[str, tuple[Prepare, Deed]] = {
    "a move": (lambda room: room.game(2), lambda room, table: room.act(table)),
    "the last move": (
        _about_to_end,
        lambda room, table: room.act(table, action=rash(playing(table))),
    ),
    "a game that starts as it is full": (
        lambda room: room.lobby(2),
        lambda room, table: room.house.join(table.id, BEN, room.click()),
    ),
    "sitting down": (
        lambda room: room.lobby(3),
        lambda room, table: room.house.join(table.id, BEN, room.click()),
    ),
    "the host leaves": (
        lambda room: room.game(3),
        lambda room, table: room.house.leave(table.id, ANN.user_id),
    ),
    "closing a lobby": (
        lambda room: room.lobby(3, people=[ANN, BEN]),
        lambda room, table: room.house.cancel(table.id, ANN.user_id),
    ),
    "playing again": (
        _ended,
        lambda room, table: room.house.rematch(table.id, BEN, room.click()),
    ),
}


@pytest.mark.parametrize("name", DEEDS)
async def test_whichever_write_finds_no_room_nothing_has_changed(room: Room, name: str):
    prepare, deed = DEEDS[name]
    table = await prepare(room)
    before, told, live = shown(table), len(room.heard), await room.store.live_in(GUILD)
    for works in range(EVERY):
        with full_disk(after=works) as disk:
            refusal = None
            try:
                await deed(room, table)
            except Refusal as error:
                refusal = error
            if not disk.failed:
                break
        assert refusal is not None
        assert (refusal.code, refusal.facts["unsure"]) == (RefusalCode.UNAVAILABLE, False)
        table = await room.house.get(table.id)
        assert (shown(table), len(room.heard)) == (before, told)
        assert shown(await Room(room.store).house.get(table.id)) == before
        assert await room.store.live_in(GUILD) == live
    assert 0 < works < EVERY - 1
    assert len(room.heard) > told
    table = await room.house.get(table.id)
    assert shown(await Room(room.store).house.get(table.id)) == shown(table)


async def test_a_game_ends_with_its_results_or_not_at_all(room: Room):
    table = await _about_to_end(room)
    for works in range(EVERY):
        with full_disk(after=works) as disk:
            try:
                await room.act(table, action=rash(playing(table)))
            except Refusal:
                page = await room.house.board(GUILD, by=Measure.WINS)
                assert page.total == 0
                assert (await room.stored(table)).table.ended_at is None
            if not disk.failed:
                break
    assert table.status is Status.FINISHED
    page = await room.house.board(GUILD, by=Measure.WINS)
    assert page.total == 2
    assert room.kinds.count(NoticeKind.FINISHED) == 1


async def test_computers_and_clocks_go_on_when_there_is_room_again(room: Room):
    table = await room.game(1, computers=2)
    await room.reach_turn_of(table, ANN)
    await room.act(table)
    plies = table.plies
    with full_disk() as disk:
        await room.clock.advance(60)
    assert disk.failed > 1
    assert table.plies == plies
    assert len(await room.journal(table)) == plies

    await room.clock.advance(10)

    assert [row.by for row in (await room.journal(table))[plies:]] == ["computer"] * 2


async def test_the_last_move_of_a_computer_is_made_in_full_later(room: Room):
    """Nobody clicks: Ann has left, the others are Ben, who is away for good, and a computer."""
    table = await room.game([ANN, BEN], options={"chips": 1})
    await room.house.leave(table.id, ANN.user_id)
    while table.is_live:
        seat = table.seats[on_turn(table)]
        if seat.is_present:
            await room.act(table, action=rash(playing(table)))
            continue
        with full_disk():
            await room.clock.advance(PAUSE + 1)
        await room.clock.advance(10)
    assert table.status is Status.FINISHED
    assert (await room.stored(table)).table.status == "finished"
    assert room.kinds.count(NoticeKind.FINISHED) == 1


@pytest.mark.parametrize("written", [True, False])
class TestACommitThatBreaksOff:
    """Nobody says that nothing was changed where that isn't known."""

    async def test_a_move(self, room: Room, written: bool):
        table = await room.game(2)
        with broken_commit(written=written), refused(RefusalCode.UNAVAILABLE) as caught:
            await room.act(table)
        assert caught.value.facts["unsure"]
        table = await room.house.get(table.id)
        assert table.plies == len(await room.journal(table)) == int(written)
        await room.act(table)

    async def test_leaving(self, room: Room, written: bool):
        table = await room.game(3)
        with broken_commit(written=written), refused(RefusalCode.UNAVAILABLE) as caught:
            await room.house.leave(table.id, CLEO.user_id)
        assert caught.value.facts["unsure"]
        table = await room.house.get(table.id)
        assert (table.seat_of(CLEO.user_id) is None) == written
        await room.act(table)
