"""Take 5's options and presets, and what a sample of a table keeps."""

import random
from typing import Any

import pytest

import engine
from tests.engine.games.deals import SEED, hands
from tests.engine.games.take_five_deals import (
    numbers,
    played,
    random_round,
    random_trick,
    start,
)
from tests.engine.reference import shuffled

DEFAULTS = {"end_score": 66, "end": "reach", "rounds": None, "deck": "all"}


@pytest.mark.parametrize("rounds", [1, 2, 7, 20])
def test_rounds_are_a_fixed_number_whatever_the_score(rounds: int) -> None:
    state = start(2, rounds=rounds, end_score=10)
    for number in range(rounds):
        assert not state.is_terminal()
        random_round(state, number)
    assert state.is_terminal()
    assert max(state.scores()) >= 10


@pytest.mark.parametrize("number", range(12))
def test_end_score_reached_or_exceeded(number: int) -> None:
    """The same games ended by the score that the first round brings, one less and one more."""
    seed = number.to_bytes(32, "big")
    worst = max(random_round(start(4, seed, rounds=1), number).scores())
    for end_score in (worst - 1, worst, worst + 1):
        for end in ("reach", "exceed"):
            if end_score < 10:
                continue
            state = random_round(start(4, seed, end_score=end_score, end=end), number)
            over = worst >= end_score if end == "reach" else worst > end_score
            assert state.is_terminal() == over


@pytest.mark.parametrize("players", range(2, 11))
def test_the_tactical_deck_is_all_in_play(players: int) -> None:
    state = start(players, deck="tactical")
    size = 10 * players + 4
    assert sorted(state.cards(), key=int) == numbers(size)
    deck = shuffled(SEED, 0, numbers(size))
    assert hands(state) == [
        sorted(deck[seat : 10 * players : players], key=int) for seat in range(players)
    ]
    assert [row[0] for row in state.public()["rows"]] == deck[-4:]
    with pytest.raises(ValueError, match=r"card|deck"):
        state.game.new_initial_state(seed=SEED, deck=numbers(size - 1))
    if players < 10:
        with pytest.raises(ValueError, match=r"card|deck"):
            state.game.new_initial_state(seed=SEED, deck=numbers())


@pytest.mark.parametrize("preset", ["standard", "classic"])
def test_the_defaults(preset: str) -> None:
    game = engine.load_game("take5", 4, preset=preset)
    assert dict(game.options) == DEFAULTS
    assert (game.title, game.min_players, game.max_players) == ("Take 5", 2, 10)
    named = engine.load_game("take5", 4, {"end_score": 500, "rounds": 20}, preset)
    assert dict(named.options) == {**DEFAULTS, "end_score": 500, "rounds": 20}


WRONG: list[tuple[str, Any]] = [
    *(("end_score", value) for value in (9, 501, None, True, "66", 66.0)),
    *(("rounds", value) for value in (0, 21, -1, True, "3", 3.0)),
    *(("end", value) for value in ("exceeded", "", None, 1, True)),
    *(("deck", value) for value in ("some", "", None, 104, False)),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_options_have_their_types_and_ranges(name: str, value: Any) -> None:
    with pytest.raises(engine.OptionError, match=name):
        engine.load_game("take5", options={name: value})


def test_a_sample_deals_every_unseen_card_to_everybody_and_no_other() -> None:
    state = played([50, 60, 70, 80], [51, 61, 71])
    mine = state.private(0)["hand"]
    pick_of_mine = mine[3]
    state.apply(0, pick_of_mine)
    state.apply(1, state.private(1)["hand"][0])
    rng = random.Random(8)
    seen: dict[int, set[str]] = {1: set(), 2: set()}
    picks = set()
    for _ in range(300):
        sample = state.game.sample(state.observation(0), rng)
        assert sample.private(0) == {"hand": mine, "pick": pick_of_mine}
        for seat, cards in seen.items():
            cards |= set(sample.private(seat)["hand"])
        picks.add(sample.private(1)["pick"])
    known = {str(card) for card in (50, 60, 70, 80, 51, 61, 71)} | set(mine)
    unseen = set(numbers()) - known
    assert seen == {1: unseen, 2: unseen}
    assert picks <= unseen
    assert len(picks) > 30


def test_a_sample_with_two_players_and_the_tactical_deck_knows_the_other_hand() -> None:
    state = start(2, deck="tactical")
    rng = random.Random(9)
    for _ in range(6):
        sample = state.game.sample(state.observation(0), rng)
        assert hands(sample) == hands(state)
        random_trick(state, rng)


def test_a_sample_deals_later_rounds_anew() -> None:
    state = start(3)
    rng = random.Random(10)
    deals = set()
    for _ in range(10):
        sample = random_round(state.game.sample(state.observation(1), rng), 3)
        deals.add(str(hands(sample)))
    assert len(deals) == 10
