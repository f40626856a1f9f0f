"""Ninety-Nine's house rules: chips, decks, negative, must_play_safe, last_stand, ten, presets."""

import random
from collections import Counter
from typing import Any

import pytest

import engine
from tests.engine.games.deals import SEED
from tests.engine.games.ninety_nine_deals import after, played, rig
from tests.engine.reference import french_deck

DEFAULTS = {
    "chips": 5,
    "decks": 1,
    "negative": False,
    "must_play_safe": False,
    "last_stand": False,
    "ten": "either",
}


def test_the_defaults() -> None:
    assert dict(engine.load_game("ninetynine", players=3).options) == DEFAULTS
    many = {**DEFAULTS, "chips": 3, "decks": 2}
    assert dict(engine.load_game("ninetynine", players=4).options) == many
    assert engine.game_info("ninetynine").min_players == 2
    assert engine.game_info("ninetynine").max_players == 10


@pytest.mark.parametrize("players", [2, 7])
def test_classic_is_standard(players: int) -> None:
    classic = engine.load_game("ninetynine", players=players, preset="classic")
    standard = engine.load_game("ninetynine", players=players)
    assert dict(classic.options) == dict(standard.options)
    named = engine.load_game("ninetynine", players=players, preset="classic", options={"chips": 9})
    assert dict(named.options) == {**standard.options, "chips": 9}


@pytest.mark.parametrize("chips", range(1, 10))
@pytest.mark.parametrize("players", [2, 10])
def test_chips(chips: int, players: int) -> None:
    state = rig([], players, chips=chips)
    assert state.public()["chips"] == [chips] * players


@pytest.mark.parametrize("chips", [-1, 0, 10, True, "3", 3.0, [3], 10**30])
def test_chips_are_1_to_9(chips: Any) -> None:
    with pytest.raises(engine.OptionError, match=r"chips.*1.*9"):
        engine.load_game("ninetynine", players=4, options={"chips": chips})


@pytest.mark.parametrize("decks", [0, 3, True, "1", 1.0])
def test_decks_are_1_or_2(decks: Any) -> None:
    with pytest.raises(engine.OptionError, match=r"decks.*1.*2"):
        engine.load_game("ninetynine", players=4, options={"decks": decks})


@pytest.mark.parametrize("name", ["negative", "must_play_safe", "last_stand"])
@pytest.mark.parametrize("value", [0, 1, "true", "yes", None])
def test_switches_are_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(engine.OptionError, match=name):
        engine.load_game("ninetynine", options={name: value})


@pytest.mark.parametrize("value", ["plus", "Either", "", 1, None, True])
def test_ten_is_either_or_minus(value: Any) -> None:
    with pytest.raises(engine.OptionError, match=r"ten.*either.*minus"):
        engine.load_game("ninetynine", options={"ten": value})


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("players", range(2, 11))
def test_decks(players: int, decks: int) -> None:
    state = rig([], players, decks=decks)
    assert state.public()["stock"] == 52 * decks - 3 * players
    assert Counter(state.cards()) == Counter(french_deck(decks))


def test_negative_lets_the_pile_go_below_0_and_come_back() -> None:
    state = after(4, "TC=-10", "TD=-10", "4C", "9C", "AS=11", "KS", negative=True)
    counts = [event["count"] for event in state.public_history() if event["type"] == "play"]
    assert counts[-6:] == [-6, -16, -16, -16, -5, 99]


def test_without_negative_the_pile_counts_from_0_again() -> None:
    state = after(4, "TC=-10", "TD=-10", "AS=11")
    counts = [event["count"] for event in state.public_history() if event["type"] == "play"]
    assert counts[-3:] == [0, 0, 11]


def test_ten_minus_allows_no_plus() -> None:
    state = rig(["TC=-10"], ten="minus", hold={0: ["2C", "3C"]})
    assert sorted(state.legal_actions(0)) == ["2C", "3C", "TC=-10"]
    for action in ("TC=+10", "TC"):
        assert not state.is_legal(0, action)
        with pytest.raises(engine.IllegalAction):
            state.apply(0, action)
    state.apply(0, "TC=-10")
    assert state.public()["pile"] == 0


TO = {
    88: ["KC", "TH=-10", "TD=-10", "8C", "AC=1"],
    89: ["KC", "TH=-10"],
    95: ["KC", "TH=-10", "6C"],
    99: ["KC"],
}
"""Short ways to a pile, so that the seat to act still has the cards it was dealt."""

