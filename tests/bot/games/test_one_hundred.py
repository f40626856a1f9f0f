"""One Hundred in words and buttons: what differs from Ninety-Nine."""

from dataclasses import replace

import pytest

import engine
from bot.games import presenter
from bot.games.presenter import Tone
from bot.text import ENGLISH
from tests.bot import builders
from tests.bot.builders import scene, seen

ONE_HUNDRED = presenter("onehundred")


def dealt(*hands: str, **options):
    return builders.dealt("onehundred", *hands, **options)


def told(state):
    return builders.told(ONE_HUNDRED, state)


def hand_at(count: int, cards: str, **options):
    """The hand that seat 0 is shown when the count is as given."""
    state = dealt(cards, "2C 3C 5C", "2D 3D 6C", **options)
    now = scene(state)
    now = replace(now, public={**now.public, "pile": count})
    return ONE_HUNDRED.hand(now, 0, state.private(0), state.legal_actions(0))


def labels(count: int, cards: str, **options):
    return [seen(move.label) for move in hand_at(count, cards, **options).moves]


def played(cards: str, actions: list[str], **options):
    """A game after the actions, seat 0 with these cards and the first of them."""
    state = dealt(cards, "2C 3C 5C", "2D 3D 6C", **options)
    for action in actions:
        state.apply(state.current_players()[0], action)
    return state


class TestMyHand:
    @pytest.mark.parametrize(
        ("count", "cards", "expected"),
        [
            (37, "2H 2S 3S", ["2♥ → 39", "2♠ → 74", "3♠ → 40"]),
            (12, "5H 5S 9S", ["5♥ → 7", "5♠ → 17", "9♠ → 21"]),
            (42, "TD JS KC", ["K♣ → 42", "10♦ → 100", "J♠ → 32"]),
            (88, "QH QS AH", ["A♥ → 89", "Q♥ → 0", "Q♠ → 98"]),
            (3, "5D JH 4H", ["5♦ → 0", "4♥ → 7", "J♥ → 0"]),
        ],
    )
    def test_every_card_says_the_count_it_would_make(self, count, cards, expected):
        assert labels(count, cards) == expected

    def test_what_would_bust_is_marked_in_words_and_in_style(self):
        moves = hand_at(99, "AH 2S KC").moves
        assert [seen(move.label) for move in moves] == ["K♣ → 99", "A♥ → 100", "2♠ → 198 bust!"]
        assert [move.tone for move in moves] == [Tone.PLAIN, Tone.PLAIN, Tone.RISK]

    def test_a_black_ace_has_quick_buttons_and_a_form(self):
        assert labels(37, "AS 7H 8H") == [
            "7♥ → 44",
            "8♥ → 45",
            "A♠ → 0",
            "A♠ → 37",
            "A♠ → 100",
            "A♠ Name a number…",
        ]

    def test_only_the_form_asks_for_something_to_be_typed(self):
        moves = hand_at(37, "AS 7H 8H").moves
        assert [move.action for move in moves if move.asks] == ["AS"]

    @pytest.mark.parametrize("count", [0, 100])
    def test_a_quick_button_stands_there_once(self, count):
        quick = [label for label in labels(count, "AC 7H 8H") if label.startswith("A♣ →")]
        assert quick == ["A♣ → 0", "A♣ → 100"]

    def test_two_black_aces_have_their_own_buttons(self):
        moves = hand_at(37, "AS AC 8H").moves
        assert len({move.label for move in moves}) == len(moves) == 9
        assert [move.action for move in moves if move.asks] == ["AC", "AS"]

    def test_below_nought_the_count_itself_cannot_be_named(self):
        assert "A♠ → −7" not in labels(-7, "AS 7H 8H", negative=True)

    def test_a_four_reverses_only_where_the_table_says_so(self):
        assert "4♥ → 64" in labels(60, "4H 7H 8H")
        assert "4♥ → 60 ⟲ reverse" in labels(60, "4H 7H 8H", fours="reverse")

    def test_a_safe_card_that_must_be_played_is_all_that_is_offered(self):
        state = dealt("TS 7H 8H", "QS KC 8S", "2D 3D 6C", must_play_safe=True)
        state.apply(0, "TS")
        legal = state.legal_actions(1)
        moves = ONE_HUNDRED.hand(scene(state), 1, state.private(1), legal).moves
        assert [seen(move.label) for move in moves] == ["K♣ → 100"]

    def test_with_no_safe_card_it_says_so(self):
        lines = "\n".join(hand_at(100, "QS 8S 9S").lines)
        assert "Every card you hold busts" in lines


