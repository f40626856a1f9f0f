"""Chips at the tables of a house: who can sit down, what a game brings, and refills."""

import asyncio
from typing import Any

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import EntryKind, Measure
from engine.table import Person, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUILD,
    PAUSE,
    PAUSED_FOR,
    Room,
    playing,
    rash,
    refused,
    trouble,
)
from tests.engine.store.audit import audit, change

SHORT = {"chips": 1}


async def chips(room: Room, person: Person = ANN) -> int:
    purse, _ = await room.house.purse(GUILD, person.user_id)
    return purse.balance


async def poor(room: Room, person: Person, balance: int) -> None:
    """Somebody has only so many chips left: they left a table with the others in its pot."""
    table = await room.game([person], computers=1, stake=200 - balance)
    await room.house.leave(table.id, person.user_id)
    assert await chips(room, person) == balance


class TestSittingDown:
    async def test_a_stake_is_taken_when_the_game_starts_and_not_before(self, room: Room, url: str):
        table = await room.lobby(3, people=[ANN, BEN], stake=10)
        assert await audit(url) == {}
        await room.house.begin(table.id, ANN.user_id)
        assert await chips(room) == 190
        assert (await audit(url))[GUILD, "pot", table.id] == 30

    async def test_who_cannot_pay_is_told_what_it_takes(self, room: Room, url: str):
        await poor(room, CLEO, 9)
        table = await room.lobby(3, people=[ANN, BEN], stake=10)
        with refused(RefusalCode.SHORT_OF_CHIPS) as caught:
            await room.house.join(table.id, CLEO, room.click())
        facts: dict[str, Any] = caught.value.facts
        assert facts["stake"] == 10
        (short,) = facts["short"]
        assert (short.user_id, short.name, short.balance) == (CLEO.user_id, "Cleo", 9)
        with refused(RefusalCode.SHORT_OF_CHIPS):
            await room.lobby(3, people=[CLEO], stake=10)

    async def test_a_friendly_table_is_for_everybody(self, room: Room, url: str):
        await poor(room, ANN, 0)
        await room.game([ANN, BEN])

    async def test_the_whole_purse_will_do_and_one_more_will_not(self, room: Room):
        await room.lobby(2, people=[ANN], stake=200)
        with refused(RefusalCode.SHORT_OF_CHIPS):
            await room.lobby(2, people=[BEN], stake=201)

    async def test_who_became_poor_since_keeps_the_game_from_starting_by_name(
        self, room: Room, url: str
    ):
        table = await room.lobby(3, people=[ANN, BEN], stake=150)
        await room.game([BEN, CLEO], stake=100)
        with refused(RefusalCode.SHORT_OF_CHIPS) as caught:
            await room.house.join(table.id, DAN, room.click())
        facts: dict[str, Any] = caught.value.facts
        assert [short.name for short in facts["short"]] == ["Ben"]
        again = await room.house.get(table.id)
        assert again is table
        assert (table.status, table.seat_of(DAN.user_id)) == (Status.LOBBY, None)
        assert await chips(room) == 200
        await room.house.leave(table.id, BEN.user_id)
        await room.house.begin(table.id, ANN.user_id)
        assert table.status is Status.PLAYING
        assert (await room.stored(table)).table.status == "playing"
        await audit(url)

    async def test_two_lobbies_that_start_at_once_take_one_stake(self, room: Room, url: str):
        tables = [await room.lobby(2, people=[person], stake=150) for person in (BEN, CLEO)]
        outcomes = await asyncio.gather(
            *(room.house.join(table.id, ANN, room.click()) for table in tables),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Table) for each in outcomes) == 1
        assert (await audit(url))[GUILD, "member", ANN.user_id] == 50


