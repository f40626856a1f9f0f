"""Toonerville Rook by its clauses: melds, the contract, lay-offs, discards, going out."""

import pytest

import engine
from tests.engine.games.deals import refused
from tests.engine.games.toonerville_deals import (
    act,
    draw,
    hand,
    idle,
    listed,
    may,
    melds,
    rig,
)

TWO_SETS = "B9 Y9 R9 R3 R3 R3"
DOWN = "meld=s:B9,Y9,R9|s:R3,R3,R3"


def down(more: str = "", draws: str = "B1", other: str = "") -> engine.State:
    """Round 1: seat 0 has drawn and laid two sets, m1 of nines and m2 of threes.

    Besides it holds `more`; seat 1 holds `other`.
    """
    return act(draw(rig({0: f"{TWO_SETS} {more}", 1: other}, draws=draws)), DOWN)


RUNS = "R5 R6 R7 R8 G1 G2 G3 G4"


def two_runs(more: str) -> engine.State:
    """Round 3: seat 0 has laid R5 to R8 and G1 to G4."""
    state = draw(rig({0: f"{RUNS} {more}"}, draws="B1", round=3))
    return act(state, "meld=r:R5,R6,R7,R8|r:G1,G2,G3,G4")


@pytest.mark.parametrize(
    "run",
    [
        "R1 R2 R3 R4",
        "R11 R12 R13 R14",
        "R1 R2 R3 R4 R5 R6 R7 R8",
        "W R3 R4 R5",
        "R11 W W W",
        "W W W R4",
        "R4 W R6 W",
    ],
)
def test_tr_4_runs(run: str) -> None:
    cards = run.replace(" ", ",")
    state = draw(rig({0: f"{run} G1 G2 G3 G4"}, round=3))
    act(state, f"meld=r:{cards}|r:G1,G2,G3,G4")
    assert melds(state)["m1"] == run


@pytest.mark.parametrize(
    "run",
    [
        "R1 R2 R3",
        "R4 R3 R2 R1",
        "R1 R2 R4 R3",
        "R1 R2 R3 R5",
        "R1 R1 R2 R3 R4",
        "R1 R2 R3 Y4",
        "R12 R13 R14 R1",
        "R14 R1 R2 R3",
        "R12 R13 R14 W",
        "W R1 R2 R3",
        "R3 W R4 R5",
        "R12 W W W",
        "W W W R3",
    ],
)
def test_tr_4_no_runs(run: str) -> None:
    cards = run.replace(" ", ",")
    state = draw(rig({0: f"{run} G1 G2 G3 G4"}, round=3))
    assert len(refused(state, 0, f"meld=r:{cards}|r:G1,G2,G3,G4")) > 10


@pytest.mark.parametrize("cards", ["R7 R7 R7", "W W R7", "B7 G7 R7 Y7 W R7 B7 G7"])
def test_tr_5_sets_as_large_as_you_like(cards: str) -> None:
    wanted = cards.replace(" ", ",")
    state = draw(rig({0: f"{cards} B2 B2 B2"}))
    act(state, f"meld=s:{wanted}|s:B2,B2,B2")
    assert melds(state) == {"m1": cards, "m2": "B2 B2 B2"}
    expected = ["7" if card == "W" else card for card in cards.split()]
    assert state.public()["melds"][0]["stands_for"] == expected


def test_tr_5_a_set_is_shown_in_the_order_in_which_it_was_laid() -> None:
    state = draw(rig({0: "Y7 B7 W B2 G2 R2"}))
    act(state, "meld=s:Y7,W,B7|s:R2,B2,G2")
    assert list(state.events) == [
        {
            "type": "meld",
            "seat": 0,
            "melds": [
                {
                    "id": "m1",
                    "kind": "set",
                    "cards": ["Y7", "W", "B7"],
                    "stands_for": ["Y7", "7", "B7"],
                },
                {
                    "id": "m2",
                    "kind": "set",
                    "cards": ["R2", "B2", "G2"],
                    "stands_for": ["R2", "B2", "G2"],
                },
            ],
            "to": "all",
        }
    ]
    assert state.public()["melds"][1] == {
        "id": "m2",
        "owner": 0,
        "kind": "set",
        "cards": ["R2", "B2", "G2"],
        "stands_for": ["R2", "B2", "G2"],
    }


@pytest.mark.parametrize("rooks", [3, 4, 5])
def test_tr_6_rooks_alone_are_no_meld(rooks: int) -> None:
    melds_ = "|".join(["s:B2,B2,B2", f"s:{','.join(['W'] * rooks)}"])
    state = draw(rig({0: f"B2 B2 B2 {'W ' * rooks}"}, players=5))
    assert len(refused(state, 0, f"meld={melds_}")) > 10


