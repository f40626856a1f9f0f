"""The leaderboard: who won how often, in each server."""

import pytest

from engine.store import LeaderboardRow, Store
from tests.engine.store.builders import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUILD,
    action,
    finished_table,
    lobby,
    person,
    playing_table,
    result,
)


async def play(store: Store, *, won: int, lost: tuple[int, ...], game: str = "ninetynine") -> None:
    """A game that one person won and others lost."""
    people = (won, *lost)
    results = [result(n, user, won=user == won, game=game) for n, user in enumerate(people)]
    await finished_table(store, *results, game=game)


async def test_nobody_has_played_yet(store: Store):
    page = await store.leaderboard(GUILD, None, offset=0, limit=10)
    assert (page.rows, page.total) == ([], 0)


async def test_more_wins_rank_first_then_fewer_games(store: Store):
    await play(store, won=BEN, lost=(ANN, CLEO))
    await play(store, won=BEN, lost=(ANN,))
    await play(store, won=ANN, lost=(CLEO,))
    await play(store, won=DAN, lost=(CLEO,))

    page = await store.leaderboard(GUILD, "ninetynine", offset=0, limit=10)

    assert page.total == 4
    assert page.rows == [
        LeaderboardRow(rank=1, user_id=BEN, name="Ben", games=2, wins=2),
        LeaderboardRow(rank=2, user_id=DAN, name="Dan", games=1, wins=1),
        LeaderboardRow(rank=3, user_id=ANN, name="Ann", games=3, wins=1),
        LeaderboardRow(rank=4, user_id=CLEO, name="Cleo", games=3, wins=0),
    ]


async def test_equal_results_share_a_rank_and_the_next_is_skipped(store: Store):
    await play(store, won=DAN, lost=(CLEO,))
    await play(store, won=BEN, lost=(CLEO,))
    await play(store, won=ANN, lost=(CLEO,))

    page = await store.leaderboard(GUILD, None, offset=0, limit=10)

    assert [(row.rank, row.name) for row in page.rows] == [
        (1, "Ann"),
        (1, "Ben"),
        (1, "Dan"),
        (4, "Cleo"),
    ]


async def test_pages_keep_ranks_and_total(store: Store):
    for loser in range(200, 207):
        await play(store, won=ANN, lost=(loser,))

    first = await store.leaderboard(GUILD, None, offset=0, limit=3)
    last = await store.leaderboard(GUILD, None, offset=6, limit=3)
    beyond = await store.leaderboard(GUILD, None, offset=9, limit=3)

    assert [(row.rank, row.user_id) for row in first.rows] == [(1, ANN), (2, 200), (2, 201)]
    assert [(row.rank, row.user_id) for row in last.rows] == [(2, 205), (2, 206)]
    assert beyond.rows == []
    assert (first.total, last.total, beyond.total) == (8, 8, 8)


async def test_each_game_and_each_server_has_its_own(store: Store):
    await play(store, won=ANN, lost=(BEN,))
    await play(store, won=BEN, lost=(ANN,), game="take5")
    await play(store, won=BEN, lost=(CLEO,), game="take5")
    elsewhere = [result(0, DAN, won=True, guild_id=GUILD + 1)]
    await finished_table(store, *elsewhere, guild_id=GUILD + 1)

    ninety_nine = await store.leaderboard(GUILD, "ninetynine", offset=0, limit=10)
    all_games = await store.leaderboard(GUILD, None, offset=0, limit=10)
    other = await store.leaderboard(GUILD + 1, None, offset=0, limit=10)

    assert [(row.name, row.games, row.wins) for row in ninety_nine.rows] == [
        ("Ann", 1, 1),
        ("Ben", 1, 0),
    ]
    assert [(row.name, row.games, row.wins) for row in all_games.rows] == [
        ("Ben", 3, 2),
        ("Ann", 2, 1),
        ("Cleo", 1, 0),
    ]
    assert [row.name for row in other.rows] == ["Dan"]


async def test_computers_are_not_ranked(store: Store):
    await finished_table(store, result(0, ANN, won=False), result(1, None, won=True))

    page = await store.leaderboard(GUILD, None, offset=0, limit=10)

    assert [row.user_id for row in page.rows] == [ANN]
    assert page.total == 1


@pytest.mark.parametrize("old", ["Ann", "Zed"])
async def test_the_name_is_the_one_last_seen_in_that_server(store: Store, old: str):
    await finished_table(store, result(0, ANN, won=True, name=old))
    await finished_table(
        store, result(0, ANN, won=True, name="Elsewhere", guild_id=GUILD + 1), guild_id=GUILD + 1
    )
    await finished_table(store, result(0, ANN, won=True, name="Moe"))

    page = await store.leaderboard(GUILD, None, offset=0, limit=10)

    assert [(row.name, row.games) for row in page.rows] == [("Moe", 2)]


async def test_a_game_in_progress_does_not_count(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0))
    await store.create_table(lobby(), [person(0, ANN)])

    assert (await store.leaderboard(GUILD, None, offset=0, limit=10)).total == 0
