"""The engine and the naive second Take 5 play the same games and must agree throughout."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from engine.record import Record
from tests.engine.contract import knowledge
from tests.engine.games.take_five_model import Model

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "end_score": st.sampled_from([10, 11, 20, 66, 500]),
        "end": st.sampled_from(["reach", "exceed"]),
        "rounds": st.sampled_from([None, 1, 2, 3, 20]),
        "deck": st.sampled_from(["all", "tactical"]),
    },
)
ACTIONS = [*map(str, range(106)), *(f"row{row}" for row in range(6)), "row01", "01", "", "7 "]
"""Everything that can be written in the notation of the game, and a little more."""


class Match:
    """The engine's game and the model's, side by side."""

    def __init__(
        self, players: int, options: dict[str, Any], seed: bytes, deck: list[str] | None = None
    ) -> None:
        game = engine.load_game("take5", players=players, options=options)
        self.players = players
        self.state = game.new_initial_state(seed=seed, deck=deck)
        self.model = Model(players, options, seed, deck)
        self.moves: list[tuple[int, str]] = []
        self.spent: list[set[int]] = [set() for _ in range(players)]
        self.decisions = [self.state.decision(seat) for seat in range(players)]

    @property
    def over(self) -> bool:
        return self.model.over

    def play(self, seat: int, action: str) -> None:
        assert self.state.is_legal(seat, action)
        others = [(seat + i) % self.players for i in range(1, self.players)]
        if len(self.moves) % 9:  # everybody now and then, else one: observations are long
            others = others[-1:]
        before = {other: knowledge(self.state, other) for other in others}
        self.state.apply(seat, action)
        self.model.apply(seat, action)
        self.moves.append((seat, action))
        self.compare()
        secret = [event["type"] for event in self.model.events] == ["pick"]
        if secret:
            self.compare_the_unknowing(seat, before)
        self.follow_the_decisions(secret)

    def compare(self) -> None:
        state, model = self.state, self.model
        assert state.is_terminal() == model.over
        assert list(state.current_players()) == model.to_act()
        assert state.public() == model.public()
        for seat in range(self.players):
            assert state.private(seat) == model.private(seat)
            legal = state.legal_actions(seat)
            assert len(legal) == len(set(legal))
            assert set(legal) == model.legal(seat)
        assert list(state.winners()) == model.winners()
        assert list(state.placings()) == model.placings()
        assert state.events == model.events
        assert list(state.scores()) == model.scores

    def compare_the_unknowing(self, picker: int, before: dict[int, dict[str, Any]]) -> None:
        """Through a pick nothing changes for the others, byte by byte, but who has picked."""
        for seat, known in before.items():
            after = knowledge(self.state, seat)
            assert _bytes(_without_the_picked(after)) == _bytes(_without_the_picked(known))
        told = [event for event in self.state.events if event["to"] != [picker]]
        assert told == []

    def follow_the_decisions(self, same_phase: bool) -> None:
        """A decision's number stays through the picks of a trick and never comes again."""
        for seat, before in enumerate(self.decisions):
            now = self.state.decision(seat)
            assert (now is None) == (not self.model.legal(seat))
            if same_phase and now is not None:
                assert now == before
            elif not same_phase and before is not None:
                self.spent[seat].add(before)
            assert now not in self.spent[seat]
            if now is not None or not same_phase:
                self.decisions[seat] = now

    def compare_history(self) -> None:
        history = self.state.public_history()
        assert history == self.model.history
        assert self.state.public_history(3) == history[-3:]
        for seat in range(self.players):
            assert self.state.observation(seat)["history"] == history

    def compare_record(self) -> None:
        """The record keeps the picks in the order in which they came, and holds."""
        record = Record.of(self.state, self.moves)
        fields = json.loads(record.to_json())
        assert fields["actions"] == [list(move) for move in self.moves]
        assert fields["dealer"] == self.players - 1
        assert "dealer_given" not in fields
        Record.from_json(record.to_json()).verify()


def _without_the_picked(known: dict[str, Any]) -> dict[str, Any]:
    copy = json.loads(json.dumps(known))
    del copy["to_act"]
    for public in (copy["public"], copy["observation"]["public"]):
        del public["picked"], public["to_act"]
    return copy


def _bytes(known: dict[str, Any]) -> bytes:
    return json.dumps(known).encode()


