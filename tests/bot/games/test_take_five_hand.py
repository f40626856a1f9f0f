"""One's own hand at Take 5."""

from bot.games.presenter import Tone
from tests.bot.games.take_five import dealt, five_in_a_row, hand, lines, pick


class TestMyHand:
    def test_ten_buttons_with_their_heads(self):
        moves = hand(dealt("5 55 66 10 1", "2"), 0).moves
        assert len(moves) == 10
        assert [move.label for move in moves[:5]] == [
            "1 · 1 head",
            "5 · 2 heads",
            "10 · 3 heads",
            "55 · 7 heads",
            "66 · 5 heads",
        ]

    def test_the_pick_is_marked_and_the_others_stay(self):
        state = dealt("62 21", "23")
        state.apply(0, "62")
        moves = hand(state, 0).moves
        assert len(moves) == 10
        marked = [move.label for move in moves if move.tone is Tone.CHOSEN]
        assert marked == ["62 · 1 head ✓ picked"]
        assert "You picked **62** — change it until everyone has picked." in lines(state, 0)

    def test_another_ones_pick_changes_nothing_in_it(self):
        state = dealt("62 21", "23", "24")
        before = hand(state, 0)
        state.apply(1, "23")
        assert hand(state, 0) == before

    def test_the_last_card_cannot_be_changed(self):
        state = dealt("62 21", "23")
        while state.public()["trick"] < 10:
            for seat in state.current_players():
                state.apply(seat, state.legal_actions(seat)[0])
        last = state.private(0)["hand"][0]
        state.apply(0, last)
        assert f"You picked **{last}**, your last card." in lines(state, 0)

    def test_whoever_is_too_low_gets_four_rows_with_cards_and_costs(self):
        state = five_in_a_row()
        pick(state, "5", "13")
        moves = hand(state, 0).moves
        assert [move.action for move in moves] == ["row1", "row2", "row3", "row4"]
        assert moves[0].label == "Row 1: 12 · 1 head"
        assert moves[3].label == "Row 4: 77 78 79 80 81 · 11 heads"
        assert "Your **5** is lower than the last card of every row." in lines(state, 0)

    def test_the_others_see_that_their_card_still_waits(self):
        state = five_in_a_row()
        pick(state, "5", "13")
        assert hand(state, 1).moves == ()
        assert "Your **13** is still to be placed." in lines(state, 1)

    def test_it_shows_the_rows_too(self):
        state = five_in_a_row()
        assert "**Row 4**: 77 (5) · 78 (1)" in lines(state, 1)
