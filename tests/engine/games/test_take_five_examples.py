"""The worked examples of Take 5, one by one, each played on a real table."""

from typing import Any

import pytest

import engine
from tests.engine.games.take_five_deals import (
    play_trick,
    played,
    random_round,
    rig,
    rows_of,
)


def last_trick(state: engine.State) -> list[list]:
    """The cards of the last trick as numbers: seat, card, row, heads."""
    return [
        [seat, int(card), row, heads] for seat, card, row, heads in state.public()["last_trick"]
    ]


def heads(state: engine.State) -> list[int]:
    return list(state.public()["heads_round"])


def cost(card: int) -> int:
    """The bull heads of one card: somebody who is too low takes it alone."""
    higher = [other for other in (100, 101, 102, 103, 104) if other != card][:3]
    return heads(played([card, *higher], [1, 99 if card != 99 else 98]))[0]


HEADS = {
    7: 1, 5: 2, 15: 2, 10: 3, 50: 3, 51: 1, 59: 1, 11: 5, 22: 5,
    55: 7, 60: 3, 65: 2, 66: 5, 99: 5, 95: 2, 100: 3, 101: 1, 104: 1,
}  # fmt: skip


@pytest.mark.parametrize(("card", "count"), HEADS.items())
def test_example_1_bull_heads(card: int, count: int) -> None:
    assert cost(card) == count


def test_example_1_the_one_has_one_head() -> None:
    """Nothing is lower than it, so it is taken with four others of one head each."""
    state = played([1, 97, 98, 99], [2, 3], [4, 6], [7, 104])
    assert last_trick(state) == [[0, 7, 1, 5], [1, 104, 4, 0]]


@pytest.mark.parametrize(
    ("card", "end"),
    [(13, 12), (21, 20), (23, 20), (34, 20), (36, 35), (76, 35), (78, 77), (104, 77)],
)
def test_example_2_the_highest_row_that_is_still_lower(card: int, end: int) -> None:
    ends = [12, 20, 35, 77]
    state = played(ends, [card, 103])
    row = ends.index(end)
    assert [0, card, row + 1, 0] in last_trick(state)
    assert rows_of(state)[row][:2] == [end, card] or card == 104
    assert heads(state) == [0, 0]


def test_example_3_lower_than_every_row_the_player_chooses() -> None:
    state = play_trick(rig([12, 20, 35, 77], [103, 11]), [103, 11], row=None)
    assert state.public()["phase"] == "row"
    assert state.current_players() == (1,)
    assert state.legal_actions(1) == ["row1", "row2", "row3", "row4"]
    assert state.legal_actions(0) == []
    assert rows_of(state) == [[12], [20], [35], [77]]


def test_example_4_nobody_takes() -> None:
    state = played([12, 37, 43, 58], [14, 15, 44, 61])
    assert rows_of(state) == [[12, 14, 15], [37], [43, 44], [58, 61]]
    assert heads(state) == [0, 0, 0, 0]


def test_example_5_the_sixth_card_takes_five() -> None:
    state = played([3, 45, 60, 90], [8, 14], [21, 30])
    assert rows_of(state) == [[3, 8, 14, 21, 30], [45], [60], [90]]
    state = played([3, 45, 60, 90], [8, 14], [21, 30], [33, 91])
    assert rows_of(state) == [[33], [45], [60], [90, 91]]
    assert heads(state) == [7, 0]
    assert last_trick(state) == [[0, 33, 1, 7], [1, 91, 4, 0]]


@pytest.mark.parametrize(("row", "count"), [(1, 1), (2, 10), (3, 10), (4, 11)])
def test_example_6_what_the_rows_cost(row: int, count: int) -> None:
    tricks = [[22, 25], [41, 55], [78, 79], [80, 81], [5, 56]]
    state = played([12, 20, 35, 77], *tricks, choices={5: None})
    rows = [[12], [20, 22, 25], [35, 41, 55], [77, 78, 79, 80, 81]]
    assert rows_of(state) == rows
    state.apply(0, f"row{row}")
    assert heads(state) == [count, 0]
    rows[row - 1] = [5]
    rows[1 if row == 3 else 2].append(56)
    assert rows_of(state) == rows