@pytest.mark.parametrize("most", range(1, 10))
def test_tr_6_max_rooks_holds_for_the_contract_and_lay_offs(most: int) -> None:
    """A set of one natural card that grows by Rooks up to the limit, or as many as there are."""
    rooks = min(most, 2)
    natural = ",".join(["B7"] * (3 - rooks))
    state = draw(rig({0: "B7 B7 W W W W B2 B2 B2"}, max_rooks=most))
    if most < 2:
        assert not may(state, "meld=s:B7,W,W|s:B2,B2,B2")
    act(state, f"meld=s:{natural}{',W' * rooks}|s:B2,B2,B2")
    for _ in range(4 - rooks):
        if rooks == most:
            assert len(refused(state, 0, "lay=W@m1")) > 10
            assert "W@m1" not in listed(state, 0, "lay")
        else:
            act(state, "lay=W@m1")
            rooks += 1


def test_tr_6_max_rooks_holds_for_runs_too() -> None:
    state = draw(rig({0: "B7 W B9 B10 W R1 R2 R3 R4"}, round=3, max_rooks=1))
    refused(state, 0, "meld=r:B7,W,B9,W|r:R1,R2,R3,R4")
    act(state, "meld=r:B7,W,B9,B10|r:R1,R2,R3,R4")
    refused(state, 0, "lay=W@m1<")
    refused(state, 0, "lay=W@m1>")
    act(state, "lay=W@m2>")


def test_tr_7_two_sets_of_one_number_are_two_melds() -> None:
    state = draw(rig({0: "R7 R7 R7 G7 G7 G7"}))
    act(state, "meld=s:R7,R7,R7|s:G7,G7,G7")
    assert melds(state) == {"m1": "R7 R7 R7", "m2": "G7 G7 G7"}


@pytest.mark.parametrize("second", ["B5,B6,B7,B8", "B4,B5,B6,B7", "B1,B2,B3,B4"])
def test_tr_7_runs_that_touch_overlap_or_are_equal_are_two_melds(second: str) -> None:
    state = draw(rig({0: f"B1 B2 B3 B4 {second.replace(',', ' ')}"}, round=3))
    act(state, f"meld=r:B1,B2,B3,B4|r:{second}")
    assert len(melds(state)) == 2


@pytest.mark.parametrize(
    "action",
    [
        "meld=s:B9,Y9,R9",
        "meld=s:B9,Y9,R9|s:R3,R3,R3|s:G5,G5,G5",
        "meld=s:B9,Y9,R9|r:Y10,Y11,Y12,Y13",
        "meld=r:Y10,Y11,Y12,Y13",
        "meld=s:B9,Y9,R9|s:B9,Y9,R9",
        "meld=s:B9,Y9,R9|s:R3,R3,G3",
        "meld=s:B9,Y9|s:R3,R3,R3",
        "meld=s:B9,Y9,R9|s:R3,R3,R3|",
        "meld=|s:B9,Y9,R9|s:R3,R3,R3",
        "meld=s:B9,Y9,R9,s:R3,R3,R3",
        "meld=s:B9,Y9,R9|R3,R3,R3",
        "meld=s:B9, Y9,R9|s:R3,R3,R3",
        "meld=s:B09,Y9,R9|s:R3,R3,R3",
        "meld=S:B9,Y9,R9|S:R3,R3,R3",
        "meld=s:B9,Y9,R9|s:R3,R3,R3\n",
        "meld",
        "meld=",
    ],
)
def test_tr_10_the_contract_exactly_and_at_once(action: str) -> None:
    state = draw(rig({0: f"{TWO_SETS} G5 G5 G5 Y10 Y11 Y12"}, draws="Y13"))
    assert len(refused(state, 0, action)) > 10


def test_tr_10_cards_and_melds_may_be_named_in_any_order() -> None:
    state = draw(rig({0: "B9 Y9 R9 R4 R5 R6 R7"}, round=2))
    for action in (
        "meld=r:R4,R5,R6,R7|s:B9,Y9,R9",
        "meld=s:B9,Y9,R9|r:R4,R5,R6,R7",
        "meld=s:Y9,R9,B9|r:R4,R5,R6,R7",
    ):
        assert may(state, action)
    refused(state, 0, "meld=s:B9,Y9,R9|r:R4,R5,R7,R6")
    act(state, "meld=s:Y9,R9,B9|r:R4,R5,R6,R7")
    assert melds(state) == {"m1": "Y9 R9 B9", "m2": "R4 R5 R6 R7"}


