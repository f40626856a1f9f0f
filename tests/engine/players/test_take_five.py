"""The computer players of Take 5: never wasteful, and normal beats the simple rules."""

from typing import Any

import pytest

import engine
from benchmarks.players import MATCHES, share_won
from engine.players import LEVELS, decide

FOUR = engine.load_game("take5", players=4)


def seen(
    rows: list[list[int]], hand: list[int], *, phase: str = "pick", pick: int | None = None
) -> dict[str, Any]:
    """What a player sees who has to pick a card, or to take a row."""
    names = [str(card) for card in hand]
    legal = [f"row{row}" for row in range(1, 5)] if phase == "row" else names
    first_cards = [str(row[0]) for row in rows]
    shown = [str(card) for row in rows for card in row[1:]]
    return {
        "game": "take5",
        "players": 4,
        "options": dict(FOUR.options),
        "public": {"phase": phase, "rows": [[str(card) for card in row] for row in rows]},
        "private": {"hand": names, "pick": pick and str(pick)},
        "history": [{"type": "round", "rows": first_cards}, {"type": "reveal", "cards": shown}],
        "legal_actions": [name for name in legal if name != str(pick)],
    }


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_is_too_low_takes_the_cheapest_row(level: str) -> None:
    rows = [[12, 20], [55], [60, 61], [71, 77, 88]]  # 4, 7, 4 and 11 heads
    assert decide(level, seen([[13], [55], [60, 61], [77, 88]], [5], phase="row"), 1) == "row1"
    assert decide(level, seen(rows, [5], phase="row"), 1) in ("row1", "row3")


def test_normal_does_not_give_the_sixth_card() -> None:
    rows = [[10], [30], [50], [90, 91, 92, 93, 55 + 40]]
    assert decide("normal", seen(rows, [11, 96]), 1) == "11"


def test_the_last_card_needs_no_thought() -> None:
    assert decide("normal", seen([[10], [30], [50], [90]], [17]), 1) == "17"


def test_a_pick_may_be_thought_over() -> None:
    rows = [[10], [30], [50], [90]]
    assert decide("normal", seen(rows, [11, 70], pick=70), 1) == "11"


def test_the_same_luck_gives_the_same_pick() -> None:
    observation = seen([[10], [30], [50], [90]], [3, 17, 44, 68, 101])
    assert decide("normal", observation, 5) == decide("normal", observation, 5)
    easy = {decide("easy", observation, seed) for seed in range(60)}
    assert easy == {"3", "17", "44", "68", "101"}


@pytest.mark.parametrize(
    ("match", "least"),
    [
        ("closest gap against three by chance", 0.3),
        ("normal against three by chance", 0.4),
        ("normal against three closest gap", 0.25),
    ],
)
def test_who_beats_whom(match: str, least: float) -> None:
    game = engine.load_game("take5", players=4, options={"rounds": 1})
    expert, others = MATCHES["take5"][match]
    games = 24
    won = sum(share_won(game, number, expert, others) for number in range(games)) / games
    assert won > least
