"""Toonerville Rook by its clauses: the discard, going out, the whole hand of round 11."""

import pytest

import engine
from tests.engine.games.deals import refused
from tests.engine.games.toonerville_deals import (
    act,
    draw,
    drawn,
    hand,
    idle,
    kinds,
    listed,
    may,
    rig,
)


def test_tr_12_a_discard_ends_the_turn() -> None:
    state = draw(rig(draws="B1"))
    act(state, "discard=B1")
    assert list(state.events) == [{"type": "discard", "seat": 0, "card": "B1", "to": "all"}]
    public = state.public()
    assert (public["phase"], public["turn"], public["discard_top"]) == ("draw", 1, "B1")
    assert (public["discards"], public["turn_no"], public["taken"]) == (2, 2, None)


def test_tr_12_no_discard_before_drawing_and_only_of_a_card_in_the_hand() -> None:
    state = rig({0: "B1"})
    assert len(refused(state, 0, "discard=B1")) > 10
    draw(state)
    missing = next(card for card in state.cards() if card not in hand(state, 0))
    assert len(refused(state, 0, f"discard={missing}")) > 10
    assert listed(state, 0, "discard") == set(hand(state, 0))


def test_tr_12_neither_the_card_taken_nor_its_equal_is_discarded() -> None:
    state = act(rig({0: "R10 R10 B1"}, top="R10"), "take")
    assert len(refused(state, 0, "discard=R10")) > 10
    assert "R10" not in listed(state, 0, "discard")
    act(state, "discard=B1")
    assert state.public()["taken"] is None


def test_tr_12_not_even_when_the_card_taken_was_melded() -> None:
    state = act(rig({0: "B10 Y10 G10 R10 R3 R3 R3 B1"}, top="R10"), "take")
    act(state, "meld=s:B10,Y10,G10,R10|s:R3,R3,R3")
    assert state.public()["taken"] == "R10"
    assert hand(state, 0).count("R10") == 1
    refused(state, 0, "discard=R10")
    act(state, "discard=B1")


def test_tr_12_the_card_taken_may_go_next_turn() -> None:
    state = act(rig({0: "B1"}, top="R10"), "take", "discard=B1")
    idle(state, 3)
    draw(state)
    assert may(state, "discard=R10")


def test_tr_12_a_card_declined_and_drawn_again_may_be_discarded() -> None:
    state = draw(rig(top="R10", draws="R10"))
    assert state.public()["taken"] is None
    act(state, "discard=R10")


@pytest.mark.parametrize("copies", [1, 2])
def test_tr_12_unless_the_hand_holds_only_its_equals(copies: int) -> None:
    tens = ["B10", "B10", "B10", "Y10", "Y10", "Y10", "G10", "G10"][copies - 1 :]
    held = [*tens, "R3", "R3", "R3", "R3", *["R10"] * (copies - 1)]
    state = act(rig({0: " ".join(held)}, top="R10"), "take")
    act(state, f"meld=s:{','.join(tens)}|s:R3,R3,R3,R3")
    assert hand(state, 0) == ["R10"] * copies
    act(state, "discard=R10")
    assert ("round_over" in kinds(state)) == (copies == 1)


def test_tr_12_a_rook_that_was_taken_is_not_discarded() -> None:
    state = act(rig({0: "W B1"}, top="W"), "take")
    refused(state, 0, "discard=W")
    act(state, "discard=B1")


TWO_SETS = "B9 Y9 R9 R3 R3 R3"
NINES = ("B9", "Y9", "R9", "G9", "G9", "G9")


def down(drawn: str) -> engine.State:
    """Round 1: seat 0 has drawn this card, laid two sets and holds six nines besides."""
    state = draw(rig({0: f"{TWO_SETS} {' '.join(NINES)}"}, draws=drawn))
    return act(state, "meld=s:B9,Y9,R9|s:R3,R3,R3")


def over(state: engine.State) -> engine.Event:
    return next(event for event in state.events if event["type"] == "round_over")


def test_tr_13_out_by_the_last_discard() -> None:
    state = down("B1")
    act(state, *(f"lay={card}@m1" for card in NINES))
    assert hand(state, 0) == ["B1"]
    act(state, "discard=B1")
    assert kinds(state)[:2] == ["discard", "round_over"]
    assert (over(state)["seat"], over(state)["reason"]) == (0, "out")


def test_tr_13_out_by_a_lay_off() -> None:
    state = down("W")
    act(state, *(f"lay={card}@m1" for card in (*NINES, "W")))
    assert kinds(state)[:2] == ["lay", "round_over"]
    assert over(state)["seat"] == 0


def test_tr_13_out_by_laying_down() -> None:
    state = draw(rig({0: f"{TWO_SETS} R3 B3 Y3 G9 G9 G9"}, draws="W"))
    act(state, "meld=s:B9,Y9,R9,G9,G9,G9|s:R3,R3,R3,R3,B3,Y3,W")
    assert kinds(state)[:2] == ["meld", "round_over"]
    assert over(state)["points"][0] == 0


WHOLE = "R4 R5 R6 R7 G6 G7 G8 G9 B2 Y2 R2 B11 Y11 R11"


def test_tr_14_the_contract_of_round_11_takes_the_whole_hand() -> None:
    state = draw(rig({0: WHOLE}, draws="B5", round=11))
    melds_ = "r:R4,R5,R6,R7|r:G6,G7,G8,G9|s:B2,Y2,R2|s:B11,Y11,R11"
    assert len(refused(state, 0, f"meld={melds_}")) > 10
    assert listed(state, 0, "meld") == set()
    act(state, "discard=B5")
    assert state.public()["turn"] == 1


@pytest.mark.parametrize("card", ["W", "R3", "R8", "G5", "G10", "Y2", "G11"])
def test_tr_14_a_card_that_fits_ends_the_round(card: str) -> None:
    state = draw(rig({0: WHOLE}, draws=card, round=11))
    (action, *_) = listed(state, 0, "meld")
    act(state, f"meld={action}")
    assert kinds(state) == ["meld", "round_over", "over"]
    assert over(state)["reason"] == "out"
    assert state.is_terminal()


def test_tr_14_the_card_may_be_the_one_taken() -> None:
    state = act(rig({0: WHOLE}, top="R8", round=11), "take")
    act(state, "meld=r:R4,R5,R6,R7,R8|r:G6,G7,G8,G9|s:B2,Y2,R2|s:B11,Y11,R11")
    assert state.is_terminal()


def test_of_equal_cards_one_action_is_listed() -> None:
    state = draw(rig({0: "R3 R3 R3"}, draws="R3"))
    assert state.legal_actions(0).count("discard=R3") == 1
    assert drawn(state) == "R3"
