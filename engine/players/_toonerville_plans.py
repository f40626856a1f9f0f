"""How far a hand of Toonerville Rook is from its contract: how many cards it still has to see.

A plan names the melds to be: where runs of four lie, which numbers become sets. Each card that a
plan lacks is a piece with a number of outs, the unseen cards that would fill it. Where every card
seen is one of `total` unseen ones, a piece of so many outs takes total / outs cards to come; of
several pieces the easy ones come first. A hand that has many plans is nearer than the best of them
says, so they are weighed together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import pow  # noqa: A004 - of floats alone
from typing import NamedTuple

from engine.games._rook_hand import NUMBERS, ROOK, RUN, SET

SHARP = 4.0
"""How much more the nearest plans count: 1 would add up how often any of them is completed."""
_SOON = 0.5
"""Fewer cards to be seen make no difference."""
_NEVER = 1e-12
"""No outlook weighs less: that of a thousand cards to be seen."""
_COLOURS = ROOK // NUMBERS
_WILD = 0.5
"""The share of an unseen Rook that each piece may hope for."""
_IN_COLOUR = 4
"""Ways to place runs that are kept for each colour and number of runs."""
_RUN_WAYS = 7
"""Ways to place all runs that are kept."""
_HOPELESS = 0.05
"""The outs of a card of which none is left."""
_BOTH = 2 / 3
"""Two pieces that the same cards fill: the outs of each, as a share."""


class Wish(NamedTuple):
    """What is collected: a contract, `max_rooks`, and how many cards a whole hand will have."""

    runs: int
    sets: int
    most_rooks: int | None
    whole: int = 0
    """TR-14: the cards that the melds must use up; 0 where any number may be left."""


class Unseen(NamedTuple):
    """How many cards may still come, each by its place in a Rook deck."""

    cards: tuple[int, ...]
    numbers: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, cards: Sequence[int]) -> "Unseen":
        numbers = tuple([sum(cards[number:ROOK:NUMBERS]) for number in range(NUMBERS)])
        return cls(tuple(cards), numbers, max(1, sum(cards)))


class _Runs(NamedTuple):
    """Some runs to be: the outs of what they lack, and where they lie."""

    cost: float
    """Less is easier: the pieces, as if they were waited for one after the other."""
    pieces: tuple[float, ...]
    natural: tuple[float, ...]
    """The outs of pieces that no Rook may fill."""
    lows: tuple[tuple[int, int], ...]
    """The colour and the lowest number of each."""


class Plan(NamedTuple):
    """Melds to be."""

    looks: float
    """How many cards must be seen until it is complete; 0 if it is."""
    losses: dict[int, float]
    """The same if a card of the hand were missing, for those where that matters."""
    fitting: frozenset[int]
    """Cards that could be laid with the melds, without being needed."""


def outlook(plans: Sequence[Plan]) -> float:
    """How many cards a hand has to see, over all its plans."""
    return _looks(sum([_weight(plan.looks) for plan in plans]))


def losses(plans: Sequence[Plan], cards: Sequence[int]) -> dict[int, float]:
    """The outlook without each of some cards of the hand."""
    weights = [_weight(plan.looks) for plan in plans]
    total = sum(weights)
    after = {}
    for card in cards:
        lost = 0.0
        for weight, plan in zip(weights, plans, strict=True):
            if card in plan.losses:
                lost += weight - _weight(plan.losses[card])
        after[card] = _looks(total - lost)
    return after


def _weight(looks: float) -> float:
    return pow(max(looks, _SOON), -SHARP)


def _looks(weight: float) -> float:
    return pow(max(weight, _NEVER), -1 / SHARP)


def plans_of(hand: Sequence[int], unseen: Unseen, wish: Wish) -> list[Plan]:
    """The most promising plans of a hand, at least one."""
    held = [0] * (ROOK + 1)
    for card in hand:
        held[card] += 1
    rook_outs = unseen.cards[ROOK] * _WILD
    plans = []
    for runs in _all_runs(tuple(held), unseen, wish, rook_outs):
        left = held.copy()
        for colour, low in runs.lows:
            for card in range(colour * NUMBERS + low, colour * NUMBERS + low + RUN):
                left[card] -= left[card] > 0
        plans += [
            _plan(held, left, runs, numbers, unseen, wish, rook_outs)
            for numbers in _number_choices(left, unseen, wish, rook_outs)
        ]
    return plans


# --- runs -----------------------------------------------------------------------------------------


def _all_runs(held: tuple[int, ...], unseen: Unseen, wish: Wish, rook_outs: float) -> list[_Runs]:
    """Ways to place all runs of the contract, the easiest first."""
    ways: list[list[_Runs]] = [[_Runs(0.0, (), (), ())], *[[] for _ in range(wish.runs)]]
    for colour in range(_COLOURS if wish.runs else 0):
        cards = held[colour * NUMBERS : (colour + 1) * NUMBERS]
        outs = unseen.cards[colour * NUMBERS : (colour + 1) * NUMBERS]
        after = [list(way) for way in ways]
        for more in range(1, wish.runs + 1):
            for here in _in_colour(colour, cards, outs, rook_outs, wish.most_rooks, more):
                for before in range(wish.runs + 1 - more):
                    after[before + more] += [_joined(way, here) for way in ways[before]]
        ways = [sorted(some)[:_RUN_WAYS] for some in after]
    return ways[wish.runs]


def _joined(some: _Runs, more: _Runs) -> _Runs:
    return _Runs(
        some.cost + more.cost,
        some.pieces + more.pieces,
        some.natural + more.natural,
        some.lows + more.lows,
    )


@lru_cache(maxsize=8192)
def _in_colour(
    colour: int,
    cards: tuple[int, ...],
    outs: tuple[int, ...],
    rook_outs: float,
    most_rooks: int | None,
    runs: int,
) -> list[_Runs]:
    """The easiest ways to place so many runs in a colour."""
    if runs > 1:
        begun = _in_colour(colour, cards, outs, rook_outs, most_rooks, runs - 1)
    else:
        begun = [_Runs(0.0, (), (), ())]
    found = []
    for way in begun:
        left = list(cards)
        for _, low in way.lows:
            for number in range(low, low + RUN):
                left[number] -= left[number] > 0
        first = way.lows[-1][1] if way.lows else 0
        for low in range(first, NUMBERS - RUN + 1):
            lacking = [number for number in range(low, low + RUN) if not left[number]]
            if len(lacking) == RUN:
                continue
            pieces = sorted([outs[number] or _HOPELESS for number in lacking])
            wild = len(lacking) if most_rooks is None else min(most_rooks, len(lacking))
            run = _Runs(
                sum([1 / (piece + rook_outs) for piece in pieces]),
                tuple([piece + rook_outs for piece in pieces[:wild]]),
                tuple(pieces[wild:]),
                ((colour, low),),
            )
            found.append(_joined(way, run))
    return sorted(found)[:_IN_COLOUR]


# --- sets -----------------------------------------------------------------------------------------

_Numbers = tuple[tuple[int, int], ...]
"""Numbers of sets, and how many sets there are of each."""


def _number_choices(
    left: Sequence[int], unseen: Unseen, wish: Wish, rook_outs: float
) -> Iterator[_Numbers]:
    """The easiest choice of numbers for the sets, and some that are nearly as easy."""
    if not wish.sets:
        yield ()
        return
    steps = []
    for number in range(NUMBERS):
        cards = sum(left[number:ROOK:NUMBERS])
        for nth in range(1 + (cards > SET) + (cards > 2 * SET)):
            have = cards - SET * nth
            lacking = max(0, SET - have)
            outs = (unseen.numbers[number] or _HOPELESS) + rook_outs
            steps.append((lacking * unseen.total / outs - 0.1 * have, number))
    steps.sort()
    chosen = [number for _, number in steps[: wish.sets]]
    others = [number for _, number in steps[wish.sets :]]
    yield _counted(chosen)
    for place, other in ((-1, 0), (-1, 1), (-2, 0)):
        if len(others) > other and len(chosen) >= -place and others[other] != chosen[place]:
            changed = chosen.copy()
            changed[place] = others[other]
            yield _counted(changed)


def _counted(numbers: Sequence[int]) -> _Numbers:
    return tuple(sorted({number: numbers.count(number) for number in numbers}.items()))


# --- plans ----------------------------------------------------------------------------------------


def _plan(
    held: Sequence[int],
    left: Sequence[int],
    runs: _Runs,
    numbers: _Numbers,
    unseen: Unseen,
    wish: Wish,
    rook_outs: float,
) -> Plan:
    draft = _Draft(list(runs.pieces), list(runs.natural))
    for number, sets in numbers:
        _add_sets(draft, number, sets, left, unseen, wish, rook_outs)
    set_numbers = {number for number, _ in numbers}
    for colour, low in runs.lows:
        first = colour * NUMBERS + low
        for card in range(first, first + RUN):
            if held[card] and not left[card]:
                draft.needed[card] = (unseen.cards[card] or _HOPELESS) + rook_outs
        above = range(first + RUN, (colour + 1) * NUMBERS)
        for way in (above, range(first - 1, colour * NUMBERS - 1, -1)):
            for card in way:
                if not left[card] or card % NUMBERS in set_numbers:
                    draft.wider += unseen.cards[card]
                    break
                draft.fitting.add(card)
                draft.spare += 1
    rooks, total = held[ROOK], unseen.total
    later = 0.0
    if wish.whole:
        later = total * _fill_up(draft, wish, rooks, rook_outs)
    pieces, natural = sorted(draft.pieces), draft.natural
    after = {
        card: later + total * _cost([*sorted([*pieces, outs])[rooks:], *natural])
        for card, outs in draft.needed.items()
    }
    if 0 < rooks <= len(pieces):
        after[ROOK] = later + total * _cost([*pieces[rooks - 1 :], *natural])
    looks = later + total * _cost([*pieces[rooks:], *natural])
    return Plan(looks, after, frozenset(draft.fitting))


@dataclass(slots=True)
class _Draft:
    """A plan while it is worked out: the outs of what it lacks, and what becomes of the hand."""

    pieces: list[float]
    natural: list[float]
    """The outs of pieces that no Rook may fill."""
    needed: dict[int, float] = field(default_factory=dict)
    """The outs of the cards of the hand that would be lacking without them."""
    fitting: set[int] = field(default_factory=set)
    spare: int = 0
    """How many cards of the hand go with the melds without being needed."""
    wider: float = 0.0
    """The outs of such cards."""


def _add_sets(
    draft: _Draft,
    number: int,
    sets: int,
    left: Sequence[int],
    unseen: Unseen,
    wish: Wish,
    rook_outs: float,
) -> None:
    """Sets of a number, all its cards that are left in them."""
    cards = sum(left[number:ROOK:NUMBERS])
    lacking = max(0, SET * sets - cards)
    outs = (unseen.numbers[number] or _HOPELESS) + rook_outs
    piece = outs * _BOTH if lacking > 1 else outs
    wild = min(lacking, sets * min(SET - 1, wish.most_rooks or SET))
    draft.pieces += [piece] * wild
    draft.natural += [piece] * (lacking - wild)
    draft.spare += max(0, cards - SET * sets)
    draft.wider += unseen.numbers[number]
    for card in range(number, ROOK, NUMBERS):
        if left[card] and cards <= SET * sets:
            draft.needed[card] = outs * _BOTH if lacking else outs
        elif left[card]:
            draft.fitting.add(card)


def _fill_up(draft: _Draft, wish: Wish, rooks: int, rook_outs: float) -> float:
    """Add what the melds must have more to use up a whole hand; return what that costs besides."""
    wanted = wish.whole - RUN * wish.runs - SET * wish.sets
    spare = draft.spare + max(0, rooks - len(draft.pieces))
    outs = max(_HOPELESS, draft.wider) + rook_outs
    if spare <= wanted:
        draft.needed.update(dict.fromkeys(draft.fitting, outs))
        draft.fitting.clear()
    if spare >= wanted:
        return 0.0
    # the same cards fill all the places, so one of them after the other
    draft.natural.append(outs)
    return (wanted - spare - 1) / outs


def _cost(pieces: list[float]) -> float:
    """How long these pieces take together, as a share of all unseen cards."""
    pieces.sort()
    outs = cost = 0.0
    for piece in pieces:
        outs += piece
        cost += 1 / outs
    return cost
