"""What the actions of an adding game do, which ones a hand offers, and who sits beside whom."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import NamedTuple


class Effect(Enum):
    """What an action does to the count."""

    ADD = 0
    SET = 1
    DOUBLE = 2


class Move(NamedTuple):
    """One action: its card (place in the canonical deck), what it does, with what number."""

    card: int
    effect: Effect
    number: int
    reverses: bool = False

    def count_after(self, count: int, lowest: int | None) -> int:
        """Return the count that the action makes of `count`; it never falls below `lowest`."""
        if self.effect is Effect.SET:
            return self.number
        after = count * 2 if self.effect is Effect.DOUBLE else count + self.number
        return after if lowest is None else max(lowest, after)


class Menus(dict[tuple[int, ...], tuple[str, ...]]):
    """The actions of each hand, listed when first asked for: at most some 25,000 hands exist."""

    def __init__(self, moves: Mapping[str, Move]) -> None:
        super().__init__()
        self._by_card: dict[int, list[str]] = {}
        for action, move in moves.items():
            self._by_card.setdefault(move.card, []).append(action)

    def __missing__(self, hand: tuple[int, ...]) -> tuple[str, ...]:
        distinct = dict.fromkeys(hand)
        menu = self[hand] = tuple(action for card in distinct for action in self._by_card[card])
        return menu


def neighbours(seats: int, out: Collection[int]) -> tuple[list[int], list[int]]:
    """For every seat the next one to its left, and to its right, that is still in."""
    ins = [seat for seat in range(seats) if seat not in out]
    left = [next((other for other in ins if other > seat), ins[0]) for seat in range(seats)]
    right = [next((o for o in reversed(ins) if o < seat), ins[-1]) for seat in range(seats)]
    return left, right
