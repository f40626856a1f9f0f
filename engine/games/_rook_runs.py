"""Where runs lie that lay the most of a hand, for contracts without sets.

Colour by colour, number by number: which runs go on, which end, which begin. Colours share nothing
but the Rooks. A Rook that no run needs can go to an end of any that has room, so what is looked for
are runs with natural cards at both ends, or of just four cards.
"""

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.games._rook_hand import NUMBERS, ROOK_WORTH, RUN, WORTH, Hand, Stretch

_NATURAL, _ROOK, _END = "nr."
_LONG = RUN + 1
_PLENTY = 99
"""Room for more Rooks than there are."""


class _Open(NamedTuple):
    """A run that may go on. Those that are alike are as good."""

    cards: int
    """How many cards it has, counted to five."""
    begun: bool
    """Whether the first card is natural."""
    ended: bool
    """Whether the last card is natural."""
    natural: bool
    low: int
    """Where it began if the Rooks of a meld are limited, and so is the room for more; else -1."""
    rooks: int
    """Counted only then."""


class _Place(NamedTuple):
    """Where a run lies, from low to high - 1, and how many Rooks could be added at its ends."""

    low: int
    high: int
    room: int


class _Way(NamedTuple):
    """The worth of natural cards laid, the runs that ended, and where the open ones began."""

    worth: int
    ended: tuple[_Place, ...]
    lows: tuple[int, ...]


class _Key(NamedTuple):
    """The open runs, how many have begun, their Rooks, and the room in those that ended."""

    open: tuple[_Open, ...]
    begun: int
    used: int
    room: int


_Ways = dict[tuple[int, int, int], tuple[int, tuple[tuple[int, _Place], ...]]]
"""For so many runs, Rooks and room the most worth, and in which colours the runs lie where."""


def best_runs(hand: Hand, runs: int, max_rooks: int | None) -> tuple[Stretch, ...] | None:
    """Where so many runs lie that lay the most; None if the hand hasn't so many."""
    ways: _Ways = {(0, 0, 0): (0, ())}
    for colour, cards in enumerate(hand.colours):
        after = dict(ways)
        for key, way in _best_in_colour(cards, runs, hand.rooks, max_rooks).items():
            for (begun, used, room), (worth, laid) in ways.items():
                total = (begun + key.begun, used + key.used, min(_PLENTY, room + key.room))
                if total[0] > runs or total[1] > hand.rooks:
                    continue
                if total not in after or worth + way.worth > after[total][0]:
                    added = tuple((colour, place) for place in way.ended)
                    after[total] = (worth + way.worth, laid + added)
        ways = after
    found = [
        (worth + ROOK_WORTH * min(hand.rooks, used + room), hand.rooks - used, laid)
        for (begun, used, room), (worth, laid) in ways.items()
        if begun == runs
    ]
    if not found:
        return None
    _, spare, laid = max(found)
    return _widened(laid, spare)


def _widened(places: tuple[tuple[int, _Place], ...], rooks: int) -> tuple[Stretch, ...]:
    """Make room for so many Rooks more, at the high ends first."""
    runs = []
    for colour, (low, high, room) in places:
        more = min(rooks, room, NUMBERS - high + low)
        rooks -= more
        above = min(more, NUMBERS - high)
        runs.append(Stretch(0, colour, low - more + above, high + above))
    return tuple(runs)


@lru_cache(maxsize=512)
def _best_in_colour(
    cards: tuple[int, ...], runs: int, rooks: int, max_rooks: int | None
) -> dict[_Key, _Way]:
    """What one to so many runs lay at best in a colour that has so many cards of each number."""
    ways = {_Key((), 0, 0, 0): _Way(0, (), ())}
    for number, held in enumerate(cards):
        new = 0 if number > NUMBERS - RUN else runs
        fresh = _Open(
            0,
            begun=False,
            ended=False,
            natural=False,
            low=-1 if max_rooks is None else number,
            rooks=0,
        )
        after: dict[_Key, _Way] = {}
        needs: dict[_Open, int] = {}
        for key, way in ways.items():
            for more in range(min(new, runs - key.begun) + 1):
                lows = way.lows + (number,) * more
                for step in _steps(key.open + (fresh,) * more, held, rooks - key.used):
                    used = key.used + step.rooks
                    lack = used
                    for run in step.on:
                        if run not in needs:
                            needs[run] = _need(run, cards, number + 1, max_rooks)
                        lack += needs[run]
                    if lack > rooks:
                        continue
                    ended, room = way.ended, key.room
                    for place, run in step.off:
                        ended += (_place(run, lows[place], number, max_rooks),)
                        room = min(_PLENTY, room + ended[-1].room)
                    to = _Key(step.on, key.begun + more, used, room)
                    worth = way.worth + step.naturals * WORTH[number]
                    if to not in after or worth > after[to].worth:
                        on = tuple([lows[place] for place in step.order])
                        after[to] = _Way(worth, ended, on)
        ways = after
    return _ended(ways, max_rooks)


