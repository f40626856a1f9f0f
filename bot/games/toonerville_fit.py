"""Laying off all that fits at once: which cards go where in which order, from what a seat sees."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.games.toonerville_seen import Seen
from engine.games._rook_melds import Meld
from engine.games._toonerville_cards import NAMES, NUMBERS, POINTS, ROOK
from engine.games._toonerville_contract import can_pay
from engine.games._toonerville_melds import IDS, laid_off, lay_menu, room

_MOST_LOOKED_AT = 4000
"""Ways to lengthen the runs of one colour that are looked at; far more than real tables have."""


def all_that_fit(seen: Seen) -> list[str]:
    """The lay-offs, in order, that play as many points of the hand as possible (TR-10).

    Each is legal after those before it, also where Rooks are owed (TR-11). Runs are lengthened
    first, with Rooks as bridges where that plays more; Rooks that are left go on sets, where
    nobody can take them. [] unless the seat's contract is down and it is its turn.
    """
    if not (seen.in_turn and seen.is_down):
        return []
    table = _Table(list(seen.melds), Counter(seen.cards), seen.owed, seen.max_rooks)
    for place, below, above in _lengthened(table):
        for _ in range(below):
            table.lay_at(place, "<", table.first(place) - 1)
        for _ in range(above):
            table.lay_at(place, ">", table.first(place) + len(table.melds[place].cards))
    for card in sorted(table.hand.elements()):
        table.lay_anywhere(card)
    return table.done


@dataclass
class _Table:
    """The melds and a hand while cards are laid off."""

    melds: list[Meld]
    hand: Counter[int]
    owed: int
    max_rooks: int | None
    done: list[str] = field(default_factory=list)

    def first(self, place: int) -> int:
        """The card with which a run begins, or which the Rook there stands for."""
        run = self.melds[place]
        return run.colour * NUMBERS + run.low - 1

    def lay_at(self, place: int, end: str, card: int) -> None:
        """Lay a card off at the end of a run, a Rook if it isn't held, if that is legal."""
        played = card if self.hand[card] else ROOK
        name = f"lay={NAMES[played]}@{IDS[place]}{end if played == ROOK else ''}"
        self._lay(played, name, place, end)

    def lay_anywhere(self, card: int) -> None:
        """Lay a card off where it fits, on a set if there is one."""
        places = sorted(range(len(self.melds)), key=lambda place: self.melds[place].is_run)
        for place in places:
            menu = lay_menu(self.melds[place], place, self.max_rooks)
            # the high end comes last
            for fitting, action in reversed(menu):
                if fitting == card and self._lay(card, action, place, self._end(card, place)):
                    return

    def _end(self, card: int, place: int) -> str:
        """The end of a meld where a card goes."""
        meld = self.melds[place]
        if not meld.is_run or card == ROOK:
            return "<" if meld.is_run and meld.low + len(meld.cards) > NUMBERS else ">"
        return "<" if card < self.first(place) else ">"

    def _lay(self, card: int, action: str, place: int, end: str) -> bool:
        menu = lay_menu(self.melds[place], place, self.max_rooks)
        if not self.hand[card] or (card, action) not in menu:
            return False
        after = laid_off(self.melds[place], card, end)
        table = [*self.melds[:place], after, *self.melds[place + 1 :]]
        owed = max(0, self.owed - (card == ROOK))
        if not can_pay(owed, table, self.max_rooks):
            return False
        self.melds, self.owed = table, owed
        self.hand[card] -= 1
        self.done.append(action)
        return True


# --- how far runs go ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Way:
    """How far the runs of a colour are lengthened: so many places below and above each."""

    points: int = 0
    """What the cards count that can be laid nowhere else."""
    rooks: int = 0
    longer: tuple[tuple[int, int, int], ...] = ()


def _lengthened(table: _Table) -> tuple[tuple[int, int, int], ...]:
    """How far each run goes, for the most points: its place, cards below, cards above."""
    sets = {meld.low - 1 for meld in table.melds if not meld.is_run}
    best = {0: _Way()}
    for colour in sorted({meld.colour for meld in table.melds if meld.is_run}):
        runs = [p for p, meld in enumerate(table.melds) if meld.is_run and meld.colour == colour]
        after: dict[int, _Way] = {}
        for rooks, way in _ways(table, runs, sets).items():
            for used, before in best.items():
                total = _Way(before.points + way.points, used + rooks, before.longer + way.longer)
                if total.rooks <= table.hand[ROOK] and (
                    total.rooks not in after or total.points > after[total.rooks].points
                ):
                    after[total.rooks] = total
        best = after
    # a Rook that is no bridge is laid as well, so what they count is all the same
    return max(best.values(), key=lambda way: (way.points, -way.rooks)).longer


def _ways(table: _Table, runs: Sequence[int], sets: set[int]) -> dict[int, _Way]:
    """The best way for each number of Rooks to lengthen the runs of a colour."""
    best: dict[int, _Way] = {0: _Way()}
    left = _MOST_LOOKED_AT

    def go_on(index: int, hand: Counter[int], way: _Way) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            return
        if index == len(runs):
            if way.rooks not in best or way.points > best[way.rooks].points:
                best[way.rooks] = way
            return
        for below, after_below in _stretches(table, runs[index], hand, -1):
            for above, after in _stretches(table, runs[index], after_below, 1):
                rooks = hand[ROOK] - after[ROOK]
                if rooks > room(table.melds[runs[index]], table.max_rooks):
                    continue
                points = sum(
                    POINTS[card] * (count - after[card])
                    for card, count in hand.items()
                    if card != ROOK and card % NUMBERS not in sets
                )
                longer = (*way.longer, (runs[index], below, above)) if below + above else way.longer
                go_on(index + 1, after, _Way(way.points + points, way.rooks + rooks, longer))

    go_on(0, table.hand, _Way())
    return best


def _stretches(
    table: _Table, place: int, hand: Counter[int], step: int
) -> Iterator[tuple[int, Counter[int]]]:
    """How many places a run can grow at an end, and the hand after it, the most first.

    The last card is a natural one: a Rook there would bridge nothing.
    """
    run = table.melds[place]
    left = hand.copy()
    found = [(0, hand)]
    number = run.low - 2 if step < 0 else run.low - 1 + len(run.cards)
    grown = 0
    while 0 <= number < NUMBERS:
        card = run.colour * NUMBERS + number
        played = card if left[card] else ROOK
        if not left[played]:
            break
        left = left.copy()
        left[played] -= 1
        grown += 1
        if played != ROOK:
            found.append((grown, left))
        number += step
    return reversed(found)
