"""The worked examples of Toonerville Rook, one by one, each played on a real table."""

from typing import Any

import pytest

import engine
from tests.engine.games.toonerville_deals import act, draw, hand, kinds, listed, may, melds, rig

BLACKS = "B11,B12,B13,B14"
GREENS = "G6,G7,G8,G9"


def written(cards: str) -> str:
    return ",".join(cards.split())


def may_run(cards: str, **options: Any) -> bool:
    """Whether these cards in this order can be laid as one of the two runs of round 3."""
    state = draw(rig({0: f"{cards} {GREENS.replace(',', ' ')}"}, round=3, **options))
    return may(state, f"meld=r:{written(cards)}|r:{GREENS}")


def may_set(cards: str) -> bool:
    """Whether these cards can be laid as one of the two sets of round 1."""
    state = draw(rig({0: f"{cards} B2 Y2 R2"}))
    return may(state, f"meld=s:B2,Y2,R2|s:{written(cards)}")


def stands_for(cards: str) -> list[str]:
    """What the cards of a run stand for, once it is laid."""
    state = draw(rig({0: f"{cards} {GREENS.replace(',', ' ')}"}, round=3))
    act(state, f"meld=r:{written(cards)}|r:{GREENS}")
    return list(state.public()["melds"][0]["stands_for"])


def test_example_1_four_in_sequence() -> None:
    assert may_run("R4 R5 R6 R7")


def test_example_2_three_are_no_run() -> None:
    assert not may_run("R4 R5 R6")


def test_example_3_no_run_goes_round_the_corner() -> None:
    assert not may_run("B13 B14 B1 B2")


def test_example_4_the_highest_and_the_lowest_run() -> None:
    state = draw(rig({0: "B11 B12 B13 B14 Y1 Y2 Y3 Y4"}, round=3))
    act(state, f"meld=r:{BLACKS}|r:Y1,Y2,Y3,Y4")
    assert melds(state) == {"m1": "B11 B12 B13 B14", "m2": "Y1 Y2 Y3 Y4"}


def test_example_5_a_run_is_of_one_colour() -> None:
    assert not may_run("R4 G5 R6 R7")


def test_example_6_a_rook_inside_a_run() -> None:
    assert stands_for("G8 W G10 G11") == ["G8", "G9", "G10", "G11"]


def test_example_7_a_rook_below_the_fourteen() -> None:
    assert stands_for("W B12 B13 B14") == ["B11", "B12", "B13", "B14"]
    for cards in ("B12 B13 B14 W", "B12 W B13 B14", "B12 B13 W B14"):
        assert not may_run(cards)


def test_example_8_a_rook_above_the_one() -> None:
    assert stands_for("Y1 Y2 Y3 W") == ["Y1", "Y2", "Y3", "Y4"]
    for cards in ("W Y1 Y2 Y3", "Y1 W Y2 Y3", "Y1 Y2 W Y3"):
        assert not may_run(cards)


def test_example_9_two_rooks_below() -> None:
    assert stands_for("W W B13 B14") == ["B11", "B12", "B13", "B14"]
    assert not may_run("B13 B14 W W")
    assert not may_run("W B13 B14 W")


def test_example_10_two_rooks_inside() -> None:
    assert may_run("R5 W W R8")
    assert may_run("R5 W W R8", max_rooks=2)
    assert not may_run("R5 W W R8", max_rooks=1)


def test_example_11_two_rooks_are_no_three_places() -> None:
    assert not may_run("R5 W W R9")


@pytest.mark.parametrize(
    ("cards", "low"), [("G7 W W W", 7), ("W G7 W W", 6), ("W W G7 W", 5), ("W W W G7", 4)]
)
def test_example_12_three_rooks(cards: str, low: int) -> None:
    assert stands_for(cards) == [f"G{low + i}" for i in range(4)]


def test_example_13_rooks_alone_are_no_run() -> None:
    assert not may_run("W W W W")


def test_example_14_equal_cards_in_a_set() -> None:
    assert may_set("R7 R7 G7")


