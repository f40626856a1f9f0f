"""Toonerville Rook by its clauses: how a round ends, the reshuffles, the score, the options."""

import random
from typing import Any

import pytest

import engine
from tests.engine.contract import random_move
from tests.engine.games.deals import SEED, hands
from tests.engine.games.toonerville_deals import act, draw, drawn, hand, idle, kinds, rig, start
from tests.engine.reference import dealt, rook_deck, rook_order, shuffled


def over(state: engine.State) -> dict[str, Any]:
    """The newest end of a round."""
    return next(
        event for event in reversed(state.public_history()) if event["type"] == "round_over"
    )


def discarded(state: engine.State) -> list[str]:
    """Where nobody took or bought one: all discards, oldest first."""
    cards = []
    for event in state.public_history():
        if event["type"] == "round":
            cards = [event["top"]]
        elif event["type"] == "discard":
            cards.append(event["card"])
    return cards


def bought(state: engine.State, turns: int) -> engine.State:
    """So many turns in which the next player buys: two cards are drawn in each."""
    for _ in range(turns):
        draw(state, (state.public()["turn"] + 1) % state.game.players)
        act(state, f"discard={drawn(state)}")
    return state


def test_tr_15_the_discards_but_the_top_one_are_shuffled_when_a_card_must_be_drawn() -> None:
    state = idle(rig(players=3, turns=1000), 134)
    pile = discarded(state)
    assert (state.public()["draw_pile"], state.public()["discards"]) == (0, 135)
    act(state, "decline")
    assert state.public()["reshuffles_left"] == 2
    seat = state.public()["turn"]
    for other in (1, 2):
        assert state.public()["draw_pile"] == 0
        state.apply((seat + other) % 3, "pass")
    new = shuffled(SEED, 1, pile[:-1])
    assert list(state.events)[-3:] == [
        {"type": "reshuffle", "cards": 134, "to": "all"},
        {"type": "draw", "seat": seat, "to": "all"},
        {"type": "drawn", "seat": seat, "card": new[0], "to": [seat]},
    ]
    public = state.public()
    assert (public["discard_top"], public["discards"], public["draw_pile"]) == (pile[-1], 1, 133)
    assert public["reshuffles_left"] == 1
    act(state, f"discard={new[0]}")
    for card in new[1:20]:
        draw(state)
        assert drawn(state) == card
        act(state, f"discard={card}")


def test_tr_15_every_shuffle_has_the_next_number() -> None:
    """C-4: after a reshuffle the second round's deal is shuffle 2."""
    state = idle(rig(players=3, turns=140), 140)
    assert kinds(state)[:3] == ["discard", "round_over", "round"]
    deck = shuffled(SEED, 2, rook_deck(3))
    hand_of = dealt(deck, (1, 2, 0), 12)
    assert hands(state) == [rook_order(hand_of[seat]) for seat in range(3)]
    assert state.public()["reshuffles_left"] == 2


@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_tr_15_so_often_and_then_the_round_ends(allowed: int) -> None:
    state = rig(players=3, round=10, last_round=10, turns=1000, reshuffles=allowed)
    turns = 122 * (1 + allowed)
    idle(state, turns)
    assert not state.is_terminal()
    public = state.public()
    assert (public["draw_pile"], public["reshuffles_left"]) == (0, 0)
    assert public["turn_no"] == turns + 1
    before = hands(state)
    draw(state)
    assert kinds(state) == ["pass", "pass", "round_over", "over"]
    assert (over(state)["seat"], over(state)["reason"]) == (None, "stock")
    assert over(state)["hands"] == before
    assert min(over(state)["points"]) > 0
    assert sum(event["type"] == "reshuffle" for event in state.public_history()) == allowed


def test_tr_15_a_card_just_bought_stays_with_its_buyer() -> None:
    state = bought(rig(players=3, last_round=1), 67)
    public = state.public()
    assert (public["draw_pile"], public["discards"], public["reshuffles_left"]) == (0, 1, 2)
    seat, top = public["turn"], public["discard_top"]
    buyer = (seat + 1) % 3
    before = hand(state, buyer)
    draw(state, buyer)
    assert kinds(state)[-3:] == ["buy", "round_over", "over"]
    assert over(state)["hands"][buyer] == rook_order([*before, top])
    assert hand(state, buyer) == rook_order([*before, top])
    assert over(state)["reason"] == "stock"
    assert state.public()["discard_top"] is None


