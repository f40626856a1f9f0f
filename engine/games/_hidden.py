"""Deals the unseen cards of an adding game anew, as consistent with what a seat has seen.

Every time the stock is rebuilt a new generation of cards begins. A card of an older generation that
hasn't been played since is still in somebody's hand, and how many of each generation a hand holds
follows from what its player has drawn and played.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.game import Random

_ATTEMPTS = 1_000
"""Only two equal cards of different decks can lead an attempt astray; most succeed at once."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A card played: whether its player drew another, and whether the stock was rebuilt then."""

    seat: int
    card: int
    drew: bool
    rebuilt: bool = False


@dataclass(slots=True)
class _Deal:
    """One attempt: how many cards of each generation every hand holds, and which are unseen."""

    sizes: list[Counter[int]]
    pools: list[Counter[int]]
    pile: list[int] = field(default_factory=list)

    def leave_hand(self, seat: int, card: int, rng: Random) -> bool:
        """Take a card out of a hand, of a generation that it may be of; False if there is none."""
        weights = [
            pool[card] if self.sizes[seat][age] > 0 else 0 for age, pool in enumerate(self.pools)
        ]
        if not any(weights):
            return False
        lot = rng.randrange(sum(weights))
        age = next(age for age in range(len(weights)) if lot < sum(weights[: age + 1]))
        self.sizes[seat][age] -= 1
        self.pools[age][card] -= 1
        return True

    def play(self, seen: Seen, rng: Random) -> bool:
        """Repeat a play; False if it could not have been made in this attempt."""
        if not self.leave_hand(seen.seat, seen.card, rng):
            return False
        self.pile.append(seen.card)
        self.sizes[seen.seat][len(self.pools) - 1] += seen.drew
        if seen.rebuilt:
            self.pools.append(Counter(self.pile[:-1]))
            self.pile = self.pile[-1:]
        return True

    def hands(self, rng: Random) -> tuple[list[list[int]], list[int]] | None:
        """Deal every generation to the hands; the rest of the last one is the stock."""
        hands: list[list[int]] = [[] for _ in self.sizes]
        rest: list[int] = []
        for age, pool in enumerate(self.pools):
            rest = list(pool.elements())
            rng.shuffle(rest)
            if sum(size[age] for size in self.sizes) > len(rest):
                return None
            for hand, size in zip(hands, self.sizes, strict=True):
                hand += [rest.pop() for _ in range(size[age])]
            if rest and age < len(self.pools) - 1:
                return None
        return hands, rest


def deal_hidden(
    round_so_far: Sequence[Seen],
    deck: Sequence[int],
    dealt: Sequence[int],
    me: int,
    hand: Sequence[int],
    rng: Random,
) -> tuple[list[list[int]], list[int], list[int]]:
    """Return the hands of all seats, the stock and the pile, oldest card first.

    `dealt` is how many cards every seat was dealt at the start of the round, `hand` what I hold
    now. ValueError if nothing fits what was seen.
    """
    for _ in range(_ATTEMPTS):
        deal = _Deal([Counter({0: size}) for size in dealt], [Counter(deck)])
        fits = all(deal.play(seen, rng) for seen in round_so_far)
        fits = fits and all(deal.leave_hand(me, card, rng) for card in hand)
        hidden = deal.hands(rng) if fits else None
        if hidden is not None:
            hands, stock = hidden
            hands[me] = list(hand)
            return [sorted(cards) for cards in hands], stock, deal.pile
    raise ValueError("the observation contradicts itself")
