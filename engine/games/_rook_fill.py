"""Which card goes where in melds whose places are known: natural cards, Rooks, or missing ones.

A natural card may be wanted by several melds, and each meld needs one and may hold only so many
Rooks (TR-6), so all the ways to share the cards out are followed, number by number.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.games._rook_hand import NUMBERS, SET, WORTH, Hand, Stretch, most_rooks


class Filling(NamedTuple):
    """A way to share the natural cards out."""

    missing: tuple[int, ...]
    """The places of each run without a natural card."""
    needed: int
    """The cards that the sets lack."""
    short: int
    """Those of them that no Rook may replace."""


Given = tuple["Given", int, int, tuple[int, ...]] | None
"""The steps of a filling: all before, then a number, a colour, and the runs given that card."""


_Ways = dict[Filling, tuple[int, Given]]
"""For each filling the most worth of natural cards that it lays, and its steps."""


def fillings(
    hand: Hand,
    runs: Sequence[Stretch],
    sets: Mapping[int, int],
    max_rooks: int | None,
    budget: int,
    *,
    strict: bool = True,
) -> _Ways:
    """Every filling that lacks at most `budget` cards; `sets` are those of each number.

    A strict filling can be laid down, its missing cards being Rooks; another may lack cards that no
    Rook may replace.
    """
    most = [most_rooks(run.high - run.low, max_rooks) for run in runs] if strict else None
    naturals = SET - most_rooks(SET, max_rooks)
    ways: _Ways = {Filling((0,) * len(runs), 0, 0): (0, None)}
    for number in range(NUMBERS):
        wanted = sets.get(number, 0)
        free = 0
        cells = []
        for colour, counts in enumerate(hand.colours):
            at = [i for i, run in enumerate(runs) if _covers(run, colour, number)]
            if at:
                cells.append((colour, at))
            else:
                free += counts[number]
        if not cells and not wanted:
            continue
        shared = {(way, free): laid for way, laid in ways.items()}
        for colour, at in cells:
            held = hand.colours[colour][number]
            shared = _share(shared, number, colour, at, held, budget, most)
        ways = {}
        for (way, left), (worth, given) in shared.items():
            needed = way.needed + max(0, SET * wanted - left)
            short = way.short + max(0, naturals * wanted - left)
            if sum(way.missing) + needed > budget or (strict and short):
                continue
            filling = Filling(way.missing, needed, short)
            laid = worth + left * WORTH[number] if wanted else worth
            if filling not in ways or laid > ways[filling][0]:
                ways[filling] = (laid, given)
    return ways


_Shared = dict[tuple[Filling, int], tuple[int, Given]]
"""The same while the cards of a number are shared out, with those that no run has got."""


def _share(
    ways: _Shared,
    number: int,
    colour: int,
    at: Sequence[int],
    held: int,
    budget: int,
    most: Sequence[int] | None,
) -> _Shared:
    """Share out the cards held of a number and a colour among the runs there."""
    after: _Shared = {}
    for (way, left), (worth, given) in ways.items():
        for size in range(min(held, len(at)) + 1):
            laid = worth + size * WORTH[number]
            for lucky in combinations(at, size):
                lack = list(way.missing)
                for run in at:
                    lack[run] += run not in lucky
                if sum(lack) + way.needed > budget:
                    continue
                if most is not None and any(map(int.__gt__, lack, most)):
                    continue
                key = (Filling(tuple(lack), way.needed, way.short), left + held - size)
                if key not in after or laid > after[key][0]:
                    after[key] = (laid, (given, number, colour, lucky))
    return after


def _covers(run: Stretch, colour: int, number: int) -> bool:
    return run.colour == colour and run.low <= number < run.high
