"""Sampling at Toonerville Rook: what everybody saw go into a hand stays there in every sample."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain

import pytest

import engine
from tests.engine.contract import knowledge, pack, random_move
from tests.engine.games.deals import hands
from tests.engine.games.toonerville_arranger import arranged, eager
from tests.engine.games.toonerville_deals import (
    act,
    answer,
    draw,
    drawn,
    hand,
    idle,
    rig,
    start,
)


class Watcher:
    """What all can see of the hands and the discards, by following the public events."""

    def __init__(self, state: engine.State) -> None:
        self.players = state.game.players
        self.rebuilt = False
        self.watch(state)

    def watch(self, state: engine.State) -> None:
        for event in state.events:
            self.follow(event)
        self.melds = Counter(card for meld in state.public()["melds"] for card in meld["cards"])

    def follow(self, event: engine.Event) -> None:
        kind, card, seat = event["type"], event.get("card", ""), event.get("seat", 0)
        if kind == "round":
            self.known = [Counter[str]() for _ in range(self.players)]
            self.discards = [event["top"]]
            self.pile = Counter[str]()
            self.rebuilt = False
        elif kind in {"take", "buy"}:
            self.discards.pop()
            self.known[seat][card] += 1
        elif kind == "swap":
            self.gone(seat, [card])
            self.known[seat]["W"] += 1
        elif kind in {"discard", "lay"}:
            self.gone(seat, [card])
            self.discards += [card] if kind == "discard" else []
        elif kind == "meld":
            for meld in event["melds"]:
                self.gone(seat, meld["cards"])
        elif kind == "reshuffle":
            self.pile = Counter(self.discards[:-1])
            self.discards = self.discards[-1:]
            self.rebuilt = True

    def gone(self, seat: int, cards: list[str]) -> None:
        """Cards left the hand: of equal ones perhaps those that were known."""
        self.known[seat] = self.known[seat] - Counter(cards)

    def unseen(self, state: engine.State, seat: int) -> Counter[str]:
        """What lies neither in this seat's hand nor openly on the table."""
        seen = Counter(chain(hand(state, seat), self.discards))
        return pack(state) - seen - self.melds

    def check(self, state: engine.State, seat: int, sample: engine.State) -> None:
        """The sample's hands are such as the seat may believe in."""
        unseen = self.unseen(state, seat)
        held = Counter[str]()
        for other in range(self.players):
            cards = Counter(hand(sample, other))
            assert self.known[other] <= cards
            if other != seat:
                held += cards
        assert held <= unseen
        if self.rebuilt:  # only old discards are in the pile
            assert unseen - held <= self.pile


def walks() -> Iterator[tuple[engine.State, Watcher, random.Random]]:
    """Games of eager players, at every step."""
    for whim in range(12):
        rng = random.Random(whim)
        first = 1 + whim % 10
        options = {"first_round": first, "last_round": first + 1, "turns": 40, "buy_limit": 4}
        model = arranged(3 + whim % 3, options, rng.randbytes(32), whim)
        game = engine.load_game("toonerville", model.players, options)
        state = game.new_initial_state(model.seed, None, model.given_deck)
        watcher = Watcher(state)
        while not state.is_terminal():
            seat = rng.choice(state.current_players())
            state.apply(seat, eager(state.legal_actions(seat), rng))
            watcher.watch(state)
            yield state, watcher, rng


def test_a_sample_keeps_what_everybody_saw() -> None:
    known = 0
    for ply, (state, watcher, rng) in enumerate(walks()):
        for seat in range(state.game.players):
            watcher.check(state, seat, state)  # the truth itself, lest the watcher err
        if ply % 3 == 0:
            seat = rng.randrange(state.game.players)
            sample = state.game.sample(state.observation(seat), rng)
            watcher.check(state, seat, sample)
            assert knowledge(sample, seat) == knowledge(state, seat)
            assert pack(sample) == pack(state)
            known += sum(sum(cards.values()) for cards in watcher.known)
    assert known > 100


def test_a_sample_can_be_played_on_from_anywhere() -> None:
    """Also in the middle of a turn and while answers are secret."""
    for ply, (state, _, rng) in enumerate(walks()):
        if ply % 29 == 0:
            sample = state.game.sample(state.observation(rng.randrange(3)), rng)
            for _ in range(150):
                if not sample.is_terminal():
                    sample.apply(*random_move(sample, rng))
            assert pack(sample) == pack(state)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hidden_cards_vary_and_every_unseen_card_comes_to_everybody(players: int) -> None:
    state = start(players)
    rng = random.Random(players)
    mine = hand(state, 0)
    seen = [Counter[str]() for _ in range(players)]
    first = Counter[str]()
    for _ in range(250):
        sample = state.game.sample(state.observation(0), rng)
        assert hand(sample, 0) == mine
        for seat in range(1, players):
            seen[seat].update(set(hand(sample, seat)))
        first[drawn(draw(sample))] += 1
    for seat in range(1, players):
        assert len(seen[seat]) == 57
    assert len(first) > 45


def test_a_bought_card_stays_with_its_buyer_and_the_card_drawn_with_it_varies() -> None:
    state = draw(rig(top="G9", draws="B1 B2"), 2)
    rng = random.Random(1)
    others = set()
    for _ in range(40):
        sample = state.game.sample(state.observation(0), rng)
        assert "G9" in hand(sample, 2)
        others.add(str(hand(sample, 2)))
    assert len(others) == 40


