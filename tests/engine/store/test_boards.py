"""Boards: shared places, pages, months and days in the server's zone, and where somebody stands."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event

from engine.store import Measure, Period, SettingChangeRow, Store
from engine.store.records import RATED_GAMES, SHARE_GAMES
from engine.store.rolls import Rolls
from tests.engine.store.audit import change, rows
from tests.engine.store.builders import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUILD,
    action,
    computer,
    person,
    playing_table,
    result,
)

NOON = 2_100.0 + 43_200
EVERY = [(by, period) for by in Measure for period in Period]


async def game(
    store: Store,
    *places: int | None,
    at: float = NOON,
    stake: int = 0,
    game: str = "ninetynine",
    level: str = "easy",
    guild_id: int = GUILD,
) -> int:
    """A finished game; the first wins. None is a computer."""
    seats = [
        computer(seat, level=level) if user is None else person(seat, user)
        for seat, user in enumerate(places)
    ]
    table_id = await playing_table(store, *seats, stake=stake, game=game, guild_id=guild_id)
    results = [
        result(
            seat, user, won=seat == 0, place=seat + 1, game=game, guild_id=guild_id, finished_at=at
        )
        for seat, user in enumerate(places)
    ]
    await store.append(action(table_id, 0, deadline=None), results=results, ended_at=at)
    return table_id


async def board(
    store: Store, by: Measure = Measure.WINS, *, at: float = NOON, guild_id: int = GUILD, **facts
) -> list[tuple[int, int | str, int | None]]:
    """Rank, who, and what they are ranked by."""
    page = await store.rolls.board(guild_id, by=by, at=at, **facts)
    return [
        (row.rank, row.standing.user_id or row.standing.level, row.standing.value(by))
        for row in page.rows
    ]


async def set_zone(store: Store, zone: str, at: float) -> None:
    row = SettingChangeRow(
        guild_id=GUILD, at=at, user_id=ANN, name="Ann", setting="timezone", old="", new=zone
    )
    await store.change_settings(GUILD, lambda stored: ({**stored, "timezone": zone}, [row]))


def moment(text: str, zone: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(("by", "period"), EVERY)
async def test_a_server_where_nobody_has_played(store: Store, by: Measure, period: Period):
    page = await store.rolls.board(GUILD, by=by, period=period, game="take5", at=NOON, offset=50)
    assert (page.rows, page.total, page.offset) == ([], 0, 0)
    assert await store.rolls.place(GUILD, ANN, by=by, period=period, at=NOON) is None
    assert (await store.rolls.profile(GUILD, ANN)).total is None


async def test_equal_results_share_a_rank_and_the_next_is_skipped(store: Store):
    await game(store, ANN, CLEO)
    await game(store, BEN, CLEO)
    assert await board(store) == [(1, BEN, 1), (1, ANN, 1), (3, CLEO, 0)]


async def test_a_rank_is_shared_across_pages_and_where_am_i_agrees(store: Store):
    users = range(1001, 1013)
    for user in users:
        await game(store, user, CLEO)
    seen = []
    for offset in range(0, 13, 5):
        seen += await board(store, offset=offset, limit=5)
    assert [rank for rank, _, _ in seen] == [1] * 12 + [13]
    assert len({who for _, who, _ in seen}) == 13
    for place, (rank, who, _) in enumerate(seen):
        found = await store.rolls.place(GUILD, int(who), by=Measure.WINS, at=NOON)
        assert found is not None
        assert (found.rank, found.offset) == (rank, place)


async def test_beyond_the_end_there_is_the_last_page(store: Store):
    for user in range(1001, 1007):
        await game(store, user, CLEO)
    page = await store.rolls.board(GUILD, by=Measure.WINS, at=NOON, offset=10**9, limit=3)
    assert (page.offset, page.total, len(page.rows)) == (6, 7, 1)
    page = await store.rolls.board(GUILD, by=Measure.WINS, at=NOON, offset=-4, limit=3)
    assert page.offset == 0


async def test_chips_are_what_games_brought(store: Store):
    await game(store, ANN, BEN, None, stake=10)
    await game(store, BEN, ANN)
    assert await board(store, Measure.CHIPS) == [(1, ANN, 20), (2, BEN, -10)]


async def test_a_share_takes_some_games(store: Store):
    for number in range(SHARE_GAMES):
        assert await board(store, Measure.SHARE) == []
        assert await store.rolls.place(GUILD, ANN, by=Measure.SHARE, at=NOON) is None
        await game(store, *((ANN, BEN) if number < 2 else (BEN, ANN)))
    assert await board(store, Measure.SHARE) == [(1, BEN, 600), (2, ANN, 400)]


async def test_a_streak_ends_with_a_loss_and_its_best_stays(store: Store):
    for winner in (ANN, ANN, BEN, ANN):
        await game(store, winner, BEN if winner == ANN else ANN)
    table_id = await playing_table(store)
    await store.end_table(table_id, status="cancelled", reason="agreed", at=NOON)
    assert await board(store, Measure.STREAK) == [(1, ANN, 2), (2, BEN, 1)]
    total = (await store.rolls.profile(GUILD, ANN)).total
    assert total is not None
    assert (total.streak, total.best_streak) == (1, 2)


async def test_ratings_count_people_against_people(store: Store):
    await game(store, ANN, None)
    assert await board(store, Measure.RATING) == []
    await game(store, None, ANN, None, BEN, None)
    (first, second) = await board(store, Measure.RATING)
    assert (first[1], second[1]) == (ANN, BEN)
    assert await board(store, Measure.RATING, game="take5") == []
    curve = await store.rolls.rating_curve(GUILD, "ninetynine", ANN)
    assert [point.rating for point in curve] == [first[2]]


async def test_a_rating_is_provisional_until_enough_rated_games(store: Store):
    for number in range(1, RATED_GAMES + 1):
        await game(store, ANN, None)
        table_id = await game(store, ANN, BEN)
        total = (await store.rolls.profile(GUILD, ANN)).total
        assert total is not None
        table = await store.rolls.finished_table(GUILD, table_id)
        assert table is not None
        assert total.provisional is table.seats[0].provisional is (number < RATED_GAMES)
        assert (total.rating, total.rated) == (table.seats[0].rating, number)


async def test_over_all_games_a_rating_is_the_best_one(store: Store):
    await game(store, ANN, BEN)
    await game(store, BEN, ANN, game="take5")
    profile = await store.rolls.profile(GUILD, ANN)
    ratings = {each.game: each.rating for each in profile.games}
    assert profile.total is not None
    assert profile.total.rating == ratings["ninetynine"]
    assert ratings["take5"] is not None
    assert profile.total.rating is not None
    assert profile.total.rating > ratings["take5"]


async def test_computers_are_there_when_asked_for_by_level(store: Store):
    await game(store, None, ANN, level="hard")
    await game(store, None, ANN, level="hard")
    await game(store, ANN, None, level="easy")
    assert await board(store) == [(1, ANN, 1)]
    assert await board(store, computers=True) == [(1, "hard", 2), (2, ANN, 1), (3, "easy", 0)]
    found = await store.rolls.place(GUILD, ANN, by=Measure.WINS, at=NOON, computers=True)
    assert found is not None
    assert (found.rank, found.offset) == (2, 1)
    assert await board(store, Measure.CHIPS, computers=True) == [(1, ANN, 0)]


async def test_games_and_servers_are_counted_apart(store: Store):
    await game(store, ANN, BEN)
    await game(store, BEN, ANN, game="take5")
    await game(store, CLEO, DAN, guild_id=9)
    assert await board(store, game="take5") == [(1, BEN, 1), (2, ANN, 0)]
    assert await board(store) == [(1, BEN, 1), (1, ANN, 1)]
    assert await board(store, guild_id=9) == [(1, CLEO, 1), (2, DAN, 0)]
    assert await store.rolls.place(GUILD, CLEO, by=Measure.WINS, at=NOON) is None


class TestTime:
    @pytest.mark.parametrize(
        ("zone", "last", "first"),
        [
            ("Asia/Tokyo", "2026-01-31T23:59:59.999", "2026-02-01T00:00:00"),
            ("Europe/Berlin", "2026-03-31T23:30", "2026-04-01T00:00:00"),
            ("Australia/Lord_Howe", "2026-03-31T23:45", "2026-04-01T00:00:00"),
        ],
    )
    async def test_a_month_begins_at_midnight_there(self, store: Store, zone, last, first):
        await set_zone(store, zone, 0.0)
        end, start = moment(last, zone), moment(first, zone)
        await game(store, ANN, BEN, at=end)
        await game(store, BEN, ANN, at=start)
        assert await board(store, at=start, period=Period.MONTH) == [(1, BEN, 1), (2, ANN, 0)]
        page = await store.rolls.board(GUILD, by=Measure.WINS, period=Period.MONTH, at=start)
        assert page.since == start
        assert await board(store, at=start) == [(1, BEN, 1), (1, ANN, 1)]

    async def test_the_last_seven_days_are_today_and_six_before(self, store: Store):
        zone = "Europe/Berlin"
        await set_zone(store, zone, 0.0)
        day = moment("2026-03-25T00:00", zone)  # the clocks go forward on the 29th
        await game(store, ANN, BEN, at=day - 1)
        await game(store, BEN, ANN, at=day)
        until = moment("2026-03-31T23:59:59", zone)
        assert await board(store, at=until, period=Period.WEEK) == [(1, BEN, 1), (2, ANN, 0)]
        assert await board(store, at=until + 1, period=Period.WEEK) == []
        page = await store.rolls.board(GUILD, by=Measure.WINS, period=Period.WEEK, at=until)
        assert page.since == day

    async def test_a_streak_within_seven_days_is_of_those_days(self, store: Store):
        for at in (NOON, NOON + 86_400, NOON + 7 * 86_400):
            await game(store, ANN, BEN, at=at)
        later = NOON + 7 * 86_400
        assert (await board(store, Measure.STREAK, at=later, period=Period.WEEK))[0] == (1, ANN, 2)
        assert (await board(store, Measure.STREAK, at=later))[0] == (1, ANN, 3)

    async def test_another_zone_counts_anew(self, store: Store):
        """What was still the last month there has never been of this one."""
        at = moment("2026-02-01T00:30", "UTC")
        await game(store, ANN, BEN, at=at - 3_600, stake=10)
        await game(store, BEN, ANN, at=at)
        await game(store, BEN, ANN, at=at + 7_200)
        assert await board(store, at=at + 7_200, period=Period.MONTH) == [(1, BEN, 2), (2, ANN, 0)]
        await set_zone(store, "America/New_York", at + 7_200)
        assert await board(store, Measure.CHIPS, at=at + 7_200, period=Period.MONTH) == [
            (1, ANN, 10),
            (2, BEN, -10),
        ]
        await set_zone(store, "UTC", at + 7_200)
        assert await board(store, at=at + 7_200, period=Period.MONTH) == [(1, BEN, 2), (2, ANN, 0)]

    async def test_months_and_weeks_that_are_over_are_cleared_away(self, store: Store, url: str):
        await game(store, ANN, BEN, at=NOON)
        for _ in range(4):
            await game(store, CLEO, DAN, at=NOON + 90 * 86_400)
        old = await rows(url, "SELECT * FROM standings WHERE user_id = :ann", ann=ANN)
        assert {row.period for row in old} == {0}


class TestAnew:
    """Ratings and standings made again from the results."""

    async def contents(self, url: str) -> list:
        standings = await rows(url, "SELECT * FROM standings ORDER BY period, game, level, user_id")
        ratings = await rows(url, "SELECT * FROM ratings ORDER BY game, user_id")
        results = await rows(url, "SELECT * FROM results ORDER BY table_id, seat")
        return [tuple(row) for row in (*standings, *ratings, *results)]

    async def play(self, store: Store) -> None:
        await game(store, ANN, BEN, CLEO, stake=10)
        await game(store, BEN, None, ANN, stake=7)
        await game(store, CLEO, ANN, game="take5", at=NOON + 5)
        await game(store, DAN, BEN, at=NOON - 3_600)  # the clock was put back
        table_id = await playing_table(store, person(0, ANN), person(1, BEN), computer(2), stake=10)
        await store.update_seat(table_id, 0, left_at=2_050.0)
        results = [
            result(0, ANN, won=True), result(1, BEN, won=False), result(2, None, won=False)
        ]  # fmt: skip
        await store.append(action(table_id, 0), results=results, ended_at=NOON)

    async def test_it_gives_the_same_numbers(self, store: Store, url: str):
        await self.play(store)
        before = await self.contents(url)
        found = await store.rolls.rebuild([GUILD], {}, NOON)
        assert (found.results, found.ratings, found.standings) == (0, 0, 0)
        assert await self.contents(url) == before

    async def test_it_mends_what_is_wrong_and_says_so(self, store: Store, url: str):
        await self.play(store)
        before = await self.contents(url)
        await change(url, "UPDATE ratings SET mu = mu + 1 WHERE user_id = :ann", ann=ANN)
        await change(url, "DELETE FROM standings WHERE user_id = :ben", ben=BEN)
        await change(url, "UPDATE results SET chips = chips + 1, mu = mu + 1")
        found = await store.rolls.rebuild([GUILD], {}, NOON)
        assert found.ratings == 2
        assert found.standings > 10
        assert found.results > 10
        assert await self.contents(url) == before

    async def test_a_former_player_stays_somebody(self, store: Store, url: str):
        """Others' ratings don't change when somebody's id is another one."""
        await self.play(store)
        for table in ("ratings", "standings", "results"):
            await change(url, f"UPDATE {table} SET user_id = -77 WHERE user_id = {BEN}")  # noqa: S608
        for side in ("from", "to"):
            await change(
                url,
                f"UPDATE transfers SET {side}_owner = -77 WHERE {side}_owner = {BEN}",  # noqa: S608
            )
        before = await self.contents(url)
        found = await store.rolls.rebuild([GUILD], {}, NOON)
        assert (found.results, found.ratings, found.standings) == (0, 0, 0)
        assert await self.contents(url) == before
        assert -77 in [who for _, who, _ in await board(store)]


