"""Taking a seat over: a computer's, or that of somebody who has left; and coming back to it."""

import asyncio
from typing import Any

import pytest

from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.table import Person, Stance, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    LIVE,
    PAUSE,
    Room,
    gentle,
    on_turn,
    playing,
    rash,
    refused,
    shown,
)
from tests.engine.house.short_games import GAMES, SEATS, TWO_DEALS, Play, start
from tests.engine.house.test_chips import poor
from tests.engine.house.witness import Witness

FINN_TOO = Person(321, "Finn too")
COMPUTER = 1
"""The seat of the first computer at tables with one."""


async def with_a_computer(room: Room, **facts: Any) -> Table:
    return await room.game(2, computers=1, **facts)


async def until_a_deal(room: Room, table: Table) -> Table:
    """Everybody plays rashly until hands are dealt anew."""
    deals = playing(table).deals
    for _ in range(200):
        table = await room.house.get(table.id)
        if playing(table).deals > deals:
            return table
        if table.seats[on_turn(table)].is_present:
            await room.act(table, action=rash(playing(table)))
        else:
            await room.clock.advance(PAUSE)
    raise AssertionError("no hand is dealt")


class TestAtTheNextDeal:
    @pytest.mark.parametrize("game", GAMES)
    async def test_in_every_game_the_seat_is_theirs_with_the_new_hand(self, room: Room, game: str):
        people = SEATS[game][1] - 1
        table = await start(room, game, people, 1, options=TWO_DEALS[game])
        seat = next(number for number, one in enumerate(table.seats) if one.is_computer)
        play = Play(room, table, await Witness.of(room, table))
        newcomer = room.click()
        await room.house.take_seat(table.id, FINN_TOO, seat, newcomer)
        await play.witness.follow("take", FINN_TOO.user_id, seat=seat, click=newcomer)
        assert (table.seats[seat].heir_id, table.seats[seat].heir_name) == (321, "Finn too")
        assert table.seat_of(FINN_TOO.user_id) is None
        deals = playing(play.table).deals

        while playing(play.table).deals == deals:
            assert play.table.seats[seat].is_computer
            await play.go_on()
            assert play.table.is_live

        mine = play.table.seats[seat]
        assert (mine.user_id, mine.name, mine.level, mine.heir_id) == (321, "Finn too", None, None)
        assert mine.is_present
        assert (mine.missed, mine.joined_at) == (0, room.clock.now())
        await play.go_on(8)
        later = await room.restarted()
        assert shown(await later.house.get(table.id)) == shown(play.table)
        await later.house.stop()

    async def test_it_is_told_and_one_move_with_it_is_one_transaction(self, room: Room):
        table = await with_a_computer(room)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        assert (room.kinds[-1], room.heard[-1].seat) == (NoticeKind.SEATS, COMPUTER)

        table = await until_a_deal(room, table)

        (told, seated) = room.heard[-2:]
        assert (told.kind, seated.kind) == (NoticeKind.ACTED, NoticeKind.SEATS)
        assert seated.seat == COMPUTER
        assert table.seat_of(DAN.user_id) == COMPUTER
        assert (await room.stored(table)).seats[COMPUTER].user_id == DAN.user_id

    async def test_the_newcomer_has_all_the_time_for_the_first_decision(self, room: Room):
        for luck in range(30):
            table = await with_a_computer(room, luck=luck, guild_id=luck)
            await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
            table = await until_a_deal(room, table)
            if on_turn(table) == COMPUTER:
                break
        assert table.deadline == room.clock.now() + LIVE
        stored = await room.stored(table)
        assert stored.deadline == table.deadline

    async def test_a_restart_while_somebody_waits(self, room: Room):
        table = await with_a_computer(room)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        later = await room.restarted(100, stop=False)
        table = await later.house.get(table.id)
        assert table.heir_of(DAN.user_id) == COMPUTER

        table = await until_a_deal(later, table)

        assert table.seat_of(DAN.user_id) == COMPUTER
        await later.house.stop()

    async def test_missed_decisions_of_whoever_sat_there_are_not_theirs(self, room: Room):
        table = await room.game_begun_by(1, 3)
        await room.clock.advance(LIVE)
        assert table.seats[1].missed == 1
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        table = await until_a_deal(room, table)
        assert table.seats[1].missed == 0
        later = await room.restarted()
        assert (await later.house.get(table.id)).seats[1].missed == 0
        await later.house.stop()

    async def test_a_seat_that_is_out_by_then_is_nobodys(self, room: Room):
        """Ninety-Nine with one chip: the computer that Dan waits for busts."""
        for luck in range(60):
            table = await room.game(2, computers=1, luck=luck, guild_id=luck, options={"chips": 1})
            if on_turn(table) == COMPUTER:
                break
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        while not table.is_out(COMPUTER) and table.is_live:
            seat = on_turn(table)
            action = rash(playing(table)) if seat == COMPUTER else None
            await room.house.play(table, seat, action or gentle(playing(table)), by="person")
        assert table.heir_of(DAN.user_id) is None
        assert table.seats[COMPUTER].is_computer
        assert (await room.house.store.occupancy(table.guild_id, DAN.user_id)).mine == []

    async def test_where_no_hand_is_dealt_any_more_it_is_refused(self, room: Room):
        table = await with_a_computer(room, game="onehundred")
        with refused(RefusalCode.NO_MORE_DEALS):
            await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        assert table.seat_of(DAN.user_id) == COMPUTER

    async def test_who_gives_it_up_again_gets_none(self, room: Room):
        table = await with_a_computer(room)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        for _ in range(2):
            await room.house.decline_seat(table.id, DAN.user_id)
        assert table.heir_of(DAN.user_id) is None
        assert room.kinds.count(NoticeKind.SEATS) == 2
        table = await until_a_deal(room, table)
        assert table.seats[COMPUTER].is_computer