def test_tr_15_the_top_discard_alone_is_not_shuffled() -> None:
    state = bought(rig(players=3, last_round=1), 67)
    top = state.public()["discard_top"]
    draw(state)
    assert kinds(state) == ["pass", "pass", "round_over", "over"]
    public = state.public()
    assert (public["discard_top"], public["discards"], public["reshuffles_left"]) == (top, 1, 2)


def test_tr_15_the_last_card_goes_to_the_buyer_and_the_round_ends() -> None:
    state = bought(rig(players=3, round=9, last_round=9), 62)
    assert state.public()["draw_pile"] == 1
    sizes = state.public()["hand_sizes"]
    seat = state.public()["turn"]
    draw(state, (seat + 1) % 3)
    assert kinds(state)[-4:] == ["buy", "drawn", "round_over", "over"]
    sizes[(seat + 1) % 3] += 2
    assert state.public()["hand_sizes"] == sizes


def test_tr_15_a_reshuffle_between_the_buyers_card_and_the_turns() -> None:
    """A single card is shuffled, too, and counts."""
    state = bought(idle(rig(players=3, round=9), 2), 61)
    assert state.public()["draw_pile"] == 1
    oldest = state.public_history()[0]["top"]
    draw(state, (state.public()["turn"] + 1) % 3)
    assert kinds(state)[-5:] == ["buy", "drawn", "reshuffle", "draw", "drawn"]
    assert state.events[-3]["cards"] == 1
    assert drawn(state) == oldest
    assert state.public()["reshuffles_left"] == 1
    assert (state.public()["draw_pile"], state.public()["discards"]) == (0, 1)


def test_tr_15_taking_the_discard_needs_no_pile() -> None:
    state = idle(rig(players=3, last_round=1, reshuffles=0), 134)
    act(state, "take")
    act(state, next(one for one in state.legal_actions(state.public()["turn"]) if "disc" in one))
    assert not state.is_terminal()
    assert state.public()["draw_pile"] == 0


@pytest.mark.parametrize("turns", [20, 21, 300])
def test_tr_15_so_many_turns_and_then_the_round_ends(turns: int) -> None:
    state = idle(rig(players=3, turns=turns), turns - 1)
    assert state.public()["turn_no"] == turns
    before = hands(state)
    idle(state)
    assert kinds(state)[:3] == ["discard", "round_over", "round"]
    assert (over(state)["seat"], over(state)["reason"]) == (None, "turns")
    assert over(state)["hands"] == before
    assert (state.public()["round"], state.public()["turn_no"]) == (2, 1)


def test_tr_15_whoever_goes_out_in_the_last_turn_is_out() -> None:
    held = "B9 Y9 R9 R3 R3 R3 G3 G9 B3 Y3 G3 G9"
    state = draw(idle(rig({3: held}, turns=20), 19))
    act(state, "meld=s:B9,Y9,R9,G9,G9|s:R3,R3,R3,G3,B3,Y3,G3", f"discard={drawn(state)}")
    assert (over(state)["seat"], over(state)["reason"]) == (3, "out")


LOW = "B1 B2 B3 B4 G1 G2 G3 G4 R1 R2 R3 Y1"
HIGH = "B10 B11 B12 B13 G10 G11 G12 G13 R10 R11 R12 Y10"
MORE = "B5 B6 B7 B8 G5 G6 G7 G8 R5 R6 R7 Y5"


@pytest.mark.parametrize("number", range(1, 15))
def test_tr_16_what_each_number_counts(number: int) -> None:
    cards = LOW.split()[:11]
    state = idle(rig({0: " ".join([*cards, f"Y{number}"])}, turns=20), 20)
    assert over(state)["points"][0] == 55 + (5 if number < 10 else 10)


def test_tr_16_a_rook_counts_25_and_the_hands_are_shown() -> None:
    state = idle(rig({0: LOW, 1: HIGH, 2: f"{MORE[:-3]} W"}, turns=20), 20)
    assert over(state)["points"][:3] == [60, 120, 80]
    assert over(state)["hands"][:3] == [LOW.split(), HIGH.split(), [*MORE.split()[:-1], "W"]]
    assert over(state)["scores"] == over(state)["points"] == list(state.scores())
    assert state.public()["round_scores"] == [over(state)["points"]]


def test_tr_17_the_totals_add_up_over_the_rounds() -> None:
    state = rig(turns=20, players=5)
    totals = [0] * 5
    for round_ in range(1, 12):
        idle(state, 20)
        end = over(state)
        totals = [a + b for a, b in zip(totals, end["points"], strict=True)]
        assert (end["round"], end["scores"]) == (round_, totals)
        assert state.public()["scores"] == list(state.scores()) == totals
        assert state.public()["round_scores"][-1] == end["points"]
    assert len(state.public()["round_scores"]) == 11
    assert state.winners() == tuple(seat for seat in range(5) if totals[seat] == min(totals))
    assert state.placings() == tuple(1 + sum(o < s for o in totals) for s in totals)


