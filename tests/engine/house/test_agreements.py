"""What people agree on: a pause, going on, the end; and the pace that the host sets."""

import pytest

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.table import PAUSE_LAPSES, Pace, Person, Stance, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    LIVE,
    PAUSE,
    PAUSED_FOR,
    STRANGER,
    Room,
    SlowThinker,
    on_turn,
    refused,
    shown,
)


async def pause(room: Room, table: Table, *people: Person) -> None:
    for person in people:
        await room.house.ask_pause(table.id, person.user_id, wanted=True)


async def vote(room: Room, table: Table, *people: Person) -> None:
    for person in people:
        await room.house.vote_end(table.id, person.user_id, wanted=True)


def wants(room: Room, table: Table, stance: Stance) -> list[int]:
    return table.wanting(stance, room.clock.now())


class TestPausing:
    async def test_it_begins_when_all_who_are_here_want_it(self, room: Room):
        table = await room.game(3, computers=1)
        await pause(room, table, ANN, BEN)
        assert not table.on_hold
        assert wants(room, table, Stance.PAUSE) == [ANN.user_id, BEN.user_id]
        assert table.asked_to_pause() == [ANN.user_id, BEN.user_id, CLEO.user_id]

        await pause(room, table, CLEO)

        assert table.on_hold
        assert not table.held
        assert table.closes_at == room.clock.now() + PAUSED_FOR
        assert wants(room, table, Stance.PAUSE) == []
        assert room.kinds[-3:] == [NoticeKind.SEATS] * 3

    async def test_nobody_moves_and_nobodys_time_runs(self, room: Room):
        table = await room.game_begun_by(0, 2, computers=1)
        await pause(room, table, ANN, BEN)
        told, plies = len(room.heard), table.plies

        await room.clock.advance(10 * LIVE)
        with refused(RefusalCode.ON_HOLD):
            await room.act(table)

        assert (table.plies, len(room.heard), table.deadline) == (plies, told, None)

    async def test_what_a_computer_was_thinking_of_is_forgotten(self, room: Room):
        table = await room.game_begun_by(0, 1, computers=2)
        room.house.thinker = thinker = SlowThinker()
        await room.act(table)
        await room.clock.advance(PAUSE, settle=False)
        await thinker.asked.wait()
        await pause(room, table, ANN)

        thinker.answer.set()
        await room.clock.settled()
        await room.clock.advance(60)
        assert (table.plies, len(await room.journal(table))) == (1, 1)

        await room.house.go_on(table.id, ANN.user_id)
        await room.clock.advance(PAUSE)
        assert [row.by for row in await room.journal(table)] == ["person", "computer"]

    async def test_who_is_on_turn_has_the_whole_time_when_it_goes_on(self, room: Room):
        table = await room.game_begun_by(0, 2)
        await room.clock.advance(LIVE - 5)
        await pause(room, table, ANN, BEN)
        await room.clock.advance(3600)

        await room.house.go_on(table.id, BEN.user_id)

        assert (table.on_hold, table.closes_at) == (False, None)
        assert table.deadline == room.clock.now() + LIVE
        later = await room.restarted()
        assert (await later.house.get(table.id)).deadline == table.deadline
        await later.house.stop()

    async def test_a_pause_survives_a_restart(self, room: Room):
        table = await room.game(2)
        await pause(room, table, ANN)
        later = await room.restarted(100, stop=False)
        table = await later.house.get(table.id)
        assert later.house.census() == {"lobby": 0, "playing": 1, "paused": 0}
        await later.house.ask_pause(table.id, BEN.user_id)
        assert table.on_hold
        last = await later.restarted(100)
        again = await last.house.get(table.id)
        assert shown(again) == shown(table)
        await last.clock.advance(10 * LIVE)
        assert again.plies == table.plies
        assert last.house.census() == {"lobby": 0, "playing": 0, "paused": 1}
        await last.house.go_on(table.id, ANN.user_id)
        assert not again.on_hold
        await last.house.stop()

    async def test_it_closes_after_the_servers_hours(self, room: Room):
        await room.house.change_settings(TABLE_GUILD, ANN, away_hours=2)
        table = await room.game(2, guild_id=TABLE_GUILD)
        await pause(room, table, ANN, BEN)
        await room.clock.advance(2 * 3600 - 1)
        assert table.is_live
        await room.clock.advance(1)
        assert (table.status, table.closed_reason) == (Status.CANCELLED, "paused")

    async def test_a_wish_is_taken_back_or_lapses(self, room: Room):
        table = await room.game(2, pace=Pace.NONE)
        await room.house.ask_pause(table.id, ANN.user_id)
        await room.house.ask_pause(table.id, ANN.user_id)
        assert wants(room, table, Stance.PAUSE) == []
        await room.house.ask_pause(table.id, ANN.user_id)
        told = len(room.heard)

        await room.clock.advance(PAUSE_LAPSES)

        assert room.kinds[told:] == [NoticeKind.SEATS]
        assert table.stances.get(Stance.PAUSE, {}) == {}
        assert (await room.stored(table)).stances == []
        await pause(room, table, BEN)
        assert not table.on_hold

    async def test_asking_stops_no_clock_and_asking_twice_is_told_once(self, room: Room):
        table = await room.game_begun_by(0, 2)
        await room.clock.advance(LIVE - 2)
        deadline = table.deadline
        for _ in range(3):
            await pause(room, table, ANN)
        assert (table.deadline, room.kinds.count(NoticeKind.SEATS)) == (deadline, 1)
        await room.clock.advance(2)
        assert table.plies == 1

    async def test_pausing_twice_does_not_end_the_pause(self, room: Room):
        table = await room.game(1, computers=2)
        for _ in range(2):
            await room.house.ask_pause(table.id, ANN.user_id)
        assert table.on_hold
        for _ in range(2):
            await room.house.go_on(table.id, ANN.user_id)
        assert not table.on_hold
        assert room.kinds.count(NoticeKind.SEATS) == 2

    async def test_the_last_one_missing_leaves(self, room: Room):
        table = await room.game(4)
        await pause(room, table, ANN, BEN, CLEO)
        await room.house.leave(table.id, DAN.user_id)
        assert table.on_hold

    async def test_the_last_one_missing_goes_away(self, room: Room):
        table = await room.game_begun_by(1, 2)
        await room.clock.advance(LIVE)
        await room.act(table, 0)
        await pause(room, table, ANN)
        while not table.seats[1].away:
            await room.clock.advance(LIVE)
        assert table.on_hold
        assert table.closes_at == room.clock.now() + PAUSED_FOR

    async def test_whoever_leaves_takes_their_wish_along(self, room: Room):
        table = await room.game(4)
        await pause(room, table, ANN, BEN)
        await room.house.leave(table.id, BEN.user_id)
        await pause(room, table, CLEO)
        assert not table.on_hold
        assert wants(room, table, Stance.PAUSE) == [ANN.user_id, CLEO.user_id]

    async def test_whoever_is_back_is_needed_too(self, room: Room):
        table = await room.game(3)
        await room.go_away(table, CLEO)
        await pause(room, table, ANN)
        await room.house.back(table.id, CLEO.user_id)
        await pause(room, table, BEN)
        assert not table.on_hold
        await pause(room, table, CLEO)
        assert table.on_hold

    async def test_whoever_is_away_is_back_by_asking_and_by_going_on(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, BEN)
        await pause(room, table, BEN)
        assert table.seats[1].is_present
        assert not table.on_hold
        await room.go_away(table, BEN)
        await pause(room, table, ANN)
        assert table.on_hold

        await room.house.go_on(table.id, BEN.user_id)

        assert (table.seats[1].is_present, table.on_hold) == (True, False)

    async def test_in_the_pause_people_may_leave_and_the_last_one_ends_it_all(self, room: Room):
        table = await room.game(2, computers=1)
        await pause(room, table, ANN, BEN)
        await room.house.leave(table.id, ANN.user_id)
        await room.clock.advance(60)
        assert (table.on_hold, table.plies, table.host_id) == (True, 0, BEN.user_id)
        await room.house.leave(table.id, BEN.user_id)
        assert table.closed_reason == "abandoned"

    async def test_only_people_of_a_running_game(self, room: Room):
        lobby = await room.lobby(3)
        table = await room.game(2)
        for request in (room.house.ask_pause, room.house.go_on, room.house.vote_end):
            with refused(RefusalCode.NOT_PLAYING):
                await request(lobby.id, ANN.user_id)
            with refused(RefusalCode.NOT_SEATED):
                await request(table.id, STRANGER.user_id)