@pytest.mark.parametrize("cards", ["R7 G7", "R7 R8 G7", "W W W"])
def test_example_15_no_sets(cards: str) -> None:
    assert not may_set(cards)


@pytest.mark.parametrize("cards", ["B9 Y9 W", "B9 W W", "W B9 W", "W W B9"])
def test_example_16_rooks_in_a_set(cards: str) -> None:
    assert may_set(cards)


def test_example_17_a_set_of_five() -> None:
    assert may_set("R7 G7 B7 Y7 R7")


def a_run_with_a_rook(**hands: str) -> engine.State:
    """Round 3: seat 0 has laid Y5 W Y7 Y8 and a run of blacks."""
    held = {0: "Y5 W Y7 Y8 B11 B12 B13 B14", **{int(seat[1:]): h for seat, h in hands.items()}}
    state = rig(held, draws="B1 B2 B3 B4", round=3)
    return act(draw(state), f"meld=r:Y5,W,Y7,Y8|r:{BLACKS}", "discard=B1")


def test_example_18_a_swap_when_the_rook_can_go_down() -> None:
    state = draw(a_run_with_a_rook(s1="Y6 R6 G1 G2 G3 G4 R8 R9 R10 R11"))
    assert may(state, "swap=Y6@m1")
    assert not may(state, "swap=R6@m1")
    act(state, "meld=r:G1,G2,G3,G4|r:R8,R9,R10,R11")
    assert may(state, "swap=Y6@m1")
    assert not may(state, "swap=R6@m1")
    act(state, "swap=Y6@m1")
    assert melds(state)["m1"] == "Y5 Y6 Y7 Y8"
    assert "W" in hand(state, 1)


def test_example_18_no_swap_when_the_rook_cannot_go_down() -> None:
    state = draw(a_run_with_a_rook(s1="Y6 R6 G1 G3 G5 G7 R1 R3 R9 B6 B8 Y11"))
    assert not may(state, "swap=Y6@m1")
    assert not may(state, "swap=R6@m1")


def test_example_19_a_rook_in_a_set_stays() -> None:
    state = rig({0: "B9 Y9 W R3 R3 R3", 1: "G9 B5 B5 B5 Y6 Y6 Y6"}, draws="B1 B2")
    act(draw(state), "meld=s:B9,Y9,W|s:R3,R3,R3", "discard=B1")
    act(draw(state), "meld=s:B5,B5,B5|s:Y6,Y6,Y6")
    assert listed(state, 1, "swap") == set()
    assert not may(state, "swap=G9@m1")
    act(state, "lay=G9@m1")
    assert melds(state)["m1"] == "B9 Y9 W G9"


@pytest.mark.parametrize(("buyers", "buyer"), [((2, 3), 2), ((1, 3), 1)])
def test_examples_20_and_21_the_nearest_on_the_left_buys(
    buyers: tuple[int, ...], buyer: int
) -> None:
    state = draw(rig(top="G9"), *buyers)
    sizes = [13, 12, 12, 12]
    sizes[buyer] = 14
    assert state.public()["hand_sizes"] == sizes
    assert "G9" in hand(state, buyer)
    assert state.public()["buys"] == [int(seat == buyer) for seat in range(4)]


def test_example_22_a_card_taken_is_not_discarded() -> None:
    state = act(rig({0: "B1 B2 B3"}, top="R10"), "take")
    assert not may(state, "discard=R10")
    assert may(state, "discard=B1")


def test_example_23_two_sets_for_a_run_and_a_set() -> None:
    state = draw(rig({0: "R7 R7 G7 B2 Y2 R2"}, round=2))
    assert not may(state, "meld=s:R7,R7,G7|s:B2,Y2,R2")


def test_example_24_down_then_lay_off_then_discard() -> None:
    state = draw(rig({0: "R4 R5 R6 R7 B2 Y2 R2 B9 Y9 R9 G9 R8"}, draws="B13", round=5))
    act(state, "meld=r:R4,R5,R6,R7|s:B2,Y2,R2|s:B9,Y9,R9,G9", "lay=R8@m1", "discard=B13")
    over = next(event for event in state.events if event["type"] == "round_over")
    assert (over["seat"], over["reason"]) == (0, "out")


