"""Comparing a naive model with the engine, whatever the game: they must agree throughout."""

import json
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import engine
from engine.record import Record
from tests.engine.games.model import Model


class Match:
    """The engine's game and the model's, side by side."""

    model: Model

    def __init__(self, model: Model) -> None:
        self.model = model
        self.seats = range(model.players)
        game = engine.load_game(model.game, players=model.players, options=model.options)
        self.state = game.new_initial_state(model.seed, model.given_dealer, model.given_deck)
        self.moves: list[tuple[int, str]] = []
        self.kinds: list[str] = []
        self.decisions = [self.state.decision(seat) for seat in self.seats]
        self.spent: list[set[int]] = [set() for _ in self.seats]
        self.compare()

    @property
    def over(self) -> bool:
        return self.model.over

    def play(self, seat: int, action: str) -> None:
        assert self.state.is_legal(seat, action)
        self.state.apply(seat, action)
        self.model.apply(seat, action)
        self.moves.append((seat, action))
        self.kinds += [event["type"] for event in self.model.events]
        self.follow_the_decisions()
        self.compare()

    @property
    def secret(self) -> bool:
        """Whether the last action was a choice that only its seat knows of."""
        return all(event["to"] != "all" for event in self.model.events)

    def follow_the_decisions(self) -> None:
        """A decision's number stays through secret picks; any other action uses it up."""
        for seat, before in enumerate(self.decisions):
            now = self.state.decision(seat)
            if self.secret and now is not None:
                assert now == before
            elif not self.secret and before is not None:
                self.spent[seat].add(before)
            if now is not None or not self.secret:
                self.decisions[seat] = now

    def ordered(self, events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The engine's events, in the model's order where the rules leave it open."""
        return list(events)

    def legal(self, seat: int, actions: Sequence[str]) -> set[str]:
        """What of these the model allows the seat; it may leave some unlisted."""
        return self.model.legal(seat) & set(actions)

    def compare_legal(self, seat: int, listed: Sequence[str]) -> None:
        """C-12: of more than 1,000 actions not all have to be listed."""
        legal = self.model.legal(seat)
        if len(legal) <= 1000:
            assert set(listed) == legal
        else:
            assert 1 <= len(listed) <= 1000
            assert set(listed) < legal

    def compare(self) -> None:
        state, model = self.state, self.model
        assert state.is_terminal() == model.over
        assert list(state.current_players()) == model.to_act()
        assert state.public() == model.public()
        for seat in self.seats:
            assert state.private(seat) == model.private(seat)
            legal = state.legal_actions(seat)
            assert len(legal) == len(set(legal))
            self.compare_legal(seat, legal)
            assert (state.decision(seat) is None) == (not legal)
            assert state.decision(seat) not in self.spent[seat]
        assert list(state.winners()) == model.winners()
        assert list(state.placings()) == model.placings()
        assert list(state.scores()) == model.points()
        assert self.ordered(state.events) == model.events

    def compare_history(self) -> None:
        history = self.state.public_history()
        assert self.ordered(history) == self.model.history
        assert self.state.public_history(3) == history[-3:]
        for seat in self.seats:
            assert self.state.observation(seat)["history"] == history

    def compare_record(self) -> None:
        """The record keeps the actions in the order in which they came, and holds."""
        record = Record.of(self.state, self.moves)
        fields = json.loads(record.to_json())
        assert fields["actions"] == [list(move) for move in self.moves]
        assert fields["winners"] == self.model.winners()
        assert fields["scores"] == self.model.points()
        assert fields["placings"] == self.model.placings()
        Record.from_json(record.to_json()).verify()


while_it_lasts = precondition(lambda machine: not machine.match.over)


class Machine(RuleBasedStateMachine):
    """What can be done to every game; its own machine sits down and plays."""

    match: Match
    actions: ClassVar[Sequence[str]]
    """Everything that can be written in the notation of the game, and a little more."""

    @rule(seat=st.integers(0, 9))
    def try_every_action(self, seat: int) -> None:
        seat %= self.match.model.players
        legal = self.match.legal(seat, self.actions)
        for action in self.actions:
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
        if len(self.match.moves) % 5 == 0:
            self.match.compare_history()

    def teardown(self) -> None:
        if hasattr(self, "match"):
            self.match.compare_record()
