"""`/leaderboard` in the simulated server, as several people press its buttons."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import pytest

from engine.store import Measure, Period
from engine.table import Person
from tests.support.member import Member
from tests.support.past import has_ended, have_ended
from tests.support.screen import Screen
from tests.support.world import World

LINE = "**"


def lines(screen: Screen) -> list[str]:
    """The lines of a board, as they are read."""
    text = screen.text.replace("\u2068", "").replace("\u2069", "")
    return [line for line in text.splitlines() if line.removeprefix("▶ ").startswith(LINE)]


def names(screen: Screen) -> list[str]:
    return [line.split(" · ")[1].removeprefix("**").split("*")[0] for line in lines(screen)]


def ranks(screen: Screen) -> list[str]:
    return [line.removeprefix("▶ ").split("**")[1] for line in lines(screen)]


async def board(member: Member, **options) -> Screen:
    reply = await member.slash("leaderboard", **options)
    assert not reply.private
    return reply.screen


def strangers(count: int, first: int = 5_000) -> list[tuple[int, str]]:
    """People who have left the server: it knows nothing of them but ids and names."""
    return [(first + number, f"Stranger {number:02}") for number in range(count)]


async def go_to(world: World, *when: int, zone: str = "UTC") -> None:
    """Stay away until a moment in a time zone."""
    target = datetime(*when, tzinfo=ZoneInfo(zone)).timestamp()  # type: ignore[misc,arg-type]
    assert target > world.clock.now()
    await world.restart_bot(away=target - world.clock.now())


class TestPlaces:
    async def test_equal_results_share_a_place_and_the_next_is_skipped(
        self, world, alice, bob, carol
    ):
        await has_ended(world, alice, carol)
        await has_ended(world, bob, carol)
        screen = await board(carol)
        assert ranks(screen) == ["1", "1", "3"]
        assert set(names(screen)[:2]) == {"Alice", "Bob"}
        assert "Carol · 0 wins in 2 games (0 %)" in screen.text.replace("\u2069", "")

    async def test_a_place_goes_on_over_the_edge_of_a_page(self, world, alice):
        people = strangers(12)
        for place, person in enumerate(people):
            await have_ended(world, 2 if place < 8 else 1, person, "easy")
        first = await board(alice)
        assert ranks(first) == ["1"] * 8 + ["9", "9"]
        await alice.click(first, "Next")
        assert ranks(first) == ["9", "9"]
        assert len({*names(first)}) == 2

    async def test_nobody_is_on_two_pages(self, world, alice):
        for person in strangers(23):
            await has_ended(world, person, "easy")
        screen, seen = await board(alice), []
        for _ in range(3):
            seen += names(screen)
            if not screen.button("Next").disabled:
                await alice.click(screen, "Next")
        assert len(seen) == len(set(seen)) == 23
        assert screen.button("Next").disabled
        await alice.click(screen, "Previous")
        assert "11 to 20 of 23" in screen.text


class TestBoards:
    async def test_every_measure_and_every_time_has_its_board(self, world, alice, bob):
        await have_ended(world, 5, alice, bob, stake=10)
        await has_ended(world, alice, "easy")
        for by in Measure:
            for period in Period:
                screen = await board(alice, by=by.value, period=period.value)
                assert names(screen)[0] == "Alice", by
                assert len(lines(screen)) == 2

    async def test_chips_can_be_lost(self, world, alice, bob):
        await have_ended(world, 3, alice, bob, stake=10)
        screen = await board(alice, by="chips")
        assert [line.split(" · ")[2] for line in lines(screen)] == ["+30 chips", "−30 chips"]

    async def test_a_share_of_wins_takes_five_games(self, world, alice, bob, carol):
        await have_ended(world, 4, alice, bob)
        screen = await board(alice, by="share")
        assert "Nobody has finished 5 games" in screen.text
        await has_ended(world, bob, alice, carol)
        screen = await board(alice, by="share")
        assert [line.split(" · ")[1:3] for line in lines(screen)] == [
            ["Alice", "80 %"],
            ["Bob", "20 %"],
        ]

    async def test_a_rating_takes_people_and_is_provisional_at_first(self, world, alice, bob):
        await have_ended(world, 2, alice, "hard")
        assert "at least two people" in (await board(alice, by="rating")).text
        await have_ended(world, 4, alice, bob)
        screen = await board(alice, by="rating")
        assert all("? · 4 rated games" in line for line in lines(screen))
        assert "? is provisional" in screen.text
        await has_ended(world, alice, bob)
        screen = await board(alice, by="rating")
        assert all("?" not in line for line in lines(screen))
        assert "provisional" not in screen.text

    async def test_one_game_alone(self, world, alice, bob):
        await has_ended(world, alice, bob, game="take5")
        await has_ended(world, bob, alice, game="schmier")
        assert names(await board(alice, game="take5"))[0] == "Alice"
        screen = await board(alice, game="schmier")
        assert names(screen)[0] == "Bob"
        assert "## Leaderboard: Schmier" in screen.text

    async def test_computers_are_shown_to_those_who_ask(self, world, alice):
        await has_ended(world, alice, "hard", winners=[1])
        assert names(await board(alice)) == ["Alice"]
        screen = await board(alice, computers=True)
        assert names(screen) == ["🤖 computers, hard", "Alice"]

    async def test_an_empty_board_says_how_to_get_onto_it(self, world, alice):
        reply = await alice.slash("leaderboard")
        assert "Nobody has finished a game yet. Type /play" in reply.text
        assert reply.screen.labels == []
        assert reply.screen.menus == []


def chosen(screen: Screen) -> list[str]:
    """What stands as chosen in each menu of a board."""
    return [
        option["label"]
        for part in screen.components
        if part["type"] == 3
        for option in part["options"]
        if option.get("default")
    ]


async def pick(member: Member, screen: Screen, label: str) -> None:
    """Choose in a menu of the board."""
    (option,) = [option for option in screen.options if option.label == label]
    assert (await member.choose_unseen(screen, option.menu, [option.value])).answered


class TestMenus:
    async def test_they_show_which_board_it_is(self, world, alice, bob):
        await has_ended(world, alice, bob, game="schmier")
        screen = await board(alice)
        assert chosen(screen) == ["By wins", "Period: all time", "Game: all games"]
        screen = await board(alice, by="games", period="week", game="schmier")
        assert chosen(screen) == ["By games", "Period: last 7 days", "Game: Schmier"]

    async def test_anybody_may_choose_another_board_one_thing_at_a_time(
        self, world, alice, bob, carol
    ):
        await has_ended(world, alice, bob, game="schmier", stake=5)
        await go_to(world, 2026, 2, 3, 12, 0)
        await have_ended(world, 2, bob, alice, game="take5", stake=10)
        screen = await board(alice)
        await pick(carol, screen, "By chips won")
        assert "By chips won, of all time" in screen.text
        assert [line.split(" · ")[1:3] for line in lines(screen)] == [
            ["Bob", "+15 chips"],
            ["Alice", "−15 chips"],
        ]
        await pick(bob, screen, "Period: this month")
        assert "By chips won, in February 2026" in screen.text
        await pick(alice, screen, "Game: Schmier")
        assert "Nobody has finished a game in this time" in screen.text
        assert chosen(screen) == ["By chips won", "Period: this month", "Game: Schmier"]
        await pick(alice, screen, "Period: all time")
        assert names(screen)[:2] == ["Alice", "Bob"]
        await pick(alice, screen, "Game: all games")
        await pick(alice, screen, "By wins")
        assert chosen(screen) == ["By wins", "Period: all time", "Game: all games"]
        assert names(screen) == ["Bob", "Alice"]

    async def test_another_board_begins_at_its_top_and_keeps_the_computers(self, world, alice):
        for person in strangers(14):
            await has_ended(world, person, "easy")
        screen = await board(alice, computers=True)
        await alice.click(screen, "Next")
        await pick(alice, screen, "By games")
        assert "1 to 10 of 15" in screen.text
        assert names(screen)[0] == "🤖 computers, easy"

    async def test_an_empty_board_leads_back(self, world, alice):
        await has_ended(world, alice, "easy")
        screen = await board(alice, by="rating")
        assert "Nobody has a rating yet" in screen.text
        await pick(alice, screen, "By wins")
        assert names(screen) == ["Alice"]

    async def test_they_are_served_after_a_restart(self, world, alice, bob):
        await has_ended(world, alice, bob)
        screen = await board(alice)
        await world.restart_bot()
        await pick(bob, screen, "By wins in a row")
        assert "By wins in a row" in screen.text

    async def test_on_ones_own_page_they_turn_it_alone(self, world, alice, bob):
        await has_ended(world, alice, bob)
        public = await board(alice)
        mine = (await bob.click(public, "Where am I")).screen
        await pick(bob, mine, "By games")
        assert "By games" in mine.text
        assert "**Bob** (you)" in mine.text.replace("\u2068", "").replace("\u2069", "")
        assert "By wins" in public.text

    @pytest.mark.parametrize("values", [["beauty"], ["x" * 200], ["lb::0"], []])
    @pytest.mark.parametrize("part", ["by", "period", "game"])
    async def test_what_no_menu_offers_shows_the_usual_board(self, world, alice, bob, part, values):
        await has_ended(world, alice, bob)
        screen = await board(alice)
        reply = await bob.choose_unseen(screen, f"lb::wins:all:people:0:{part}", values)
        assert reply.answered
        assert chosen(screen) == ["By wins", "Period: all time", "Game: all games"]
        assert names(screen) == ["Alice", "Bob"]

    async def test_a_menu_of_a_page_that_has_changed_meanwhile_is_served(self, world, alice, bob):
        await has_ended(world, alice, bob)
        screen = await board(alice)
        await pick(alice, screen, "By games")
        await bob.choose_unseen(screen, "lb::wins:all:people:0:period", ["week"])
        assert chosen(screen) == ["By wins", "Period: last 7 days", "Game: all games"]


class TestTimes:
    async def test_a_month_begins_at_midnight_of_the_servers_zone(self, world, alice, bob):
        await world.house.change_settings(
            world.guild.id, Person(alice.id, "Alice"), timezone="Asia/Tokyo"
        )
        await go_to(world, 2026, 1, 31, 23, 59, zone="Asia/Tokyo")
        await has_ended(world, alice, bob)
        screen = await board(alice, period="month")
        assert "January 2026" in screen.text
        assert len(lines(screen)) == 2
        await go_to(world, 2026, 2, 1, 0, 1, zone="Asia/Tokyo")
        await alice.click(screen, "Where am I")
        screen = await board(alice, period="month")
        assert "February 2026" in screen.text
        assert "Nobody has finished a game in this time" in screen.text
        assert names(await board(alice, period="week"))[0] == "Alice"

    async def test_a_page_that_is_turned_next_month_says_which_month_it_shows(self, world, alice):
        await go_to(world, 2026, 1, 31, 23, 50)
        for person in strangers(11):
            await has_ended(world, person, "easy")
        screen = await board(alice, period="month")
        assert "in January 2026" in screen.text
        await go_to(world, 2026, 2, 1, 0, 1)
        await has_ended(world, alice, "easy")
        await alice.click(screen, "Next")
        assert "in February 2026" in screen.text
        assert names(screen) == ["Alice"]

    @pytest.mark.parametrize(("day", "there"), [(16, True), (17, False)])
    async def test_seven_days_are_today_and_the_six_before(self, world, alice, day, there):
        await go_to(world, 2026, 1, 10, 0, 0)
        await has_ended(world, alice, "easy")
        await go_to(world, 2026, 1, day, 23, 59)
        assert ("Alice" in names(await board(alice, period="week"))) is there


class TestWhereAmI:
    async def test_it_is_answered_to_the_asker_alone_with_their_line_marked(
        self, world, alice, bob
    ):
        for person in strangers(14):
            await have_ended(world, 2, person, "easy")
        await has_ended(world, bob, "easy")
        public = await board(alice)
        before = public.text
        reply = await bob.click(public, "Where am I")
        assert reply.private
        assert names(reply.screen)[-1] == "Bob"
        (mine,) = [line for line in lines(reply.screen) if line.startswith("▶")]
        assert mine.startswith("▶ **15** · **Bob** (you) · one win")
        assert "11 to 15 of 15" in reply.text
        assert public.text == before

    async def test_its_page_is_turned_for_its_owner_alone(self, world, alice, bob):
        for person in strangers(14):
            await have_ended(world, 2, person, "easy")
        await has_ended(world, bob, "easy")
        public = await board(alice)
        mine = (await bob.click(public, "Where am I")).screen
        bob.locale = "de"
        await bob.click(mine, "Previous")
        assert ranks(mine) == ["1"] * 10
        assert "11 to" not in public.text
        await bob.click(mine, "Where am I")
        assert "**Bob** (you)" in mine.text.replace("\u2068", "").replace("\u2069", "")
        assert len([screen for screen in bob.sees() if screen.private]) == 1

    async def test_in_a_tie_it_is_the_boards_place(self, world, alice, bob):
        await has_ended(world, alice, "easy")
        await has_ended(world, bob, "easy")
        reply = await bob.click(await board(alice), "Where am I")
        assert ranks(reply.screen) == ["1", "1"]

    @pytest.mark.parametrize(
        ("by", "why"),
        [("wins", "haven't finished"), ("share", "enough finished games"), ("rating", "no rating")],
    )
    async def test_who_is_not_on_the_board_is_told_why(self, world, alice, bob, carol, by, why):
        await have_ended(world, 5, alice, bob)
        reply = await carol.click(await board(alice, by=by), "Where am I")
        assert reply.private
        assert why in reply.text


class TestNames:
    async def test_people_who_left_the_server_keep_their_name(self, world, alice):
        await has_ended(world, (77, "Gone"), alice)
        assert names(await board(alice)) == ["Gone", "Alice"]

    async def test_equal_names_are_told_apart(self, world, alice):
        await has_ended(world, (77, "Alex"), (78, "аlex"))
        assert len(set(names(await board(alice)))) == 2

    async def test_a_former_player_is_named_so(self, world, alice):
        await has_ended(world, (-3, ""), alice)
        assert "a former player" in (await board(alice)).text

    async def test_nobody_is_pinged_by_a_name(self, world, alice):
        await has_ended(world, (77, "@everyone"), (78, f"<@{alice.id}>"))
        screen = await board(alice)
        assert screen.pinged == []
        await alice.click(screen, "Picture")


class TestForgedButtons:
    @pytest.mark.parametrize(
        "custom_id",
        [
            "lb::0",
            "lb:take5:0",
            "lb::999999999",
            "lb:nosuchgame:wins:all:people:0",
            "lb:take5:beauty:century:nobody:0",
            "lb::wins:all:people:999999999",
            "lb::wins:all:people:999999999:me",
            "lb::wins:all:people:0:dance",
        ],
    )
    async def test_they_show_a_page_that_exists(self, world, alice, bob, custom_id):
        await has_ended(world, alice, bob)
        screen = await board(alice)
        reply = await bob.press_unseen(screen, custom_id)
        assert reply.answered
        assert names(reply.screen)[0] == "Alice"

    async def test_a_picture_of_a_page_beyond_the_end_is_of_the_last(self, world, alice):
        await has_ended(world, alice, "easy")
        screen = await board(alice)
        reply = await alice.press_unseen(screen, "lb::wins:all:people:999999999:picture")
        assert "Alice" in reply.text

    @pytest.mark.parametrize("custom_id", ["lb::-1", "lb::wins:all:people:10000000000", "lb:x"])
    async def test_nonsense_is_of_an_older_version(self, world, alice, custom_id):
        await has_ended(world, alice, "easy")
        reply = await alice.press_unseen(await board(alice), custom_id)
        assert "older version" in reply.text

    async def test_a_button_of_old_still_turns_the_page_after_a_restart(self, world, alice):
        for person in strangers(11):
            await has_ended(world, person, "easy")
        screen = await board(alice)
        await world.restart_bot()
        await alice.press_unseen(screen, "lb::10")
        assert len(lines(screen)) == 1
        await alice.click(screen, "Previous")
        assert len(lines(screen)) == 10


class TestOtherServers:
    async def test_nothing_of_another_server_is_shown(self, world, alice, bob):
        other = world.env.create_guild("Another")
        await has_ended(world, (alice.id, "Alice elsewhere"), guild_id=other.id)
        assert "Nobody has finished" in (await board(alice)).text
        await has_ended(world, bob, "easy")
        screen = await board(alice)
        assert names(screen) == ["Bob"]
        assert "haven't finished" in (await alice.click(screen, "Where am I")).text


class TestPictures:
    async def test_a_picture_says_in_words_what_it_shows(self, world, alice, bob):
        await have_ended(world, 2, alice, bob, stake=10)
        reply = await bob.click(await board(alice, by="chips"), "Picture")
        assert reply.screen.private
        (gallery,) = [part for part in reply.screen.components if part["type"] == 12]
        (item,) = gallery["items"]
        assert "1 · Alice: +20; 2 · Bob: −20" in item["description"]
        assert "▶ **2** · **" in reply.text
        assert "+20 chips" in reply.text

    @pytest.mark.parametrize(
        ("by", "alice_has", "bob_has"),
        [
            ("chips", "+5 after 3 games; at most +10, at least 0", "−5 after 3 games; at most 0"),
            ("wins", "2 after 3 games; at most 2, at least 1", "1 after 3 games"),
            ("games", "3 after 3 games; at most 3, at least 1", "3 after 3 games"),
        ],
    )
    async def test_a_trend_adds_up_to_what_the_board_says(
        self, world, alice, bob, by, alice_has, bob_has
    ):
        await has_ended(world, alice, bob, stake=10)
        await has_ended(world, bob, alice, stake=10)
        await has_ended(world, alice, bob, stake=5)
        reply = await bob.click(await board(alice, by=by), "Trend")
        assert reply.screen.private
        text = reply.screen.text.replace("\u2068", "").replace("\u2069", "")
        assert f"\nAlice: {alice_has}" in text
        assert f"\nBob: {bob_has}" in text
        assert re.search(r"-# From left to right: the games of <t:\d+:D>, added up", text)
        (gallery,) = [part for part in reply.screen.components if part["type"] == 12]
        assert f"Alice: {alice_has}" in gallery["items"][0]["description"]

    async def test_a_trend_is_of_the_boards_own_time_game_and_server(self, world, alice, bob):
        await has_ended(world, alice, bob, game="schmier")
        await has_ended(world, alice, bob, guild_id=world.env.create_guild("Another").id)
        await go_to(world, 2026, 2, 3, 12, 0)
        await has_ended(world, alice, bob)
        screen = await board(alice, by="games", period="month", game="take5")
        text = (await alice.click(screen, "Trend")).screen.text
        assert text.count("1 after one game") == 2
        assert f"the games of <t:{int(world.clock.now())}:D>" in text

    async def test_a_rating_has_no_trend(self, world, alice, bob):
        await has_ended(world, alice, bob)
        screen = await board(alice, by="rating")
        reply = await alice.press_unseen(screen, "lb::rating:all:people:0:trend")
        assert "There is no trend to draw here." in reply.text

    async def test_an_empty_board_has_none(self, world, alice):
        screen = await board(alice)
        reply = await alice.press_unseen(screen, "lb::wins:all:people:0:picture")
        assert "nothing to draw" in reply.text

    async def test_without_the_permission_the_text_stands_alone(self, world, alice):
        await has_ended(world, alice, "easy")
        deaf = world.guild.create_text_channel(
            "no-files",
            overwrites={world.guild.me: discord.PermissionOverwrite(attach_files=False)},
        )
        reply = await alice.slash("leaderboard", channel=deaf)
        reply = await alice.click(reply.screen, "Picture")
        assert "**Attach Files**" in reply.text
        assert "Alice" in reply.text


async def test_a_board_is_in_the_servers_language_and_ones_own_in_ones_own(world, alice, bob):
    await has_ended(world, alice, bob)
    asked = []
    publisher = world.client.desk.publisher
    usual = publisher.text

    def text(guild_id):
        asked.append(guild_id)
        return usual(guild_id)

    publisher.text = text
    screen = await board(alice)
    assert asked == [world.guild.id]
    await bob.click(screen, "Where am I")
    assert asked == [world.guild.id]
