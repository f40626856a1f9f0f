"""The computer players of the adding games: no blunder, and normal beats easy."""

import random
from typing import Any

import pytest

import engine
from benchmarks.players import MATCHES, share_won
from engine.players import LEVELS, decide

NINETY_NINE = engine.load_game("ninetynine", players=4)
ONE_HUNDRED = engine.load_game("onehundred", players=4)
REVERSING = engine.load_game("onehundred", players=4, preset="classic")


def seen(game: engine.Game, count: int, hand: list[str]) -> dict[str, Any]:
    """What a player on turn sees, as far as it matters here."""
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "public": {"pile": count},
        "private": {"hand": hand},
        "legal_actions": [action for card in hand for action in _actions(game, card)],
    }


def _actions(game: engine.Game, card: str) -> list[str]:
    if game is NINETY_NINE:
        choices = {"A": ("=1", "=11"), "T": ("=+10", "=-10")}
        return [card + choice for choice in choices.get(card[0], ("",))]
    return [f"{card}={n}" for n in range(101)] if card in ("AC", "AS") else [card]


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
def test_normal_plays_what_it_will_not_need_in_ninety_nine(
    count: int, hand: list[str], best: str
) -> None:
    assert decide("normal", seen(NINETY_NINE, count, hand), 1) == best


@pytest.mark.parametrize(
    ("count", "hand", "best"),
    [
        (100, ["7C", "9D", "KS"], "KS"),  # the only card that doesn't bust
        (97, ["AC", "9D", "8S"], "AC=100"),  # names what is hard for the next player
        (40, ["AC", "KD", "8S"], "8S"),  # black ace and king are kept
        (60, ["QH", "JD", "7S"], "7S"),
        (20, ["2S", "KD", "JS"], "2S"),  # doubling is cheap only now
        (95, ["QD", "JH", "QH"], "JH"),  # the lesser saver first
    ],
)
def test_normal_plays_what_it_will_not_need_in_one_hundred(
    count: int, hand: list[str], best: str
) -> None:
    assert decide("normal", seen(ONE_HUNDRED, count, hand), 1) == best


def test_normal_keeps_a_four_where_it_counts_nothing() -> None:
    hand = ["4C", "8D", "KS"]
    assert decide("normal", seen(REVERSING, 50, hand), 1) == "8D"
    assert decide("normal", seen(ONE_HUNDRED, 93, ["4C", "8D", "KS"]), 1) == "4C"


@pytest.mark.parametrize("game", [NINETY_NINE, ONE_HUNDRED, REVERSING])
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_busts_while_there_is_a_safe_card(game: Any, level: str) -> None:
    rng = random.Random(3)
    for _ in range(300):
        hand = sorted(rng.sample(list(game.full_deck()), 3))
        count = rng.randrange(game.limit + 1)
        observation = seen(game, count, hand)
        counts = {a: game.count_after(count, a) for a in observation["legal_actions"]}
        chosen = decide(level, observation, rng.getrandbits(64))
        assert chosen in counts
        assert counts[chosen] <= game.limit or min(counts.values()) > game.limit


def test_easy_plays_any_card_and_names_any_number() -> None:
    observation = seen(ONE_HUNDRED, 20, ["AS", "3D", "8S"])
    moves = [decide("easy", observation, seed) for seed in range(600)]
    assert moves == [decide("easy", observation, seed) for seed in range(600)]
    share_of_ace = sum(move.startswith("AS") for move in moves) / len(moves)
    assert 0.2 < share_of_ace < 0.5  # a card in three, though the ace has 101 ways
    assert len({move for move in moves if move.startswith("AS")}) > 50


@pytest.mark.parametrize("game", [NINETY_NINE, ONE_HUNDRED])
def test_normal_beats_three_easy_players_clearly(game: engine.Game) -> None:
    expert, others = MATCHES[game.name]["normal against three easy"]
    games = 48
    won = sum(share_won(game, number, expert, others) for number in range(games)) / games
    assert won > 0.45  # par is 0.25


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="easy, normal, hard"):
        decide("genius", seen(NINETY_NINE, 0, ["2C", "5D", "8S"]), 0)


def test_a_seat_with_nothing_to_decide_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        decide("easy", seen(NINETY_NINE, 0, []), 0)
