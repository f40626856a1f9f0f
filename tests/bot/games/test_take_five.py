"""Take 5 in words and buttons."""

import pytest

import engine
from bot.text import ENGLISH
from tests.bot.builders import SEED, scene
from tests.bot.games.take_five import TAKE_FIVE, dealt, five_in_a_row, headline, pick, told


class TestTable:
    def test_every_row_shows_its_cards_their_heads_and_what_it_costs(self):
        state = five_in_a_row()
        assert headline(state)[:5] == [
            "# Round 1, trick 3 of 10",
            "**Row 1**: **12 (1)** = 1 head",
            "**Row 2**: **20 (3)** = 3 heads",
            "**Row 3**: **35 (2)** = 2 heads",
            "**Row 4**: 77 (5) · 78 (1) · 79 (1) · 80 (3) · **81 (1)** = 11 heads, full",
        ]

    def test_who_has_picked_is_marked_and_what_is_not(self):
        state = dealt("21", "23", "55")
        before = [TAKE_FIVE.seat_note(scene(state), seat) for seat in range(3)]
        state.apply(1, "23")
        after = [TAKE_FIVE.seat_note(scene(state), seat) for seat in range(3)]
        assert before == ["0 heads"] * 3
        assert after == ["0 heads", "✓ has picked · 0 heads", "0 heads"]

    def test_the_order_of_the_picks_makes_no_difference(self):
        one, other = dealt("21", "23", "55"), dealt("21", "23", "55")
        for state, seats in ((one, (0, 2)), (other, (2, 0))):
            for seat in seats:
                state.apply(seat, ["21", "23", "55"][seat])
        assert headline(one) == headline(other)
        assert told(one) == told(other)

    def test_scores_and_heads_of_the_round(self):
        state = dealt("21", "23", rounds=3)
        while state.public()["round"] == 1:
            for seat in state.current_players():
                if state.legal_actions(seat):
                    state.apply(seat, state.legal_actions(seat)[0])
        scores = state.scores()
        note = TAKE_FIVE.seat_note(scene(state), 0)
        assert note == f"{scores[0]} heads, {scores[0]} of them last round"
        for seat in (0, 1):
            state.apply(seat, state.legal_actions(seat)[-1])
        heads = state.public()["heads_round"]
        note = TAKE_FIVE.seat_note(scene(state), 0)
        assert note == f"{scores[0]} heads + {heads[0]} this round"

    @pytest.mark.parametrize(
        ("options", "ending"),
        [
            ({}, "The game ends when somebody has 66."),
            ({"end": "exceed", "end_score": 40}, "The game ends when somebody has more than 40."),
            ({"rounds": 1}, "The game ends after this round."),
            ({"rounds": 3}, "The game ends after 3 rounds."),
        ],
    )
    def test_it_says_when_the_game_ends(self, options, ending):
        assert headline(dealt("21", "23", **options))[5].endswith(ending)


class TestTheTrick:
    def test_it_is_told_in_the_order_of_the_cards(self):
        state = pick(dealt("34", "21", "100"), "34", "21", "100")
        assert told(state) == [
            "**Bob**: 21 went to row 2.",
            "**Alice**: 34 went to row 2.",
            "**Carol**: 100 went to row 4.",
        ]

    def test_the_sixth_card_tells_its_cost(self):
        state = five_in_a_row()
        pick(state, "82", "13")
        assert told(state)[-1] == (
            "**Alice**: 82 was the sixth card of row 4 and costs 11 bull heads."
        )
        own = TAKE_FIVE.own_sentence(scene(state), 0, state.private(0))
        assert own == "Your 82 was the sixth card of row 4 and costs 11 bull heads."

    def test_a_low_card_waits_for_its_row_and_the_others_for_it(self):
        state = pick(dealt("34", "5", "100"), "34", "5", "100")
        assert told(state) == ["**Bob**: 5 is too low for every row, so a row has to be chosen."]
        assert headline(state)[-1] == "Still to be placed: **Alice** 34, **Carol** 100."

    def test_a_row_that_was_chosen_is_told_as_such(self):
        state = pick(dealt("34", "5", "100"), "34", "5", "100")
        state.apply(1, "row2")
        assert (
            told(state)[0] == "**Bob**: 5 was too low for every row and takes row 2: 3 bull heads."
        )
        assert TAKE_FIVE.own_sentence(scene(state), 1, state.private(1)) == (
            "You took row 2: 3 bull heads."
        )

    def test_one_head_is_one(self):
        state = pick(dealt("34", "5"), "34", "5")
        state.apply(1, "row1")
        assert told(state)[0].endswith("takes row 1: 1 bull head.")

    def test_ones_own_card_is_told_to_oneself(self):
        state = dealt("34", "21")
        assert TAKE_FIVE.own_sentence(scene(state), 0, state.private(0)) == ""
        pick(state, "34", "21")
        assert TAKE_FIVE.own_sentence(scene(state), 0, state.private(0)) == "Your 34 went to row 2."

    def test_while_a_pick_lies_there_the_last_trick_is_no_news(self):
        state = pick(dealt("34 36", "21"), "34", "21")
        state.apply(0, "36")
        assert TAKE_FIVE.own_sentence(scene(state), 0, state.private(0)) == ""


class TestStages:
    """An open hand is refreshed when the stage changes."""

    def stage(self, state):
        return TAKE_FIVE.stage(state.public())

    def test_picks_are_none(self):
        state = dealt("62", "23", "24")
        before = self.stage(state)
        state.apply(1, "23")
        assert self.stage(state) == before

    def test_a_reveal_a_row_and_a_new_trick_are(self):
        state = dealt("5", "6", "24")
        stages = [self.stage(state)]
        pick(state, "5", "6", "24")
        stages.append(self.stage(state))
        state.apply(0, "row4")
        stages.append(self.stage(state))
        assert len(set(stages)) == 3


def test_the_fewest_heads_win_and_the_result_says_heads():
    state = engine.load_game("take5", players=2, options={"rounds": 1}).new_initial_state(SEED)
    while not state.is_terminal():
        seat = state.current_players()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    now, scores = scene(state), state.scores()
    assert [TAKE_FIVE.result_note(now, seat) for seat in (0, 1)] == [
        f"{score} bull heads" for score in scores
    ]
    assert state.winners() == (scores.index(min(scores)),)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("1", "You don't hold the 1."),
        ("62", "The 62 is your pick already."),
        ("105", "The cards are the numbers 1 to 104."),
        ("seven", "The cards are the numbers 1 to 104."),
        ("row1", "Pick a card; nobody has to choose a row now."),
    ],
)
def test_why_a_pick_is_refused(action, reason):
    state = dealt("62", "1")
    state.apply(0, "62")
    with pytest.raises(engine.IllegalAction) as refused:
        state.apply(0, action)
    error = refused.value
    assert TAKE_FIVE.refusal(ENGLISH, error.template, error.facts) == reason


def test_the_rules_list_the_bull_heads_and_the_three_ways_of_a_card():
    rules = TAKE_FIVE.rules(ENGLISH)
    for words in ("**55**: 7", "**11, 22, 33**", "sixth card", "lower than every row", "66"):
        assert words in rules
