"""Permissions that go in mid-game: named to whoever clicks, and the game goes on in the hands."""

import pytest

from engine.table import Status
from tests.support.member import Member
from tests.support.mishaps import boards, permit, sent
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

LOST = "I can't show the table's message"


async def from_hand(world: World, table: TableView) -> tuple[Member, Screen]:
    """Whoever is on turn plays from `/hand`; who that was, and the page that is left."""
    await world.wait_for_people(table)
    player = table.to_act()[0]
    hand = (await player.slash("hand")).screen
    return player, (await player.act(hand.actions()[0], hand)).screen


@pytest.fixture
async def blocked(world: World) -> TableView:
    """A table of two in a channel that the bot can't see any more."""
    table = await world.game(people=2, pace="none", chips=3)
    await permit(world, view_channel=False)
    await from_hand(world, table)
    assert table.id in world.client.desk.publisher.hidden
    return table


async def test_the_hand_says_what_the_message_would_and_what_is_missing(
    world: World, blocked: TableView
) -> None:
    _, page = await from_hand(world, blocked)
    assert page.private
    assert "Waiting for" in page.text
    assert "Bob" in page.text
    assert "Alice" in page.text
    assert f"{LOST}: I lack the permission **View Channel**." in page.text
    assert "the game goes on here" in page.text
    assert blocked.status is Status.PLAYING


async def test_an_open_hand_shows_what_the_others_do(world: World, blocked: TableView) -> None:
    waiting = next(each for each in world.people(2) if each not in blocked.to_act())
    watcher = (await waiting.slash("hand")).screen
    before = watcher.text
    await from_hand(world, blocked)
    assert watcher.text != before
    assert LOST in watcher.text


async def test_the_whole_game_is_played_without_the_message(
    world: World, blocked: TableView
) -> None:
    for _ in range(200):
        if blocked.status is not Status.PLAYING:
            break
        _, page = await from_hand(world, blocked)
    assert blocked.status is Status.FINISHED
    assert "Place 1" in page.text


async def test_the_channel_is_left_alone_for_a_minute(world: World, blocked: TableView) -> None:
    edits = f"/messages/{blocked.screen.id}"
    before = sent(world, "PATCH", edits)
    for _ in range(3):
        await from_hand(world, blocked)
    assert sent(world, "PATCH", edits) == before
    await world.advance(61)
    await from_hand(world, blocked)
    assert sent(world, "PATCH", edits) == before + 1


async def test_the_message_is_back_as_soon_as_the_permission_is(
    world: World, blocked: TableView
) -> None:
    old = blocked.text
    await permit(world)
    assert blocked.text != old, "the gateway tells of it"
    assert len(boards(world, blocked)) == 1
    _, page = await from_hand(world, blocked)
    assert LOST not in page.text


async def test_a_click_finds_out_too_that_nothing_is_missing(
    world: World, blocked: TableView, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as deaf:
        deaf.setattr(world.env.backend, "announce_channel_update", lambda *_: None)
        await permit(world)
    assert blocked.id in world.client.desk.publisher.hidden
    old = blocked.text
    await blocked.to_act()[0].slash("hand")
    assert blocked.text != old
    assert blocked.id not in world.client.desk.publisher.hidden


async def test_a_message_that_was_deleted_where_nothing_may_be_sent(world: World) -> None:
    table = await world.game(people=2, pace="none")
    await permit(world, send_messages=False)
    world.env.backend.delete_message(table.screen.channel_id, table.screen.id)
    await from_hand(world, table)
    _, page = await from_hand(world, table)
    assert f"{LOST}: I lack the permission **Send Messages**." in page.text
    await permit(world)
    assert len(boards(world, table)) == 1


async def test_the_result_is_shown_when_the_permission_is_back(
    world: World, blocked: TableView
) -> None:
    while blocked.status is Status.PLAYING:
        await from_hand(world, blocked)
    await permit(world)
    assert "🏆" in blocked.text
    assert (await world.house.unsettled()) == []
