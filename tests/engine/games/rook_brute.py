"""Lay-downs of Rook hands by trying everything: slow, plain, and without a line of the solver's.

Cards are names, "R7" or "W". A lay-down is a list of melds, a meld a list of names.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

COLOURS = "BGRY"


def points(cards: list[str]) -> int:
    """TR-16."""
    return sum(25 if card == "W" else 5 if int(card[1:]) < 10 else 10 for card in cards)


def is_run(meld: list[str], max_rooks: int | None) -> bool:
    """TR-4, TR-6: whether the cards are a run in this order."""
    return any(
        all(card in ("W", f"{colour}{low + step}") for step, card in enumerate(meld))
        for colour in COLOURS
        for low in range(1, 16 - len(meld))
    ) and _is_meld(meld, 4, max_rooks)


def is_set(meld: list[str], max_rooks: int | None) -> bool:
    """TR-5, TR-6: whether the cards are a set."""
    return len({card[1:] for card in meld if card != "W"}) == 1 and _is_meld(meld, 3, max_rooks)


def _is_meld(meld: list[str], least: int, max_rooks: int | None) -> bool:
    rooks = meld.count("W")
    return len(meld) >= least and rooks < len(meld) and (max_rooks is None or rooks <= max_rooks)


def all_runs(hand: list[str], max_rooks: int | None) -> Iterator[list[str]]:
    """Every run that can be made of the hand."""
    for colour in COLOURS:
        for low in range(1, 12):
            for size in range(4, 16 - low):
                names = [f"{colour}{number}" for number in range(low, low + size)]
                if sum(name not in hand for name in names) > hand.count("W"):
                    break
                places = [[name, "W"] if name in hand else ["W"] for name in names]
                for meld in map(list, product(*places)):
                    if is_run(meld, max_rooks) and meld.count("W") <= hand.count("W"):
                        yield meld


def all_sets(hand: list[str], max_rooks: int | None) -> Iterator[list[str]]:
    """Every set that can be made of the hand."""
    for number in range(1, 15):
        names = [f"{colour}{number}" for colour in COLOURS] + ["W"]
        for counts in product(*(range(hand.count(name) + 1) for name in names)):
            meld = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
            if is_set(meld, max_rooks):
                yield meld


class Brute:
    """What one hand leaves after each lay-down of a contract."""

    def __init__(self, max_rooks: int | None = None) -> None:
        self.max_rooks = max_rooks
        self.known: dict[tuple, set[tuple[str, ...]]] = {}

    def leaves(self, hand: list[str], runs: int, sets: int) -> set[tuple[str, ...]]:
        """The cards left in hand, sorted, by every lay-down there is."""
        key = (tuple(sorted(hand)), runs, sets)
        if key not in self.known:
            self.known[key] = self._leaves(*key)
        return self.known[key]

    def _leaves(self, hand: tuple[str, ...], runs: int, sets: int) -> set[tuple[str, ...]]:
        if not runs and not sets:
            return {hand}
        make = all_runs if runs else all_sets
        rests = {
            tuple(sorted((Counter(hand) - Counter(meld)).elements()))
            for meld in make(list(hand), self.max_rooks)
        }
        found: set[tuple[str, ...]] = set()
        for rest in rests:
            found |= self.leaves(list(rest), runs - bool(runs), sets - (not runs))
        return found
