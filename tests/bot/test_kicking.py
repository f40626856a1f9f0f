"""Removing people from a table: by its host, and by those who may manage messages there."""

import pytest

from engine.table import Status
from tests.bot.test_options_page import options, press
from tests.bot.test_taking_seats import leave
from tests.support.member import Member, Reply
from tests.support.roles import grant, revoke
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World


def entry(table: TableView, member: Member) -> str:
    """How the menu names somebody who sits at the table."""
    seat = table.table.seat_of(member.id)
    assert seat is not None
    return f"{table.table.seats[seat].place}:{member.id}"


async def ask(member: Member, table: TableView, whom: Member) -> Screen:
    """The question whether somebody is really to go."""
    page = await options(member, table)
    await member.choose(page, [entry(table, whom)])
    return page


async def kick(member: Member, table: TableView, whom: Member) -> Reply:
    return await member.click(await ask(member, table, whom), "Yes, remove them")


@pytest.fixture
async def moderator(world: World) -> Member:
    """Erin, who doesn't play, may manage messages."""
    erin = world.person("Erin")
    await grant(world, erin, manage_messages=True)
    return erin


class TestTheHost:
    async def test_is_asked_first_and_then_a_computer_plays_on(self, world, alice, bob):
        table = await world.game(people=3)
        page = await ask(alice, table, bob)
        assert page.text == (
            "**Remove \u2068Bob\u2069 from Ninety-Nine, table 1?** "
            "They can't come back to it; a computer plays on. They get their stake back."
        )
        assert page.labels == ["Yes, remove them", "No, go back"]
        assert table.table.seat_of(bob.id) == 1

        reply = await alice.click(page, "Yes, remove them")
        assert reply.screen.id == page.id
        assert "✓ \u2068Bob\u2069 is removed." in reply.text
        assert table.table.seat_of(bob.id) is None
        assert "left, a computer plays" in table.text

    async def test_may_think_again(self, world, alice, bob):
        table = await world.game(people=3)
        page = await ask(alice, table, bob)
        await alice.click(page, "No, go back")
        assert "Options · " in page.text
        assert table.table.seat_of(bob.id) == 1

    async def test_nothing_is_said_of_a_stake_that_there_is_not(self, world, alice, bob):
        table = await world.game(people=3, stake=0)
        assert "stake" not in (await ask(alice, table, bob)).text

    async def test_who_left_has_lost_their_stake_and_gets_none_back(self, world, alice, bob):
        table = await world.game(people=3)
        await leave(bob, table)
        page = await options(alice, table)
        await alice.choose(page, [f"1:{bob.id}"])
        assert page.text.endswith(
            "table 1?** They can't come back to it. Their stake stays in the pot, as they left."
        )

    async def test_who_waits_for_a_seat_has_no_stake_to_get_back(self, world, alice, dave):
        table = await world.game(people=2, computers=1)
        await dave.choose(await options(dave, table), ["1"])
        page = await options(alice, table)
        await alice.choose(page, [f"1:{dave.id}"])
        assert page.text == (
            "**Remove \u2068Dave\u2069 from Ninety-Nine, table 1?** "
            "They don't get the seat that they wait for, nor another."
        )

    async def test_whoever_is_removed_finds_no_way_back(self, world, alice, bob):
        table = await world.game(people=3, computers=1)
        await kick(alice, table, bob)
        page = await options(bob, table)
        assert page.labels == ["Watch"]
        assert not page.menus
        assert "You were removed from this table, so you can't take a seat here." in page.text
        for entry_name in ("rejoin", "back", "take"):
            reply = await bob.press_unseen(page, f"o:{table.id}:{entry_name}")
            assert reply.answered
            assert table.table.seat_of(bob.id) is None
        assert "removed" in (await bob.click(table, "My hand")).text

    async def test_somebody_else_on_that_seat_by_now_is_left_alone(self, world, alice, bob, dave):
        table = await world.game(people=3)
        page = await ask(alice, table, bob)
        hosts = await press(alice, table, "Let them in at once")
        await leave(bob, table)
        await dave.choose(await options(dave, table), ["1"])
        reply = await alice.click(page, "Yes, remove them")
        assert "⚠ Somebody else is at that seat by now" in reply.text
        assert table.table.seats[1].user_id == dave.id
        del hosts

    async def test_a_double_click_removes_one(self, world, alice, bob):
        table = await world.game(people=3)
        page = await ask(alice, table, bob)
        button = page.button("Yes, remove them")
        world.weather.delay = 0.01
        replies = await world.together(alice.press(page, button), alice.press(page, button))
        assert all(reply.answered for reply in replies)
        assert [seat.left for seat in table.table.seats] == [False, True, False]

    async def test_the_kick_and_their_own_leaving_at_once(self, world, alice, bob):
        table = await world.game(people=3)
        page = await ask(alice, table, bob)
        question = await bob.click(table, "Leave")
        world.weather.delay = 0.01
        replies = await world.together(
            alice.click(page, "Yes, remove them"),
            bob.click(question.screen, "Yes, leave the table"),
        )
        assert all(reply.answered for reply in replies)
        assert table.table.seats[1].left

    async def test_who_left_can_be_kept_from_coming_back(self, world, alice, bob):
        table = await world.game(people=3)
        left = await leave(bob, table)
        page = await options(alice, table)
        await alice.choose(page, [f"1:{bob.id}"])
        await alice.click(page, "Yes, remove them")
        reply = await bob.click(left.screen, "Come back")
        assert "You were removed from this table" in reply.text

    async def test_turns_away_whoever_waits_for_a_seat(self, world, alice, dave):
        table = await world.game(people=2, computers=1)
        await dave.choose(await options(dave, table), ["1"])
        page = await options(alice, table)
        assert "Seat 2 · Dave, from the next deal on" in [o.label for o in page.options]
        await alice.choose(page, [f"1:{dave.id}"])
        await alice.click(page, "Yes, remove them")
        assert table.table.seats[1].heir_id is None

    async def test_in_the_lobby_a_computer_can_go_too(self, world, alice, bob):
        table = await world.play(players=4, computers=1)
        await bob.click(table, "Join")
        page = await options(alice, table)
        assert [o.label for o in page.menus[-1].options] == ["Seat 2 · 🤖 Ada", "Seat 3 · Bob"]
        await alice.choose(page, ["1:0"])
        await alice.click(page, "Yes, remove them")
        assert [seat.name for seat in table.table.seats] == ["Alice", "Bob"]
        await alice.choose(page, [f"2:{bob.id}"])
        await alice.click(page, "Yes, remove them")
        assert "Players: 1 of 4" in table.text
        reply = await bob.click(table, "Join")
        assert "You were removed from this table." in reply.text

    async def test_a_person_in_a_computers_place_by_now_stays(self, world, alice, bob):
        table = await world.play("schmier", computers=1)
        page = await options(alice, table)
        await alice.choose(page, ["1:0"])
        await bob.choose(table.screen, ["1"])
        reply = await alice.click(page, "Yes, remove them")
        assert "⚠ Somebody else is at that seat by now" in reply.text
        assert table.table.seat_of(bob.id) == 1


