"""Deals the unseen cards of Toonerville Rook anew, as consistent with what a seat has seen.

A card taken or bought from the discards is known to be in a hand until an equal one leaves it. Once
the draw pile has been rebuilt, it holds nothing but cards that were discarded before.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import ROOK_INDEX
from engine.game import Event, Random
from engine.games._rook_melds import find
from engine.games._toonerville_cards import CONTRACTS, ROOK, Contract, cards_of

_HANDFUL = 5

Hidden = tuple[list[list[int]], list[int]]
"""The hands of all seats, and the draw pile."""


@dataclass(slots=True)
class Story:
    """What the public history tells of the present round."""

    known: list[Counter[int]]
    """The cards that everybody knows to be in a hand."""
    unseen: Counter[int]
    """All cards in hands and in the draw pile."""
    source: Counter[int]
    """The cards from which the draw pile was made."""
    pile: list[int]
    stock: int
    """How many cards the draw pile holds."""
    buyer: int | None = None
    """Who has bought a card and not drawn yet."""
    shown: list[list[int]] | None = None
    """The hands that were counted, where this was the last round."""

    def draw_bought(self) -> None:
        """The card that goes with a purchase, at once or as soon as the draw pile is rebuilt."""
        if self.buyer is not None and self.stock:
            self.stock -= 1
            self.buyer = None

    def pick_up(self, seat: int) -> None:
        card = self.pile.pop()
        self.known[seat][card] += 1
        self.unseen[card] += 1

    def rebuild(self) -> None:
        *rest, top = self.pile
        self.source = Counter(rest)
        self.unseen.update(rest)
        self.stock = len(rest)
        self.pile = [top]

    def play(self, event: Event) -> None:
        """Cards that leave a hand: melded, laid off, swapped for a Rook, discarded."""
        known, kind = self.known[event["seat"]], event["type"]
        melds = event["melds"] if kind == "meld" else [{"cards": [event["card"]]}]
        for card in cards_of([card for meld in melds for card in meld["cards"]]):
            self.unseen[card] -= 1
            known[card] -= known[card] > 0
            if kind == "discard":
                self.pile.append(card)
        if kind == "swap":
            known[ROOK] += 1
            self.unseen[ROOK] += 1


def story_of(history: Sequence[Event], deck: Sequence[int], players: int) -> Story:
    """Read the history from the last deal on."""
    start = len(history) - 1
    while history[start]["type"] != "round":
        start -= 1
    dealt, top = CONTRACTS[history[start]["round"]].cards, ROOK_INDEX[history[start]["top"]]
    unseen = Counter(deck) - Counter([top])
    story = Story(
        known=[Counter() for _ in range(players)],
        unseen=unseen,
        source=unseen.copy(),
        pile=[top],
        stock=len(deck) - dealt * players - 1,
    )
    for event in history[start + 1 :]:
        match event["type"]:
            case "take":
                story.pick_up(event["seat"])
            case "buy":
                story.pick_up(event["seat"])
                story.buyer = event["seat"]
                story.draw_bought()
            case "reshuffle":
                story.rebuild()
                story.draw_bought()
            case "draw":
                story.stock -= 1
            case "meld" | "lay" | "swap" | "discard":
                story.play(event)
            case "round_over":
                story.shown = [cards_of(hand) for hand in event["hands"]]
    return story


def deal_hidden(
    story: Story, sizes: Sequence[int], me: int, hand: Sequence[int], rng: Random
) -> Hidden:
    """Return the hands of all seats, each of its size, and the draw pile, top last.

    ValueError if nothing fits what was seen.
    """
    hands = story.shown or [list(known.elements()) for known in story.known]
    hands[me] = list(hand)
    unseen = story.unseen.copy()
    for cards in hands:
        unseen.subtract(cards)
    missing = [size - len(cards) for size, cards in zip(sizes, hands, strict=True)]
    if min(*missing, *unseen.values()) < 0 or unseen.total() - sum(missing) != story.stock:
        raise ValueError("the observation contradicts itself")
    stock = list((unseen & story.source).elements())
    rng.shuffle(stock)
    del stock[story.stock :]
    rest = list((unseen - Counter(stock)).elements())
    rng.shuffle(rest)
    dealt = [
        sorted([*cards, *(rest.pop() for _ in range(more))])
        for cards, more in zip(hands, missing, strict=True)
    ]
    return dealt, stock


def lend_contract(
    story: Story,
    sizes: Sequence[int],
    hands: tuple[int, int, Sequence[int]],
    contract: Contract,
    max_rooks: int | None,
    rng: Random,
) -> None:
    """Make it known that a seat holds melds for its contract, some that it can hold.

    A seat that owes a Rook and isn't down is able to lay down (TR-11). `hands` are that seat, and
    my seat and hand.
    """
    seat, me, mine = hands
    unseen = story.unseen.copy()
    for other, known in enumerate(story.known):
        unseen.subtract(mine if other == me else known)
    cards = list((+unseen).elements())
    rng.shuffle(cards)
    known = story.known[seat]
    for size in range(_HANDFUL, len(cards) + _HANDFUL, _HANDFUL):
        held = [*known.elements(), *cards[:size]]
        melds = find(held, contract.runs, contract.sets, max_rooks) or ()
        with_melds = known | Counter(card for meld in melds for card in meld.cards)
        if melds and with_melds.total() <= sizes[seat]:
            story.known[seat] = with_melds
            return