SAFE_CASES = [
    # pile, hand, legal actions
    (95, ["AS", "2S", "5S"], ["AS=1", "2S"]),
    (99, ["4S", "TS", "QS"], ["4S", "TS=-10"]),
    (99, ["9S", "KS", "AS"], ["9S", "KS"]),
    (89, ["TS", "JS", "AS"], ["AS=1", "JS", "TS=+10", "TS=-10"]),
    (88, ["AS", "6S", "7S"], ["AS=1", "AS=11", "6S", "7S"]),
    (99, ["AS", "2S", "JS"], ["AS=1", "AS=11", "2S", "JS"]),  # nothing is safe: all is allowed
]


@pytest.mark.parametrize(("pile", "hand", "legal"), SAFE_CASES)
def test_must_play_safe(pile: int, hand: list[str], legal: list[str]) -> None:
    line = TO[pile]
    seat = len(line)
    state = played(line, players=6, hold={seat: hand}, must_play_safe=True)
    assert state.current_players() == (seat,)
    assert state.public()["pile"] == pile
    assert sorted(state.legal_actions(seat)) == sorted(legal)
    free = played(line, players=6, hold={seat: hand})
    for action in free.legal_actions(seat):
        assert state.is_legal(seat, action) == (action in legal)
        if action not in legal:
            with pytest.raises(engine.IllegalAction):
                state.apply(seat, action)


def test_must_play_safe_refuses_with_a_reason_and_changes_nothing() -> None:
    state = played(TO[95], players=4, hold={3: ["AS", "9S", "9H"]}, must_play_safe=True)
    before = [state.observation(seat) for seat in range(4)]
    with pytest.raises(engine.IllegalAction) as refused:
        state.apply(3, "AS=11")
    assert refused.value.reason
    assert [state.observation(seat) for seat in range(4)] == before


def test_must_play_safe_with_ten_minus_always_has_a_ten() -> None:
    state = played(["KS"], hold={1: ["TS", "2S", "3S"]}, must_play_safe=True, ten="minus")
    assert state.legal_actions(1) == ["TS=-10"]


def test_last_stand_needs_one_more_bust() -> None:
    state = played(["KS", "2D"], players=3, chips=1, last_stand=True)
    public = state.public()
    assert public["chips"] == [1, 0, 1]
    assert public["in"] == [True, True, True]
    assert public["hand_sizes"] == [3, 3, 3]
    assert not any(event["type"] == "out" for event in state.events)


@pytest.mark.parametrize("number", range(5))
def test_last_stand_puts_out_exactly_who_cannot_pay(number: int) -> None:
    rng = random.Random(number)
    game = engine.load_game("ninetynine", players=4, options={"last_stand": True, "chips": 2})
    state = game.new_initial_state(seed=rng.randbytes(32))
    busts = [0] * 4
    while not state.is_terminal():
        (seat,) = state.current_players()
        chips = state.public()["chips"][seat]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        bust = next((event for event in state.events if event["type"] == "bust"), None)
        if bust:
            busts[seat] += 1
            assert bust["chips"] == state.public()["chips"][seat] == max(chips - 1, 0)
            assert state.public()["in"][seat] == (chips > 0)
            out = {"type": "out", "seat": seat, "to": "all"}
            assert (out in state.events) == (chips == 0)
    (winner,) = state.winners()
    assert busts[winner] <= 2
    assert [count for seat, count in enumerate(busts) if seat != winner] == [3, 3, 3]
    assert state.scores()[winner] == 2 - busts[winner]


def test_last_stand_can_be_won_without_a_chip() -> None:
    scores = set()
    for number in range(40):
        rng = random.Random(number)
        game = engine.load_game("ninetynine", players=2, options={"last_stand": True, "chips": 1})
        state = game.new_initial_state(seed=rng.randbytes(32))
        while not state.is_terminal():
            (seat,) = state.current_players()
            state.apply(seat, rng.choice(state.legal_actions(seat)))
        (winner,) = state.winners()
        assert state.placings()[winner] == 1
        scores.add(state.scores()[winner])
    assert scores == {0, 1}


def test_a_game_of_given_options_is_the_game_of_the_same_defaults() -> None:
    plain = engine.load_game("ninetynine", players=4)
    spelled = engine.load_game("ninetynine", players=4, options=dict(plain.options))
    assert plain.new_initial_state(seed=SEED).observation(2) == spelled.new_initial_state(
        seed=SEED
    ).observation(2)
