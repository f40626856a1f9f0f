"""Ninety-Nine by its clauses: setup, deal, card values and turn order (NN-1 to NN-18)."""

import random
from collections import Counter
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import engine
from tests.engine.games.adding_deals import drive
from tests.engine.games.deals import SEED, fair, hands
from tests.engine.games.ninety_nine_deals import after, gentle, played, rig
from tests.engine.reference import canonical, dealt, first_dealer, french_deck, shuffled

PLAIN = {"2": 2, "3": 3, "5": 5, "6": 6, "7": 7, "8": 8, "J": 10, "Q": 10, "4": 0, "9": 0, "K": 99}


start = partial(fair, "ninetynine")


def random_game(players: int, number: int, **options: Any) -> list[tuple[dict, list[dict]]]:
    """A whole game of random actions: the public view before each action, and its events."""
    rng = random.Random(number)
    state = start(players, rng.randbytes(32), **options)
    steps = []
    while not state.is_terminal():
        before = state.public()
        (seat,) = state.current_players()
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        steps.append((before, list(state.events)))
    return [*steps, (state.public(), [])]


@pytest.mark.parametrize("players", range(2, 11))
def test_nn_1_one_deck_below_four_players_and_two_from_four_on(players: int) -> None:
    state = start(players)
    decks = 2 if players >= 4 else 1
    assert Counter(state.cards()) == Counter(french_deck(decks))
    assert state.game.options["decks"] == decks


def test_nn_1_the_decks_stay_however_many_are_out() -> None:
    state = start(4, chips=1)
    rng = random.Random(1)
    while sum(state.public()["in"]) > 2:
        (seat,) = state.current_players()
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert Counter(state.cards()) == Counter(french_deck(2))
    assert state.public()["stock"] == 104 - 2 * 3
    assert state.game.options["chips"] == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_nn_2_five_chips_and_three_from_four_players_on(players: int) -> None:
    chips = 3 if players >= 4 else 5
    assert start(players).public()["chips"] == [chips] * players


@pytest.mark.parametrize("players", range(2, 11))
def test_nn_3_and_nn_4_the_first_deal(players: int) -> None:
    state = start(players)
    dealer = first_dealer(SEED, players)
    order = [(dealer + 1 + i) % players for i in range(players)]
    deck = shuffled(SEED, 0, french_deck(2 if players >= 4 else 1))
    hand = dealt(deck, order, 3)
    assert hands(state) == [canonical(hand[seat]) for seat in range(players)]
    assert state.public() == {
        "game": "ninetynine",
        "round": 1,
        "phase": "play",
        "dealer": dealer,
        "direction": 1,
        "pile": 0,
        "top": None,
        "stock": len(deck) - 3 * players,
        "pile_cards": 0,
        "chips": [3 if players >= 4 else 5] * players,
        "in": [True] * players,
        "hand_sizes": [3] * players,
        "to_act": [order[0]],
        "last": None,
        "last_bust": None,
    }
    assert state.current_players() == (order[0],)


def test_nn_3_the_next_round_is_a_full_shuffle_and_starts_clockwise() -> None:
    state = played(["KS", "4C", "JD"], players=4, dealer=0)
    public = state.public()
    assert public["last_bust"] == {"round": 1, "seat": 1, "action": "JD", "count": 109}
    assert (public["round"], public["dealer"], public["direction"]) == (2, 1, 1)
    assert (public["pile"], public["top"], public["pile_cards"]) == (0, None, 0)
    assert public["stock"] == 104 - 12
    hand = dealt(shuffled(SEED, 1, french_deck(2)), [2, 3, 0, 1], 3)
    assert hands(state) == [canonical(hand[seat]) for seat in range(4)]
    assert state.current_players() == (2,)


def test_nn_4_the_deal_passes_round_the_table() -> None:
    rounds = [e for _, events in random_game(3, 4) for e in events if e["type"] == "round"]
    assert len(rounds) >= 6
    assert [fact["round"] for fact in rounds] == list(range(2, len(rounds) + 2))
    for before, now in pairwise(rounds[:4]):  # nobody can be out yet
        assert now["dealer"] == (before["dealer"] + 1) % 3
        assert now["first"] == (now["dealer"] + 1) % 3


@pytest.mark.parametrize("suit", "CDHS")
@pytest.mark.parametrize(("rank", "count"), PLAIN.items())
def test_nn_6_to_nn_11_what_a_card_makes_of_an_empty_pile(rank: str, count: int, suit: str) -> None:
    state = after(0, rank + suit)
    assert state.public()["pile"] == count
    assert state.public()["direction"] == (-1 if rank == "4" else 1)


@pytest.mark.parametrize("suit", "CDHS")
def test_nn_5_an_ace_is_1_or_11(suit: str) -> None:
    assert after(40, f"A{suit}=1").public()["pile"] == 41
    assert after(40, f"A{suit}=11").public()["pile"] == 51


