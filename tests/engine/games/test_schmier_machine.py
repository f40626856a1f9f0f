"""The engine and the naive second Schmier play the same games and must agree throughout."""

import json
import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from engine.record import Record
from tests.engine.contract import SEEDS, everything, knowledge
from tests.engine.games.machine import Machine, Match, while_it_lasts
from tests.engine.games.schmier_model import DECK, SEATS, Model, discard
from tests.engine.reference import first_dealer

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "teams": st.sampled_from(["3x2", "2x3"]),
        "dealer_forced": st.booleans(),
        "first_lead_trump": st.booleans(),
        "target": st.sampled_from([5, 6, 11, 21, 51]),
        "max_hands": st.sampled_from([1, 2, 3, 60, 200]),
    },
)
DEALERS = st.none() | st.integers(0, 5)
DECKS = st.none() | st.permutations(DECK)


class SchmierMatch(Match):
    """A match in which five seats discard at once and in secret."""

    model: Model

    def play(self, seat: int, action: str) -> None:
        before = {}
        if self.model.phase == "discard":
            others = [other for other in self.seats if other != seat]
            if len(self.moves) > 100:  # one of them then: observations are long
                others = others[seat - 1 :][:1]
            before = {other: knowledge(self.state, other) for other in others}
        super().play(seat, action)
        if self.secret:
            self.compare_the_unknowing(seat, before)

    def compare_the_unknowing(self, chooser: int, before: dict[int, dict[str, Any]]) -> None:
        """Through a discard nothing changes for the others, byte by byte, but who has chosen."""
        for seat, known in before.items():
            after = knowledge(self.state, seat)
            assert _bytes(_without_the_waiting(after)) == _bytes(_without_the_waiting(known))
            assert {*known["to_act"]} - {*after["to_act"]} == {chooser}
        told = [event for event in self.state.events if event["to"] != [chooser]]
        assert told == []

    def compare_record(self) -> None:
        super().compare_record()
        fields = json.loads(Record.of(self.state, self.moves).to_json())
        fair = first_dealer(self.model.seed, 6)
        given = self.model.given_dealer
        assert fields["dealer"] == (fair if given is None else given)
        assert fields.get("dealer_given", False) == (fields["dealer"] != fair)
        assert fields.get("deck") == self.model.given_deck


def _without_the_waiting(known: dict[str, Any]) -> dict[str, Any]:
    copy = json.loads(json.dumps(known))
    del copy["to_act"], copy["public"]["to_act"], copy["observation"]["public"]["to_act"]
    return copy


def _bytes(known: dict[str, Any]) -> bytes:
    return json.dumps(known).encode()


def choice(model: Model, seat: int, rng: random.Random) -> str:
    """Any legal action, but with more passes than bids, lest every second bid is a 6."""
    legal = sorted(model.legal(seat))
    if "pass" in legal and rng.random() < 0.6:
        return "pass"
    return rng.choice(legal)


