"""The page of options of a running game: pausing it, ending it, its pace; in the simulated server.

The page is for one's own eyes, and whatever it offers is checked again when it is pressed.
"""

import pytest

from engine.table import PAUSE_LAPSES, Pace, Status
from tests.support.member import Member
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

PLAYING = ["My hand", "Rules", "Leave", "Options"]


async def options(member: Member, table: TableView) -> Screen:
    """Somebody's page of options, from the table's message."""
    reply = await member.click(table, "Options")
    assert reply.private
    return reply.screen


async def press(member: Member, table: TableView, *labels: str) -> Screen:
    """Press buttons of one's page one after the other."""
    page = await options(member, table)
    for label in labels:
        reply = await member.click(page, label)
        assert reply.screen.id == page.id  # the same page, as it is then
    return page


class TestWhatIsOffered:
    async def test_a_player_may_pause_end_or_leave(self, world, bob):
        table = await world.game(people=3)
        page = await options(bob, table)
        assert page.labels == ["Pause", "End the game", "Leave"]
        assert not page.menus
        assert "Options · Ninety-Nine, table 1" in page.text
        assert "Everybody who is here has to agree: 0 of 3." in page.text
        assert "It takes 2 of 3 people, 0 so far." in page.text

    async def test_the_host_also_rules_over_seats_pace_and_people(self, world, alice):
        table = await world.game(people=3)
        page = await options(alice, table)
        assert page.labels == ["Pause", "End the game", "Leave", "Let them in at once"]
        assert [menu.placeholder for menu in page.menus] == [
            "Time for a turn: 60 seconds, then a computer plays it.",
            "Remove somebody from the table",
        ]
        assert [option.label for option in page.menus[1].options] == [
            "Seat 2 · Bob",
            "Seat 3 · Carol",
        ]

    async def test_somebody_from_outside_may_watch_or_take_a_computers_seat(self, world, dave):
        table = await world.game(people=2, computers=1)
        page = await options(dave, table)
        assert page.labels == ["Watch"]
        assert [option.label for option in page.options] == ["Seat 2 · 🤖 Ada"]
        assert "when the next hand is dealt" in page.text

    async def test_no_seat_is_offered_where_only_people_sit(self, world, dave):
        page = await options(dave, await world.game(people=2))
        assert not page.menus
        assert "No seat is free here now." in page.text

    async def test_somebody_who_is_away_may_be_back(self, world, alice):
        table = await world.game(people=2)
        table.table.seats[0].away = True
        assert (await options(alice, table)).labels[0] == "I'm back"

    async def test_in_the_lobby_it_keeps_open_and_gives_up_the_seat(self, world, bob, carol):
        table = await world.play(players=4)
        await bob.click(table, "Join")
        page = await options(bob, table)
        assert page.labels == ["Keep open", "Leave"]
        assert "<t:" not in page.text  # it would be wrong once somebody else has put it off
        assert (await options(carol, table)).labels == ["Join"]

    async def test_by_the_command_it_is_the_same(self, world, bob):
        table = await world.game(people=3)
        reply = await bob.slash("table options")
        assert reply.private
        assert reply.text == (await options(bob, table)).text

    async def test_a_game_that_is_over_is_played_again_or_not_at_all(self, world, alice):
        table = await world.game(people=2)
        page = await options(alice, table)
        await world.house.end(table.id, world.guild.id)
        reply = await alice.click(page, "Pause")
        assert "This game is over." in reply.text
        assert "A moderator closed this table." in reply.text
        assert not reply.screen.labels


