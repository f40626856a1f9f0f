"""The melds of a contract that lay the most of a hand, and all the small ones there are."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.games._rook_fill import Filling, fillings
from engine.games._rook_gap import all_windows
from engine.games._rook_hand import (
    NUMBERS,
    ROOK_WORTH,
    RUN,
    SET,
    WORTH,
    Hand,
    Picker,
    Stretch,
    most_rooks,
)
from engine.games._rook_runs import best_runs
from engine.games._rook_sets import Choices


class Plan(NamedTuple):
    """Melds without their cards: where the runs lie, how many sets there are of each number."""

    runs: tuple[Stretch, ...]
    sets: Mapping[int, int]


def lay(
    hand: Hand, plan: Plan, max_rooks: int | None, *, whole: bool
) -> list[tuple[int, int, tuple[int, ...]]]:
    """Share the natural cards out among melds that can be laid: a number, a colour, which runs.

    As many cards as they take are laid if `whole`, else as few Rooks as they need.
    """
    found = fillings(hand, *plan, max_rooks, hand.rooks)

    def rank(way: Filling) -> int:
        if whole:
            return _laid(hand, plan, max_rooks, way, found[way][0])
        return -sum(way.missing) - way.needed

    given = found[max(found, key=rank)][1]
    steps = []
    while given:
        steps.append(given[1:])
        given = given[0]
    return steps


def _laid(hand: Hand, plan: Plan, max_rooks: int | None, way: Filling, worth: int) -> int:
    """What is laid if the sets take all the Rooks that they may hold."""
    sets = sum(plan.sets.values())
    room = hand.rooks * sets if max_rooks is None else max_rooks * sets
    return worth + ROOK_WORTH * min(hand.rooks, sum(way.missing) + room)


def best_plan(
    hand: Hand, runs: int, sets: int, max_rooks: int | None, *, whole: bool = False
) -> Plan | None:
    """The melds of a contract that leave the fewest points, and then the fewest cards (TR-16).

    If the `whole` hand must be laid (TR-14), None unless they do.
    """
    if not sets:
        found = best_runs(hand, runs, max_rooks)
        if found is None:
            return None
        places = sum(run.high - run.low for run in found)
        return None if whole and places < sum(hand.numbers) + hand.rooks else Plan(found, {})
    everything = hand.rooks * ROOK_WORTH + sum(
        held * worth for held, worth in zip(hand.numbers, WORTH, strict=True)
    )
    places = runs + sets
    rooks = hand.rooks if max_rooks is None else min(hand.rooks, max_rooks * places)
    alone = sorted((held * worth for held, worth in zip(hand.numbers, WORTH, strict=True)))
    most = rooks * ROOK_WORTH + sum(alone[-sets:])
    """No sets, and no places of the Rooks, are worth more."""
    worth = everything - 1 if whole else 0
    best: Plan | None = None
    stretches = _stretches(hand, max_rooks)
    picker = Picker(hand, stretches, 0, WORTH, hand.rooks, most - worth)
    for cost in picker.pick(runs):
        laid = rooks * ROOK_WORTH - cost
        choices = Choices(
            picker.numbers,
            picker.lent,
            WORTH,
            most_rooks(SET, max_rooks),
            hand.rooks - picker.lacking,
            worth - laid,
        )
        for chosen, gain, _ in choices.choose(sets):
            plan = Plan(tuple(picker.runs), dict(chosen))
            total = laid + gain
            if not _is_plain(picker, chosen, max_rooks, rooks):
                ways = fillings(hand, *plan, max_rooks, hand.rooks).items()
                total = max(
                    (_laid(hand, plan, max_rooks, way, laid) for way, (laid, _) in ways), default=0
                )
            if total > worth:
                worth, best = total, plan
                picker.bound = most - worth
                choices.bound = worth - laid
    return best


def small_plans(
    hand: Hand, runs: int, sets: int, max_rooks: int | None
) -> Iterator[tuple[int, int, Plan]]:
    """Every contract of runs of four and sets of three: its Rooks, its worth without them, itself.

    Those with fewer Rooks come first; natural cards go where they are wanted first. Left out are
    those that would need a natural card to stay out of a meld that has room for it.
    """
    windows = all_windows(hand) if runs else []
    for rooks in range(hand.rooks + 1):
        picker = Picker(hand, windows, 1, (0,) * NUMBERS, rooks, rooks + 1)
        for cost in picker.pick(runs):
            laid = sum(WORTH[number] * taken for number, taken in enumerate(picker.lent))
            choices = Choices(
                picker.numbers, (0,) * NUMBERS, WORTH, most_rooks(SET, max_rooks), rooks - cost, -1
            )
            for chosen, _, lacking in choices.choose(sets):
                if cost + lacking == rooks and _is_plain(picker, chosen, max_rooks, 0):
                    worth = laid + sum(
                        WORTH[number] * min(SET * wanted, picker.numbers[number])
                        for number, wanted in chosen.items()
                    )
                    yield rooks, worth, Plan(tuple(picker.runs), dict(chosen))


def _is_plain(picker: Picker, sets: dict[int, int], max_rooks: int | None, rooks: int) -> bool:
    """Whether all is well with every natural card in the first meld that wants it.

    Each meld has a natural card and not too many Rooks, and so many Rooks find a place.
    """
    for run, missing in zip(picker.runs, picker.missing, strict=True):
        if missing > most_rooks(run.high - run.low, max_rooks):
            return False
    naturals = SET - most_rooks(SET, max_rooks)
    for number, wanted in sets.items():
        if picker.numbers[number] < naturals * wanted:
            return False
    return max_rooks is None or rooks <= picker.lacking + max_rooks * sum(sets.values())


def _stretches(hand: Hand, max_rooks: int | None) -> list[Stretch]:
    """Where runs may lie, those that lay the most first.

    Where sets take any Rook, no run of more than four needs one at an end.
    """
    found = []
    for colour, cards in enumerate(hand.colours):
        for low in range(NUMBERS - RUN + 1):
            for high in range(low + RUN, NUMBERS + 1):
                places = cards[low:high]
                holes = places.count(0)
                if holes > min(hand.rooks, most_rooks(high - low, max_rooks)):
                    continue
                if max_rooks is None and high - low > RUN and not (places[0] and places[-1]):
                    continue
                cost = -sum(WORTH[number] for number in range(low, high) if cards[number])
                found.append(Stretch(cost, colour, low, high))
    return sorted(found, key=lambda run: (run.cost, run.low - run.high))
