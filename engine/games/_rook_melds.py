"""Melds of Rook cards: what cards make one, and which contracts a hand can lay down.

Cards are their places in a Rook deck, 0 … 56. A contract is so many runs and so many sets; `whole`
says that it must use the whole hand (TR-14). All answers are exact.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Literal, NamedTuple

from engine.cards import ROOK_DECK
from engine.game import IllegalAction
from engine.games._rook_best import Plan, best_plan, lay, small_plans
from engine.games._rook_gap import exact_gap, gap
from engine.games._rook_hand import NUMBERS, ROOK, RUN, SET, Hand, count

_LOOKED_AT = 5
"""How many lay-downs are looked at for each that is listed."""


class Meld(NamedTuple):
    """A run or a set, its Rooks in place (TR-4 … TR-6)."""

    is_run: bool
    cards: tuple[int, ...]
    """A run's in ascending place order; a set's natural cards in canonical order, then Rooks."""
    low: int
    """The number (1 … 14) of a run's first place, or of a set."""
    colour: int
    """A run's colour, its place in `COLOURS`; -1 for a set."""


def meld_of(
    kind: Literal["set", "run"], cards: Sequence[int], max_rooks: int | None = None
) -> Meld:
    """The meld that these cards are, a run in this order (TR-4 … TR-6).

    IllegalAction says what they lack for one.
    """
    is_run = kind == "run"
    shown = ",".join(ROOK_DECK[card] for card in cards)
    naturals = [card for card in cards if card != ROOK]
    if is_run and len(cards) < RUN:
        raise IllegalAction("{cards}: a run needs at least four cards.", cards=shown)
    if len(cards) < SET:
        raise IllegalAction("{cards}: a set needs at least three cards.", cards=shown)
    if not naturals:
        raise IllegalAction("{cards}: a meld needs at least one natural card.", cards=shown)
    if max_rooks is not None and len(cards) - len(naturals) > max_rooks:
        raise IllegalAction(
            "{cards}: at this table a meld holds at most {most} of the Rooks.",
            cards=shown,
            most=max_rooks,
        )
    if is_run:
        return _run(cards, shown)
    number = naturals[0] % NUMBERS
    if any(card % NUMBERS != number for card in naturals):
        raise IllegalAction("{cards}: the cards of a set have one number.", cards=shown)
    return Meld(is_run=False, cards=tuple(sorted(cards)), low=number + 1, colour=-1)


