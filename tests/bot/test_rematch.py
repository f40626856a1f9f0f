"""Playing again: one click opens a table where everybody's seat is kept for them."""

import pytest

from engine.refusal import Refusal, RefusalCode
from engine.table import Pace, Person, Status
from tests.bot.test_closing import close
from tests.bot.test_options_page import options, press
from tests.bot.test_taking_seats import leave
from tests.support.member import Member, Reply
from tests.support.mishaps import delete, permit, refuse
from tests.support.roles import grant
from tests.support.tables import TableView
from tests.support.world import World


async def end_of(world: World, table: TableView) -> None:
    """The people agree that the game ends."""
    for seat in table.table.people():
        page = await press(world.member(seat.user_id or 0), table, "End the game")
        if "Yes, end the game" in page.labels:
            await world.member(seat.user_id or 0).click(page, "Yes, end the game")
            break
    assert table.table.closed_reason == "agreed"


def newest(world: World) -> TableView:
    return TableView(world, max(table.id for table in world.tables_in_memory()))


@pytest.fixture
async def over(world: World) -> TableView:
    """Alice, Bob and Carol with a computer; the game is over."""
    table = await world.game(people=3, computers=1, pace="slow", chips=3, stake=5)
    await end_of(world, table)
    return table


async def again(member: Member, table: TableView) -> Reply:
    return await member.click(table, "Play again")


class TestTheFirst:
    async def test_opens_the_same_table_for_everybody(self, world, over, bob):
        reply = await again(bob, over)
        new = newest(world)
        assert new.id != over.id
        assert not reply.private
        assert reply.screen.id == new.screen.id
        lines = new.text.splitlines()
        assert "**Players: 2 of 4**" in lines
        assert "- \u2068Bob\u2069 (host)" in lines
        assert "- kept for \u2068Alice\u2069" in lines
        assert "- kept for \u2068Carol\u2069" in lines
        assert "free seat" not in "\n".join(lines[:8])
        assert "If a seat is kept for you, press Join." in new.text
        assert new.labels[-1] == "Free the kept seats"
        assert new.table.pace is Pace.SLOW
        assert (new.table.stake, new.table.game.options["chips"]) == (5, 3)
        assert new.table.seed_commitment != over.table.seed_commitment
        assert [(seat.place, seat.name) for seat in new.table.seats] == [
            (seat.place, seat.name) for seat in over.table.seats if seat.name in ("Ada", "Bob")
        ]  # fmt: skip

    async def test_the_old_message_says_who_is_in_and_where(self, world, over, bob, alice):
        await again(bob, over)
        new = newest(world)
        link = f"/{new.screen.channel_id}/{new.screen.id}"
        assert (
            f"🔁 Playing again at table {new.id}: \u2068Bob\u2069. [Go to the table](" in over.text
        )
        assert link in over.text
        await again(alice, over)
        assert f"at table {new.id}: \u2068Alice\u2069 and \u2068Bob\u2069." in over.text

    async def test_two_at_the_same_moment_open_one_table(self, world, over, alice, bob):
        world.weather.delay = 0.01
        replies = await world.together(again(alice, over), again(bob, over))
        assert all(reply.answered for reply in replies)
        assert newest(world).id == over.id + 1
        assert len(newest(world).table.people()) == 2
        tables = [screen for screen in world.public_screens() if "Players:" in screen.text]
        assert len(tables) == 1

    async def test_a_double_click_opens_one_table(self, world, over, alice):
        button = over.screen.button("Play again")
        world.weather.delay = 0.01
        replies = await world.together(
            alice.press(over.screen, button), alice.press(over.screen, button)
        )
        assert all(reply.answered for reply in replies)
        assert newest(world).id == over.id + 1
        assert [seat.name for seat in newest(world).table.people()] == ["Alice"]

    async def test_alone_with_computers_it_starts_at_once(self, world, alice):
        table = await world.game(people=1, computers=2)
        await end_of(world, table)
        await again(alice, table)
        assert newest(world).id != table.id
        assert newest(world).status is Status.PLAYING
        assert newest(world).labels[0] == "My hand"


