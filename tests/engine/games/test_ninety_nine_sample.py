"""Sampling at Ninety-Nine: what a seat can work out about the others' cards holds in every sample.

With one deck every card is known by its name, so a card is in exactly one place: a card that was
neither in the pile when the stock was rebuilt (NN-15) nor in one's own hand is in a known set of
hands, and stays there until it is played.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from tests.engine.games.ninety_nine_deals import card_of, gentle, played, rig
from tests.engine.reference import french_deck

QUIET = [f"{rank}{suit}" for rank in "2356" for suit in "CDHS"] + [f"A{suit}=1" for suit in "CDHS"]


class Watcher:
    """What one seat can know of who drew its cards when, by card counting and nothing else.

    A hand's cards have ages: 0 was dealt, k was drawn after the k-th rebuild. Where all cards are
    different, the age of every card that is played is known, and so are the ages that a hand keeps.
    """

    def __init__(self, state: engine.State, seat: int) -> None:
        self.seat = seat
        self.players = state.game.players
        self.new_round(state)

    def new_round(self, state: engine.State) -> None:
        alive = state.public()["in"]
        self.rebuilds = 0
        self.pile: list[str] = []
        self.last_in_stock = dict.fromkeys(french_deck(), 0)
        self.ages = [Counter({0: 3}) if alive[seat] else Counter() for seat in range(self.players)]

    def watch(self, state: engine.State) -> None:
        """Take in what the last action told everybody."""
        for event in state.events:
            if event["type"] == "play":
                self.pile.append(event["card"])
                seat = event["seat"]
                self.ages[seat][self.last_in_stock[event["card"]]] -= 1
                self.ages[seat][self.rebuilds] += 1
            elif event["type"] == "reshuffle":
                self.rebuilds += 1
                self.last_in_stock |= dict.fromkeys(self.pile[:-1], self.rebuilds)
                self.pile = self.pile[-1:]
            elif event["type"] == "round":
                self.new_round(state)

    def check_the_hands_together(self, sample: engine.State) -> None:
        """What was in no pile that was rebuilt last, and was not played since, is in the hands."""
        held = {card for seat in range(self.players) for card in sample.private(seat)["hand"]}
        old = {card for card, age in self.last_in_stock.items() if age < self.rebuilds}
        assert old - set(self.pile) <= held

    def check_the_ages(self, sample: engine.State) -> None:
        """Every hand of the sample has cards of exactly the ages that are known."""
        for seat in range(self.players):
            hand = sample.private(seat)["hand"]
            assert Counter(self.last_in_stock[card] for card in hand) == +self.ages[seat]


def long_rounds(players: int) -> Iterator[tuple[engine.State, Watcher, engine.State]]:
    """One deck, careful players: the true state, what a seat knows, and a sample for that seat."""
    options: dict[str, Any] = {"decks": 1, "negative": True, "ten": "minus", "chips": 1}
    game = engine.load_game("ninetynine", players, options)
    rng = random.Random(players)
    for _ in range(4):
        state = game.new_initial_state(rng.randbytes(32))
        watchers = [Watcher(state, seat) for seat in range(players)]
        while True:
            (seat,) = state.current_players()
            legal = state.legal_actions(seat)
            state.apply(seat, gentle(state) if rng.random() < 0.95 else rng.choice(legal))
            if state.is_terminal():
                break
            for watcher in watchers:
                watcher.watch(state)
            watcher = rng.choice(watchers)
            yield state, watcher, game.sample(state.observation(watcher.seat), rng)


@pytest.mark.parametrize("players", range(2, 11))
def test_with_one_deck_a_sample_keeps_all_that_card_counting_tells(players: int) -> None:
    """Which cards are in hands, and which hand can't hold one as its cards are of other ages."""
    rebuilds = set()
    for state, watcher, sample in long_rounds(players):
        for checked in (state, sample):  # the truth too, lest the watcher err
            watcher.check_the_hands_together(checked)
            watcher.check_the_ages(checked)
        assert sample.private(watcher.seat) == state.private(watcher.seat)
        rebuilds.add(watcher.rebuilds)
    assert players < 9 or rebuilds >= {0, 1, 2}


def test_after_a_rebuild_the_unseen_cards_are_the_others_hands() -> None:
    """Ten players, one deck, 22 plays: all that is in nobody's pile is in a hand."""
    line = [*QUIET, "9C", "9D"]
    state = played(line, players=10, decks=1)
    assert state.public()["stock"] == 21
    pile = {card_of(action) for action in line}
    held = set(french_deck()) - pile
    rng = random.Random(1)
    for seat in range(10):
        mine = set(state.private(seat)["hand"])
        samples = [state.game.sample(state.observation(seat), rng) for _ in range(20)]
        for sample in samples:
            others = [sample.private(other)["hand"] for other in range(10) if other != seat]
            assert set().union(*others) == held - mine
            assert sample.public()["stock"] == 21
        assert len({str(sample.private((seat + 1) % 10)) for sample in samples}) > 10