async def plans(url: str, ask: Callable[[Rolls], Awaitable[object]]) -> list[list[str]]:
    """By which steps SQLite finds what is asked, question by question, in a store with games."""
    store = await Store.open(url)
    asked: list[str] = []

    def listen(_connection, _cursor, statement, *_rest) -> None:
        asked.append(statement)

    event.listen(store._reader.sync_engine, "before_cursor_execute", listen)
    try:
        for user in range(1001, 1010):
            await game(store, user, CLEO)
        await ask(store.rolls)
    finally:
        await store.close()
    with closing(sqlite3.connect(url.removeprefix("sqlite+aiosqlite:///"))) as file:
        return [
            [
                row[3]
                for row in file.execute(
                    f"EXPLAIN QUERY PLAN {question}", [0] * question.count("?")
                ).fetchall()
            ]
            for question in asked
            if question.startswith("SELECT")
        ]


@pytest.mark.parametrize("by", list(Measure))
async def test_a_page_is_found_by_an_index_that_holds_its_order(sqlite_url: str, by: Measure):
    async def ask(rolls: Rolls) -> None:
        await rolls.board(GUILD, by=by, at=NOON, limit=3)
        await rolls.place(GUILD, CLEO, by=by, at=NOON)

    found = [" ".join(steps) for steps in await plans(sqlite_url, ask)]
    found = [steps for steps in found if "standings" in steps]
    assert found
    for steps in found:
        assert "SCAN standings" not in steps
        assert "SEARCH standings USING" in steps


