"""A game with teams as people see it: the lobby, the table message and the result, by team.

Ninety-Nine is played with partners here: whoever sits across belongs to one's team.
"""

import unicodedata

import discord
import pytest

from bot.games.presenter import Presenter
from bot.games.teams import team_marks, team_name
from bot.tables.board import result_lines
from bot.tables.hand import hand_page
from bot.tables.page import MAX_CHARACTERS, Page
from bot.tables.scene import presenter_of, scene_of
from bot.text import ENGLISH
from engine.games.ninety_nine import NinetyNine
from engine.table import Seat, Table
from tests.bot.builders import buttons, lobby, playing, table_page, words
from tests.bot.games.test_every_presenter import WORST_NAMES

SIX = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
THREE_TEAMS = ((0, 3), (1, 4), (2, 5))
TWO_TEAMS = ((0, 2, 4), (1, 3, 5))


@pytest.fixture(autouse=True)
def teams(monkeypatch):
    """Choose the teams: three of two unless the test asks for others."""

    def choose(sides):
        monkeypatch.setattr(NinetyNine, "teams", lambda _: sides)

    choose(THREE_TEAMS)
    return choose


def menus(page: Page) -> list[discord.ui.Select]:
    return [item for item in page.walk_children() if isinstance(item, discord.ui.Select)]


def finished(monkeypatch, places: tuple[int, ...], names=SIX) -> Table:
    """A game that is over, with a place for every seat."""
    table = playing(names, plies=3000)
    assert table.state is not None
    monkeypatch.setattr(type(table.state), "placings", lambda _: places)
    return table


def assert_fits(page: Page) -> None:
    assert page.total_children_count <= 40
    assert len(words(page).encode("utf-16-le")) // 2 <= MAX_CHARACTERS


class TestNames:
    def test_three_teams_can_be_told_apart_without_their_colours(self):
        names = [team_name(ENGLISH, team) for team in range(3)]
        assert names == ["🔴 Red", "🔷 Blue", "🟩 Green"]
        shapes = [unicodedata.name(mark).split()[-1] for mark in team_marks]
        assert shapes == ["CIRCLE", "DIAMOND", "SQUARE"]


class TestLobby:
    def test_partners_stand_side_by_side_with_what_is_to_be_known_of_them(self):
        table = lobby(SIX[:1], 6)
        table.seats += [Seat(None, "Bruno", 3, level="easy"), Seat(107, "Gus", 5)]
        shown = words(table_page(table, ENGLISH))
        for line in (
            "**Players: 3 of 6**",
            (
                "- **🔴 Red**: seat 1 \u2068Alice\u2069 (host) & "
                "seat 4 🤖 \u2068Bruno\u2069 (computer, easy)"
            ),
            "- **🔷 Blue**: seat 2 (free) & seat 5 (free)",
            "- **🟩 Green**: seat 3 (free) & seat 6 \u2068Gus\u2069",
        ):
            assert line in shown.splitlines()
        assert "3 free seats" not in shown

    def test_teams_of_three(self, teams):
        teams(TWO_TEAMS)
        shown = words(table_page(lobby(SIX[:4], 6), ENGLISH))
        red = (
            "- **🔴 Red**: seat 1 \u2068Alice\u2069 (host) & seat 3 \u2068Carol\u2069 & "
            "seat 5 (free)"
        )
        assert red in shown
        blue = "seat 2 \u2068Bob\u2069 & seat 4 \u2068Dave\u2069 & seat 6 (free)"
        assert f"- **🔷 Blue**: {blue}" in shown
        assert "🟩" not in shown

    def test_its_menu_and_buttons(self):
        table = lobby(SIX[:2], 6)
        table.seats.append(Seat(None, "Ada", 2, level="easy"))
        page = table_page(table, ENGLISH)
        (menu,) = menus(page)
        assert (menu.custom_id, menu.placeholder) == ("t:12:sit", "Choose your seat")
        assert (menu.min_values, menu.max_values) == (1, 1)
        assert [(option.value, option.label) for option in menu.options] == [
            ("2", "Seat 3 · 🟩 Green · 🤖 Ada"),
            ("3", "Seat 4 · 🔴 Red · free"),
            ("4", "Seat 5 · 🔷 Blue · free"),
            ("5", "Seat 6 · 🟩 Green · free"),
        ]
        assert list(buttons(page)) == [
            "Join", "Leave", "Add computer", "Shuffle seats", "Start", "Cancel", "Rules",
            "Options",
        ]  # fmt: skip
        assert buttons(page)["Shuffle seats"].custom_id == "t:12:shuffle"

    def test_people_of_one_name_are_told_apart_by_their_seats(self):
        table = lobby(["Bob"], 6)
        table.seats.append(Seat(102, "bob", 4))
        shown = words(table_page(table, ENGLISH))
        assert "seat 1 \u2068Bob\u2069 (host) & seat 4 (free)" in shown
        assert "seat 2 (free) & seat 5 \u2068bob\u2069" in shown

    @pytest.mark.parametrize("name", list(WORST_NAMES.values()), ids=list(WORST_NAMES))
    @pytest.mark.parametrize("sides", [THREE_TEAMS, TWO_TEAMS])
    def test_it_fits_whatever_people_are_called(self, teams, sides, name):
        teams(sides)
        for people in range(1, 6):
            page = table_page(lobby([name] * people, 6), ENGLISH)
            assert_fits(page)
            (menu,) = menus(page)
            assert len(menu.options) == 6 - people
            assert all(len(option.label) <= 100 for option in menu.options)