TABLE_GUILD = 77


class TestHeld:
    """The table waits for something outside, such as a thread that somebody has locked."""

    async def test_it_waits_and_goes_on(self, room: Room):
        table = await room.game_begun_by(0, 2, computers=1)
        assert [await room.house.hold(table.id) for _ in range(2)] == [True, False]
        assert table.held
        await room.clock.advance(5 * LIVE)
        assert table.plies == 0
        later = await room.restarted(stop=False)
        table = await later.house.get(table.id)
        assert table.held

        for _ in range(2):
            await later.house.release(table.id)

        assert not table.on_hold
        assert table.deadline == later.clock.now() + LIVE
        assert (await later.stored(table)).stances == []
        await later.house.stop()

    async def test_a_pause_that_people_agreed_on_stays(self, room: Room):
        table = await room.game(2)
        await pause(room, table, ANN, BEN)
        assert not await room.house.hold(table.id)
        await room.house.release(table.id)
        assert table.on_hold

    async def test_a_move_is_refused_with_what_it_waits_for(self, room: Room):
        table = await room.game(2)
        await room.house.hold(table.id)
        with refused(RefusalCode.ON_HOLD) as caught:
            await room.act(table)
        assert caught.value.facts == {"held": True}
        await room.house.go_on(table.id, ANN.user_id)
        await pause(room, table, ANN, BEN)
        with refused(RefusalCode.ON_HOLD) as caught:
            await room.act(table)
        assert caught.value.facts == {"held": False}

    async def test_people_may_go_on_all_the_same(self, room: Room):
        table = await room.game(2)
        await room.house.hold(table.id)
        await room.house.go_on(table.id, ANN.user_id)
        assert not table.held
        assert not table.on_hold

    async def test_a_lobby_or_a_table_that_is_over_is_not(self, room: Room):
        lobby = await room.lobby(3)
        await room.house.hold(lobby.id)
        await room.house.cancel(lobby.id, ANN.user_id)
        await room.house.hold(lobby.id)
        await room.house.release(lobby.id)
        assert not lobby.on_hold


