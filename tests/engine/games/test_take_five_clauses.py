"""Take 5 by its clauses (T5-1 to T5-9) and what its views keep secret."""

import json
import random
from itertools import permutations
from typing import Any

import pytest

import engine
from engine.record import Record
from tests.engine.contract import everything, knowledge, visible
from tests.engine.games.deals import SEED, hands
from tests.engine.games.take_five_deals import (
    numbers,
    played,
    random_round,
    random_trick,
    rig,
    rows_of,
    start,
)
from tests.engine.games.take_five_model import heads_of
from tests.engine.reference import dealt, shuffled


def pick(state: engine.State, *cards: int) -> engine.State:
    """The seats pick these cards, seat 0 first."""
    for seat, card in enumerate(cards):
        state.apply(seat, str(card))
    return state


def test_t5_1_there_are_171_bull_heads_in_all() -> None:
    assert sum(heads_of(card) for card in numbers()) == 171


@pytest.mark.parametrize("card", range(2, 105))
def test_t5_1_what_each_card_costs(card: int) -> None:
    higher = [other for other in (100, 101, 102, 103, 104) if other != card][:3]
    state = played([card, *higher], [1, 97 if card != 97 else 96])
    assert state.public()["heads_round"] == [heads_of(str(card)), 0]
    assert state.public()["last_trick"][0] == [0, "1", 1, heads_of(str(card))]


@pytest.mark.parametrize("players", range(2, 11))
def test_t5_2_the_first_deal(players: int) -> None:
    state = start(players)
    deck = shuffled(SEED, 0, numbers())
    hand = dealt(deck, range(players), 10)
    assert hands(state) == [sorted(hand[seat], key=int) for seat in range(players)]
    assert state.public() == {
        "game": "take5",
        "round": 1,
        "trick": 1,
        "phase": "pick",
        "rows": [[card] for card in deck[10 * players : 10 * players + 4]],
        "picked": [False] * players,
        "reveal": [],
        "last_trick": [],
        "heads_round": [0] * players,
        "scores": [0] * players,
        "hand_sizes": [10] * players,
        "to_act": list(range(players)),
    }
    assert state.current_players() == tuple(range(players))
    assert state.scores() == (0,) * players


def test_t5_2_every_round_all_cards_are_shuffled() -> None:
    state = start(4)
    for k in (1, 2):
        random_round(state, k)
        deck = shuffled(SEED, k, numbers())
        assert hands(state) == [sorted(deck[seat:40:4], key=int) for seat in range(4)]
        assert state.public()["rows"] == [[card] for card in deck[40:44]]
        assert sorted(state.cards(), key=int) == numbers()


@pytest.mark.parametrize("dealer", [0, 1, -1, 4, True, "3"])
def test_t5_2_nobody_else_can_deal(dealer: Any) -> None:
    game = engine.load_game("take5", 4)
    with pytest.raises(ValueError, match=r"deal|seat"):
        game.new_initial_state(seed=SEED, dealer=dealer)


def test_t5_2_the_last_seat_may_be_named_as_dealer() -> None:
    state = engine.load_game("take5", 4).new_initial_state(seed=SEED, dealer=3)
    assert everything(state) == everything(start(4))
    record = json.loads(Record.of(state, []).to_json())
    assert record["dealer"] == 3
    assert "dealer_given" not in record


def test_t5_3_a_picked_card_stays_in_the_hand_until_the_reveal() -> None:
    state = rig([50, 60, 70, 80], [51, 61, 71])
    before = hands(state)
    pick(state, 51, 61)
    assert hands(state) == before
    assert [state.private(seat)["pick"] for seat in range(3)] == ["51", "61", None]
    assert state.public()["picked"] == [True, True, False]
    assert state.public()["hand_sizes"] == [10, 10, 10]
    assert state.current_players() == (2,)
    state.apply(2, "71")
    assert state.public()["picked"] == [False] * 3
    assert state.public()["hand_sizes"] == [9, 9, 9]
    assert [state.private(seat)["pick"] for seat in range(3)] == [None] * 3
    assert rows_of(state) == [[50, 51], [60, 61], [70, 71], [80]]


