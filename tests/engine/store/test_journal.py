"""The journal: an action is durable when `append` returns, and is never there twice."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from engine.store import AlreadyPlayed, Measure, Refused, Store, StoreError
from tests.engine.store.builders import (
    ANN,
    BEN,
    GUILD,
    action,
    open_lobby,
    playing_table,
    plies,
    result,
    status,
)

END = [result(0, ANN, won=True), result(1, BEN, won=False)]


@contextmanager
def commits(store: Store) -> Iterator[list[object]]:
    """The commits of the writing connection, counted from here on."""
    seen: list[object] = []
    engine = store._writer._engine.sync_engine

    def on_commit(connection: object) -> None:
        seen.append(connection)

    run_alone = store._writer.run_alone

    async def commit_alone(statement: str, values: Sequence[object]) -> int:
        seen.append(statement)
        return await run_alone(statement, values)

    event.listen(engine, "commit", on_commit)
    store._writer.run_alone = commit_alone  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        event.remove(engine, "commit", on_commit)
        store._writer.run_alone = run_alone  # type: ignore[method-assign]


async def test_actions_come_back_by_ply_with_all_their_facts(store: Store):
    table_id = await playing_table(store)
    rows = [
        action(table_id, 0),
        action(table_id, 1, by="clock", interaction_id=None, deadline=None, action="TS=+10"),
        action(table_id, 2, by="computer", action="♥ = Herz"),
    ]
    for row in (rows[1], rows[0], rows[2]):
        await store.append(row)

    stored = await store.load(table_id)

    assert stored is not None
    assert stored.actions == rows


async def test_what_is_appended_is_there_for_another_process_at_once(store: Store, url: str):
    table_id = await playing_table(store)
    other = await Store.open(url)
    try:
        await store.append(action(table_id, 0))
        assert await plies(other, table_id) == [0]
    finally:
        await other.close()


async def test_a_ply_is_played_once(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0, action="KS"))

    with pytest.raises(AlreadyPlayed) as caught:
        await store.append(action(table_id, 0, action="2H"))

    assert caught.value.certain
    stored = await store.load(table_id)
    assert stored is not None
    assert stored.actions == [action(table_id, 0, action="KS")]


async def test_an_action_at_an_unknown_table_is_refused(store: Store):
    with pytest.raises(Refused):
        await store.append(action(4711, 0))


@pytest.mark.parametrize("crowd", [1, 5])
async def test_a_table_that_is_over_takes_no_action_whoever_asks_with_it(store: Store, crowd: int):
    ids = [await playing_table(store) for _ in range(crowd)]
    await store.end_table(ids[0], status="cancelled", reason="moderator", at=2_050.0)

    outcomes = await asyncio.gather(
        *(store.append(action(table_id, 0)) for table_id in ids), return_exceptions=True
    )

    assert [type(outcome) for outcome in outcomes] == [AlreadyPlayed] + [type(None)] * (crowd - 1)
    assert [await plies(store, table_id) for table_id in ids] == [[]] + [[0]] * (crowd - 1)


async def test_a_single_append_is_one_commit(store: Store):
    table_id = await playing_table(store)
    with commits(store) as seen:
        await store.append(action(table_id, 0))
    assert len(seen) == 1


async def test_a_last_action_with_its_results_is_one_commit(store: Store):
    table_id = await playing_table(store)
    with commits(store) as seen:
        await store.append(action(table_id, 0), results=END)
    assert len(seen) == 1


async def test_a_hundred_tables_acting_at_once_share_a_few_commits(store: Store):
    ids = [await playing_table(store) for _ in range(100)]
    with commits(store) as seen:
        await asyncio.gather(*(store.append(action(table_id, 0)) for table_id in ids))

    assert len(seen) == 1
    assert [await plies(store, table_id) for table_id in ids] == [[0]] * 100


async def test_who_comes_during_a_commit_shares_the_next(store: Store):
    ids = [await playing_table(store) for _ in range(3)]
    with commits(store) as seen:
        async with store._writer.lock:
            waiting = [asyncio.ensure_future(store.append(action(ids[0], 0)))]
            await asyncio.sleep(0)
            waiting += [asyncio.ensure_future(store.append(action(i, 0))) for i in ids[1:]]
            await asyncio.sleep(0)
            assert not any(task.done() for task in waiting)
        await asyncio.gather(*waiting)

    assert len(seen) == 1
    assert [await plies(store, table_id) for table_id in ids] == [[0]] * 3


async def test_in_a_shared_commit_only_the_guilty_fails(store: Store):
    ids = [await playing_table(store) for _ in range(5)]
    await store.append(action(ids[2], 0))

    outcomes = await asyncio.gather(
        *(store.append(action(table_id, 0)) for table_id in ids),
        store.append(action(9999, 0)),
        return_exceptions=True,
    )

    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [type(None), type(None), AlreadyPlayed, type(None), type(None), AlreadyPlayed]
    assert [await plies(store, table_id) for table_id in ids] == [[0]] * 5


async def test_an_action_that_cannot_be_written_does_not_harm_its_neighbours(store: Store):
    table_id = await playing_table(store)

    outcomes = await asyncio.gather(
        store.append(action(table_id, 0)),
        store.append(action(table_id, 1, action="\ud800")),
        store.append(action(table_id, 2, interaction_id=2**70)),
        store.append(action(table_id, 3)),
        return_exceptions=True,
    )

    assert [type(outcome) for outcome in outcomes] == [type(None), Refused, Refused, type(None)]
    assert await plies(store, table_id) == [0, 3]


async def test_a_double_click_is_played_once(store: Store):
    table_id = await playing_table(store)

    outcomes = await asyncio.gather(
        *(store.append(action(table_id, 0, interaction_id=n)) for n in range(10)),
        return_exceptions=True,
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == (
        ["AlreadyPlayed"] * 9 + ["NoneType"]
    )
    assert await plies(store, table_id) == [0]
    assert len({id(outcome) for outcome in outcomes if outcome is not None}) == 9


async def test_two_processes_that_race_for_a_ply_have_one_winner(store: Store, url: str):
    table_id = await playing_table(store)
    other = await Store.open(url, busy_timeout=20)
    winners = [0, 0]
    try:
        for ply in range(30):
            outcomes = await asyncio.gather(
                store.append(action(table_id, ply, seat=0)),
                other.append(action(table_id, ply, seat=1)),
                return_exceptions=True,
            )
            assert {type(outcome) for outcome in outcomes} == {type(None), AlreadyPlayed}
            winner = outcomes.index(None)
            winners[winner] += 1
            stored = await other.load(table_id)
            assert stored is not None
            assert stored.actions[ply].seat == winner
    finally:
        await other.close()
    assert sum(winners) == 30


async def test_the_last_action_writes_results_and_ends_the_table(store: Store):
    table_id = await playing_table(store)

    await store.append(action(table_id, 0, deadline=None), results=END, ended_at=2_100.0)

    stored = await store.load(table_id)
    assert stored is not None
    assert (stored.table.status, stored.table.ended_at) == ("finished", 2_100.0)
    assert stored.table.deadline is None
    assert await store.live() == []
    board = await store.rolls.board(GUILD, by=Measure.WINS, game="ninetynine", at=2_100.0)
    assert [(row.standing.user_id, row.standing.wins) for row in board.rows] == [(ANN, 1), (BEN, 0)]


async def test_a_game_without_results_ends_too(store: Store):
    table_id = await playing_table(store)

    await store.append(action(table_id, 0), ended_at=2_100.0)

    assert await status(store, table_id) == "finished"


async def test_the_end_is_the_results_time_if_none_is_given(store: Store):
    table_id = await playing_table(store)

    await store.append(action(table_id, 0), results=END)

    stored = await store.load(table_id)
    assert stored is not None
    assert stored.table.ended_at == 2_100.0


async def test_a_last_action_that_was_played_already_writes_no_results(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0))

    with pytest.raises(AlreadyPlayed):
        await store.append(action(table_id, 0), results=END)

    assert await status(store, table_id) == "playing"
    assert (await store.rolls.board(GUILD, by=Measure.WINS, at=2_100.0)).total == 0


async def test_results_that_do_not_fit_take_their_action_back(store: Store):
    table_id = await playing_table(store)

    with pytest.raises(StoreError):
        await store.append(action(table_id, 0), results=[END[0], END[0]])

    assert await plies(store, table_id) == []
    assert await status(store, table_id) == "playing"


@pytest.mark.parametrize("ended", ["cancelled", "lobby"])
async def test_a_table_that_is_not_played_cannot_be_finished(store: Store, ended: str):
    table_id = await open_lobby(store) if ended == "lobby" else await playing_table(store)
    if ended == "cancelled":
        await store.end_table(table_id, status="cancelled", reason="stuck", at=2_050.0)

    with pytest.raises(Refused):
        await store.append(action(table_id, 0), results=END)

    assert await status(store, table_id) == ended
    assert await plies(store, table_id) == []


async def test_games_that_end_together_are_all_counted(store: Store):
    ids = [await playing_table(store) for _ in range(10)]

    await asyncio.gather(*(store.append(action(i, 0), results=END) for i in ids))

    board = await store.rolls.board(GUILD, by=Measure.WINS, at=2_100.0)
    lines = [row.standing for row in board.rows]
    assert [(line.name, line.games, line.wins) for line in lines] == [
        ("Ann", 10, 10),
        ("Ben", 10, 0),
    ]


@pytest.mark.parametrize("turns", range(6))
async def test_a_cancelled_append_is_written_once_and_harms_nobody(store: Store, turns: int):
    """Cancel the first, whose arrival opened the batch, and a follower, ever later."""
    ids = [await playing_table(store) for _ in range(4)]
    tasks = [asyncio.ensure_future(store.append(action(table_id, 0))) for table_id in ids]
    for _ in range(turns):
        await asyncio.sleep(0)
    cancelled = [task.cancel() for task in tasks[:2]]
    await asyncio.gather(*tasks, return_exceptions=True)
    assert all(cancelled)
    assert [task.cancelled() for task in tasks] == [True, True, False, False]
    assert [task.exception() for task in tasks[2:]] == [None, None]

    for table_id in ids:
        await store.append(action(table_id, 1))

    began = 0 if turns == 0 else 4  # a task cancelled before its first step has asked for nothing
    assert [0 in await plies(store, table_id) for table_id in ids[:began]] == [True] * began
    assert [await plies(store, table_id) for table_id in ids[2:]] == [[0, 1], [0, 1]]


async def test_a_change_whose_caller_is_cancelled_is_made_whole(store: Store):
    table_id = await playing_table(store)
    async with store._writer.lock:
        task = asyncio.ensure_future(store.update_table(table_id, message_id=5))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()

    await store.append(action(table_id, 0))

    stored = await store.load(table_id)
    assert stored is not None
    assert stored.table.message_id == 5
