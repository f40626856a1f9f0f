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

_ATTEMPTS = 200
"""Equal cards of different decks, and hands buried unseen, can lead an attempt astray."""
_HINTS = (1.0, 0.02)
"""Every other attempt buries the cards first that come up after the next rebuild."""


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
    hint: float
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

    def happen(self, fact: Fact, needed: Counter[int], coming: Counter[int]) -> bool:
        """Repeat a fact; False if it could not have come about in this attempt.

        `needed` are the cards that are seen before the stock is next rebuilt, `coming` those that
        are seen between that and the rebuild after it.
        """
        if fact.kind == "rebuild":
            self.pools.append(Counter(self.pile[:-1]))
            self.pile = self.pile[-1:]
            return True
        if fact.kind == "bury":
            return self._bury(fact.seat, needed, coming)
        if not self.leave_hand(fact.seat, fact.card):
            return False
        self.pile.append(fact.card)
        self.sizes[fact.seat][len(self.pools) - 1] += fact.drew
        return True

    def _bury(self, seat: int, needed: Counter[int], coming: Counter[int]) -> bool:
        """Put a hand under the pile: any cards of the right generations that aren't seen later."""
        buried: list[int] = []
        for age, size in self.sizes[seat].items():
            unseen = list((self.pools[age] - needed).elements())
            if size > len(unseen):
                return False
            hinted = coming - Counter(self.pile)
            unseen.sort(key=lambda card: self.rng.random() * (self.hint if card in hinted else 1))
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
    start, `hand` what I hold now. In rare games with two decks and several buried hands the search
    gives up; then the deal fits what lies open, but not all that counting cards would tell.
    ValueError if nothing fits what was seen.
    """
    needed, coming = _sightings(facts, hand)
    for attempt in range(_ATTEMPTS):
        sizes = [Counter({0: size}) for size in dealt]
        deal = _Deal(sizes, [Counter(deck)], rng, _HINTS[attempt % len(_HINTS)])
        fits = all(map(deal.happen, facts, needed, coming))
        fits = fits and all(deal.leave_hand(me, card) for card in hand)
        hidden = deal.hands() if fits else None
        if hidden is not None:
            hands, stock = hidden
            hands[me] = list(hand)
            return [sorted(cards) for cards in hands], stock, deal.pile
    return _deal_what_is_open(facts, deck, dealt, me, hand, rng)


def _deal_what_is_open(
    facts: Sequence[Fact],
    deck: Sequence[int],
    dealt: Sequence[int],
    me: int,
    hand: Sequence[int],
    rng: Random,
) -> tuple[list[list[int]], list[int], list[int]]:
    """Deal all cards but those in my hand and those known to lie in the pile."""
    sizes, buried, pile = list(dealt), 0, list[int]()
    for fact in facts:
        if fact.kind == "rebuild":
            buried, pile = 0, pile[-1:]
        elif fact.kind == "bury":
            buried += sizes[fact.seat]
            sizes[fact.seat] = 0
        else:
            pile.append(fact.card)
            sizes[fact.seat] += fact.drew - 1
    unseen = Counter(deck)
    unseen.subtract(hand)
    unseen.subtract(pile)
    if min(unseen.values()) < 0 or sizes[me] != len(hand):
        raise ValueError("the observation contradicts itself")
    pool = list(unseen.elements())
    rng.shuffle(pool)
    sizes[me] = 0
    hands = [sorted(pool.pop() for _ in range(size)) for size in sizes]
    hands[me] = sorted(hand)
    return hands, pool[buried:], sorted(pool[:buried]) + pile


def _sightings(
    facts: Sequence[Fact], hand: Sequence[int]
) -> tuple[list[Counter[int]], list[Counter[int]]]:
    """For every fact the cards seen later in its own generation, and those of the next one."""
    needed: list[Counter[int]] = []
    coming: list[Counter[int]] = []
    later, after = Counter(hand), Counter[int]()
    for fact in reversed(facts):
        needed.append(later)
        coming.append(after)
        if fact.kind == "rebuild":
            later, after = Counter(), later
        elif fact.kind == "play":
            later = later + Counter([fact.card])
    return needed[::-1], coming[::-1]