def test_t5_3_a_pick_may_be_changed_until_the_last_one_is_in() -> None:
    state = rig([50, 60, 70, 80], [51, 61, 71], [52, 62, 72])
    first = state.decision(0)
    for card in ("51", "52", "51", "52"):
        state.apply(0, card)
        assert state.private(0)["pick"] == card
        assert state.legal_actions(0) == [one for one in state.private(0)["hand"] if one != card]
        assert not state.is_legal(0, card)
        assert state.decision(0) == first
        assert state.current_players() == (1, 2)
    pick(state, 51, 61, 71)
    assert state.public()["last_trick"] == [[0, "51", 1, 0], [1, "61", 2, 0], [2, "71", 3, 0]]
    assert "52" in state.private(0)["hand"]
    assert state.decision(0) not in {None, first}


def test_t5_3_the_last_card_of_a_round_cannot_be_changed() -> None:
    state = start(3)
    rng = random.Random(1)
    for _ in range(9):
        random_trick(state, rng)
    (card,) = state.private(0)["hand"]
    state.apply(0, card)
    assert state.legal_actions(0) == []
    assert state.current_players() == (1, 2)


@pytest.mark.parametrize("action", ["81", "1", "row1", "051", "51 ", "+51", "105", "0", "", "５１"])
def test_t5_3_only_a_card_of_the_hand_can_be_picked(action: str) -> None:
    state = rig([50, 60, 70, 80], [51, 61], [52, 62])
    before = everything(state)
    assert not state.is_legal(0, action)
    with pytest.raises(engine.IllegalAction):
        state.apply(0, action)
    assert everything(state) == before


def test_t5_3_whoever_picks_first_the_reveal_is_the_same() -> None:
    """History, events and views don't depend on the order of arrival or on changed picks."""
    picks = [51, 3, 71, 2]
    seen, records = set(), set()
    for order in permutations(range(4)):
        state = rig([50, 60, 70, 80], picks, [53, 63, 73, 4])
        moves = [(seat, str(picks[seat])) for seat in order]
        moves.insert(1, (moves[0][0], str([53, 63, 73, 4][moves[0][0]])))
        moves.insert(2, moves[0])
        for move in moves:
            state.apply(*move)
        seen.add(json.dumps([everything(state), state.public_history()]))
        records.add(Record.of(state, moves).to_json())
    assert len(seen) == 1
    assert len(records) == 24
    reveal = next(event for event in state.public_history() if event["type"] == "reveal")
    assert reveal == {"type": "reveal", "cards": ["51", "3", "71", "2"], "to": "all"}


def test_t5_3_nobody_else_can_tell_what_was_picked() -> None:
    """Two tables that differ in one pick alone look the same to everybody else."""
    one = pick(rig([50, 60, 70, 80], [51, 61, 71], [52, 62, 72]), 51)
    two = pick(rig([50, 60, 70, 80], [51, 61, 71], [52, 62, 72]), 52)
    for seat in (1, 2):
        assert knowledge(one, seat) == knowledge(two, seat)
        assert visible(list(one.events), seat) == visible(list(two.events), seat) == []
    assert one.public() == two.public()
    assert one.public_history() == two.public_history() == start_history(one)
    assert one.private(0) != two.private(0)


def start_history(state: engine.State) -> list[dict[str, Any]]:
    """The history of a table that has only been dealt."""
    return [event for event in state.public_history() if event["type"] == "round"]


def test_t5_4_every_card_to_the_row_with_the_least_gap() -> None:
    rng = random.Random(4)
    for number in range(10):
        state = start(5, number.to_bytes(32, "big"))
        while state.public()["round"] == 1:
            before = state.public()
            random_trick(state, rng)
            rows = [list(row) for row in before["rows"]]
            order = [int(card) for _, card, _, _ in state.public()["last_trick"]]
            assert order == sorted(order)
            for _, card, row, heads in state.public()["last_trick"]:
                gaps = {int(card) - int(r[-1]): i for i, r in enumerate(rows, start=1)}
                least = min((gap for gap in gaps if gap > 0), default=None)
                assert least is None or gaps[least] == row
                own = rows[row - 1]
                takes = least is None or len(own) == 5
                assert heads == (sum(map(heads_of, own)) if takes else 0)
                rows[row - 1] = [card] if takes else [*own, card]


def test_t5_5_the_fifth_card_takes_nothing() -> None:
    state = played([3, 45, 60, 90], [8, 14], [21, 30])
    assert rows_of(state)[0] == [3, 8, 14, 21, 30]
    assert state.public()["heads_round"] == [0, 0]


