"""Chips in the simulated server: stakes at the table, `/chips` and its refill, and what is told."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.tables.places import moved_page
from bot.text import ENGLISH
from engine.table import Person, Status
from tests.bot.builders import words
from tests.support.member import Member, Reply
from tests.support.mishaps import refuse
from tests.support.past import has_ended, have_ended
from tests.support.playing import play_on
from tests.support.tables import TableView
from tests.support.world import World


def read(reply: Reply) -> str:
    return reply.text.replace("\u2068", "").replace("\u2069", "")


async def balance(world: World, member: Member) -> int:
    purse, _ = await world.house.purse(world.guild.id, member.id)
    return purse.balance


async def is_poor(world: World, member: Member, keeps: int) -> None:
    """Somebody loses their chips to a stranger, all but these."""
    lost = await balance(world, member) - keeps
    await has_ended(world, (9_000 + lost, "Rich"), member, stake=lost)
    assert await balance(world, member) == keeps


async def settings(world: World, **values: Any) -> None:
    await world.house.change_settings(world.guild.id, Person(1, "Admin"), **values)


class TestTheStake:
    async def test_it_is_the_servers_usual_one_if_nothing_is_said(self, world):
        table = await world.play("ninetynine", players=3)
        assert table.table.stake == 10
        assert "Stake: 10 chips each, put in at the start." in table.text
        assert "The winners share a pot of 30 chips." in table.text

    @pytest.mark.parametrize(("changes", "stake"), [({"stake": 25}, 25), ({"stakes": False}, 0)])
    async def test_a_server_may_have_another_or_none(self, world, changes, stake):
        await settings(world, **changes)
        assert (await world.play("ninetynine", players=3)).table.stake == stake

    async def test_it_can_be_chosen_up_to_all_that_one_has(self, world, alice, bob):
        table = await world.play("take5", players=2, stake=200)
        await bob.click(table, "Join")
        assert table.status is Status.PLAYING
        assert "Pot: 400 chips" in table.text
        assert [await balance(world, alice), await balance(world, bob)] == [0, 0]

    async def test_a_server_without_stakes_takes_none(self, world, alice):
        await settings(world, stakes=False)
        reply = await alice.slash("play ninetynine", stake=5)
        assert reply.private
        assert "without stakes" in reply.text
        assert not world.public_screens()
        assert (await world.play("ninetynine", stake=0)).table.stake == 0

    async def test_a_friendly_game_says_so_and_moves_nothing(self, world, alice, bob):
        table = await world.game(game="take5", stake=0, rounds=1)
        assert "Pot" not in table.text
        await play_on(world, table)
        assert "Chips:" not in table.text
        assert "Nothing has happened to them yet" in (await alice.slash("chips")).text

    async def test_alone_with_computers_people_are_told_what_they_play_for(self, world, bob):
        table = await world.play("ninetynine", players=3)
        assert "Against computers alone, people only win their own stakes back." in table.text
        await bob.click(table, "Join")
        assert "computers alone" not in table.text


class TestTheEnd:
    async def test_the_table_tells_who_has_won_and_lost_chips(self, world, alice, bob, carol):
        table = await world.game(people=3, game="take5", rounds=1)
        await play_on(world, table)
        state, people = table.state, (alice, bob, carol)
        winners = state.winners()
        shares = [30 // len(winners) - 10 if seat in winners else -10 for seat in range(3)]
        told = table.text.replace("\u2068", "").replace("\u2069", "")
        words = [
            f"{person.name} {'+' if share > 0 else '−'}{abs(share)} chips"
            for share, person in sorted(zip(shares, people, strict=True), key=lambda pair: -pair[0])
        ]
        assert f"\n\nChips: {' · '.join(words)}" in told
        assert [await balance(world, person) - 200 for person in people] == shares

    async def test_it_is_told_again_after_a_restart(self, world, alice, bob):
        table = await world.game(game="take5", rounds=1)
        await play_on(world, table)
        before = table.text
        assert "Chips: " in before
        await world.restart_bot()
        await table.load()
        assert not table.table.outcome
        page = await world.client.desk.publisher.page(table.table)
        assert "Chips: " in str(page.to_components())

    async def test_computers_are_not_in_the_list(self, world, alice):
        table = await world.game(people=1, computers=2, game="ninetynine", chips=1, level="easy")
        while table.status is Status.PLAYING:
            await play_on(world, table, 1)
        assert table.text.count("🤖") > 0
        (line,) = [each for each in table.text.splitlines() if each.startswith("Chips: ")]
        assert "Alice" in line
        assert "🤖" not in line


async def sits(world: World, table: TableView, member: Member, seat: int) -> None:
    """Somebody takes a seat of a running game at once."""
    await world.advance(0.1)
    person = Person(member.id, member.name)
    await world.house.take_seat(table.id, person, seat, 1 << 60)


async def leaves(world: World, table: TableView, member: Member) -> int:
    """Somebody leaves a running game; returns which seat that was."""
    seat = table.table.seat_of(member.id)
    assert seat is not None
    await world.house.let_sit(table.id, table.table.host_id, allowed=True)
    await world.house.leave(table.id, member.id)
    return seat


def chips_told(table: TableView) -> dict[str, str]:
    """Who has won or lost what, as the table's message tells."""
    told = table.text.replace("\u2068", "").replace("\u2069", "")
    (line,) = [each for each in told.splitlines() if each.startswith("Chips: ")]
    parts = line.removeprefix("Chips: ").removesuffix(" chips").split(" chips · ")
    return dict(part.rsplit(" ", 1) for part in parts)