def test_tr_10_no_melds_beyond_the_contract() -> None:
    state = down("G5 G5 G5 B2 B2 B2")
    assert state.public()["contract_met"] == [True, False, False, False]
    assert listed(state, 0, "meld") == set()
    refused(state, 0, "meld=s:G5,G5,G5|s:B2,B2,B2")
    refused(state, 0, "meld=s:G5,G5,G5")


def test_tr_10_no_lay_off_before_the_contract() -> None:
    state = down(other="G9")
    act(state, "discard=B1")
    draw(state)
    assert len(refused(state, 1, "lay=G9@m1")) > 10
    assert listed(state, 1, "lay") == set()


def test_tr_10_lay_offs_on_everybodys_melds_in_the_turn_of_the_contract() -> None:
    state = down("G3", other="B5 B5 B5 B6 B6 B6 G9 Y5 W")
    act(state, "discard=B1")
    draw(state)
    act(state, "meld=s:B5,B5,B5|s:B6,B6,B6", "lay=G9@m1", "lay=Y5@m3", "lay=W@m2")
    assert melds(state) == {
        "m1": "B9 Y9 R9 G9",
        "m2": "R3 R3 R3 W",
        "m3": "B5 B5 B5 Y5",
        "m4": "B6 B6 B6",
    }
    assert [meld["owner"] for meld in state.public()["melds"]] == [0, 0, 1, 1]
    act(state, f"discard={min(listed(state, 1, 'discard'))}")
    for _ in (2, 3):
        idle(state)
    draw(state)
    act(state, "lay=G3@m2")


def test_tr_10_lay_offs_at_both_ends_of_a_run() -> None:
    state = two_runs("R9 R4 W W")
    assert listed(state, 0, "lay") >= {"R4@m1", "R9@m1", "W@m1<", "W@m1>", "W@m2>"}
    for action in ("lay=R9@m1>", "lay=R4@m1<", "lay=W@m1", "lay=W@m2<", "lay=R9@m2", "lay=R9@m3"):
        assert len(refused(state, 0, action)) > 10
    act(state, "lay=R9@m1")
    assert list(state.events) == [
        {"type": "lay", "seat": 0, "card": "R9", "meld": "m1", "place": ">", "to": "all"}
    ]
    act(state, "lay=W@m1<")
    assert list(state.events) == [
        {"type": "lay", "seat": 0, "card": "W", "meld": "m1", "place": "<", "to": "all"}
    ]
    assert melds(state)["m1"] == "W R5 R6 R7 R8 R9"
    assert state.public()["melds"][0]["stands_for"] == ["R4", "R5", "R6", "R7", "R8", "R9"]
    refused(state, 0, "lay=R4@m1")
    act(state, "lay=W@m2>")
    assert state.public()["melds"][1]["stands_for"] == ["G1", "G2", "G3", "G4", "G5"]


def test_tr_10_a_lay_off_on_a_set_has_no_place() -> None:
    state = down("G9 W")
    for action in ("lay=G9@m1<", "lay=W@m1>", "lay=W@m1<", "lay=G9@m2", "lay=B9@m1", "lay=G9"):
        assert len(refused(state, 0, action)) > 10
    act(state, "lay=G9@m1")
    assert state.events[0]["place"] is None
    act(state, "lay=W@m1")
    assert state.events[0]["place"] is None


def test_tr_10_a_run_from_one_to_fourteen_takes_nothing_more() -> None:
    held = {
        0: "R5 R6 R7 R8 R9 R10 R11 G1 G2 G3 G4",
        1: "R1 R2 R3 R4 B1 B2 B3 B4 Y1 Y2 Y3 Y4",
        3: "R12",
    }
    state = rig(held, top="R13", draws="R14 Y13 W Y11 B14", dealer=2, round=3)
    act(draw(state, 1), "discard=R12")
    act(draw(state, 1), "meld=r:R5,R6,R7,R8,R9,R10,R11|r:G1,G2,G3,G4", "discard=Y11")
    act(draw(state), "meld=r:B1,B2,B3,B4|r:Y1,Y2,Y3,Y4")
    act(state, *(f"lay=R{number}@m1" for number in (4, 3, 2, 1, 12, 13, 14)))
    assert hand(state, 1) == ["B14", "W"]
    assert listed(state, 1, "lay") == {"W@m2>", "W@m3>", "W@m4>"}
    refused(state, 1, "lay=W@m1<")
    refused(state, 1, "lay=W@m1>")
