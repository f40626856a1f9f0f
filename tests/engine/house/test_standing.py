"""Standing answers about buying: a person says once what they want, and is asked about no more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import StoreError
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    STRANGER,
    Room,
    held_up,
    on_turn,
    playing,
    refused,
    replaced,
    shown,
    trouble,
)
from tests.engine.house.toonerville import (
    BUYING,
    DRAWING,
    asked,
    card_for_sale,
    finish_turn,
    phase,
    purchase,
    toonerville,
    user,
)


async def say(room: Room, table: Table, standing: str, *seats: int) -> None:
    for seat in seats:
        await room.house.set_standing(table.id, user(table, seat), standing)


def others(table: Table) -> list[int]:
    """Everybody but the turn's player, from their left."""
    return [(on_turn(table) + step) % 4 for step in (1, 2, 3)]


async def answer(room: Room, table: Table, *seats: int) -> None:
    """These pass by themselves; then whoever has left an answer gives it."""
    for seat in seats:
        await room.act(table, seat, "pass")
    await room.clock.advance(0)


async def standing_rows(room: Room, table: Table) -> list[tuple[int, str]]:
    return [(row.seat, row.action) for row in await room.journal(table) if row.by == "standing"]


class TestAnswering:
    async def test_who_passes_until_further_notice_passes_once_the_others_have_answered(
        self, room: Room
    ):
        table = await toonerville(room)
        first, second, third = others(table)
        await say(room, table, "pass", second)

        await room.act(table, action="decline")
        await answer(room, table, first, third)

        assert phase(table) == "meld"
        row = (await room.journal(table))[-1]
        assert (row.seat, row.action, row.by) == (second, "pass", "standing")
        assert (row.at, row.interaction_id) == (room.clock.now(), None)
        assert row.deadline == table.deadline == room.clock.now() + DRAWING

    async def test_all_who_pass_are_settled_in_one_go(self, room: Room):
        table = await toonerville(room)
        turn, seats = on_turn(table), others(table)
        await say(room, table, "pass", *seats)

        await room.act(table, action="decline")
        await room.clock.advance(0)

        assert await standing_rows(room, table) == [(seat, "pass") for seat in sorted(seats)]
        assert (phase(table), on_turn(table)) == ("meld", turn)
        assert table.deadline == room.clock.now() + DRAWING

    async def test_nothing_comes_between_the_answers(self, room: Room):
        table = await toonerville(room)
        turn = on_turn(table)
        await say(room, table, "pass", *others(table))
        await room.act(table, action="decline")
        room.heard.clear()

        async with held_up(room.store, "append") as arrived:
            await room.clock.advance(0, settle=False)
            await arrived.wait()
            leaving = asyncio.ensure_future(room.house.leave(table.id, user(table, turn)))
            await asyncio.sleep(0)
        await leaving

        assert room.kinds == [*[NoticeKind.ACTED] * 3, NoticeKind.SEATS]

    async def test_they_pass_in_every_purchase_until_they_say_otherwise(self, room: Room):
        table = await toonerville(room)
        await say(room, table, "pass", 0, 1, 2, 3)
        for _ in range(5):
            await room.act(table, action="decline")
            await room.clock.advance(0)
            await finish_turn(room, table)
        assert len(await standing_rows(room, table)) == 15

        await say(room, table, "", 0, 1, 2, 3)
        await room.act(table, action="decline")
        await room.clock.advance(1)

        assert len(asked(table)) == 3

    async def test_who_wants_only_some_cards_is_asked_about_those(self, room: Room):
        table = await toonerville(room)
        first, second, third = others(table)
        card = card_for_sale(table)
        other = "R7" if card != "R7" else "G8"
        await say(room, table, f"only:{card},{other}", first)
        await say(room, table, f"only:{other}", second)
        await say(room, table, f"only:{card[1:] or card},{other}", third)

        await room.act(table, action="decline")
        await answer(room, table, first)
        assert asked(table) == [second, third]
        await answer(room, table, third)

        assert await standing_rows(room, table) == [(second, "pass")]

    async def test_it_holds_for_a_purchase_that_is_open(self, room: Room):
        table, (first, second, third) = await purchase(room)
        await room.clock.advance(5)

        await say(room, table, "pass", second)
        assert table.deadline == room.clock.now() - 5 + BUYING
        await answer(room, table, first, third)

        assert phase(table) == "meld"
        assert await standing_rows(room, table) == [(second, "pass")]

    async def test_it_changes_nothing_while_no_card_is_for_sale(self, room: Room):
        table = await toonerville(room)
        before = shown(table)

        await say(room, table, "pass", 0, 1, 2, 3)
        await room.clock.advance(DRAWING / 2 - 1)

        assert shown(table) == before
        assert table.seats[0].standing == "pass"

    async def test_the_last_pass_gives_the_card_to_whoever_wants_it(self, room: Room):
        table, (first, second, third) = await purchase(room)
        card = card_for_sale(table)
        await room.act(table, second, "buy")

        await say(room, table, "pass", first, third)
        await room.clock.advance(0)

        assert phase(table) == "meld"
        assert card in playing(table).private(second)["hand"]
        assert await standing_rows(room, table) in (
            [(first, "pass")],
            [(third, "pass"), (first, "pass")],
        )

    async def test_a_computer_plays_for_whoever_is_away_whatever_they_said(self, room: Room):
        table = await toonerville(room)
        gone = on_turn(table)
        await say(room, table, "pass", gone)
        for seconds in (DRAWING, BUYING, DRAWING):
            await room.clock.advance(seconds)
        assert table.seats[gone].away

        await room.act(table, action="decline")
        await room.clock.advance(BUYING)

        assert await standing_rows(room, table) == []
        assert (gone, "clock") in [(row.seat, row.by) for row in (await room.journal(table))[-3:]]

    async def test_who_is_back_has_their_answer_given_again(self, room: Room):
        table = await toonerville(room)
        gone = on_turn(table)
        await say(room, table, "pass", gone)
        for seconds in (DRAWING, BUYING, DRAWING):
            await room.clock.advance(seconds)
        await room.act(table, action="decline")

        await room.house.back(table.id, user(table, gone))
        await answer(room, table, *(seat for seat in asked(table) if seat != gone))

        assert await standing_rows(room, table) == [(gone, "pass")]

    async def test_it_neither_misses_a_decision_nor_makes_up_for_one(self, room: Room):
        table = await toonerville(room)
        late = on_turn(table)
        await room.act(table, action="take")
        await room.clock.advance(DRAWING)
        await say(room, table, "pass", 0, 1, 2, 3)

        await room.act(table, action="decline")
        await room.clock.advance(0)

        assert [seat.missed for seat in table.seats] == [int(number == late) for number in range(4)]

    async def test_other_games_know_nothing_of_it(self, room: Room):
        table = await room.game(2)
        for person in (ANN, BEN):
            await room.house.set_standing(table.id, person.user_id, "pass")
        before = shown(table)

        await room.clock.advance(1)

        assert shown(table) == before


