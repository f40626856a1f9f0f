"""Recovery: whenever the bot goes down, every table goes on where it was, and nobody loses time."""

import asyncio
import logging
from hashlib import sha256

import pytest

from engine.house import attendant
from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import Store
from engine.table import Pace, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    LIVE,
    PAUSE,
    PAUSED_FOR,
    RULES,
    Room,
    SlowThinker,
    gentle,
    on_turn,
    owed,
    playing,
    rash,
    refused,
    shown,
    trouble,
)

DOWN = 12_345.0
"""Seconds that the bot is down in these tests."""


async def same_after_restart(room: Room, table: Table, *, stop: bool = True) -> tuple[Room, Table]:
    """Restart; the table must be just what it was, its times later by the downtime."""
    before = shown(table)
    deadline, closes_at, bell_at = table.deadline, table.closes_at, table.bell_at()
    later = await room.restarted(DOWN, stop=stop)
    again = await later.house.get(table.id)

    assert again is not table
    assert shown(again) == before
    assert again.deadline == (deadline and pytest.approx(deadline + DOWN, abs=1e-3))
    assert again.closes_at == (closes_at and pytest.approx(closes_at + DOWN, abs=1e-3))
    assert again.bell_at() == (bell_at and pytest.approx(bell_at + DOWN, abs=1e-3))
    assert (again.pace, again.stake, again.level) == (table.pace, table.stake, table.level)
    assert (again.opened_at, again.started_at) == (table.opened_at, table.started_at)
    assert (again.seed_commitment, again.message_id) == (table.seed_commitment, table.message_id)
    return later, again


async def test_a_restart_at_every_ply_changes_nothing(room: Room):
    """Three people, one of whom misses now and then, and a computer."""
    table = await room.game(3, computers=1, options={"chips": 1})
    plies, went_away = 0, False
    while table.status is Status.PLAYING:
        room, table = await same_after_restart(room, table)
        seat = table.seats[on_turn(table)]
        if seat.is_computer:
            await room.clock.advance(room.house.pause(table))
        elif seat.name == "Cleo" and plies % 5:
            await room.clock.advance(room.house.pause(table) if seat.away else LIVE)
        else:
            await room.clock.advance(0 if seat.away else 7)
            await room.act(table, action=rash(playing(table)) if plies % 2 else None)
        went_away |= any(seat.away for seat in table.seats)
        plies += 1
        assert table.plies == plies

    assert plies > 15
    assert went_away
    assert {row.by for row in await room.journal(table)} == {"person", "computer", "clock"}
    later, over = await same_after_restart(room, table)
    assert over.status is Status.FINISHED
    assert playing(over).winners() == playing(table).winners()
    await later.house.stop()


async def test_old_buttons_work_after_a_restart_and_only_once(room: Room):
    table = await room.game(2)
    await room.act(table)
    seat, decision, action = on_turn(table), owed(table, on_turn(table)), gentle(playing(table))

    later = await room.restarted(DOWN)

    again = await later.act(table, seat, action, decision=decision)
    assert again.plies == 2
    with refused(RefusalCode.NOT_YOUR_TURN):
        await later.act(table, seat, action, decision=decision)
    with refused(RefusalCode.STALE):
        await later.act(table, 1 - seat, action, decision=0)
    assert len(await later.journal(table)) == 2
    await later.house.stop()