def _ended(ways: dict[_Key, _Way], max_rooks: int | None) -> dict[_Key, _Way]:
    """Those of the ways whose runs can all end after 14, with all of them ended."""
    best: dict[_Key, _Way] = {}
    for key, way in ways.items():
        if key.begun and all(_END in _choices(run) for run in key.open):
            ended, room = way.ended, key.room
            for run, low in zip(key.open, way.lows, strict=True):
                ended += (_place(run, low, NUMBERS, max_rooks),)
                room = min(_PLENTY, room + ended[-1].room)
            to = _Key((), key.begun, key.used, room)
            if to not in best or way.worth > best[to].worth:
                best[to] = _Way(way.worth, ended, ())
    return best


class _Step(NamedTuple):
    """What a number takes and what becomes of the runs before it."""

    naturals: int
    rooks: int
    on: tuple[_Open, ...]
    """The runs that go on, sorted."""
    order: tuple[int, ...]
    """Which of the runs before they were."""
    off: tuple[tuple[int, _Open], ...]
    """The runs that end before this number, and which they were."""


@lru_cache(maxsize=4096)
def _steps(runs: tuple[_Open, ...], held: int, rooks: int) -> list[_Step]:
    """Every sensible way to go on at a number of which so many cards are held."""
    steps: dict[tuple[tuple[_Open, ...], tuple[_Open, ...]], _Step] = {}
    for choice in product(*map(_choices, runs)):
        naturals, wild = choice.count(_NATURAL), choice.count(_ROOK)
        if naturals > held or wild > rooks:
            continue
        if naturals < min(held, len(runs)):
            # a run ends that the card left fits on, or a Rook takes its place
            continue
        ways = list(enumerate(zip(runs, choice, strict=True)))
        on = sorted((_grown(run, how), place) for place, (run, how) in ways if how != _END)
        off = tuple((place, run) for place, (run, how) in ways if how == _END)
        going, order = tuple(run for run, _ in on), tuple(place for _, place in on)
        steps[going, tuple(run for _, run in off)] = _Step(naturals, wild, going, order, off)
    return list(steps.values())


@lru_cache(maxsize=1024)
def _choices(run: _Open) -> str:
    """How a run may go on, with a natural card or a Rook, or that it ends."""
    if run.cards < RUN:
        return _NATURAL + _ROOK
    if run.cards == RUN and not run.begun:
        return _END if run.natural else ""
    if run.cards == RUN or run.ended:
        return _NATURAL + _ROOK + _END
    return _NATURAL + _ROOK


def _grown(run: _Open, how: str) -> _Open:
    """The run with one more card."""
    natural = how == _NATURAL
    cards = min(_LONG, run.cards + 1)
    return _Open(
        cards,
        run.begun or (natural and not run.cards),
        natural or cards < RUN,
        run.natural or natural,
        run.low,
        run.rooks + (run.low >= 0 and not natural),
    )


def _need(run: _Open, cards: tuple[int, ...], number: int, max_rooks: int | None) -> int:
    """How many Rooks a run needs at least from a number on until it may end."""
    if run.cards < RUN:
        end = number + RUN - run.cards
        need = _PLENTY if end > NUMBERS else cards[number:end].count(0)
    elif run.cards == RUN or run.ended:
        need = 0
    else:
        left = [place for place in range(number, NUMBERS) if cards[place]]
        need = left[0] - number if left else _PLENTY
    return need if max_rooks is None or run.rooks + need <= max_rooks else _PLENTY


def _place(run: _Open, low: int, high: int, max_rooks: int | None) -> _Place:
    if max_rooks is None:
        # runs that go from 1 to 14, all of them, have none; but who holds so many cards?
        return _Place(low, high, _PLENTY)
    return _Place(low, high, min(NUMBERS - high + low, max_rooks - run.rooks))
