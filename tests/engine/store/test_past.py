"""Finished games of a server: in the order in which they ended, page by page."""

import pytest

from engine.store import Store
from tests.engine.store.builders import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GUILD,
    action,
    finished_table,
    open_lobby,
    playing_table,
    result,
)

OTHER = GUILD + 1


async def play(
    store: Store, *people: int | None, game: str = "ninetynine", guild_id: int = GUILD
) -> int:
    """A game that the first of the people won; None is a computer."""
    results = [
        result(seat, user, won=seat == 0, game=game, guild_id=guild_id)
        for seat, user in enumerate(people or (ANN, BEN))
    ]
    return await finished_table(store, *results, game=game, guild_id=guild_id)


async def pages(store: Store, limit: int, **wanted: object) -> list[list[int]]:
    """All pages, from the newest game to the oldest, as their tables."""
    found, beyond = [], None
    while True:
        page = await store.history(GUILD, beyond=beyond, limit=limit, **wanted)  # type: ignore[arg-type]
        found.append([row.table_id for row in page.rows])
        assert page.newer is (beyond is not None)
        if not page.older:
            return found
        beyond = page.rows[-1].number


async def test_nothing_has_been_played_yet(store: Store):
    page = await store.history(GUILD, limit=5)
    assert (page.rows, page.newer, page.older) == ((), False, False)


async def test_the_newest_comes_first_and_every_game_stands_on_one_page(store: Store):
    tables = [await play(store) for _ in range(7)]

    assert await pages(store, 3) == [tables[6:3:-1], tables[3:0:-1], tables[:1]]
    assert await pages(store, 7) == [tables[::-1]]


async def test_what_counts_is_when_a_game_ended(store: Store):
    slow = await playing_table(store)
    quick = await play(store)
    lines = [result(0, ANN, won=True), result(1, BEN, won=False)]
    await store.append(action(slow, 0, deadline=None), results=lines, ended_at=2_100.0)

    assert await pages(store, 5) == [[slow, quick]]


async def test_pages_can_be_turned_back(store: Store):
    tables = [await play(store) for _ in range(7)]
    oldest = await store.history(GUILD, limit=3, beyond=2)
    (row,) = oldest.rows

    middle = await store.history(GUILD, limit=3, beyond=row.number, newer=True)
    newest = await store.history(GUILD, limit=3, beyond=middle.rows[0].number, newer=True)

    assert [row.table_id for row in middle.rows] == tables[3:0:-1]
    assert (middle.newer, middle.older) == (True, True)
    assert [row.table_id for row in newest.rows] == tables[6:3:-1]
    assert (newest.newer, newest.older) == (False, True)


async def test_a_game_that_ends_meanwhile_moves_no_page(store: Store):
    tables = [await play(store) for _ in range(6)]
    first = await store.history(GUILD, limit=3)
    await play(store)

    second = await store.history(GUILD, limit=3, beyond=first.rows[-1].number)
    assert [row.table_id for row in second.rows] == tables[2::-1]


async def test_a_game_or_a_person_can_be_chosen(store: Store):
    first = await play(store, ANN, BEN)
    second = await play(store, CLEO, None, game="take5")
    third = await play(store, ANN, CLEO, game="take5")

    assert await pages(store, 5, game="take5") == [[third, second]]
    assert await pages(store, 5, user_id=ANN) == [[third, first]]
    assert await pages(store, 5, user_id=CLEO, game="take5") == [[third, second]]
    assert await pages(store, 5, user_id=DAN) == [[]]
    assert await pages(store, 5, game="chess") == [[]]


async def test_each_server_has_its_own(store: Store):
    here = await play(store)
    there = await play(store, guild_id=OTHER)

    assert await pages(store, 5) == [[here]]
    assert [row.table_id for row in (await store.history(OTHER, limit=5)).rows] == [there]
    assert await store.outline(GUILD, there) is None
    assert await store.outline(OTHER, there) is not None


async def test_lobbies_running_and_closed_games_are_not_among_them(store: Store):
    await open_lobby(store)
    await playing_table(store)
    closed = await playing_table(store)
    await store.end_table(closed, status="cancelled", reason="idle", at=3_000.0)

    assert await pages(store, 5) == [[]]


async def test_who_played_and_how_it_ended(store: Store):
    table = await play(store, ANN, BEN, None)

    (row,) = (await store.history(GUILD, limit=5)).rows
    outline = await store.outline(GUILD, table)

    assert [(each.seat, each.name, each.place) for each in row.results] == [
        (0, "Ann", 1),
        (1, "Ben", 2),
        (2, "Rosa", 2),
    ]
    assert (row.game, row.ended_at, row.number) == ("ninetynine", 2_100.0, 1)
    assert outline is not None
    assert outline.results == row.results
    assert [seat.name for seat in outline.seats] == ["Ann", "Ben", "Rosa"]
    assert outline.table.status == "finished"


async def test_the_newest_tables_are_those_with_cards_and_those_to_come(store: Store):
    lobby = await open_lobby(store)
    running = await playing_table(store)
    over = await play(store)
    closed = await open_lobby(store)
    await store.end_table(closed, status="cancelled", reason="idle", at=3_000.0)
    await play(store, guild_id=OTHER)

    found = await store.newest_tables(GUILD, limit=9)
    assert found == [
        (over, "ninetynine", "finished"),
        (running, "ninetynine", "playing"),
        (lobby, "ninetynine", "lobby"),
    ]
    assert len(await store.newest_tables(GUILD, limit=2)) == 2


@pytest.mark.parametrize("number", [0, -1, 2**62])
async def test_a_table_that_never_was(store: Store, number: int):
    assert await store.outline(GUILD, number) is None
    assert await store.journal(number) == []