class TestEnding:
    @pytest.mark.parametrize(("people", "votes"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
    async def test_more_than_half_of_the_people(self, room: Room, people: int, votes: int):
        table = await room.game(people, computers=2)
        assert table.votes_to_end == votes
        seated = [seat.user_id or 0 for seat in table.seats if not seat.is_computer]
        for user_id in seated[: votes - 1]:
            await room.house.vote_end(table.id, user_id)
        assert table.is_live

        await room.house.vote_end(table.id, seated[votes - 1])

        assert (table.status, table.closed_reason) == (Status.CANCELLED, "agreed")
        assert room.kinds[-1] is NoticeKind.CANCELLED
        stored = await room.stored(table)
        assert (stored.table.status, stored.table.closed_reason) == ("cancelled", "agreed")
        with refused(RefusalCode.TABLE_OVER):
            await room.house.vote_end(table.id, ANN.user_id)

    async def test_a_vote_is_taken_back(self, room: Room):
        table = await room.game(3)
        await room.house.vote_end(table.id, ANN.user_id)
        await room.house.vote_end(table.id, ANN.user_id)
        await vote(room, table, BEN)
        await room.house.vote_end(table.id, BEN.user_id, wanted=False)
        await vote(room, table, ANN)
        assert table.is_live
        assert wants(room, table, Stance.END) == [ANN.user_id]

    async def test_fewer_people_need_fewer_votes(self, room: Room):
        """Two of four, and one of the others leaves: two of three."""
        table = await room.game(4)
        await vote(room, table, ANN, BEN)
        await room.house.leave(table.id, CLEO.user_id)
        assert table.closed_reason == "agreed"
        assert (await room.stored(table)).seats[2].left_at is not None

    async def test_a_leavers_vote_leaves_with_them(self, room: Room):
        table = await room.game(4)
        await vote(room, table, ANN, BEN)
        await room.house.leave(table.id, BEN.user_id)
        assert table.is_live
        assert wants(room, table, Stance.END) == [ANN.user_id]

    async def test_nobody_inherits_a_vote(self, room: Room):
        table = await room.game(4)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await vote(room, table, BEN)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.take_seat(table.id, STRANGER, 1, room.click())
        assert wants(room, table, Stance.END) == []
        await room.house.leave(table.id, STRANGER.user_id)
        await room.house.rejoin(table.id, STRANGER.user_id)
        assert wants(room, table, Stance.END) == []

    async def test_people_who_are_away_count_and_may_vote(self, room: Room):
        table = await room.game(3)
        await room.go_away(table, CLEO)
        assert table.votes_to_end == 2
        await vote(room, table, CLEO)
        assert table.seats[2].away
        await vote(room, table, ANN)
        assert table.closed_reason == "agreed"

    async def test_votes_outlive_a_restart(self, room: Room):
        table = await room.game(3)
        await vote(room, table, ANN)
        later = await room.restarted(100_000, stop=False)
        assert wants(later, await later.house.get(table.id), Stance.END) == [ANN.user_id]
        await later.house.vote_end(table.id, BEN.user_id)
        assert (await later.house.get(table.id)).closed_reason == "agreed"
        await later.house.stop()

    async def test_in_a_pause_too(self, room: Room):
        table = await room.game(2)
        await pause(room, table, ANN, BEN)
        await vote(room, table, ANN, BEN)
        assert table.closed_reason == "agreed"


class TestPace:
    async def test_whoever_is_on_turn_has_the_whole_of_the_new_time(self, room: Room):
        table = await room.game_begun_by(0, 2, pace=Pace.SLOW)
        await room.clock.advance(3 * 3600)

        await room.house.set_pace(table.id, ANN.user_id, Pace.LIVE)
        await room.clock.advance(0)

        assert (table.plies, table.deadline) == (0, room.clock.now() + LIVE)
        assert room.kinds == [NoticeKind.SEATS]
        later = await room.restarted()
        again = await later.house.get(table.id)
        assert (again.pace, again.deadline) == (Pace.LIVE, table.deadline)
        await later.house.stop()

    async def test_no_limit_and_then_one_again(self, room: Room):
        table = await room.game_begun_by(0, 2)
        await room.clock.advance(LIVE - 1)
        await room.house.set_pace(table.id, ANN.user_id, Pace.NONE)
        assert (table.deadline, (await room.stored(table)).deadline) == (None, None)
        await room.clock.advance(86_400)
        assert table.plies == 0
        await room.house.set_pace(table.id, ANN.user_id, Pace.LIVE)
        await room.clock.advance(LIVE / 2)
        assert room.kinds[-1] is NoticeKind.BELL
        await room.clock.advance(LIVE / 2)
        assert table.plies == 1

    async def test_in_a_lobby(self, room: Room):
        table = await room.lobby(3)
        await room.house.set_pace(table.id, ANN.user_id, Pace.SLOW)
        assert room.kinds[-1] is NoticeKind.LOBBY
        later = await room.restarted()
        assert (await later.house.get(table.id)).pace is Pace.SLOW
        await later.house.stop()

    async def test_only_by_the_host_and_only_while_it_is_played(self, room: Room):
        table = await room.game(2, options={"chips": 1})
        with refused(RefusalCode.NOT_HOST):
            await room.house.set_pace(table.id, BEN.user_id, Pace.SLOW)
        await room.house.leave(table.id, ANN.user_id)
        await room.house.set_pace(table.id, BEN.user_id, Pace.SLOW)
        with refused(RefusalCode.NOT_HOST):
            await room.house.set_pace(table.id, ANN.user_id, Pace.LIVE)
        await room.house.leave(table.id, BEN.user_id)
        with refused(RefusalCode.TABLE_OVER):
            await room.house.set_pace(table.id, BEN.user_id, Pace.LIVE)

    async def test_on_hold_and_without_people_it_starts_no_clock(self, room: Room):
        table = await room.game(2)
        await pause(room, table, ANN, BEN)
        closes_at = table.closes_at
        await room.clock.advance(100)
        await room.house.set_pace(table.id, ANN.user_id, Pace.RELAXED)
        assert (table.on_hold, table.deadline, table.closes_at) == (True, None, closes_at)
        await room.house.go_on(table.id, ANN.user_id)
        assert table.deadline == room.clock.now() + 600
        assert on_turn(table) in table.attended()
