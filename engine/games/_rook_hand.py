"""A hand of Rook cards as the meld solver sees it: counts, stretches of colours, and what counts.

Inside the solver numbers run from 0 to 13, and a meld of unknown cards is a stretch of one colour
(a run to be) or a number (a set to be).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import COLOURS, ROOK_INDEX, ROOK_NUMBERS
from engine.cards import ROOK as ROOK_NAME

NUMBERS = len(ROOK_NUMBERS)
ROOK = ROOK_INDEX[ROOK_NAME]
RUN = 4
SET = 3
"""The fewest cards of a run and of a set (TR-4, TR-5)."""

POINTS = (*(5 if number < 9 else 10 for number in range(NUMBERS)), 25)
"""TR-16: what a natural card of each number counts, then the Rook."""
WORTH = tuple(points * 1000 + 10 for points in POINTS[:NUMBERS])
ROOK_WORTH = POINTS[NUMBERS] * 1000 + 9
"""What it is worth to lay a card: its points, then that it is a card, then that it is no Rook."""


class Hand(NamedTuple):
    """How many cards there are of each number in each colour, of each number, and of Rooks."""

    colours: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]
    rooks: int


class Stretch(NamedTuple):
    """Where a run may lie: the numbers low … high - 1 of a colour. Less cost comes first."""

    cost: int
    colour: int
    low: int
    high: int


def count(cards: Sequence[int]) -> Hand:
    """Count the cards of a hand."""
    counts = [0] * (ROOK + 1)
    for card in cards:
        counts[card] += 1
    colours = tuple(
        tuple(counts[first : first + NUMBERS])
        for first in range(0, NUMBERS * len(COLOURS), NUMBERS)
    )
    numbers = tuple(map(sum, zip(*colours, strict=True)))
    return Hand(colours, numbers, counts[ROOK])


def most_rooks(size: int, max_rooks: int | None) -> int:
    """How many Rooks a meld of so many cards may hold: one card is natural (TR-6)."""
    return size - 1 if max_rooks is None else min(size - 1, max_rooks)


class Picker:
    """Picks runs out of a hand, every way in turn, natural cards wherever there are any.

    A run costs `price` for every place that has no natural card, less `worth` of every natural
    card. Only ways that cost less than `bound` and lack at most `budget` cards are picked; both
    may be changed between two of them. While one is up, the attributes tell what it leaves.
    """

    def __init__(
        self,
        hand: Hand,
        stretches: Sequence[Stretch],
        price: int,
        worth: Sequence[int],
        budget: int,
        bound: int,
    ) -> None:
        self.stretches = stretches
        self.price, self.worth = price, worth
        self.budget, self.bound = budget, bound
        self.colours = [list(colour) for colour in hand.colours]
        self.numbers = list(hand.numbers)
        """The natural cards of each number that no run has taken."""
        self.lent = [0] * NUMBERS
        """The natural cards of each number in runs."""
        self.runs: list[Stretch] = []
        self.missing: list[int] = []
        """The cards that each run lacks."""
        self.lacking = 0

    def pick(self, runs: int, first: int = 0, cost: int = 0) -> Iterator[int]:
        """Yield the cost of every way to pick so many more runs, `first` the first stretch."""
        if not runs:
            if cost < self.bound:
                yield cost
            return
        colours, numbers, lent, worth = self.colours, self.numbers, self.lent, self.worth
        for place in range(first, len(self.stretches)):
            stretch = self.stretches[place]
            if cost + runs * stretch.cost >= self.bound:
                return
            cards = colours[stretch.colour]
            taken = [number for number in range(stretch.low, stretch.high) if cards[number]]
            missing = stretch.high - stretch.low - len(taken)
            if self.lacking + missing > self.budget:
                continue
            now = cost + self.price * missing
            for number in taken:
                now -= worth[number]
            if now + (runs - 1) * stretch.cost >= self.bound:
                continue
            for number in taken:
                cards[number] -= 1
                numbers[number] -= 1
                lent[number] += 1
            self.lacking += missing
            self.runs.append(stretch)
            self.missing.append(missing)
            yield from self.pick(runs - 1, place, now)
            self.missing.pop()
            self.runs.pop()
            self.lacking -= missing
            for number in taken:
                cards[number] += 1
                numbers[number] += 1
                lent[number] -= 1
