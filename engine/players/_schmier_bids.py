"""What a hand of Schmier is worth with a suit as trump: the rest is dealt and played in thought."""

from typing import Final

from engine.game import Random, View
from engine.games.schmier_cards import NAMES, NUMBERS, PLAYERS
from engine.players._schmier_codes import (
    ACE,
    CODES,
    JOKER,
    KING,
    LEFT,
    LOWEST_TRUMP,
    QUEEN,
    RIGHT,
    TEN,
    TWO,
    mask,
)
from engine.players._schmier_habits import choose, exchange
from engine.players._schmier_seen import utility
from engine.players._schmier_tricks import Tricks

_STRENGTHS: Final = {
    ACE: 1.6, KING: 1.2, QUEEN: 1.0, RIGHT: 1.1, LEFT: 0.9, TEN: 0.5, TWO: 1.0, JOKER: 0.5,
}  # fmt: skip
_LOW_STRENGTH: Final = 0.4
_CLOSE: Final = 0.8
"""Suits that are weaker than the strongest by more needn't be thought about."""
_HAND: Final = 6


def strength(hand: list[int], trump: int) -> float:
    """How strong a hand looks at first sight, about 0 … 7."""
    codes = [CODES[trump][card] for card in hand]
    return sum(_STRENGTHS.get(code, _LOW_STRENGTH) for code in codes if code >= LOWEST_TRUMP)


def strongest(hand: list[int], most: int) -> list[int]:
    """The suits that may be the best trump, the strongest first."""
    strengths = [strength(hand, trump) for trump in range(4)]
    least = max(strengths) - _CLOSE
    suits = sorted(range(4), key=lambda trump: -strengths[trump])
    return [trump for trump in suits if strengths[trump] >= least][:most]


class Estimate:
    """What the player's team wins as the bidding side, with each of some trump suits."""

    def __init__(self, observation: View, trumps: list[int]) -> None:
        self._seat: int = observation["seat"]
        self._dealer = observation["public"]["dealer"]
        self._teams = len(observation["public"]["scores"])
        self._hand = [NUMBERS[card] for card in observation["private"]["hand"]]
        self._unseen = [card for card in range(len(NAMES)) if card not in self._hand]
        self.trumps = trumps
        self._results: dict[int, list[list[int]]] = {trump: [] for trump in trumps}

    def think(self, deals: int, rng: Random) -> None:
        """Deal the unseen cards so many times more, and play each deal with every trump suit."""
        for _ in range(deals):
            rng.shuffle(self._unseen)
            hands = [self._unseen[at : at + _HAND] for at in range(0, _HAND * (PLAYERS - 1), _HAND)]
            hands.insert(self._seat, self._hand)
            stock = self._unseen[_HAND * (PLAYERS - 1) :]
            for trump in self.trumps:
                self._results[trump].append(self._play(hands, stock, CODES[trump]))

    def _play(self, hands: list[list[int]], stock: list[int], codes: tuple[int, ...]) -> list[int]:
        coded = [[codes[card] for card in hand] for hand in hands]
        exchange(coded, [codes[card] for card in stock], self._dealer)
        teams = self._teams
        tricks = Tricks(
            teams, self._seat, coded, mask(codes), [0] * PLAYERS, [0] * teams, [0] * teams
        )
        return tricks.play_on(self._seat, choose)

    def chance(self, trump: int, bid: int) -> float:
        """How likely a bid would be made, 0 … 1."""
        results, team = self._results[trump], self._seat % self._teams
        return sum(points[team] >= bid for points in results) / len(results)

    def worth(self, trump: int, bid: int) -> float:
        """What the hand would bring on average, as `utility` counts it."""
        results, team = self._results[trump], self._seat % self._teams
        return sum(utility(points, team, team, bid) for points in results) / len(results)
