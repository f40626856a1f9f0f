"""Buying at Toonerville Rook: quick answers, with less time for them, and they may be missed."""

import pytest

from engine.notice import NoticeKind
from engine.table import Pace, Table
from tests.engine.house.room import PAUSE, Room, on_turn, playing, shown
from tests.engine.house.test_recovery import DOWN, same_after_restart
from tests.engine.house.toonerville import (
    BUYING,
    DRAWING,
    Cautious,
    finish_turn,
    phase,
    purchase,
    toonerville,
    user,
)


class TestTime:
    @pytest.mark.parametrize(
        ("pace", "drawing", "buying"),
        [(Pace.LIVE, 120.0, 20.0), (Pace.RELAXED, 600.0, 100.0), (Pace.SLOW, 86_400.0, 14_400.0)],
    )
    async def test_an_answer_has_a_sixth_of_the_time_of_a_turn(
        self, room: Room, pace: Pace, drawing: float, buying: float
    ):
        table = await toonerville(room, pace=pace)
        assert table.deadline == room.clock.now() + drawing
        await room.clock.advance(5)

        await room.act(table, action="decline")
        assert table.deadline == room.clock.now() + buying
        await room.clock.advance(buying - 0.25)
        assert phase(table) == "buy"
        await room.clock.advance(0.25)

        assert [row.by for row in await room.journal(table)] == ["person", *["clock"] * 3]
        assert phase(table) == "meld"
        assert table.deadline == room.clock.now() + drawing

    async def test_one_answer_gives_the_others_no_more_time(self, room: Room):
        table, asked = await purchase(room)
        deadline = table.deadline
        await room.clock.advance(15)

        await room.act(table, asked[2], "buy")

        assert table.deadline == deadline

    async def test_without_a_pace_nobody_is_hurried(self, room: Room):
        table, asked = await purchase(room, pace=Pace.NONE)
        assert table.deadline is None

        await room.clock.advance(86_400)

        assert table.attended() == sorted(asked)

    async def test_no_bell_rings_for_it(self, room: Room):
        table, _ = await purchase(room)
        await room.clock.advance(BUYING - 0.25)
        assert NoticeKind.BELL not in room.kinds

        await room.clock.advance(0.25)
        await room.clock.advance(DRAWING / 2 - 0.25)
        assert NoticeKind.BELL not in room.kinds
        await room.clock.advance(0.25)

        assert phase(table) == "meld"
        assert room.kinds[-1] is NoticeKind.BELL

    async def test_computers_answer_quickly_and_draw_thoughtfully(self, room: Room):
        table, _ = await purchase(room, 1, computers=3)
        await room.clock.advance(PAUSE / 4 - 0.0625)
        assert table.plies == 1
        await room.clock.advance(0.0625)
        assert [row.by for row in await room.journal(table)] == ["person", *["computer"] * 3]

        await finish_turn(room, table)
        await room.clock.advance(PAUSE - 0.25)
        assert table.plies == 5
        await room.clock.advance(0.25)

        assert table.plies == 6

    async def test_a_computers_answer_doesnt_wait_for_the_people(self, room: Room):
        table, asked = await purchase(room, 3, computers=1)

        await room.clock.advance(PAUSE / 4)

        assert len(table.attended()) == 2
        assert table.unattended() == []
        assert table.deadline == room.clock.now() - PAUSE / 4 + BUYING
        assert len(asked) == 3


class TestMissing:
    async def late_once(self, room: Room) -> tuple[Table, int]:
        """Somebody has drawn and then let the time run out; the next one is about to draw."""
        table = await toonerville(room)
        late = on_turn(table)
        await room.act(table, action="take")
        await room.clock.advance(DRAWING)
        assert table.seats[late].missed == 1
        return table, late

    async def test_it_counts_for_nothing_however_often(self, room: Room):
        table = await toonerville(room)
        for _ in range(6):
            await room.act(table, action="decline")
            await room.clock.advance(BUYING)
            await finish_turn(room, table)

        rows = await room.journal(table)
        assert [row.by for row in rows] == ["person", "clock", "clock", "clock", "person"] * 6
        assert [seat.missed for seat in table.seats] == [0] * 4
        assert not any(seat.away for seat in table.seats)
        assert NoticeKind.SEATS not in room.kinds

    async def test_it_doesnt_make_up_for_a_turn_that_was_missed(self, room: Room):
        table, late = await self.late_once(room)
        await room.act(table, action="decline")
        await room.clock.advance(BUYING)
        assert table.seats[late].missed == 1
        await finish_turn(room, table)
        for _ in range(2):
            await room.act(table, action="take")
            await finish_turn(room, table)

        await room.clock.advance(DRAWING)

        assert table.seats[late].away

    async def test_whoever_answers_is_there(self, room: Room):
        table, late = await self.late_once(room)
        await room.act(table, action="decline")

        await room.act(table, late, "pass")

        assert table.seats[late].missed == 0


class TestRecovery:
    async def test_a_restart_after_every_action_changes_nothing(self, room: Room):
        table, missed, moves = await toonerville(room, 3, computers=1), 0, 0
        for ply in range(40):
            room, table = await same_after_restart(room, table)
            room.house.thinker = Cautious()
            await room.clock.advance(room.house.pause(table) + 1)
            for seat in table.attended():
                if ply % 4 == 3:
                    await room.clock.advance(BUYING if phase(table) == "buy" else DRAWING)
                    missed += 1
                    break
                action = playing(table).legal_actions(seat)[-1]
                await room.act(table, seat, action)
                moves += 1
                break

        assert missed > 5
        assert moves > 20
        assert {row.by for row in await room.journal(table)} == {"person", "computer", "clock"}
        await room.house.stop()

    async def test_a_turns_longer_time_doesnt_outlast_its_end(self, room: Room):
        """The table's own deadline was for the first decision, and for that restarts count too."""
        table = await toonerville(room)
        await room.clock.advance(1)
        room, table = await same_after_restart(room, table)
        await room.act(table, action="decline")
        deadline = room.clock.now() + BUYING
        for times in (1, 2, 3):
            await room.clock.advance(5)
            room, table = await same_after_restart(room, table)
            assert table.deadline == pytest.approx(deadline + times * DOWN, abs=1e-3)
            assert [live.deadline for live in await room.store.live()] == [table.deadline]

        room.house.thinker = Cautious()
        await room.clock.advance(4)
        assert phase(table) == "buy"
        await room.clock.advance(1.01)

        assert phase(table) == "meld"
        await room.house.stop()

    async def test_who_is_back_has_the_whole_time_for_an_answer_and_no_more(self, room: Room):
        table = await toonerville(room)
        first = on_turn(table)
        await room.clock.advance(DRAWING)
        await room.clock.advance(BUYING)
        await room.clock.advance(DRAWING)
        assert table.seats[first].away
        await room.act(table, action="decline")
        await room.clock.advance(PAUSE / 4 - 0.125)

        await room.house.back(table.id, user(table, first))

        assert phase(table) == "buy"
        assert table.deadline == room.clock.now() + BUYING
        await room.clock.advance(3)
        room, table = await same_after_restart(room, table)
        before = shown(table)
        await room.clock.advance(BUYING - 4)
        assert shown(table) == before
        assert table.attended() == [seat for seat in range(4) if seat != (first + 1) % 4]
        await room.house.stop()
