"""Toonerville Rook by its clauses: the deal, and how a turn begins (TR-1 to TR-3, TR-8, TR-9)."""

import json
from itertools import permutations

import pytest

from tests.engine.contract import everything, knowledge
from tests.engine.games.deals import SEED, hands, refused
from tests.engine.games.toonerville_deals import (
    act,
    answer,
    draw,
    drawn,
    hand,
    idle,
    kinds,
    rig,
    start,
)
from tests.engine.reference import dealt, first_dealer, rook_deck, rook_order, shuffled


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tr_1_a_deck_for_each_player(players: int) -> None:
    state = start(players)
    cards = list(state.cards())
    assert sorted(cards) == sorted(rook_deck(players))
    assert len(cards) == 57 * players
    assert cards.count("W") == cards.count("B1") == players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tr_2_the_first_deal(players: int) -> None:
    state = start(players)
    dealer = first_dealer(SEED, players)
    left = [(dealer + 1 + step) % players for step in range(players)]
    deck = shuffled(SEED, 0, rook_deck(players))
    hand_of = dealt(deck, left, 12)
    assert hands(state) == [rook_order(hand_of[seat]) for seat in range(players)]
    assert state.public() == {
        "game": "toonerville",
        "round": 1,
        "contract": {"runs": 0, "sets": 2},
        "phase": "draw",
        "dealer": dealer,
        "turn": left[0],
        "discard_top": deck[12 * players],
        "discards": 1,
        "draw_pile": 45 * players - 1,
        "melds": [],
        "contract_met": [False] * players,
        "must_play_rooks": 0,
        "buys": [0] * players,
        "taken": None,
        "reshuffles_left": 2,
        "turn_no": 1,
        "hand_sizes": [12] * players,
        "scores": [0] * players,
        "round_scores": [],
        "to_act": [left[0]],
    }
    assert state.current_players() == (left[0],)
    assert kinds(state) == ["round"] + ["hand"] * players
    assert state.events[0] == {
        "type": "round",
        "round": 1,
        "dealer": dealer,
        "contract": {"runs": 0, "sets": 2},
        "top": deck[12 * players],
        "to": "all",
    }


def test_tr_2_a_rook_that_is_turned_up_stays_and_can_be_taken() -> None:
    state = rig(top="W")
    assert state.public()["discard_top"] == "W"
    act(state, "take")
    assert "W" in hand(state, 0)
    assert state.public()["taken"] == "W"
    assert state.public()["discard_top"] is None


def test_tr_2_the_turn_goes_clockwise_from_the_dealers_left() -> None:
    state = rig(dealer=1)
    for turn_no, seat in enumerate((2, 3, 0, 1, 2), start=1):
        assert (state.public()["turn"], state.public()["turn_no"]) == (seat, turn_no)
        idle(state)


def test_tr_2_the_deal_passes_to_the_left_and_everything_is_shuffled() -> None:
    state = rig(dealer=2, turns=20)
    for k in (1, 2):
        idle(state, 20)
        dealer = (2 + k) % 4
        left = [(dealer + 1 + step) % 4 for step in range(4)]
        deck = shuffled(SEED, k, rook_deck(4))
        hand_of = dealt(deck, left, 12)
        assert hands(state) == [rook_order(hand_of[seat]) for seat in range(4)]
        public = state.public()
        assert (public["dealer"], public["turn"]) == (dealer, left[0])
        assert (public["discard_top"], public["draw_pile"]) == (deck[48], 179)


CONTRACTS = [
    (1, 12, 0, 2), (2, 12, 1, 1), (3, 12, 2, 0), (4, 12, 0, 3), (5, 12, 1, 2), (6, 12, 2, 1),
    (7, 12, 0, 4), (8, 12, 3, 0), (9, 15, 0, 5), (10, 16, 4, 0), (11, 14, 2, 2),
]  # fmt: skip


def test_tr_3_eleven_rounds_and_their_contracts() -> None:
    state = rig(turns=20)
    for round_, cards, runs, sets in CONTRACTS:
        public = state.public()
        assert public["round"] == round_
        assert public["hand_sizes"] == [cards] * 4
        assert public["contract"] == {"runs": runs, "sets": sets}
        assert not state.is_terminal()
        idle(state, 20)
    assert state.is_terminal()
    assert state.public()["round"] == 11


def test_tr_8_once_the_discard_is_taken_nobody_buys_and_nothing_is_drawn() -> None:
    state = act(rig(top="R10"), "take")
    public = state.public()
    assert (public["phase"], public["taken"], public["to_act"]) == ("meld", "R10", [0])
    assert public["hand_sizes"] == [13, 12, 12, 12]
    assert (public["discards"], public["discard_top"], public["draw_pile"]) == (0, None, 179)
    assert list(state.events) == [{"type": "take", "seat": 0, "card": "R10", "to": "all"}]
    for seat in (1, 2, 3):
        assert state.legal_actions(seat) == []
        refused(state, seat, "buy")