class SchmierMachine(Machine):
    """Any mixture of single actions, passed-out deals, whole hands and refused actions."""

    match: SchmierMatch
    actions = (
        *DECK,
        "pass",
        *(f"bid{points}" for points in range(-1, 9)),
        *(f"trump={suit}" for suit in "CDHSJW"),
        "discard=",
        *(f"discard={card}" for card in DECK),
        *(f"discard={one},{two}" for one, two in zip(DECK, DECK[7:], strict=False)),
        *(f"discard={two},{one}" for one, two in zip(DECK, DECK[7:], strict=False)),
        *("discard=2C,2C", "discard=2C,", "discard=,2C", "discard=2C, 3C", "discard", "Discard="),
        *("discard=JK,JK", "discard=pass", "discard=1C", "discard==2C", "discard= ", "discard=,"),
        *("bid", "bid03", "bid3 ", "bid=3", "3", "Pass", "PASS", "passed", "", " ", "trump="),
        *("trump=h", "trump=HH", "trumpH", "trump=JK", "H", "10H", "th", "TH ", "JKS", "JK2", "W"),
    )

    @initialize(
        model=st.builds(
            Model, players=st.just(6), options=OPTIONS, seed=SEEDS, dealer=DEALERS, deck=DECKS
        )
    )
    def sit_down(self, model: Model) -> None:
        self.match = SchmierMatch(model)

    def act(self, rng: random.Random) -> None:
        seat = rng.choice(self.match.model.to_act())
        self.match.play(seat, choice(self.match.model, seat, rng))

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32))
    def act_once(self, whim: int) -> None:
        self.act(random.Random(whim))

    @while_it_lasts
    @rule()
    def pass_the_deal_out(self) -> None:
        for _ in SEATS:
            model = self.match.model
            if model.phase == "bid" and "pass" in model.legal(model.turn):
                self.match.play(model.turn, "pass")

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32))
    def discard_nothing_or_three(self, whim: int) -> None:
        """The dealer then has as many cards, or as few, as can be."""
        rng = random.Random(whim)
        while self.match.model.phase == "discard":
            seat = rng.choice(self.match.model.to_act())
            legal = sorted(self.match.model.legal(seat), key=lambda one: (len(one), one))
            self.match.play(seat, legal[0 if whim % 3 else -1])

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32), plies=st.integers(5, 60))
    def act_on(self, whim: int, plies: int) -> None:
        rng = random.Random(whim)
        for _ in range(plies):
            if not self.match.over:
                self.act(rng)

    @rule(seat=st.integers(0, 5), whim=st.integers(0, 2**32))
    def sample_what_a_seat_sees(self, seat: int, whim: int) -> None:
        """A sample looks the same to the seat, and goes on as the rules have it."""
        state = self.match.state
        sample = state.game.sample(state.observation(seat), random.Random(whim))
        assert knowledge(sample, seat) == knowledge(state, seat)
        assert sorted(sample.cards()) == sorted(DECK)


SchmierMachine.TestCase.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=20
)
TestSchmierMachine = SchmierMachine.TestCase


@pytest.mark.parametrize("number", range(6))
def test_whole_games(number: int) -> None:
    """From the first deal to the score that ends it; between them a few deals are passed out."""
    rng = random.Random(number)
    options: dict[str, Any] = {"teams": ["3x2", "2x3"][number % 2]}
    options |= {"first_lead_trump": number == 3, "dealer_forced": number == 4}
    options |= [{"target": 11}, {"target": 5}, {"max_hands": 4}][number % 3] if number else {}
    match = SchmierMatch(Model(6, options, rng.randbytes(32)))
    while not match.over:
        seat = rng.choice(match.model.to_act())
        match.play(seat, choice(match.model, seat, rng))
    match.compare_history()
    match.compare_record()
    assert set(match.kinds) - {"passed_out"} == {
        "deal", "hand", "bid", "bidder", "trump", "discard", "exchange", "drawn", "pick_up",
        "dealer_discard", "play", "point", "trick", "score", "over",
    } - ({"deal", "hand"} if match.model.shuffles == 1 else set())  # fmt: skip


@pytest.mark.parametrize("number", range(4))
def test_a_game_of_a_given_deck(number: int) -> None:
    """C-7: the deck stands for the first deal; the second is the seed's shuffle number 1."""
    rng = random.Random(number)
    deck = rng.sample(DECK, len(DECK))
    match = SchmierMatch(Model(6, {"max_hands": 2}, rng.randbytes(32), number, deck))
    while not match.over:
        seat = rng.choice(match.model.to_act())
        match.play(seat, choice(match.model, seat, rng))
    assert Record.of(match.state, match.moves).deck == tuple(deck)
    assert match.model.shuffles > 1
    match.compare_record()


def test_every_order_of_the_five_discards_comes_to_the_same() -> None:
    """SC-9: views, events and history don't tell who was first; the record does."""
    seen, records = set(), set()
    for order in permutations((0, 1, 2, 4, 5)):
        model = Model(6, {}, bytes(range(32)), dealer=3)
        match = Match(model)
        for action in ("pass", "pass", "bid4", "pass", "pass", "pass"):
            match.play(model.turn, action)
        match.play(model.turn, "trump=D")
        for seat in order:
            thrown = [card for card in model.hands[seat] if discard([card]) in model.legal(seat)]
            match.play(seat, discard(thrown[: seat % 4]))
        told = [event for event in match.state.events if event["type"] != "discard"]
        seen.add(json.dumps([everything(match.state)[:-1], told]))
        records.add(Record.of(match.state, match.moves).to_json())
    assert len(seen) == 1
    assert len(records) == 120