def test_t5_5_two_sixth_cards_in_one_trick() -> None:
    line = [[2, 3, 91, 92], [4, 5, 93, 94], [6, 8, 95, 96]]
    state = played([1, 50, 60, 90], *line)
    assert state.public()["last_trick"] == [
        [0, "6", 1, 6],
        [1, "8", 1, 0],
        [2, "95", 4, 7],
        [3, "96", 4, 0],
    ]
    assert rows_of(state) == [[6, 8], [50], [60], [95, 96]]
    assert state.public()["heads_round"] == [6, 0, 7, 0]


def test_t5_6_the_choice_comes_before_the_next_card_is_placed() -> None:
    state = pick(rig([50, 60, 70, 80], [61, 3, 2]), 61, 3, 2)
    public = state.public()
    assert public["phase"] == "row"
    assert public["reveal"] == [[2, "2"], [1, "3"], [0, "61"]]
    assert public["picked"] == [False, False, False]
    assert public["hand_sizes"] == [9, 9, 9]
    assert public["to_act"] == [2]
    assert rows_of(state) == [[50], [60], [70], [80]]
    assert [event["type"] for event in state.events] == ["reveal", "low"]
    assert state.current_players() == (2,)
    assert state.legal_actions(2) == ["row1", "row2", "row3", "row4"]
    for seat, action in ((0, "row1"), (1, "row1"), (2, "row0"), (2, "row5"), (2, "2"), (0, "52")):
        with pytest.raises(engine.IllegalAction):
            state.apply(seat, action)
    state.apply(2, "row3")
    assert rows_of(state) == [[50], [60, 61], [2, 3], [80]]
    assert state.public()["heads_round"] == [0, 0, 3]
    assert [e["type"] for e in state.events] == ["choose", "place", "place", "place"]
    assert state.public()["reveal"] == []
    assert state.public()["trick"] == 2
    assert state.current_players() == (0, 1, 2)


@pytest.mark.parametrize("row", [1, 2, 3, 4])
def test_t5_6_any_row_may_be_chosen(row: int) -> None:
    state = played([55, 60, 70, 81], [2, 90], choices={1: row})
    assert rows_of(state)[row - 1][0] == 2
    assert state.public()["heads_round"] == [[7, 3, 3, 1][row - 1], 0]


def test_t5_7_ten_tricks_then_the_heads_are_added() -> None:
    state = start(3, rounds=3)
    rng = random.Random(5)
    total = [0, 0, 0]
    for number in (1, 2, 3):
        for trick in range(1, 11):
            assert (state.public()["round"], state.public()["trick"]) == (number, trick)
            assert state.public()["scores"] == list(state.scores()) == total
            random_trick(state, rng)
        score = next(event for event in state.events if event["type"] == "score")
        total = [a + b for a, b in zip(total, score["heads"], strict=True)]
        assert score["scores"] == total
    assert state.is_terminal()
    assert list(state.scores()) == total


def test_t5_7_the_last_trick_is_kept_into_the_next_round() -> None:
    state = random_round(start(3), 6)
    public = state.public()
    assert (public["round"], public["trick"], public["heads_round"]) == (2, 1, [0, 0, 0])
    assert len(public["last_trick"]) == 3
    placed = [event for event in state.events if event["type"] == "place"]
    expected = [[e["seat"], e["card"], e["row"], e["heads"]] for e in placed]
    assert public["last_trick"][-len(expected) :] == expected


def test_t5_8_after_the_end_the_table_stands_as_it_was() -> None:
    state = random_round(start(3, rounds=1), 7)
    public = state.public()
    assert (public["round"], public["trick"], public["phase"]) == (1, 10, "over")
    assert public["hand_sizes"] == [0, 0, 0]
    assert public["to_act"] == []
    assert public["picked"] == [False, False, False]
    assert public["heads_round"] == public["scores"] == list(state.scores())
    assert state.current_players() == ()
    assert state.events[-1] == {"type": "over", "winners": list(state.winners()), "to": "all"}


def test_t5_9_equal_scores_share_the_place() -> None:
    shared = 0
    for number in range(80):
        state = random_round(start(6, number.to_bytes(32, "big"), rounds=1), number)
        scores = state.scores()
        assert state.placings() == tuple(1 + sum(o < s for o in scores) for s in scores)
        assert state.winners() == tuple(s for s in range(6) if scores[s] == min(scores))
        shared += len(state.winners()) > 1
    assert shared
