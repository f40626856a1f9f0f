"""Schmier's legality, exhaustively: in every position every action that can be thought of.

The naive model says which of them are legal; nothing here repeats how the engine decides.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

import pytest

import engine
from tests.engine.games.deals import hands
from tests.engine.games.schmier_deals import arranged_deck, bid_and_name, dealer_throws, rig, throw
from tests.engine.games.schmier_model import (
    DECK,
    SEATS,
    Model,
    canonical,
    cards_of,
    discard,
    trump_ranking,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"teams": "2x3", "first_lead_trump": True},
    {"dealer_forced": True, "target": 5},
    {"teams": "2x3", "max_hands": 2, "dealer_forced": True, "first_lead_trump": True},
]
WORDS = [
    "pass",
    *(f"bid{points}" for points in range(8)),
    *(f"trump={suit}" for suit in "CDHS"),
    *("trump=JK", "trump=", "discard", "bid", ""),
]


def some(cards: list[tuple[str, ...]], most: int, rng: random.Random) -> list[tuple[str, ...]]:
    """All of them where they are few, else so many."""
    return cards if len(cards) <= most else rng.sample(cards, most)


def listed(cards: Sequence[str]) -> str:
    """A discard in exactly this order, canonical or not."""
    return "discard=" + ",".join(cards)


def discards_to_try(hand: list[str], rng: random.Random) -> Iterator[str]:
    """What somebody with this hand might throw: right, too many, unsorted, twice, not held."""
    for count in range(4):
        for cards in some(list(combinations(hand, count)), 200, rng):
            yield listed(cards)
            if count > 1:
                yield listed(cards[::-1])
                yield listed([*cards[1:], cards[0]])
    for cards in some(list(combinations(hand, 4)), 30, rng):
        yield listed(cards)
    foreign = [card for card in DECK if card not in hand]
    for card in foreign:
        yield listed([card])
    for card in hand:
        yield listed([card, card])
        yield discard([card, rng.choice(foreign)])
    yield listed(foreign[:3])


def dealer_discards_to_try(hand: list[str], trump: str, rng: random.Random) -> Iterator[str]:
    """Combinations of the right number of cards, and of a few more or fewer."""
    right = len(hand) - 6
    for count in (right - 1, right, right + 1):
        for _ in range(20):
            yield listed(canonical(rng.sample(hand, count)))
    if comb(len(hand), right) <= 4_000:
        yield from (listed(cards) for cards in combinations(hand, right))
    plain = [card for card in hand if card not in trump_ranking(trump)]
    for count in (right - 1, right, right + 1):
        if count <= len(plain):
            for _ in range(30):
                yield listed(canonical(rng.sample(plain, count)))
    fine = cards_of(dealer_throws(hand, trump))
    yield listed(fine)
    yield listed(fine[::-1])
    for card in hand:
        for gone in fine:
            yield listed(canonical([*(one for one in fine if one != gone), card]))
        yield listed(canonical([*fine, card]))


def check_everything(state: engine.State, model: Model, rng: random.Random) -> Counter[str]:
    """Compare what the engine allows with what the model allows; counts the legal by phase."""
    met: Counter[str] = Counter()
    for seat in SEATS:
        legal = model.legal(seat)
        hand = model.hands[seat]
        tried = {*WORDS, *DECK, *discards_to_try(hand, rng)}
        if len(hand) > 6:
            tried |= {*dealer_discards_to_try(hand, model.trump or "", rng)}
        for action in tried:
            assert state.is_legal(seat, action) == (action in legal), (seat, action)
        actions = state.legal_actions(seat)
        assert len(actions) == len({*actions})
        if len(legal) <= 1000:
            assert {*actions} == legal
        else:
            assert 1 <= len(actions) <= 1000
            assert {*actions} < legal
        met[model.phase] += len(tried & legal)
    return met


@pytest.mark.parametrize("number", range(12))
def test_legality_in_random_positions(number: int) -> None:
    """Up to four hands of a game with each set of options."""
    rng = random.Random(number)
    options = OPTIONS[number % len(OPTIONS)]
    seed, dealer = rng.randbytes(32), rng.randrange(6)
    model = Model(6, options, seed, dealer)
    state = engine.load_game("schmier", 6, options).new_initial_state(seed, dealer)
    met: Counter[str] = Counter()
    while not model.over and model.hand_no < 5:
        met += check_everything(state, model, rng)
        seat = rng.choice(model.to_act())
        legal = sorted(model.legal(seat))
        action = "pass" if "pass" in legal and rng.random() < 0.7 else rng.choice(legal)
        model.apply(seat, action)
        state.apply(seat, action)
    met += check_everything(state, model, rng)
    assert {*met} - {"over"} >= {"bid", "trump", "discard", "dealer_discard", "play"}


def dealers_cards(trump: str, trumps: int, held: int) -> tuple[str, dict[int, str]]:
    """So many cards for the dealer, so many of them trumps; and what the five others throw."""
    ranking = trump_ranking(trump)
    plain = [card for card in DECK if card not in ranking]
    random.Random(f"{trump}{trumps}{held}").shuffle(plain)
    cards = [*ranking[::2], *ranking[1::2]][:trumps]
    cards += [plain.pop() for _ in range(held - trumps)]
    thrown = dict.fromkeys(range(5), "")
    for i in range(23 - held):
        thrown[i % 5] += f" {plain.pop()}"
    return " ".join(cards), thrown


@pytest.mark.parametrize(
    ("held", "trumps"),
    [(held, trumps) for held in (23, 16, 8) for trumps in range(min(held, 15) + 1)],
)
def test_legality_of_what_the_dealer_throws(held: int, trumps: int) -> None:
    """SC-10: the dealer holds 8, 16 or 23 cards, and any number of them are trumps."""
    rng = random.Random(trumps)
    trump = "CDHS"[trumps % 4]
    cards, thrown = dealers_cards(trump, trumps, held)
    first, rest = " ".join(cards.split()[:6]), cards.split()[6:]
    others = [card for card in DECK if card not in f"{cards} {' '.join(thrown.values())}".split()]
    below = " ".join([*others[: 23 - held], *rest])  # what the five get comes first
    hands_dealt = {**thrown, 5: first}
    state = bid_and_name(rig(hands_dealt, below), 4, 3, trump)
    model = Model(6, {}, state.seed, 5, arranged_deck(hands_dealt, below, 5))
    for action in ("pass", "pass", "pass", "pass", "bid3", "pass", f"trump={trump}"):
        model.apply(model.turn, action)
    for seat in range(5):
        model.apply(seat, discard(thrown[seat].split()))
    throw(state, thrown)
    assert hands(state) == model.hands
    assert {*model.hands[5]} == {*cards.split()}
    met = check_everything(state, model, rng)
    assert met["dealer_discard"] > 0
    listed_actions = state.legal_actions(5)
    assert listed_actions == sorted(listed_actions, key=order_of)


def order_of(action: str) -> tuple[int, list[int]]:
    """Few cards before many, then canonical."""
    cards = cards_of(action)
    return len(cards), [DECK.index(card) for card in cards]


def test_discards_are_listed_by_size_and_then_in_canonical_order() -> None:
    for number in range(5):
        rng = random.Random(number)
        state = engine.load_game("schmier", 6).new_initial_state(rng.randbytes(32))
        bid_and_name(state, 2, 3, "S")
        for seat in state.current_players():
            actions = state.legal_actions(seat)
            assert actions == sorted(actions, key=order_of)
            assert actions[0] == "discard="
