"""Pages of tables at which much is wanted at once: they fit into a message, and say it all."""

from collections.abc import Sequence
from typing import Any

import discord
import pytest

import engine
from bot.tables.board import facts, table_sheet
from bot.tables.hand import hand_page
from bot.tables.options import Viewer, options_page
from bot.tables.page import MAX_CHARACTERS, MAX_COMPONENTS, Page
from bot.tables.watching import list_page, watch_page
from bot.text import ENGLISH
from engine.table import PAUSE_LAPSES, Person, Stance, Status, Table
from tests.bot.builders import Posted, buttons, lobby, playing, table_page, words
from tests.support.openapi import ApiDescription

NOW = 1_800_000_000.0
WIDE = "@everyone **W** |||| _x_ `y`"  # every sign of it is escaped
GAMES = list(engine.game_names())


def test_a_former_player_is_named_as_such_and_is_nobody_to_remove():
    table = playing(game="take5")
    table.open_seats = True
    table.seats[2].user_id, table.seats[2].name, table.seats[2].left_at = -7, "", NOW
    host = options_page(table, Viewer(table.host_id, False, NOW), ENGLISH)
    removable = [o for menu in menus(host) for o in menu.options if "kick" in str(menu.custom_id)]
    assert [option.value for option in removable] == ["1:101", "3:103"]
    (free,) = menus(options_page(table, Viewer(4711, False, NOW), ENGLISH))
    assert [option.label for option in free.options] == ["Seat 3 · a former player (left)"]


def menus(page: Page) -> list[discord.ui.Select[Any]]:
    return [item for item in page.walk_children() if isinstance(item, discord.ui.Select)]


def assert_fits(*pages: Page) -> None:
    for page in pages:
        assert page.total_children_count <= MAX_COMPONENTS
        assert len(words(page).encode("utf-16-le")) // 2 <= MAX_CHARACTERS
    assert not ApiDescription.load().problems([Posted(page) for page in pages])


def crowded(game: str, names: Sequence[str] | None = None) -> Table:
    """As many people as fit, and all of them want something."""
    players = engine.game_info(game).max_players
    table = playing(names or [WIDE] * players, game=game)
    table.stake, table.open_seats = 1000, True
    for number, seat in enumerate(table.seats):
        table.stances.setdefault(Stance.PAUSE, {})[seat.user_id or 0] = NOW
        table.stances.setdefault(Stance.END, {})[seat.user_id or 0] = NOW
        seat.away = number % 3 == 1
        if number % 3 == 2:
            seat.left_at, seat.heir_id, seat.heir_name = NOW, 900 + number, WIDE
    return table


def viewers(table: Table) -> list[Viewer]:
    """The host, another player, a leaver, an heir and a stranger; each moderates too."""
    people = {table.host_id, 101, 102, 902, 4711}
    return [Viewer(user, moderates, NOW) for user in people for moderates in (False, True)]


@pytest.mark.parametrize("game", GAMES)
class TestTheFullestTable:
    def test_its_message_fits(self, game):
        table = crowded(game)
        page = table_page(table, ENGLISH, now=NOW)
        assert_fits(page, watch_page(table, ENGLISH, table_sheet(table, ENGLISH, now=NOW)))
        labels = list(buttons(page))
        for label in ("My hand", "Rules", "Leave", "Options", "I'm back", "Pause, too"):
            assert label in labels
        assert "\n…" not in words(page)  # nothing had to be cut

    def test_so_it_does_on_hold(self, game):
        table = crowded(game)
        table.paused_at, table.closes_at = NOW, NOW + 86_400
        page = table_page(table, ENGLISH, now=NOW)
        assert_fits(page, *(hand_page(table, seat, ENGLISH) for seat in range(len(table.seats))))
        assert "Go on" in buttons(page)
        assert "Pause, too" not in buttons(page)

    def test_every_page_of_options_fits(self, game):
        table = crowded(game)
        assert_fits(
            *(options_page(table, who, ENGLISH, "✓ " + "x" * 200) for who in viewers(table))
        )

    def test_so_do_those_of_its_lobby(self, game):
        players = engine.game_info(game).max_players
        table = lobby([WIDE], players, game)
        table.kept = {place: Person(500 + place, WIDE) for place in range(1, players)}
        table.warned = True
        assert_fits(
            table_page(table, ENGLISH),
            watch_page(table, ENGLISH, table_sheet(table, ENGLISH, now=NOW)),
            *(options_page(table, who, ENGLISH) for who in viewers(table)),
        )

    def test_so_does_its_end(self, game):
        table = crowded(game)
        after = lobby([WIDE] * (len(table.seats) - 1), len(table.seats), game)
        table.status, table.closed_reason = Status.CANCELLED, "agreed"
        page = table_page(table, ENGLISH, after=after)
        assert_fits(page, *(options_page(table, who, ENGLISH) for who in viewers(table)))
        assert list(buttons(page)) == ["Play again"]


