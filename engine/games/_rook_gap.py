"""How many cards a hand lacks for a contract, and the smallest melds that lack so few.

Runs of four and sets of three are enough, since a longer meld can be cut down to them. Natural
cards go where they are wanted first; that is best but for the rule that each meld needs a natural
card (and may hold only so many Rooks), and where that might matter, every way is tried.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from types import MappingProxyType
from typing import NamedTuple

from engine.cards import COLOURS
from engine.games._rook_fill import fillings
from engine.games._rook_hand import NUMBERS, RUN, SET, Hand, Picker, Stretch, most_rooks
from engine.games._rook_sets import easiest, fewest_missing

_NO_WORTH = (0,) * NUMBERS
_ANY = 1000
"""More than any contract lacks."""


class Gap(NamedTuple):
    """The fewest cards that are lacking: at least `least`, at most `most`, as with these melds.

    Where `most` is the limit that was asked for there may be no melds.
    """

    least: int
    most: int
    runs: tuple[Stretch, ...] = ()
    sets: Mapping[int, int] = MappingProxyType({})


def gap(hand: Hand, runs: int, sets: int, max_rooks: int | None, limit: int = _ANY) -> Gap:
    """Say how many cards are lacking, if fewer than `limit`; quick, but now and then in doubt."""
    if not sets:
        return _runs_gap(hand, runs, max_rooks, limit)
    rooks_of_set, rooks_of_run = most_rooks(SET, max_rooks), most_rooks(RUN, max_rooks)
    lacking, _ = fewest_missing(hand.numbers, sets, rooks_of_set)
    bound = limit + hand.rooks - lacking
    if bound <= 0:
        return Gap(limit, limit)
    picker = Picker(hand, _windows_below(hand, runs, bound), 1, _NO_WORTH, _ANY, bound)
    best = Gap(limit, limit)
    for cost in picker.pick(runs):
        missing, short = fewest_missing(picker.numbers, sets, rooks_of_set)
        least = max(0, cost + missing - hand.rooks)
        for lack in picker.missing:
            short += max(0, lack - rooks_of_run)
        most = max(least, short)
        if most < best.most:
            chosen = easiest(picker.numbers, sets, rooks_of_set)
            best = Gap(min(least, best.least), most, tuple(picker.runs), chosen)
            picker.bound = most + hand.rooks - lacking
        elif least < best.least:
            best = best._replace(least=least)
        if not best.most:
            break
    return best


def _runs_gap(hand: Hand, runs: int, max_rooks: int | None, limit: int) -> Gap:
    """The same for runs alone: the colours have nothing to do with each other but the Rooks."""
    bounds = [_bounds(cards, runs) for cards in hand.colours]
    fewest = limit + hand.rooks
    if runs * min([bound[1] for bound in bounds]) >= fewest:
        return Gap(limit, limit)
    best: list[tuple[int, Stretch]] = []
    for least, way in sorted(
        [
            (sum([bound[n] for bound, n in zip(bounds, way, strict=True)]), way)
            for way in _shares(runs)
        ]
    ):
        if least >= fewest:
            break
        lacking = 0
        picked = []
        for colour, wanted in enumerate(way):
            if wanted:
                found = _in_colour(hand.colours[colour], wanted)
                picked += [(lack, Stretch(lack, colour, low, low + RUN)) for lack, low in found]
                lacking += sum(lack for lack, _ in found)
        if lacking < fewest:
            fewest, best = lacking, picked
    least = max(0, fewest - hand.rooks)
    most = most_rooks(RUN, max_rooks)
    short = sum(max(0, lack - most) for lack, _ in best)
    return Gap(least, max(least, short), tuple(run for _, run in best), {})


def exact_gap(hand: Hand, runs: int, sets: int, max_rooks: int | None, found: Gap) -> int:
    """Settle a doubt: the fewest cards lacking, however the natural cards are shared out."""
    for lacking in range(found.least, found.most):
        if _is_enough(hand, runs, sets, max_rooks, lacking):
            return lacking
    return found.most


def _is_enough(hand: Hand, runs: int, sets: int, max_rooks: int | None, more: int) -> bool:
    """Whether so many more cards could complete the contract; slow where the hand is poor."""
    most = most_rooks(RUN, max_rooks)
    budget = hand.rooks + more
    places = [run for run in _windows_below(hand, runs, budget + 1) if run.cost <= most + more]
    picker = Picker(hand, places, 1, _NO_WORTH, _ANY, budget + 1)
    for cost in picker.pick(runs):
        if sum(max(0, run.cost - most) for run in picker.runs) > more:
            continue
        for numbers in combinations_with_replacement(range(NUMBERS), sets):
            chosen = {number: numbers.count(number) for number in numbers}
            lacking = cost
            for number, wanted in chosen.items():
                lacking += max(0, SET * wanted - picker.numbers[number])
            if lacking > budget:
                continue
            for way in fillings(hand, picker.runs, chosen, max_rooks, budget, strict=False):
                over = sum(max(0, missing - most) for missing in way.missing)
                if over + way.short <= more:
                    return True
    return False


@lru_cache(maxsize=4096)
def windows(colour: int, cards: tuple[int, ...]) -> tuple[Stretch, ...]:
    """The places of a run of four in a colour; the cost is the cards it lacks, least first."""
    return tuple(
        sorted(
            Stretch(cards[low : low + RUN].count(0), colour, low, low + RUN)
            for low in range(NUMBERS - RUN + 1)
        )
    )


def all_windows(hand: Hand) -> list[Stretch]:
    """The places of a run of four, those that lack the fewest cards first."""
    return _windows_below(hand, 1, _ANY)


def _windows_below(hand: Hand, runs: int, bound: int) -> list[Stretch]:
    """Those that can be among so many that lack fewer than `bound` cards."""
    if not runs:
        return []
    places = [windows(colour, cards) for colour, cards in enumerate(hand.colours)]
    below = bound - (runs - 1) * min(first[0].cost for first in places)
    return sorted(place for colour in places for place in colour if place.cost < below)


@lru_cache
def _shares(runs: int) -> list[tuple[int, ...]]:
    """Every way to share so many runs out among the colours."""
    ways = product(range(runs + 1), repeat=len(COLOURS))
    return [way for way in ways if sum(way) == runs]


@lru_cache(maxsize=4096)
def _bounds(cards: tuple[int, ...], runs: int) -> tuple[int, ...]:
    """Bounds from below for the cards that 0, 1 … so many runs in one colour lack."""
    cheapest = min([cards[low : low + RUN].count(0) for low in range(NUMBERS - RUN + 1)])
    return tuple(
        max(RUN * wanted - sum([min(held, wanted) for held in cards]), wanted * cheapest)
        for wanted in range(runs + 1)
    )


@lru_cache(maxsize=4096)
def _in_colour(cards: tuple[int, ...], runs: int) -> tuple[tuple[int, int], ...]:
    """The runs of four in one colour that lack the fewest cards: what each lacks, and its low."""
    alone = Hand((cards,), cards, 0)
    picker = Picker(alone, windows(0, cards), 1, _NO_WORTH, _ANY, RUN * runs + 1)
    best: Sequence[tuple[int, int]] = ()
    for cost in picker.pick(runs):
        best = [(lack, run.low) for lack, run in zip(picker.missing, picker.runs, strict=True)]
        picker.bound = cost
        if not cost:
            break
    return tuple(best)
