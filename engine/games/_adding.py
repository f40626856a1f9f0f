"""Parts of the adding games: what actions do, which ones a hand offers, who sits beside whom."""

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Move(NamedTuple):
    """What an action does to the pile: `add` None sets the count instead of adding to it."""

    card: int
    add: int | None
    reverses: bool


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
