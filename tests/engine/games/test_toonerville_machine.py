"""The engine and the naive second Toonerville Rook play the same games and must always agree."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.engine.contract import SEEDS, knowledge
from tests.engine.games.machine import Machine, Match, while_it_lasts
from tests.engine.games.toonerville_arranger import arranged, eager
from tests.engine.games.toonerville_model import Model
from tests.engine.reference import rook_deck

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "max_rooks": st.sampled_from([None, 1, 2, 9]),
    "buy_limit": st.sampled_from([None, 0, 1, 3, 9]),
    "reshuffles": st.sampled_from([0, 1, 2, 9]),
    "turns": st.sampled_from([20, 21, 60, 300]),
}


@st.composite
def deals(draw: st.DrawFn) -> Model:
    """Some rounds with any options, the first one dealt so that contracts can be laid."""
    options = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    first = draw(st.integers(1, 11))
    rounds = {"first_round": first, "last_round": draw(st.integers(first, min(first + 2, 11)))}
    players = draw(st.integers(3, 5))
    return arranged(players, options | rounds, draw(SEEDS), draw(st.integers(0, 2**32)))


class ToonervilleMatch(Match):
    """A match in which the answers to an offered card are secret, and lay-downs not all listed."""

    model: Model

    def legal(self, seat: int, actions: Sequence[str]) -> set[str]:
        melds = {action for action in actions if action.startswith("meld=")}
        legal = {action for action in melds if self.model.is_legal(seat, action)}
        return legal | super().legal(seat, actions)

    def compare_legal(self, seat: int, listed: Sequence[str]) -> None:
        """All but lay-downs are listed; so is one of these wherever there is any (C-12)."""
        model = self.model
        melds = {action for action in listed if action.startswith("meld=")}
        assert set(listed) - melds == model.legal(seat)
        assert len(melds) <= 1_000
        assert all(model.is_legal(seat, action) for action in melds)
        if melds or seat not in model.to_act() or model.phase != "meld" or model.met[seat]:
            return
        hand = model.hands[seat]
        rooks = hand.count("W")
        if len(hand) <= 26 and rooks <= (2 if model.round == 11 else 4):
            assert not model.has_contract(hand)

    def play(self, seat: int, action: str) -> None:
        watched = self.model.phase == "buy" and (len(self.moves) < 40 or len(self.moves) % 20 < 2)
        others = [(seat + step) % self.model.players for step in (1, 2) if watched]
        before = {other: knowledge(self.state, other) for other in others}
        super().play(seat, action)
        if self.secret:
            self.compare_the_unknowing(seat, before)

    def compare_the_unknowing(self, answered: int, before: dict[int, dict[str, Any]]) -> None:
        """Through an answer nothing changes for the others, byte by byte, but who has answered."""
        for seat, known in before.items():
            after = knowledge(self.state, seat)
            assert _without_who_acts(after) == _without_who_acts(known)
        assert [told for told in self.state.events if told["to"] != [answered]] == []

    def act(self, rng: random.Random, *, eagerly: bool) -> None:
        """Somebody who can does something: anything, or what empties hands."""
        seat = rng.choice(self.model.to_act())
        listed = self.state.legal_actions(seat)
        self.play(seat, eager(listed, rng) if eagerly else rng.choice(listed))

    def try_lay_downs(self, rng: random.Random, count: int) -> None:
        """Lay-downs near some that are listed: the model judges them as the engine does."""
        seat = self.model.turn
        melds = [one for one in self.state.legal_actions(seat) if one.startswith("meld=")]
        for action in rng.sample(melds, min(count, len(melds))):
            for other in spoilt(action, self.model.hands[seat], rng):
                assert self.state.is_legal(seat, other) == self.model.is_legal(seat, other), other


def _without_who_acts(known: dict[str, Any]) -> str:
    copy = json.loads(json.dumps(known))
    for view in (copy, copy["public"], copy["observation"]["public"]):
        del view["to_act"]
    return json.dumps(copy)


PLACES = ("m0", "m1", "m2", "m3", "m4", "m9")


class ToonervilleMachine(Machine):
    """Any mixture of single actions, eager and random stretches and refused actions."""

    match: ToonervilleMatch
    actions = (
        *("take", "decline", "buy", "pass", "", "discard", "discard=", "lay=", "swap="),
        *(f"discard={card}" for card in (*rook_deck(), "B0", "B15", "B01", "w", " B1", "B1 ")),
        *(f"lay={card}@{meld}" for card in rook_deck() for meld in PLACES),
        *(f"lay=W@{meld}{end}" for meld in PLACES for end in ("<", ">", "<>", "=")),
        *(f"lay={card}@m1{end}" for card in rook_deck() for end in "<>"),
        *(f"swap={card}@{meld}" for card in rook_deck() for meld in PLACES),
        *("lay=W@m01", "lay=W@1", "lay=W@", "lay=W", "swap=W@m1<", "swap=B1@m1>"),
        *("meld=", "meld=s:", "meld=s:B1,B1,B1", "meld=r:B1,B2,B3,B4", "meld=s:B1,B1,B1|"),
    )

    @initialize(model=deals())
    def sit_down(self, model: Model) -> None:
        self.match = ToonervilleMatch(model)

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32), eagerly=st.booleans())
    def act_once(self, whim: int, eagerly: bool) -> None:
        self.match.act(random.Random(whim), eagerly=eagerly)

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32), plies=st.integers(5, 60), eagerly=st.booleans())
    def act_on(self, whim: int, plies: int, eagerly: bool) -> None:
        rng = random.Random(whim)
        for _ in range(plies):
            if not self.match.over:
                self.match.act(rng, eagerly=eagerly)

    @while_it_lasts
    @rule(whim=st.integers(0, 2**32))
    def try_to_lay_down_anything(self, whim: int) -> None:
        self.match.try_lay_downs(random.Random(whim), 8)

    @rule(seat=st.integers(0, 4), whim=st.integers(0, 2**32))
    def sample_what_a_seat_sees(self, seat: int, whim: int) -> None:
        seat %= self.match.model.players
        state = self.match.state
        sample = state.game.sample(state.observation(seat), random.Random(whim))
        assert knowledge(sample, seat) == knowledge(state, seat)
        assert sorted(sample.cards()) == sorted(state.cards())

    def teardown(self) -> None:
        if hasattr(self, "match"):
            for kind in sorted(set(self.match.kinds)):
                event(kind)
        super().teardown()


def spoilt(action: str, hand: Sequence[str], rng: random.Random) -> list[str]:
    """Lay-downs near this one: melds longer, shorter, merged, mixed up, in another order."""
    melds = action.removeprefix("meld=").split("|")
    at = rng.randrange(len(melds))
    kind, cards = melds[at][:2], melds[at][2:].split(",")
    spare = list(hand)
    for card in ",".join(meld[2:] for meld in melds).split(","):
        spare.remove(card)
    card = rng.choice(spare or ["W"])
    changed = [
        [*cards, card],
        [card, *cards],
        cards[1:],
        cards[::-1],
        [*cards[1:], card],
        [*cards[:-1], "W"],
        [card, *cards[1:]],
        rng.sample(cards, len(cards)),
        ["W"] * len(cards),
    ]
    forms = [[*melds[:at], kind + ",".join(one), *melds[at + 1 :]] for one in changed]
    other = {"s:": "r:", "r:": "s:"}[kind]
    forms += [rng.sample(melds, len(melds)), melds[1:], [*melds, melds[0]]]
    forms += [[*melds[:at], other + ",".join(cards), *melds[at + 1 :]]]
    fitting = [one for one in spare if one[1:] == cards[0][1:]]
    forms += [[*melds[:at], kind + ",".join(cards + fitting), *melds[at + 1 :]]]
    return ["meld=" + "|".join(form) for form in forms] + [action + "|", action.replace(",", ", ")]


ToonervilleMachine.TestCase.settings = settings(
    max_examples=settings().max_examples, stateful_step_count=20
)
TestToonervilleMachine = ToonervilleMachine.TestCase


def played(model: Model, whim: int) -> ToonervilleMatch:
    """A whole game of eager players."""
    rng = random.Random(whim)
    match = ToonervilleMatch(model)
    while not match.over:
        match.act(rng, eagerly=True)
        match.try_lay_downs(rng, 2)
    match.compare_history()
    match.compare_record()
    return match


KINDS = {
    "take", "decline", "answer", "pass", "buy", "draw", "drawn", "meld", "lay", "discard",
    "round_over", "over",
}  # fmt: skip


@pytest.mark.parametrize("round_", range(1, 11))
def test_every_contract_is_laid_down(round_: int) -> None:
    """Eager players of kind deals: all that can happen does, in every round."""
    seen: set[Any] = set()
    for whim in range(6 if round_ < 6 else 30):
        options: dict[str, Any] = {"first_round": round_, "last_round": round_, "turns": 60}
        options |= {"max_rooks": 1 + whim} if whim < 2 else {}
        seed = random.Random(whim).randbytes(32)
        match = played(arranged(3 + whim % 3, options, seed, whim), whim)
        seen |= set(match.kinds)
        seen |= {told.get("reason", "") for told in match.model.history}
        seen |= {told["place"] for told in match.model.history if told["type"] == "lay"}
    assert seen >= KINDS | {"out"}
    assert match.model.runs == 0 or seen >= {"<", ">", "swap"}
    assert match.model.sets == 0 or None in seen


def test_the_whole_hand_of_the_last_round_is_laid_down() -> None:
    """Round 11: a contract is seldom held with nothing left over, and then it ends the round."""
    reasons = []
    for whim in range(12):
        seed = random.Random(whim).randbytes(32)
        options = {"first_round": 11, "turns": 25, "buy_limit": 1}
        match = played(arranged(3 + whim % 3, options, seed, whim), whim)
        reasons += [told["reason"] for told in match.model.history if told["type"] == "round_over"]
        assert (reasons[-1] == "out") == ("meld" in match.kinds)
    assert set(reasons) == {"out", "turns"}


@pytest.mark.parametrize(
    ("options", "reason", "rebuilt"),
    [({"reshuffles": 0}, "stock", 0), ({}, "stock", 2), ({"turns": 120}, "turns", 0)],
)
def test_rounds_that_nobody_ends(options: dict[str, Any], reason: str, rebuilt: int) -> None:
    """Players who neither buy nor lay down anything, through every reshuffle."""
    rng = random.Random(7)
    rounds = {"first_round": 11, "turns": 1000}
    match = ToonervilleMatch(Model(3, {**rounds, **options}, rng.randbytes(32)))
    while not match.over:
        seat = rng.choice(match.model.to_act())
        dull = [
            action
            for action in match.state.legal_actions(seat)
            if action in ("decline", "pass") or action.startswith("discard")
        ]
        match.play(seat, rng.choice(dull))
    over = [told for told in match.model.history if told["type"] == "round_over"]
    assert [told["reason"] for told in over] == [reason]
    assert match.kinds.count("reshuffle") == rebuilt
    match.compare_record()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_games(players: int) -> None:
    """All eleven rounds, nothing arranged, the dealer going round."""
    seed = random.Random(players).randbytes(32)
    match = played(Model(players, {"turns": 25, "buy_limit": 2}, seed), players)
    assert len(match.model.round_scores) == 11
    assert match.model.dealer == (match.model.history[0]["dealer"] + 10) % players
