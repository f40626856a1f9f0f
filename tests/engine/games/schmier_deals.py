"""Schmier tables with arranged cards: say what is held or played, and the deck for it is built.

Hands and stocks may be written as one text: "QH 2H TS".
"""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import engine
from tests.engine.games.deals import SEED, fair
from tests.engine.games.schmier_model import (
    DECK,
    bearers,
    discard,
    suit_of,
    trump_ranking,
    winning_card,
)

PLAYERS = 6
HAND = 6
STOCK = 17

LINE = """
    2S KS QS 3S AS 7S
    5C JC 8H 4C 9C QC
    JH 6H TH AH JK 3H
    JD 4H 9H 7H 8D KH
    6D QH QD TD AD KD
    6S 2H TS JS 4D 5H"""
"""A whole hand for hearts as trumps, seat 0 leading; team 0 wins all but low and left."""

LEVEL = """
    9D 6D TD QD 5D 8D
    KD KC TS QC 2H 6S
    TH KH 5H QH 8H 6H
    KS 5S 2S JS AH JD
    3C JH 4H 5C JC TC
    JK AS 3H AC 7H 9H"""
"""Hearts are trumps, seat 0 leads: three points for team 0, two for team 1, none for team 2."""

WHOLE = {
    0: "QH 2H TS 7C 5C 9D",
    1: "KH 9H AC KC 4S 6D",
    2: "8H TD QD 3S 8C 2C",
    3: "AH JH TH 7H AS 3C",
    4: "JD 5H KS TC 8S 4D",
    5: "JK 6H AD JS 9S 7D",
}
"""The hands of the whole worked hand, by seat …"""
STOCK_OF_THE_WHOLE = "4C 2D QS 3H 6C 5S 8D JC 9C 7S KD 2S 4H 3D QC 6S 5D"
"""… and what lies below, from the top."""

start = partial(fair, "schmier", PLAYERS)


def arranged_deck(hands: Mapping[int, str], stock: str, dealer: int) -> list[str]:
    """A full deck, top first, that deals these cards; others fill what isn't named."""
    held = {seat: hands.get(seat, "").split() for seat in range(PLAYERS)}
    below = stock.split()
    named = [card for hand in held.values() for card in hand] + below
    spare = [card for card in DECK if card not in named]
    for hand in held.values():
        hand += [spare.pop() for _ in range(HAND - len(hand))]
    below += spare
    if len(set(named)) != len(named) or len(below) != STOCK:
        raise ValueError("a card is used twice, or a hand is too long")
    order = [(dealer + i) % PLAYERS for i in range(1, PLAYERS + 1)]
    return [held[seat][i] for i in range(HAND) for seat in order] + below


def rig(
    hands: Mapping[int, str] | None = None, stock: str = "", dealer: int = 5, **options: Any
) -> engine.State:
    """The start of a game with these hands, and this stock from the top."""
    game = engine.load_game("schmier", PLAYERS, options)
    deck = arranged_deck(hands or {}, stock, dealer)
    return game.new_initial_state(seed=SEED, dealer=dealer, deck=deck)


def drive(state: engine.State, actions: str) -> engine.State:
    """Whoever is on turn does each of the actions."""
    for action in actions.split():
        (seat,) = state.current_players()
        state.apply(seat, action)
    return state


def bid_and_name(state: engine.State, bidder: int, points: int, trump: str) -> engine.State:
    """All but the bidder pass, and the trump suit is named."""
    while state.public()["phase"] == "bid":
        (seat,) = state.current_players()
        state.apply(seat, f"bid{points}" if seat == bidder else "pass")
    return drive(state, f"trump={trump}")


def throw(state: engine.State, cards: Mapping[int, str] | None = None) -> engine.State:
    """The five discard these cards, seat 0 first, or nothing."""
    for seat in state.current_players():
        state.apply(seat, discard((cards or {}).get(seat, "").split()))
    return state


def dealer_throws(hand: Sequence[str], trump: str, keep: Sequence[str] = ()) -> str:
    """A legal discard of the dealer that keeps the cards named, so far as it may."""
    trumps = [card for card in hand if suit_of(card, trump) == trump]
    plain = [card for card in hand if card not in trumps]
    ordinary = [card for card in trumps if card not in bearers(trump)]
    going = [*plain, *ordinary]
    going.sort(key=lambda card: (card not in plain, card in keep, DECK.index(card)))
    return discard(going[: len(hand) - HAND])