@pytest.mark.parametrize("copies", [1, 2])
def test_of_equal_cards_so_many_stay_as_everybody_saw(copies: int) -> None:
    """Seat 1 buys G9 twice and may have more; after one is discarded one is left for certain."""
    state = draw(rig({0: "G9", 1: "R1"}, top="G9", draws="B1 B2"), 1)
    act(state, "discard=G9")
    act(state, "take", "discard=R1")
    assert state.public()["taken"] is None
    left = 2
    if copies == 1:
        idle(state, 3)
        act(draw(state), "discard=G9")
        left = 1
    rng = random.Random(copies)
    counts = [hand(state.game.sample(state.observation(0), rng), 1).count("G9") for _ in range(60)]
    assert min(counts) == left


def test_a_card_that_was_discarded_is_in_no_hand() -> None:
    """All four of a kind are known: three lie among the discards, one was taken and kept."""
    state = draw(rig({0: "G9", 1: "G9", 2: "G9"}, top="B1", draws="G9 B2"))
    act(state, "discard=G9")
    for card in ("G9", "G9"):
        act(draw(state), f"discard={card}")
    act(state, "take", f"discard={hand(state, 3)[0]}")
    rng = random.Random(3)
    for _ in range(40):
        sample = state.game.sample(state.observation(1), rng)
        assert "G9" in hand(sample, 3)
        assert hand(sample, 3).count("G9") <= 2


def test_a_rook_taken_from_a_run_stays_in_the_hand_while_it_is_owed() -> None:
    held = {0: "Y5 W Y7 Y8 B11 B12 B13 B14", 1: "Y6 G1 G2 G3 R8 R9 R10 R11"}
    state = draw(rig(held, draws="R14 B9", round=3))
    act(state, "meld=r:Y5,W,Y7,Y8|r:B11,B12,B13,B14", "discard=R14")
    act(draw(state), "swap=Y6@m1")
    rng = random.Random(4)
    for seat in (0, 2, 3):
        for _ in range(25):
            sample = state.game.sample(state.observation(seat), rng)
            assert "W" in hand(sample, 1)
            assert knowledge(sample, seat) == knowledge(state, seat)


@pytest.mark.parametrize("cards", ["Y6 G1 G2 G3 R8 R9 R10 R11", "Y6 B13 G1 G2 R8 R9 R10 R11"])
def test_a_seat_that_owes_a_rook_and_is_not_down_can_go_on_in_every_sample(cards: str) -> None:
    """It holds a contract, at once or after another exchange, or the first were illegal."""
    state = draw(rig({0: "Y5 W Y7 Y8 B11 B12 W B14", 1: cards}, draws="R14 B9", round=3))
    act(state, "meld=r:Y5,W,Y7,Y8|r:B11,B12,W,B14", "discard=R14")
    act(draw(state), "swap=Y6@m1")
    rng = random.Random(5)
    for seat in (0, 2, 3):
        for _ in range(15):
            sample = state.game.sample(state.observation(seat), rng)
            while sample.public()["turn"] == 1:
                sample.apply(1, sample.legal_actions(1)[0])
            assert sample.public()["contract_met"][1] or sample.public()["round"] == 4


def test_secret_answers_fit_what_is_still_open() -> None:
    """The nearest seat has answered and it isn't settled: so it has passed."""
    state = act(rig(top="G9"), "decline")
    state.apply(1, "pass")
    rng = random.Random(6)
    for seat in range(4):
        for _ in range(10):
            sample = state.game.sample(state.observation(seat), rng)
            assert sample.current_players() == (2, 3)
            answer(sample)
            assert sample.public()["buys"] == [0, 0, 0, 0]
            assert sample.public()["phase"] == "meld"


def test_a_secret_answer_leaves_both_outcomes_open() -> None:
    """Seat 3 has answered, nobody else knows what."""
    state = act(rig(top="G9"), "decline")
    state.apply(3, "buy")
    rng = random.Random(7)
    for seat in range(3):
        bought = set()
        for _ in range(60):
            sample = state.game.sample(state.observation(seat), rng)
            answer(sample)
            bought.add(sample.public()["buys"][3])
        assert bought == {0, 1}


def test_after_a_reshuffle_only_the_old_discards_can_be_drawn() -> None:
    state = draw(idle(rig(players=3, round=10, turns=1000), 122))
    assert "reshuffle" in [event["type"] for event in state.events]
    watcher = Watcher(start(3))
    for event in state.public_history():
        watcher.follow(event)
    rng = random.Random(8)
    everything = pack(state)
    for seat in range(3):
        for _ in range(10):
            sample = state.game.sample(state.observation(seat), rng)
            assert hand(sample, seat) == hand(state, seat)
            left = everything - Counter(chain(*hands(sample))) - Counter(watcher.discards)
            assert left <= watcher.pile
            assert sum(left.values()) == sample.public()["draw_pile"]


def test_a_sample_shuffles_anew_for_what_is_to_come() -> None:
    """Nobody knows the seed, so no sample may know the next deal."""
    state = idle(rig(turns=20), 19)
    deals = set()
    rng = random.Random(9)
    for _ in range(10):
        sample = idle(state.game.sample(state.observation(1), rng))
        assert sample.public()["round"] == 2
        deals.add(str(hands(sample)))
    assert len(deals) == 10


def test_another_games_observation_is_refused() -> None:
    state = rig()
    other = engine.load_game("toonerville", 4, {"turns": 20})
    with pytest.raises(ValueError, match="observation"):
        other.sample(state.observation(0), random.Random(1))