class TestPausing:
    async def test_when_everybody_agrees_nobodys_time_runs(self, world, alice, bob):
        table = await world.game(people=2)
        page = await press(alice, table, "Pause")
        assert "✓ You want a pause." in page.text
        assert "has to agree: 1 of 2." in page.text
        assert page.labels[0] == "No pause"
        assert (
            "**\u2068Alice\u2069** wants a pause. Everybody who is here has to agree: 1 of 2."
            in (table.text)
        )
        assert table.labels == [*PLAYING, "Pause, too"]

        reply = await bob.click(table, "Pause, too")
        assert reply.screen.id == table.screen.id
        assert table.table.on_hold
        assert "⏸ Paused. No time runs until somebody at the table presses Go on" in table.text
        assert "wants a pause" not in table.text
        assert table.labels == [*PLAYING, "Go on"]
        plies = table.table.plies
        await world.advance(600)
        assert table.table.plies == plies

    async def test_a_card_is_refused_with_the_way_on(self, world, alice):
        table = await world.game(people=1, computers=1)
        hand = await alice.hand()
        await world.wait_for_people(table)
        await press(alice, table, "Pause")
        plies = table.table.plies
        actions = hand.actions() or (await alice.hand()).actions()
        reply = await alice.act(actions[0], hand if hand.actions() else None)
        assert "The table is paused, so nothing was changed." in reply.text
        assert table.table.plies == plies
        assert "Go on" in reply.screen.labels
        await alice.click(reply.screen, "Go on")
        assert not table.table.on_hold
        assert reply.screen.text.startswith("The game goes on.")

    async def test_anybody_at_the_table_goes_on(self, world, alice, bob):
        table = await world.game(people=2)
        await press(alice, table, "Pause")
        page = await press(bob, table, "Pause")
        assert page.labels[0] == "Go on"
        await bob.click(page, "Go on")
        assert not table.table.on_hold
        assert "✓ The game goes on." in page.text
        deadline = table.table.deadline
        assert deadline is not None
        assert deadline - world.clock.now() == 60

    async def test_nobody_from_outside_does(self, world, alice, bob, carol):
        table = await world.game(people=2)
        for person in (alice, bob):
            await press(person, table, "Pause")
        reply = await carol.click(table, "Go on")
        assert reply.private
        assert "You don't sit at this table" in reply.text
        assert table.table.on_hold

    async def test_a_double_click_asks_once_and_takes_nothing_back(self, world, alice):
        table = await world.game(people=2)
        page = await options(alice, table)
        button = page.button("Pause")
        world.weather.delay = 0.01
        await world.together(alice.press(page, button), alice.press(page, button))
        assert table.table.wanting("pause", world.clock.now()) == [alice.id]

    async def test_whoever_asked_may_think_again(self, world, alice, bob):
        table = await world.game(people=2)
        await press(alice, table, "Pause", "No pause")
        assert "wants a pause" not in table.text
        await press(bob, table, "Pause")
        assert not table.table.on_hold

    async def test_a_wish_lapses_and_the_message_says_when(self, world, alice, bob):
        table = await world.game(people=2, pace="slow")
        await press(alice, table, "Pause")
        assert f"Lapses <t:{int(world.clock.now() + PAUSE_LAPSES)}:R>." in table.text
        await world.advance(PAUSE_LAPSES + 1)
        assert "wants a pause" not in table.text
        assert (await options(alice, table)).labels[0] == "Pause"
        await press(bob, table, "Pause")
        assert not table.table.on_hold

    async def test_the_one_person_of_a_table_pauses_it_alone(self, world, alice):
        table = await world.game(people=1, computers=2)
        page = await press(alice, table, "Pause")
        assert "✓ The table is paused." in page.text
        plies = table.table.plies
        await world.advance(300)
        assert table.table.plies == plies

    async def test_an_open_hand_hears_of_the_pause(self, world, alice, bob):
        table = await world.game(people=2)
        hand = await alice.hand()
        for person in (alice, bob):
            await press(person, table, "Pause")
        assert "Go on" in hand.labels
        assert "Paused" in hand.text
        await bob.click(table, "Go on")
        assert "Go on" not in hand.labels

    async def test_a_wish_outlives_a_restart(self, world, alice, bob):
        table = await world.game(people=2)
        page = await press(alice, table, "Pause")
        await world.restart_bot(away=30)
        await table.load()
        await bob.click(table, "Pause, too")
        assert table.table.on_hold
        await alice.click(page, "No pause")
        assert table.table.on_hold
        assert "Go on" in page.labels


class TestEnding:
    async def test_more_than_half_of_the_people_end_it(self, world, alice, bob, carol):
        table = await world.game(people=3)
        page = await press(alice, table, "End the game")
        assert table.status is Status.PLAYING
        assert "✓ You want the end." in page.text
        assert "\u2068Alice\u2069** wants to end this game without a winner: 1 so far" in table.text
        assert "it takes 2 of 3." in table.text
        reply = await bob.click(table, "End it, too")
        assert reply.private
        assert "**End Ninety-Nine, table 1, now?**" in reply.text
        assert table.status is Status.PLAYING

        await bob.click(reply.screen, "Yes, end the game")
        assert (table.status, table.table.closed_reason) == (Status.CANCELLED, "agreed")
        assert "More than half of the people here wanted to end this game." in table.text
        assert "Play again" in table.labels
        assert "You don't sit at any table here." in (await carol.slash("hand")).text

    async def test_alone_it_is_asked_about_first(self, world, alice):
        table = await world.game(people=1, computers=2)
        page = await press(alice, table, "End the game")
        assert table.table.is_live
        assert "now?**" in page.text
        await alice.click(page, "No, go back")
        assert page.labels == ["Pause", "End the game", "Leave", "Let them in at once"]
        await alice.click(page, "End the game")
        await alice.click(page, "Yes, end the game")
        assert table.status is Status.CANCELLED

    async def test_it_can_be_taken_back(self, world, alice, bob):
        table = await world.game(people=3)
        await press(alice, table, "End the game", "Don't end it")
        await press(bob, table, "End the game")
        assert table.status is Status.PLAYING

    async def test_a_leaver_makes_the_count_smaller(self, world, alice, bob, carol):
        table = await world.game(people=4)
        for person in (alice, bob):
            await press(person, table, "End the game")
        assert table.table.is_live
        leave = await carol.click(table, "Leave")
        await carol.click(leave.screen, "Yes, leave the table")
        assert table.status is Status.CANCELLED

    async def test_an_old_page_of_a_vote_that_is_over(self, world, alice, bob):
        table = await world.game(people=3)
        stale = await options(bob, table)
        await press(alice, table, "End the game")
        reply = await bob.click(stale, "End the game")
        assert "now?**" in reply.text  # it would decide by now
        assert table.status is Status.PLAYING

    async def test_a_stranger_is_no_voter(self, world, alice, carol):
        table = await world.game(people=2)
        page = await press(alice, table, "End the game")
        reply = await carol.press_unseen(page, f"o:{table.id}:reallyend")
        assert "You don't sit at this table" in reply.text
        assert table.status is Status.PLAYING


