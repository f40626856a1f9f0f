"""The cards of Schmier: what is a trump, what beats what, what counts, and what may be discarded.

Cards are numbers here: 0 … 51 in canonical order (C-3), 52 the joker. Suits are 0 … 3: C D H S.
"""

from collections.abc import Sequence
from itertools import combinations, islice
from math import comb
from typing import Final

from engine.cards import FRENCH_DECK, JOKER, SUITS

NAMES: Final = (*FRENCH_DECK, JOKER)
"""The name of each card, by its number; also the whole deck in canonical order."""
NUMBERS: Final = {name: card for card, name in enumerate(NAMES)}

PLAYERS: Final = 6
HAND_CARDS: Final = 6
MOST_DISCARDS: Final = 3
"""Cards that everyone but the dealer may exchange (SC-9)."""
POINTS: Final = ("high", "low", "right", "left", "joker")
"""The points that hang on a card, in the order of the views; the sixth is `game` (SC-4)."""

_SUIT_NUMBERS: Final = range(4)
_RANKING: Final = "23456789TJQKA"
_TRUMP_RANKING: Final = "23456789TLRQKA"
_ABOVE_ALL: Final = 100
"""What a trump's power has over that of any other card."""

MOST_LISTED: Final = 1000
"""Up to so many of the dealer's discards are all listed (C-12) …"""
SOME_LISTED: Final = 200
"""… and so many of more."""


def _jack(suit: int) -> int:
    return NUMBERS["J" + SUITS[suit]]


def left_bower(trump: int) -> int:
    """The jack of the other suit of the same colour."""
    return _jack(3 - trump)


def _suits(trump: int) -> tuple[int, ...]:
    suits = [SUITS.index(name[1]) if name != JOKER else trump for name in NAMES]
    suits[left_bower(trump)] = trump
    return tuple(suits)


def _power(trump: int, card: int) -> int:
    name = NAMES[card]
    if name == JOKER:
        return _ABOVE_ALL
    if card == left_bower(trump):
        return _ABOVE_ALL + 1 + _TRUMP_RANKING.index("L")
    if name[1] != SUITS[trump]:
        return _RANKING.index(name[0])
    return _ABOVE_ALL + 1 + _TRUMP_RANKING.index("R" if name[0] == "J" else name[0])


def _point_cards(trump: int) -> dict[int, int]:
    suit = SUITS[trump]
    named = (f"A{suit}", f"2{suit}", f"J{suit}", NAMES[left_bower(trump)], JOKER)
    return {NUMBERS[name]: point for point, name in enumerate(named)}


SUITS_BY_TRUMP: Final = tuple(map(_suits, _SUIT_NUMBERS))
"""[trump][card]: the suit to which a card belongs while that suit is trump (SC-3)."""
POWERS: Final = tuple(
    tuple(_power(trump, card) for card in range(len(NAMES))) for trump in _SUIT_NUMBERS
)
"""[trump][card]: of two trumps or two cards of one suit the higher power wins (SC-3, SC-12)."""
POINT_CARDS: Final = tuple(map(_point_cards, _SUIT_NUMBERS))
"""[trump]: card -> the index in POINTS of the point that hangs on it (SC-4)."""
PLAYED_POINTS: Final = 2
"""Points below this index go to who plays the card, the others to who wins it (SC-4)."""

_VALUES: Final = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
VALUES: Final = tuple(_VALUES.get(name[0], 0) for name in NAMES)
"""The card points of each card, the joker's 1 among them (SC-5)."""


def names(cards: Sequence[int]) -> list[str]:
    """The names of some cards."""
    return [NAMES[card] for card in cards]


# --- discards -------------------------------------------------------------------------------------

_DISCARD: Final = "discard="
_AFTER: Final = tuple("," + name for name in NAMES)


def small_discards(plain: Sequence[int]) -> list[str]:
    """SC-9: every way to discard up to three of these cards, the fewest first."""
    ones = [_DISCARD + NAMES[card] for card in plain]
    after = [_AFTER[card] for card in plain]
    many = len(plain)
    twos = [ones[i] + after[j] for i in range(many) for j in range(i + 1, many)]
    threes = [
        ones[i] + after[j] + after[k]
        for i in range(many)
        for j in range(i + 1, many)
        for k in range(j + 1, many)
    ]
    return [_DISCARD, *ones, *twos, *threes]


def dealer_choice(hand: Sequence[int], trump: int) -> tuple[list[int], list[int]]:
    """SC-10: the cards that the dealer has to discard, and those of which the others are chosen."""
    suits, points = SUITS_BY_TRUMP[trump], POINT_CARDS[trump]
    plain = [card for card in hand if suits[card] != trump]
    if len(hand) - len(plain) <= HAND_CARDS:
        return [], plain
    return plain, [card for card in hand if suits[card] == trump and card not in points]


def dealer_discards(hand: Sequence[int], trump: int) -> list[str]:
    """SC-10: the ways to discard down to six; of more than MOST_LISTED the first SOME_LISTED."""
    sure, free = dealer_choice(hand, trump)
    wanted = len(hand) - HAND_CARDS - len(sure)
    most = None if comb(len(free), wanted) <= MOST_LISTED else SOME_LISTED
    if not sure:
        texts = names(free)
        return [_DISCARD + ",".join(some) for some in islice(combinations(texts, wanted), most)]
    return [
        _DISCARD + ",".join(names(sorted((*sure, *some))))
        for some in islice(combinations(free, wanted), most)
    ]
