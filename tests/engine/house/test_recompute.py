"""Ratings and boards made anew from the journals: the same numbers, and what is wrong is mended."""

import asyncio

from engine.house.recompute import recompute
from engine.store import Measure, downgrade, migrate
from engine.store.store import Store
from engine.table import Table
from tests.engine.house.room import ANN, BEN, CLEO, DAN, GUILD, Room, playing, rash
from tests.engine.house.short_games import start
from tests.engine.store.audit import audit, change, rows

EVERYTHING = ("results", "ratings", "standings")


async def contents(url: str) -> dict[str, list[tuple]]:
    """Results, ratings and standings as they lie there."""
    found = {}
    for table in EVERYTHING:
        lines = await rows(url, f"SELECT * FROM {table}")  # noqa: S608
        found[table] = sorted((tuple(line) for line in lines), key=repr)
    return found


async def some_games(room: Room) -> list[Table]:
    """Games with computers, people who leave, people who are away, teams and stakes."""
    games = []
    for luck, facts in enumerate(
        [{"stake": 10}, {"computers": 1, "stake": 3}, {}, {"guild_id": 9, "stake": 20}]
    ):
        table = await room.game([ANN, BEN, CLEO], luck=luck, options={"chips": 1}, **facts)
        games.append(table)
    await room.house.leave(games[0].id, BEN.user_id)
    await room.go_away(games[1], CLEO)
    for table in reversed(games):
        await room.play_out(table)
    schmier = await start(room, "schmier", 3, 3)
    while schmier.is_live:
        for seat in schmier.attended():
            await room.act(schmier, seat, playing(schmier).legal_actions(seat)[0])
        await room.clock.advance(2)
        schmier = await room.house.get(schmier.id)
    return [*games, schmier]


async def test_it_gives_the_same_numbers_to_the_last_digit(room: Room, url: str):
    games = await some_games(room)
    before = await contents(url)
    assert before["ratings"]
    report = await recompute(room.store, room.clock.now())
    assert (report.replayed, report.unreadable) == (len(games), [])
    found = report.found
    assert (found.results, found.ratings, found.standings) == (0, 0, 0)
    assert await contents(url) == before


async def test_it_tells_from_the_journal_what_a_result_must_be(room: Room, url: str):
    games = await some_games(room)
    before = await contents(url)
    await change(
        url,
        "UPDATE results SET won = NOT won, place = 9, team = 0, score = 0 WHERE table_id = :id",
        id=games[0].id,
    )
    await change(url, "DELETE FROM results WHERE table_id = :id AND seat = 1", id=games[2].id)
    await change(url, "DELETE FROM ratings")
    await change(url, "DELETE FROM standings")
    report = await recompute(room.store, room.clock.now())
    assert report.found.results >= 4
    assert report.found.ratings == len(before["ratings"])
    assert await contents(url) == before


async def test_a_game_that_cannot_be_played_again_is_named_and_counts_as_it_stands(
    room: Room, url: str
):
    games = await some_games(room)
    before = await contents(url)
    await change(url, "UPDATE actions SET action = 'nonsense' WHERE table_id = :id", id=games[1].id)
    report = await recompute(room.store, room.clock.now())
    assert [table_id for table_id, _ in report.unreadable] == [games[1].id]
    assert report.replayed == len(games) - 1
    assert await contents(url) == before


async def test_games_whose_plays_have_been_dropped_still_count(room: Room, url: str):
    games = await some_games(room)
    before = await contents(url)
    await change(url, "DELETE FROM actions")
    await change(url, "UPDATE tables SET has_journal = :no", no=False)
    report = await recompute(room.store, room.clock.now())
    assert (report.replayed, report.unreadable) == (0, [])
    assert await contents(url) == before
    assert len(games) > 1


async def test_a_game_that_ends_meanwhile_is_counted_once(room: Room, url: str):
    await room.house.change_settings(GUILD, ANN, tables_per_person=5)
    table = await room.game([ANN, DAN], options={"chips": 1}, stake=10)
    await some_games(room)
    await asyncio.gather(
        room.play_out(table), *(recompute(room.store, room.clock.now()) for _ in range(3))
    )
    before = await contents(url)
    report = await recompute(room.store, room.clock.now())
    assert report.found.standings == report.found.ratings == 0
    assert await contents(url) == before
    await audit(url)


async def test_games_from_before_there_were_ratings_are_rated_when_the_house_opens(
    room: Room, url: str
):
    await some_games(room)
    unfinished = await room.game([ANN, BEN], options={"chips": 1}, stake=10)
    before = {table: len(lines) for table, lines in (await contents(url)).items()}
    ratings = await rows(url, "SELECT * FROM ratings ORDER BY guild_id, user_id, game")
    teams = await rows(url, "SELECT team FROM results ORDER BY table_id, seat")
    await room.house.stop()
    await room.store.close()
    await downgrade(url, "0005")
    await migrate(url)
    again = Room(await Store.open(url), now=room.clock.now() + 60)
    again._clicks = room._clicks
    await again.house.start()
    try:
        assert await rows(url, "SELECT * FROM books WHERE stale = :yes", yes=True) == []
        old = await rows(url, "SELECT * FROM ratings ORDER BY guild_id, user_id, game")
        assert [row[:3] for row in old] == [row[:3] for row in ratings]
        assert await rows(url, "SELECT team FROM results ORDER BY table_id, seat") == teams
        board = await again.house.board(GUILD, by=Measure.GAMES)
        assert board.total == 3
        assert {table: len(lines) for table, lines in (await contents(url)).items()} == before
        assert await audit(url) == {}
        table = await again.play_out(await again.house.get(unfinished.id), rash)
        assert {seat.chips for seat in table.outcome} == {0}
        assert await audit(url) == {}
    finally:
        await again.house.stop()
        await again.store.close()
