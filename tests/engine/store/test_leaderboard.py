"""The board by wins: who won how often, in each server."""

import pytest

from engine.store import BoardPage, Measure, Store
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


async def wins(store: Store, game: str | None = None, *, guild_id: int = GUILD) -> BoardPage:
    return await store.rolls.board(guild_id, by=Measure.WINS, game=game, at=2_100.0)


def lines(page: BoardPage) -> list[tuple[str, int, int]]:
    """Name, games and wins of each line."""
    return [(row.standing.name, row.standing.games, row.standing.wins) for row in page.rows]


async def test_nobody_has_played_yet(store: Store):
    page = await wins(store)
    assert (page.rows, page.total) == ([], 0)


async def test_more_wins_rank_first_however_many_games_they_took(store: Store):
    await play(store, won=BEN, lost=(ANN, CLEO))
    await play(store, won=BEN, lost=(ANN,))
    await play(store, won=ANN, lost=(CLEO,))
    await play(store, won=DAN, lost=(CLEO,))

    page = await wins(store, "ninetynine")

    assert page.total == 4
    assert [(row.rank, *line) for row, line in zip(page.rows, lines(page), strict=True)] == [
        (1, "Ben", 2, 2),
        (2, "Dan", 1, 1),
        (2, "Ann", 3, 1),
        (4, "Cleo", 3, 0),
    ]


async def test_each_game_and_each_server_has_its_own(store: Store):
    await play(store, won=ANN, lost=(BEN,))
    await play(store, won=BEN, lost=(ANN,), game="take5")
    await play(store, won=BEN, lost=(CLEO,), game="take5")
    elsewhere = [result(0, DAN, won=True, guild_id=GUILD + 1)]
    await finished_table(store, *elsewhere, guild_id=GUILD + 1)

    ninety_nine = await wins(store, "ninetynine")
    all_games = await wins(store)
    other = await wins(store, guild_id=GUILD + 1)

    assert lines(ninety_nine) == [
        ("Ann", 1, 1),
        ("Ben", 1, 0),
    ]
    assert lines(all_games) == [
        ("Ben", 3, 2),
        ("Ann", 2, 1),
        ("Cleo", 1, 0),
    ]
    assert [row.standing.name for row in other.rows] == ["Dan"]


async def test_computers_are_not_ranked(store: Store):
    await finished_table(store, result(0, ANN, won=False), result(1, None, won=True))

    page = await wins(store)

    assert [row.standing.user_id for row in page.rows] == [ANN]
    assert page.total == 1


@pytest.mark.parametrize("old", ["Ann", "Zed"])
async def test_the_name_is_the_one_last_seen_in_that_server(store: Store, old: str):
    await finished_table(store, result(0, ANN, won=True, name=old))
    await finished_table(
        store, result(0, ANN, won=True, name="Elsewhere", guild_id=GUILD + 1), guild_id=GUILD + 1
    )
    await finished_table(store, result(0, ANN, won=True, name="Moe"))

    page = await wins(store)

    assert lines(page) == [("Moe", 2, 2)]


async def test_a_game_in_progress_does_not_count(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0))
    await store.create_table(lobby(), [person(0, ANN)])

    assert (await wins(store)).total == 0
