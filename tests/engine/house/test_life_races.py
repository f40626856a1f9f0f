"""Two things at one moment: whichever comes first, both are answered and nothing happens twice."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import permutations

import pytest

from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Measure
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    GUILD,
    LIVE,
    PAUSED_FOR,
    Room,
    gentle,
    on_turn,
    owed,
    playing,
    rash,
    refused,
    shown,
)
from tests.engine.house.test_taking_seats import until_a_deal

Request = Callable[[], Awaitable[Table]]
Code = RefusalCode | None


async def together(*requests: Request) -> list[Code]:
    """What became of requests that arrive at once, in this order."""
    outcomes = await asyncio.gather(*(ask() for ask in requests), return_exceptions=True)
    for outcome in outcomes:
        assert isinstance(outcome, (Table, Refusal))
    return [outcome.code if isinstance(outcome, Refusal) else None for outcome in outcomes]


async def agrees(room: Room, table: Table) -> None:
    """What is in memory is what a fresh process finds."""
    later = await room.restarted(stop=False)
    assert shown(await later.house.get(table.id)) == shown(await room.house.get(table.id))
    await later.house.stop()


@pytest.mark.parametrize("order", list(permutations(range(3))))
class TestAgainstLeaving:
    async def test_a_vote_a_vote_and_a_leave(self, room: Room, order: tuple[int, ...]):
        """Of four people two vote while a third leaves: two of three is enough."""
        table = await room.game(4)
        requests: list[Request] = [
            lambda: room.house.vote_end(table.id, ANN.user_id, wanted=True),
            lambda: room.house.vote_end(table.id, BEN.user_id, wanted=True),
            lambda: room.house.leave(table.id, CLEO.user_id),
        ]
        codes = await together(*(requests[number] for number in order))
        assert codes == [None] * 3
        assert table.closed_reason == "agreed"
        assert room.kinds.count(NoticeKind.CANCELLED) == 1
        await agrees(room, table)

    async def test_a_kick_a_leave_and_a_move(self, room: Room, order: tuple[int, ...]):
        table = await room.game_begun_by(1, 3)
        action, decision = gentle(playing(table)), owed(table, 1)
        requests: list[Request] = [
            lambda: room.house.kick(table.id, ANN.user_id, 1, user_id=BEN.user_id),
            lambda: room.house.leave(table.id, BEN.user_id),
            lambda: room.act(table, 1, action, decision=decision),
        ]
        codes = dict(zip(order, await together(*(requests[n] for n in order)), strict=True))
        assert codes[0] is None
        assert codes[1] in {None, RefusalCode.NOT_SEATED}
        assert codes[2] in {None, RefusalCode.NOT_SEATED}
        assert len(await room.journal(table)) == (codes[2] is None)
        assert table.seats[1].left
        assert table.has_kicked(BEN.user_id)
        await agrees(room, table)

    async def test_a_pause_a_return_and_a_leave(self, room: Room, order: tuple[int, ...]):
        table = await room.game(3)
        await room.go_away(table, CLEO)
        await room.house.ask_pause(table.id, ANN.user_id)
        requests: list[Request] = [
            lambda: room.house.ask_pause(table.id, BEN.user_id, wanted=True),
            lambda: room.house.back(table.id, CLEO.user_id),
            lambda: room.house.leave(table.id, BEN.user_id),
        ]
        codes = await together(*(requests[number] for number in order))
        assert codes.count(None) >= 2
        here = set(table.asked_to_pause())
        wishes = set(table.stances.get("pause", ()))
        assert table.on_hold or not here <= wishes
        assert table.on_hold == (order.index(1) > min(order.index(0), order.index(2)))
        await agrees(room, table)


@pytest.mark.parametrize("last_move_first", [True, False])
async def test_the_last_vote_and_the_last_card(room: Room, last_move_first: bool):
    table = await room.game(2, options={"chips": 1})
    while True:
        twin = playing(table).clone()
        twin.apply(on_turn(table), rash(twin))
        if twin.is_terminal():
            break
        await room.act(table)
    await room.house.vote_end(table.id, ANN.user_id)
    requests: list[Request] = [
        lambda: room.act(table, action=rash(playing(table))),
        lambda: room.house.vote_end(table.id, BEN.user_id),
    ]
    codes = await together(*(requests if last_move_first else requests[::-1]))
    assert codes == [None, RefusalCode.TABLE_OVER]
    assert table.status is (Status.FINISHED if last_move_first else Status.CANCELLED)
    board = await room.house.board(GUILD, by=Measure.WINS)
    assert bool(board.rows) == last_move_first
    await agrees(room, table)


@pytest.mark.parametrize("taking_first", [True, False])
async def test_a_seat_is_taken_at_the_moment_of_a_deal(room: Room, taking_first: bool):
    """Dan has the seat before the first decision of a hand, or after the whole of it."""
    table = await until_bust(room, await room.game(2, computers=1))
    deals = playing(table).deals
    requests: list[Request] = [
        lambda: room.house.take_seat(table.id, DAN, 1, room.click()),
        lambda: room.act(table, action=rash(playing(table))),
    ]
    codes = await together(*(requests if taking_first else requests[::-1]))
    assert codes == [None, None]
    assert playing(table).deals == deals + 1
    if table.seat_of(DAN.user_id) is None:
        assert table.heir_of(DAN.user_id) == 1
        table = await until_a_deal(room, table)
    assert table.seat_of(DAN.user_id) == 1


async def until_bust(room: Room, table: Table) -> Table:
    """Until the person on turn would bust."""
    for _ in range(200):
        if table.seats[on_turn(table)].is_present:
            twin = playing(table).clone()
            twin.apply(on_turn(table), rash(twin))
            if twin.deals > playing(table).deals:
                return table
            await room.act(table, action=rash(playing(table)))
        else:
            await room.clock.advance(1.25)
    raise AssertionError("nobody ever busts")


async def test_one_seat_many_people_and_one_person_many_seats(room: Room):
    table = await room.game(2, computers=3)
    await room.house.let_sit(table.id, ANN.user_id, allowed=True)
    codes = await together(
        *(
            partial(room.house.take_seat, table.id, person, seat, room.click())
            for person in (CLEO, DAN, EVE)
            for seat in (1, 2, 3)
        )
    )
    assert codes.count(None) == 3
    assert {seat.user_id for seat in table.seats} == {
        person.user_id for person in (ANN, BEN, CLEO, DAN, EVE)
    }
    await agrees(room, table)


@pytest.mark.parametrize("back_first", [True, False])
async def test_somebody_returns_as_the_table_closes(room: Room, back_first: bool):
    table = await room.game(2)
    await room.go_away(table, ANN, BEN)
    await room.clock.advance(PAUSED_FOR - 1)
    if back_first:
        await room.house.back(table.id, ANN.user_id)
        await room.clock.advance(2)
        assert (table.status, table.closes_at) == (Status.PLAYING, None)
        assert table.seats[0].is_present
    else:
        await room.clock.advance(1)
        with refused(RefusalCode.TABLE_OVER):
            await room.house.back(table.id, ANN.user_id)
        assert table.closed_reason == "paused"
    await agrees(room, table)


@pytest.mark.parametrize("pause_first", [True, False])
async def test_the_last_wish_and_the_deadline(room: Room, pause_first: bool):
    table = await room.game_begun_by(0, 2)
    await room.house.ask_pause(table.id, ANN.user_id)
    await room.clock.advance(LIVE - 1)
    if pause_first:
        await room.house.ask_pause(table.id, BEN.user_id)
    await room.clock.advance(1)
    if not pause_first:
        await room.house.ask_pause(table.id, BEN.user_id)
    await room.clock.advance(10 * LIVE)
    assert table.on_hold
    assert len(await room.journal(table)) == (0 if pause_first else 1)
    assert table.seats[0].missed == (0 if pause_first else 1)


class TestTwoHouses:
    """A rolling restart: both have the table in memory, and one of them is behind."""

    async def test_a_seat_is_taken_in_one_and_left_in_the_other(self, room: Room, other: Room):
        table = await room.game(3)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.leave(table.id, BEN.user_id)
        await other.house.get(table.id)
        await room.house.take_seat(table.id, DAN, 1, room.click())

        with refused(RefusalCode.STALE):
            await other.house.rejoin(table.id, BEN.user_id)

        assert shown(await other.house.get(table.id)) == shown(table)
        with refused(RefusalCode.SEAT_GONE):
            await other.house.rejoin(table.id, BEN.user_id)

    async def test_two_who_want_one_seat(self, room: Room, other: Room):
        table = await room.game(2, computers=1)
        await other.house.get(table.id)
        codes = await together(
            lambda: room.house.take_seat(table.id, DAN, 1, room.click()),
            lambda: other.house.take_seat(table.id, EVE, 1, other.click()),
        )
        assert sorted(map(str, codes)) == ["None", "stale"]
        assert shown(await other.house.get(table.id)) == shown(await room.house.get(table.id))

    async def test_two_who_join_one_lobby(self, room: Room, other: Room):
        table = await room.lobby(4)
        await other.house.get(table.id)
        codes = await together(
            lambda: room.house.join(table.id, BEN, room.click()),
            lambda: other.house.join(table.id, CLEO, other.click()),
        )
        assert sorted(map(str, codes)) == ["None", "stale"]
        assert len((await room.stored(table)).seats) == 2
        late, person = (other, CLEO) if codes[1] else (room, BEN)
        await late.house.join(table.id, person, late.click())
        assert len((await room.stored(table)).seats) == 3

    async def test_a_move_at_a_table_that_the_other_has_closed(self, room: Room, other: Room):
        table = await room.game(2)
        await other.house.get(table.id)
        await room.house.end(table.id, GUILD)
        with refused(RefusalCode.STALE):
            await other.act(table)
        assert await room.journal(table) == []
        assert (await other.house.get(table.id)).closed_reason == "moderator"
        with refused(RefusalCode.TABLE_OVER):
            await other.house.vote_end(table.id, ANN.user_id)

    async def test_both_close_it(self, room: Room, other: Room):
        table = await room.game(2)
        await other.house.get(table.id)
        codes = await together(
            lambda: room.house.end(table.id, GUILD), lambda: other.house.end(table.id, GUILD)
        )
        assert sorted(map(str, codes)) == ["None", "stale"]

    async def test_an_heir_gets_the_seat_once(self, room: Room, other: Room):
        table = await room.game(2, computers=1)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        table = await until_bust(room, table)
        theirs = await other.house.get(table.id)
        action = rash(playing(table))
        codes = await together(
            lambda: room.act(table, action=action), lambda: other.act(theirs, action=action)
        )
        assert sorted(map(str, codes)) == ["None", "stale"]
        for house in (room.house, other.house):
            assert (await house.get(table.id)).seat_of(DAN.user_id) == 1
