"""People who have themselves deleted: in the middle of a game, in a lobby, and while they click."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.house.housekeeping import FIRST, SPACING
from engine.house.privacy import Forgotten
from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import ActionRow
from engine.table import Person, Stance, Status, Table
from tests.engine.house.room import (
    BEN,
    CLEO,
    GUILD,
    Room,
    SlowThinker,
    held_up,
    on_turn,
    playing,
    rash,
    refused,
    replaced,
    trouble,
)
from tests.engine.store.people import contents, mentions

ANN = Person(700_000_000_000_000_101, "Ann Onymous")
ELSEWHERE = GUILD + (1 << 22)


def numbers(table: Table) -> list[int | None]:
    return [seat.user_id for seat in table.seats]


async def traces(url: str, person: Person = ANN) -> set[tuple[str, str]]:
    """Where the person is still to be found in the database."""
    return mentions(await contents(url), person.user_id, person.name)


class TestDuringAGame:
    async def test_a_computer_takes_the_seat_and_the_others_play_on(self, room: Room, url: str):
        table = await room.game([ANN, BEN, CLEO])
        seat = table.seat_of(ANN.user_id)
        assert seat is not None
        await room.reach_turn_of(table, ANN)
        await room.act(table)

        assert await room.house.forget(ANN.user_id, GUILD) == Forgotten(done=1, later=0)

        assert await traces(url) == set()
        assert table.seats[seat].user_id is not None
        assert (table.seats[seat].user_id or 0) < 0
        assert (table.seats[seat].name, table.seats[seat].left) == ("", True)
        assert table.host_id == BEN.user_id
        assert room.kinds[-1] is NoticeKind.SEATS
        await room.play_out(table)
        assert table.status is Status.FINISHED
        assert await traces(url) == set()

    async def test_the_result_names_a_former_player_and_the_others(self, room: Room, url: str):
        table = await room.game([ANN, BEN], options={"chips": 1})
        await room.house.forget(ANN.user_id, GUILD)
        await room.play_out(table)
        results = {row["user_id"]: row for row in (await contents(url))["results"]}
        assert set(results) == set(numbers(table))
        former = next(number for number in results if number < 0)
        assert results[former]["name"] == ""
        assert not results[former]["won"]
        assert results[BEN.user_id]["name"] == "Ben"

    async def test_chips_add_up_and_their_stake_stays_in_the_pot(self, room: Room, url: str):
        table = await room.game([ANN, BEN, CLEO], stake=10, options={"chips": 1})
        await room.house.forget(ANN.user_id, GUILD)
        await room.play_out(table)

        rows = await contents(url)
        balances = {(row["kind"], row["owner"]): row["balance"] for row in rows["accounts"]}
        assert sum(balances.values()) == 0
        assert balances["pot", table.id] == 0
        purses = {owner: n for (kind, owner), n in balances.items() if kind == "member"}
        former = min(purses)
        assert sorted(purses) == sorted({former, BEN.user_id, CLEO.user_id})
        assert purses.pop(former) == 190
        # unless the seat that she left wins: then it is the house's
        assert sorted(purses.values()) in ([190, 220], [190, 190])

    async def test_others_keep_chips_ratings_and_places(self, room: Room, url: str):
        for _ in range(3):
            await room.play_out(await room.game([ANN, BEN, CLEO], stake=10, options={"chips": 1}))
        kinds = ("accounts", "transfers", "results", "ratings", "standings", "members")
        before = await contents(url)

        await room.house.forget(ANN.user_id, GUILD)

        after = await contents(url)
        for kind in kinds:
            others = [row for row in before[kind] if ANN.user_id not in row.values()]
            assert others
            assert [row for row in after[kind] if row in others] == others
            assert len(after[kind]) == len(before[kind])

    async def test_it_is_the_same_after_a_restart(self, room: Room):
        table = await room.game([ANN, BEN])
        await room.house.forget(ANN.user_id, GUILD)
        later = await room.restarted(1)
        again = await later.house.get(table.id)
        assert (numbers(again), again.host_id) == (numbers(table), BEN.user_id)
        await later.play_out(again)
        await later.house.stop()

    async def test_who_is_erased_in_every_server_leaves_every_table(self, room: Room, url: str):
        tables = [await room.game([ANN, BEN], guild_id=guild) for guild in (GUILD, ELSEWHERE)]
        lobby = await room.lobby(3, people=[ANN, BEN], guild_id=ELSEWHERE)

        assert await room.house.forget(ANN.user_id, None) == Forgotten(done=2, later=0)

        assert await traces(url) == set()
        assert [seat.name for seat in lobby.seats] == ["Ben"]
        assert lobby.host_id == BEN.user_id
        one, two = (next(n for n in numbers(table) if n and n < 0) for table in tables)
        assert one != two

    async def test_another_server_keeps_them_seated(self, room: Room):
        other = await room.game([ANN, BEN], guild_id=ELSEWHERE)
        await room.game([ANN, BEN])
        await room.house.forget(ANN.user_id, GUILD)
        assert other.seat_of(ANN.user_id) is not None
        assert [t.id for t in await room.house.tables_of(ELSEWHERE, ANN.user_id)] == [other.id]

    async def test_the_last_person_closes_the_table(self, room: Room, url: str):
        table = await room.game([ANN], computers=2)
        await room.house.forget(ANN.user_id, GUILD)
        assert (await room.house.get(table.id)).closed_reason == "abandoned"
        assert await traces(url) == set()

    async def test_old_buttons_of_theirs_do_nothing(self, room: Room):
        table = await room.game([ANN, BEN])
        seat = table.seat_of(ANN.user_id)
        assert seat is not None
        await room.house.forget(ANN.user_id, GUILD)
        with refused(RefusalCode.NOT_SEATED):
            await room.house.act(table.id, ANN.user_id, seat, 0, "KS", room.click())

    async def test_a_table_that_is_over_shows_it_too(self, room: Room):
        table = await room.play_out(await room.game([ANN, BEN], options={"chips": 1}))
        heard = len(room.heard)
        await room.house.forget(ANN.user_id, GUILD)
        again = await room.house.get(table.id)
        assert again is not table
        assert sorted(n < 0 for n in numbers(again) if n) == [False, True]
        assert again.salt == table.salt
        assert len(room.heard) == heard, "its message isn't posted anew"

    async def test_choices_stay_unless_all_is_deleted(self, room: Room):
        await room.house.set_hand_layout(ANN.user_id, "rows")
        await room.house.forget(ANN.user_id, GUILD)
        assert await room.house.hand_layout(ANN.user_id) == "rows"
        await room.house.forget(ANN.user_id, None)
        assert await room.house.hand_layout(ANN.user_id) == ""

    async def test_a_second_time_there_is_nothing_to_do(self, room: Room):
        await room.game([ANN, BEN])
        await room.house.forget(ANN.user_id, GUILD)
        assert await room.house.forget(ANN.user_id, GUILD) == Forgotten(done=0, later=0)

    async def test_who_comes_back_is_new(self, room: Room):
        table = await room.play_out(await room.game([ANN, BEN], options={"chips": 1}))
        await room.house.forget(ANN.user_id, GUILD)
        new = await room.game([ANN, BEN])
        assert new.seat_of(ANN.user_id) is not None
        exported = json.dumps(await room.house.export(ANN.user_id))
        assert f'"table": {new.id}' in exported
        assert f'"table": {table.id},' not in exported

    async def test_the_log_says_not_whom(self, room: Room, caplog: pytest.LogCaptureFixture):
        caplog.set_level("INFO")  # below it the drivers log every row; the bot keeps them quiet
        await room.game([ANN, BEN])
        caplog.clear()
        await room.house.forget(ANN.user_id, GUILD)
        assert "erased" in caplog.text
        assert str(ANN.user_id) not in caplog.text
        assert ANN.name not in caplog.text


async def taken_over(room: Room) -> tuple[Table, int, list[ActionRow]]:
    """A game in which Cleo has Ann's seat; what Ann had played there."""
    table = await room.game([ANN, BEN])
    await room.house.let_sit(table.id, ANN.user_id, allowed=True)
    for _ in range(6):
        await room.act(table)
    seat = table.seat_of(ANN.user_id)
    assert seat is not None
    await room.clock.advance(1)
    await room.house.leave(table.id, ANN.user_id)
    await room.clock.advance(1)
    await room.house.take_seat(table.id, CLEO, seat, room.click())
    theirs = [row for row in await room.journal(table) if row.seat == seat and row.by == "person"]
    assert len(theirs) == 3
    return table, seat, theirs