class TestTheEndOfThoseWhoLeft:
    @pytest.mark.parametrize("stake", [0, 10])
    async def test_whose_seat_is_anothers_stand_in_the_list_too(
        self, world, alice, bob, carol, dave, stake
    ):
        table = await world.game(people=3, stake=stake, chips=1)
        await sits(world, table, dave, await leaves(world, table, bob))
        await play_on(world, table)
        assert table.status is Status.FINISHED
        assert "🏆" in table.text
        if stake:
            told = chips_told(table)
            assert set(told) == {"Alice", "Bob (left)", "Carol", "Dave"}
            assert told["Bob (left)"] == "−10"
            assert sorted(told.values()) == ["+20", "−10", "−10", "−10"]

    async def test_who_took_another_seat_is_told_once(self, world, alice, bob, carol, dave):
        table = await world.game(people=3, computers=1, chips=1)
        first = await leaves(world, table, bob)
        (computer,) = [seat.place for seat in table.table.seats if seat.is_computer]
        await sits(world, table, dave, first)
        await sits(world, table, bob, computer)
        await play_on(world, table)
        told = chips_told(table)
        assert set(told) == {"Alice", "Bob", "Carol", "Dave"}
        assert told["Bob"] in ("+20", "−20")

    async def test_do_not_win_by_their_computer_on_any_page(self, world, alice, bob, carol):
        for luck in range(30):
            world.luck(luck)
            table = await world.game(people=3, chips=1)
            seat = await leaves(world, table, bob)
            await play_on(world, table)
            if table.state.winners() == (seat,):
                break
        assert chips_told(table)["Bob (left)"] == "−10"
        replay = (await alice.slash("replay", table=table.id)).screen
        await alice.click(replay, "Last")
        for text in (table.text, replay.text):
            told = text.replace("\u2068", "").replace("\u2069", "")
            assert "# 🏆 a computer for **Bob** wins!" in told
            assert "- Place 1: a computer for **Bob**, one life left" in told
        line = words(moved_page(table.table, ENGLISH)).replace("\u2068", "").replace("\u2069", "")
        assert "is over: a computer for **Bob** won. " in line
        assert "🏆 **a computer for Bob** · 2: " in read(await alice.slash("history"))
        choices = await carol.actor.autocomplete(world.channel, "replay", "table", "")
        assert choices[0]["name"].endswith("a computer for Bob won")
        assert "0 wins in one game" in read(await bob.slash("profile"))