def test_tr_8_only_the_turns_player_takes_or_declines() -> None:
    state = rig(top="R10")
    assert state.legal_actions(0) == ["take", "decline"]
    for seat in (1, 2, 3):
        assert state.legal_actions(seat) == []
        for action in ("take", "decline", "buy", "pass"):
            refused(state, seat, action)
    for action in ("buy", "pass", f"discard={hand(state, 0)[0]}", "meld=s:B1,B1,B1"):
        assert len(refused(state, 0, action)) > 10


def test_tr_9_everybody_else_is_asked() -> None:
    state = act(rig(top="G9", dealer=1), "decline")
    public = state.public()
    assert (public["phase"], public["turn"], public["to_act"]) == ("buy", 2, [0, 1, 3])
    assert (public["discard_top"], public["discards"]) == ("G9", 1)
    assert list(state.events) == [{"type": "decline", "seat": 2, "card": "G9", "to": "all"}]
    assert state.legal_actions(2) == []
    assert sorted(state.legal_actions(0)) == ["buy", "pass"]
    for action in ("take", "decline", "buy"):
        refused(state, 2, action)


def test_tr_9_nobody_buys() -> None:
    state = draw(rig(top="G9", draws="B1"))
    assert list(state.events) == [
        *({"type": "pass", "seat": seat, "to": "all"} for seat in (1, 2, 3)),
        {"type": "draw", "seat": 0, "to": "all"},
        {"type": "drawn", "seat": 0, "card": "B1", "to": [0]},
    ]
    public = state.public()
    assert (public["phase"], public["taken"], public["to_act"]) == ("meld", None, [0])
    assert (public["discard_top"], public["draw_pile"]) == ("G9", 178)


def test_tr_9_the_buyer_draws_first() -> None:
    state = act(rig(top="G9", draws="B1 B2"), "decline")
    for seat, choice in ((3, "buy"), (2, "buy"), (1, "pass")):
        state.apply(seat, choice)
    assert list(state.events) == [
        {"type": "pass", "seat": 1, "to": "all"},
        {"type": "buy", "seat": 2, "card": "G9", "to": "all"},
        {"type": "drawn", "seat": 2, "card": "B1", "to": [2]},
        {"type": "draw", "seat": 0, "to": "all"},
        {"type": "drawn", "seat": 0, "card": "B2", "to": [0]},
    ]
    public = state.public()
    assert (public["phase"], public["taken"], public["to_act"]) == ("meld", None, [0])
    assert (public["discard_top"], public["discards"], public["draw_pile"]) == (None, 0, 177)
    assert public["hand_sizes"] == [13, 12, 14, 12]
    assert public["buys"] == [0, 0, 1, 0]


@pytest.mark.parametrize("turn", range(4))
def test_tr_9_the_nearest_on_the_left_of_the_turn_gets_it(turn: int) -> None:
    order = [(turn + step) % 4 for step in (1, 2, 3)]
    for count, buyer in enumerate(order):
        state = draw(rig(top="G9", dealer=(turn - 1) % 4), *order[count:])
        assert state.public()["buys"] == [int(seat == buyer) for seat in range(4)]
        passed = [event["seat"] for event in state.events if event["type"] == "pass"]
        assert passed == sorted(order[:count])


def test_tr_9_it_is_settled_as_soon_as_it_is_certain() -> None:
    state = act(rig(top="G9"), "decline")
    state.apply(1, "buy")
    assert state.public()["phase"] == "meld"
    for seat in (2, 3):
        assert state.legal_actions(seat) == []
        for choice in ("buy", "pass"):
            assert "late" in refused(state, seat, choice)


def test_tr_9_a_farther_answer_waits_for_the_nearer_ones() -> None:
    state = act(rig(top="G9"), "decline")
    state.apply(2, "buy")
    assert state.public()["to_act"] == [1, 3]
    refused(state, 2, "pass")
    refused(state, 2, "buy")
    state.apply(1, "pass")
    assert state.public()["phase"] == "meld"
    assert state.public()["buys"] == [0, 0, 1, 0]
    assert "late" in refused(state, 3, "buy")