class TestTheOthers:
    async def test_sit_where_they_sat_and_the_last_one_starts_it(
        self, world, over, alice, bob, carol
    ):
        seats = [seat.name for seat in over.table.seats]
        await again(carol, over)
        new = newest(world)
        reply = await again(alice, over)
        assert reply.screen.id == over.screen.id
        await bob.click(new, "Join")
        assert new.status is Status.PLAYING
        assert [seat.name for seat in new.table.seats] == seats

    async def test_strangers_wait_until_the_host_frees_the_seats(self, world, over, alice, dave):
        await again(alice, over)
        new = newest(world)
        reply = await dave.click(new, "Join")
        assert reply.private
        assert (
            "The free seats are kept for **\u2068Bob\u2069** and **\u2068Carol\u2069**."
            in reply.text
        )
        refused = await dave.click(new, "Free the kept seats")
        assert "Only the host" in refused.text
        await alice.click(new, "Free the kept seats")
        assert "kept for" not in new.text
        assert "- 2 free seats" in new.text
        assert "Free the kept seats" not in new.labels
        await dave.click(new, "Join")
        assert "\u2068Dave\u2069" in new.text

    async def test_one_may_give_up_the_kept_seat(self, world, over, alice, bob):
        await again(alice, over)
        new = newest(world)
        page = await options(bob, new)
        assert page.labels == ["Join", "Don't take it"]
        await bob.click(page, "Don't take it")
        assert "kept for \u2068Bob\u2069" not in new.text
        assert page.labels == ["Join"]

    async def test_the_host_starts_with_computers_in_the_other_seats(self, world, over, alice):
        await again(alice, over)
        new = newest(world)
        await alice.click(new, "Start")
        assert new.status is Status.PLAYING
        assert len(new.table.people()) == 1

    async def test_who_comes_too_late_is_shown_the_game(self, world, over, alice, bob):
        await again(alice, over)
        new = newest(world)
        await alice.click(new, "Start")
        reply = await again(bob, over)
        assert reply.private
        assert "The others play again already, without you." in reply.text
        assert f"/{new.screen.id}" in reply.text

    async def test_strangers_of_the_old_table_are_told_so(self, world, over, dave):
        reply = await again(dave, over)
        assert reply.private
        assert "You don't sit at this table" in reply.text
        assert newest(world).id == over.id

    async def test_a_rematch_of_a_rematch(self, world, over, alice, bob, carol):
        await again(alice, over)
        second = newest(world)
        for person in (bob, carol):
            await again(person, over)
        await end_of(world, second)
        await again(bob, second)
        assert newest(world).id > second.id
        assert newest(world).table.rematch_of == second.id


async def test_from_the_page_of_options(world, over, alice, bob):
    pages = [(await person.slash("table options", table=over.id)).screen for person in (alice, bob)]
    assert pages[0].labels == ["Play again"]
    reply = await alice.click(pages[0], "Play again")
    assert newest(world).id == over.id + 1
    assert not reply.private
    await bob.click(pages[1], "Play again")
    assert f"✓ You are in again: table {newest(world).id}." in pages[1].text
    assert "\u2068Alice\u2069 and \u2068Bob\u2069" in over.text


async def test_who_left_the_game_is_not_asked_again(world, alice, bob, carol):
    table = await world.game(people=3)
    await leave(bob, table)
    await end_of(world, table)
    await again(alice, table)
    assert "kept for \u2068Bob\u2069" not in newest(world).text
    assert "kept for \u2068Carol\u2069" in newest(world).text
    reply = await again(bob, table)
    assert "You don't sit at this table" in reply.text


async def test_a_table_that_was_closed_otherwise_has_no_rematch(world, alice):
    table = await world.game(people=2)
    await grant(world, alice, manage_messages=True)
    await close(alice, table)
    assert "A moderator closed this table." in table.text
    assert "Play again" not in table.labels
    reply = await alice.press_unseen(table.screen, f"t:{table.id}:again")
    assert "That game wasn't played to its end." in reply.text


async def test_the_button_works_after_a_restart(world, over, alice, bob):
    await again(alice, over)
    await world.restart_bot(away=60)
    await over.load()
    await again(bob, over)
    assert newest(world).id == over.id + 1
    assert len(newest(world).table.people()) == 2


@pytest.mark.world(seed=3)
async def test_after_a_whole_game_the_result_offers_it(world, alice, bob):
    table = await world.game(people=2, chips=1, game="ninetynine")
    for _ in range(400):
        if table.status is not Status.PLAYING:
            break
        for member in table.to_act():
            hand = await member.hand(table)
            await member.act(hand.actions()[-1], hand)
    assert table.status is Status.FINISHED
    assert table.labels == ["Play again", "Replay", "Fair deal?"]
    await again(bob, table)
    assert "🔁 Playing again" in table.text
    assert "kept for \u2068Alice\u2069" in newest(world).text


async def test_from_a_thread_it_opens_in_the_channel_above(world, alice, bob):
    await world.house.change_settings(world.guild.id, Person(alice.id, "Alice"), threads=True)
    table = await world.game(people=2)
    await world.advance(5)
    await end_of(world, table)
    await world.advance(5)
    reply = await again(alice, table)
    new = newest(world)
    assert new.screen.channel_id == world.channel.id
    assert reply.screen.id == table.screen.id
    assert "🔁 Playing again" in table.text
    await bob.click(new, "Join")
    assert new.status is Status.PLAYING


async def test_where_the_channel_above_takes_no_message_there_is_no_table(world, alice):
    await world.house.change_settings(world.guild.id, Person(alice.id, "Alice"), threads=True)
    table = await world.game(people=2)
    await world.advance(5)
    await end_of(world, table)
    await world.advance(5)
    refuse(world, "POST", f"/channels/{world.channel.id}/messages", 50013)
    reply = await again(alice, table)
    assert reply.private
    assert "I can't post in that table's channel" in reply.text
    assert newest(world).status is Status.CANCELLED


