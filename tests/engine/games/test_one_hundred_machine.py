"""The engine and the naive second One Hundred play the same games and must agree throughout."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine.record import Record
from tests.engine.games.one_hundred_model import Model
from tests.engine.games.test_ninety_nine_machine import in_order
from tests.engine.reference import french_deck

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "chips": st.sampled_from([1, 1, 2, 3, 9]),
        "decks": st.sampled_from([1, 1, 2]),
        "fours": st.sampled_from(["plain", "reverse"]),
        "after_bust": st.sampled_from(["continue", "continue", "new_round"]),
        "rebuilds": st.sampled_from([None, 0, 1, 2, 10, 100]),
        "negative": st.booleans(),
        "must_play_safe": st.booleans(),
    },
)

ACTIONS = [
    *french_deck(),
    *(
        f"{ace}={named}"
        for ace in ("AS", "AC")
        for named in [*range(-1, 103), "00", "07", "+5", ""]
    ),
    *(f"{card}=1" for card in ("AD", "AH", "TC", "2S", "QH")),
]
"""Everything that can be written in the notation of the game, and a little more."""


class Match:
    """The engine's game and the model's, side by side."""

    def __init__(
        self,
        players: int,
        options: dict[str, Any],
        seed: bytes,
        dealer: int | None = None,
        deck: list[str] | None = None,
    ) -> None:
        game = engine.load_game("onehundred", players=players, options=options)
        self.players = players
        self.state = game.new_initial_state(seed=seed, dealer=dealer, deck=deck)
        self.model = Model(players, options, seed, dealer, deck)
        self.moves: list[tuple[int, str]] = []
        self.kinds: list[str] = []
        self.spent: list[set[int]] = [set() for _ in range(players)]

    @property
    def over(self) -> bool:
        return self.model.over

    def actions(self) -> list[str]:
        """What may be played, the gentlest first: the least count, the special cards last."""
        model = self.model

        def harm(action: str) -> tuple[bool, int, str]:
            count = model.count_after(action)
            return count > 100, count, action

        return sorted(model.legal(model.turn), key=harm)

    def play(self, action: str) -> None:
        seat = self.model.turn
        assert self.state.is_legal(seat, action)
        decision = self.state.decision(seat)
        self.state.apply(seat, action)
        self.model.apply(action)
        self.moves.append((seat, action))
        self.kinds += [event["type"] for event in self.model.events]
        assert decision is not None
        self.spent[seat].add(decision)
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
            assert (state.decision(seat) is None) == (not legal)
            assert state.decision(seat) not in self.spent[seat]
        assert list(state.winners()) == model.winners()
        assert list(state.placings()) == model.placings()
        assert list(state.scores()) == model.chips
        assert in_order(state.events) == model.events

    def compare_history(self) -> None:
        history = self.state.public_history()
        assert in_order(history) == self.model.history
        assert self.state.public_history(3) == history[-3:]
        for seat in range(self.players):
            assert self.state.observation(seat)["history"] == history

    def compare_record(self) -> None:
        record = Record.of(self.state, self.moves)
        fields = json.loads(record.to_json())
        assert fields["actions"] == [list(move) for move in self.moves]
        assert fields["winners"] == self.model.winners()
        assert fields["scores"] == self.model.chips
        assert fields["placings"] == self.model.placings()
        Record.from_json(record.to_json()).verify()


class OneHundredMachine(RuleBasedStateMachine):
    """Any mixture of single plays, careful stretches, reckless stretches and refused actions."""

    match: Match

    @initialize(
        players=st.integers(3, 10),
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

    def play_on(self, plies: int, *, careful: bool) -> None:
        for _ in range(plies):
            if not self.match.over:
                self.match.play(self.match.actions()[0 if careful else -1])

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 310))
    def play_any(self, choice: int) -> None:
        actions = self.match.actions()
        self.match.play(actions[choice % len(actions)])

    @precondition(lambda self: not self.match.over)
    @rule(plies=st.integers(5, 60))
    def play_carefully(self, plies: int) -> None:
        self.play_on(plies, careful=True)

    @precondition(lambda self: not self.match.over)
    @rule(plies=st.integers(3, 25))
    def play_recklessly(self, plies: int) -> None:
        self.play_on(plies, careful=False)

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
        if hasattr(self, "match") and len(self.match.moves) % 5 == 0:
            self.match.compare_history()

    def teardown(self) -> None:
        if hasattr(self, "match"):
            self.match.compare_record()


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
    match = Match(players, NERVES[nerve], rng.randbytes(32))
    while not match.over:
        actions = match.actions()
        match.play(rng.choice(actions[-3:]) if rng.random() < 0.8 else actions[0])
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
    match = Match(players, {"decks": 1, "rebuilds": rebuilds, "chips": 2}, rng.randbytes(32))
    while not match.over:
        actions = match.actions()
        match.play(actions[0] if rng.random() < 0.9 else rng.choice(actions))
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
    match = Match(rng.randint(6, 10), options, rng.randbytes(32), number % 6, deck)
    while not match.over:
        actions = match.actions()
        match.play(actions[0] if rng.random() < 0.93 else actions[-1])
        if len(match.moves) > 1500:
            break
    match.compare_history()
    match.compare_record()
    assert "out" in match.kinds
    assert "reshuffle" in match.kinds
