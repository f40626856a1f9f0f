"""The engine and the naive second Ninety-Nine play the same games and must agree throughout."""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.engine.games.adding_machine import AddingMachine, AddingMatch, deals
from tests.engine.games.ninety_nine_model import Model
from tests.engine.reference import french_deck

CHOICES = {"A": ["=1", "=11"], "T": ["=+10", "=-10"]}


class NinetyNineMachine(AddingMachine):
    actions = (
        *(card + choice for card in french_deck() for choice in CHOICES.get(card[0], [""])),
        *("AS", "TS", "AS=10", "TS=10", "TS=+1", "KS=99", "9C=0", "4C=+10", ""),
    )

    @initialize(
        model=deals(Model, 2, last_stand=st.booleans(), ten=st.sampled_from(["either", "minus"]))
    )
    def sit_down(self, model: Model) -> None:
        self.match = AddingMatch(model)


NinetyNineMachine.TestCase.settings = settings(
    max_examples=3 * settings().max_examples, stateful_step_count=30
)
TestNinetyNineMachine = NinetyNineMachine.TestCase

NERVES: list[dict[str, Any]] = [
    {"decks": 1, "negative": True, "must_play_safe": True},
    {"chips": 2, "last_stand": True},
    {"decks": 1, "chips": 2, "ten": "minus"},
]


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("nerve", [0, 1, 2])
def test_whole_games(players: int, nerve: int) -> None:
    """From the first deal to the last chip; with little nerve the stock is rebuilt on the way."""
    rng = random.Random(players * 10 + nerve)
    match = AddingMatch(Model(players, NERVES[nerve], rng.randbytes(32)))
    while not match.over:
        actions = match.actions()
        careful = nerve == 0 or rng.random() < 0.5
        match.move(actions[0] if careful else rng.choice(actions))
        assert len(match.moves) < 50_000
    match.compare_history()
    match.compare_record()
    assert {"play", "draw", "reverse", "bust", "out", "over"} <= set(match.kinds)


def test_long_rounds_rebuild_the_stock_again_and_again() -> None:
    rebuilt = 0
    for number in range(12):
        rng = random.Random(number)
        options = {"decks": 1, "chips": 1, "negative": True}
        match = AddingMatch(Model(10, options, rng.randbytes(32)))
        while not match.over:
            match.move(match.actions()[0])
        rebuilt += match.kinds.count("reshuffle")
    assert rebuilt > 50