class TestTableMessage:
    def test_the_seats_stand_below_their_team(self):
        table = playing(SIX)
        table.seats[4].away = True
        block = next(
            item.content
            for item in table_page(table, ENGLISH).walk_children()
            if isinstance(item, discord.ui.TextDisplay) and "🔷 Blue" in item.content
        )
        red, blue, green = block.split("\n\n")
        assert red.startswith("🔴 Red\n- ")
        assert green.startswith("🟩 Green\n- ")
        assert [name in red for name in SIX] == [True, False, False, True, False, False]
        heading, bob, erin = blue.splitlines()
        assert heading == "🔷 Blue"
        assert "**\u2068Bob\u2069**: ♥♥♥" in bob
        assert erin.startswith("- **\u2068Erin\u2069** (away, a computer plays): ")

    def test_a_game_may_tell_more_of_a_team(self, monkeypatch):
        def note(self, scene, team):
            return f"{team_name(scene.text, team)}: {7 * team} points"

        monkeypatch.setattr(Presenter, "team_note", note)
        assert "\n\n🔷 Blue: 7 points\n- " in words(table_page(playing(SIX), ENGLISH))

    @pytest.mark.parametrize("name", list(WORST_NAMES.values()), ids=list(WORST_NAMES))
    def test_it_fits_whatever_people_are_called(self, monkeypatch, name):
        assert_fits(table_page(playing([name] * 6, plies=20), ENGLISH))
        over = finished(monkeypatch, (1, 1, 1, 1, 1, 1), [name] * 6)
        assert_fits(table_page(over, ENGLISH))
        assert_fits(hand_page(over, 0, ENGLISH))


class TestResult:
    def test_a_team_wins_together(self, monkeypatch):
        table = finished(monkeypatch, (2, 1, 3, 2, 1, 3))
        shown = words(table_page(table, ENGLISH))
        assert "# 🏆 🔷 Blue: **\u2068Bob\u2069** and **\u2068Erin\u2069** win!" in shown

    def test_a_team_of_three_wins_together(self, monkeypatch, teams):
        teams(TWO_TEAMS)
        table = finished(monkeypatch, (1, 2, 1, 2, 1, 2))
        winners = "**\u2068Alice\u2069**, **\u2068Carol\u2069** and **\u2068Erin\u2069**"
        assert f"# 🏆 🔴 Red: {winners} win!" in words(table_page(table, ENGLISH))

    def test_teams_that_share_the_first_place_are_named_alone(self, monkeypatch):
        table = finished(monkeypatch, (1, 3, 1, 1, 3, 1))
        assert "# 🏆 **🔴 Red** and **🟩 Green** win!" in words(table_page(table, ENGLISH))

    def test_every_team_has_its_place_with_its_members_and_a_note(self, monkeypatch):
        monkeypatch.setattr(
            type(presenter_of(playing())), "result_note", lambda _, scene, seat: f"note {seat}"
        )
        table = finished(monkeypatch, (2, 1, 2, 2, 1, 2))
        assert result_lines(presenter_of(table), scene_of(table, ENGLISH)).splitlines() == [
            "- Place 1: **🔷 Blue** (\u2068Bob\u2069 & \u2068Erin\u2069), note 1",
            "- Place 2: **🔴 Red** (\u2068Alice\u2069 & \u2068Dave\u2069), note 0",
            "- Place 2: **🟩 Green** (\u2068Carol\u2069 & \u2068Frank\u2069), note 2",
        ]
        assert "note 2" in words(hand_page(table, 0, ENGLISH))
