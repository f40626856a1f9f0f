"""The cards of Take 5: their names, their bull heads, and the hidden ones dealt anew."""

from collections.abc import Collection, Sequence
from functools import cache

from engine.game import Random, View

CARDS = 104

NAMES = ("", *(str(card) for card in range(1, CARDS + 1)))
"""The name of each card, by its number."""
NUMBERS = {name: card for card, name in enumerate(NAMES) if card}

HAND_CARDS = 10
ROWS = 4
FULL_ROW = 5
"""The sixth card of a row takes the five that lie there (T5-5)."""


def bull_heads(card: int) -> int:
    """Return how many bull heads a card shows (T5-1)."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


HEADS = (0, *(bull_heads(card) for card in range(1, CARDS + 1)))
"""The bull heads of each card, by its number."""


def names(cards: Sequence[int]) -> list[str]:
    """The names of some cards."""
    return [NAMES[card] for card in cards]


@cache
def seats_in(mask: int) -> tuple[int, ...]:
    """The seats whose bits are set, ascending."""
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def deal_hidden(
    observation: View, deck: Sequence[int], seen: Collection[int], rng: Random
) -> tuple[list[list[int]], list[int]]:
    """Return hands for all seats and the cards aside: all that hasn't been seen this round."""
    mine = [NUMBERS[card] for card in observation["private"]["hand"]]
    unseen = [card for card in deck if card not in seen and card not in mine]
    rng.shuffle(unseen)
    hands = [
        mine if seat == observation["seat"] else sorted(unseen.pop() for _ in range(size))
        for seat, size in enumerate(observation["public"]["hand_sizes"])
    ]
    return hands, unseen
