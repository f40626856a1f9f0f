"""Ninety-Nine in words and buttons."""

import pytest

import engine
from bot.games import presenter
from bot.games.cards import face, is_card, spoken
from bot.games.presenter import Tone
from bot.text import ENGLISH
from engine.cards import FRENCH_DECK
from engine.games.ninety_nine import MOVES
from tests.bot import builders
from tests.bot.builders import scene, seen

NINETY_NINE = presenter("ninetynine")


def dealt(*hands: str, **options):
    return builders.dealt("ninetynine", *hands, **options)


def told(state):
    return builders.told(NINETY_NINE, state)


def hand_at(count: int, cards: str, **options):
    """The hand that seat 0 is shown when the count is as given."""
    state = dealt(cards, "2C 3C 5C", **options)
    now = scene(state)
    public = {**now.public, "pile": count}
    view = type(now)(now.text, now.names, now.options, public, now.history)
    return NINETY_NINE.hand(view, 0, state.private(0), state.legal_actions(0))


def labels(count: int, cards: str, **options):
    return [seen(move.label) for move in hand_at(count, cards, **options).moves]


@pytest.mark.parametrize(
    ("card", "shown", "read"),
    [
        ("KS", "K♠", "king of spades"),
        ("TH", "10♥", "ten of hearts"),
        ("AC", "A♣", "ace of clubs"),
        ("4D", "4♦", "four of diamonds"),
    ],
)
def test_cards_have_faces_and_names(card, shown, read):
    assert (seen(face(card)), spoken(card, ENGLISH)) == (shown, read)


def test_only_cards_are_cards():
    assert all(map(is_card, FRENCH_DECK))
    assert not any(map(is_card, ["", "K", "KSS", "1S", "KX", None, 7]))


class TestMyHand:
    def test_every_card_says_the_count_it_would_make(self):
        assert labels(61, "7H KC QS") == ["K♣ → 99", "7♥ → 68", "Q♠ → 71"]

    def test_aces_and_tens_have_two_buttons(self):
        assert labels(61, "AS TH 2D") == [
            "2♦ → 63",
            "10♥ +10 → 71",
            "10♥ −10 → 51",
            "A♠ 1 → 62",
            "A♠ 11 → 72",
        ]

    def test_a_four_says_that_it_reverses_and_a_nine_counts_nothing(self):
        assert labels(61, "4D 9C 8S") == ["9♣ → 61", "4♦ → 61 ⟲ reverse", "8♠ → 69"]

    def test_what_would_bust_is_marked_in_words_and_in_style(self):
        moves = hand_at(95, "QS AS 9C").moves
        marked = [seen(move.label) for move in moves if move.tone is Tone.RISK]
        assert marked == ["A♠ 11 → 106 bust!", "Q♠ → 105 bust!"]
        assert [seen(move.label) for move in moves if "bust" in move.label] == marked

    def test_ninety_nine_itself_is_safe(self):
        assert labels(92, "7S 8S 6S")[0] == "6♠ → 98"
        assert labels(92, "7S 8S 6S")[1] == "7♠ → 99"

    def test_the_count_stops_at_nought_unless_the_table_lets_it_below(self):
        assert "10♥ −10 → 0" in labels(4, "TH 2S 3S")
        assert "10♥ −10 → −6" in labels(4, "TH 2S 3S", negative=True)

    def test_a_hand_of_nothing_but_busts_says_so(self):
        lines = "\n".join(hand_at(99, "QS JS 8S").lines)
        assert "Every card you hold busts" in lines
        assert "Every card you hold busts" not in "\n".join(hand_at(99, "QS JS 9S").lines)

    def test_the_cards_stand_there_as_words_too(self):
        lines = "\n".join(hand_at(0, "7H AS TH").lines)
        for word in ("seven of hearts", "ace of spades", "ten of hearts", "♥♥♥♥♥ five lives"):
            assert word in lines

    def test_equal_cards_have_one_button(self):
        assert labels(0, "7H 7C 7S") == ["7♣ → 7", "7♥ → 7", "7♠ → 7"]
        state = dealt("7H 7C 7S", "2C 3C 5C")
        twice = NINETY_NINE.hand(scene(state), 0, {"hand": ["7H", "7H"]}, ["7H", "7H"])
        assert [move.action for move in twice.moves] == ["7H"]

    def test_labels_are_short_enough_to_be_read(self):
        assert all(len(NINETY_NINE.hand(scene(dealt("7H 2H 3H", "2C 3C 5C")), 0,
                                        {"hand": []}, [action]).moves[0].label) <= 34
                   for action in MOVES)  # fmt: skip

    def test_not_on_turn_there_are_cards_and_no_buttons(self):
        state = dealt("7H AS TH", "2C 3C 5C")
        hand = NINETY_NINE.hand(scene(state), 1, state.private(1), state.legal_actions(1))
        assert hand.moves == ()
        assert "two of clubs" in "\n".join(hand.lines)


