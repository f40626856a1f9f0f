"""One Hundred by its clauses: setup, card values, busts, eliminations and the end (OH-1 to OH-20).

The options are in test_one_hundred_options.py.
"""

import random
from collections import Counter
from functools import partial

import pytest

import engine
from tests.engine.contract import everything
from tests.engine.games.adding_deals import drive
from tests.engine.games.deals import SEED, fair, hands
from tests.engine.games.one_hundred_deals import after, gentle, played, rig
from tests.engine.reference import canonical, dealt, first_dealer, french_deck, shuffled

start = partial(fair, "onehundred")


def types(state: engine.State) -> list[str]:
    return [event["type"] for event in state.events]


@pytest.mark.parametrize("players", range(3, 11))
def test_oh_1_to_oh_4_the_first_deal(players: int) -> None:
    state = start(players)
    decks = 2 if players >= 7 else 1
    dealer = first_dealer(SEED, players)
    order = [(dealer + 1 + i) % players for i in range(players)]
    deck = shuffled(SEED, 0, french_deck(decks))
    hand = dealt(deck, order, 3)
    assert Counter(state.cards()) == Counter(french_deck(decks))
    assert hands(state) == [canonical(hand[seat]) for seat in range(players)]
    assert state.public() == {
        "game": "onehundred",
        "round": 1,
        "phase": "play",
        "dealer": dealer,
        "direction": 1,
        "pile": 0,
        "top": None,
        "stock": 52 * decks - 3 * players,
        "pile_cards": 0,
        "chips": [3] * players,
        "in": [True] * players,
        "hand_sizes": [3] * players,
        "to_act": [order[0]],
        "last": None,
        "last_bust": None,
        "rebuilds_left": 10,
    }
    assert state.current_players() == (order[0],)


def test_oh_4_clockwise_round_the_table() -> None:
    line = ["2C", "3C", "6C", "7C", "8C", "9C"]
    state = rig(line, players=4, dealer=1)
    seen = []
    for action in line:
        seen.append(state.current_players()[0])
        drive(state, [action])
    assert seen == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("ace", ["AS", "AC"])
def test_oh_5_a_black_ace_names_0_to_100(ace: str) -> None:
    state = (
        after(50, hold={1: [ace, "KH", "KD"]})
        if ace == "AS"
        else played(["AS=50"], hold={1: [ace, "KH", "KD"]})
    )
    named = [f"{ace}={number}" for number in range(101)]
    assert sorted(state.legal_actions(1)) == sorted([*named, "KH", "KD"])
    for number in (0, 1, 49, 50, 51, 99, 100):
        copy = state.clone()
        copy.apply(1, f"{ace}={number}")
        assert copy.public()["pile"] == number
        assert copy.public()["chips"] == [3, 3, 3]
    for wrong in ("", "=", "=101", "=-1", "=00", "=07", "=+5", "=1.0", "= 5", "=1000", "=٣"):
        assert not state.is_legal(1, ace + wrong)
        with pytest.raises(engine.IllegalAction):
            state.apply(1, ace + wrong)


VALUES = {  # on a pile of 40
    **{f"A{suit}": 41 for suit in "DH"},
    "2S": 80,
    **{f"2{suit}": 42 for suit in "CDH"},
    **{f"{rank}{suit}": 40 + int(rank) for rank in "346789" for suit in "CDHS"},
    **dict.fromkeys(["5H", "5D"], 35),
    **dict.fromkeys(["5S", "5C"], 45),
    **{f"T{suit}": 100 for suit in "CDHS"},
    **{f"J{suit}": 30 for suit in "CDHS"},
    **dict.fromkeys(["QC", "QD", "QS"], 50),
    "QH": 0,
    **{f"K{suit}": 40 for suit in "CDHS"},
}


@pytest.mark.parametrize(("card", "count"), VALUES.items())
def test_oh_6_to_oh_13_what_a_card_makes_of_40(card: str, count: int) -> None:
    state = after(40, card)
    assert state.public()["pile"] == count
    assert state.public()["direction"] == 1
    assert state.public()["last_bust"] is None
    assert not state.is_legal(state.current_players()[0], f"{card}={count}")