async def test_no_question_about_a_person_looks_through_what_is_others(sqlite_url: str):
    """In a server with 100,000 games that would take a fifth of a second each time."""

    async def ask(rolls: Rolls) -> None:
        await rolls.purse(GUILD, CLEO, at=NOON)
        await rolls.last_games(GUILD, user_id=CLEO, game="take5", limit=20)
        await rolls.rating_curve(GUILD, "take5", CLEO)
        await rolls.trend(GUILD, [CLEO], game=None, since=None)

    steps = [step for question in await plans(sqlite_url, ask) for step in question]
    narrow = {
        "transfers": ("_owner=?",),
        "results": ("user_id=?", "table_id=?"),
        "tables": ("number=?", "rowid=?", "status=?"),
    }
    for table, keys in narrow.items():
        mine = [step for step in steps if f" {table} " in step]
        assert mine
        assert [step for step in mine if not any(key in step for key in keys)] == []


async def test_last_games_are_a_persons_in_that_server_and_newest_first(store: Store):
    first = await game(store, ANN, BEN, stake=10)
    await game(store, CLEO, ANN, game="take5")
    await game(store, CLEO, BEN)
    last = await game(store, CLEO, ANN)
    await game(store, ANN, BEN, guild_id=9)

    tables = await store.rolls.last_games(GUILD, user_id=ANN, game="ninetynine", limit=5)

    assert [(table.table_id, table.number) for table in tables] == [(last, 4), (first, 1)]
    assert [seat.chips for seat in tables[1].seats] == [10, -10]
    assert await store.rolls.finished_table(GUILD, first) == tables[1]
    assert await store.rolls.finished_table(9, first) is None
    newest = await store.rolls.last_games(GUILD, user_id=ANN, game="ninetynine", limit=1)
    assert newest == tables[:1]