class TestSentences:
    def test_a_play(self):
        state = dealt("KS AS TH", "2C 3C 5C")
        state.apply(0, "AS=11")
        assert told(state) == ["**Alice** played A♠ (11) → 11."]

    def test_a_four(self):
        state = dealt("4S AS TH", "2C 3C 5C")
        state.apply(0, "4S")
        assert told(state) == ["**Alice** played 4♠ → 0 and turned play anticlockwise."]

    def test_a_bust_and_the_next_round(self):
        state = dealt("KS AS TH", "2C 3C 5C")
        state.apply(0, "KS")
        state.apply(1, "5C")
        assert told(state) == [
            "💥 **Bob** played 5♣ → 104: bust! Four lives left.",
            "Round 2: **Bob** begins.",
        ]

    def test_whoever_has_no_lives_is_out(self):
        state = dealt("KS AS TH", "2C 3C 5C", "2D 3D 5D", chips=1)
        state.apply(0, "KS")
        state.apply(1, "5C")
        assert told(state)[:2] == [
            "💥 **Bob** played 5♣ → 104: bust! No lives left.",
            "**Bob** is out.",
        ]

    def test_ones_own_move_is_told_to_oneself(self):
        state = dealt("KS AS TH", "2C 3C 5C", "2D 3D 5D", chips=1)
        state.apply(0, "KS")
        told = NINETY_NINE.own_sentence(scene(state), 0, state.private(0))
        assert seen(told) == "You played K♠ → 99."
        assert NINETY_NINE.own_sentence(scene(state), 1, state.private(1)) == ""
        state.apply(1, "5C")
        own = NINETY_NINE.own_sentence(scene(state), 1, state.private(1))
        assert seen(own) == "You played 5♣ → 104: bust! You are out."

    def test_a_refusal_of_the_rules_shows_cards_as_people_write_them(self):
        state = dealt("KS AS TH", "2C 3C 5C")
        with pytest.raises(engine.IllegalAction) as refused:
            state.apply(0, "TD=+10")
        error = refused.value
        sentence = NINETY_NINE.refusal(ENGLISH, error.template, error.facts)
        assert seen(sentence) == "You don't hold 10♦."


class TestOptionsAndRules:
    def test_an_option_is_shown_with_its_value(self):
        shown = [
            NINETY_NINE.option_line(ENGLISH, "chips", 3),
            NINETY_NINE.option_line(ENGLISH, "negative", False),
            NINETY_NINE.option_line(ENGLISH, "ten", "minus"),
        ]
        assert shown == ["Lives each: 3", "Count may go below 0: no", "Tens count: always −10"]

    def test_the_rules_name_every_special_card(self):
        rules = NINETY_NINE.rules(ENGLISH)
        for card in ("**A**", "**4**", "**9**", "**10**", "**K**"):
            assert card in rules
