"""While people can't be heard, nothing is decided for them and no time runs."""

import pytest

from engine.notice import NoticeKind
from engine.table import Pace, Status
from tests.engine.house.room import ANN, BEN, CHANNEL, GUILD, LIVE, Room, on_turn


def here(guild_id: int) -> bool:
    return guild_id == GUILD


async def test_nothing_is_decided_for_anybody_and_the_time_goes_on_afterwards(room: Room) -> None:
    table = await room.game(2)
    await room.clock.advance(20)
    room.house.outages.begin("gateway", here)
    await room.clock.advance(300)
    assert table.plies == 0
    assert not [notice for notice in room.heard if notice.kind is NoticeKind.BELL]

    assert await room.house.outages.end("gateway") == [table.id]

    assert table.deadline == room.clock.now() + LIVE - 20
    await room.clock.advance(39)
    assert table.plies == 0
    await room.clock.advance(2)
    assert table.plies == 1


async def test_nobody_is_away_after_it(room: Room) -> None:
    table = await room.game(2)
    for _ in range(4):
        room.house.outages.begin("gateway", here)
        await room.clock.advance(200)
        await room.house.outages.end("gateway")
    assert all(seat.missed == 0 and not seat.away for seat in table.seats)


async def test_it_is_written_down_even_while_it_lasts(room: Room) -> None:
    table = await room.game(2)
    before = table.deadline or 0
    room.house.outages.begin("gateway", here)
    await room.clock.advance(95)
    stored = await room.store.load(table.id)
    assert stored is not None
    assert stored.deadline == pytest.approx(before + 90)
    await room.house.outages.end("gateway")
    stored = await room.store.load(table.id)
    assert stored is not None
    assert stored.deadline == pytest.approx(before + 95) == table.deadline


async def test_a_lobby_does_not_close_in_it(room: Room) -> None:
    table = await room.lobby(3)
    closes = table.closes_at or 0
    room.house.outages.begin("gateway", here)
    await room.clock.advance(5000)
    assert table.status is Status.LOBBY
    await room.house.outages.end("gateway")
    assert table.closes_at == closes + 5000


async def test_what_began_in_it_loses_only_the_rest(room: Room) -> None:
    table = await room.game(2)
    room.house.outages.begin("gateway", here)
    await room.clock.advance(20)
    await room.act(table)  # a click that arrives late
    await room.clock.advance(8)
    await room.house.outages.end("gateway")
    assert table.deadline == room.clock.now() + LIVE


async def test_a_moment_counts_for_nothing(room: Room) -> None:
    table = await room.game(2)
    before = table.deadline
    room.house.outages.begin("gateway", here)
    await room.clock.advance(2)
    assert await room.house.outages.end("gateway") == []
    assert table.deadline == before


async def test_other_servers_go_on(room: Room) -> None:
    table = await room.game(2)
    room.house.outages.begin("gateway", lambda guild_id: guild_id != GUILD)
    await room.clock.advance(61)
    assert table.plies == 1


async def test_what_became_due_in_it_is_done_right_after(room: Room) -> None:
    table = await room.game(1, computers=2)
    while table.seats[on_turn(table)].user_id is not None:
        await room.act(table)
    room.house.outages.begin("gateway", here)
    plies = table.plies
    await room.clock.advance(60)
    assert table.plies == plies
    await room.house.outages.end("gateway")
    await room.clock.advance(2)
    assert table.plies > plies


async def test_two_causes_have_both_to_end(room: Room) -> None:
    table = await room.game(2)
    room.house.outages.begin("gateway", here)
    room.house.outages.begin(("server", GUILD), here)
    await room.clock.advance(100)
    await room.house.outages.end("gateway")
    await room.clock.advance(100)
    assert table.plies == 0
    await room.house.outages.end(("server", GUILD))
    await room.clock.advance(LIVE - 1)
    assert table.plies == 0


async def test_an_end_without_a_beginning_changes_nothing(room: Room) -> None:
    await room.game(2)
    assert await room.house.outages.end("gateway") == []


async def test_a_pace_without_limit(room: Room) -> None:
    table = await room.house.open(
        guild_id=GUILD, channel_id=CHANNEL, host=ANN, interaction_id=1,
        game="ninetynine", players=2, pace=Pace.NONE,
    )  # fmt: skip
    await room.house.join(table.id, BEN, 2)
    room.house.outages.begin("gateway", here)
    await room.clock.advance(500)
    await room.house.outages.end("gateway")
    assert table.deadline is None