class TestAtOnce:
    async def test_where_the_host_allows_it(self, room: Room):
        table = await with_a_computer(room)
        with refused(RefusalCode.NOT_HOST):
            await room.house.let_sit(table.id, BEN.user_id, allowed=True)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        hand = playing(table).private(COMPUTER)

        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())

        assert table.seat_of(DAN.user_id) == COMPUTER
        assert playing(table).private(COMPUTER) == hand
        later = await room.restarted()
        assert shown(await later.house.get(table.id)) == shown(table)
        await later.house.stop()

    async def test_those_who_wait_are_seated_when_the_host_allows_it(self, room: Room):
        table = await with_a_computer(room)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        assert table.seat_of(DAN.user_id) == COMPUTER
        assert room.heard[-1].seat == COMPUTER

    async def test_the_host_may_forbid_it_again(self, room: Room):
        table = await with_a_computer(room)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.let_sit(table.id, ANN.user_id, allowed=False)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        assert table.heir_of(DAN.user_id) == COMPUTER

    async def test_whoever_knows_cards_waits_for_the_next_deal(self, room: Room):
        """Ben left, Dan has his seat; Ben has seen a hand of this deal and takes another seat."""
        table = await room.game(3, computers=1)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 2, room.click())

        await room.house.take_seat(table.id, BEN, COMPUTER, room.click())

        assert table.seat_of(BEN.user_id) is None
        assert table.heir_of(BEN.user_id) == COMPUTER
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        assert table.seat_of(BEN.user_id) is None
        table = await until_a_deal(room, table)
        assert table.seat_of(BEN.user_id) == COMPUTER
        assert BEN.user_id not in table.stances.get(Stance.SAT, {})

    async def test_not_while_the_table_is_on_hold(self, room: Room):
        table = await with_a_computer(room)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.hold(table.id)
        with refused(RefusalCode.ON_HOLD):
            await room.house.take_seat(table.id, DAN, COMPUTER, room.click())

    async def test_a_table_that_has_lost_its_people_wakes_up(self, room: Room):
        table = await with_a_computer(room)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.go_away(table, ANN, BEN)
        assert table.closes_at is not None
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        assert not table.paused
        assert (await room.stored(table)).table.closes_at is None


