"""Results: written with the last move, counted per server, kept for people who are gone."""

from typing import Any

import pytest

from engine.refusal import RefusalCode
from engine.store import Measure
from engine.table import Person, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    PEOPLE,
    Room,
    playing,
    rash,
    refused,
    replaced,
    shown,
    trouble,
)


async def board(room: Room, guild_id: int = GUILD, **page: Any) -> list[tuple[int, str, int, int]]:
    """Rank, name, games and wins of each line."""
    answer = await room.house.board(guild_id, by=Measure.WINS, **{"limit": 20, **page})
    return [
        (row.rank, row.standing.name, row.standing.games, row.standing.wins) for row in answer.rows
    ]


async def last_turn(room: Room, table: Table) -> None:
    """Everybody plays rashly until the next rash move ends the game."""
    while True:
        twin = playing(table).clone()
        twin.apply(twin.current_players()[0], rash(twin))
        if twin.is_terminal():
            return
        await room.act(table, action=rash(playing(table)))


async def test_the_winner_leads_the_board(room: Room):
    table = await room.game(3, options={"chips": 1})
    await room.play_out(table)

    winner = table.seats[playing(table).winners()[0]].name
    lines = await board(room)
    assert lines[0] == (1, winner, 1, 1)
    assert sorted(lines[1:]) == sorted(
        (2, person.name, 1, 0) for person in PEOPLE[:3] if person.name != winner
    )


async def test_computers_have_no_place_on_the_board(room: Room):
    table = await room.game(1, computers=2, options={"chips": 1})
    await room.play_out(table)

    assert [name for _, name, _, _ in await board(room)] == ["Ann"]


async def test_places_and_scores_are_the_games_own(room: Room):
    table = await room.game(3, options={"chips": 1})
    results: list[Any] = []

    def noting(append: Any) -> Any:
        async def note(row: Any, *, results: Any, **facts: Any) -> None:
            noted.extend(results)
            await append(row, results=results, **facts)

        noted = results
        return note

    with replaced(room.store, "append", by=noting):
        await room.play_out(table)

    state = playing(table)
    assert tuple(result.place for result in results) == state.placings()
    assert tuple(result.score for result in results) == state.scores()
    assert [result.won for result in results] == [seat in state.winners() for seat in range(3)]
    assert {result.guild_id for result in results} == {GUILD}


async def test_the_last_move_and_the_result_are_written_together_or_not_at_all(room: Room):
    table = await room.game(2, options={"chips": 1})
    await last_turn(room, table)
    plies, before, told = table.plies, shown(table), len(room.heard)

    with trouble(room.store, "append"), refused(RefusalCode.UNAVAILABLE):
        await room.act(table, action=rash(playing(table)))
    assert (shown(table), len(room.heard)) == (before, told)
    assert len(await room.journal(table)) == plies
    assert await board(room) == []

    calls = 0

    def counting(method: Any) -> Any:
        async def count(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            return await method(*args, **kwargs)

        return count

    writes = ("append", "end_table", "change_table", "update_seat", "save_lobby")
    with replaced(room.store, *writes, by=counting):
        await room.act(table, action=rash(playing(table)))
    assert calls == 1
    assert (await room.stored(table)).table.status == "finished"
    assert len(await board(room)) == 2


async def test_two_servers_know_nothing_of_each_other(room: Room):
    here = await room.game([ANN, BEN], options={"chips": 1})
    there = await room.game([ANN, CLEO], options={"chips": 1}, guild_id=GUILD + 1)
    await room.play_out(here)
    await room.play_out(there)

    assert {name for _, name, _, _ in await board(room)} == {"Ann", "Ben"}
    assert {name for _, name, _, _ in await board(room, GUILD + 1)} == {"Ann", "Cleo"}
    assert await board(room, GUILD + 2) == []


async def test_equal_results_share_a_rank(room: Room):
    for _ in range(6):
        await room.play_out(await room.game(3, options={"chips": 1}))

    lines = await board(room)
    assert sum(wins for _, _, _, wins in lines) == 6
    for rank, _, _, wins in lines:
        assert rank == 1 + sum(more > wins for _, _, _, more in lines)


async def test_the_board_is_paged_and_by_game(room: Room):
    await room.play_out(await room.game(6, options={"chips": 1}))

    whole = await board(room, game="ninetynine")
    assert len(whole) == 6
    pages = [await board(room, offset=offset, limit=4) for offset in (0, 4)]
    assert [len(page) for page in pages] == [4, 2]
    assert pages[0] + pages[1] == whole
    assert await board(room, game="take5") == []


async def test_people_who_are_gone_keep_their_last_name(room: Room):
    await room.play_out(await room.game([ANN, Person(404, "Zoe")], options={"chips": 1}))
    await room.play_out(await room.game([ANN, Person(404, "Zoe the Second")], options={"chips": 1}))
    await room.play_out(await room.game([ANN, BEN], options={"chips": 1}))

    assert sorted(name for _, name, _, _ in await board(room)) == ["Ann", "Ben", "Zoe the Second"]


@pytest.mark.parametrize("stop", [True, False])
async def test_a_result_counts_once_however_often_the_house_restarts(room: Room, stop: bool):
    table = await room.game(2, options={"chips": 1})
    await room.play_out(table)
    before = await board(room)

    later = await room.restarted(5, stop=stop)
    again = await later.house.get(table.id)

    assert again.status is Status.FINISHED
    assert await board(later) == before
    with refused(RefusalCode.TABLE_OVER):
        await later.act(again, 0, "KS", decision=0)
    await later.house.stop()
