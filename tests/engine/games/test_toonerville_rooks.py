"""Toonerville Rook: taking a Rook out of a run, and the Rook that is then owed (TR-11)."""

from typing import Any

import pytest

import engine
from tests.engine.games.deals import refused
from tests.engine.games.toonerville_deals import act, draw, hand, idle, kinds, listed, melds, rig

FIRST = "Y5 W Y7 Y8 B11 B12 W B14"
"""What seat 0 lays in round 3: the Rooks stand for Y6 and B13."""
CONTRACT = "G1 G2 G3 G4 R8 R9 R10 R11"
LAY = "meld=r:G1,G2,G3,G4|r:R8,R9,R10,R11"
ODD = "B1 B3 B5 B7 Y12 Y14 Y2 R1"
"""Cards that go with nothing."""


def table(cards: str, draws: str = "B9", **options: Any) -> engine.State:
    """Round 3, seat 1 has drawn; seat 0's runs m1 and m2 have a Rook each."""
    odd = ODD.split()[: 12 - len(cards.split())]
    held = {0: FIRST, 1: " ".join([*cards.split(), *odd])}
    state = draw(rig(held, draws=f"R14 {draws}", round=3, **options))
    act(state, "meld=r:Y5,W,Y7,Y8|r:B11,B12,W,B14", "discard=R14")
    return draw(state)


def test_the_very_card_takes_the_rook_which_is_then_owed() -> None:
    state = act(table(f"{CONTRACT} Y6"), LAY)
    act(state, "swap=Y6@m1")
    assert list(state.events) == [
        {"type": "swap", "seat": 1, "card": "Y6", "meld": "m1", "to": "all"}
    ]
    public = state.public()
    assert public["must_play_rooks"] == 1
    assert public["melds"][0]["cards"] == public["melds"][0]["stands_for"]
    assert melds(state)["m1"] == "Y5 Y6 Y7 Y8"
    assert hand(state, 1)[-1] == "W"
    assert public["hand_sizes"][1] == 5


@pytest.mark.parametrize(
    "action",
    [
        "swap=R6@m1",  # another colour
        "swap=Y9@m1",  # it would go on the run
        "swap=Y5@m1",  # its place is not taken by a Rook
        "swap=Y6@m2",  # another run
        "swap=Y6@m3",
        "swap=Y6@m5",
        "swap=B13@m2",  # not in the hand
        "swap=W@m1",
        "swap=Y6",
        "swap=Y6@m1<",
        "swap=Y6@m1>",
        "swap=Y6@1",
    ],
)
def test_no_other_card_takes_it(action: str) -> None:
    state = act(table(f"{CONTRACT} Y6 R6 Y9 Y5"), LAY)
    assert listed(state, 1, "swap") == {"Y6@m1"}
    assert len(refused(state, 1, action)) > 10


def test_a_rook_in_a_set_stays() -> None:
    held = {0: "B9 Y9 W R3 R4 R5 R6", 1: "G9 Y9 B5 B5 B5 G6 G7 G8"}
    state = draw(rig(held, draws="B1 G9", round=2))
    act(state, "meld=s:B9,Y9,W|r:R3,R4,R5,R6", "discard=B1")
    draw(state)
    act(state, "meld=s:B5,B5,B5|r:G6,G7,G8,G9")
    assert listed(state, 1, "swap") == set()
    for action in ("swap=G9@m1", "swap=Y9@m1", "swap=9@m1"):
        assert len(refused(state, 1, action)) > 10


def test_only_after_drawing_and_only_in_ones_turn() -> None:
    state = table(f"{CONTRACT} Y6")
    act(state, LAY, "discard=B9")
    idle(state, 3)
    assert state.public()["turn"] == 1
    refused(state, 1, "swap=Y6@m1")
    act(state, "decline")
    refused(state, 1, "swap=Y6@m1")


def test_while_a_rook_is_owed_there_is_no_discard() -> None:
    state = act(table(f"{CONTRACT} Y6"), LAY, "swap=Y6@m1")
    assert listed(state, 1, "discard") == set()
    for card in {*hand(state, 1)}:
        assert "Rook" in refused(state, 1, f"discard={card}")
    act(state, "lay=W@m4>")
    assert state.public()["must_play_rooks"] == 0
    act(state, "discard=B9")
    assert state.public()["turn"] == 2


