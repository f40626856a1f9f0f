"""The lobby, the table message and the hand as people see them."""

import pytest

from bot.tables.hand import hand_page
from bot.text import ENGLISH
from engine.table import Seat, Status
from tests.bot.builders import buttons, lobby, playing, table_page, words


class TestLobby:
    def test_it_shows_seats_rules_pace_and_what_comes_next(self):
        table = lobby(["Alice", "Bob"], chips=2)
        table.seats.append(Seat(None, "Ada", 2, level="easy"))
        shown = words(table_page(table, ENGLISH))
        for word in (
            "## Ninety-Nine",
            "Players: 3 of 4",
            "\u2068Alice\u2069 (host)",
            "🤖 \u2068Ada\u2069 (computer, easy)",
            "one free seat",
            "Lives each: 2",
            "60 seconds",
            "Closes <t:1800000900:R>",
            f"Table 12 · shuffle sealed as {table.seed_commitment[:12]}",
        ):
            assert word in shown

    def test_its_buttons(self):
        assert list(buttons(table_page(lobby(), ENGLISH))) == [
            "Join",
            "Leave",
            "Add computer",
            "Start",
            "Cancel",
            "Rules",
            "Options",
        ]

    @pytest.mark.parametrize("reason", ["host", "idle", "empty", "paused", "broken", None])
    def test_a_closed_table_says_why_and_what_to_do(self, reason):
        table = lobby()
        table.status, table.closed_reason = Status.CANCELLED, reason
        page = table_page(table, ENGLISH)
        assert "Type /play to open a new one." in words(page)
        assert not buttons(page)


class TestTableMessage:
    def test_it_shows_count_direction_turn_and_lives(self):
        table = playing(plies=3)
        assert table.state is not None
        shown = words(table_page(table, ENGLISH))
        on_turn = table.seats[table.state.current_players()[0]].name
        for word in (
            f"# Count {table.state.public()['pile']}",
            "clockwise, ⬇ down the list",
            f"Waiting for **\u2068{on_turn}\u2069**; time is up <t:1800000060:R>.",
            f"▶ **\u2068{on_turn}\u2069**",
            "♥♥♥ three lives",
            "Round 1: ",
            " played ",
        ):
            assert word in shown

    def test_its_buttons(self):
        table = playing()
        assert list(buttons(table_page(table, ENGLISH))) == ["My hand", "Rules", "Leave", "Options"]
        table.seats[1].away = True
        assert list(buttons(table_page(table, ENGLISH)))[-1] == "I'm back"

    def test_who_is_away_or_has_left_is_marked(self):
        table = playing()
        table.seats[1].away, table.seats[2].left_at = True, 1.0
        shown = words(table_page(table, ENGLISH))
        assert "**\u2068Bob\u2069** (away, a computer plays)" in shown
        assert "**\u2068Carol\u2069** (left, a computer plays)" in shown

    def test_a_table_without_people_says_that_it_is_paused(self):
        table = playing()
        for seat in table.seats:
            seat.away = True
        assert "Paused" in words(table_page(table, ENGLISH))

    def test_it_never_shows_a_card_of_a_hand(self):
        table = playing()
        assert table.state is not None
        shown = words(table_page(table, ENGLISH))
        for sign in "♠♦♣":
            assert sign not in shown

    def test_the_end_names_the_winner_and_every_place(self):
        table = playing(plies=2000)
        assert table.state is not None
        assert table.status is Status.FINISHED
        page = table_page(table, ENGLISH)
        winner = table.seats[table.state.winners()[0]].name
        assert f"# 🏆 **\u2068{winner}\u2069** wins!" in words(page)
        for place in (1, 2, 3, 4):
            assert f"Place {place}: " in words(page)
        assert list(buttons(page)) == ["Play again", "Replay", "Fair deal?"]


class TestHand:
    def test_on_turn_it_has_a_button_for_every_legal_move(self):
        table = playing()
        assert table.state is not None
        seat = table.state.current_players()[0]
        page = hand_page(table, seat, ENGLISH)
        made = [button.custom_id for button in buttons(page).values()]
        decision = table.state.decision(seat)
        assert made == [f"m:12:{seat}:{decision}:{a}" for a in table.state.legal_actions(seat)]
        assert words(page).startswith("**Your turn**; time is up <t:1800000060:R>.")

    def test_not_on_turn_it_says_nothing_that_would_soon_be_wrong(self):
        table = playing()
        assert table.state is not None
        seat = (table.state.current_players()[0] + 1) % 4
        page = hand_page(table, seat, ENGLISH, "You played K♠ → 99.")
        assert words(page).startswith("You played K♠ → 99.\nNot your turn. ")
        assert "The count is" not in words(page)  # it would soon be wrong
        assert not buttons(page)

    def test_it_shows_its_owners_cards_and_nobody_elses(self):
        table = playing()
        assert table.state is not None
        for seat in range(4):
            shown = words(hand_page(table, seat, ENGLISH))
            assert shown.count("\n- **") == 3

    def test_somebody_who_is_away_can_come_back_from_it(self):
        table = playing()
        table.seats[0].away = True
        assert "I'm back" in buttons(hand_page(table, 0, ENGLISH))

    def test_before_the_start_and_after_the_end_there_are_no_cards(self):
        assert "hasn't started" in words(hand_page(lobby(), 0, ENGLISH))
        table = playing(plies=2000)
        assert table.state is not None
        winner = table.state.winners()[0]
        assert "You won!" in words(hand_page(table, winner, ENGLISH))
        assert "came in at place" in words(hand_page(table, (winner + 1) % 4, ENGLISH))
