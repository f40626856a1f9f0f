"""What the house drops in the course of time, and what becomes of servers that it has left."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text

from engine.house import housekeeping
from engine.house.housekeeping import BREATH, DAY, FIRST, SPACING
from engine.refusal import RefusalCode
from engine.settings import GuildSettings
from engine.store import SettingChangeRow, StanceRow, Store, retention
from engine.store.migration import connect
from engine.store.retention import (
    CANCELLED_KEPT,
    CHANGES_KEPT,
    CLICKS_KEPT,
    JOURNALS_KEPT,
    REMOVED_KEPT,
    TABLES_AT_ONCE,
)
from engine.table import Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    PAUSE,
    Room,
    on_turn,
    playing,
    rash,
    refused,
    replaced,
    trouble,
)
from tests.engine.house.test_taking_seats import until_a_deal
from tests.engine.store.people import Rows, contents, fill

ELSEWHERE = GUILD + (1 << 22)
SHORT: dict[str, Any] = {"options": {"chips": 1}}


async def finished(room: Room, **facts: Any) -> Table:
    return await room.play_out(await room.game([ANN, BEN], **SHORT, **facts))


async def cancelled(room: Room, **facts: Any) -> Table:
    table = await room.game([ANN, BEN], **facts)
    await room.act(table)
    for person in (ANN, BEN):
        await room.house.leave(table.id, person.user_id)
    return table


async def waited_in_vain(room: Room) -> Table:
    """A finished game of which Cleo would have got a seat, had there been another deal."""
    for luck in range(30):
        table = await room.game([ANN, BEN], luck=luck, options={"chips": 2})
        while playing(table).deals < 2:
            await room.act(table, action=rash(playing(table)))
        seat = playing(table).public()["chips"].index(2)
        await room.house.leave(table.id, table.seats[seat].user_id or 0)
        await room.house.take_seat(table.id, CLEO, seat, room.click())
        while table.is_live and table.seats[seat].user_id != CLEO.user_id:
            if on_turn(table) == seat:
                await room.clock.advance(PAUSE)
            else:
                await room.act(table, action=rash(playing(table)))
        if table.status is Status.FINISHED and table.seats[seat].heir_id == CLEO.user_id:
            return table
        await room.house.close_all("test")
    raise AssertionError("there is always another deal")


async def clicks(room: Room, table: Table) -> list[int]:
    """By which clicks people joined and played, as far as is known."""
    stored = await room.stored(table)
    joined = (seat.join_id for seat in stored.seats)
    played = (row.interaction_id for row in stored.actions)
    return [click for click in (*joined, *played) if click]


async def pass_time(room: Room, seconds: float) -> None:
    """Let time pass at once, then a day step by step, so that the daily round comes."""
    room.clock._now += seconds - DAY  # the hours between don't matter
    await room.clock.advance(DAY)


class TestRetention:
    async def test_clicks_go_after_thirty_days_and_the_deal_can_still_be_checked(self, room: Room):
        table = await finished(room)
        await room.store.add_stance(StanceRow(table_id=table.id, kind="kicked", user_id=7, at=0.0))
        known = await clicks(room, table)
        plies = len(await room.journal(table))
        await pass_time(room, CLICKS_KEPT - DAY)
        assert await clicks(room, table) == known

        await pass_time(room, 3 * DAY)

        assert await clicks(room, table) == []
        stored = await room.stored(table)
        assert len(stored.actions) == plies
        assert stored.stances == []
        assert stored.table.salt == table.salt == ",".join(map(str, known[:2]))

    async def test_so_do_those_of_somebody_who_waited_for_their_seat(self, room: Room):
        """Everybody who sat down by a click has been erased: Cleo's plays are all that is left."""
        table = await room.game([ANN, BEN], computers=1)
        await room.house.take_seat(table.id, CLEO, 1, room.click())
        table = await until_a_deal(room, table)
        for person in (ANN, BEN):
            await room.house.forget(person.user_id, GUILD)
        await room.play_out(table)
        assert await clicks(room, table) != []

        await pass_time(room, CLICKS_KEPT + DAY)

        assert await clicks(room, table) == []

    async def test_so_do_those_who_waited_for_a_seat_until_the_end(self, room: Room, url: str):
        table = await waited_in_vain(room)
        await pass_time(room, CLICKS_KEPT + 2 * DAY)
        seats = [row for row in (await contents(url))["seats"] if row["table_id"] == table.id]
        assert [(row["heir_id"], row["heir_name"]) for row in seats] == [(None, None)] * 2

    async def test_tables_without_a_result_go_after_thirty_days(self, room: Room, url: str):
        lobby = await room.lobby(3)
        await room.house.cancel(lobby.id, ANN.user_id)
        game, other = await cancelled(room), await finished(room)
        await pass_time(room, CANCELLED_KEPT - DAY)
        assert len((await contents(url))["tables"]) == 3

        await pass_time(room, 3 * DAY)

        rows = await contents(url)
        assert [row["id"] for row in rows["tables"]] == [other.id]
        assert {row["table_id"] for name in ("seats", "actions") for row in rows[name]} == {
            other.id
        }
        room.house._registry._over.clear()
        for gone in (lobby, game):
            with refused(RefusalCode.UNKNOWN_TABLE):
                await room.house.get(gone.id)

    async def test_nobody_looks_for_one_of_them_any_more(self, room: Room):
        table = await cancelled(room)
        await pass_time(room, CANCELLED_KEPT)
        assert await room.store.load(table.id) is None

        with refused(RefusalCode.UNAVAILABLE):  # an old message asks to be settled
            await room.house.settle(table.id)
        await room.clock.advance(60)

        assert len(room.house.schedule) == 0

    async def test_plays_go_after_a_year_and_results_stay(self, room: Room, url: str):
        table = await finished(room)
        before = (await contents(url))["results"]
        await pass_time(room, JOURNALS_KEPT - DAY)
        assert await room.journal(table)
        assert [each.id for each in await room.house.unsettled()] == [table.id]

        await pass_time(room, 3 * DAY)

        stored = await room.stored(table)
        assert (stored.actions, stored.table.has_journal) == ([], False)
        assert await room.house.unsettled() == [], "it can't be shown any more"
        assert stored.table.status == "finished"
        assert (await contents(url))["results"] == before
        room.house._registry._over.clear()
        with refused(RefusalCode.UNKNOWN_TABLE):
            await room.house.get(table.id)

    async def test_live_tables_keep_everything(self, room: Room):
        table = await room.game([ANN, BEN])
        await room.act(table)
        known = await clicks(room, table)
        assert await room.store.keeping.tidy(room.clock.now() + 1000 * DAY, 50)
        assert await clicks(room, table) == known

    async def test_who_changed_a_setting_is_known_for_a_year(self, room: Room):
        await room.house.change_settings(GUILD, ANN, pace="slow")
        await pass_time(room, CHANGES_KEPT - DAY)
        assert len(await room.house.setting_changes(GUILD, 9)) == 1
        await pass_time(room, 3 * DAY)
        assert await room.house.setting_changes(GUILD, 9) == []
        assert (await room.house.settings(GUILD)).pace == "slow"

    async def test_names_of_people_without_a_game_go(self, room: Room, url: str):
        await finished(room)
        async with connect(url) as connection:
            insert = "INSERT INTO members (guild_id, user_id, name) VALUES (:g, 77, 'Nobody')"
            await connection.execute(text(insert), {"g": GUILD})
        await pass_time(room, 2 * DAY)
        assert {row["name"] for row in (await contents(url))["members"]} == {"Ann", "Ben"}

    async def test_a_seat_in_one_server_keeps_no_name_in_another(self, room: Room, url: str):
        await finished(room)
        async with connect(url) as connection:
            insert = "INSERT INTO members (guild_id, user_id, name) VALUES (:g, :u, 'Annie')"
            await connection.execute(text(insert), {"g": ELSEWHERE, "u": ANN.user_id})
        await pass_time(room, 2 * DAY)
        assert {row["name"] for row in (await contents(url))["members"]} == {"Ann", "Ben"}

    async def test_a_round_a_day_after_the_first(self, room: Room):
        rounds: list[float] = []

        def note(tidy: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
            async def noted(*args: Any) -> Any:
                rounds.append(room.clock.now())
                return await tidy(*args)

            return noted

        began = room.clock.now()
        with replaced(room.store.keeping, "tidy", by=note):  # type: ignore[arg-type]
            await room.clock.advance(3 * DAY)
        assert [at - began for at in rounds] == [FIRST, FIRST + DAY, FIRST + 2 * DAY]

    async def test_few_rows_at_a_time_and_the_rest_a_little_later(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(housekeeping, "MOST", 2)
        lobbies = []
        for _ in range(2 * TABLES_AT_ONCE + 5):
            lobbies.append(lobby := await room.lobby(3))
            await room.house.cancel(lobby.id, ANN.user_id)
        room.clock._now += CANCELLED_KEPT + DAY

        async def left() -> int:
            return sum([await room.store.load(lobby.id) is not None for lobby in lobbies])

        await room.clock.advance(1)
        assert await left() == 5
        await room.clock.advance(BREATH)
        assert await left() == 0

    async def test_trouble_is_tried_again_within_the_hour(self, room: Room):
        table = await finished(room)
        room.clock._now += CLICKS_KEPT + DAY
        with trouble(room.store.keeping, "tidy"):  # type: ignore[arg-type]
            await room.clock.advance(FIRST)
        assert await clicks(room, table) != []
        await room.clock.advance(SPACING)
        assert await clicks(room, table) == []

    async def test_after_a_restart_it_goes_on(self, room: Room):
        table = await finished(room)
        later = await room.restarted(CLICKS_KEPT + DAY, stop=False)
        assert await clicks(later, table) != []
        await later.clock.advance(FIRST)
        assert await clicks(later, table) == []
        await later.house.stop()

    async def test_two_processes_at_once(self, room: Room, other: Room):
        tables = [await finished(room) for _ in range(3)] + [await cancelled(room)]
        await other.house.start()
        for each in (room, other):
            each.clock._now += CLICKS_KEPT + DAY
        await asyncio.gather(room.clock.advance(SPACING), other.clock.advance(SPACING))
        assert [await clicks(room, table) for table in tables[:3]] == [[], [], []]
        assert await room.store.load(tables[3].id) is None

    async def test_the_end_of_the_process_stops_it(self, room: Room):
        await room.house.stop()
        assert room.clock.pending == []


class TestServers:
    """The bot is removed from a server, and perhaps added again."""

    @pytest.fixture
    def here(self, room: Room) -> dict[int, bool | None]:
        """Where the bot is: in both servers, until a test says otherwise."""
        here: dict[int, bool | None] = {GUILD: True, ELSEWHERE: True}
        room.house.is_here = here.get
        return here

    @pytest.fixture
    async def both(self, room: Room, url: str) -> Rows:
        for guild_id in (GUILD, ELSEWHERE):
            await finished(room, guild_id=guild_id)
            await fill(url, guild_id, 4_000 + guild_id, "Zoe")
            await room.house.change_settings(guild_id, ANN, pace="slow")
        async with connect(url) as connection:
            await connection.execute(text("DELETE FROM erasures"))
        return await contents(url)

    async def test_thirty_days_later_all_of_it_is_gone_and_no_other_server_touched(
        self, room: Room, url: str, here: dict[int, bool | None], both: Rows
    ):
        here[GUILD] = False
        await room.house.server_left(GUILD)
        await pass_time(room, REMOVED_KEPT - DAY)
        assert of_server(await contents(url), GUILD) != {}

        await pass_time(room, 3 * DAY)

        after = await contents(url)
        assert of_server(after, GUILD) == {}
        assert set(of_server(both, GUILD)) >= {
            "tables",
            "results",
            "accounts",
            "transfers",
            "standings",
        }
        kept = ("accounts", "transfers", "results", "ratings", "standings", "members", "books")
        for table in kept:
            assert [row for row in both[table] if row["guild_id"] == ELSEWHERE] == [
                row for row in after[table] if row["guild_id"] == ELSEWHERE
            ]
        assert (await room.house.settings(GUILD)) == GuildSettings()
        (theirs,) = [row for row in after["tables"] if row["game"] == "ninetynine"]
        assert (await room.house.get(theirs["id"])).guild_id == ELSEWHERE

    async def test_back_in_time_everything_is_kept_and_the_time_begins_anew(
        self, room: Room, url: str, here: dict[int, bool | None], both: Rows
    ):
        here[GUILD] = False
        await room.house.server_left(GUILD)
        await pass_time(room, REMOVED_KEPT - 2 * DAY)
        here[GUILD] = True
        await room.house.server_back(GUILD)
        await pass_time(room, 5 * DAY)
        here[GUILD] = False
        await room.house.server_left(GUILD)
        await pass_time(room, REMOVED_KEPT - 2 * DAY)
        assert len((await contents(url))["results"]) == len(both["results"])
        await pass_time(room, 4 * DAY)
        assert of_server(await contents(url), GUILD) == {}

    async def test_its_tables_close_at_once(self, room: Room):
        game, lobby = await room.game([ANN, BEN]), await room.lobby(3, people=[CLEO])
        other = await room.game([ANN, BEN], guild_id=ELSEWHERE)
        await room.house.server_left(GUILD)
        assert [table.closed_reason for table in (game, lobby)] == ["removed", "removed"]
        assert other.is_live

    async def test_what_happened_while_nobody_ran_is_noticed(
        self, room: Room, here: dict[int, bool | None], both: Rows
    ):
        here[GUILD] = False
        await room.house.server_left(ELSEWHERE)
        await room.house.take_stock()
        servers = await room.store.keeping.known_servers()
        assert servers == {GUILD: room.clock.now(), ELSEWHERE: None}
        assert both

    async def test_the_first_notice_counts(
        self, room: Room, here: dict[int, bool | None], both: Rows
    ):
        here[GUILD] = False
        began = room.clock.now()
        await room.house.take_stock()
        await room.clock.advance(DAY)
        await room.house.take_stock()
        await room.house.server_left(GUILD)
        assert (await room.store.keeping.known_servers())[GUILD] == began
        assert both

    @pytest.mark.parametrize("why", ["not known yet", "another process's"])
    async def test_a_server_of_which_nothing_is_known_is_left_alone(
        self, room: Room, url: str, here: dict[int, bool | None], both: Rows, why: str
    ):
        here[GUILD] = None if why == "not known yet" else False
        if why != "not known yet":
            room.house.owns = lambda guild_id: guild_id != GUILD
        await room.house.take_stock()
        assert (await room.store.keeping.known_servers())[GUILD] is None
        await room.store.keeping.server_left(GUILD, room.clock.now())
        await pass_time(room, 3 * REMOVED_KEPT)
        assert len((await contents(url))["results"]) == len(both["results"])

    async def test_a_deletion_that_has_begun_is_ended_even_if_the_bot_is_back(
        self, room: Room, url: str, here: dict[int, bool | None], both: Rows,
        monkeypatch: pytest.MonkeyPatch,
    ):  # fmt: skip
        monkeypatch.setattr(housekeeping, "MOST", 1)
        monkeypatch.setattr(retention, "ROWS_AT_ONCE", 1)
        here[GUILD] = False
        await room.house.server_left(GUILD)
        room.clock._now += REMOVED_KEPT + DAY
        await room.clock.advance(FIRST)
        assert of_server(await contents(url), GUILD) != {}, "only a part of it is gone"

        here[GUILD] = True
        await room.house.server_back(GUILD)
        await room.clock.advance(200 * BREATH)

        assert of_server(await contents(url), GUILD) == {}
        assert both

    async def test_a_process_that_is_killed_in_the_middle_is_followed_by_one_that_goes_on(
        self, room: Room, url: str, here: dict[int, bool | None], both: Rows
    ):
        here[GUILD] = False
        await room.house.server_left(GUILD)
        now = room.clock.now() + REMOVED_KEPT
        assert await room.store.keeping.begin_deletion(GUILD, now)
        assert not await room.store.keeping.delete_server(GUILD, 1)
        later = await room.restarted(1, stop=False)
        await later.clock.advance(FIRST)
        assert of_server(await contents(url), GUILD) == {}
        assert both
        await later.house.stop()

    async def test_a_day_too_early_nothing_can_begin(self, store: Store):
        change = SettingChangeRow(
            guild_id=9, at=1.0, user_id=1, name="x", setting="pace", old=None, new=None
        )
        await store.change_settings(9, lambda stored: (stored, [change]))
        await store.keeping.server_left(9, 0.5)
        assert not await store.keeping.begin_deletion(9, REMOVED_KEPT)
        await store.keeping.server_back(9)
        assert not await store.keeping.begin_deletion(9, 9 * REMOVED_KEPT)


def of_server(rows: Rows, guild_id: int) -> dict[str, int]:
    """How many rows of each table are a server's."""
    tables = {row["id"] for row in rows["tables"] if row["guild_id"] == guild_id}
    counts = {
        name: sum(
            1 for row in lines if row.get("guild_id") == guild_id or row.get("table_id") in tables
        )
        for name, lines in rows.items()
    }
    return {name: count for name, count in counts.items() if count}