async def test_a_missing_permission_is_named_first(world, over, alice):
    await permit(world, view_channel=True, send_messages=False)
    reply = await again(alice, over)
    assert reply.private
    assert "**Send Messages**" in reply.text
    assert newest(world).id == over.id


async def test_in_a_thread_that_people_have_made_where_its_channel_is_allowed(world, alice, bob):
    settings = {"channels": [world.channel.id]}
    await world.house.change_settings(world.guild.id, Person(1, "Admin"), **settings)
    thread = world.env.backend.create_thread(world.channel.id, "our games", alice.id)
    await world.env.settle()
    place = world.channel.threads[0]
    old = world.table_of(await alice.slash("play ninetynine", channel=place, players=2))
    await bob.click(old, "Join")
    await end_of(world, old)

    reply = await again(alice, old)

    assert "**Players: 1 of 2**" in reply.text
    assert newest(world).table.channel_id == thread.id


async def test_who_was_removed_from_the_game_before_reads_from_which(world, alice, bob, dave):
    old = await world.game(people=3)
    await world.house.kick(old.id, alice.id, 1, user_id=bob.id)
    await end_of(world, old)
    assert "You were removed from this table." in (await again(bob, old)).text
    await again(alice, old)
    new = newest(world)

    for said in ((await bob.click(new, "Join")).text, (await options(bob, new)).text):
        assert "You were removed from the game before this one" in said
    await world.advance(1)
    await dave.click(new, "Join")
    await world.house.kick(new.id, alice.id, new.table.seats[-1].place, user_id=dave.id)
    for said in ((await dave.click(new, "Join")).text, (await options(dave, new)).text):
        assert "You were removed from this table" in said


async def test_long_after_the_end_the_result_is_not_told_a_second_time(world, over, alice):
    await world.advance(2 * 3600)
    screen = over.screen
    await again(alice, over)
    assert over.screen.id == screen.id
    assert "🔁 Playing again" in screen.text
    told = [each for each in world.public_screens() if "wanted to end this game" in each.text]
    assert [each.id for each in told] == [screen.id]


async def test_a_result_too_old_for_more_edits_gets_its_line_later(world, over, alice):
    refuse(world, "PATCH", "/channels/*/messages/*", 30046)
    screen = over.screen
    await again(alice, over)
    assert "Playing again" not in screen.text
    await world.advance(301)
    assert "🔁 Playing again" in screen.text
    assert over.screen.id == screen.id


async def test_nor_when_its_message_has_been_deleted(world, over, alice):
    page = (await alice.slash("table options", table=over.id)).screen
    await delete(world, over.screen)
    await alice.click(page, "Play again")
    assert newest(world).id == over.id + 1
    assert not [each for each in world.public_screens() if "wanted to end" in each.text]


async def test_in_a_locked_thread_there_is_no_table(world, alice, bob):
    world.env.backend.create_thread(world.channel.id, "our games", alice.id)
    await world.env.settle()
    place = world.channel.threads[0]
    old = world.table_of(await alice.slash("play ninetynine", channel=place, players=2))
    await bob.click(old, "Join")
    await end_of(world, old)
    page = (await alice.slash("table options", table=old.id)).screen
    refuse(world, "POST", f"/channels/{place.id}/messages", 160005, times=None)
    reply = await alice.click(page, "Play again")
    assert "That table's thread is locked. Type /play where I can post." in reply.text
    assert newest(world).id == old.id + 1
    assert newest(world).status is Status.CANCELLED


async def test_an_end_is_shown_though_nobody_can_tell_who_plays_again(world, over, monkeypatch):
    async def rematch_of(_: int) -> None:
        raise Refusal(RefusalCode.UNAVAILABLE)

    monkeypatch.setattr(world.house, "rematch_of", rematch_of)
    page = await world.client.desk.publisher.page(over.table)
    assert "wanted to end this game" in str(page.to_components())


class TestTheOldMessage:
    """It says who plays again, as long as that is so."""

    async def test_names_who_sat_down_at_the_new_one(self, world, over, alice, bob, carol):
        await again(alice, over)
        for person in (bob, carol):
            await person.click(newest(world), "Join")
        assert newest(world).status is Status.PLAYING
        assert "\u2068Alice\u2069, \u2068Bob\u2069 and \u2068Carol\u2069. [Go" in over.text

    async def test_says_nothing_of_one_that_has_closed(self, world, over, alice, bob):
        await again(alice, over)
        await alice.click(newest(world), "Cancel")
        assert "Playing again" not in over.text
        await again(bob, over)
        assert f"🔁 Playing again at table {newest(world).id}: \u2068Bob\u2069." in over.text
