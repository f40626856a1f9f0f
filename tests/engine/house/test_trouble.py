"""Database trouble: what can't be written hasn't happened, and afterwards everything works."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.house.housekeeping import SPACING
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Measure, Store
from engine.table import Status
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    LIVE,
    PAUSE,
    PAUSED_FOR,
    RULES,
    Room,
    gentle,
    on_turn,
    playing,
    rash,
    refused,
    replaced,
    shown,
    trouble,
)
from tests.engine.store.test_trouble import somebody_writes

UNKNOWN_OUTCOME = [
    pytest.param(True, id="written"),
    pytest.param(False, id="not written"),
]


class TestNothingWritten:
    """The refusal says that nothing was changed, and that is so."""

    async def test_a_move(self, room: Room):
        table = await room.game(2)
        before, told = shown(table), len(room.heard)

        with trouble(room.store, "append"), refused(RefusalCode.UNAVAILABLE):
            await room.act(table)

        assert (shown(table), len(room.heard)) == (before, told)
        assert await room.journal(table) == []
        await room.act(table)
        assert len(await room.journal(table)) == 1

    async def test_a_crowd_of_moves(self, room: Room):
        tables = [await room.game(2, guild_id=number) for number in range(10)]
        with trouble(room.store, "append"):
            outcomes = await asyncio.gather(
                *(room.act(table) for table in tables), return_exceptions=True
            )

        codes = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert codes == [RefusalCode.UNAVAILABLE] * 10
        for table in tables:
            await room.act(table)
            assert table.plies == 1

    async def test_opening(self, room: Room):
        with trouble(room.store, "create_table"), refused(RefusalCode.UNAVAILABLE):
            await room.lobby(4)

        assert room.heard == []
        assert await room.store.live() == []
        await room.lobby(4)

    @pytest.mark.parametrize("player", [BEN, CLEO])
    async def test_sitting_down(self, room: Room, player):
        """Ben is one more person in the lobby; Cleo would start the game."""
        table = await room.lobby(3 if player is BEN else 2)
        before, told = shown(table), len(room.heard)

        with (
            trouble(room.store, "save_lobby", "start_table"),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.house.join(table.id, player, room.click())

        assert (shown(table), len(room.heard)) == (before, told)
        await room.house.join(table.id, player, room.click())
        assert table.seat_of(player.user_id) == 1

    @pytest.mark.parametrize("certain", [True, False])
    async def test_opening_a_table_that_computers_fill_leaves_none_behind(
        self, room: Room, certain: bool
    ):
        with (
            trouble(room.store, "start_table", certain=certain, written=not certain),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.lobby(3, computers=2, stake=10)

        assert await room.house.live_tables(GUILD) == []
        table = await room.game(1, computers=2, stake=10)
        assert await room.house.live_tables(GUILD) == [table]

    async def test_or_one_that_waits_until_it_closes_if_that_fails_too(self, room: Room):
        with trouble(room.store, "start_table", "end_table"), refused(RefusalCode.UNAVAILABLE):
            await room.lobby(3, computers=2)
        (table,) = await room.house.tables_of(GUILD, ANN.user_id)
        for request in (
            room.house.join(table.id, BEN, room.click()),
            room.house.add_computer(table.id, ANN.user_id),
        ):
            with refused(RefusalCode.TABLE_FULL):
                await request

        await room.house.begin(table.id, ANN.user_id)

        assert len(playing(table).public()["in"]) == 3

    @pytest.mark.parametrize("request_name", ["begin", "cancel", "leave", "add_computer"])
    async def test_anything_in_a_lobby(self, room: Room, request_name: str):
        table = await room.lobby(4, people=[ANN, BEN])
        before, told = shown(table), len(room.heard)
        request = getattr(room.house, request_name)

        with (
            trouble(room.store, "save_lobby", "start_table", "end_table"),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await request(table.id, ANN.user_id)

        assert (shown(table), len(room.heard)) == (before, told)
        await request(table.id, ANN.user_id)
        assert len(room.heard) == told + 1

    async def test_leaving_a_game(self, room: Room):
        table = await room.game(3)
        before, told = shown(table), len(room.heard)

        with trouble(room.store, "change_table"), refused(RefusalCode.UNAVAILABLE):
            await room.house.leave(table.id, ANN.user_id)

        table = await room.house.get(table.id)
        assert (shown(table), len(room.heard)) == (before, told)
        await room.house.leave(table.id, ANN.user_id)

    async def test_reading(self, room: Room):
        table = await room.game(2)
        later = await room.restarted()
        with trouble(room.store, "load"), refused(RefusalCode.UNAVAILABLE):
            await later.house.get(table.id)
        with trouble(room.store, "tables_of"), refused(RefusalCode.UNAVAILABLE):
            await later.house.tables_of(GUILD, ANN.user_id)
        with trouble(room.store.rolls, "board"), refused(RefusalCode.UNAVAILABLE):
            await later.house.board(GUILD, by=Measure.WINS)

        assert shown(await later.house.get(table.id)) == shown(table)
        await later.house.stop()

    async def test_a_real_lock_on_the_file(self, sqlite_url: str):
        store = await Store.open(sqlite_url, busy_timeout=0.01)
        room = Room(store)
        table = await room.game(2)
        with somebody_writes(sqlite_url), refused(RefusalCode.UNAVAILABLE):
            await room.act(table)

        await room.act(table)
        assert len(await room.journal(table)) == 1
        await store.close()


class TestClockWork:
    """What the clocks bring about is tried again until it can be written."""

    async def test_computers_move_when_the_trouble_is_over(self, room: Room):
        table = await room.game(1, computers=2)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        plies = table.plies
        with trouble(room.store, "append"):
            await room.clock.advance(60)
        assert (await room.house.get(table.id)).plies == plies

        await room.clock.advance(10)

        table = await room.house.get(table.id)
        assert [row.by for row in (await room.journal(table))[plies:]] == ["computer"] * 2

    async def test_a_deadline_is_kept_late_but_once(self, room: Room):
        table = await room.game(2)
        with trouble(room.store, "append"):
            await room.clock.advance(LIVE + 20)
        await room.clock.advance(10)

        assert [row.by for row in await room.journal(table)] == ["clock"]

    async def test_an_idle_lobby_closes_when_it_can(self, room: Room):
        table = await room.lobby(4)
        with trouble(room.store, "end_table"):
            await room.clock.advance(RULES.lobby_idle + 60)
        assert (await room.house.get(table.id)).status is Status.LOBBY

        await room.clock.advance(10)

        assert (await room.house.get(table.id)).closed_reason == "idle"
        assert room.kinds.count(NoticeKind.CANCELLED) == 1

    async def test_who_could_not_be_marked_away_is_later(self, room: Room):
        """Both people are late; the table pauses in the end, and closes when it said."""
        table = await room.game(2)
        with trouble(room.store, "append", after=3):
            await room.clock.advance(5 * LIVE)
        await room.clock.advance(4 * LIVE)

        table = await room.house.get(table.id)
        assert table.paused
        assert [seat.away for seat in (await room.stored(table)).seats] == [True, True]
        assert [row.by for row in await room.journal(table)] == ["clock"] * 4
        assert table.closes_at is not None
        assert table.closes_at == (await room.stored(table)).table.closes_at
        await room.clock.advance(PAUSED_FOR)
        assert (await room.house.get(table.id)).closed_reason == "paused"


@pytest.mark.parametrize("written", UNKNOWN_OUTCOME)
class TestUnknownOutcome:
    """The connection broke during the commit: the table is read anew, whatever became of it."""

    async def test_a_move(self, room: Room, written: bool):
        table = await room.game(2)
        seat, action, told = on_turn(table), gentle(playing(table)), len(room.heard)
        with (
            trouble(room.store, "append", certain=False, written=written),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.act(table, seat, action)

        table = await room.house.get(table.id)
        assert table.plies == len(await room.journal(table)) == (1 if written else 0)
        assert len(room.heard) - told == (1 if written else 0)
        if written:
            with refused(RefusalCode.NOT_YOUR_TURN):
                await room.act(table, seat, action, decision=0)
        await room.act(table)
        assert (await room.house.get(table.id)).plies == len(await room.journal(table))

    async def test_the_last_move(self, room: Room, written: bool):
        """If it was written, everybody has to hear how the game ended, though nobody asks."""
        table = await room.game(2, options={"chips": 1})
        while len(playing(table).legal_actions(on_turn(table))) > 0:
            twin = playing(table).clone()
            twin.apply(on_turn(table), rash(twin))
            if twin.is_terminal():
                break
            await room.act(table, action=rash(playing(table)))
        with (
            trouble(room.store, "append", certain=False, written=written),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.act(table, action=rash(playing(table)))

        await room.clock.advance(10)

        assert room.kinds.count(NoticeKind.FINISHED) == (1 if written else 0)
        table = await room.play_out(table)
        assert room.kinds.count(NoticeKind.FINISHED) == 1
        assert room.heard[-1].table is table
        assert (await room.house.board(GUILD, by=Measure.WINS)).total == 2

    async def test_sitting_down(self, room: Room, written: bool):
        table = await room.lobby(2)
        with (
            trouble(room.store, "start_table", certain=False, written=written),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.house.join(table.id, BEN, room.click())

        table = await room.house.get(table.id)
        assert (table.seat_of(BEN.user_id), table.status) == (
            (1, Status.PLAYING) if written else (None, Status.LOBBY)
        )
        if not written:
            await room.house.join(table.id, BEN, room.click())
        assert room.kinds.count(NoticeKind.STARTED) == 1
        await room.act(table)

    async def test_opening(self, room: Room, written: bool):
        """If it was written nobody knows of the lobby, but it closes like any other."""
        with (
            trouble(room.store, "create_table", certain=False, written=written),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.lobby(3)
        assert len(await room.store.live()) == (1 if written else 0)

        await room.clock.advance(SPACING + RULES.lobby_idle)

        assert await room.store.live() == []

    async def test_changing_seats(self, room: Room, written: bool):
        """If it was written, everybody has to hear where Ben sits now, though nobody asks."""
        table = await room.lobby(4, people=[ANN, BEN])
        told = len(room.heard)
        with (
            trouble(room.store, "save_lobby", certain=False, written=written),
            refused(RefusalCode.UNAVAILABLE),
        ):
            await room.house.sit(table.id, BEN.user_id, 3)

        await room.clock.advance(10)

        table = await room.house.get(table.id)
        assert [seat.place for seat in table.seats] == [0, 3 if written else 1]
        assert room.kinds[told:] == ([NoticeKind.LOBBY] if written else [])

    async def test_a_computers_move(self, room: Room, written: bool):
        table = await room.game(1, computers=2)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        plies = table.plies
        with trouble(room.store, "append", certain=False, written=written):
            await room.clock.advance(PAUSE)
        await room.clock.advance(30)

        table = await room.house.get(table.id)
        assert table.plies == plies + 2
        assert on_turn(table) == 0
        assert [row.by for row in (await room.journal(table))[plies:]] == ["computer"] * 2


async def test_whoever_waits_behind_a_doubtful_move_sees_the_table_read_anew(room: Room):
    table = await room.game(2)
    with trouble(room.store, "append", certain=False, written=True):
        outcomes = await asyncio.gather(
            *(room.act(table) for _ in range(3)), return_exceptions=True
        )

    codes = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
    assert codes == [RefusalCode.UNAVAILABLE, *[RefusalCode.NOT_YOUR_TURN] * 2]
    assert len(await room.journal(table)) == 1


async def test_a_click_that_is_cancelled_is_made_or_not_but_never_half(room: Room):
    table = await room.game(2)
    for wait in range(6):
        seat = on_turn(table)
        click = asyncio.ensure_future(room.act(table))
        for _ in range(wait):
            await asyncio.sleep(0)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)
        await room.clock.settled()

        table = await room.house.get(table.id)
        rows = await room.journal(table)
        assert table.plies == len(rows)
        assert on_turn(table) == seat or len(rows) > 0
        await room.act(table)


async def test_a_table_is_not_read_anew_before_what_nobody_waits_for_is_written(room: Room):
    """Else it would be as before: nobody would know that the last one has left."""
    table = await room.game(1, computers=1)
    busy: list[bool] = []

    def noting(load: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def note(*args: Any) -> Any:
            busy.append(room.store._writer.lock.locked())
            return await load(*args)

        return note

    with replaced(room.store, "load", by=noting):
        async with room.store._writer.lock:  # somebody else is writing
            leaving = asyncio.ensure_future(room.house.leave(table.id, ANN.user_id))
            await many_turns()
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            reading = asyncio.ensure_future(room.house.get(table.id))
            await many_turns()
        read = await reading

    assert busy == [False]
    assert (read.status, read.closed_reason) == (Status.CANCELLED, "abandoned")


async def many_turns() -> None:
    """Let the others go on as far as they get."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_one_table_in_trouble_doesnt_hold_up_the_others(room: Room):
    bad, good = await room.game(2), await room.game(2)
    with trouble(room.store, "append", after=1):
        await room.act(good)
        with refused(RefusalCode.UNAVAILABLE):
            await room.act(bad)
    await room.act(good)

    assert (good.plies, bad.plies) == (2, 0)