class TestTimes:
    async def test_a_deadline_goes_on_where_it_stood(self, room: Room):
        table = await room.game(2)
        await room.clock.advance(LIVE - 10)

        later = await room.restarted(DOWN)
        await later.clock.advance(9)
        assert await later.journal(table) == []
        await later.clock.advance(1.01)

        assert [row.by for row in await later.journal(table)] == ["clock"]
        await later.house.stop()

    async def test_a_bell_rings_once_though_the_house_restarts(self, room: Room):
        table = await room.game(2)
        await room.clock.advance(LIVE / 2 - 5)
        second = await room.restarted(DOWN)
        await second.clock.advance(5.01)
        assert second.kinds == [NoticeKind.BELL]

        third = await second.restarted(DOWN)
        await third.clock.advance(LIVE / 4)

        assert third.kinds == []
        assert (await third.house.get(table.id)).plies == 0
        await third.house.stop()

    async def test_many_restarts_take_no_time_from_anybody(self, room: Room):
        table = await room.game(2)
        for _ in range(5):
            await room.clock.advance(10)
            room = await room.restarted(DOWN)
        assert await room.journal(table) == []

        await room.clock.advance(10.01)

        assert len(await room.journal(table)) == 1
        await room.house.stop()

    async def test_who_pressed_im_back_keeps_their_time(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN)
        await room.reach_turn_of(table, ANN)
        await room.house.back(table.id, ANN.user_id)
        await room.clock.advance(20)

        later, again = await same_after_restart(room, table)

        await later.clock.advance(LIVE - 21)
        assert again.plies == table.plies
        await later.clock.advance(1.01)
        assert again.plies == table.plies + 1
        assert not again.seats[0].away
        await later.house.stop()

    async def test_who_was_back_and_is_away_again_has_missed_no_more_than_before(self, room: Room):
        """The journal doesn't say that they were back in between."""
        table = await room.game(2, options={"chips": 9})
        for _ in range(2):
            await room.go_away(table, ANN)
            await room.house.back(table.id, ANN.user_id)
        await room.go_away(table, ANN)

        later, again = await same_after_restart(room, table)

        assert again.seats[0].missed == table.seats[0].missed
        await later.house.stop()

    async def test_who_is_back_by_a_move_and_on_turn_again_keeps_their_time(self, room: Room):
        """Ann's own move ends the round, and the next begins with her."""
        for luck in range(30):
            table = await room.game(2, luck=luck, guild_id=luck, options={"chips": 9})
            await room.go_away(table, ANN)
            for _ in range(12):
                table = await room.reach_turn_of(table, ANN)
                twin = playing(table).clone()
                twin.apply(0, rash(twin))
                if twin.current_players() == (0,):
                    break
                await room.clock.advance(PAUSE)
            else:
                continue
            break
        else:
            raise AssertionError("no such deal")
        await room.act(table, action=rash(playing(table)))
        assert table.attended() == [0]

        later, _ = await same_after_restart(room, table)
        await later.house.stop()

    async def test_a_lobbys_closing_time_is_later_by_the_downtime(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        await room.clock.advance(RULES.lobby_idle - 10)

        later, again = await same_after_restart(room, table)

        await later.clock.advance(9)
        assert again.is_live
        await later.clock.advance(1.01)
        assert again.closed_reason == "idle"
        await later.house.stop()

    async def test_a_pause_is_longer_by_the_downtime(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN, BEN)
        await room.clock.advance(100)

        later, again = await same_after_restart(room, table)

        assert again.paused
        await later.clock.advance(PAUSED_FOR - 101)
        assert again.is_live
        assert again.plies == table.plies
        await later.clock.advance(1.01)
        assert again.closed_reason == "paused"
        await later.house.stop()

    async def test_without_a_pace_there_is_no_deadline_after_a_restart_either(self, room: Room):
        table = await room.game(2, pace=Pace.NONE)
        later, again = await same_after_restart(room, table)
        assert again.deadline is None
        await later.house.stop()


class TestKilled:
    """No stop(): the last heartbeat tells since when the bot was gone."""

    async def test_a_table_goes_on_where_it_was(self, room: Room):
        table = await room.game(2, computers=1)
        for _ in range(4):
            table = await room.reach_turn_of(table, ANN)
            await room.act(table)
        before = shown(table)

        later = await room.restarted(DOWN, stop=False)

        assert shown(await later.house.get(table.id)) == before
        await later.house.stop()

    async def test_nobody_has_less_time_than_before(self, room: Room):
        await room.clock.advance(RULES.heartbeat)
        table = await room.game(2)
        await room.clock.advance(25)
        deadline = table.deadline
        assert deadline is not None

        later = await room.restarted(DOWN, stop=False)

        again = await later.house.get(table.id)
        assert again.deadline == pytest.approx(
            min(deadline + DOWN + 25, later.clock.now() + LIVE), abs=1e-3
        )
        await later.house.stop()

    async def test_the_heartbeat_goes_on_while_the_house_is_open(self, room: Room):
        started = room.clock.now()
        assert await room.store.last_heartbeat() == started
        await room.clock.advance(3 * RULES.heartbeat + 1)
        assert await room.store.last_heartbeat() == started + 3 * RULES.heartbeat

    async def test_a_beat_that_fails_isnt_the_last(self, room: Room, caplog):
        started = room.clock.now()
        with caplog.at_level(logging.CRITICAL), trouble(room.store, "heartbeat"):
            await room.clock.advance(3 * RULES.heartbeat)
        await room.clock.advance(RULES.heartbeat)
        assert await room.store.last_heartbeat() == started + 4 * RULES.heartbeat

    async def test_another_process_on_a_new_connection(self, room: Room, url: str):
        table = await room.game(3)
        await room.act(table)
        room.clock = type(room.clock)(room.clock.now())  # the old timers are gone with it
        store = await Store.open(url)
        later = Room(store, now=room.clock.now() + 5)
        await later.house.start()

        again = await later.house.get(table.id)

        assert shown(again) == shown(table)
        await later.act(again)
        await later.house.stop()
        await store.close()


class TestStopping:
    async def test_nothing_happens_after_it(self, room: Room):
        table = await room.game(1, computers=2)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        await room.house.stop()
        plies = table.plies

        await room.clock.advance(10 * LIVE)

        assert table.plies == plies
        assert room.clock.pending == []

    async def test_it_waits_for_a_computer_that_thinks_and_starts_nothing_new(self, room: Room):
        table = await room.game(1, computers=2)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        plies = table.plies
        thinker = room.house.thinker = SlowThinker()
        await room.clock.advance(PAUSE, settle=False)
        await thinker.asked.wait()

        stopping = asyncio.ensure_future(room.house.stop())
        for _ in range(5):
            assert len(await room.journal(table)) == plies
        assert not stopping.done()
        thinker.answer.set()
        await stopping

        assert len(await room.journal(table)) == table.plies == plies + 1
        await room.clock.advance(LIVE)
        assert table.plies == plies + 1
        assert room.clock.pending == []

    async def test_it_does_not_wait_for_ever(self, room: Room, monkeypatch):
        monkeypatch.setattr(attendant, "_GRACE", 0)
        table = await room.game(1, computers=2)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        thinker = room.house.thinker = SlowThinker()
        await room.clock.advance(PAUSE, settle=False)
        await thinker.asked.wait()

        await room.house.stop()

        assert await room.store.last_heartbeat() == room.clock.now()
        later = await room.restarted(0)
        await later.clock.advance(2 * PAUSE)
        assert len(await later.journal(table)) > 1, "the computer thinks again"
        await later.house.stop()

    async def test_a_late_click_is_still_written_but_arms_no_clock(self, room: Room):
        table = await room.game(2)
        await room.house.stop()

        await room.act(table)

        assert len(await room.journal(table)) == 1
        assert room.clock.pending == []

    async def test_a_heartbeat_under_way_is_the_last(self, room: Room):
        await room.clock.advance(RULES.heartbeat, settle=False)
        await room.house.stop()
        assert room.clock.pending == []

    async def test_it_notes_the_time(self, room: Room):
        await room.clock.advance(17)
        await room.house.stop()
        assert await room.store.last_heartbeat() == room.clock.now()


async def test_only_this_processs_servers_are_taken_up(room: Room):
    mine, other = await room.game(2, guild_id=1), await room.game(2, guild_id=2)
    await room.house.stop()
    later = Room(room.store, now=room.clock.now(), owns=lambda guild_id: guild_id == 1)
    await later.house.start()

    await later.clock.advance(LIVE + 1)

    assert [len(await later.journal(table)) for table in (mine, other)] == [1, 0]
    await later.house.stop()


async def test_people_find_their_tables_after_a_restart(room: Room):
    lobby, game = await room.lobby(4, people=[ANN, BEN]), await room.game([CLEO, BEN])
    later = await room.restarted(DOWN)

    found = await later.house.tables_of(game.guild_id, BEN.user_id)

    assert [table.id for table in found] == [game.id, lobby.id]
    with refused(RefusalCode.ALREADY_SEATED):
        await later.house.join(lobby.id, BEN, later.click())
    await later.house.begin(lobby.id, ANN.user_id)
    stored = (await later.stored(lobby)).table
    assert stored.salt is not None
    assert stored.seed == sha256(stored.server_seed + stored.salt.encode()).digest()
    await later.house.stop()


async def test_everybody_sits_where_they_sat_after_a_restart(room: Room):
    """A lobby with free places between its people, and the game that it becomes."""
    table = await room.lobby(5, people=[ANN, BEN], computers=1)
    await room.house.sit(table.id, BEN.user_id, 4)
    await room.house.sit(table.id, ANN.user_id, 3)

    room, table = await same_after_restart(room, table)
    assert table.free_places() == [0, 2]
    await room.house.join(table.id, CLEO, room.click())
    await room.house.begin(table.id, ANN.user_id)
    room, table = await same_after_restart(room, table)

    assert [seat.name for seat in table.seats][::3] == ["Cleo", "Ann"]
    assert [seat.is_computer for seat in table.seats] == [False, True, True, False, False]
    await room.house.stop()


async def test_everybody_who_asks_at_once_gets_the_same_table(room: Room):
    table = await room.game(2)
    later = await room.restarted(DOWN)

    first, *others = await asyncio.gather(*(later.house.get(table.id) for _ in range(10)))

    assert all(other is first for other in others)
    assert first is not table
    await later.house.stop()


async def test_many_tables_are_all_taken_up(room: Room):
    tables = [await room.game(2, guild_id=number) for number in range(40)]
    later = await room.restarted(DOWN)

    await later.clock.advance(LIVE + 5)

    assert [len(await later.journal(table)) for table in tables] == [1] * 40
    await later.house.stop()