@pytest.mark.parametrize("suit", "CDHS")
def test_nn_8_a_ten_goes_up_or_down(suit: str) -> None:
    assert after(40, f"T{suit}=+10").public()["pile"] == 50
    assert after(40, f"T{suit}=-10").public()["pile"] == 30


def test_nn_5_and_nn_8_the_choice_is_part_of_the_action() -> None:
    state = rig([], hold={0: ["AC", "TD", "2S"]})
    assert state.private(0) == {"hand": ["AC", "TD", "2S"]}
    assert sorted(state.legal_actions(0)) == sorted(["AC=1", "AC=11", "TD=+10", "TD=-10", "2S"])
    for action in ("AC", "TD", "AC=2", "TD=10", "2S=2", "AC=-1", "AC=+1", "TD=0"):
        assert not state.is_legal(0, action)
        with pytest.raises(engine.IllegalAction):
            state.apply(0, action)


def test_nn_6_two_fours_turn_the_direction_back() -> None:
    assert after(50, "4C", "4D").public()["direction"] == 1
    assert after(50, "4C", "4D").public()["pile"] == 50


@pytest.mark.parametrize("count", [0, 9, 10])
def test_nn_12_the_pile_never_goes_below_0(count: int) -> None:
    assert after(count, "TC=-10").public()["pile"] == 0


def test_nn_13_the_top_card_of_the_stock_is_drawn() -> None:
    line = ["2C", "3C", "5C", "6C", "7C", "8C", "9C"]
    state = rig(line)  # seat 0 draws the nine with its first card, for its fourth
    assert "9C" not in hands(state)[0]
    state.apply(0, "2C")
    assert "9C" in hands(state)[0]
    assert state.public()["hand_sizes"] == [3, 3]
    assert state.public()["stock"] == 45


def test_nn_13_only_who_draws_sees_the_card() -> None:
    state = rig(["2C", "3C", "5C", "6C", "7C", "8C", "9C"])
    state.apply(0, "2C")
    play, draw = state.events
    assert play == {
        "type": "play",
        "seat": 0,
        "action": "2C",
        "card": "2C",
        "count": 2,
        "direction": 1,
        "to": "all",
    }
    assert draw == {"type": "draw", "seat": 0, "card": "9C", "to": [0]}
    assert "9C" not in str([state.public(), state.observation(1), state.public_history()])


def test_nn_13_a_safe_card_does_not_force_anybody() -> None:
    state = played(["KS"], hold={1: ["9C", "2C", "3C"]})
    assert sorted(state.legal_actions(1)) == ["2C", "3C", "9C"]
    state.apply(1, "2C")
    assert state.public()["chips"] == [5, 4]


@pytest.mark.parametrize("action", ["2D", "JD", "AD=1", "AD=11", "TD=+10"])
def test_nn_14_whoever_goes_over_99_pays_a_chip(action: str) -> None:
    before = played(["KS"], players=3)
    state = played(["KS", action], players=3)
    assert before.public()["pile"] == 99
    assert state.public()["chips"] == [5, 4, 5]
    types = [event["type"] for event in state.events]
    assert types[0] == "bust"
    assert "draw" not in types
    assert "play" not in types
    assert Counter(state.cards()) == Counter(french_deck())
    assert state.public()["last"] == action


def test_nn_14_99_is_safe() -> None:
    state = after(98, "AS=1")
    assert state.public()["last_bust"] is None
    assert state.public()["chips"] == [5, 5]


QUIET = [f"{rank}{suit}" for rank in "2356" for suit in "CDHS"] + [f"A{suit}=1" for suit in "CDHS"]


def test_nn_15_the_rebuilt_stock_is_the_pile_shuffled_oldest_card_first() -> None:
    line = [*QUIET, "9C", "9D"]
    state = played(line, players=10, decks=1, hold={2: ["9H", "9S"]})
    assert {"type": "reshuffle", "stock": 21, "to": "all"} in state.events
    stock = shuffled(SEED, 1, [card.partition("=")[0] for card in line[:-1]])
    seat = 2
    assert state.current_players() == (seat,)
    state.apply(seat, "9H")
    (draw,) = (event for event in state.events if event["type"] == "draw")
    assert draw["card"] == stock[0]
    assert (state.public()["stock"], state.public()["pile_cards"]) == (20, 2)


def test_nn_15_the_card_left_behind_is_the_oldest_of_the_next_pile() -> None:
    """Of a second rebuild, in a long round: the pile enters with the card the first one left."""
    rng = random.Random(0)
    for _ in range(400):
        seed = rng.randbytes(32)
        piles, stocks = _patient_round(seed)
        if len(piles) >= 2:
            break
    assert len(piles) >= 2
    assert piles[1][0] == piles[0][-1]
    for k, (pile, stock) in enumerate(zip(piles, stocks, strict=True), start=1):
        assert stock == shuffled(seed, k, pile[:-1])[: len(stock)]


