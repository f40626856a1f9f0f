"""Tables that can't be played again are closed and that is told; all others live."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import Store
from engine.table import Status, Table
from tests.engine.house.room import ANN, BEN, GUILD, LIVE, Room, playing, rash, refused, shown


async def sql(store: Store, statement: str, **values: Any) -> None:
    """Tamper with the database behind the store's back."""
    async with store._writer.lock:
        connection = await store._writer.connection()
        await connection.execute(text(statement), values)
        await connection.commit()


async def gap(store: Store, table: Table) -> None:
    await sql(store, "DELETE FROM actions WHERE table_id = :id AND ply = 1", id=table.id)


async def gap_before_a_legal_action(store: Store, table: Table) -> None:
    await sql(store, "UPDATE actions SET ply = 7 WHERE table_id = :id AND ply = 2", id=table.id)


async def lost_beginning(store: Store, table: Table) -> None:
    await sql(store, "DELETE FROM actions WHERE table_id = :id AND ply = 0", id=table.id)


async def illegal_action(store: Store, table: Table) -> None:
    await sql(
        store, "UPDATE actions SET action = 'ZZ' WHERE table_id = :id AND ply = 1", id=table.id
    )


async def wrong_seat(store: Store, table: Table) -> None:
    await sql(store, "UPDATE actions SET seat = 0 WHERE table_id = :id", id=table.id)


async def unknown_game(store: Store, table: Table) -> None:
    await sql(store, "UPDATE tables SET game = 'oldmaid' WHERE id = :id", id=table.id)


async def unknown_option(store: Store, table: Table) -> None:
    await sql(store, """UPDATE tables SET options = '{"wild": 7}' WHERE id = :id""", id=table.id)


async def option_out_of_range(store: Store, table: Table) -> None:
    await sql(store, """UPDATE tables SET options = '{"chips": 99}' WHERE id = :id""", id=table.id)


async def too_many_players(store: Store, table: Table) -> None:
    await sql(store, "UPDATE tables SET wanted = 99 WHERE id = :id", id=table.id)


async def unknown_pace(store: Store, table: Table) -> None:
    await sql(store, "UPDATE tables SET pace = 'leisurely' WHERE id = :id", id=table.id)


async def lost_seat(store: Store, table: Table) -> None:
    await sql(store, "DELETE FROM seats WHERE table_id = :id AND seat = 1", id=table.id)


async def moved_seat(store: Store, table: Table) -> None:
    await sql(store, "UPDATE seats SET seat = 9 WHERE table_id = :id AND seat = 1", id=table.id)


async def another_seed(store: Store, table: Table) -> None:
    await sql(store, "UPDATE tables SET seed = :seed WHERE id = :id", id=table.id, seed=bytes(32))


DAMAGE = [
    gap, gap_before_a_legal_action, lost_beginning, illegal_action, wrong_seat, unknown_game,
    unknown_option, option_out_of_range, too_many_players, unknown_pace, lost_seat, moved_seat,
    another_seed,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
async def test_a_damaged_table_is_closed_and_the_others_live(
    room: Room, damage: Callable[[Store, Table], Awaitable[None]], caplog
):
    first, broken, last = [await room.game([ANN, BEN], luck=luck) for luck in (1, 3, 5)]
    for table in (first, broken, last):
        for _ in range(3):
            await room.act(table)
    before = [shown(table) for table in (first, last)]
    await damage(room.store, broken)

    with caplog.at_level(logging.CRITICAL):
        later = await room.restarted(5)
        await later.clock.advance(1)

    assert [(told.kind, told.table.id) for told in later.heard] == [
        (NoticeKind.CANCELLED, broken.id)
    ]
    closed = await later.house.get(broken.id)
    assert (closed.status, closed.closed_reason) == (Status.CANCELLED, "broken")
    assert (closed.guild_id, closed.channel_id) == (broken.guild_id, broken.channel_id)
    assert (closed.message_id, closed.state) == (broken.message_id, None)
    stored = (await later.stored(broken)).table
    assert (stored.status, stored.closed_reason) == ("cancelled", "broken")
    with refused(RefusalCode.TABLE_OVER):
        await later.house.act(broken.id, ANN.user_id, 0, 3, "KS", later.click())
    assert [shown(await later.house.get(table.id)) for table in (first, last)] == before
    for table in (first, last):
        await later.act(table)
    assert [table.id for table in await later.house.tables_of(GUILD, ANN.user_id)] == [
        last.id, first.id]  # fmt: skip
    await later.clock.advance(LIVE)
    assert len([told for told in later.heard if told.kind is NoticeKind.CANCELLED]) == 1
    await later.house.stop()


async def test_a_damaged_table_that_somebody_clicks_on_first(room: Room, caplog):
    table = await room.game(2)
    for _ in range(2):
        await room.act(table)
    await illegal_action(room.store, table)
    with caplog.at_level(logging.CRITICAL):
        later = await room.restarted(5)
        with refused(RefusalCode.TABLE_OVER):
            await later.house.act(table.id, ANN.user_id, 0, 2, "KS", later.click())
        await later.clock.advance(LIVE)

    assert later.kinds == [NoticeKind.CANCELLED]
    await later.house.stop()


async def test_a_game_without_the_result_of_its_last_move_is_closed(room: Room, caplog):
    table = await room.game(2, options={"chips": 1})
    await room.play_out(table)
    await sql(
        room.store,
        "UPDATE tables SET status = 'playing', ended_at = NULL WHERE id = :id",
        id=table.id,
    )
    with caplog.at_level(logging.CRITICAL):
        later = await room.restarted(5)
        await later.clock.advance(1)

    assert (await later.house.get(table.id)).closed_reason == "broken"
    await later.house.stop()


async def test_a_damaged_lobby_is_closed_too(room: Room, caplog):
    table = await room.lobby(4)
    await unknown_game(room.store, table)
    with caplog.at_level(logging.CRITICAL):
        later = await room.restarted(5)
        await later.clock.advance(1)

    assert later.kinds == [NoticeKind.CANCELLED]
    assert (await later.house.get(table.id)).closed_reason == "broken"
    await later.house.stop()


async def test_a_finished_game_whose_rules_are_gone_is_over_and_not_told_again(room: Room, caplog):
    table = await room.game(2, options={"chips": 1})
    await room.play_out(table)
    await unknown_game(room.store, table)
    with caplog.at_level(logging.CRITICAL):
        later = await room.restarted(5)
        with refused(RefusalCode.TABLE_OVER):
            await later.house.back(table.id, ANN.user_id)

    assert later.heard == []
    assert (await later.stored(table)).table.status == "finished"
    await later.house.stop()


async def test_a_table_that_can_be_played_again_is_not_closed(room: Room):
    """What the tests above do is enough only if an undamaged journal goes through."""
    table = await room.game(2)
    await room.act(table, action=rash(playing(table)))
    later = await room.restarted(5)
    await later.clock.advance(1)
    assert later.heard == []
    assert (await later.house.get(table.id)).plies == 1
    await later.house.stop()