class TestRefusals:
    @pytest.mark.parametrize(
        ("person", "seat", "code"),
        [
            (BEN, COMPUTER, RefusalCode.ALREADY_SEATED),
            (DAN, 0, RefusalCode.PLACE_TAKEN),
            (DAN, 3, RefusalCode.NO_SUCH_PLACE),
            (DAN, -1, RefusalCode.NO_SUCH_PLACE),
        ],
    )
    async def test_what_cannot_be(self, room: Room, person: Person, seat: int, code: RefusalCode):
        table = await with_a_computer(room)
        with refused(code):
            await room.house.take_seat(table.id, person, seat, room.click())

    async def test_somebody_who_is_away_keeps_their_seat(self, room: Room):
        table = await with_a_computer(room)
        await room.go_away(table, BEN)
        with refused(RefusalCode.PLACE_TAKEN):
            await room.house.take_seat(table.id, DAN, 2, room.click())

    async def test_first_come_first_served(self, room: Room):
        table = await with_a_computer(room)
        outcomes = await asyncio.gather(
            *(
                room.house.take_seat(table.id, person, COMPUTER, room.click())
                for person in (DAN, EVE)
            ),
            return_exceptions=True,
        )
        (refusal,) = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        assert refusal.code is RefusalCode.SEAT_PROMISED
        assert refusal.facts == {"name": "Dan"}

    async def test_one_seat_a_person(self, room: Room):
        table = await room.game(2, computers=2)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        with refused(RefusalCode.ALREADY_HEIR) as caught:
            await room.house.take_seat(table.id, DAN, 2, room.click())
        assert caught.value.facts == {"seat": 1}
        told = len(room.heard)
        await room.house.take_seat(table.id, DAN, 1, room.click())  # the same again
        assert len(room.heard) == told

    async def test_a_lobby_is_joined_and_what_is_over_is_over(self, room: Room):
        lobby = await room.lobby(4, computers=1)
        with refused(RefusalCode.NOT_PLAYING):
            await room.house.take_seat(lobby.id, DAN, 1, room.click())
        table = await room.play_out(await room.game(2, options={"chips": 1}))
        with refused(RefusalCode.TABLE_OVER):
            await room.house.take_seat(table.id, DAN, 1, room.click())
        with refused(RefusalCode.TABLE_OVER):
            await room.house.rejoin(table.id, ANN.user_id)

    async def test_a_seat_that_is_out_of_the_game(self, room: Room):
        table = await room.game(3, options={"chips": 1})
        while not any(table.is_out(seat) for seat in range(3)):
            await room.act(table, action=rash(playing(table)))
        out = next(seat for seat in range(3) if table.is_out(seat))
        gone = table.seats[out].user_id or 0
        await room.house.leave(table.id, gone)
        with refused(RefusalCode.SEAT_OUT):
            await room.house.take_seat(table.id, DAN, out, room.click())