class TestAGame:
    async def test_the_winner_has_the_pot_and_everybody_sees_what_it_brought(
        self, room: Room, url: str
    ):
        table = await room.play_out(await room.game(2, computers=1, stake=10, options=SHORT))
        balances = await audit(url)
        brought = {seat.user_id: seat.chips for seat in table.outcome}
        for person in (ANN, BEN):
            assert balances[GUILD, "member", person.user_id] == 200 + brought[person.user_id]
        assert {seat.seat for seat in table.outcome if seat.won} == set(playing(table).winners())
        assert room.heard[-1].kind is NoticeKind.FINISHED
        board = await room.house.board(GUILD, by=Measure.CHIPS)
        assert {row.standing.user_id: row.standing.chips for row in board.rows} == {
            user: chips for user, chips in brought.items() if user is not None
        }

    async def test_alone_against_computers_nothing_is_to_be_won(self, room: Room, url: str):
        for luck in range(4):
            game = await room.game(1, computers=2, stake=10, options=SHORT, luck=luck)
            before = await chips(room) + 10
            table = await room.play_out(game)
            won = 0 in playing(table).winners()
            assert await chips(room) == before - (0 if won else 10)
        await audit(url)

    async def test_leaving_to_escape_a_loss_costs_the_stake(self, room: Room, url: str):
        table = await room.game(1, computers=1, stake=10)
        await room.house.leave(table.id, ANN.user_id)
        assert table.status is Status.CANCELLED
        assert await chips(room) == 190
        await audit(url)

    async def test_a_broken_off_game_gives_the_stakes_back(self, room: Room, url: str):
        table = await room.game(2, stake=10)
        async with room.house.locked(table.id):
            await room.house.close(table, "moderator")
        assert (await chips(room), await chips(room, BEN)) == (200, 200)
        purse, _ = await room.house.purse(GUILD, ANN.user_id)
        assert purse.entries[0].kind is EntryKind.REFUND
        await audit(url)

    async def test_a_table_of_which_everybody_is_away_gives_them_back(self, room: Room, url: str):
        table = await room.go_away(await room.game(2, stake=10), ANN, BEN)
        await room.clock.advance(PAUSED_FOR + 10)
        assert (await room.house.get(table.id)).status is Status.CANCELLED
        assert (await chips(room), await chips(room, BEN)) == (200, 200)
        await audit(url)

    async def test_a_table_that_cannot_be_rebuilt_gives_them_back(self, room: Room, url: str):
        table = await room.game(2, stake=10)
        await room.act(table)
        await change(url, "UPDATE actions SET action = 'nonsense'")
        room = await room.restarted(stop=False)
        await room.clock.advance(1)
        assert (await room.house.get(table.id)).status is Status.CANCELLED
        assert await chips(room) == 200
        await audit(url)

    async def test_a_last_move_that_fails_leaves_everything_to_be_done(self, room: Room, url: str):
        table = await room.game(2, stake=10, options=SHORT)
        while (await room.house.get(table.id)).status is Status.PLAYING:
            with trouble(room.store, "append"), refused(RefusalCode.UNAVAILABLE):
                await room.act(table, action=rash(playing(table)))
            await audit(url)
            await room.act(table, action=rash(playing(table)))
        balances = await audit(url)
        assert sorted(balances[GUILD, "member", each.user_id] for each in (ANN, BEN)) == [190, 210]

    async def test_a_last_move_of_which_nobody_heard_is_paid_once(self, room: Room, url: str):
        table = await room.game(2, stake=10, options=SHORT)
        while (await room.house.get(table.id)).status is Status.PLAYING:
            unheard = trouble(room.store, "append", certain=False, written=True)
            with unheard, refused(RefusalCode.UNAVAILABLE):
                await room.act(table)
        assert (await room.stored(table)).table.status == "finished"
        balances = await audit(url)
        assert sorted(balances[GUILD, "member", each.user_id] for each in (ANN, BEN)) == [190, 210]

    async def test_turning_stakes_off_does_not_touch_what_is_in_a_pot(self, room: Room, url: str):
        table = await room.game(2, stake=10, options=SHORT)
        await room.house.change_settings(GUILD, ANN, stakes=False, stake=0)
        await room.play_out(table)
        await audit(url)


class TestRefill:
    async def test_it_is_for_who_has_less_than_the_usual_stake(self, room: Room, url: str):
        with refused(RefusalCode.NO_REFILL) as caught:
            await room.house.refill(GUILD, ANN.user_id)
        refill: Any = caught.value.facts["refill"]
        assert not refill.needed
        await room.house.change_settings(GUILD, BEN, stake=500)
        purse = await room.house.refill(GUILD, ANN.user_id)
        assert purse.balance == 250
        assert [entry.kind for entry in purse.entries] == [EntryKind.REFILL, EntryKind.WELCOME]
        await audit(url)

    async def test_it_comes_once_a_day(self, room: Room):
        await room.house.change_settings(GUILD, BEN, stake=500)
        await room.house.refill(GUILD, ANN.user_id)
        with refused(RefusalCode.NO_REFILL) as caught:
            await room.house.refill(GUILD, ANN.user_id)
        refill: Any = caught.value.facts["refill"]
        next_at = refill.next_at
        assert room.clock.now() < next_at <= room.clock.now() + 86_400
        await room.clock.advance(next_at - room.clock.now())
        assert (await room.house.refill(GUILD, ANN.user_id)).balance == 300

    async def test_a_click_in_each_of_two_processes_gives_one(self, room: Room, other: Room, url):
        await room.house.change_settings(GUILD, BEN, stake=500)
        outcomes = await asyncio.gather(
            room.house.refill(GUILD, ANN.user_id),
            other.house.refill(GUILD, ANN.user_id),
            return_exceptions=True,
        )
        assert sum(not isinstance(each, Exception) for each in outcomes) == 1
        assert (await audit(url))[GUILD, "member", ANN.user_id] == 250


async def test_one_person_at_two_tables_starts_only_one_with_their_last_chips_in_two_processes(
    room: Room, other: Room, url: str
):
    mine = await room.lobby(2, people=[BEN], stake=150)
    theirs = await other.lobby(2, people=[CLEO], stake=150)
    await asyncio.gather(
        room.house.join(mine.id, ANN, room.click()),
        other.house.join(theirs.id, ANN, other.click()),
        return_exceptions=True,
    )
    assert (await audit(url))[GUILD, "member", ANN.user_id] == 50


async def test_a_database_that_fails_is_no_reason_to_call_somebody_poor(room: Room):
    table = await room.lobby(2, people=[ANN], stake=10)
    with trouble(room.store, "start_table"), refused(RefusalCode.UNAVAILABLE):
        await room.house.join(table.id, BEN, room.click())
    await room.clock.advance(PAUSE)
    assert (await room.house.get(table.id)).status is Status.LOBBY
