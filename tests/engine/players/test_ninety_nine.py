"""The computer players of Ninety-Nine: they always answer, never blunder, and normal beats easy."""

import random
from typing import Any

import pytest

import engine
from benchmarks.players import winner
from engine.games.ninety_nine import count_after
from engine.players import LEVELS, decide

FOUR = engine.load_game("ninetynine", players=4)


def seen(count: int, hand: list[str]) -> dict[str, Any]:
    """What a player on turn sees, as far as it matters here."""
    legal = [action for card in hand for action in _actions(card)]
    return {
        "game": "ninetynine",
        "options": {"negative": False},
        "public": {"pile": count},
        "private": {"hand": hand},
        "legal_actions": legal,
    }


def _actions(card: str) -> list[str]:
    choices = {"A": ("=1", "=11"), "T": ("=+10", "=-10")}
    return [card + choice for choice in choices.get(card[0], ("",))]


@pytest.mark.parametrize(
    ("count", "hand", "best"),
    [
        (99, ["7C", "KD", "QS"], "KD"),  # the only card that doesn't bust
        (99, ["4C", "7D", "8S"], "4C"),
        (95, ["5C", "QD", "TS"], "TS=-10"),
        (95, ["5C", "QD", "AS"], "AS=1"),
        (90, ["4C", "9D", "9H"], "4C"),
        (30, ["4C", "KD", "8S"], "8S"),  # what saves is kept
        (0, ["2C", "QD", "9S"], "QD"),  # high cards go first
        (70, ["TC", "6D", "KS"], "6D"),
        (50, ["AC", "4D", "KS"], "AC=11"),
    ],
)
def test_normal_plays_what_it_will_not_need(count: int, hand: list[str], best: str) -> None:
    assert decide("normal", seen(count, hand), 1) == best


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_busts_while_there_is_a_safe_card(level: str) -> None:
    rng = random.Random(3)
    for _ in range(300):
        hand = sorted(rng.sample(FOUR.full_deck(), 3))
        observation = seen(rng.randrange(100), hand)
        counts = {a: count_after(observation["public"]["pile"], a) for a in observation["legal_actions"]}
        chosen = decide(level, observation, rng.getrandbits(64))
        assert chosen in counts
        assert counts[chosen] <= 99 or min(counts.values()) > 99


def test_the_same_luck_gives_the_same_move() -> None:
    observation = seen(20, ["2C", "5D", "8S"])
    moves = {seed: decide("easy", observation, seed) for seed in range(30)}
    assert moves == {seed: decide("easy", observation, seed) for seed in range(30)}
    assert set(moves.values()) == {"2C", "5D", "8S"}


def test_normal_beats_three_easy_players_clearly() -> None:
    games = 120
    won = sum(winner(FOUR, number, number % 4) == number % 4 for number in range(games))
    assert won / games > 0.6  # par is 0.25; 0.74 over 1,000 games


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="easy, normal, hard"):
        decide("genius", seen(0, ["2C", "5D", "8S"]), 0)


def test_a_seat_with_nothing_to_decide_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        decide("easy", seen(0, []), 0)
