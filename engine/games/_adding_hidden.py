"""Deals the unseen cards of an adding game anew, as consistent with what a seat has seen.

Every time the stock is rebuilt a new generation of cards begins. A card of an older generation that
hasn't been played since is still in somebody's hand, and how many of each generation a hand holds
follows from what its player has drawn and played.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.game import Random

_ATTEMPTS = 1_000
"""Equal cards of different decks, and hands buried unseen, can lead an attempt astray."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that everybody saw: a card played, a hand put under the pile, a rebuilt stock."""

    kind: Literal["play", "bury", "rebuild"]
    seat: int = 0
    card: int = 0
    drew: bool = False


@dataclass(slots=True)
class _Deal:
    """One attempt: how many cards of each generation every hand holds, and which are unseen."""

    sizes: list[Counter[int]]
    pools: list[Counter[int]]
    rng: Random
    pile: list[int] = field(default_factory=list)

    def leave_hand(self, seat: int, card: int) -> bool:
        """Take a card out of a hand, of a generation that it may be of; False if there is none."""
        weights = [
            pool[card] if self.sizes[seat][age] > 0 else 0 for age, pool in enumerate(self.pools)
        ]
        if not any(weights):
            return False
        lot = self.rng.randrange(sum(weights))
        age = next(age for age in range(len(weights)) if lot < sum(weights[: age + 1]))
        self.sizes[seat][age] -= 1
        self.pools[age][card] -= 1
        return True

    def happen(self, fact: Fact, needed: Counter[int]) -> bool:
        """Repeat a fact; False if it could not have come about in this attempt.

        `needed` are the cards that are seen before the stock is next rebuilt.
        """
        if fact.kind == "rebuild":
            self.pools.append(Counter(self.pile[:-1]))
            self.pile = self.pile[-1:]
            return True
        if fact.kind == "bury":
            return self._bury(fact.seat, needed)
        if not self.leave_hand(fact.seat, fact.card):
            return False
        self.pile.append(fact.card)
        self.sizes[fact.seat][len(self.pools) - 1] += fact.drew
        return True

    def _bury(self, seat: int, needed: Counter[int]) -> bool:
        """Put a hand under the pile: any cards of the right generations that aren't seen later."""
        buried: list[int] = []
        for age, size in self.sizes[seat].items():
            unseen = list((self.pools[age] - needed).elements())
            if size > len(unseen):
                return False
            self.rng.shuffle(unseen)
            buried += unseen[:size]
            self.pools[age].subtract(unseen[:size])
        self.sizes[seat].clear()
        self.pile = sorted(buried) + self.pile
        return True

    def hands(self) -> tuple[list[list[int]], list[int]] | None:
        """Deal every generation to the hands; the rest of the last one is the stock."""
        hands: list[list[int]] = [[] for _ in self.sizes]
        rest: list[int] = []
        for age, pool in enumerate(self.pools):
            rest = list(pool.elements())
            self.rng.shuffle(rest)
            if sum(size[age] for size in self.sizes) > len(rest):
                return None
            for hand, size in zip(hands, self.sizes, strict=True):
                hand += [rest.pop() for _ in range(size[age])]
            if rest and age < len(self.pools) - 1:
                return None
        return hands, rest


def deal_hidden(
    facts: Sequence[Fact],
    deck: Sequence[int],
    dealt: Sequence[int],
    me: int,
    hand: Sequence[int],
    rng: Random,
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the hands of all seats, the stock and the pile, oldest card first.

    `facts` are those of the present round, `dealt` is how many cards every seat was dealt at its
    start, `hand` what I hold now. ValueError if nothing fits what was seen.
    """
    needed = _needed(facts, hand)
    for _ in range(_ATTEMPTS):
        deal = _Deal([Counter({0: size}) for size in dealt], [Counter(deck)], rng)
        fits = all(deal.happen(fact, later) for fact, later in zip(facts, needed, strict=True))
        fits = fits and all(deal.leave_hand(me, card) for card in hand)
        hidden = deal.hands() if fits else None
        if hidden is not None:
            hands, stock = hidden
            hands[me] = list(hand)
            return [sorted(cards) for cards in hands], stock, deal.pile
    raise ValueError("the observation contradicts itself")


def _needed(facts: Sequence[Fact], hand: Sequence[int]) -> list[Counter[int]]:
    """For every fact the cards that are seen after it and before the stock is next rebuilt."""
    needed: list[Counter[int]] = []
    later = Counter(hand)
    for fact in reversed(facts):
        needed.append(later)
        if fact.kind == "rebuild":
            later = Counter()
        elif fact.kind == "play":
            later = later + Counter([fact.card])
    return needed[::-1]