class TestModerators:
    async def test_remove_people_even_the_host(self, world, moderator, alice, bob):
        table = await world.game(people=3)
        page = await options(moderator, table)
        assert "**You moderate this channel.**" in page.text
        await kick(moderator, table, alice)
        assert table.table.host_id == bob.id

    async def test_whose_right_went_between_page_and_click(self, world, moderator, bob):
        table = await world.game(people=3)
        page = await ask(moderator, table, bob)
        await revoke(world, moderator)
        reply = await moderator.click(page, "Yes, remove them")
        assert "⚠ Only the host of this table can do that." in reply.text
        assert table.table.seat_of(bob.id) == 1

    async def test_the_right_in_the_tables_channel_counts_wherever_they_click(
        self, world, moderator, bob
    ):
        table = await world.game(people=3)
        elsewhere = world.guild.create_text_channel("elsewhere")
        page = await ask(moderator, table, bob)
        reply = await moderator.slash("table kick", table=table.id, channel=elsewhere)
        assert [o.label for o in reply.screen.options] == [
            "Seat 1 · Alice", "Seat 2 · Bob", "Seat 3 · Carol",
        ]  # fmt: skip
        await moderator.choose(reply.screen, [entry(table, bob)])
        await moderator.click(reply.screen, "Yes, remove them")
        assert table.table.seats[1].left
        assert page.exists

    async def test_nobody_else_is_offered_it(self, world, bob):
        table = await world.game(people=3)
        page = await options(bob, table)
        assert not page.menus
        for reply in (
            await bob.choose_unseen(page, f"o:{table.id}:kick", [f"2:{world.people(3)[2].id}"]),
            await bob.press_unseen(page, f"k:{table.id}:2:{world.people(3)[2].id}"),
            await bob.slash("table kick"),
        ):
            assert "Only the host of this table can do that." in reply.text
        assert table.status is Status.PLAYING
        assert not any(seat.left for seat in table.table.seats)


@pytest.mark.parametrize("values", [["x:1"], ["1"], ["9:5"], []])
async def test_a_choice_that_there_is_not(world, alice, values):
    table = await world.game(people=3)
    page = await options(alice, table)
    reply = await alice.choose_unseen(page, f"o:{table.id}:kick", values)
    assert "⚠ Somebody else is at that seat by now" in reply.text


async def test_the_question_is_answered_after_a_restart(world, alice, bob):
    table = await world.game(people=3)
    page = await ask(alice, table, bob)
    await world.restart_bot(away=10)
    await table.load()
    await alice.click(page, "Yes, remove them")
    assert table.table.seats[1].left
