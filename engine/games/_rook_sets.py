"""Which numbers become sets: the ones that lack the fewest cards, or every choice in turn.

The cards of a number that no run has taken can all be laid in its sets (TR-5), so only the numbers
are chosen, and how many sets of each there are (TR-7).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from engine.games._rook_hand import SET

_LACK = 64
"""A step is 64 times the cards that one more set lacks, and those that no Rook may replace."""


@lru_cache(maxsize=1024)
def _steps(cards: int, sets: int, rooks: int) -> tuple[int, ...]:
    """What each set of a number lacks, one after the other, each more than the one before."""
    totals = []
    for number in range(sets + 1):
        lacking = max(0, SET * number - cards)
        totals.append(lacking * _LACK + max(0, (SET - rooks) * number - cards))
    return tuple(after - before for before, after in pairwise(totals))


def fewest_missing(numbers: Sequence[int], sets: int, rooks: int) -> tuple[int, int]:
    """How many cards so many sets lack at least, and how many of them no Rook may replace.

    `numbers` are the cards there are of each, `rooks` those that a set of three may hold.
    """
    ready = 0
    for cards in numbers:
        ready += cards // SET
    if ready >= sets:
        return 0, 0
    steps = [step for cards in numbers if cards for step in _steps(cards, sets, rooks)]
    steps += _steps(0, sets, rooks)
    steps.sort()
    return divmod(sum(steps[:sets]), _LACK)


def easiest(numbers: Sequence[int], sets: int, rooks: int) -> dict[int, int]:
    """The numbers of those sets, with how many there are of each."""
    steps = sorted(
        (step, number)
        for number, cards in enumerate(numbers)
        for step in _steps(cards, sets, rooks)
    )
    chosen: dict[int, int] = {}
    for _, number in steps[:sets]:
        chosen[number] = chosen.get(number, 0) + 1
    return chosen


class Choices:
    """Every choice of so many sets that lacks at most `spare` cards and is worth more than `bound`.

    The choices with the most worth come first, more or less; `bound` may be changed between two.
    `lent` are cards of the numbers that other melds hold and might part with.
    """

    def __init__(
        self,
        numbers: Sequence[int],
        lent: Sequence[int],
        worth: Sequence[int],
        rooks: int,
        spare: int,
        bound: int,
    ) -> None:
        self.numbers, self.lent = numbers, lent
        self.naturals = SET - rooks
        self.spare, self.bound = spare, bound
        self.order = sorted(
            (
                (cards * worth[number], number)
                for number, cards in enumerate(numbers)
                if cards or lent[number]
            ),
            reverse=True,
        )

    def choose(
        self, sets: int, first: int = 0, worth: int = 0, lacking: int = 0
    ) -> Iterator[tuple[dict[int, int], int, int]]:
        """Yield the sets of each number, their worth without Rooks, and the cards they lack."""
        if not sets:
            if worth > self.bound:
                yield {}, worth, lacking
            return
        for place in range(first, len(self.order)):
            gain, number = self.order[place]
            if worth + sets * gain <= self.bound:
                return
            cards = self.numbers[number]
            for more in range(1, sets + 1):
                lack = lacking + max(0, SET * more - cards)
                if lack > self.spare or self.naturals * more > cards + self.lent[number]:
                    break
                for chosen, total, all_lack in self.choose(
                    sets - more, place + 1, worth + gain, lack
                ):
                    chosen[number] = more
                    yield chosen, total, all_lack
