"""Random Toonerville Rook deals in which contracts are dealt, and players who make use of them."""

import random
from typing import Any

from tests.engine.games.toonerville_model import CONTRACTS, Model
from tests.engine.reference import COLOURS, first_dealer, rook_deck

EAGER = {"meld": 40, "swap": 40, "lay": 12, "take": 1, "decline": 2, "buy": 1, "pass": 2}
"""How much rather than one discard an eager player does each of these."""


class Arranger:
    """Deals cards that go together, as long as there are any."""

    def __init__(self, rng: random.Random, players: int) -> None:
        self.rng = rng
        self.players = players
        self.spare = rook_deck(players)
        rng.shuffle(self.spare)
        self.wanted: list[str] = []
        """Cards that a dealt contract goes on with, and those that its Rooks stand for."""

    def card(self, *wishes: str) -> str:
        """One of these if there is one, else any card."""
        card = next((wish for wish in wishes if wish in self.spare), self.spare[-1])
        self.spare.remove(card)
        return card

    def place(self, card: str) -> str:
        """The card for a place of a meld, or now and then a Rook."""
        if self.rng.random() < 0.2 and "W" in self.spare:
            self.wanted += [card, card]
            return self.card("W")
        return self.card(card)

    def run(self) -> list[str]:
        colour, low = self.rng.choice(COLOURS), self.rng.randint(1, 11)
        self.wanted += [f"{colour}{low - 1}", f"{colour}{low + 4}"]
        return [self.place(f"{colour}{low + i}") for i in range(4)]

    def set(self) -> list[str]:
        number = self.rng.randint(1, 14)
        self.wanted += [f"{colour}{number}" for colour in COLOURS]
        return [self.place(f"{self.rng.choice(COLOURS)}{number}") for _ in range(3)]

    def more(self, count: int) -> list[str]:
        """Cards that may go on somebody's melds."""
        wishes = [self.rng.sample(self.wanted, min(4, len(self.wanted))) for _ in range(count)]
        return [self.card(*some) if self.rng.random() < 0.7 else self.card() for some in wishes]

    def deck(self, dealer: int, round_: int) -> list[str]:
        """A full deck, top first, that deals most players their contract."""
        runs, sets, each = CONTRACTS[round_]
        held: dict[int, list[str]] = {}
        for seat in range(self.players):
            held[seat] = []
            if self.rng.random() < 0.7:
                for meld in [self.run] * runs + [self.set] * sets:
                    held[seat] += meld()
            held[seat] = held[seat][:each]
        for hand in held.values():
            hand.extend(self.more(each - len(hand)))
        seats = [(dealer + 1 + step) % self.players for step in range(self.players)]
        top = [held[seat][i] for i in range(each) for seat in seats]
        return [*top, *self.more(1 + 3 * self.players), *self.spare]


def arranged(players: int, options: dict[str, Any], seed: bytes, whim: int) -> Model:
    """A game whose first deal is kind to everybody."""
    arranger = Arranger(random.Random(whim), players)
    deck = arranger.deck(first_dealer(seed, players), options.get("first_round", 1))
    return Model(players, options, seed, deck=deck)


def eager(listed: list[str], rng: random.Random) -> str:
    """What a player does who wants to get rid of cards."""
    weights = [EAGER.get(action.partition("=")[0], 1) for action in listed]
    return rng.choices(listed, weights)[0]