def test_example_7_too_low_first_then_the_sixth() -> None:
    tricks = [[35, 42], [47, 56], [62, 29]]
    state = played([61, 70, 85, 30], *tricks, choices={3: None})
    assert state.current_players() == (1,)
    state.apply(1, "row1")
    assert last_trick(state) == [[1, 29, 1, 1], [0, 62, 4, 8]]
    assert heads(state) == [8, 1]
    assert rows_of(state) == [[29], [70], [85], [62]]


def test_example_8_four_cards_in_ascending_order() -> None:
    state = played([4, 33, 70, 90], [9, 15, 16, 18], [44, 71, 72, 73])
    assert rows_of(state) == [[4, 9, 15, 16, 18], [33, 44], [70, 71, 72, 73], [90]]
    state = played([4, 33, 70, 90], [9, 15, 16, 18], [44, 71, 72, 73], [19, 45, 74, 88])
    assert last_trick(state) == [[0, 19, 1, 6], [1, 45, 2, 0], [2, 74, 3, 0], [3, 88, 3, 7]]
    assert rows_of(state) == [[19], [33, 44, 45], [88], [90]]
    assert heads(state) == [6, 0, 0, 7]


NINE = [[10, 11, 66, 67], [9, 56, 101, 103]]
"""The ten takes a lone 20 and the others follow: [10 11] [55] [60 66 67] [100]."""


def test_example_9_the_low_card_takes_the_first_row() -> None:
    before = played([20, 55, 60, 100], NINE[0])
    assert rows_of(before) == [[10, 11], [55], [60, 66, 67], [100]]
    state = played([20, 55, 60, 100], *NINE)
    assert rows_of(state) == [[9], [55, 56], [60, 66, 67], [100, 101, 103]]
    assert last_trick(state)[0] == [0, 9, 1, 8]
    assert heads(state) == [heads(before)[0] + 8, 0, 0, 0]


def test_example_9_the_low_card_takes_the_second_row() -> None:
    state = played([20, 55, 60, 100], *NINE, choices={2: 2})
    assert rows_of(state) == [[10, 11, 56], [9], [60, 66, 67], [100, 101, 103]]
    assert last_trick(state)[0] == [0, 9, 2, 7]
    assert last_trick(state)[1] == [1, 56, 1, 0]


@pytest.mark.parametrize(("players", "used"), [(10, 104), (2, 24)])
def test_example_10_how_many_cards_are_used(players: int, used: int) -> None:
    state = engine.load_game("take5", players).new_initial_state(seed=bytes(32))
    dealt = {card for seat in range(players) for card in state.private(seat)["hand"]}
    dealt |= {card for row in state.public()["rows"] for card in row}
    assert len(dealt) == used
    assert len(state.cards()) == 104


GAMES = {  # found by trial: the seed, and the whim of the players in each round
    (66, 40, 12): (143, [928, 188, 1077]),
    (67, 31, 31): (9, [474, 627, 172]),
    (70, 68, 69): (2, [978, 883, 970, 869, 186]),
}


def ended(scores: tuple[int, int, int], **options: Any) -> engine.State:
    """Three players who after the last round have these scores, in whatever order of seats."""
    number, whims = GAMES[scores]
    game = engine.load_game("take5", 3, options)
    state = game.new_initial_state(seed=number.to_bytes(32, "big"))
    for whim in whims:
        assert not state.is_terminal()
        random_round(state, whim)
    assert sorted(state.scores()) == sorted(scores)
    return state


def test_example_11_66_ends_the_game() -> None:
    state = ended((66, 40, 12))
    assert state.is_terminal()
    assert state.winners() == (state.scores().index(12),)
    assert state.public()["scores"] == list(state.scores())


def test_example_11_with_exceed_66_plays_on() -> None:
    state = ended((66, 40, 12), end="exceed")
    assert not state.is_terminal()
    assert state.winners() == state.placings() == ()
    assert (state.public()["round"], state.public()["phase"]) == (4, "pick")


def test_example_12_the_two_with_31_share() -> None:
    state = ended((67, 31, 31))
    assert state.winners() == tuple(seat for seat in range(3) if state.scores()[seat] == 31)
    assert sorted(state.placings()) == [1, 1, 3]
    assert state.placings()[state.scores().index(67)] == 3


def test_example_12_68_wins_among_three_who_are_over() -> None:
    state = ended((70, 68, 69))
    assert state.winners() == (state.scores().index(68),)
    assert state.placings() == tuple({68: 1, 69: 2, 70: 3}[score] for score in state.scores())