@pytest.mark.parametrize("place", ["m1<", "m1>", "m2<", "m3>", "m4<"])
def test_the_rook_may_go_on_any_meld_even_where_it_came_from(place: str) -> None:
    state = act(table(f"{CONTRACT} Y6"), LAY, "swap=Y6@m1", f"lay=W@{place}")
    assert state.public()["must_play_rooks"] == 0


def test_other_lay_offs_are_allowed_while_it_can_still_be_played() -> None:
    state = act(table(f"{CONTRACT} Y6 G5 Y9"), LAY, "swap=Y6@m1", "lay=G5@m3", "lay=Y9@m1")
    assert state.public()["must_play_rooks"] == 1


def test_every_rook_taken_is_owed() -> None:
    state = act(table(f"{CONTRACT} Y6 B13"), LAY, "swap=Y6@m1", "swap=B13@m2")
    assert state.public()["must_play_rooks"] == 2
    act(state, "lay=W@m3>")
    assert state.public()["must_play_rooks"] == 1
    refused(state, 1, "discard=B9")
    act(state, "lay=W@m3>", "discard=B9")


def test_a_rook_of_the_hand_pays_and_the_one_taken_may_stay() -> None:
    state = act(table(f"{CONTRACT} Y6 W"), LAY, "swap=Y6@m1", "lay=W@m3>")
    assert state.public()["must_play_rooks"] == 0
    assert hand(state, 1).count("W") == 1
    act(state, "discard=W")


def test_a_rook_played_before_does_not_count() -> None:
    state = act(table(f"{CONTRACT} Y6 W"), LAY, "lay=W@m3>", "swap=Y6@m1")
    assert state.public()["must_play_rooks"] == 1
    refused(state, 1, "discard=B9")


def test_a_debt_ends_with_the_turn_in_which_it_is_paid() -> None:
    state = act(table(f"{CONTRACT} Y6"), LAY, "swap=Y6@m1", "lay=W@m4>", "discard=B9")
    assert state.public()["must_play_rooks"] == 0


def test_whoever_is_not_down_must_be_able_to_lay_the_contract() -> None:
    state = table("Y6 G1 G2 G3 G5 R8 R9")
    assert listed(state, 1, "swap") == set()
    assert "Rook" in refused(state, 1, "swap=Y6@m1")


def test_the_contract_may_need_the_rook_that_is_taken() -> None:
    state = table("Y6 G1 G2 G3 R8 R9 R10 R11")
    assert listed(state, 1, "meld") == set()
    act(state, "swap=Y6@m1")
    assert listed(state, 1, "lay") == listed(state, 1, "discard") == set()
    refused(state, 1, "lay=W@m1>")
    refused(state, 1, "discard=B9")
    act(state, "meld=r:G1,G2,G3,W|r:R8,R9,R10,R11")
    assert state.public()["must_play_rooks"] == 0
    act(state, "discard=B9")


def test_the_contract_may_be_laid_without_it_and_the_rook_laid_off() -> None:
    state = act(table(f"{CONTRACT} Y6"), "swap=Y6@m1", LAY)
    assert state.public()["must_play_rooks"] == 1
    refused(state, 1, "discard=B9")
    act(state, "lay=W@m3>", "discard=B9")


def test_two_rooks_in_the_contract_pay_for_one() -> None:
    state = act(table("Y6 W G1 G2 G3 R8 R9 R10 R11"), "swap=Y6@m1")
    act(state, "meld=r:G1,G2,G3,W|r:W,R9,R10,R11")
    assert state.public()["must_play_rooks"] == 0
    act(state, "discard=R8")


