"""Races: many clicks at once, clicks against the clock, and what is told only once written."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest

from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    LIVE,
    Room,
    SlowThinker,
    gentle,
    held_up,
    on_turn,
    owed,
    playing,
    replaced,
    shown,
)

AGAIN = {RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN}
"""What a click is told that comes after the decision was made."""


def refusals(outcomes: Iterable[Any]) -> list[RefusalCode]:
    return [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]


async def test_a_hundred_copies_of_one_click_make_one_move(room: Room):
    table = await room.game(2)

    outcomes = await asyncio.gather(*(room.act(table) for _ in range(100)), return_exceptions=True)

    codes = refusals(outcomes)
    assert (len(codes), outcomes.count(table)) == (99, 1)
    assert set(codes) <= AGAIN
    assert [row.ply for row in await room.journal(table)] == [0]
    assert room.kinds == [NoticeKind.OPENED, NoticeKind.STARTED, NoticeKind.ACTED]


async def test_one_person_presses_every_button_of_the_hand_at_once(room: Room):
    table = await room.game(2)
    seat = on_turn(table)

    outcomes = await asyncio.gather(
        *(room.act(table, action=action) for action in playing(table).legal_actions(seat)),
        return_exceptions=True,
    )

    assert outcomes.count(table) == 1
    assert set(refusals(outcomes)) <= AGAIN
    assert len(await room.journal(table)) == 1


async def test_many_tables_play_at_once(room: Room):
    tables = [await room.game(2, guild_id=number) for number in range(30)]

    await asyncio.gather(*(room.act(table) for table in tables))

    assert [table.plies for table in tables] == [1] * 30
    assert [len(await room.journal(table)) for table in tables] == [1] * 30


@pytest.mark.parametrize("click_first", [True, False])
async def test_a_click_in_the_moment_of_the_deadline_makes_one_move(room: Room, click_first: bool):
    table = await room.game(2)
    await room.clock.advance(LIVE - 1)
    seat, decision, action = on_turn(table), owed(table, on_turn(table)), gentle(playing(table))

    async def click() -> Any:
        return await room.act(table, seat, action, decision=decision)

    jobs = [click(), room.clock.advance(1)] if click_first else [room.clock.advance(1), click()]
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)

    rows = [row for row in await room.journal(table) if row.seat == seat]
    assert len(rows) == 1
    clicked = rows[0].by == "person"
    assert set(refusals(outcomes)) <= AGAIN
    assert len(refusals(outcomes)) == (0 if clicked else 1)
    assert table.seats[seat].missed == (0 if clicked else 1)
    assert clicked or not click_first


async def test_the_journal_is_written_before_anybody_hears_of_a_move(room: Room):
    table = await room.game(2, computers=1, options={"chips": 1})
    order: list[str] = []

    def noting(append: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        async def note(row: Any, **last: Any) -> None:
            await append(row, **last)
            order.append(f"written {row.ply}")

        return note

    room.house.subscribe(lambda notice: order.append(f"told {notice.table.plies - 1}"))
    with replaced(room.store, "append", by=noting):
        await room.play_out(table)

    assert table.plies > 5
    assert order == [f"{what} {ply}" for ply in range(table.plies) for what in ("written", "told")]


async def test_while_a_move_is_being_written_nothing_has_happened_yet(room: Room):
    table = await room.game(2)
    before, told = shown(table), len(room.heard)

    async with held_up(room.store, "append") as arrived:
        click = asyncio.ensure_future(room.act(table))
        await arrived.wait()
        assert shown(table) == before
        assert len(room.heard) == told
        assert not click.done()
    await click

    assert table.plies == 1
    assert len(room.heard) == told + 1


async def test_a_click_that_waits_behind_another_sees_what_that_one_did(room: Room):
    table = await room.game(2)

    async with held_up(room.store, "append") as arrived:
        first = asyncio.ensure_future(room.act(table))
        await arrived.wait()
        second = asyncio.ensure_future(room.act(table))
        leaver = asyncio.ensure_future(room.house.leave(table.id, ANN.user_id))
    outcomes = await asyncio.gather(first, second, leaver, return_exceptions=True)

    assert outcomes[0] is table
    assert refusals(outcomes)[0] in AGAIN | {RefusalCode.NOT_SEATED}
    assert outcomes[2] is table
    assert len(await room.journal(table)) == 1


class TestSeats:
    """Many want to sit somewhere at the same moment."""

    async def sound(self, room: Room, table: Table) -> dict[int, str]:
        """Nobody sits twice, no place is taken twice, and the database says the same."""
        sitting = {seat.place: seat.name for seat in table.seats}
        assert len(set(sitting.values())) == len(sitting) == len(table.seats)
        assert {row.seat: row.name for row in (await room.stored(table)).seats} == sitting
        return sitting

    async def test_two_people_want_the_same_place(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN])

        outcomes = await asyncio.gather(
            room.house.sit(table.id, ANN.user_id, 4),
            room.house.sit(table.id, BEN.user_id, 4),
            room.house.join(table.id, CLEO, room.click(), place=4),
            return_exceptions=True,
        )

        assert outcomes.count(table) == 1
        assert refusals(outcomes) == [RefusalCode.PLACE_TAKEN] * 2
        assert (await self.sound(room, table))[4] == "Ann"

    async def test_two_people_want_the_place_of_one_computer(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN], computers=1)

        outcomes = await asyncio.gather(
            room.house.sit(table.id, ANN.user_id, 1),
            room.house.sit(table.id, BEN.user_id, 1),
            return_exceptions=True,
        )

        assert refusals(outcomes) == [RefusalCode.PLACE_TAKEN]
        sitting = await self.sound(room, table)
        assert (sitting[1], sitting[2], len(sitting)) == ("Ann", "Ben", 3)

    async def test_a_place_is_wanted_by_one_and_just_given_to_another(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN])

        outcomes = await asyncio.gather(
            room.house.join(table.id, CLEO, room.click()),
            room.house.sit(table.id, ANN.user_id, 2),
            room.house.sit(table.id, ANN.user_id, 3),
            room.house.join(table.id, DAN, room.click()),
            return_exceptions=True,
        )

        assert refusals(outcomes) == [RefusalCode.PLACE_TAKEN]
        assert await self.sound(room, table) == {0: "Dan", 1: "Ben", 2: "Cleo", 3: "Ann"}

    @pytest.mark.parametrize("move_first", [True, False])
    async def test_somebody_moves_while_the_host_begins(self, room: Room, move_first: bool):
        table = await room.lobby(4, people=[ANN, BEN])
        jobs = [
            room.house.sit(table.id, BEN.user_id, 3),
            room.house.begin(table.id, ANN.user_id),
        ]

        outcomes = await asyncio.gather(
            *(jobs if move_first else reversed(jobs)), return_exceptions=True
        )

        assert refusals(outcomes) == ([] if move_first else [RefusalCode.NOT_LOBBY])
        assert table.status is Status.PLAYING
        assert (await self.sound(room, table))[3 if move_first else 1] == "Ben"
        assert room.kinds.count(NoticeKind.STARTED) == 1
        assert table.seat_of(BEN.user_id) == (3 if move_first else 1)

    async def test_the_seats_are_shuffled_while_people_come_go_and_move(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN])

        outcomes = await asyncio.gather(
            room.house.shuffle_seats(table.id, ANN.user_id),
            room.house.join(table.id, CLEO, room.click()),
            room.house.leave(table.id, BEN.user_id),
            room.house.shuffle_seats(table.id, ANN.user_id),
            room.house.join(table.id, DAN, room.click()),
            return_exceptions=True,
        )

        assert list(outcomes) == [table] * 5
        assert set((await self.sound(room, table)).values()) == {"Ann", "Cleo", "Dan"}

    async def test_while_a_move_is_being_written_everybody_still_sits_where_they_sat(
        self, room: Room
    ):
        table = await room.lobby(4, people=[ANN, BEN], computers=1)
        before, told = shown(table), len(room.heard)

        async with held_up(room.store, "save_lobby") as arrived:
            moving = asyncio.ensure_future(room.house.sit(table.id, ANN.user_id, 1))
            await arrived.wait()
            assert (shown(table), len(room.heard)) == (before, told)
        await moving

        assert (await self.sound(room, table))[1] == "Ann"


class TestWhileTheComputerThinks:
    """The deadline has passed and the computer thinks; what the person does now comes first."""

    @pytest.fixture
    def thinker(self, room: Room) -> SlowThinker:
        room.house.thinker = SlowThinker()
        return room.house.thinker

    async def test_a_late_click_still_counts(self, room: Room, thinker: SlowThinker):
        table = await room.game(2)
        seat = on_turn(table)
        await room.clock.advance(LIVE, settle=False)
        await thinker.asked.wait()

        await room.act(table)
        thinker.answer.set()
        await room.clock.settled()

        assert [(row.seat, row.by) for row in await room.journal(table)] == [(seat, "person")]
        assert table.seats[seat].missed == 0

    async def test_who_is_back_makes_the_move_themselves(self, room: Room, thinker: SlowThinker):
        table = await room.game(2)
        thinker.answer.set()
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        thinker.answer.clear()
        thinker.asked.clear()
        await room.clock.advance(2, settle=False)
        await thinker.asked.wait()
        plies = table.plies

        await room.house.back(table.id, ANN.user_id)
        thinker.answer.set()
        await room.clock.settled()

        assert table.plies == plies
        assert table.attended() == [0]
        assert table.deadline == room.clock.now() + LIVE
        await room.act(table)
        assert table.seats[0].is_present

    async def test_a_table_that_pauses_meanwhile_stays_as_it_is(
        self, room: Room, thinker: SlowThinker
    ):
        table = await room.game(2)
        thinker.answer.set()
        await room.go_away(table, BEN)
        await room.reach_turn_of(table, ANN)
        thinker.answer.clear()
        thinker.asked.clear()
        await room.clock.advance(LIVE, settle=False)
        await thinker.asked.wait()
        plies = table.plies

        await room.house.leave(table.id, ANN.user_id)
        thinker.answer.set()
        await room.clock.settled()

        assert table.paused
        assert table.plies == plies == len(await room.journal(table))

    async def test_a_table_that_closes_meanwhile_stays_as_it_is(
        self, room: Room, thinker: SlowThinker
    ):
        table = await room.game(2)
        await room.clock.advance(LIVE, settle=False)
        await thinker.asked.wait()

        for seat in table.people():
            await room.house.leave(table.id, seat.user_id or 0)
        thinker.answer.set()
        await room.clock.settled()

        assert table.status is Status.CANCELLED
        assert await room.journal(table) == []