async def plays(room: Room, person: Person) -> list[int]:
    """The plies of those plays that somebody is handed out."""
    (server,) = (await room.house.export(person.user_id))["servers"]
    return [play["ply"] for play in server.get("plays", [])]


class TestASeatThatSomebodyElseHasTakenOver:
    async def test_newcomers_are_handed_out_their_own_plays_alone(self, room: Room):
        table, seat, _ = await taken_over(room)
        assert await plays(room, CLEO) == []
        await room.reach_turn_of(table, CLEO)
        await room.act(table)
        own = [row.ply for row in await room.journal(table) if row.seat == seat][3:]
        assert await plays(room, CLEO) == own[-1:]

        await room.play_out(table)

        last = [row.ply for row in await room.journal(table) if row.seat == seat]
        assert await plays(room, CLEO) == [ply for ply in last if ply >= own[-1]]

    async def test_who_comes_back_to_their_own_seat_is_handed_out_all(self, room: Room):
        table = await room.game([ANN, BEN], options={"chips": 1})
        for _ in range(4):
            await room.act(table)
        seat = table.seat_of(ANN.user_id)
        assert seat is not None
        await room.clock.advance(1)
        await room.house.leave(table.id, ANN.user_id)
        await room.clock.advance(1)
        await room.house.rejoin(table.id, ANN.user_id)
        for over in (False, True):
            if over:
                await room.play_out(table)
                await room.store.keeping.tidy(room.clock.now() + 60 * 86_400.0, 50)
            own = [row.ply for row in await room.journal(table) if row.seat == seat]
            assert await plays(room, ANN) == own

    async def test_nothing_tells_any_more_by_which_clicks_the_first_one_played(self, room: Room):
        table, seat, _ = await taken_over(room)
        await room.reach_turn_of(table, CLEO)
        await room.act(table)
        known = {row.ply: row.interaction_id for row in await room.journal(table) if row.by}
        own = [row for row in await room.journal(table) if row.seat == seat]
        assert [known[row.ply] is None for row in own] == [True] * (len(own) - 1) + [False]
        others = [row for row in await room.journal(table) if row.seat != seat]
        assert all(row.interaction_id for row in others)


