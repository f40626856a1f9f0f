"""The engine and the naive second Take 5 play the same games and must agree throughout."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from engine.record import Record
from tests.engine.contract import SEEDS, knowledge
from tests.engine.games.machine import Machine, Match, while_it_lasts
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


class TakeFiveMatch(Match):
    """A match in which the seats pick at once and in secret."""

    model: Model

    def play(self, seat: int, action: str) -> None:
        players = self.model.players
        others = [(seat + i) % players for i in range(1, players)]
        if len(self.moves) % 9:  # everybody now and then, else one: observations are long
            others = others[-1:]
        before = {other: knowledge(self.state, other) for other in others}
        super().play(seat, action)
        if self.secret:
            self.compare_the_unknowing(seat, before)

    def compare_the_unknowing(self, picker: int, before: dict[int, dict[str, Any]]) -> None:
        """Through a pick nothing changes for the others, byte by byte, but who has picked."""
        for seat, known in before.items():
            after = knowledge(self.state, seat)
            assert _bytes(_without_the_picked(after)) == _bytes(_without_the_picked(known))
        told = [event for event in self.state.events if event["to"] != [picker]]
        assert told == []

    def compare_record(self) -> None:
        super().compare_record()
        fields = json.loads(Record.of(self.state, self.moves).to_json())
        assert fields["dealer"] == self.model.players - 1
        assert "dealer_given" not in fields


def _without_the_picked(known: dict[str, Any]) -> dict[str, Any]:
    copy = json.loads(json.dumps(known))
    del copy["to_act"]
    for public in (copy["public"], copy["observation"]["public"]):
        del public["picked"], public["to_act"]
    return copy


def _bytes(known: dict[str, Any]) -> bytes:
    return json.dumps(known).encode()


class TakeFiveMachine(Machine):
    """Any mixture of picks, changed picks, choices of rows, whole tricks and refused actions."""

    match: TakeFiveMatch
    actions = (
        *map(str, range(106)),
        *(f"row{row}" for row in range(6)),
        *("row01", "01", "", "7 "),
    )

    @initialize(model=st.builds(Model, players=st.integers(2, 10), options=OPTIONS, seed=SEEDS))
    def sit_down(self, model: Model) -> None:
        self.match = TakeFiveMatch(model)

    def act(self, rng: random.Random) -> None:
        model = self.match.model
        seat = rng.choice(model.to_act())
        self.match.play(seat, rng.choice(sorted(model.legal(seat))))

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32))
    def act_once(self, whim: int) -> None:
        self.act(random.Random(whim))

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32))
    def change_a_pick(self, whim: int) -> None:
        rng, model = random.Random(whim), self.match.model
        able = [s for s, pick in enumerate(model.picks) if pick is not None and model.legal(s)]
        if able:
            seat = rng.choice(able)
            self.match.play(seat, rng.choice(sorted(model.legal(seat))))

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32), plies=st.integers(5, 30))
    def act_on(self, whim: int, plies: int) -> None:
        rng = random.Random(whim)
        for _ in range(plies):
            if not self.match.over:
                self.act(rng)

    @rule(seat=st.integers(0, 9), whim=st.integers(0, 2**32))
    def sample_what_a_seat_sees(self, seat: int, whim: int) -> None:
        """A sample looks the same to the seat, and only unseen cards are dealt to the others."""
        seat %= self.match.model.players
        state, model = self.match.state, self.match.model
        sample = state.game.sample(state.observation(seat), random.Random(whim))
        assert knowledge(sample, seat) == knowledge(state, seat)
        seen = {card for row in model.rows for card in row} | {c for _, c in model.reveal}
        for event in reversed(model.history):
            if event["type"] == "round":
                break
            if event["type"] == "reveal":
                seen |= set(event["cards"])
        for other in self.match.seats:
            private = sample.private(other)
            assert len(private["hand"]) == len(model.hands[other])
            assert not seen & set(private["hand"])
            assert (private["pick"] is None) == (model.picks[other] is None)
            assert private["pick"] is None or private["pick"] in private["hand"]
            seen |= set(private["hand"])


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
    match = TakeFiveMatch(Model(players, options, rng.randbytes(32)))
    while not match.over:
        picked = [seat for seat, pick in enumerate(match.model.picks) if pick is not None]
        seat = rng.choice(match.model.to_act())
        if picked and rng.random() < 0.1:
            seat = rng.choice(picked)
        legal = sorted(match.model.legal(seat))
        if legal:
            match.play(seat, rng.choice(legal))
    match.compare_history()
    match.compare_record()
    assert set(match.kinds) == {
        "round", "hand", "pick", "reveal", "low", "choose", "place", "score", "over"
    }  # fmt: skip
    assert match.model.round > 1


@pytest.mark.parametrize("number", range(4))
def test_a_game_of_a_given_deck(number: int) -> None:
    """C-7: the deck stands for the first deal; the second is the seed's shuffle number 1."""
    rng = random.Random(number)
    deck = [str(card) for card in rng.sample(range(1, 105), 104)]
    match = TakeFiveMatch(Model(4, {"rounds": 2}, rng.randbytes(32), deck=deck))
    while not match.over:
        seat = rng.choice(match.model.to_act())
        match.play(seat, rng.choice(sorted(match.model.legal(seat))))
    assert Record.of(match.state, match.moves).deck == tuple(deck)
    match.compare_record()