class TestLeaving:
    async def test_the_question_says_what_becomes_of_the_stake(self, world, alice, bob):
        table = await world.game(game="take5")
        reply = await alice.click(table, "Leave")
        assert "Your stake of 10 chips stays in the pot" in reply.text
        friendly = await world.game(game="take5", stake=0)
        assert "stake" not in (await alice.click(friendly, "Leave")).text

    async def test_a_table_that_all_leave_says_what_became_of_the_stakes(self, world, alice, bob):
        table = await world.game(game="take5")
        for person in (alice, bob):
            question = await person.click(table, "Leave")
            await person.click(question.screen, "Yes, leave the table")
        assert table.status is Status.CANCELLED
        assert "stake back" in table.text
        lobby = await world.play("take5")
        await alice.click(lobby, "Cancel")
        assert "stake back" not in lobby.text


async def test_a_table_that_nobody_has_seen_costs_no_stake(world, alice):
    """Computers fill it, so that it has begun when its message turns out not to be possible."""
    refuse(world, "POST", "/interactions/*/callback", 50013)
    world.logbook.expect("something went wrong")
    await alice.slash("play take5", players=3, computers=2)
    (table,) = world.tables_in_memory()
    assert (table.status, table.closed_reason) == (Status.CANCELLED, "host")
    assert table.started_at is not None
    assert await balance(world, alice) == 200


class TestShortOfChips:
    async def test_who_has_too_few_can_neither_open_nor_join(self, world, alice, bob):
        await is_poor(world, bob, 9)
        reply = await bob.slash("play take5")
        assert reply.private
        assert "This table's stake is 10 chips, and you have 9." in read(reply)
        assert "Type /chips: there is a refill of 50 for you." in read(reply)
        table = await world.play("take5")
        before = table.text
        reply = await bob.click(table, "Join")
        assert reply.private
        assert "and you have 9" in read(reply)
        assert table.text == before

    async def test_a_friendly_table_takes_everybody(self, world, bob):
        await is_poor(world, bob, 0)
        table = await world.play("take5", stake=0, players=3)
        await bob.click(table, "Join")
        assert table.table.seat_of(bob.id) is not None

    async def test_when_there_is_no_refill_they_hear_when_or_where(self, world, alice, bob):
        await is_poor(world, bob, 60)
        table = await world.play("take5", stake=100)
        assert "Win some at a table with a smaller stake." in read(await bob.click(table, "Join"))
        await is_poor(world, bob, 0)
        await bob.click((await bob.slash("chips")).screen, "Refill")
        await is_poor(world, bob, 3)
        reply = await bob.click(table, "Join")
        assert "Your next refill of 50 chips: <t:" in read(reply)

    async def test_a_start_names_them_but_not_what_they_have(self, world, alice, bob):
        table = await world.play("take5", players=3)
        await bob.click(table, "Join")
        await is_poor(world, bob, 7)
        reply = await alice.click(table, "Start")
        assert reply.private
        assert "**Bob** can't put in the stake of 10 chips" in read(reply)
        assert "7" not in read(reply)
        assert table.status is Status.LOBBY
        assert await balance(world, alice) == 200

    async def test_the_last_one_to_join_hears_who_keeps_it_from_starting(
        self, world, alice, bob, carol
    ):
        table = await world.play("take5", players=3)
        await bob.click(table, "Join")
        await is_poor(world, bob, 7)
        reply = await carol.click(table, "Join")
        assert "**Bob** can't put in the stake" in read(reply)
        assert table.status is Status.LOBBY


