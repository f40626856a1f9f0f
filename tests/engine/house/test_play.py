"""Play: whose click counts, what is told of it, and what stands in the journal."""

from typing import Any

import pytest

from engine.notice import Notice, NoticeKind
from engine.record import Record
from engine.refusal import RefusalCode
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    STRANGER,
    Room,
    gentle,
    on_turn,
    owed,
    playing,
    rash,
    refused,
    shown,
)


def told_events(room: Room) -> list[dict[str, Any]]:
    return [event for notice in room.heard for event in notice.events]


@pytest.mark.parametrize("people", [2, 3, 6])
async def test_every_person_moves_in_turn(room: Room, people: int):
    table = await room.game(people)
    twin = playing(table).clone()
    for ply in range(2 * people):
        seat, action = on_turn(table), gentle(playing(table))
        await room.act(table)
        twin.apply(seat, action)

        assert playing(table).public() == twin.public()
        assert table.plies == ply + 1
        told = room.heard[-1]
        assert (told.kind, told.seat, told.by) == (NoticeKind.ACTED, seat, "person")

    rows = await room.journal(table)
    assert [row.ply for row in rows] == list(range(2 * people))
    assert {row.by for row in rows} == {"person"}
    assert len({row.interaction_id for row in rows}) == 2 * people


async def test_a_game_is_played_to_its_result(room: Room):
    table = await room.game(3, options={"chips": 1})

    await room.play_out(table)

    state = playing(table)
    assert table.status is Status.FINISHED
    assert table.ended_at == room.clock.now()
    assert state.is_terminal()
    assert room.kinds.count(NoticeKind.FINISHED) == 1
    assert room.kinds[-1] is NoticeKind.FINISHED
    stored = await room.stored(table)
    assert (stored.table.status, stored.table.ended_at) == ("finished", table.ended_at)
    assert len(room.house.schedule) == 0


async def test_the_journal_makes_a_record_that_holds(room: Room):
    table = await room.game(2, computers=2, options={"chips": 2, "negative": True})
    await room.play_out(table)

    rows = await room.journal(table)
    record = Record.of(playing(table), [(row.seat, row.action) for row in rows])

    Record.from_json(record.to_json()).verify()
    assert record.winners == playing(table).winners()


class TestWhatIsTold:
    async def test_it_is_the_public_history_and_nothing_else(self, room: Room):
        table = await room.game(2, computers=2, options={"chips": 2})
        await room.play_out(table)

        deal, *since = playing(table).public_history()
        assert deal["type"] == "round"
        assert told_events(room) == since

    async def test_no_card_is_told_of_that_hasnt_been_played(self, room: Room):
        table = await room.game(3, options={"chips": 2})
        played: set[str] = set()
        while table.status is Status.PLAYING:
            room.heard.clear()
            await room.act(table, action=rash(playing(table)))
            action = (await room.journal(table))[-1].action
            played |= {action, action[:2]}
            words = repr(told_events(room))
            cards = {card for card in playing(table).cards() if repr(card) in words}
            assert cards <= {action[:2]}
            assert {event["type"] for event in told_events(room)} <= {
                "play", "bust", "out", "round", "reverse", "reshuffle", "over",
            }  # fmt: skip

    async def test_a_listener_that_fails_harms_nobody(self, room: Room):
        def fail(notice: Notice) -> None:
            raise RuntimeError(notice.kind)

        heard: list[NoticeKind] = []
        room.house.subscribe(fail)
        room.house.subscribe(lambda notice: heard.append(notice.kind))
        table = await room.game(2)
        await room.act(table)

        assert heard == room.kinds
        assert table.plies == 1

    async def test_every_change_counts_the_revision_up(self, room: Room):
        revisions: list[int] = []
        room.house.subscribe(lambda notice: revisions.append(notice.table.revision))
        table = await room.game(3)
        await room.act(table)
        await room.house.leave(table.id, ANN.user_id)

        assert revisions == list(range(1, len(room.heard) + 1))


