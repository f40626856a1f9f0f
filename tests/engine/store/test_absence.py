"""The time that the bot was down doesn't count against anybody."""

from engine.store import Store
from tests.engine.store.builders import action, open_lobby, playing_table


async def test_a_new_database_has_seen_no_bot(store: Store):
    assert await store.last_heartbeat() is None


async def test_the_last_heartbeat_stands(store: Store):
    await store.heartbeat(1_000.5)
    await store.heartbeat(1_030.5)

    assert await store.last_heartbeat() == 1_030.5


async def test_live_tables_get_the_lost_time_back(store: Store):
    waiting = await open_lobby(store)
    dealt = await playing_table(store)
    played = await playing_table(store)
    await store.append(action(played, 0, deadline=2_100.0))
    timeless = await playing_table(store)
    await store.update_table(timeless, deadline=None)
    await store.append(action(timeless, 0, deadline=None))

    await store.shift_deadlines(500.0)

    assert [(table.table_id, table.closes_at, table.deadline) for table in await store.live()] == [
        (waiting, 2_100.0, None),
        (dealt, None, 2_560.0),
        (played, None, 2_600.0),
        (timeless, None, None),
    ]


async def test_a_journal_alone_with_a_deadline_is_put_off_too(store: Store):
    table_id = await playing_table(store)
    await store.update_table(table_id, deadline=None)
    await store.append(action(table_id, 0, deadline=2_100.0))

    await store.shift_deadlines(10.0)

    assert [table.deadline for table in await store.live()] == [2_110.0]


async def test_being_down_twice_adds_up(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0, deadline=2_100.0))

    await store.shift_deadlines(10.0)
    await store.shift_deadlines(5.0)

    assert [table.deadline for table in await store.live()] == [2_115.0]


async def test_after_the_shift_the_clock_runs_by_the_next_action_again(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0, deadline=2_100.0))
    await store.shift_deadlines(500.0)

    await store.append(action(table_id, 1, deadline=2_620.0))

    assert [table.deadline for table in await store.live()] == [2_620.0]


async def test_an_earlier_deadline_counts_once_it_is_the_newer_one(store: Store):
    """A brief decision ends sooner than the table's own deadline, which was for an earlier one."""
    table_id = await playing_table(store)
    await store.update_table(table_id, deadline=2_900.0)
    await store.append(action(table_id, 0, deadline=2_020.0))
    assert [table.deadline for table in await store.live()] == [2_020.0]

    for times in (1, 2, 3):
        await store.shift_deadlines(100.0)
        stored = await store.load(table_id)
        assert stored is not None
        assert [table.deadline for table in await store.live()] == [2_020.0 + times * 100]
        assert stored.deadline == 2_020.0 + times * 100

    await store.append(action(table_id, 1, deadline=2_050.0))
    stored = await store.load(table_id)
    assert stored is not None
    assert [table.deadline for table in await store.live()] == [2_050.0] == [stored.deadline]


async def test_a_deadline_that_was_set_later_counts_until_the_next_action(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0, deadline=2_500.0))

    await store.update_table(table_id, deadline=2_400.0, deadline_ply=1)
    stored = await store.load(table_id)
    assert stored is not None
    assert [table.deadline for table in await store.live()] == [2_400.0] == [stored.deadline]

    await store.append(action(table_id, 1, deadline=2_300.0))
    stored = await store.load(table_id)
    assert stored is not None
    assert [table.deadline for table in await store.live()] == [2_300.0] == [stored.deadline]


async def test_tables_that_are_over_keep_their_times(store: Store):
    table_id = await playing_table(store)
    await store.append(action(table_id, 0, deadline=2_100.0))
    await store.end_table(table_id, status="cancelled", reason="host", at=2_001.0)

    await store.shift_deadlines(500.0)

    stored = await store.load(table_id)
    assert stored is not None
    assert (stored.table.deadline, stored.table.closes_at) == (None, None)
    assert stored.actions[0].deadline == 2_100.0