class TestComingBack:
    async def test_the_own_seat_is_theirs_at_once(self, room: Room):
        table = await room.game_begun_by(1, 3)
        await room.house.leave(table.id, BEN.user_id)
        await room.clock.advance(0.5)

        await room.house.rejoin(table.id, BEN.user_id)

        seat = table.seats[1]
        assert (seat.left, seat.name, seat.joined_at) == (False, "Ben", room.clock.now())
        assert table.deadline == room.clock.now() + LIVE
        later = await room.restarted()
        assert shown(await later.house.get(table.id)) == shown(table)
        assert (await later.house.get(table.id)).deadline == table.deadline
        await later.house.stop()

    async def test_they_count_as_new_when_a_host_is_sought(self, room: Room):
        table = await room.game(3)
        await room.house.leave(table.id, BEN.user_id)
        await room.clock.advance(1)
        await room.house.rejoin(table.id, BEN.user_id)
        await room.house.leave(table.id, ANN.user_id)
        assert table.host_id == CLEO.user_id

    async def test_the_one_who_waited_for_it_waits_in_vain(self, room: Room):
        table = await room.game(3)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        await room.house.rejoin(table.id, BEN.user_id)
        assert table.heir_of(DAN.user_id) is None
        assert table.seat_of(BEN.user_id) == 1

    async def test_no_other_seat_while_the_own_one_is_there(self, room: Room):
        table = await room.game(3, computers=1)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.leave(table.id, BEN.user_id)
        with refused(RefusalCode.OWN_SEAT) as caught:
            await room.house.take_seat(table.id, BEN, COMPUTER, room.click())
        assert caught.value.facts == {"seat": 2}

    async def test_a_seat_that_somebody_else_has_is_gone(self, room: Room):
        table = await room.game(3)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        for house in (room.house, (await room.restarted(stop=False)).house):
            with refused(RefusalCode.SEAT_GONE):
                await house.rejoin(table.id, BEN.user_id)
        await house.stop()

    async def test_who_never_sat_there_and_who_still_does(self, room: Room):
        table = await room.game(3)
        with refused(RefusalCode.NOT_SEATED):
            await room.house.rejoin(table.id, DAN.user_id)
        with refused(RefusalCode.ALREADY_SEATED):
            await room.house.rejoin(table.id, BEN.user_id)

    async def test_nobody_gets_the_hand_of_a_leaver_before_the_next_deal(self, room: Room):
        """The seat that Dan waits for is played by the computer until its hand is over."""
        table = await room.game_begun_by(1, 3)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        await room.clock.advance(PAUSE)
        assert [(row.seat, row.by) for row in await room.journal(table)] == [(1, "clock")]
        with refused(RefusalCode.NOT_SEATED):
            await room.act(table, user_id=DAN.user_id)


class TestWhoWaitsInVain:
    """Whoever doesn't get the seat that they wait for is told, unless it is their own doing."""

    def told(self, room: Room) -> list[tuple[int | None, int | None, str]]:
        return [
            (notice.user_id, notice.seat, notice.by)
            for notice in room.heard
            if notice.kind is NoticeKind.PASSED_OVER
        ]

    async def test_because_its_owner_has_come_back(self, room: Room):
        table = await room.game(3)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        await room.house.rejoin(table.id, BEN.user_id)
        assert self.told(room) == [(DAN.user_id, 1, "owner")]

    @pytest.mark.parametrize("by", ["a deal", "the host"])
    async def test_because_they_cannot_pay(self, room: Room, by: str):
        table = await with_a_computer(room, stake=10)
        await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
        await poor(room, DAN, 9)
        if by == "a deal":
            await until_a_deal(room, table)
        else:
            await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        assert self.told(room) == [(DAN.user_id, COMPUTER, "short")]

    async def test_because_the_seat_is_out(self, room: Room):
        for luck in range(40):
            table = await with_a_computer(room, options={"chips": 1}, luck=luck, guild_id=luck)
            room.heard.clear()
            await room.house.take_seat(table.id, DAN, COMPUTER, room.click())
            table = await until_a_deal(room, table)
            if table.is_live and table.is_out(COMPUTER):
                break
            await room.house.close_all("test")
        assert self.told(room) == [(DAN.user_id, COMPUTER, "out")]

    async def test_not_if_they_get_it_give_it_up_or_are_turned_away(self, room: Room):
        table = await room.game(2, computers=2)
        for seat, person in ((1, CLEO), (2, DAN)):
            await room.house.take_seat(table.id, person, seat, room.click())
        await room.house.decline_seat(table.id, CLEO.user_id)
        await room.house.kick(table.id, ANN.user_id, 2, user_id=DAN.user_id)
        await room.house.take_seat(table.id, EVE, 1, room.click())
        table = await until_a_deal(room, table)
        assert table.seat_of(EVE.user_id) == 1
        assert self.told(room) == []
