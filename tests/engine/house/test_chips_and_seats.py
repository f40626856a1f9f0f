"""Chips where seats change hands: who pays, who is paid back, and what stands there at the end."""

from typing import Any

import pytest

from engine.refusal import RefusalCode
from engine.store import EntryKind, Measure
from engine.table import Person, Stance, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    GUILD,
    Room,
    playing,
    refused,
    shown,
)
from tests.engine.house.test_chips import chips, poor
from tests.engine.house.test_taking_seats import until_a_deal
from tests.engine.store.audit import audit, rows
from tests.engine.store.people import contents, mentions

GONE = Person(700_000_000_000_000_101, "Ann Onymous")


async def line_of(url: str, table: Table, person: Person) -> Any:
    """What stands in the results of somebody."""
    question = "SELECT * FROM results WHERE table_id = :table AND user_id = :user"
    (line,) = await rows(url, question, table=table.id, user=person.user_id)
    return line


async def same_after_a_restart(room: Room, table: Table) -> None:
    before = shown(table)
    later = await room.restarted(1, stop=False)
    assert shown(await later.house.get(table.id)) == before
    await later.house.stop()


class TestWhoWaitsForASeat:
    async def test_everybody_who_cannot_pay_is_turned_away_and_the_move_is_made(
        self, room: Room, url: str
    ):
        table = await room.game(2, computers=2, stake=10)
        for seat, person in ((1, CLEO), (2, DAN)):
            await room.house.take_seat(table.id, person, seat, room.click())
        await poor(room, CLEO, 9)
        await poor(room, DAN, 0)
        deals = playing(table).deals

        table = await until_a_deal(room, table)

        assert playing(table).deals == deals + 1
        assert [table.seats[seat].is_computer for seat in (1, 2)] == [True, True]
        assert [seat.heir_id for seat in table.seats] == [None] * 4
        assert (await chips(room, CLEO), await chips(room, DAN)) == (9, 0)
        await audit(url)
        await same_after_a_restart(room, table)

    async def test_one_who_can_pay_gets_the_seat_beside_one_who_cannot(self, room: Room, url: str):
        table = await room.game(2, computers=2, stake=10)
        for seat, person in ((1, CLEO), (2, DAN)):
            await room.house.take_seat(table.id, person, seat, room.click())
        await poor(room, CLEO, 9)
        table = await until_a_deal(room, table)
        assert [table.seats[seat].user_id for seat in (1, 2)] == [None, DAN.user_id]
        assert await chips(room, DAN) == 190
        await audit(url)

    async def test_nor_do_they_get_it_when_the_host_opens_the_seats(self, room: Room, url: str):
        table = await room.game(2, computers=3, stake=10)
        for seat, person in ((1, CLEO), (2, DAN), (3, EVE)):
            await room.house.take_seat(table.id, person, seat, room.click())
        await poor(room, CLEO, 9)
        await poor(room, EVE, 9)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        assert table.open_seats
        assert [table.seats[n].user_id for n in (1, 2, 3)] == [None, DAN.user_id, None]
        assert [seat.heir_id for seat in table.seats] == [None] * 5
        await audit(url)

    async def test_nobody_waits_who_could_not_pay_now(self, room: Room):
        table = await room.game(2, computers=1, stake=10)
        await poor(room, CLEO, 9)
        with refused(RefusalCode.SHORT_OF_CHIPS):
            await room.house.take_seat(table.id, CLEO, 1, room.click())


class TestWhatLeaversSeeOfTheirStake:
    async def test_it_counts_as_in_play_while_they_can_come_back(self, room: Room):
        """Else they could leave, take a refill, and come back to their stake."""
        table = await room.game(2, computers=1, stake=195)
        await room.house.leave(table.id, BEN.user_id)
        purse, refill = await room.house.purse(GUILD, BEN.user_id)
        assert (purse.balance, purse.in_play, refill.needed) == (5, 195, False)
        with refused(RefusalCode.NO_REFILL):
            await room.house.refill(GUILD, BEN.user_id)

        await room.house.rejoin(table.id, BEN.user_id)
        purse, _ = await room.house.purse(GUILD, BEN.user_id)
        assert (purse.in_play, purse.entries[0].left) == (195, False)

    @pytest.mark.parametrize("how", ["taken", "kicked afterwards", "over"])
    async def test_then_it_is_lost_and_their_entry_says_why(self, room: Room, how: str):
        table = await room.game([ANN, CLEO, BEN], stake=195, options={"chips": 1})
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        seat = table.seat_of(BEN.user_id)
        assert seat is not None
        await room.house.leave(table.id, BEN.user_id)
        await room.clock.advance(0.1)
        if how == "taken":
            await room.house.take_seat(table.id, DAN, seat, room.click())
        elif how == "kicked afterwards":
            await room.house.kick(table.id, ANN.user_id, seat)
        else:
            await room.play_out(table)
            await room.store.keeping.tidy(room.clock.now() + 60 * 86_400.0, 50)
        purse, refill = await room.house.purse(GUILD, BEN.user_id)
        assert (purse.balance, purse.in_play, refill.needed) == (5, 0, True)
        assert [(each.kind, each.left) for each in purse.entries] == [
            (EntryKind.STAKE, True),
            (EntryKind.WELCOME, False),
        ]
        await room.house.refill(GUILD, BEN.user_id)

    async def test_who_is_turned_out_has_theirs_back(self, room: Room):
        table = await room.game(2, computers=1, stake=195)
        await room.house.kick(table.id, ANN.user_id, table.seat_of(BEN.user_id) or 0)
        purse, _ = await room.house.purse(GUILD, BEN.user_id)
        assert (purse.balance, purse.in_play) == (200, 0)
        assert [each.left for each in purse.entries] == [False] * 3