@pytest.mark.parametrize(
    ("card", "count"), [("5H", 4), ("5D", 5), ("JC", 9), ("JH", 10), ("JS", 0)]
)
def test_oh_14_the_pile_never_goes_below_0(card: str, count: int) -> None:
    assert after(count, card).public()["pile"] == 0


def test_oh_7_doubling_nothing_is_nothing() -> None:
    assert after(0, "2S").public()["pile"] == 0


def test_oh_15_play_then_draw_the_top_card_of_the_stock() -> None:
    line = ["2C", "3C", "6C", "7C", "8C", "9C", "AD", "AH", "TC", "KC"]
    state = rig(line)  # seat 0 draws the king with its first card, for its fourth
    state.apply(0, "2C")
    play, draw = state.events
    assert play == {
        "type": "play", "seat": 0, "action": "2C", "card": "2C",
        "count": 2, "direction": 1, "to": "all",
    }  # fmt: skip
    assert draw == {"type": "draw", "seat": 0, "card": "KC", "to": [0]}
    assert "KC" in hands(state)[0]
    assert "KC" not in str([state.public(), state.observation(1), state.public_history()])
    assert (state.public()["stock"], state.current_players()) == (42, (1,))


@pytest.mark.parametrize("card", ["AD", "2D", "2S", "5C", "9H", "QD", "4C"])
def test_oh_16_a_bust_costs_a_chip_and_play_goes_on(card: str) -> None:
    before = after(100, hold={1: [card]})
    old = hands(before)[1]
    state = before.clone()
    state.apply(1, card)
    public = state.public()
    assert (public["pile"], public["top"], public["pile_cards"]) == (100, card, 2)
    assert public["chips"] == [3, 2, 3]
    assert (public["round"], public["dealer"], public["stock"]) == (1, 2, 41)
    assert public["last"] == card
    assert state.current_players() == (2,)
    assert types(state) == ["bust", "draw"]
    assert state.events[0]["chips"] == 2
    assert Counter(hands(state)[1]) - Counter(old) == Counter([state.events[1]["card"]])


def test_oh_16_100_is_safe_and_a_hundred_and_one_is_not() -> None:
    assert after(96, "4C").public()["chips"] == [3, 3, 3]
    assert after(97, "4C").public()["chips"] == [3, 2, 3]


def test_oh_16_a_safe_card_does_not_force_anybody() -> None:
    state = after(99, hold={1: ["KC", "9C", "QH"]})
    assert sorted(state.legal_actions(1)) == ["9C", "KC", "QH"]


OUT = {1: ["KH", "3S"]}
"""What seat 1 still holds when it busts."""


def test_oh_17_without_chips_out_at_once() -> None:
    state = played(["AC=95", "9D"], players=4, hold=OUT, chips=1)
    public = state.public()
    assert public["in"] == [True, False, True, True]
    assert public["chips"] == [1, 0, 1, 1]
    assert public["hand_sizes"] == [3, 0, 3, 3]
    assert (public["pile"], public["top"], public["pile_cards"]) == (95, "9D", 4)
    assert public["stock"] == 52 - 12 - 1
    assert types(state) == ["bust", "out"]
    assert state.private(1) == {"hand": []}
    assert state.legal_actions(1) == []
    assert state.decision(1) is None
    assert state.current_players() == (2,)
    assert state.placings() == state.winners() == ()


def test_oh_17_nobody_is_shown_the_hand() -> None:
    state = played(["AC=95", "9D"], players=4, hold=OUT, chips=1)
    told = [state.observation(seat) for seat in range(4)]
    told.append({"events": list(state.events), "public": state.public()})
    for one in (told[0], told[2], told[3], told[4]):
        assert "KH" not in str(one)
        assert "3S" not in str(one)