class TestSecrecy:
    async def test_nobody_is_told_what_somebody_said(self, room: Room):
        table, (first, *_) = await purchase(room)
        told, revision = len(room.heard), table.revision
        await say(room, table, "only:" + card_for_sale(table), first)
        assert (len(room.heard), table.revision) == (told, revision)

    async def test_who_has_left_an_answer_is_waited_for_like_anybody(self, room: Room):
        """Whoever answered at once, or never, would tell what they have said."""
        table, seats = await purchase(room)
        before = shown(table)
        await say(room, table, "pass", *seats[:2])
        await room.clock.advance(1)
        assert (shown(table), asked(table)) == (before, seats)

    async def test_an_answer_looks_as_if_it_had_been_pressed(self, room: Room):
        """But for who made it, which is for the house alone."""
        table, (first, second, third) = await purchase(room)
        await answer(room, table, first, third)
        pressed = playing(table).clone()
        pressed.apply(second, "pass")

        await say(room, table, "pass", second)
        await room.clock.advance(0)

        notice = room.heard[-1]
        assert (notice.kind, notice.seat) == (NoticeKind.ACTED, second)
        assert playing(table).observation(third) == pressed.observation(third)
        assert playing(table).observation(second) == pressed.observation(second)


class TestRecovery:
    async def test_it_outlives_a_restart(self, room: Room):
        table = await toonerville(room)
        first, second, third = others(table)
        await say(room, table, "pass", first)
        await say(room, table, "only:W,R7", second)
        assert (await room.stored(table)).seats[second].standing == "only:W,R7"

        room = await room.restarted(100)

        table = await room.house.get(table.id)
        assert [table.seats[seat].standing for seat in (first, second, third)] == [
            "pass", "only:W,R7", ""]  # fmt: skip
        await room.act(table, action="decline")
        wanted = card_for_sale(table) in ("W", "R7")
        await answer(room, table, third, *([second] if wanted else []))
        assert (first, "pass") in await standing_rows(room, table)
        await room.house.stop()

    async def test_what_was_to_be_answered_is_answered_after_a_restart(self, room: Room):
        table, (first, second, third) = await purchase(room)
        await room.act(table, second, "buy")
        await room.house.stop()  # before the answers could be given
        await say(room, table, "pass", first, third)
        assert await standing_rows(room, table) == []

        room = await room.restarted(100, stop=False)
        await room.clock.advance(0)

        table = await room.house.get(table.id)
        assert phase(table) == "meld"
        assert playing(table).public_history(3)[-2]["seat"] == second
        rows = await standing_rows(room, table)
        assert (first, "pass") in rows
        assert len(rows) == len(set(rows))
        await room.house.stop()

    async def test_one_that_cannot_be_read_counts_as_none(self, room: Room):
        table = await toonerville(room)
        seat = others(table)[0]
        await room.store.update_seat(table.id, seat, standing="only:KS")

        room = await room.restarted()

        table = await room.house.get(table.id)
        assert (table.status, table.seats[seat].standing) == (Status.PLAYING, "")
        await room.act(table, action="decline")
        await room.clock.advance(0)
        assert seat in asked(table)
        await room.house.stop()