def table(
    hands: Mapping[int, str], trump: str, bidder: int = 0, points: int = 3, **options: Any
) -> engine.State:
    """The hands as they are played: nobody discards but the dealer, who is the bidder.

    All trumps have to be named, but for those which the dealer may throw.
    """
    kept = hands[bidder].split()
    others = {seat: hand for seat, hand in hands.items() if seat != bidder}
    state = rig({**others, bidder: hands[bidder]}, dealer=bidder, **options)
    throw(bid_and_name(state, bidder, points, trump))
    state.apply(bidder, dealer_throws(state.private(bidder)["hand"], trump, kept))
    if {*kept} - {*state.private(bidder)["hand"]}:
        raise ValueError("the dealer can't keep these cards")
    return state


def around_a_trick(trick: str, trump: str) -> dict[int, str]:
    """Six hands from which this trick can be played first, seat 0 leading."""
    cards = trick.split()
    suits = [suit_of(card, trump) for card in cards]
    hands = [[card] for card in cards]
    spare = [card for card in DECK if card not in cards]
    trumps = [*bearers(trump), *trump_ranking(trump)]
    spare.sort(key=lambda card: trumps.index(card) if card in trumps else 100)
    for card in spare:
        suit = suit_of(card, trump)
        for hand, own in zip(hands, suits, strict=True):
            void = suit == suits[0] != own
            if len(hand) < HAND and not void:
                hand.append(card)
                break
    return {seat: " ".join(hand) for seat, hand in enumerate(hands)}


def first_trick(trick: str, trump: str) -> engine.State:
    """A table at which seat 0 was the dealer and bid 3, after this first trick."""
    return drive(table(around_a_trick(trick, trump), trump), trick)


def hands_of(line: str, trump: str, leader: int = 0) -> dict[int, str]:
    """The hands from which these tricks are played, one after the other."""
    cards = line.split()
    hands: dict[int, list[str]] = {seat: [] for seat in range(PLAYERS)}
    for i in range(0, len(cards), PLAYERS):
        trick = cards[i : i + PLAYERS]
        for place, card in enumerate(trick):
            hands[(leader + place) % PLAYERS].append(card)
        leader = (leader + trick.index(winning_card(trick, trump))) % PLAYERS
    return {seat: " ".join(hand) for seat, hand in hands.items()}


def whole_hand(
    line: str, trump: str, bidder: int = 0, points: int = 3, **options: Any
) -> engine.State:
    """The first hand of a game, played in these six tricks; the bidder is the dealer and leads."""
    state = table(hands_of(line, trump, bidder), trump, bidder, points, **options)
    return drive(state, line)


def scored(state: engine.State) -> dict[str, Any]:
    """The score event of the last action."""
    (event,) = (event for event in state.events if event["type"] == "score")
    return event


def is_scored(state: engine.State) -> bool:
    """Whether the last action ended a hand."""
    return any(event["type"] == "score" for event in state.events)


def random_action(state: engine.State, seat: int, rng: random.Random) -> str:
    """Any legal action; the dealer keeps what trumps there are (the list may be too long)."""
    public = state.public()
    if public["phase"] == "dealer_discard":
        return dealer_throws(state.private(seat)["hand"], public["trump"])
    return rng.choice(sorted(state.legal_actions(seat)))


def random_hand(state: engine.State, whim: int) -> dict[str, Any]:
    """Play on to the end of the hand; returns its score event."""
    rng = random.Random(whim)
    while True:
        seat = state.current_players()[0]
        state.apply(seat, random_action(state, seat, rng))
        if is_scored(state):
            return scored(state)


def random_state(options: Mapping[str, Any], whim: int, plies: int) -> engine.State:
    """A game after so many random actions, or at its end; any waiting seat acts next."""
    rng = random.Random(whim)
    state = engine.load_game("schmier", PLAYERS, options).new_initial_state(rng.randbytes(32))
    for _ in range(plies):
        if not state.is_terminal():
            seat = rng.choice(state.current_players())
            state.apply(seat, random_action(state, seat, rng))
    return state