@pytest.mark.parametrize("fours", ["plain", "reverse"])
def test_oh_17_the_turn_passes_over_who_is_out(fours: str) -> None:
    """Seat 1 goes out, and then the turn goes round both ways without it."""
    line = ["AC=98", "9D", "KC", "KD", "KS"]
    state = played(line, players=4, chips=1, fours=fours)
    assert state.current_players() == (2,)
    if fours == "reverse":
        line = ["AC=98", "9D", "KC", "4D", "KS", "KH", "4C"]
        seats = [0, 1, 2, 3, 2, 0, 3]
        state = rig(line, players=4, chips=1, fours=fours)
        for action, seat in zip(line, seats, strict=True):
            assert state.current_players() == (seat,)
            drive(state, [action])
        assert state.current_players() == (0,)


def test_oh_17_out_while_the_turn_goes_the_other_way() -> None:
    line = ["AC=98", "4D", "9D", "KD"]
    state = rig(line, players=4, chips=1, fours="reverse")
    seen = []
    for action in line:
        seen.append(state.current_players()[0])
        drive(state, [action])
    assert seen == [0, 1, 0, 3]
    assert state.public()["in"] == [False, True, True, True]
    assert state.current_players() == (2,)


def until_rebuilt(state: engine.State) -> list[str]:
    """Play gently until the stock is rebuilt; the cards that were played, oldest first."""
    cards: list[str] = []
    while not any(event["type"] == "reshuffle" for event in state.events[-1:]):
        action = gentle(state)
        state.apply(state.current_players()[0], action)
        cards.append(action[:2])
    return cards


def drawn(state: engine.State, count: int) -> list[str]:
    """The next cards of the stock, as they are drawn."""
    cards = []
    for _ in range(count):
        state.apply(state.current_players()[0], gentle(state))
        cards += [event["card"] for event in state.events if event["type"] == "draw"]
    return cards


def test_oh_18_the_pile_but_its_top_card_becomes_the_stock() -> None:
    state = start(3, chips=9)
    cards = until_rebuilt(state)
    assert len(cards) == 43
    assert state.public()["top"] == cards[-1]
    assert drawn(state, 20) == shuffled(SEED, 1, cards[:-1])[:20]


def test_oh_18_busts_go_to_the_pile_like_any_card() -> None:
    line = ["AC=100", "9D", "9C"]
    state = played(line, chips=9)
    cards = ["AC", "9D", "9C", *until_rebuilt(state)]
    assert drawn(state, 20) == shuffled(SEED, 1, cards[:-1])[:20]


def test_oh_17_and_oh_18_a_hand_of_the_dead_is_the_oldest_of_the_pile() -> None:
    line = ["AC=100", "9D", "KC", "KD", "KS", "9C", "KH", "TC", "TD", "9H"]  # seat 1 busts thrice
    state = played(line, players=4, hold={1: ["3S", "QH"]}, whim=1)
    assert state.public()["in"] == [True, False, True, True]
    assert state.public()["pile_cards"] == 12
    cards = ["QH", "3S", *(action[:2] for action in line), *until_rebuilt(state)]
    in_hand = [card for hand in hands(state) for card in hand]
    assert Counter([*cards, *in_hand]) == Counter(french_deck())
    assert drawn(state, 20) == shuffled(SEED, 1, cards[:-1])[:20]


def test_oh_17_the_hand_of_the_second_dead_goes_under_that_of_the_first() -> None:
    line = ["AC=100", "9D", "8D", "KC", "KD", "9C", "8C"]  # seats 1 and 2 bust twice
    state = played(line, players=4, hold={1: ["KH", "3S"], 2: ["3H", "QD"]}, whim=0, chips=2)
    assert state.public()["in"] == [True, False, False, True]
    assert state.public()["pile_cards"] == 11
    cards = ["QD", "3H", "KH", "3S", *(action[:2] for action in line), *until_rebuilt(state)]
    assert drawn(state, 20) == shuffled(SEED, 1, cards[:-1])[:20]


def test_oh_19_the_last_player_in_wins() -> None:
    state = played(["AC=95", "9D", "KC", "9C"], chips=1)
    assert state.is_terminal()
    assert state.winners() == (2,)
    assert state.placings() == (2, 3, 1)
    assert state.scores() == (0, 0, 1)
    assert state.current_players() == ()
    public = state.public()
    assert (public["phase"], public["to_act"]) == ("over", [])
    assert public["last_bust"] == {"round": 1, "seat": 0, "action": "9C", "count": 104}
    assert state.events[-1] == {"type": "over", "winners": [2], "to": "all"}
    before = everything(state)
    with pytest.raises(engine.IllegalAction):
        state.apply(2, hands(state)[2][0])
    assert everything(state) == before