def test_tr_17_equal_totals_share_the_place() -> None:
    state = rig({0: HIGH, 1: LOW, 2: MORE}, players=3, turns=20, last_round=1)
    assert state.winners() == state.placings() == ()
    idle(state, 20)
    assert state.scores() == (120, 60, 60)
    assert state.placings() == (3, 1, 1)
    assert state.winners() == (1, 2)
    assert state.events[-1] == {"type": "over", "winners": [1, 2], "to": "all"}


def test_after_the_end_the_table_stands_as_it_was() -> None:
    held = "B9 Y9 R9 G9 G9 R3 R3 R3 G3 B3 Y3 G3"
    state = draw(rig({0: held}, draws="B1", last_round=1))
    act(state, "meld=s:B9,Y9,R9,G9,G9|s:R3,R3,R3,G3,B3,Y3,G3", "discard=B1")
    public = state.public()
    assert state.is_terminal()
    assert (public["phase"], public["to_act"], public["round"]) == ("over", [], 1)
    assert (public["turn"], public["turn_no"], public["discard_top"]) == (0, 1, "B1")
    assert public["contract_met"] == [True, False, False, False]
    assert public["hand_sizes"] == [0, 12, 12, 12]
    assert [len(meld["cards"]) for meld in public["melds"]] == [5, 7]
    assert state.current_players() == ()
    assert [state.legal_actions(seat) for seat in range(4)] == [[]] * 4
    assert [state.decision(seat) for seat in range(4)] == [None] * 4


@pytest.mark.parametrize(("first", "last"), [(1, 3), (4, 4), (9, 11), (11, 11)])
def test_first_and_last_round(first: int, last: int) -> None:
    state = rig(round=first, last_round=last, turns=20)
    for round_ in range(first, last + 1):
        assert state.public()["round"] == round_
        assert not state.is_terminal()
        idle(state, 20)
    assert state.is_terminal()
    assert len(state.public()["round_scores"]) == last - first + 1


@pytest.mark.parametrize(("first", "last"), [(2, 1), (11, 1), (7, 6)])
def test_no_round_comes_before_the_first(first: int, last: int) -> None:
    with pytest.raises(engine.OptionError, match="first_round"):
        engine.load_game("toonerville", 4, {"first_round": first, "last_round": last})


def test_the_presets_and_defaults() -> None:
    standard = {
        "first_round": 1,
        "last_round": 11,
        "max_rooks": None,
        "buy_limit": None,
        "reshuffles": 2,
        "turns": 300,
    }
    assert engine.load_game("toonerville", 4).options == standard
    classic = engine.load_game("toonerville", 4, preset="classic")
    assert classic.options == {**standard, "buy_limit": 3}


@pytest.mark.parametrize(
    "wrong",
    [
        *({"first_round": value} for value in (0, 12, None, True, "3")),
        *({"last_round": value} for value in (0, 12, None, True, 2.0)),
        *({"max_rooks": value} for value in (0, 10, False, "none")),
        *({"buy_limit": value} for value in (-1, 10, True)),
        *({"reshuffles": value} for value in (-1, 10, None)),
        *({"turns": value} for value in (19, 1001, None)),
        {"rounds": 3},
    ],
)
def test_options_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(engine.OptionError, match=next(iter(wrong))):
        engine.load_game("toonerville", 4, wrong)


@pytest.mark.parametrize("players", [2, 6])
def test_three_to_five_play(players: int) -> None:
    with pytest.raises(engine.OptionError, match="3 to 5"):
        engine.load_game("toonerville", players)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_play_always_ends(players: int) -> None:
    """A round has at most `turns` turns, a turn one answer from each seat and one discard.

    All else puts a card on the table: a card of the 56 of a deck once, a Rook once for each time
    it was dealt or taken from a run, which costs such a card.
    """
    rng = random.Random(players)
    state = start(players, rng.randbytes(32), turns=20)
    turns, played, rounds = 0, 0, 0
    while not state.is_terminal():
        seat, action = random_move(state, rng)
        state.apply(seat, action)
        if action.partition("=")[0] in ("meld", "lay", "swap"):
            played += 1
        else:
            turns += 1
        for event in state.events:
            if event["type"] == "round_over":
                assert turns <= 20 * (players + 1)
                assert played <= 113 * players
                turns = played = 0
                rounds += 1
    assert rounds == 11