class TestClicksUnderWay:
    """What was asked before the deletion, and would be written after it."""

    @pytest.mark.parametrize("what", ["join", "open", "layout", "settings", "sit"])
    async def test_brings_nothing_back(self, room: Room, url: str, what: str):
        lobby = await room.lobby(4, people=[BEN])
        asks: dict[str, tuple[str, Callable[[], object]]] = {
            "join": ("save_lobby", lambda: room.house.join(lobby.id, ANN, room.click())),
            "open": ("create_table", lambda: room.lobby(3, people=[ANN])),
            "layout": ("set_choices", lambda: room.house.set_hand_layout(ANN.user_id, "rows")),
            "settings": ("change_settings",
                         lambda: room.house.change_settings(GUILD, ANN, pace="slow")),
            "sit": ("save_lobby", lambda: room.house.sit(lobby.id, ANN.user_id, 3)),
        }  # fmt: skip
        method, ask = asks[what]
        await room.game([ANN, CLEO])
        if what == "sit":
            await room.house.join(lobby.id, ANN, room.click())

        async def click() -> None:
            with room.house.errand(GUILD, ANN.user_id), refused(RefusalCode.ERASED):
                await ask()  # type: ignore[misc]

        async with held_up(room.store, method) as arrived:
            under_way = asyncio.ensure_future(click())
            await arrived.wait()
            # the lobby itself is held by the click; what is not, is deleted at once
            deletion = asyncio.ensure_future(room.house.forget(ANN.user_id, None))
            await asyncio.sleep(0)
        await asyncio.gather(under_way, deletion)

        assert await traces(url) == set()
        assert ANN.user_id not in numbers(await room.house.get(lobby.id))

    async def test_a_click_that_comes_in_between_is_told_to_wait(self, room: Room, url: str):
        await room.game([ANN, BEN])
        async with held_up(room.store, "change_table") as arrived:
            deletion = asyncio.ensure_future(room.house.forget(ANN.user_id, GUILD))
            await arrived.wait()
            with room.house.errand(GUILD, ANN.user_id), refused(RefusalCode.ERASED):
                await room.lobby(3, people=[ANN])
        await deletion
        assert await traces(url) == set()

    async def test_confirmed_twice_at_once_it_is_done_once(self, room: Room, url: str):
        await room.game([ANN, BEN])

        async def confirm() -> Forgotten:
            with room.house.errand(GUILD, ANN.user_id):
                return await room.house.forget(ANN.user_id, GUILD)

        outcomes = await asyncio.gather(confirm(), confirm(), return_exceptions=True)
        assert Forgotten(done=1, later=0) in outcomes
        assert await traces(url) == set()

    async def test_a_computer_that_thinks_for_them_plays_on(self, room: Room, url: str):
        table = await room.game([ANN], computers=2)
        await room.house.leave((await room.lobby(3, people=[ANN])).id, ANN.user_id)
        await room.reach_turn_of(table, ANN)
        await room.act(table)
        thinker = room.house.thinker = SlowThinker()
        await room.clock.advance(2, settle=False)
        await thinker.asked.wait()
        await room.house.forget(ANN.user_id, GUILD)
        thinker.answer.set()
        await room.clock.settled()
        assert await traces(url) == set()

    async def test_the_last_move_of_the_game_in_the_same_moment(self, room: Room, url: str):
        table, action = await before_the_end(room)

        await asyncio.gather(room.act(table, action=action), room.house.forget(ANN.user_id, GUILD))

        assert await traces(url) == set()
        results = [row for row in (await contents(url))["results"] if row["table_id"] == table.id]
        (bens,) = [row for row in results if row["user_id"] == BEN.user_id]
        assert bens["place"] in (1, 2)

    async def test_what_somebody_else_changes_meanwhile_does_not_bring_them_back(self, room: Room):
        """Ben's wish is on its way as Ann's seat becomes a former player's."""
        table = await room.game([ANN, BEN, CLEO])
        await room.house.leave(table.id, ANN.user_id)
        wishes: list[asyncio.Task[Table]] = []

        def after_a_wish(erase: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def wish_first(*args: Any, **kwargs: Any) -> Any:
                wishes.append(asyncio.create_task(room.house.ask_pause(table.id, BEN.user_id)))
                for _ in range(10):  # as far as it gets without the database
                    await asyncio.sleep(0)
                return await erase(*args, **kwargs)

            return wish_first

        with replaced(room.store.keeping, "erase", by=after_a_wish):  # type: ignore[arg-type]
            async with held_up(room.store, "change_table"):
                assert (await room.house.forget(ANN.user_id, GUILD)).done == 1
            await asyncio.gather(*wishes)

        table = await room.house.get(table.id)
        assert table.wanting(Stance.PAUSE, room.clock.now()) == [BEN.user_id]
        assert ANN.user_id not in numbers(table)
        assert ANN.name not in [seat.name for seat in table.seats]

    async def test_nor_does_another_who_plays_again(self, room: Room, url: str):
        """Ben's click opens the next game, with a place for Ann, as she is erased."""
        old = await room.play_out(await room.game([ANN, BEN], options={"chips": 1}))

        async with held_up(room.store, "create_table") as arrived:
            click = asyncio.create_task(room.house.rematch(old.id, BEN, room.click()))
            await arrived.wait()
            assert (await room.house.forget(ANN.user_id, GUILD)).done == 1
        with refused(RefusalCode.STALE):
            await click

        assert await traces(url) == set()
        new = await room.house.rematch(old.id, BEN, room.click())
        assert new.kept == {}
        assert await traces(url) == set()


async def before_the_end(room: Room) -> tuple[Table, str]:
    """A game of Ann and Ben that ends with what is returned, and Ben is on turn."""
    for luck in range(60):
        table = await room.game([ANN, BEN], options={"chips": 1}, luck=luck)
        while table.status is Status.PLAYING:
            twin, action = playing(table).clone(), rash(playing(table))
            twin.apply(on_turn(table), action)
            if twin.is_terminal() and table.seats[on_turn(table)].user_id == BEN.user_id:
                return table, action
            await room.act(table, action=action)
    raise AssertionError("Ben never ends it")


class TestTrouble:
    @pytest.mark.parametrize("method", ["change_table", "tables_with"])
    async def test_what_fails_is_done_within_the_hour(self, room: Room, url: str, method: str):
        await room.game([ANN, BEN])
        with trouble(room.store, method):
            assert await room.house.forget(ANN.user_id, GUILD) == Forgotten(done=0, later=1)
        assert await traces(url) != set()
        await room.clock.advance(SPACING)
        assert await traces(url) == set()

    async def test_if_nobody_knows_whether_it_was_done_the_tables_are_read_anew(
        self, room: Room, url: str
    ):
        over = await room.play_out(await room.game([ANN, BEN], options={"chips": 1}))
        table = await room.game([ANN, BEN])
        with trouble(room.store.keeping, "erase", certain=False, written=True):  # type: ignore[arg-type]
            assert (await room.house.forget(ANN.user_id, GUILD)).later == 1
        assert await traces(url) == set()
        told = len(room.heard)

        await room.clock.advance(10)

        for table_id in (over.id, table.id):
            read = await room.house.get(table_id)
            assert ANN.user_id not in numbers(read)
            assert ANN.name not in [seat.name for seat in read.seats]
        assert len(room.heard) == told + 1

    async def test_or_after_a_restart(self, room: Room, url: str):
        await room.game([ANN, BEN])
        with trouble(room.store, "change_table"):
            await room.house.forget(ANN.user_id, None)
        later = await room.restarted(5, stop=False)
        await later.clock.advance(FIRST)
        assert await traces(url) == set()
        await later.house.stop()

    async def test_if_it_cant_even_be_noted_nothing_is_done(self, room: Room):
        table = await room.game([ANN, BEN])
        with trouble(room.store.keeping, "ask_erasure"), refused(RefusalCode.UNAVAILABLE):  # type: ignore[arg-type]
            await room.house.forget(ANN.user_id, GUILD)
        assert table.seat_of(ANN.user_id) is not None

    async def test_a_deletion_that_breaks_off_leaves_all_or_nothing(self, room: Room, url: str):
        await room.game([ANN, BEN])
        with trouble(room.store.keeping, "erase"):  # type: ignore[arg-type]
            assert (await room.house.forget(ANN.user_id, GUILD)).later == 1
        named = await traces(url)
        assert ("seats", "user_id") in named
        await room.clock.advance(SPACING)
        assert await traces(url) == set()


class TestTwoProcesses:
    async def test_each_erases_from_its_own_servers(self, room: Room, other: Room, url: str):
        mine, theirs = await room.game([ANN, BEN]), await other.game([ANN, BEN], guild_id=ELSEWHERE)
        room.house.owns = lambda guild_id: guild_id == GUILD
        other.house.owns = lambda guild_id: guild_id == ELSEWHERE
        await other.house.start()

        assert await room.house.forget(ANN.user_id, None) == Forgotten(done=1, later=1)
        assert mine.seat_of(ANN.user_id) is None
        assert theirs.seat_of(ANN.user_id) is not None

        await other.clock.advance(FIRST)
        assert theirs.seat_of(ANN.user_id) is None
        assert await traces(url) == set()

    async def test_a_process_that_hasnt_heard_of_it_writes_no_name(
        self, room: Room, other: Room, url: str
    ):
        """As in a rolling restart: its table still has Ann at her seat when the game ends."""
        table = await room.game([ANN, BEN, CLEO], options={"chips": 1})
        theirs = await other.house.get(table.id)
        await room.house.forget(ANN.user_id, GUILD)
        assert ANN.user_id in numbers(theirs)

        await other.play_out(theirs)

        assert await traces(url) == set()
