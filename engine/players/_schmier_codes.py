"""The cards of Schmier as its computer players think of them, once a trump suit is chosen.

A code is the suit times 16 plus the rank; trumps are suit 3, so that of two cards of one suit the
higher code wins and every trump stands above all other cards. Sets of cards are bit masks of codes.
"""

from collections.abc import Sequence
from typing import Final

from engine.games.schmier_cards import NAMES, POWERS, SUITS_BY_TRUMP, VALUES

TRUMP: Final = 3
"""The suit of all trumps in a code; the others are 0 … 2."""
LOWEST_TRUMP: Final = 48
JOKER, TWO, TEN, LEFT, RIGHT, QUEEN, KING, ACE = 48, 49, 57, 58, 59, 60, 61, 62
"""The codes of the trumps that matter; in between lie 3 … 9."""
TRUMPS: Final = 0x7FFF << LOWEST_TRUMP

PLAIN_TEN, PLAIN_QUEEN, PLAIN_KING, PLAIN_ACE = 8, 10, 11, 12
"""Ranks in the other suits, from 0 for the two."""
SUIT_MASKS: Final = tuple(0x1FFF << (suit * 16) for suit in range(3))


def _codes(trump: int) -> tuple[int, ...]:
    others = [suit for suit in range(4) if suit != trump]
    suits, powers = SUITS_BY_TRUMP[trump], POWERS[trump]
    return tuple(
        LOWEST_TRUMP + powers[card] - powers[-1]
        if suits[card] == trump
        else others.index(suits[card]) * 16 + powers[card]
        for card in range(len(NAMES))
    )


CODES: Final = tuple(map(_codes, range(4)))
"""[trump][card]: the code of a card."""
CARDS: Final = tuple({code: card for card, code in enumerate(codes)} for codes in CODES)
"""[trump][code]: the card that a code stands for."""


def _values() -> tuple[int, ...]:
    values = [0] * 64
    for codes in CODES:  # each lacks the jack that is its left bower
        for card, code in enumerate(codes):
            values[code] = VALUES[card]
    return tuple(values)


CARD_POINTS: Final = _values()
"""[code]: the card points, the same whichever suit is trump (SC-5)."""


def mask(cards: Sequence[int]) -> int:
    """The set of some codes."""
    together = 0
    for code in cards:
        together |= 1 << code
    return together