class TestTheMessage:
    def test_it_says_who_wants_what(self):
        table = playing()
        table.stances = {Stance.PAUSE: {100: NOW, 102: NOW + 5}, Stance.END: {101: NOW}}
        shown = words(table_page(table, ENGLISH, now=NOW + 6))
        assert (
            "⏸ **\u2068Alice\u2069** and **\u2068Carol\u2069** want a pause. Everybody who is here "
            f"has to agree: 2 of 4. Lapses <t:{int(NOW + PAUSE_LAPSES)}:R>." in shown
        )
        assert (
            "🏁 **\u2068Bob\u2069** wants to end this game without a winner: 1 so far, it takes "
            "3 of 4." in shown
        )

    def test_who_is_away_or_has_left_is_not_counted_where_the_house_does_not(self):
        table = playing()
        table.stances = {Stance.PAUSE: {100: NOW}, Stance.END: {100: NOW, 103: NOW}}
        table.seats[1].away, table.seats[3].left_at = True, NOW
        shown = words(table_page(table, ENGLISH, now=NOW))
        assert "has to agree: 1 of 2." in shown
        assert "1 so far, it takes 2 of 3." in shown
        assert "Dave\u2069** and" not in shown

    def test_a_wish_that_has_lapsed_is_gone(self):
        table = playing()
        table.stances = {Stance.PAUSE: {100: NOW}}
        assert "wants a pause" in words(table_page(table, ENGLISH, now=NOW + PAUSE_LAPSES - 1))
        assert "wants a pause" not in words(table_page(table, ENGLISH, now=NOW + PAUSE_LAPSES))

    def test_on_hold_it_waits_for_nobody(self):
        table = playing()
        table.paused_at, table.closes_at = NOW, NOW + 60
        shown = words(table_page(table, ENGLISH))
        assert "Waiting for" not in shown
        assert "presses Go on; it closes <t:1800000060:R> otherwise." in shown

    def test_a_table_that_is_held_has_no_button_to_go_on(self):
        table = playing()
        table.paused_at, table.stances = NOW, {Stance.HELD: {0: NOW}}
        page = table_page(table, ENGLISH)
        assert "Go on" not in buttons(page)
        assert "until this table's thread is unlocked" in words(page)
        hand = hand_page(table, 0, ENGLISH)
        assert "Go on" not in buttons(hand)
        assert "Go on" not in buttons(options_page(table, Viewer(100, False, NOW), ENGLISH))

    def test_facts_for_other_pages_are_the_messages_own(self):
        table = playing(plies=7)
        shown = words(table_page(table, ENGLISH))
        assert all(block in shown for block in facts(table, ENGLISH))


class TestTheLobbyOfARematch:
    def test_kept_seats_are_not_free(self):
        table = lobby(["Alice"], 4)
        table.kept = {2: Person(7, "Bob"), 1: Person(8, "Carol")}
        lines = words(table_page(table, ENGLISH)).splitlines()
        assert lines[4:7] == [
            "- kept for \u2068Carol\u2069",
            "- kept for \u2068Bob\u2069",
            "- one free seat",
        ]

    def test_nor_are_they_in_the_menu_of_a_game_with_teams(self):
        table = lobby(["Alice"], 6, "schmier")
        table.kept = {place: Person(500 + place, "Bob") for place in range(1, 6)}
        page = table_page(table, ENGLISH)
        assert not menus(page)
        assert "seat 4 (kept for \u2068Bob\u2069)" in words(page)

    def test_a_seat_that_is_not_kept_is(self):
        table = lobby(["Alice"], 6, "schmier")
        table.kept = {1: Person(501, "Bob")}
        (menu,) = menus(table_page(table, ENGLISH))
        assert [option.value for option in menu.options] == ["2", "3", "4", "5"]


def test_the_list_of_tables_to_watch_fits_however_many_there_are():
    tables = []
    for number in range(60):
        table = playing([WIDE] * 4)
        table.id = 10**17 + number
        tables.append(table)
    page = list_page(tables, ENGLISH)
    assert_fits(page)
    assert words(page).count("https://") <= 25


def test_whatever_is_offered_has_a_handler():
    from bot.tables.clicks import HANDLERS  # noqa: PLC0415
    from bot.tables.entries import HANDLERS as ENTRIES  # noqa: PLC0415
    from bot.tables.ids import Entry, Verb  # noqa: PLC0415

    assert set(HANDLERS) == set(Verb)
    assert set(ENTRIES) == set(Entry)