class TestTheHost:
    async def test_changes_the_pace_and_whoever_is_on_turn_has_all_of_it(self, world, alice):
        table = await world.game(people=2, pace="slow")
        page = await options(alice, table)
        await world.advance(300)
        await alice.choose(page, ["live"])
        assert table.table.pace is Pace.LIVE
        assert "✓ The pace is changed." in page.text
        deadline = table.table.deadline
        assert deadline is not None
        assert deadline - world.clock.now() == 60

    async def test_whoever_was_the_host_is_refused_on_an_old_page(self, world, alice, bob):
        table = await world.game(people=3)
        old = await options(alice, table)
        leave = await alice.click(table, "Leave")
        await alice.click(leave.screen, "Yes, leave the table")
        reply = await alice.choose_unseen(old, f"o:{table.id}:pace", ["none"])
        assert "⚠ Only the host of this table can do that." in reply.text
        assert table.table.pace.value == "live"
        assert "Come back" in reply.screen.labels

        assert table.table.host_id == bob.id
        page = await options(bob, table)
        await bob.choose(page, ["none"])
        assert table.table.pace is Pace.NONE

    async def test_a_pace_that_there_is_not_changes_nothing(self, world, alice):
        table = await world.game(people=2)
        page = await options(alice, table)
        reply = await alice.choose_unseen(page, f"o:{table.id}:pace", ["hourly"])
        assert reply.screen.id == page.id
        assert table.table.pace is Pace.LIVE

    async def test_changes_the_pace_of_a_lobby_too(self, world, alice, bob):
        table = await world.play(players=3)
        await alice.choose(await options(alice, table), ["relaxed"])
        assert "Time for a turn: 10 minutes" in table.text

    async def test_opens_the_seats_and_shuts_them_again(self, world, alice, bob):
        table = await world.game(people=2, computers=1)
        page = await press(alice, table, "Let them in at once")
        assert table.table.open_seats
        assert "A computer's seat may be taken at once: press Options." in table.text
        await alice.click(page, "Only at a new deal")
        assert not table.table.open_seats
        reply = await bob.press_unseen(page, f"o:{table.id}:openseats")
        assert "Only the host" in reply.text
        assert not table.table.open_seats


@pytest.mark.world(lobby_minutes=15)
class TestAnIdleLobby:
    async def test_says_that_it_closes_and_stays_open_for_whoever_still_waits(self, world, bob):
        table = await world.play(players=4)
        await bob.click(table, "Join")
        await world.advance(12 * 60 + 1)
        assert "Press Keep open to wait on." in table.text
        assert table.labels[-1] == "Keep open"
        reply = await bob.click(table, "Keep open")
        assert reply.screen.id == table.screen.id
        assert "Press Keep open" not in table.text
        await world.advance(10 * 60)
        assert table.status is Status.LOBBY

    async def test_a_stranger_does_not_keep_it_open(self, world, carol):
        table = await world.play(players=4)
        await world.advance(12 * 60 + 1)
        reply = await carol.click(table, "Keep open")
        assert "You don't sit at this table" in reply.text
        await world.advance(4 * 60)
        assert table.status is Status.CANCELLED


async def test_an_entry_of_another_version_says_so(world, alice):
    table = await world.game(people=2)
    page = await options(alice, table)
    reply = await alice.press_unseen(page, f"o:{table.id}:dance")
    assert "from an older version" in reply.text


async def test_every_page_is_served_after_a_restart(world: World, alice: Member, bob: Member):
    table = await world.game(people=2, computers=1)
    page, other = await options(alice, table), await options(bob, table)
    await world.restart_bot(away=20)
    await alice.click(page, "Pause")
    await bob.click(other, "Pause")
    await table.load()
    assert table.table.on_hold