def _run(cards: Sequence[int], shown: str) -> Meld:
    """The run that enough cards are, in this order; IllegalAction says what is wrong with it."""
    naturals = [(place, card) for place, card in enumerate(cards) if card != ROOK]
    place, first = naturals[0]
    colour, number = divmod(first, NUMBERS)
    if any(card // NUMBERS != colour for _, card in naturals):
        raise IllegalAction("{cards}: the cards of a run have one colour.", cards=shown)
    if any((card - first - at + place) % NUMBERS for at, card in naturals):
        raise IllegalAction(
            "{cards}: in a run each number is one higher than the one before it.", cards=shown
        )
    low = number - place
    if low < 0 or low + len(cards) > NUMBERS:
        raise IllegalAction("{cards}: a run goes from 1 to 14, not round the corner.", cards=shown)
    return Meld(is_run=True, cards=tuple(cards), low=low + 1, colour=colour)


def can_lay(
    hand: Sequence[int], runs: int, sets: int, max_rooks: int | None = None, *, whole: bool = False
) -> bool:
    """Whether the hand can lay down the contract."""
    return _can_lay(tuple(sorted(hand)), runs, sets, max_rooks, whole)


def find(
    hand: Sequence[int], runs: int, sets: int, max_rooks: int | None = None, *, whole: bool = False
) -> tuple[Meld, ...] | None:
    """Some lay-down of the contract, as small as can be unless `whole`; None if there is none."""
    cards = tuple(sorted(hand))
    if whole:
        return _best(cards, runs, sets, max_rooks, whole)
    counted = count(cards)
    found = gap(counted, runs, sets, max_rooks, 1)
    if found.most:
        return _best(cards, runs, sets, max_rooks, whole) if not found.least else None
    return _melds(counted, Plan(found.runs, found.sets), max_rooks, whole=False)


def best(
    hand: Sequence[int], runs: int, sets: int, max_rooks: int | None = None, *, whole: bool = False
) -> tuple[Meld, ...] | None:
    """The lay-down that leaves the fewest points in hand (TR-16), then the fewest cards.

    Its melds are as large as the hand allows. None if there is none.
    """
    return _best(tuple(sorted(hand)), runs, sets, max_rooks, whole)


def lay_downs(
    hand: Sequence[int],
    runs: int,
    sets: int,
    max_rooks: int | None = None,
    *,
    whole: bool = False,
    limit: int = 50,
) -> list[tuple[Meld, ...]]:
    """Different lay-downs from which no card could be left out: those with few Rooks first.

    Among as many Rooks those that leave the fewest points come first. Where a natural card of the
    hand would do, there is no Rook. At least one if there is any; `whole` has one at most.
    """
    if not can_lay(hand, runs, sets, max_rooks, whole=whole):
        return []
    if not whole:
        counted = count(hand)
        plans = islice(small_plans(counted, runs, sets, max_rooks), _LOOKED_AT * limit)
        in_order = sorted(plans, key=lambda found: (found[0], -found[1]))[:limit]
        if in_order:
            return [_plain_melds(counted, plan) for _, _, plan in in_order]
    found = find(hand, runs, sets, max_rooks, whole=whole)
    return [] if found is None else [found]


def distance(hand: Sequence[int], runs: int, sets: int, max_rooks: int | None = None) -> int:
    """How many more cards, any one wishes for, would let the contract be laid; 0 if it can be."""
    return _distance(tuple(sorted(hand)), runs, sets, max_rooks)


@lru_cache(maxsize=4096)
def _distance(hand: tuple[int, ...], runs: int, sets: int, max_rooks: int | None) -> int:
    counted = count(hand)
    found = gap(counted, runs, sets, max_rooks)
    if found.least == found.most:
        return found.most
    return exact_gap(counted, runs, sets, max_rooks, found)


@lru_cache(maxsize=4096)
def _can_lay(
    hand: tuple[int, ...],
    runs: int,
    sets: int,
    max_rooks: int | None,
    whole: bool,  # noqa: FBT001
) -> bool:
    if len(hand) < RUN * runs + SET * sets:
        return False
    counted = count(hand)
    if whole and not _may_use_all(counted, runs, sets):
        return False
    found = gap(counted, runs, sets, max_rooks, 1)
    if found.least:
        return False
    if not found.most and not whole:
        return True
    return best_plan(counted, runs, sets, max_rooks, whole=whole) is not None


def _may_use_all(hand: Hand, runs: int, sets: int) -> bool:
    """Whether the colours that have no run may leave few enough numbers for the sets."""
    others = len(hand.colours) - runs
    if others <= 0:
        return True
    return any(
        sum(map(any, zip(*colours, strict=True))) <= sets
        for colours in combinations(hand.colours, others)
    )


@lru_cache(maxsize=1024)
def _best(
    hand: tuple[int, ...],
    runs: int,
    sets: int,
    max_rooks: int | None,
    whole: bool,  # noqa: FBT001
) -> tuple[Meld, ...] | None:
    if not _can_lay(hand, runs, sets, max_rooks, whole):
        return None
    counted = count(hand)
    plan = best_plan(counted, runs, sets, max_rooks, whole=whole)
    return None if plan is None else _melds(counted, plan, max_rooks, whole=True)


def _melds(hand: Hand, plan: Plan, max_rooks: int | None, *, whole: bool) -> tuple[Meld, ...]:
    """The cards of a plan that can be laid: as many as it takes if `whole`, else as few."""
    taken: list[set[int]] = [set() for _ in plan.runs]
    left = [list(colour) for colour in hand.colours]
    for number, colour, lucky in lay(hand, plan, max_rooks, whole=whole):
        left[colour][number] -= len(lucky)
        for run in lucky:
            taken[run].add(number)
    melds = [
        Meld(
            is_run=True,
            cards=tuple(
                run.colour * NUMBERS + number if number in naturals else ROOK
                for number in range(run.low, run.high)
            ),
            low=run.low + 1,
            colour=run.colour,
        )
        for run, naturals in zip(plan.runs, taken, strict=True)
    ]
    piles = [
        (number, pile)
        for number, wanted in plan.sets.items()
        for pile in _piles(left, number, wanted, whole=whole)
    ]
    for _, pile in piles:
        pile.extend([ROOK] * (SET - len(pile)))
    rooks = hand.rooks - sum(meld.cards.count(ROOK) for meld in melds)
    rooks -= sum(pile.count(ROOK) for _, pile in piles)
    if whole:
        for _, pile in piles:
            more = rooks if max_rooks is None else min(rooks, max_rooks - pile.count(ROOK))
            pile.extend([ROOK] * more)
            rooks -= more
    melds += [
        Meld(is_run=False, cards=tuple(pile), low=number + 1, colour=-1) for number, pile in piles
    ]
    return tuple(melds)


def _plain_melds(hand: Hand, plan: Plan) -> tuple[Meld, ...]:
    """The melds of a small plan in which every natural card goes where it is wanted first."""
    left = [list(colour) for colour in hand.colours]
    melds = []
    for run in plan.runs:
        colour, cards = left[run.colour], []
        for number in range(run.low, run.high):
            if colour[number]:
                colour[number] -= 1
                cards.append(run.colour * NUMBERS + number)
            else:
                cards.append(ROOK)
        melds.append(Meld(is_run=True, cards=tuple(cards), low=run.low + 1, colour=run.colour))
    for number, wanted in plan.sets.items():
        for pile in _piles(left, number, wanted, whole=False):
            cards = [*pile, *[ROOK] * (SET - len(pile))]
            melds.append(Meld(is_run=False, cards=tuple(cards), low=number + 1, colour=-1))
    return tuple(melds)


def _piles(left: list[list[int]], number: int, sets: int, *, whole: bool) -> list[list[int]]:
    """Deal the natural cards of a number out to its sets, all of them or three to each."""
    cards = [
        colour * NUMBERS + number
        for colour, counts in enumerate(left)
        for _ in range(counts[number])
    ]
    return [
        cards[first::sets] if whole else cards[first : SET * sets : sets] for first in range(sets)
    ]