class TestPurse:
    async def test_it_is_for_its_owner_alone_and_writes_nothing(self, world, alice):
        reply = await alice.slash("chips")
        assert reply.private
        assert "You have **200 chips**." in reply.text
        assert "everybody begins with 200" in reply.text
        purse, _ = await world.house.purse(world.guild.id, alice.id)
        assert purse.total == 0

    async def test_a_game_in_play_and_its_end_are_told(self, world, alice, bob):
        table = await world.game(game="take5", rounds=1)
        text = read(await alice.slash("chips"))
        assert "You have **190 chips**. 10 more are in play." in text
        assert f"**−10 chips**, your stake for Take 5, table {table.id} → 190" in text
        assert "**+200 chips**, a purse to begin with → 200" in text
        await play_on(world, table)
        text = read(await alice.slash("chips")) + read(await bob.slash("chips"))
        assert "in play." not in text.replace("those in play included", "")
        assert f"your part of the pot of Take 5, table {table.id} →" in text

    async def test_it_is_turned_page_by_page_newest_first(self, world, alice, bob):
        await have_ended(world, 8, alice, bob, stake=10)
        screen = (await alice.slash("chips")).screen
        assert "1 to 10 of 17" in screen.text
        assert "→ 280" in screen.text.splitlines()[2]
        await alice.click(screen, "Older")
        assert "11 to 17 of 17" in screen.text
        assert "a purse to begin with → 200" in screen.text
        await alice.click(screen, "Newer")
        assert "1 to 10 of 17" in screen.text

    async def test_an_old_button_beyond_the_end_shows_the_end(self, world, alice, bob):
        await have_ended(world, 8, alice, bob, stake=10)
        screen = (await alice.slash("chips")).screen
        await alice.press_unseen(screen, "ch:older:999999999")
        assert "11 to 17 of 17" in screen.text
        reply = await alice.press_unseen(screen, "ch:refill")
        assert "older version" in reply.text

    async def test_another_server_has_another_purse(self, world, alice, bob):
        other = world.env.create_guild("Another")
        elsewhere = await has_ended(world, (alice.id, "Alice"), bob, stake=50, guild_id=other.id)
        assert elsewhere
        assert "You have **200 chips**." in (await alice.slash("chips")).text


class TestRefill:
    async def test_it_comes_once(self, world, alice):
        await is_poor(world, alice, 3)
        screen = (await alice.slash("chips")).screen
        assert "press **Refill** for 50 more" in screen.text
        await alice.click(screen, "Refill")
        assert "Here you are: 50 more chips." in screen.text
        assert "You have **53 chips**." in screen.text
        assert "Refill" not in screen.labels
        reply = await alice.press_unseen(screen, "ch:refill:0")
        assert "There is no refill for you now." in reply.text
        assert await balance(world, alice) == 53

    async def test_who_has_enough_gets_none_by_a_forged_button(self, world, alice):
        screen = (await alice.slash("chips")).screen
        reply = await alice.press_unseen(screen, "ch:refill:0")
        assert "There is no refill for you now." in reply.text
        assert "fewer than 10 chips" in reply.text
        assert await balance(world, alice) == 200

    async def test_two_clicks_at_once_give_one(self, world, alice):
        await is_poor(world, alice, 0)
        screens = [(await alice.slash("chips")).screen for _ in range(2)]
        world.weather.delay = 0.01
        replies = await world.together(*(alice.click(each, "Refill") for each in screens))
        assert sorted("Here you are" in reply.text for reply in replies) == [False, True]
        assert await balance(world, alice) == 50

    async def test_there_is_another_one_on_the_servers_next_day(self, world, alice):
        await settings(world, timezone="Pacific/Auckland")
        await is_poor(world, alice, 0)
        await alice.click((await alice.slash("chips")).screen, "Refill")
        await is_poor(world, alice, 0)
        text = (await alice.slash("chips")).text
        told = int(text.split("<t:")[-1].split(":")[0])
        next_day = datetime.fromtimestamp(told, ZoneInfo("Pacific/Auckland"))
        assert told > world.clock.now()
        assert "Your next refill of 50 chips" in text
        assert (next_day.hour, next_day.minute) == (0, 0) or told - world.clock.now() > 43_000
        await world.restart_bot(away=told - world.clock.now())
        assert "press **Refill**" in (await alice.slash("chips")).text