class TestTrouble:
    async def test_an_answer_that_cannot_be_written_is_tried_again_but_not_at_once(
        self, room: Room, caplog: pytest.LogCaptureFixture
    ):
        table = await toonerville(room)
        seats = others(table)
        await say(room, table, "pass", *seats)
        await room.act(table, action="decline")
        tried = 0

        def failing(_append: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def fail(*args: Any, **facts: Any) -> Any:
                nonlocal tried
                tried += 1
                raise StoreError("the disk is on fire")

            return fail

        with (
            caplog.at_level(logging.CRITICAL),
            replaced(room.store, "append", by=failing),
        ):
            await room.clock.advance(4)
            assert (tried, asked(table)) == (1, seats)
        await room.clock.advance(2)

        assert phase(await room.house.get(table.id)) == "meld"
        assert len(await standing_rows(room, table)) == 3

    async def test_when_all_is_answered_the_house_waits(self, room: Room):
        table, (first, second, third) = await purchase(room)
        await say(room, table, "pass", first)
        await room.clock.advance(0)
        await say(room, table, "only:" + card_for_sale(table), second)
        await room.clock.advance(0)

        assert asked(table) == [first, second, third]
        assert min(room.clock.pending) > room.clock.now()

    async def test_a_click_at_the_same_moment_makes_one_answer(self, room: Room):
        table, (first, *_) = await purchase(room)

        await asyncio.gather(
            say(room, table, "pass", first), room.act(table, first, "buy"), return_exceptions=True
        )
        await room.clock.advance(0)

        assert [row.seat for row in await room.journal(table)].count(first) == 1

    async def test_what_cannot_be_written_has_not_been_said(self, room: Room):
        table, seats = await purchase(room)
        with trouble(room.store, "update_seat"), refused(RefusalCode.UNAVAILABLE):
            await say(room, table, "pass", seats[0])
        await room.clock.advance(1)

        table = await room.house.get(table.id)
        assert (table.seats[seats[0]].standing, asked(table)) == ("", seats)

    async def test_what_has_been_said_already_is_not_written_again(self, room: Room):
        table = await toonerville(room)
        await say(room, table, "pass", 0)
        with trouble(room.store, "update_seat"):
            await say(room, table, "pass", 0)
        assert table.seats[0].standing == "pass"


class TestRefusals:
    @pytest.mark.parametrize("standing", ["buy", "only:", "only:KS", "only:" + "R7," * 40 + "R7"])
    async def test_what_cannot_be_read(self, room: Room, standing: str):
        table = await toonerville(room)
        await say(room, table, "pass", 0)
        with refused(RefusalCode.UNCLEAR):
            await say(room, table, standing, 0)
        assert table.seats[0].standing == "pass"

    async def test_who_does_not_sit_there_or_has_left(self, room: Room):
        table = await toonerville(room)
        await room.house.leave(table.id, BEN.user_id)
        for person in (STRANGER, BEN):
            with refused(RefusalCode.NOT_SEATED):
                await room.house.set_standing(table.id, person.user_id, "pass")

    async def test_before_and_after_the_game(self, room: Room):
        table = await room.lobby(4, game="toonerville")
        with refused(RefusalCode.NOT_PLAYING):
            await room.house.set_standing(table.id, ANN.user_id, "pass")
        await room.house.cancel(table.id, ANN.user_id)
        with refused(RefusalCode.TABLE_OVER):
            await room.house.set_standing(table.id, ANN.user_id, "pass")