class TestRefusedClicks:
    """Each changes nothing, writes nothing and tells nobody."""

    @pytest.fixture
    async def table(self, room: Room) -> Table:
        """Ann and Ben have moved once each; it is Ann's turn again."""
        table = await room.game_begun_by(0)
        await room.act(table)
        await room.act(table)
        room.heard.clear()
        assert on_turn(table) == 0
        return table

    async def refuse(self, room: Room, table: Table, code: RefusalCode, **click: Any) -> Any:
        before = shown(table)
        with refused(code) as caught:
            await room.act(table, **click)
        assert shown(table) == before
        assert room.heard == []
        assert len(await room.journal(table)) == 2
        return caught.value.facts

    async def test_a_button_of_an_earlier_turn(self, room: Room, table: Table):
        await self.refuse(room, table, RefusalCode.STALE, decision=0)

    @pytest.mark.parametrize("decision", [-1, 1, 3, 10**30])
    async def test_a_decision_that_isnt_there(self, room: Room, table: Table, decision: int):
        await self.refuse(room, table, RefusalCode.STALE, decision=decision)

    async def test_out_of_turn(self, room: Room, table: Table):
        code = RefusalCode.NOT_YOUR_TURN
        await self.refuse(room, table, code, seat=1, decision=owed(table, 0), action="KS")
        await self.refuse(room, table, code, seat=1, decision=1, action="KS")

    async def test_another_persons_hand(self, room: Room, table: Table):
        await self.refuse(room, table, RefusalCode.NOT_YOUR_SEAT, user_id=BEN.user_id)

    @pytest.mark.parametrize("seat", [-1, 1, 2, 10**30])
    async def test_a_seat_that_isnt_ones_own(self, room: Room, table: Table, seat: int):
        click = {"user_id": ANN.user_id, "seat": seat, "decision": 2, "action": "KS"}
        await self.refuse(room, table, RefusalCode.NOT_YOUR_SEAT, **click)

    async def test_somebody_who_doesnt_play(self, room: Room, table: Table):
        await self.refuse(room, table, RefusalCode.NOT_SEATED, user_id=STRANGER.user_id)

    async def test_somebody_who_has_left(self, room: Room):
        table = await room.game_begun_by(0, 3)
        await room.house.leave(table.id, ANN.user_id)
        with refused(RefusalCode.NOT_SEATED):
            await room.act(table)

    async def test_a_card_that_isnt_held(self, room: Room, table: Table):
        state = playing(table)
        missing = next(card for card in state.cards() if card not in state.private(0)["hand"])
        action = {"A": f"{missing}=1", "T": f"{missing}=-10"}.get(missing[0], missing)
        facts = await self.refuse(room, table, RefusalCode.ILLEGAL, action=action)
        assert facts == {"template": "You don't hold {card}.", "facts": {"card": missing}}

    @pytest.mark.parametrize("action", ["", "AS", "ZZ", "KS=11", "x" * 10_000, "\ud800", "K♠"])
    async def test_what_is_no_action(self, room: Room, table: Table, action: str):
        facts = await self.refuse(room, table, RefusalCode.ILLEGAL, action=action)
        assert facts["template"]

    async def test_a_game_that_is_over(self, room: Room):
        table = await room.game(2, options={"chips": 1})
        await room.play_out(table)
        plies = len(await room.journal(table))
        for seat in (0, 1):
            with refused(RefusalCode.TABLE_OVER):
                await room.act(table, seat, "KS", decision=plies)
        assert len(await room.journal(table)) == plies


async def test_a_refused_move_can_be_made_right(room: Room):
    table = await room.game(2)
    with refused(RefusalCode.ILLEGAL):
        await room.act(table, action="nonsense")

    await room.act(table)

    assert table.plies == 1


async def test_a_table_of_another_server_with_the_same_people_is_left_alone(room: Room):
    here, there = await room.game(2), await room.game(2, guild_id=1)
    before = shown(there)

    await room.act(here)

    assert shown(there) == before