class TakeFiveMachine(RuleBasedStateMachine):
    """Any mixture of picks, changed picks, choices of rows, whole tricks and refused actions."""

    match: Match

    @initialize(
        players=st.integers(2, 10), options=OPTIONS, seed=st.binary(min_size=32, max_size=32)
    )
    def sit_down(self, players: int, options: dict[str, Any], seed: bytes) -> None:
        self.match = Match(players, options, seed)
        self.match.compare()

    def act(self, rng: random.Random) -> None:
        model = self.match.model
        seat = rng.choice(model.to_act())
        self.match.play(seat, rng.choice(sorted(model.legal(seat))))

    @precondition(lambda self: not self.match.over)
    @rule(whim=st.integers(0, 2**32))
    def act_once(self, whim: int) -> None:
        self.act(random.Random(whim))

    @precondition(lambda self: not self.match.over)
    @rule(whim=st.integers(0, 2**32))
    def change_a_pick(self, whim: int) -> None:
        rng, model = random.Random(whim), self.match.model
        able = [s for s, pick in enumerate(model.picks) if pick is not None and model.legal(s)]
        if able:
            seat = rng.choice(able)
            self.match.play(seat, rng.choice(sorted(model.legal(seat))))

    @precondition(lambda self: not self.match.over)
    @rule(whim=st.integers(0, 2**32), plies=st.integers(5, 30))
    def act_on(self, whim: int, plies: int) -> None:
        rng = random.Random(whim)
        for _ in range(plies):
            if not self.match.over:
                self.act(rng)

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

    @rule(seat=st.integers(0, 9), whim=st.integers(0, 2**32))
    def sample_what_a_seat_sees(self, seat: int, whim: int) -> None:
        """A sample looks the same to the seat, and only unseen cards are dealt to the others."""
        seat %= self.match.players
        state, model = self.match.state, self.match.model
        sample = state.game.sample(state.observation(seat), random.Random(whim))
        assert knowledge(sample, seat) == knowledge(state, seat)
        seen = {card for row in model.rows for card in row} | {c for _, c in model.reveal}
        for event in reversed(model.history):
            if event["type"] == "round":
                break
            if event["type"] == "reveal":
                seen |= set(event["cards"])
        for other in range(self.match.players):
            private = sample.private(other)
            assert len(private["hand"]) == len(model.hands[other])
            assert not seen & set(private["hand"])
            assert (private["pick"] is None) == (model.picks[other] is None)
            assert private["pick"] is None or private["pick"] in private["hand"]
            seen |= set(private["hand"])

    @invariant()
    def histories_agree(self) -> None:
        if hasattr(self, "match") and len(self.match.moves) % 7 == 0:
            self.match.compare_history()

    def teardown(self) -> None:
        if hasattr(self, "match"):
            self.match.compare_record()


TakeFiveMachine.TestCase.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=20
)
TestTakeFiveMachine = TakeFiveMachine.TestCase


@pytest.mark.parametrize("players", range(2, 11))
def test_whole_games(players: int) -> None:
    """From the first deal to the score that ends it, over several rounds, with changed picks."""
    rng = random.Random(players)
    options: dict[str, Any] = {"rounds": 2} if players > 5 else {"end": "exceed", "end_score": 40}
    options |= {"deck": "tactical"} if players % 2 else {}
    match = Match(players, options, rng.randbytes(32))
    kinds = set()
    while not match.over:
        picked = [seat for seat, pick in enumerate(match.model.picks) if pick is not None]
        seat = rng.choice(match.model.to_act())
        if picked and rng.random() < 0.1:
            seat = rng.choice(picked)
        legal = sorted(match.model.legal(seat))
        if legal:
            match.play(seat, rng.choice(legal))
        kinds |= {event["type"] for event in match.state.events}
    match.compare_history()
    match.compare_record()
    assert kinds == {
        "round", "hand", "pick", "reveal", "low", "choose", "place", "score", "over"
    }  # fmt: skip
    assert match.model.round > 1


@pytest.mark.parametrize("number", range(4))
def test_a_game_of_a_given_deck(number: int) -> None:
    """C-7: the deck stands for the first deal; the second is the seed's shuffle number 1."""
    rng = random.Random(number)
    deck = [str(card) for card in rng.sample(range(1, 105), 104)]
    match = Match(4, {"rounds": 2}, rng.randbytes(32), deck)
    match.compare()
    while not match.over:
        seat = rng.choice(match.model.to_act())
        match.play(seat, rng.choice(sorted(match.model.legal(seat))))
    assert Record.of(match.state, match.moves).deck == tuple(deck)
    match.compare_record()