def test_tr_9_an_answer_is_told_to_nobody_else() -> None:
    state = act(rig(top="G9"), "decline")
    before = [knowledge(state, seat) for seat in range(4)]
    state.apply(3, "buy")
    assert list(state.events) == [{"type": "answer", "seat": 3, "answer": "buy", "to": [3]}]
    assert state.public()["to_act"] == [1, 2]
    for seat in (0, 1, 2):
        after = knowledge(state, seat)
        for view in (after, after["public"], after["observation"]["public"]):
            view["to_act"] = [*view["to_act"], 3]
        after["to_act"] = tuple(after["to_act"])
        assert json.dumps(after) == json.dumps(before[seat])
    assert state.decision(3) is None
    assert state.legal_actions(3) == []


def test_tr_9_the_order_of_arrival_is_not_seen() -> None:
    """Whoever answers first: views, events and history of what is settled are the same."""
    for buyers in ((), (3,)):
        seen = set()
        for order in permutations((1, 2, 3)):
            state = act(rig(top="G9"), "decline")
            for seat in order:
                state.apply(seat, "buy" if seat in buyers else "pass")
            seen.add(json.dumps([everything(state), state.public_history()]))
        assert len(seen) == 1


def test_tr_9_a_farther_answer_is_never_told() -> None:
    """Whether seat 3 wanted what seat 2 bought stays its own affair."""
    tables = []
    for choice in ("buy", "pass", None):
        state = act(rig(top="G9"), "decline")
        if choice:
            state.apply(3, choice)
        state.apply(2, "buy")
        state.apply(1, "pass")
        tables.append(json.dumps([knowledge(state, seat) for seat in (0, 1, 2)]))
        assert [event["type"] for event in state.public_history()] == [
            *("round", "decline", "pass", "buy", "draw")
        ]
    assert tables[0] == tables[1] == tables[2]


def test_tr_9_no_limit_unless_there_is_an_option() -> None:
    state = rig()
    for bought in range(1, 12):
        while state.public()["turn"] == 3:
            idle(state)
        draw(state, 3)
        act(state, f"discard={drawn(state)}")
        assert state.public()["buys"][3] == bought


def test_tr_9_whoever_has_reached_the_limit_is_not_asked() -> None:
    state = draw(rig(buy_limit=1), 1)
    act(state, f"discard={drawn(state)}")
    idle(state)
    act(state, "decline")
    assert state.public()["to_act"] == [0, 3]
    assert state.legal_actions(1) == []
    assert len(refused(state, 1, "buy")) > 10
    answer(state)
    passed = [event["seat"] for event in state.events if event["type"] == "pass"]
    assert passed == [0, 3]


def test_tr_9_the_limit_is_per_round() -> None:
    state = draw(rig(buy_limit=1, turns=20), 1)
    act(state, f"discard={drawn(state)}")
    idle(state, 19)
    assert state.public()["round"] == 2
    assert state.public()["buys"] == [0] * 4
    act(state, "decline")
    assert state.public()["to_act"] == [0, 2, 3]
    assert state.public()["turn"] == 1


def test_tr_9_with_a_limit_of_none_nobody_is_asked() -> None:
    state = act(rig(buy_limit=0, draws="B1"), "decline")
    assert state.public()["phase"] == "meld"
    assert kinds(state) == ["decline", "draw", "drawn"]
    assert drawn(state) == "B1"


def test_tr_9_the_player_who_discarded_it_may_buy_it_back() -> None:
    state = draw(rig({0: "G9"}))
    act(state, "discard=G9", "decline")
    assert state.public()["to_act"] == [0, 2, 3]
    answer(state, 0)
    assert state.events[-4]["type"] == "buy"
    assert "G9" in hand(state, 0)
    assert state.public()["hand_sizes"][0] == 14


def test_tr_9_a_player_who_is_down_may_buy() -> None:
    state = draw(rig({0: "B9 Y9 R9 R3 R3 R3"}, draws="B1"))
    act(state, "meld=s:B9,Y9,R9|s:R3,R3,R3", "discard=B1")
    draw(state, 0)
    assert state.public()["buys"] == [1, 0, 0, 0]
    assert state.public()["hand_sizes"][0] == 8


def test_tr_9_one_purchase_a_turn() -> None:
    state = draw(rig(top="G9"), 1, 2, 3)
    assert sum(state.public()["buys"]) == 1
    assert state.public()["hand_sizes"] == [13, 14, 12, 12]


def test_tr_9_a_drawn_card_is_named_to_nobody_else() -> None:
    one = draw(rig({1: "B2 B3"}, top="G9", draws="B1 R1 Y1"), 1)
    two = draw(rig({1: "B2 B3"}, top="G9", draws="Y1 R1 B1"), 1)
    for seat in (0, 2, 3):
        assert knowledge(one, seat) == knowledge(two, seat)
    assert knowledge(one, 1) != knowledge(two, 1)
