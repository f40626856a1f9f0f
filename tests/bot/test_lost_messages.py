"""The table's message when it is deleted, grows old, or drowns in the chat."""

import pytest

from tests.support.member import Member
from tests.support.mishaps import boards, chat, delete, permit, refuse, sent
from tests.support.tables import TableView
from tests.support.world import World


async def play_once(world: World, table: TableView) -> None:
    """Whoever is on turn plays, without a click on the table's message."""
    await world.wait_for_people(table)
    player = table.to_act()[0]
    hand = (await player.slash("hand")).screen
    await player.act(hand.actions()[0], hand)


def points_to(world: World, table: TableView, number: int) -> bool:
    """Whether a message is only a line with a link to the table's message."""
    (screen,) = [each for each in world.public_screens() if each.id == number]
    return str(table.screen.id) in screen.text and not screen.buttons


class TestDeleted:
    async def test_it_is_posted_again_once_at_the_next_change(self, world: World) -> None:
        table = await world.game(people=2, computers=2)
        await world.wait_for_people(table)
        old = table.screen
        await delete(world, old)
        hand = await table.to_act()[0].slash("hand")
        await table.to_act()[0].act(hand.screen.actions()[0], hand.screen)
        await world.wait_for_people(table)

        assert [screen.id for screen in boards(world, table)] == [table.screen.id]
        assert table.screen.id != old.id
        assert not [each for each in world.public_screens() if not each.buttons], "no line is left"

    async def test_a_move_from_a_hand_is_enough(self, world: World) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        await delete(world, table.screen)
        await player.act(hand.actions()[0], hand)
        assert "Waiting for" in table.text

    async def test_many_changes_meanwhile_cost_one_post(self, world: World) -> None:
        table = await world.game(people=2)
        await delete(world, table.screen)
        world.weather.delay = 0.01
        publisher = world.client.desk.publisher
        before = sent(world, "POST", "/messages")
        with world.env._bot_scope():
            for _ in range(5):
                publisher.changed(table.table)
        await world.env.settle()
        assert sent(world, "POST", "/messages") == before + 1
        assert len(boards(world, table)) == 1


class TestOld:
    @pytest.mark.world(seed=2)
    async def test_after_fifty_minutes_the_next_change_moves_it_down(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        old = table.screen.id
        await world.advance(49 * 60)
        await play_once(world, table)
        assert table.screen.id == old

        await world.advance(2 * 60)
        assert table.screen.id == old, "nothing has changed"
        await play_once(world, table)

        assert table.screen.id != old
        assert points_to(world, table, old)

    async def test_where_no_message_may_be_sent_the_old_one_is_edited(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        old, text = table.screen.id, table.text
        await world.advance(51 * 60)
        await permit(world, send_messages=False)
        await play_once(world, table)
        assert (table.screen.id, table.text != text) == (old, True)
        assert table.id not in world.client.desk.publisher.hidden

    async def test_one_too_old_for_edits_is_replaced_and_stays_as_it_is(self, world: World) -> None:
        table = await world.game(people=2)
        old = table.screen.id
        refuse(world, "PATCH", "/channels/*/messages/*", 30046, times=2)
        await play_once(world, table)
        assert table.screen.id != old


class TestFarUp:
    """The bot isn't told of people's messages: it looks, now and then, when it has news."""

    async def test_it_is_moved_down_when_the_chat_has_run_past_it(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        old = table.screen.id
        await chat(world, 20)
        await world.advance(301)
        await play_once(world, table)
        assert table.screen.id != old
        assert points_to(world, table, old)

    async def test_a_few_messages_below_do_not_matter(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        await chat(world, 10)
        await world.advance(301)
        old = table.screen.id
        await play_once(world, table)
        assert table.screen.id == old

    async def test_it_is_moved_once_in_five_minutes_at_most(self, world: World) -> None:
        table = await world.game(people=2, pace="none", chips=9)
        moved = {table.screen.id}
        for _ in range(16):
            await chat(world, 16)
            await world.advance(60)
            await play_once(world, table)
            moved.add(table.screen.id)
        assert 2 <= len(moved) - 1 <= 3
        looks = [each for each in world.weather.sent if each.method == "GET"]
        assert len(looks) <= 16 * 60 / 120 + 1

    async def test_it_does_not_move_under_somebodys_fingers(self, world: World) -> None:
        table = await world.game(people=2, pace="none")
        player = table.to_act()[0]
        hand = await player.hand(table)
        old = table.screen.id
        await chat(world, 20)
        await world.advance(301)
        await player.click(table, "My hand")
        await player.act(hand.actions()[0], hand)
        assert table.screen.id == old
        await world.advance(16)
        await play_once(world, table)
        assert table.screen.id != old

    async def test_without_the_history_it_moves_when_the_chat_goes_on_and_on(
        self, world: World
    ) -> None:
        table = await world.game(people=2, pace="none", chips=9)
        await permit(world, read_message_history=False)
        old = table.screen.id
        await world.advance(180)
        turns = 0
        while table.screen.id == old:
            await chat(world, 1)
            await world.advance(121)
            player = table.to_act()[0]
            hand = (await player.slash("hand")).screen
            await player.act(hand.actions()[0], hand)
            turns += 1
            assert turns < 9
        assert turns >= 5


class TestCopies:
    """Messages from which the table has moved on, as somebody may still see them."""

    async def test_a_click_on_one_counts_and_leads_to_the_table(
        self, world: World, alice: Member, bob: Member
    ) -> None:
        table = await world.play(players=3)
        old = table.screen
        refuse(world, "PATCH", "/channels/*/messages/*", 500)  # so that it isn't reduced
        await alice.slash("table show")
        assert table.screen.id != old.id
        assert "Join" in old.labels, "a copy"

        await bob.click(old, "Join")

        assert [seat.name for seat in table.table.seats] == ["Alice", "Bob"]
        assert "Bob" in table.text
        assert points_to(world, table, old.id)

    async def test_my_hand_works_on_one(self, world: World, alice: Member) -> None:
        table = await world.game(people=2)
        old = table.screen
        refuse(world, "PATCH", "/channels/*/messages/*", 500)
        await alice.slash("table show")
        reply = await alice.click(old, "My hand")
        assert reply.private
        assert set(reply.screen.actions()) or table.to_act() != [alice]

    async def test_moving_down_leaves_a_line(self, world: World, alice: Member) -> None:
        table = await world.play(players=3)
        old = table.screen.id
        await alice.slash("table show")
        assert points_to(world, table, old)


async def test_trouble_that_lasts_is_tried_again_until_it_is_over(world: World) -> None:
    table = await world.game(people=2, pace="none")
    refuse(world, "PATCH", "/channels/*/messages/*", 503, times=8)
    player = table.to_act()[0]
    hand = await player.hand(table)
    await player.act(hand.actions()[0], hand)
    shown = table.text
    await world.advance(1500)
    assert table.text != shown


async def test_a_rate_limit_of_half_a_minute_costs_one_edit_afterwards(world: World) -> None:
    table = await world.game(people=2, computers=3, pace="none")
    refuse(world, "PATCH", "/channels/*/messages/*", 429, times=3)
    for _ in range(3):
        await play_once(world, table)
    world.env.backend.faults.clear()
    before = sent(world, "PATCH", f"/messages/{table.screen.id}")
    await world.advance(20)
    assert sent(world, "PATCH", f"/messages/{table.screen.id}") <= before + 2
    assert "Waiting for" in table.text
