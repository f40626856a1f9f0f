"""The actions of Schmier: how they are written, and why one is refused.

A check returns if the action may be taken, else it raises IllegalAction with a sentence that names
the rule.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.cards import SUITS
from engine.game import IllegalAction
from engine.games.schmier_cards import (
    HAND_CARDS,
    MOST_DISCARDS,
    NAMES,
    NUMBERS,
    SUITS_BY_TRUMP,
    dealer_choice,
)

LOWEST_BID: Final = 3
BIDS: Final = tuple(f"bid{points}" for points in range(LOWEST_BID, 7))
TRUMP_ACTIONS: Final = tuple(f"trump={suit}" for suit in SUITS)

_DISCARD: Final = "discard="
_SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


def check_turn(seat: int, turn: int) -> None:
    """Refuse whoever isn't on turn."""
    if seat != turn:
        raise IllegalAction("It isn't your turn.")


def check_bid(action: object, lowest: int, *, must: bool) -> None:
    """SC-6, SC-7: pass or a higher bid; a dealer who must bids three."""
    if action == "pass" and not must:
        return
    if not isinstance(action, str) or (action not in BIDS and action != "pass"):
        raise IllegalAction("Now everybody bids: pass, or bid 3, 4, 5 or 6.")
    if must:
        if action != BIDS[0]:
            raise IllegalAction("All others have passed, so the dealer has to bid 3.")
    elif BIDS.index(action) + LOWEST_BID < lowest:
        raise IllegalAction("Bid {lowest} or more, or pass.", lowest=lowest)


def check_discard(action: object, hand: Sequence[int], trump: int) -> list[int]:
    """SC-9: up to three cards that aren't trumps; returns them."""
    cards = _listed(action, hand)
    for card in cards:
        if SUITS_BY_TRUMP[trump][card] == trump:
            raise IllegalAction(
                "The {card} is a trump, and trumps can't be discarded.", card=NAMES[card]
            )
    if len(cards) > MOST_DISCARDS:
        raise IllegalAction("Discard three cards at most.")
    return cards


def check_dealer_discard(action: object, hand: Sequence[int], trump: int) -> list[int]:
    """SC-10: down to six cards, trumps only where there are too many; returns the cards."""
    cards = _listed(action, hand)
    wanted = len(hand) - HAND_CARDS
    if len(cards) != wanted:
        raise IllegalAction("Discard exactly {count} cards, so that six are left.", count=wanted)
    sure, free = dealer_choice(hand, trump)
    for card in cards:
        if card in sure or card in free:
            continue
        if sure:
            raise IllegalAction(
                "The {card} is worth a point and can never be discarded.", card=NAMES[card]
            )
        raise IllegalAction(
            "The {card} is a trump, and the dealer keeps up to six trumps.", card=NAMES[card]
        )
    for card in sure:
        if card not in cards:
            raise IllegalAction(
                "You hold more than six trumps, so all other cards go, the {card} too.",
                card=NAMES[card],
            )
    return cards


def _listed(action: object, hand: Sequence[int]) -> list[int]:
    """The cards of a discard, each of them in the hand."""
    if not isinstance(action, str) or not action.startswith(_DISCARD):
        raise IllegalAction("Now cards are discarded: choose which of yours go.")
    listed = action[len(_DISCARD) :]
    cards = [NUMBERS.get(name, -1) for name in listed.split(",")] if listed else []
    for card in cards:
        if card not in hand:
            if card < 0:
                raise IllegalAction("A discard lists cards of your hand, as in discard=4D,9C.")
            raise IllegalAction("You don't hold the {card}.", card=NAMES[card])
    if any(card >= after for card, after in pairwise(cards)):
        raise IllegalAction("Name each card once, in the order of your hand.")
    return cards


def must_lead_trump(hand: Sequence[int], trump: int) -> bool:
    """Whether the hand has a trump for a first lead that has to be one."""
    return any(SUITS_BY_TRUMP[trump][card] == trump for card in hand)


def check_card(
    action: object, hand: Sequence[int], trump: int, led: int | None, *, first: bool
) -> None:
    """SC-11: a card of the hand that follows the suit led; `first` where a trump must lead."""
    card = NUMBERS.get(action) if isinstance(action, str) else None
    if card is None:
        raise IllegalAction("Play a card of your hand.")
    if card not in hand:
        raise IllegalAction("You don't hold the {card}.", card=NAMES[card])
    suits = SUITS_BY_TRUMP[trump]
    if first and suits[card] != trump:
        raise IllegalAction("The bidder's first lead has to be a trump, as you hold one.")
    if led is None or suits[card] == led or all(suits[other] != led for other in hand):
        return
    if led == trump:
        raise IllegalAction(
            "A trump was led, and you hold one: follow with a trump. "
            "The left bower and the joker are trumps too."
        )
    raise IllegalAction(
        "You have to follow suit: {suit} were led, and you hold some.", suit=_SUIT_NAMES[led]
    )