def _patient_round(seed: bytes) -> tuple[list[list[str]], list[list[str]]]:
    """The first round of ten careful players with one deck.

    Returns each pile that was rebuilt, oldest card first, and the cards drawn from what it became.
    """
    state = start(10, seed, decks=1, negative=True, ten="minus")
    pile: list[str] = []
    piles: list[list[str]] = []
    stocks: list[list[str]] = []
    while state.public()["round"] == 1 and not (len(stocks) == 2 and len(stocks[1]) == 3):
        (seat,) = state.current_players()
        state.apply(seat, gentle(state))
        for event in state.events:
            if event["type"] == "play":
                pile.append(event["card"])
            elif event["type"] == "draw" and stocks:
                stocks[-1].append(event["card"])
            elif event["type"] == "reshuffle":
                piles.append(pile)
                stocks.append([])
                pile = pile[-1:]
    return piles, stocks


def test_nn_16_the_turn_passes_over_who_is_out() -> None:
    for number in range(6):
        steps = random_game(5, number, chips=1)
        for (before, events), (now, _) in pairwise(steps):
            if any(event["type"] == "round" for event in events) or now["phase"] == "over":
                continue
            seat, step = before["to_act"][0], now["direction"]
            expected = (seat + step) % 5
            while not now["in"][expected]:
                expected = (expected + step) % 5
            assert now["to_act"] == [expected]


def test_nn_16_with_two_left_a_four_still_reverses() -> None:
    state = rig(["2C", "4D", "3C"])
    for action, seat, direction in (("2C", 0, 1), ("4D", 1, -1), ("3C", 0, -1)):
        assert state.current_players() == (seat,)
        state.apply(seat, action)
        assert state.public()["direction"] == direction
    assert state.current_players() == (1,)


def test_nn_17_without_chips_out_at_once() -> None:
    state = played(["KS", "2D"], players=3, chips=1)
    public = state.public()
    assert public["in"] == [True, False, True]
    assert public["chips"] == [1, 0, 1]
    assert public["hand_sizes"] == [3, 0, 3]
    assert state.private(1) == {"hand": []}
    assert state.legal_actions(1) == []
    assert state.decision(1) is None
    assert {"type": "out", "seat": 1, "to": "all"} in state.events


def test_nn_18_the_last_one_in_wins() -> None:
    state = played(["KS", "2D"], chips=1)
    assert state.is_terminal()
    assert state.winners() == (0,)
    assert state.placings() == (1, 2)
    assert state.scores() == (1, 0)
    assert state.current_players() == ()
    assert state.public()["phase"] == "over"
    assert state.public()["to_act"] == []
    assert state.public()["last"] == "2D"
    assert state.public()["last_bust"] == {"round": 1, "seat": 1, "action": "2D", "count": 101}
    assert state.events[-1] == {"type": "over", "winners": [0], "to": "all"}


@pytest.mark.parametrize("last_stand", [False, True])
@pytest.mark.parametrize("players", [3, 6, 10])
def test_nn_18_the_others_place_in_reverse_order_of_elimination(
    players: int, last_stand: bool
) -> None:
    rng = random.Random(players)
    state = start(players, rng.randbytes(32), last_stand=last_stand)
    out: list[int] = []
    while not state.is_terminal():
        (seat,) = state.current_players()
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        out += [event["seat"] for event in state.events if event["type"] == "out"]
    (winner,) = state.winners()
    best_first = [winner, *reversed(out)]
    assert sorted(best_first) == list(range(players))
    assert state.placings() == tuple(best_first.index(seat) + 1 for seat in range(players))
    assert state.scores() == tuple(state.public()["chips"])
    assert state.public()["in"] == [seat == winner for seat in range(players)]


def test_c_7_a_given_deck_replaces_the_first_shuffle_only() -> None:
    deck = french_deck()
    game = engine.load_game("ninetynine", players=2)
    state = game.new_initial_state(seed=SEED, dealer=1, deck=deck)
    assert hands(state) == [["AC", "3C", "5C"], ["2C", "4C", "6C"]]
    drive(state, ["5C"])
    assert hands(state)[0] == ["AC", "3C", "7C"]


def test_c_8_equal_cards_are_one_action() -> None:
    state = rig([], decks=2, hold={0: ["KS", "2C", "KS"]})
    assert state.private(0) == {"hand": ["2C", "KS", "KS"]}
    assert sorted(state.legal_actions(0)) == ["2C", "KS"]
    state.apply(0, "KS")
    assert state.private(0)["hand"].count("KS") == 1