async def test_a_game_at_which_somebody_had_two_seats_is_one_in_their_trend(room: Room):
    table = await room.game([ANN, BEN, CLEO], computers=1, stake=10, options={"chips": 1})
    await room.house.let_sit(table.id, ANN.user_id, allowed=True)
    seat = table.seat_of(BEN.user_id)
    assert seat is not None
    await room.house.leave(table.id, BEN.user_id)
    for person in (DAN, BEN):  # Dan takes Ben's seat, and Ben the computer's
        await room.clock.advance(0.1)
        free = [n for n, each in enumerate(table.seats) if each.is_computer or each.left]
        place = seat if person is DAN else free[0]
        await room.house.take_seat(table.id, person, place, room.click())
    await room.play_out(table)
    users = [person.user_id for person in (ANN, BEN, CLEO, DAN)]
    points = await room.house.trend(GUILD, users, game=None, since=None)
    assert sorted(point.user_id for point in points) == users
    board = await room.house.board(GUILD, by=Measure.CHIPS)
    told = {point.user_id: (point.won, point.chips) for point in points}
    lines = [row.standing for row in board.rows]
    assert told == {line.user_id: (line.wins == 1, line.chips) for line in lines}


class TestWhoComesBack:
    async def test_it_costs_nothing_more_and_the_game_counts_as_if_they_had_stayed(
        self, room: Room, url: str
    ):
        table = await room.game(2, stake=10, options={"chips": 1})
        await room.clock.advance(1)
        await room.house.leave(table.id, BEN.user_id)
        await room.clock.advance(1)
        await room.house.rejoin(table.id, BEN.user_id)
        assert await chips(room, BEN) == 190
        await same_after_a_restart(room, table)
        await room.play_out(table)
        line = await line_of(url, table, BEN)
        assert (line.left, line.late, line.rated) == (False, False, 1)
        assert line.mu is not None
        assert sorted([await chips(room, ANN), await chips(room, BEN)]) == [190, 210]

    async def test_a_newcomer_who_comes_back_is_still_one(self, room: Room, url: str):
        table = await room.game(2, computers=1, stake=10, options={"chips": 1})
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.clock.advance(1)
        await room.house.take_seat(table.id, CLEO, 1, room.click())
        await room.house.leave(table.id, CLEO.user_id)
        await room.clock.advance(1)
        await room.house.rejoin(table.id, CLEO.user_id)
        await room.play_out(table)
        line = await line_of(url, table, CLEO)
        assert (line.left, line.late, line.mu) == (False, True, None)
        await audit(url)

    async def test_back_at_first_and_gone_for_good_later(self, room: Room, url: str):
        table = await room.game(3, stake=10, options={"chips": 1})
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.clock.advance(1)
        await room.house.leave(table.id, BEN.user_id)
        await room.clock.advance(1)
        await room.house.rejoin(table.id, BEN.user_id)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        await same_after_a_restart(room, table)
        await room.play_out(table)
        line = await line_of(url, table, BEN)
        assert (line.seat, line.left, line.late, line.chips, line.rated) == (3, True, False, -10, 1)
        late = await line_of(url, table, DAN)
        assert (late.seat, late.left, late.late, late.rated) == (1, False, True, 0)
        await audit(url)


