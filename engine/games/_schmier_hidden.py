"""What a seat of Schmier can't see, dealt anew so that nothing contradicts what it has seen.

Whoever couldn't follow a suit has none of it, nobody but a dealer with more than six trumps has
discarded one, and such a dealer holds nothing but trumps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import SUITS
from engine.game import Random, View
from engine.games.schmier_cards import (
    NAMES,
    NUMBERS,
    PLAYERS,
    POINT_CARDS,
    SUITS_BY_TRUMP,
    small_discards,
)


@dataclass(slots=True)
class Place:
    """Where hidden cards may lie: how many, and which."""

    room: int
    allowed: frozenset[int]
    cards: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Dealt:
    """All cards that lie face down."""

    hands: list[list[int]]
    thrown: list[list[int]]
    stock: list[int]


def deal_hidden(observation: View, rng: Random) -> Dealt:
    """Return hands, discards and stock: one's own as they are, the others' from what is unseen.

    ValueError if the observation contradicts itself.
    """
    public, me = observation["public"], observation["seat"]
    own_hand = [NUMBERS[card] for card in observation["private"]["hand"]]
    own_thrown = [NUMBERS[card] for card in observation["private"]["thrown"]]
    settled = public["phase"] in ("dealer_discard", "play", "over")
    known = {*own_hand, *(own_thrown if settled else ()), *_played(observation)}
    unseen = [card for card in range(len(NAMES)) if card not in known]
    for dealer_is_rich in (False, True):
        places = _places(observation, dealer_is_rich=dealer_is_rich)
        if _scatter(unseen, list(places.values()), rng):
            break
    else:
        raise ValueError("no deal fits this observation")
    hands = [
        own_hand if seat == me else sorted(places["hand", seat].cards) for seat in range(PLAYERS)
    ]
    thrown = [
        own_thrown if seat == me else sorted(places["thrown", seat].cards)
        for seat in range(PLAYERS)
    ]
    if public["phase"] == "discard":
        trump = SUITS.index(public["trump"])
        for seat in {*range(PLAYERS)} - {*public["to_act"], public["dealer"], me}:
            thrown[seat] = _any_discard(hands[seat], trump, rng)
    return Dealt(hands, thrown, places["stock", 0].cards)


def _this_hand(observation: View) -> list[dict[str, Any]]:
    """The events since the cards were dealt."""
    events: list[dict[str, Any]] = []
    for event in reversed(observation["history"]):
        if event["type"] == "deal":
            break
        events.append(event)
    return events[::-1]


def _played(observation: View) -> Iterable[int]:
    return (NUMBERS[event["card"]] for event in _this_hand(observation) if event["type"] == "play")


def _places(observation: View, *, dealer_is_rich: bool) -> dict[tuple[str, int], Place]:
    """Every place with hidden cards; a rich dealer has discarded trumps, for want of others."""
    public, me, dealer = observation["public"], observation["seat"], observation["public"]["dealer"]
    every = frozenset(range(len(NAMES)))
    places = {("stock", 0): Place(public["stock"], every)}
    held = dict.fromkeys(range(PLAYERS), every)
    trumps = plain = may_go = every
    if public["trump"] is not None:
        trump = SUITS.index(public["trump"])
        suits = SUITS_BY_TRUMP[trump]
        for seat, voids in _voids(observation, suits).items():
            held[seat] = frozenset(card for card in every if suits[card] not in voids)
        trumps = frozenset(card for card in every if suits[card] == trump)
        plain = every - trumps
        may_go = every - POINT_CARDS[trump].keys()
    for seat in range(PLAYERS):
        if seat == me:
            continue
        rich = dealer_is_rich and seat == dealer
        may_hold = held[seat] & trumps if rich else held[seat]
        places["hand", seat] = Place(public["hand_sizes"][seat], may_hold)
        gone = public["discarded"][seat]
        places["thrown", seat] = Place(gone, may_go if rich else plain)
    return places


def _voids(observation: View, suits: Sequence[int]) -> dict[int, set[int]]:
    """The suits that each seat couldn't follow; a trump where its first lead had to be one."""
    voids: dict[int, set[int]] = {seat: set() for seat in range(PLAYERS)}
    trump = SUITS.index(observation["public"]["trump"])
    must_lead: int | None = trump if observation["options"]["first_lead_trump"] else None
    led: int | None = None
    for event in _this_hand(observation):
        if event["type"] == "trick":
            led = None
        elif event["type"] == "play":
            suit = suits[NUMBERS[event["card"]]]
            asked = must_lead if led is None else led
            if asked is not None and suit != asked:
                voids[event["seat"]].add(asked)
            led = suit if led is None else led
            must_lead = None
    return voids


def _any_discard(hand: Sequence[int], trump: int, rng: Random) -> list[int]:
    plain = [card for card in hand if SUITS_BY_TRUMP[trump][card] != trump]
    ways = small_discards(plain)
    _, _, listed = ways[rng.randrange(len(ways))].partition("=")
    return [NUMBERS[name] for name in listed.split(",") if name]


def _scatter(cards: Sequence[int], places: Sequence[Place], rng: Random) -> bool:
    """Deal all the cards into places that may have them; False if they can't be dealt so."""
    waiting = list(cards)
    rng.shuffle(waiting)
    if sum(place.room for place in places) != len(waiting):
        return False
    return all(_put(card, places, rng, set()) for card in waiting)


def _put(card: int, places: Sequence[Place], rng: Random, tried: set[int]) -> bool:
    """Put a card somewhere; where all is full another card moves on (an augmenting path)."""
    fitting = [number for number, place in enumerate(places) if card in place.allowed]
    room = [number for number in fitting for _ in range(places[number].room)]
    if room:
        _lay(places[room[rng.randrange(len(room))]], card)
        return True
    rng.shuffle(fitting)
    for number in fitting:
        if number in tried:
            continue
        tried.add(number)
        place = places[number]
        for at, other in enumerate(place.cards):
            if _put(other, places, rng, tried):
                place.cards[at] = card
                return True
    return False


def _lay(place: Place, card: int) -> None:
    place.cards.append(card)
    place.room -= 1