@pytest.mark.parametrize("players", [3, 6, 10])
def test_oh_19_the_others_place_in_reverse_order_of_elimination(players: int) -> None:
    rng = random.Random(players)
    state = start(players, rng.randbytes(32), rebuilds=None)
    out: list[int] = []
    while not state.is_terminal():
        (seat,) = state.current_players()
        state.apply(
            seat,
            rng.choice(
                [card for card in hands(state)[seat] if card[0] != "A"] or state.legal_actions(seat)
            ),
        )
        out += [event["seat"] for event in state.events if event["type"] == "out"]
    best_first = [*state.winners(), *reversed(out)]
    assert state.placings() == tuple(best_first.index(seat) + 1 for seat in range(players))
    assert state.scores() == tuple(state.public()["chips"])


def to_the_end(state: engine.State) -> engine.State:
    """Play gently until the game is over."""
    while not state.is_terminal():
        state.apply(state.current_players()[0], gentle(state))
    return state


def test_oh_20_the_eleventh_rebuild_ends_the_game() -> None:
    state = start(6, chips=9)
    rebuilt, left = 0, 10
    while not state.is_terminal():
        before = state.public()
        state.apply(state.current_players()[0], gentle(state))
        rebuilt += "reshuffle" in types(state)
        left -= "reshuffle" in types(state)
        assert state.public()["rebuilds_left"] == left
    public = state.public()
    assert (rebuilt, left, before["stock"]) == (10, 0, 1)
    assert (public["stock"], public["pile_cards"]) == (0, before["pile_cards"] + 1)
    assert public["hand_sizes"] == [3 * alive for alive in public["in"]]
    assert types(state)[-1] == "over"
    assert "reshuffle" not in types(state)
    chips = state.scores()
    assert state.winners() == tuple(s for s in range(6) if chips[s] == max(chips))


def test_oh_20_equal_chips_share_and_the_dead_place_behind() -> None:
    line = ["AC=98", "9D", "8D", "7D", "KC", "9C"]  # 1, 2 and 3 bust, then 5; chips 1: out
    state = played(line, players=6, chips=1, rebuilds=0)
    assert state.public()["in"] == [True, False, False, False, True, False]
    to_the_end(state)
    assert state.public()["in"] == [True, False, False, False, True, False]
    assert state.winners() == (0, 4)
    assert state.placings() == (1, 6, 5, 4, 1, 3)
    assert state.scores() == (1, 0, 0, 0, 1, 0)


def test_oh_20_most_chips_win_and_equal_chips_share_the_second_place() -> None:
    line = ["AC=100", "9D", "8D", "7D", "KD", "9C"]  # 1, 2 and 3 bust, then 1 once more
    state = played(line, players=4, whim=1, chips=2, rebuilds=0)
    assert state.public()["chips"] == [2, 0, 1, 1]
    to_the_end(state)
    assert state.scores() == (2, 0, 1, 1)
    assert state.winners() == (0,)
    assert state.placings() == (1, 4, 2, 2)


def test_c_7_a_given_deck_replaces_the_first_shuffle_only() -> None:
    game = engine.load_game("onehundred", 3)
    state = game.new_initial_state(seed=SEED, dealer=2, deck=french_deck())
    assert hands(state) == [["AC", "4C", "7C"], ["2C", "5C", "8C"], ["3C", "6C", "9C"]]


def test_c_8_equal_black_aces_are_one_set_of_actions() -> None:
    state = rig([], decks=2, hold={0: ["AS", "KC", "AS"]})
    assert state.private(0) == {"hand": ["KC", "AS", "AS"]}
    assert len(state.legal_actions(0)) == 102
    state.apply(0, "AS=7")
    assert state.private(0)["hand"].count("AS") == 1