def test_example_25_the_whole_hand_in_round_11() -> None:
    held = "R4 R5 R6 R7 G6 G7 G8 G9 B2 Y2 R2 B11 Y11 R11"
    runs = "meld=r:R4,R5,R6,R7|r:G6,G7,G8,G9|s:B2,Y2,R2"
    state = draw(rig({0: held}, draws="G11", round=11))
    assert not may(state, f"{runs}|s:B11,Y11,R11")
    act(state, f"{runs}|s:B11,Y11,R11,G11")
    assert kinds(state)[-3:] == ["meld", "round_over", "over"]
    assert not may(draw(rig({0: held}, draws="B5", round=11)), f"{runs}|s:B11,Y11,R11")


@pytest.mark.parametrize("last", ["discard=R10", "lay=R10@m1"])
def test_example_26_the_last_card_ends_the_round(last: str) -> None:
    held = "R4 R5 R6 R7 R8 R9 G6 G7 G8 G9 G10 G11"
    state = draw(rig({0: held}, draws="R10", round=3))
    act(state, "meld=r:R4,R5,R6,R7,R8,R9|r:G6,G7,G8,G9,G10,G11", last)
    over = next(event for event in state.events if event["type"] == "round_over")
    assert (over["seat"], over["reason"], over["points"][0]) == (0, "out", 0)


FIVES = ["B7", "B8", "B9", "G7", "G8", "G9", "R7", "R8", "R9", "Y7", "Y8", "Y9", "B1"]
"""Cards of five points each."""


def counted(*hands: str) -> list[int]:
    """What these hands of 15 count: seat 0 goes out in the first turn of round 9."""
    held = {0: "B2 Y2 R2 B3 Y3 R3 B4 Y4 R4 B5 Y5 R5 B6 Y6 R6"}
    held |= dict(enumerate(hands, start=1))
    state = draw(rig(held, draws="G6", players=5, round=9))
    act(state, "meld=s:B2,Y2,R2|s:B3,Y3,R3|s:B4,Y4,R4|s:B5,Y5,R5|s:B6,Y6,R6,G6")
    over = next(event for event in state.events if event["type"] == "round_over")
    assert over["points"][0] == 0
    return list(over["points"][1 : 1 + len(hands)])


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        pytest.param("R3 G9 B10 Y14 W", 55, id="example 27"),
        pytest.param("R1 R1 B2 G12", 25, id="example 28"),
        pytest.param("W W", 50, id="example 29"),
        pytest.param("G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 G14 W", 120, id="example 30"),
    ],
)
def test_examples_27_to_30_cards_left_in_the_hand(cards: str, points: int) -> None:
    filled = 15 - len(cards.split())
    assert counted(" ".join([*cards.split(), *FIVES[:filled]])) == [points + 5 * filled]


def test_example_31_a_whole_deck() -> None:
    """Four hands together hold a deck and three ones more."""
    colours = {
        colour: " ".join(f"{colour}{number}" for number in range(1, 15)) for colour in "BGRY"
    }
    extra = {"B": "W", "G": "G1", "R": "R1", "Y": "Y1"}
    points = counted(*(f"{colours[colour]} {extra[colour]}" for colour in "BGRY"))
    assert sum(points) - 3 * 5 == 405


@pytest.mark.parametrize(
    ("round_", "left"),
    [
        *((round_, (134, 179, 224)) for round_ in range(1, 9)),
        (9, (125, 167, 209)),
        (10, (122, 163, 204)),
        (11, (128, 171, 214)),
    ],
)
def test_example_32_the_draw_pile_after_the_deal(round_: int, left: tuple[int, ...]) -> None:
    for players, cards in zip((3, 4, 5), left, strict=True):
        assert rig(players=players, round=round_).public()["draw_pile"] == cards