class TestTheForm:
    def test_it_says_what_to_type_and_what_the_count_is(self):
        prompt = ONE_HUNDRED.prompt(scene(dealt("AS 7H 8H", "2C 3C 5C", "2D 3D 6C")), "AS")
        assert prompt is not None
        assert seen(prompt.title) == "A♠: name the new count"
        assert prompt.label == "A whole number from 0 to 100"
        assert prompt.hint == "The count is 0 now."

    @pytest.mark.parametrize("card", ["AH", "KS", "", "AS=3"])
    def test_other_cards_have_none(self, card):
        assert ONE_HUNDRED.prompt(scene(dealt("AS 7H 8H", "2C 3C 5C", "2D 3D 6C")), card) is None


class TestSentences:
    def test_a_black_ace_tells_the_count_it_named(self):
        assert told(played("AS 7H 8H", ["AS=37"])) == ["**Alice** played A♠ → 37."]

    def test_a_bust_leaves_the_count_and_play_goes_on(self):
        state = played("TS 7H 8H", ["TS", "5C"])
        assert told(state) == ["💥 **Bob** played 5♣ → 105: bust! Two lives left. The count stays."]
        own = ONE_HUNDRED.own_sentence(scene(state), 1, state.private(1))
        assert seen(own) == "You played 5♣ → 105: bust! You have two lives left."

    def test_a_bust_begins_a_new_round_where_the_table_says_so(self):
        state = played("TS 7H 8H", ["TS", "5C"], after_bust="new_round")
        assert told(state) == [
            "💥 **Bob** played 5♣ → 105: bust! Two lives left.",
            "Round 2: **Bob** begins.",
        ]

    def test_without_rounds_only_the_first_player_is_named(self):
        assert told(played("TS 7H 8H", [])) == ["**Alice** begins."]

    def test_a_four_that_reverses(self):
        state = played("4S 7H 8H", ["4S"], fours="reverse")
        assert told(state) == ["**Alice** played 4♠ → 0 and turned play anticlockwise."]
        assert told(played("4S 7H 8H", ["4S"])) == ["**Alice** played 4♠ → 4."]

    def test_the_end_by_the_last_stock_is_told(self):
        state = dealt("2S 7H 8H", "2C 3C 5C", "2D 3D 6C", rebuilds=0, chips=9)
        while not state.is_terminal():
            seat = state.current_players()[0]
            actions = state.legal_actions(seat)
            state.apply(seat, actions[0])
        assert sum(state.public()["in"]) > 1
        assert told(state)[-1] == "The last stock has run out: most lives win."


class TestHeadline:
    def test_it_says_how_long_the_game_can_last(self):
        state = dealt("2S 7H 8H", "2C 3C 5C", "2D 3D 6C")
        assert ONE_HUNDRED.headline(scene(state)).splitlines() == [
            "# Count 0",
            "Play goes clockwise, ⬇ down the list.",
            "Stock: 43 cards, and 10 new stocks before the game ends.",
        ]

    @pytest.mark.parametrize(
        ("rebuilds", "last"),
        [
            (1, "Stock: 43 cards, and one new stock before the game ends."),
            (0, "Last stock: 43 cards, then the game ends."),
            (None, "Play goes clockwise, ⬇ down the list."),
        ],
    )
    def test_whatever_the_limit(self, rebuilds, last):
        state = dealt("2S 7H 8H", "2C 3C 5C", "2D 3D 6C", rebuilds=rebuilds)
        assert ONE_HUNDRED.headline(scene(state)).splitlines()[-1] == last

    def test_rounds_are_counted_where_there_are_any(self):
        state = dealt("2S 7H 8H", "2C 3C 5C", "2D 3D 6C", after_bust="new_round")
        assert "Round 1. Play goes clockwise" in ONE_HUNDRED.headline(scene(state))


def test_the_lobby_says_what_no_limit_means():
    assert ONE_HUNDRED.option_line(ENGLISH, "rebuilds", None).endswith(": no limit")
    assert ONE_HUNDRED.option_line(ENGLISH, "rebuilds", 0).endswith(": 0")


def test_the_rules_name_every_special_card():
    rules = ONE_HUNDRED.rules(ENGLISH)
    for card in ("Black aces", "Red aces", "2 of spades", "Red fives", "**10**", "**J**", "**K**"):
        assert card in rules


@pytest.mark.parametrize("action", ["AS=07", "AS=٣", "AS=1e1", "AS=-1", "AS=101", "AS= 7", "AS="])
def test_a_number_that_is_none_is_refused_with_the_reason(action):
    state = dealt("AS 7H 8H", "2C 3C 5C", "2D 3D 6C")
    with pytest.raises(engine.IllegalAction) as refused:
        state.apply(0, action)
    sentence = ONE_HUNDRED.refusal(ENGLISH, refused.value.template, refused.value.facts)
    assert sentence == "A black ace names a whole number from 0 to 100."
