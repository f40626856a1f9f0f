"""Sampling at Schmier: what a seat can work out about the others' cards holds in every sample.

No trump is thrown away but by a dealer who kept six others (SC-9, SC-10), so nearly always all
trumps that a seat hasn't seen are in the other hands; who didn't follow a suit has none of it.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from tests.engine.contract import knowledge
from tests.engine.games.deals import hands
from tests.engine.games.schmier_deals import (
    bid_and_name,
    drive,
    first_trick,
    is_scored,
    random_action,
    random_hand,
    rig,
    start,
    table,
)
from tests.engine.games.schmier_model import DECK, SEATS, bearers, suit_of


def played_this_hand(state: engine.State) -> list[tuple[int, str]]:
    """Who has played which cards since the deal."""
    plays: list[tuple[int, str]] = []
    for event in state.public_history():
        if event["type"] == "deal":
            plays = []
        elif event["type"] == "play":
            plays.append((event["seat"], event["card"]))
    return plays


def known_voids(state: engine.State) -> dict[int, set[str]]:
    """SC-11: the suits of which everybody knows that a seat has none left."""
    trump = state.public()["trump"]
    voids: dict[int, set[str]] = defaultdict(set)
    plays = played_this_hand(state)
    for i, (seat, card) in enumerate(plays):
        led = suit_of(plays[i - i % 6][1], trump)
        if suit_of(card, trump) != led:
            voids[seat].add(led)
    if plays and state.game.options["first_lead_trump"]:
        seat, card = plays[0]
        if suit_of(card, trump) != trump:
            voids[seat].add(trump)
    return voids


def check_discards(sample: engine.State) -> None:
    """SC-9 and SC-10."""
    public = sample.public()
    trump, dealer = public["trump"], public["dealer"]
    for seat in SEATS:
        hand, thrown = (sample.private(seat)[key] for key in ("hand", "thrown"))
        if public["phase"] == "discard":
            waiting = seat == dealer or seat in public["to_act"]
            assert {*thrown} <= {*hand}
            assert not (waiting and thrown)
        else:
            assert len(thrown) == public["discarded"][seat]
            assert not {*thrown} & {*hand}
        trumps = [card for card in thrown if suit_of(card, trump) == trump]
        if seat != dealer:
            assert len(thrown) <= 3
            assert not trumps
        elif trumps:
            kept = [*hand, *(card for who, card in played_this_hand(sample) if who == dealer)]
            assert len(kept) == 6
            assert all(suit_of(card, trump) == trump for card in kept)
            assert not {*trumps} & {*bearers(trump)}


def check_cards(sample: engine.State) -> None:
    """Every card is there once: held, played, thrown, or (so many) in the stock."""
    public = sample.public()
    places = [card for hand in hands(sample) for card in hand]
    places += [card for _, card in played_this_hand(sample)]
    if public["phase"] != "discard":
        places += [card for seat in SEATS for card in sample.private(seat)["thrown"]]
    assert max(Counter(places).values()) == 1
    assert len(places) + public["stock"] == 53
    assert sorted(sample.cards()) == sorted(DECK)
    assert [len(hand) for hand in hands(sample)] == public["hand_sizes"]


def check(state: engine.State, seat: int, rng: random.Random) -> engine.State:
    """A sample for the seat that holds all that the seat knows."""
    sample = state.game.sample(state.observation(seat), rng)
    assert knowledge(sample, seat) == knowledge(state, seat)
    check_cards(sample)
    if state.public()["trump"] is not None:
        check_discards(sample)
    for other, suits in known_voids(state).items():
        held = {suit_of(card, state.public()["trump"]) for card in sample.private(other)["hand"]}
        assert not held & suits
    return sample


OPTIONS: list[dict[str, Any]] = [
    {},
    {"first_lead_trump": True, "target": 5},
    {"teams": "2x3"},
    {"teams": "2x3", "dealer_forced": True, "first_lead_trump": True},
]


def positions(number: int, most_hands: int) -> Iterator[engine.State]:
    """A random game at every ply; it is one object that moves on."""
    rng = random.Random(number)
    state = start(seed=rng.randbytes(32), **OPTIONS[number % len(OPTIONS)])
    yield state
    while not state.is_terminal() and state.public()["hand_no"] <= most_hands:
        seat = rng.choice(state.current_players())
        state.apply(seat, random_action(state, seat, rng))
        yield state


@pytest.mark.parametrize("number", range(8))
def test_a_sample_keeps_all_that_a_seat_knows(number: int) -> None:
    """Every ply of two hands, from every seat."""
    rng = random.Random(number)
    phases = set()
    for state in positions(number, 2):
        phases.add(state.public()["phase"])
        for seat in SEATS:
            check(state, seat, rng)
    assert phases >= {"bid", "trump", "discard", "dealer_discard", "play"}


def test_hidden_cards_vary_in_every_phase() -> None:
    rng = random.Random(1)
    varied = Counter[str]()
    for state in positions(4, 1):
        public = state.public()
        if public["phase"] == "play" and max(public["hand_sizes"]) < 3:
            continue
        for seat in SEATS:
            observation = state.observation(seat)
            samples = [state.game.sample(observation, rng) for _ in range(6)]
            others = [other for other in SEATS if other != seat]
            seen = {str([sample.private(other) for other in others]) for sample in samples}
            assert len(seen) > 1
            varied[public["phase"]] += 1
    assert {*varied} == {"bid", "trump", "discard", "dealer_discard", "play"}


@pytest.mark.parametrize("number", range(4))
def test_a_sample_of_every_phase_plays_on_to_the_end(number: int) -> None:
    rng = random.Random(number)
    for ply, state in enumerate(positions(number, 1)):
        sample = check(state, ply % 6, rng)
        if ply % 3 and state.public()["phase"] == "play":
            continue
        hands_played = 0
        while not sample.is_terminal() and hands_played < 2:
            seat = rng.choice(sample.current_players())
            sample.apply(seat, random_action(sample, seat, rng))
            hands_played += is_scored(sample)
            assert sorted(sample.cards()) == sorted(DECK)
        assert sample.is_terminal() or hands_played == 2


def test_a_sample_plays_to_the_end_of_the_game() -> None:
    rng = random.Random(2)
    state = start(target=11)
    random_hand(state, 3)
    sample = check(state, 4, rng)
    while not sample.is_terminal():
        seat = rng.choice(sample.current_players())
        sample.apply(seat, random_action(sample, seat, rng))
    assert sample.winners()


def test_at_the_deal_every_unseen_card_may_be_anywhere() -> None:
    state = start()
    rng = random.Random(3)
    mine = {*state.private(2)["hand"]}
    seen: dict[int, set[str]] = defaultdict(set)
    for _ in range(300):
        sample = state.game.sample(state.observation(2), rng)
        for seat in SEATS:
            seen[seat] |= {*sample.private(seat)["hand"]}
    for seat in SEATS:
        assert seen[seat] == (mine if seat == 2 else {*DECK} - mine)


def test_a_choice_that_nobody_saw_is_drawn_anew() -> None:
    """SC-9: seat 0 has thrown something; to the others it may be any card, and any number."""
    state = bid_and_name(rig({0: "2C 3C 4C 5S 6S 7S"}), 1, 3, "D")
    state.apply(0, state.legal_actions(0)[-1])
    rng = random.Random(4)
    counts = Counter[int]()
    cards: set[str] = set()
    for _ in range(200):
        sample = check(state, 3, rng)
        thrown = sample.private(0)["thrown"]
        counts[len(thrown)] += 1
        cards |= {*thrown}
        assert check(state, 0, rng).private(0)["thrown"] == state.private(0)["thrown"]
    assert {*counts} == {0, 1, 2, 3}
    assert len(cards) > 20


def test_what_is_thrown_is_no_trump_unless_the_dealer_kept_six() -> None:
    """Seat 0 was the dealer and has led a plain card: all trumps are in the hands."""
    state = first_trick("9C AC 2C KC QC TC", "H")
    rng = random.Random(5)
    for seat in SEATS:
        for _ in range(20):
            sample = check(state, seat, rng)
            held = {card for hand in hands(sample) for card in hand}
            assert held >= {card for card in DECK if suit_of(card, "H") == "H"}


def test_a_dealer_who_holds_every_trump_keeps_those_that_may_not_go() -> None:
    """Nobody followed the joker: the dealer had all fifteen trumps and threw nine of them."""
    state = first_trick("JK AH KS TD 9D 2S", "C")
    rng = random.Random(6)
    last = set()
    for seat in (1, 2, 3, 4, 5):
        for _ in range(20):
            hand = check(state, seat, rng).private(0)["hand"]
            assert {*hand} > {"AC", "JC", "JS", "2C"}
            last |= {*hand} - {"AC", "JC", "JS", "2C"}
    assert len(last) > 5


OVERFLOWING = [  # the tricks of the worked examples that leave the dealer, seat 0, six trumps
    ("C", "JK 2C AH KS TD 9D"),
    ("C", "JK AH KS TD 9D 2S"),
    ("H", "2H JK 5S AS KC QD"),
]


@pytest.mark.parametrize(("trump", "trick"), OVERFLOWING)
def test_trumps_that_the_dealer_threw_are_in_no_hand(trump: str, trick: str) -> None:
    """Seats 2 to 5 are void at once; the dealer knows what was thrown, the others how many."""
    state = first_trick(trick, trump)
    fewest = sum(suit_of(card, trump) == trump for card in state.private(0)["thrown"])
    rng = random.Random(7)
    while not is_scored(state):
        for seat in SEATS:
            for _ in range(2):
                thrown = check(state, seat, rng).private(0)["thrown"]
                count = sum(suit_of(card, trump) == trump for card in thrown)
                assert count == fewest or (count > fewest and seat > 1)
        (seat,) = state.current_players()
        state.apply(seat, random_action(state, seat, rng))


def test_first_lead_trump_tells_that_the_bidder_has_none() -> None:
    """SC-11: the bidder may lead a club only without a heart."""
    hand = {
        0: "AC KC QC TC 9C 8C",
        1: "AH KH QH JH TH 2C",
        2: "9H 8H 7H 6H 3C 4C",
        3: "5H 4H 3H 2H 5C 6C",
        4: "JD JK 7C",
    }
    rng = random.Random(11)
    holders = set()
    for option in (True, False):
        state = drive(table(hand, "H", first_lead_trump=option), "8C")
        for _ in range(100):
            sample = state.game.sample(state.observation(1), rng)
            if "JK" in sample.private(0)["hand"]:
                holders.add(option)
    assert holders == {False}


def test_seats_that_show_out_get_none_of_the_suit() -> None:
    """SC-3: with hearts as trumps, the left bower follows hearts and not diamonds."""
    state = first_trick("KD AD JD TD JK 2D", "H")
    rng = random.Random(8)
    seen: dict[int, set[str]] = defaultdict(set)
    for _ in range(150):
        sample = check(state, 1, rng)
        for seat in (0, 2, 3, 4, 5):
            seen[seat] |= {suit_of(card, "H") for card in sample.private(seat)["hand"]}
    assert "D" not in seen[2] | seen[4]
    assert seen[2] | seen[4] == {"C", "H", "S"}
    assert seen[0] & seen[3] & seen[5] == {"C", "D", "H", "S"}


def test_a_left_bower_may_be_with_somebody_who_has_no_diamonds() -> None:
    state = first_trick("KD AD 9H TD 8C 2D", "H")
    rng = random.Random(9)
    holders = set()
    for _ in range(200):
        sample = check(state, 1, rng)
        holders |= {seat for seat in SEATS if "JD" in sample.private(seat)["hand"]}
    assert holders == {0, 2, 3, 4, 5}


def test_a_sample_shuffles_anew_for_the_hands_to_come() -> None:
    """Nobody knows the seed, so no sample may know the next deal."""
    state = start()
    random_hand(state, 1)
    rng = random.Random(10)
    deals = set()
    for _ in range(10):
        sample = state.game.sample(state.observation(0), rng)
        random_hand(sample, 2)
        deals.add(str(hands(sample)))
    assert len(deals) == 10