class TestWhoIsTurnedOut:
    async def kicks(self, url: str) -> int:
        question = "SELECT * FROM transfers WHERE kind = :kind"
        return len(await rows(url, question, kind=EntryKind.KICKED.value))

    async def test_the_stake_comes_back_once(self, room: Room, url: str):
        table = await room.game(3, stake=10, options={"chips": 1})
        for _ in range(2):
            await room.clock.advance(1)
            await room.house.kick(table.id, ANN.user_id, 1)
        assert (await chips(room, BEN), await self.kicks(url)) == (200, 1)
        await room.play_out(table)
        line = await line_of(url, table, BEN)
        assert (line.left, line.kicked, line.chips, line.mu) == (True, True, 0, None)
        await audit(url)

    async def test_who_had_left_gets_nothing_and_has_lost(self, room: Room, url: str):
        """Else a friend who is the host could take a loss back."""
        table = await room.game(3, stake=10, options={"chips": 1})
        await room.clock.advance(1)
        await room.house.leave(table.id, BEN.user_id)
        for _ in range(2):
            await room.clock.advance(1)
            await room.house.kick(table.id, ANN.user_id, 1)
        with refused(RefusalCode.KICKED):
            await room.house.rejoin(table.id, BEN.user_id)
        assert (await chips(room, BEN), await self.kicks(url)) == (190, 0)
        await room.play_out(table)
        line = await line_of(url, table, BEN)
        assert (line.left, line.kicked, line.chips, line.rated) == (True, False, -10, 1)

    async def test_the_last_but_one_vote_for_the_end_comes_true_by_it(self, room: Room, url: str):
        """Then all that sit there still have their stakes back, and whoever was turned out too."""
        table = await room.game(4, stake=10)
        for person in (ANN, BEN):
            await room.house.vote_end(table.id, person.user_id)
        await room.house.kick(table.id, ANN.user_id, 3)
        assert (table.status, table.closed_reason) == (Status.CANCELLED, "agreed")
        assert [await chips(room, person) for person in (ANN, BEN, CLEO, DAN)] == [200] * 4
        await audit(url)


class TestWhoIsErased:
    @pytest.mark.parametrize("opened", [False, True])
    async def test_a_seat_that_they_waited_for(self, room: Room, url: str, opened: bool):
        table = await room.game([BEN, CLEO], computers=1, stake=10)
        await room.house.take_seat(table.id, GONE, 1, room.click())
        await room.house.forget(GONE.user_id, GUILD)
        assert table.seats[1].heir_id is None
        if opened:
            await room.house.let_sit(table.id, BEN.user_id, allowed=True)
        assert mentions(await contents(url), GONE.user_id, GONE.name) == set()
        await until_a_deal(room, table)
        assert table.seats[1].is_computer

    async def test_a_place_that_is_kept_in_the_next_game(self, room: Room, url: str):
        old = await room.play_out(await room.game([BEN, GONE, CLEO], options={"chips": 1}))
        lobby = await room.house.rematch(old.id, BEN, room.click())
        assert lobby.place_kept_for(GONE.user_id) is not None
        await room.house.forget(GONE.user_id, GUILD)
        assert [one.user_id for one in lobby.kept.values()] == [CLEO.user_id]
        assert mentions(await contents(url), GONE.user_id, GONE.name) == set()
        await room.house.join(lobby.id, DAN, room.click())
        await same_after_a_restart(room, lobby)

    async def test_a_place_that_is_kept_while_they_are_being_erased(self, room: Room, url: str):
        """The others open their next game between the leaving and the deletion."""
        old = await room.play_out(await room.game([BEN, GONE, CLEO], options={"chips": 1}))
        drop, lobbies = room.house.drop_member, []

        async def drop_and_open(guild_id: int, user_id: int) -> list[Table]:
            tables = await drop(guild_id, user_id)
            lobbies.append(await room.house.rematch(old.id, BEN, room.click()))
            return tables

        room.house.drop_member = drop_and_open  # type: ignore[method-assign]
        await room.house.forget(GONE.user_id, GUILD)
        (lobby,) = lobbies
        assert [one.user_id for one in lobby.kept.values()] == [CLEO.user_id]
        assert mentions(await contents(url), GONE.user_id, GONE.name) == set()
        await room.house.join(lobby.id, DAN, room.click())
        assert sorted(seat.name for seat in lobby.seats) == ["Ben", "Dan"]
        await same_after_a_restart(room, lobby)

    async def test_no_place_is_kept_for_a_former_player(self, room: Room):
        old = await room.play_out(await room.game([BEN, GONE, CLEO], options={"chips": 1}))
        await room.house.forget(GONE.user_id, GUILD)
        lobby = await room.house.rematch(old.id, BEN, room.click())
        assert [one.user_id for one in lobby.kept.values()] == [CLEO.user_id]
        assert len(lobby.free_places()) == 1

    async def test_who_was_turned_out_before_is_still_reckoned_so(self, room: Room, url: str):
        table = await room.game([BEN, GONE, CLEO], stake=10, options={"chips": 1})
        await room.clock.advance(1)
        await room.house.kick(table.id, BEN.user_id, 1)
        await room.house.forget(GONE.user_id, GUILD)
        (number,) = table.stances[Stance.KICKED]
        assert number < 0
        await same_after_a_restart(room, table)
        await room.play_out(table)
        former = next(seat for seat in table.outcome if seat.user_id == number)
        assert (former.kicked, former.chips, former.rating) == (True, 0, None)
        await audit(url)
