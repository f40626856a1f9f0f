"""The engine and the naive second implementation play the same games and must agree throughout."""

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from tests.engine.games.ninety_nine_model import Model
from tests.engine.reference import french_deck

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "chips": st.sampled_from([1, 1, 2, 3, 9]),
        "decks": st.sampled_from([1, 1, 2]),
        "negative": st.booleans(),
        "must_play_safe": st.booleans(),
        "last_stand": st.booleans(),
        "ten": st.sampled_from(["either", "minus"]),
    },
)

CHOICES = {"A": ["=1", "=11"], "T": ["=+10", "=-10"]}
ACTIONS = [card + choice for card in french_deck() for choice in CHOICES.get(card[0], [""])]
"""Everything that can be written in the notation of the game."""


def in_order(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events, each reversal right behind its four: nothing says if it comes before the draw."""
    ordered: list[dict[str, Any]] = []
    for event in events:
        if event["type"] == "reverse":
            plays = [i for i, other in enumerate(ordered) if other["type"] == "play"]
            ordered.insert(plays[-1] + 1, event)
        else:
            ordered.append(event)
    return ordered


class Match:
    """The engine's game and the model's, side by side."""

    def __init__(
        self, players: int, options: dict[str, Any], seed: bytes, dealer: int | None = None
    ) -> None:
        game = engine.load_game("ninetynine", players=players, options=options)
        self.players = players
        self.state = game.new_initial_state(seed=seed, dealer=dealer)
        self.model = Model(players, options, seed, dealer)
        self.plies = 0

    @property
    def over(self) -> bool:
        return self.model.over

    def actions(self) -> list[str]:
        """What may be played, the gentlest first: least count, but kings only before a bust."""
        model = self.model

        def harm(action: str) -> tuple[bool, bool, int, str]:
            count = model.count_after(action)
            return count > 99, action[0] == "K" and model.count < 99, count, action

        return sorted(model.legal(model.turn), key=harm)

    def play(self, action: str) -> None:
        seat = self.model.turn
        assert self.state.is_legal(seat, action)
        self.state.apply(seat, action)
        self.model.apply(action)
        self.plies += 1
        self.compare()

    def compare(self) -> None:
        state, model = self.state, self.model
        assert state.is_terminal() == model.over
        assert list(state.current_players()) == ([] if model.over else [model.turn])
        assert state.public() == model.public()
        for seat in range(self.players):
            assert state.private(seat) == {"hand": model.hands[seat]}
            legal = state.legal_actions(seat)
            assert len(legal) == len(set(legal))
            assert set(legal) == model.legal(seat)
        assert list(state.winners()) == model.winners()
        assert list(state.placings()) == model.placings()
        assert in_order(state.events) == model.events
        if model.over:
            assert list(state.scores()) == model.chips

    def compare_history(self) -> None:
        history = self.state.public_history()
        assert in_order(history) == self.model.history
        assert self.state.public_history(3) == history[-3:]
        for seat in range(self.players):
            assert self.state.observation(seat)["history"] == history


class NinetyNineMachine(RuleBasedStateMachine):
    """Any mixture of single plays, careful stretches, reckless stretches and refused actions."""

    match: Match

    @initialize(
        players=st.integers(2, 10),
        options=OPTIONS,
        seed=st.binary(min_size=32, max_size=32),
        dealer=st.none() | st.integers(0, 9),
    )
    def sit_down(
        self, players: int, options: dict[str, Any], seed: bytes, dealer: int | None
    ) -> None:
        dealer = None if dealer is None else dealer % players
        self.match = Match(players, options, seed, dealer)
        self.match.compare()

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 5))
    def play_any(self, choice: int) -> None:
        actions = self.match.actions()
        self.match.play(actions[choice % len(actions)])

    @precondition(lambda self: not self.match.over)
    @rule(plies=st.integers(5, 40))
    def play_carefully(self, plies: int) -> None:
        for _ in range(plies):
            if not self.match.over:
                self.match.play(self.match.actions()[0])

    @precondition(lambda self: not self.match.over)
    @rule(plies=st.integers(5, 40))
    def play_recklessly(self, plies: int) -> None:
        for _ in range(plies):
            if not self.match.over:
                self.match.play(self.match.actions()[-1])

    @rule(seat=st.integers(0, 9))
    def try_every_action(self, seat: int) -> None:
        seat %= self.match.players
        legal = self.match.model.legal(seat)
        for action in ACTIONS:
            assert self.match.state.is_legal(seat, action) == (action in legal)
            if action not in legal:
                with pytest.raises(engine.IllegalAction):
                    self.match.state.apply(seat, action)
        self.match.compare()

    @rule()
    def go_on_with_a_copy(self) -> None:
        self.match.state = self.match.state.clone()

    @invariant()
    def histories_agree(self) -> None:
        if hasattr(self, "match") and self.match.plies % 5 == 0:
            self.match.compare_history()


NinetyNineMachine.TestCase.settings = settings(
    max_examples=3 * settings().max_examples, stateful_step_count=30
)
TestNinetyNineMachine = NinetyNineMachine.TestCase


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("nerve", [0, 1, 2])
def test_whole_games(players: int, nerve: int) -> None:
    """From the first deal to the last chip; with little nerve the stock is rebuilt on the way."""
    rng = random.Random(players * 10 + nerve)
    options: list[dict[str, Any]] = [
        {"decks": 1, "negative": True, "must_play_safe": True},
        {"chips": 2, "last_stand": True},
        {"decks": 1, "chips": 2, "ten": "minus"},
    ]
    match = Match(players, options[nerve], rng.randbytes(32))
    kinds = set()
    while not match.over:
        actions = match.actions()
        careful = nerve == 0 or rng.random() < 0.5
        match.play(actions[0] if careful else rng.choice(actions))
        kinds |= {event["type"] for event in match.state.events}
        assert match.plies < 50_000
    match.compare_history()
    assert {"play", "draw", "reverse", "bust", "out", "over"} <= kinds


def test_long_rounds_rebuild_the_stock_again_and_again() -> None:
    rebuilt = 0
    for number in range(12):
        rng = random.Random(number)
        match = Match(10, {"decks": 1, "chips": 1, "negative": True}, rng.randbytes(32))
        while not match.over:
            match.play(match.actions()[0])
            rebuilt += any(event["type"] == "reshuffle" for event in match.state.events)
    assert rebuilt > 50