def test_a_second_exchange_can_make_the_first_one_possible() -> None:
    """G1 and G2 need two Rooks: after the first there is nothing but the second."""
    state = table("Y6 B13 G1 G2 R8 R9 R10 R11")
    assert listed(state, 1, "swap") == {"Y6@m1", "B13@m2"}
    act(state, "swap=Y6@m1")
    assert state.legal_actions(1) == ["swap=B13@m2"]
    act(state, "swap=B13@m2")
    assert state.public()["must_play_rooks"] == 2
    act(state, "meld=r:G1,G2,W,W|r:R8,R9,R10,R11", "discard=B9")
    assert state.public()["turn"] == 2


def test_the_card_given_for_the_rook_may_be_the_one_the_contract_needs() -> None:
    """With Y6 the hand holds a contract; for the Rook it is given up, but the Rook replaces it."""
    state = table("Y3 Y4 Y5 Y6 R8 R9 R10 R11")
    act(state, "swap=Y6@m1", "meld=r:Y3,Y4,Y5,W|r:R8,R9,R10,R11")
    assert state.public()["must_play_rooks"] == 0


def test_max_rooks_can_make_the_debt_unpayable_for_a_contract() -> None:
    """One Rook a meld: G1 and G2 can't be a run, whatever is taken."""
    state = table("Y6 B13 G1 G2 R8 R9 R10 R11", max_rooks=1)
    assert listed(state, 1, "swap") == set()
    refused(state, 1, "swap=Y6@m1")


def nearly_full(last: str) -> engine.State:
    """Round 2, one Rook a meld: the only place for another Rook is the end of m1, Y1 to Y13.

    Seat 1 is down and has Y3, for which the Rook of m1 stands, Y14 and the card `last`.
    """
    held = {
        0: "Y1 Y2 W Y4 Y5 Y6 Y7 Y8 B2 B2 W R12",
        1: "Y9 Y10 Y11 Y12 Y13 R4 R5 R6 W G7 G7 W",
    }
    state = draw(
        rig(held, top="Y14", draws=f"Y3 R14 {last}", round=2, max_rooks=1),
        1,
    )
    act(state, "meld=r:Y1,Y2,W,Y4,Y5,Y6,Y7,Y8|s:B2,B2,W", "discard=R14")
    act(draw(state), "meld=r:R4,R5,R6,W|s:G7,G7,W")
    return act(state, *(f"lay=Y{number}@m1" for number in range(9, 14)))


def test_a_lay_off_that_leaves_no_place_for_the_rook_is_refused() -> None:
    state = act(nearly_full("G12"), "swap=Y3@m1")
    assert "Rook" in refused(state, 1, "lay=Y14@m1")
    assert state.legal_actions(1) == ["lay=W@m1>"]
    act(state, "lay=W@m1>")
    assert melds(state)["m1"].split()[-1] == "W"
    act(state, "discard=G12")


def test_an_exchange_that_leaves_no_place_for_the_rook_is_refused() -> None:
    state = act(nearly_full("G12"), "lay=Y14@m1")
    assert listed(state, 1, "swap") == set()
    assert "Rook" in refused(state, 1, "swap=Y3@m1")
    act(state, "discard=Y3")


def test_out_with_the_rook_that_was_taken() -> None:
    state = act(table("G1 G2 G3 G4 G5 G6 R8 R9 R10 R11 R12 R13", draws="Y6"))
    act(state, "meld=r:G1,G2,G3,G4,G5,G6|r:R8,R9,R10,R11,R12,R13", "swap=Y6@m1")
    assert hand(state, 1) == ["W"]
    assert listed(state, 1, "discard") == set()
    act(state, "lay=W@m2<")
    assert kinds(state)[:2] == ["lay", "round_over"]
    over = state.events[1]
    assert (over["seat"], over["reason"], over["points"][1]) == (1, "out", 0)


def test_a_rook_that_was_laid_off_again_can_be_taken_again() -> None:
    state = table(f"{CONTRACT} Y6")
    act(state, LAY, "swap=Y6@m1", "lay=W@m1>", "discard=B9")
    assert state.public()["melds"][0]["stands_for"][-1] == "Y9"
    idle(state, 2)
    assert state.public()["turn"] == 0
    draw(state)
    expected = {"B13@m2"} if "B13" in hand(state, 0) else set()
    expected |= {"Y9@m1"} if "Y9" in hand(state, 0) else set()
    assert listed(state, 0, "swap") == expected