def test_after_a_rebuild_only_the_old_pile_can_be_drawn() -> None:
    line = [*QUIET, "9C", "9D"]
    state = played(line, players=10, decks=1)
    pile = {card_of(action) for action in line[:-1]}
    rng = random.Random(2)
    drawn = set()
    for _ in range(300):
        sample = state.game.sample(state.observation(5), rng)
        sample.apply(sample.current_players()[0], gentle(sample))
        drawn |= {event["card"] for event in sample.events if event["type"] == "draw"}
    assert drawn == pile


KEPT = [card for rank in "JQ8" for card in french_deck(2) if card[0] == rank][:20]
"""Two high cards for each of ten players, to be kept."""


def play_the_third_card(state: engine.State) -> str:
    """Whoever is on turn plays the card that is not to be kept, an ace as 1; returns the card."""
    (seat,) = state.current_players()
    (third,) = Counter[str](state.private(seat)["hand"]) - Counter[str](KEPT[seat::10])
    state.apply(seat, third + {"A": "=1", "T": "=-10"}.get(third[0], ""))
    return third


def two_decks_played_down() -> engine.State:
    """Ten players have emptied the stock of two decks without a bust.

    They play fours and tens first, then small cards up to 98, then nines and kings; the next four
    have kings too.
    """
    pack = french_deck(2)

    def take(ranks: str, start: int = 0, stop: int = 104) -> list[str]:
        return [card for rank in ranks for card in pack if card[0] == rank][start:stop]

    queue = take("4TA2356") + take("7", 0, 6) + take("9K") + take("7", 6) + take("8", 4)
    game = engine.load_game("ninetynine", 10, {"decks": 2, "negative": True, "ten": "minus"})
    state = game.new_initial_state(seed=bytes(32), dealer=9, deck=KEPT + queue)
    while state.public()["stock"] != 73 or not any(e["type"] == "reshuffle" for e in state.events):
        play_the_third_card(state)
        assert state.public()["round"] == 1
    return state


def test_with_two_decks_a_sample_keeps_what_is_certain_after_a_rebuild() -> None:
    """Equal cards blur who has what, but the others together hold what neither pile nor I had."""
    state = two_decks_played_down()
    rng = random.Random(3)
    everyone = range(10)
    at_rebuild = [Counter[str](state.private(seat)["hand"]) for seat in everyone]
    played_since = [Counter[str]() for _ in everyone]
    for ply in range(5):
        for me in everyone:
            others = [seat for seat in everyone if seat != me]
            certain = sum((at_rebuild[seat] for seat in others), Counter[str]())
            certain -= sum((played_since[seat] for seat in others), Counter[str]())
            seen = set()
            for _ in range(8):
                sample = state.game.sample(state.observation(me), rng)
                hands = [sample.private(seat)["hand"] for seat in others]
                assert certain <= sum((Counter(hand) for hand in hands), Counter[str]())
                seen.add(str(hands))
            assert len(seen) > 4
        if ply < 4:
            (seat,) = state.current_players()
            played_since[seat][play_the_third_card(state)] += 1


@pytest.mark.parametrize("players", [2, 4, 10])
def test_a_sample_deals_every_unseen_card_to_everybody(players: int) -> None:
    state = rig([], players)
    rng = random.Random(4)
    mine = Counter(state.private(0)["hand"])
    seen: list[set[Any]] = [set() for _ in range(players)]
    first = set()
    for _ in range(500):
        sample = state.game.sample(state.observation(0), rng)
        assert Counter(sample.private(0)["hand"]) == mine
        for seat in range(1, players):
            seen[seat] |= set(sample.private(seat)["hand"])
        seat = sample.current_players()[0]
        sample.apply(seat, sample.legal_actions(seat)[0])
        first |= {event["card"] for event in sample.events if event["type"] == "draw"}
    unseen = set((Counter(state.cards()) - mine).elements())
    assert all(cards == unseen for cards in seen[1:])
    assert first == unseen


def test_a_sample_shuffles_anew_for_the_rounds_to_come() -> None:
    """Nobody knows the seed, so no sample may know the next deal."""
    state = played(["KS"], hold={1: ["JS", "QS", "JH"]})
    rng = random.Random(5)
    deals = set()
    for _ in range(20):
        sample = state.game.sample(state.observation(1), rng)
        sample.apply(1, "JS")
        assert sample.public()["round"] == 2
        deals.add(str([sample.private(seat) for seat in range(2)]))
    assert len(deals) == 20
