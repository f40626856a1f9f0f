"""Turn clocks: a bell at half time, the computer's move at the deadline, and who is away then."""

import pytest

from engine.game import View
from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import Measure
from engine.table import Pace, Status, Table
from engine.thinker import InlineThinker
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    LIVE,
    PAUSE,
    PAUSED_FOR,
    PEOPLE,
    STRANGER,
    Room,
    on_turn,
    playing,
    rash,
    refused,
)


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [(Pace.LIVE, 60.0), (Pace.RELAXED, 600.0), (Pace.SLOW, 86_400.0)],
)
async def test_each_pace_gives_its_time_for_a_decision(room: Room, pace: Pace, seconds: float):
    table = await room.game(2, pace=pace)
    assert table.deadline == room.clock.now() + seconds

    await room.clock.advance(seconds - 0.25)
    assert table.plies == 0
    await room.clock.advance(0.25)

    assert [row.by for row in await room.journal(table)] == ["clock"]
    assert table.deadline == room.clock.now() + seconds


def test_toonerville_takes_longer_to_think_about() -> None:
    assert [pace.seconds("toonerville") for pace in Pace] == [120.0, 600.0, 86_400.0, None]


async def test_without_a_pace_nobody_is_hurried(room: Room):
    table = await room.game(2, pace=Pace.NONE)
    assert table.deadline is None
    assert table.due(PAUSE) is None

    await room.clock.advance(2 * 86_400)

    assert table.plies == 0
    assert NoticeKind.BELL not in room.kinds
    await room.act(table)
    assert table.plies == 1


async def test_every_move_gives_the_next_person_their_whole_time(room: Room):
    table = await room.game(3)
    for _ in range(4):
        await room.clock.advance(LIVE - 5)
        await room.act(table)
        assert table.deadline == room.clock.now() + LIVE

    assert {row.by for row in await room.journal(table)} == {"person"}


class TestBell:
    async def test_it_rings_once_at_half_time(self, room: Room):
        table = await room.game(2)
        room.heard.clear()

        await room.clock.advance(LIVE / 2 - 0.25)
        assert room.kinds == []
        await room.clock.advance(0.25)
        assert room.kinds == [NoticeKind.BELL]
        assert table.attended() == [on_turn(table)]
        await room.clock.advance(LIVE / 2 - 0.25)
        assert room.kinds == [NoticeKind.BELL]

    async def test_it_rings_anew_for_the_next_decision(self, room: Room):
        table = await room.game(2)
        for _ in range(3):
            await room.clock.advance(LIVE / 2)
            await room.act(table)

        assert room.kinds.count(NoticeKind.BELL) == 3

    async def test_who_is_quick_never_hears_it(self, room: Room):
        table = await room.game(2)
        for _ in range(6):
            await room.clock.advance(LIVE / 2 - 1)
            await room.act(table)

        assert NoticeKind.BELL not in room.kinds

    async def test_it_never_rings_for_computers(self, room: Room):
        table = await room.game(1, computers=3, pace=Pace.LIVE)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        room.heard.clear()

        await room.clock.advance(2.5 * PAUSE)

        assert room.kinds == [NoticeKind.ACTED] * 2

    async def test_somebody_elses_leaving_doesnt_ring_it_again(self, room: Room):
        table = await room.game(3)
        await room.clock.advance(LIVE / 2)
        other = table.seats[(on_turn(table) + 1) % 3].user_id

        await room.house.leave(table.id, other or 0)
        await room.clock.advance(LIVE / 4)

        assert room.kinds.count(NoticeKind.BELL) == 1


