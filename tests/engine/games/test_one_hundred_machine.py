"""The engine and the naive second One Hundred play the same games and must agree throughout."""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.engine.games.adding_machine import AddingMachine, AddingMatch, deals
from tests.engine.games.one_hundred_model import Model
from tests.engine.reference import french_deck

NAMED = [*range(-1, 103), "00", "07", "+5", ""]


class OneHundredMachine(AddingMachine):
    actions = (
        *french_deck(),
        *(f"{ace}={named}" for ace in ("AS", "AC") for named in NAMED),
        *(f"{card}=1" for card in ("AD", "AH", "TC", "2S", "QH")),
    )

    @initialize(
        model=deals(
            Model,
            3,
            fours=st.sampled_from(["plain", "reverse"]),
            after_bust=st.sampled_from(["continue", "continue", "new_round"]),
            rebuilds=st.sampled_from([None, 0, 1, 2, 10, 100]),
        )
    )
    def sit_down(self, model: Model) -> None:
        self.match = AddingMatch(model)


OneHundredMachine.TestCase.settings = settings(
    max_examples=3 * settings().max_examples, stateful_step_count=25
)
TestOneHundredMachine = OneHundredMachine.TestCase

NERVES: list[dict[str, Any]] = [
    {"decks": 1, "rebuilds": None},
    {"chips": 2, "fours": "reverse", "rebuilds": 100},
    {"chips": 2, "after_bust": "new_round", "fours": "reverse", "negative": True},
]


@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("nerve", [0, 1, 2])
def test_whole_games(players: int, nerve: int) -> None:
    """From the first deal to the last chip."""
    rng = random.Random(players * 10 + nerve)
    match = AddingMatch(Model(players, NERVES[nerve], rng.randbytes(32)))
    while not match.over:
        actions = match.actions()
        match.move(rng.choice(actions[-3:]) if rng.random() < 0.8 else actions[0])
        assert len(match.moves) < 20_000
    match.compare_history()
    match.compare_record()
    assert {"play", "draw", "bust", "out", "over"} <= set(match.kinds)
    assert ("reverse" in match.kinds) == (nerve > 0)
    assert ("round" in match.kinds) == (nerve == 2)


@pytest.mark.parametrize("players", range(3, 11))
def test_careful_players_come_to_the_last_rebuild(players: int) -> None:
    """The stock is rebuilt over and over, with eliminations, until OH-20 ends the game."""
    rng = random.Random(players)
    rebuilds = players % 4
    options = {"decks": 1, "rebuilds": rebuilds, "chips": 2}
    match = AddingMatch(Model(players, options, rng.randbytes(32)))
    while not match.over:
        actions = match.actions()
        match.move(actions[0] if rng.random() < 0.9 else rng.choice(actions))
    match.compare_record()
    assert match.kinds.count("reshuffle") == rebuilds
    assert match.model.public()["stock"] == 0


@pytest.mark.parametrize("number", range(10))
def test_eliminations_with_rebuilds_and_a_given_deck(number: int) -> None:
    """Hands go under the pile and come back with the next stock, in the order of the clauses."""
    rng = random.Random(number)
    deck = french_deck()
    rng.shuffle(deck)
    options = {"decks": 1, "chips": 1, "rebuilds": None, "fours": "reverse"}
    players = rng.randint(6, 10)
    match = AddingMatch(Model(players, options, rng.randbytes(32), number % 6, deck))
    while not match.over:
        actions = match.actions()
        match.move(actions[0] if rng.random() < 0.93 else actions[-1])
        if len(match.moves) > 1500:
            break
    match.compare_history()
    match.compare_record()
    assert "out" in match.kinds
    assert "reshuffle" in match.kinds