class TestDeadline:
    async def test_one_missed_decision_is_made_by_the_computer_and_no_more(self, room: Room):
        table = await room.game(2)
        late = on_turn(table)

        await room.clock.advance(LIVE)

        assert [(row.seat, row.by) for row in await room.journal(table)] == [(late, "clock")]
        assert room.heard[-1].by == "clock"
        assert table.seats[late].missed == 1
        assert not table.seats[late].away

    async def test_two_in_a_row_and_the_seat_is_away(self, room: Room):
        table = await room.game_begun_by(0)
        await room.clock.advance(LIVE)
        await room.act(table)
        await room.clock.advance(LIVE)

        assert table.seats[0].away
        assert (await room.stored(table)).seats[0].away
        assert room.kinds[-1] is NoticeKind.SEATS
        assert room.heard[-1].seat == 0
        assert not table.seats[1].away

    async def test_whoever_moves_in_between_is_not_away(self, room: Room):
        table = await room.game_begun_by(0)
        for _ in range(4):
            await room.clock.advance(LIVE)  # Ann misses one
            await room.act(table)
            await room.act(table)  # and makes the next
            await room.act(table)

        assert [row.by for row in await room.journal(table)] == [
            "clock", "person", "person", "person"] * 4  # fmt: skip
        assert not any(seat.away for seat in table.seats)

    async def test_a_seat_that_is_away_is_played_at_once_after_the_pause(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        plies = table.plies

        await room.clock.advance(PAUSE - 0.25)
        assert table.plies == plies
        await room.clock.advance(0.25)

        assert table.plies == plies + 1
        assert (await room.journal(table))[-1].by == "clock"


class Asked(InlineThinker):
    """Plays, and remembers which seats it was asked for."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    async def decide(self, level: str, observation: View, seed: int) -> str:
        self.seats.append(observation["seat"])
        return await super().decide(level, observation, seed)


class TestMissedDiscard:
    """In Schmier whoever doesn't choose a discard in time keeps all cards."""

    @pytest.fixture
    def asked(self, room: Room) -> Asked:
        room.house.thinker = asked = Asked()
        return asked

    async def exchanging(self, room: Room) -> Table:
        """Six people, the first of whom bids and names hearts."""
        table = await room.game(PEOPLE[:6], game="schmier")
        await room.act(table, action="bid3")
        while playing(table).public()["phase"] == "bid":
            await room.act(table, action="pass")
        return await room.act(table, action="trump=H")

    async def test_everybody_who_is_late_keeps_all_cards(self, room: Room, asked: Asked):
        table = await self.exchanging(room)
        plies, hands = table.plies, [playing(table).private(seat)["hand"] for seat in range(6)]
        prompt, *late = playing(table).current_players()
        plain = playing(table).legal_actions(prompt)[1]
        await room.act(table, prompt, plain)

        await room.clock.advance(LIVE)

        rows = (await room.journal(table))[plies:]
        assert [(row.seat, row.action, row.by) for row in rows] == [
            (prompt, plain, "person"),
            *((seat, "discard=", "clock") for seat in late),
        ]
        assert [playing(table).private(seat)["hand"] for seat in late] == [hands[s] for s in late]
        assert [table.seats[seat].missed for seat in late] == [1] * 4
        assert asked.seats == []

    async def test_for_whoever_has_left_a_computer_chooses(self, room: Room, asked: Asked):
        table = await self.exchanging(room)
        gone = playing(table).current_players()[0]
        await room.house.leave(table.id, table.seats[gone].user_id or 0)

        await room.clock.advance(PAUSE)
        assert asked.seats == [gone]
        await room.clock.advance(LIVE)

        rows = (await room.journal(table))[-5:]
        assert [row.action for row in rows[1:]] == ["discard="] * 4
        assert (rows[0].seat, rows[0].by) == (gone, "clock")
        assert asked.seats == [gone]

    async def test_any_other_missed_decision_is_the_computers(self, room: Room, asked: Asked):
        table = await room.game(PEOPLE[:6], game="schmier")
        late = on_turn(table)

        await room.clock.advance(LIVE)

        assert asked.seats == [late]
        assert [row.by for row in await room.journal(table)] == ["clock"]


class TestComingBack:
    async def test_im_back_gives_the_seat_its_whole_time_again(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        room.heard.clear()

        await room.house.back(table.id, ANN.user_id)

        assert not table.seats[0].away
        assert not (await room.stored(table)).seats[0].away
        assert table.deadline == room.clock.now() + LIVE
        assert (room.kinds, room.heard[-1].seat) == ([NoticeKind.SEATS], 0)
        plies = table.plies
        await room.clock.advance(LIVE - 0.25)
        assert table.plies == plies

    async def test_who_is_back_may_miss_one_decision_again(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        await room.house.back(table.id, ANN.user_id)

        await room.clock.advance(LIVE)
        assert not table.seats[0].away
        await room.reach_turn_of(table, ANN)
        await room.clock.advance(LIVE)
        assert table.seats[0].away

    async def test_a_move_of_ones_own_brings_back_too(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        room.heard.clear()

        await room.act(table)

        assert not table.seats[0].away
        assert table.seats[0].missed == 0
        assert not (await room.stored(table)).seats[0].away
        assert room.kinds == [NoticeKind.ACTED, NoticeKind.SEATS]

    async def test_im_back_from_somebody_who_was_never_away_changes_nothing(self, room: Room):
        table = await room.game(2)
        told, deadline = len(room.heard), table.deadline
        await room.clock.advance(5)

        await room.house.back(table.id, ANN.user_id)

        assert (len(room.heard), table.deadline) == (told, deadline)

    async def test_im_back_from_somebody_who_doesnt_sit_there(self, room: Room):
        table = await room.game(2)
        with refused(RefusalCode.NOT_SEATED):
            await room.house.back(table.id, STRANGER.user_id)

    async def test_it_doesnt_take_anything_from_the_person_on_turn(self, room: Room):
        table = await room.game(3)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, BEN)
        await room.clock.advance(10)
        deadline = table.deadline

        await room.house.back(table.id, ANN.user_id)

        assert table.deadline == deadline


class TestAllAway:
    async def test_nothing_moves_while_nobody_is_there(self, room: Room):
        table = await room.game(2, computers=1)
        await room.go_away(table, ANN, BEN)
        assert table.paused
        plies, told = table.plies, len(room.heard)

        await room.clock.advance(PAUSED_FOR - 1)

        assert (table.plies, len(room.heard)) == (plies, told)
        assert table.status is Status.PLAYING

    async def test_it_closes_after_the_time_it_said(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN, BEN)
        assert table.closes_at == room.clock.now() + PAUSED_FOR
        assert (await room.stored(table)).table.closes_at == table.closes_at

        await room.clock.advance(PAUSED_FOR)

        assert (table.status, table.closed_reason) == (Status.CANCELLED, "paused")
        assert room.kinds[-1] is NoticeKind.CANCELLED
        assert (await room.house.board(table.guild_id, by=Measure.WINS)).rows == []

    async def test_the_first_who_is_back_wakes_it(self, room: Room):
        table = await room.game(3)
        await room.go_away(table, ANN, BEN, CLEO)
        await room.clock.advance(3600)
        plies = table.plies

        await room.house.back(table.id, BEN.user_id)

        assert not table.paused
        assert table.closes_at is None
        assert (await room.stored(table)).table.closes_at is None
        await room.reach_turn_of(table, BEN)
        await room.act(table)
        assert table.plies > plies

    async def test_a_move_of_ones_own_wakes_it_too(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN, BEN)

        await room.act(table)

        assert not table.paused
        assert (await room.stored(table)).table.closes_at is None
        mover = (await room.journal(table))[-1].seat
        assert [seat.away for seat in table.seats] == [mover != 0, mover != 1]

    async def test_it_pauses_when_the_last_one_there_leaves(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)

        await room.house.leave(table.id, BEN.user_id)

        assert table.paused
        assert table.closes_at == room.clock.now() + PAUSED_FOR
        plies = table.plies
        await room.clock.advance(100 * PAUSE)
        assert table.plies == plies

    async def test_each_pause_has_its_own_time(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN, BEN)
        await room.clock.advance(1000)
        await room.house.back(table.id, ANN.user_id)
        await room.go_away(table, ANN, BEN)

        assert table.closes_at == room.clock.now() + PAUSED_FOR


class TestComputers:
    async def test_they_move_one_after_the_other_each_after_a_pause(self, room: Room):
        table = await room.game(1, computers=3)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        plies = table.plies
        for moved in (1, 2, 3):
            await room.clock.advance(PAUSE - 0.25)
            assert table.plies == plies + moved - 1
            await room.clock.advance(0.25)
            assert table.plies == plies + moved
        await room.clock.advance(10 * PAUSE)
        assert table.plies == plies + 3

        rows = (await room.journal(table))[plies:]
        assert [row.by for row in rows] == ["computer"] * 3
        assert {seat.missed for seat in table.seats} == {0}

    async def test_they_are_quicker_when_no_person_is_in_the_game_any_more(self, room: Room):
        table = await room.game(1, computers=3, options={"chips": 1})
        while playing(table).public()["in"][0]:
            await room.reach_turn_of(table, ANN)
            await room.act(table, action=rash(playing(table)))
        assert table.status is Status.PLAYING
        plies = table.plies

        await room.clock.advance(PAUSE / 4)

        assert table.plies == plies + 1
        assert not table.paused  # Ann is still there, and watches

    async def test_a_game_among_computers_comes_to_its_end(self, room: Room):
        table = await room.game(1, computers=2, options={"chips": 1})

        await room.play_out(table)

        assert table.status is Status.FINISHED
