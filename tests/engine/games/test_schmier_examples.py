"""The worked examples of Schmier, one by one, each played on a real table."""

from typing import Any

import pytest

import engine
from tests.engine.games.deals import hands
from tests.engine.games.schmier_deals import (
    LEVEL,
    LINE,
    STOCK_OF_THE_WHOLE,
    WHOLE,
    bid_and_name,
    drive,
    first_trick,
    rig,
    scored,
    table,
    throw,
    whole_hand,
)
from tests.engine.games.schmier_model import canonical, cards_of, discard

TRICKS: list[tuple[int, str, str, str, int]] = [
    (1, "H", "9C AC JD 2H JK QH", "QH", 8),
    (2, "S", "AS KS JS JC TS JK", "AS", 20),
    (3, "D", "JH 3D KH TD 2D JK", "JH", 15),
    (4, "C", "JK 2C AH KS TD 9D", "2C", 18),
    (5, "C", "JK AH KS TD 9D 2S", "JK", 18),
    (6, "S", "7H KH AD 9H TH QD", "KH", 19),
    (7, "S", "QS JS JC TS 9S 3S", "QS", 14),
    (8, "H", "KD AD JD TD JK 2D", "JD", 19),
    (9, "C", "JS TC JC 9C 2C 3C", "JC", 12),
    (10, "H", "2H JK 5S AS KC QD", "2H", 10),
]


@pytest.mark.parametrize(
    ("trump", "trick", "winner", "points"),
    [pytest.param(*row, id=f"example_{number}") for number, *row in TRICKS],
)
def test_examples_1_to_10_who_wins_the_trick(
    trump: str, trick: str, winner: str, points: int
) -> None:
    """SC-3, SC-5, SC-12: seat 0 leads, seat 1 plays the second card, and so on."""
    state = first_trick(trick, trump)
    cards = trick.split()
    seat = cards.index(winner)
    public = state.public()
    assert public["last_trick"] == [[i, card] for i, card in enumerate(cards)]
    assert public["leader"] == seat
    assert public["to_act"] == [seat]
    assert public["card_points"] == [points if team == seat % 3 else 0 for team in range(3)]
    assert public["tricks_won"] == [int(team == seat % 3) for team in range(3)]
    (event,) = (event for event in state.events if event["type"] == "trick")
    assert (event["seat"], event["card_points"]) == (seat, points)


@pytest.mark.parametrize(
    ("number", "points"),
    [
        (1, {"left": 5, "joker": 5, "low": 3}),
        (2, {"high": 0, "right": 0, "left": 0, "joker": 0}),
        (3, {"left": 0, "joker": 0, "low": 4}),
        (4, {"joker": 1, "low": 1}),
        (5, {"joker": 0}),
        (6, {}),
        (7, {"right": 0, "left": 0}),
        (8, {"left": 2, "joker": 2}),
        (9, {"right": 2, "left": 2, "low": 4}),
        (10, {"joker": 0, "low": 0}),
    ],
)
def test_examples_1_to_10_whose_team_gets_the_points(number: int, points: dict[str, int]) -> None:
    """SC-4: low to the player, in example 1 seat 3; the jacks and the joker to the winner."""
    _, trump, trick, *_ = TRICKS[number - 1]
    won = first_trick(trick, trump).public()["points_won"]
    assert won == {
        str(team): {
            point: point in points and points[point] % 3 == team
            for point in ("high", "low", "right", "left", "joker")
        }
        for team in range(3)
    }


@pytest.mark.parametrize(
    ("led", "held", "allowed"),
    [
        pytest.param("5D", "KD AH 2C", "KD", id="example_11"),
        pytest.param("5D", "JD AH 2C", "JD AH 2C", id="example_12"),
        pytest.param("JD", "3H AD 2C", "3H", id="example_13"),
        pytest.param("JK", "JD QS 4C", "JD", id="example_14"),
        pytest.param("4H", "JK KS 3D", "JK", id="example_15"),
    ],
)
def test_examples_11_to_15_what_may_be_played(led: str, held: str, allowed: str) -> None:
    """SC-11, hearts are trumps: the second player holds these cards, and clubs and spades."""
    filling = "7C 8S 9C" if led != "JK" else "7C 8S 9S"
    state = table(second_hand(led, f"{held} {filling}"), "H")
    drive(state, led)
    legal = state.legal_actions(1)
    assert {*legal} & {*held.split()} == {*allowed.split()}
    assert ("7C" in legal) == (held == allowed)
    assert {*legal} <= {*state.private(1)["hand"]}


def second_hand(led: str, hand: str) -> dict[int, str]:
    """Hands for hearts as trumps in which seat 0 leads this card and seat 1 holds these."""
    names = ["AH", "KH", "QH", "JH", "JD", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"]
    trumps = [card for card in [*names, "JK"] if card != led and card not in hand.split()]
    return {
        0: " ".join([led, *trumps[:5]]),
        1: hand,
        2: " ".join(trumps[5:10]),
        3: " ".join(trumps[10:]),
    }


def test_example_16_the_highest_bidder_plays() -> None:
    state = drive(rig(dealer=0), "pass bid3 pass bid4 pass pass")
    assert state.public()["bid"] == {"seat": 4, "points": 4}
    assert (state.public()["phase"], state.public()["to_act"]) == ("trump", [4])
    assert state.events[-1] == {"type": "bidder", "seat": 4, "points": 4, "to": "all"}


def test_example_17_a_second_3_is_illegal() -> None:
    state = drive(rig(dealer=0), "pass bid3")
    assert state.legal_actions(3) == ["pass", "bid4", "bid5", "bid6"]
    with pytest.raises(engine.IllegalAction):
        state.apply(3, "bid3")


def test_example_18_a_bid_of_6_ends_it_at_once() -> None:
    state = drive(rig(dealer=0), "pass bid6")
    assert state.public()["bids"] == [[1, "pass"], [2, "bid6"]]
    assert (state.public()["phase"], state.current_players()) == ("trump", (2,))


def test_example_19_after_six_passes_the_same_dealer_deals_again() -> None:
    state = rig(dealer=0)
    before = hands(state)
    drive(state, "pass pass pass pass pass pass")
    public = state.public()
    assert (public["phase"], public["dealer"], public["hand_no"]) == ("bid", 0, 1)
    assert (public["bids"], public["to_act"]) == ([], [1])
    assert hands(state) != before


def test_example_20_the_dealer_at_4() -> None:
    state = drive(rig(dealer=0), "pass bid3 pass bid4 pass")
    assert {*state.legal_actions(0)} == {"bid5", "bid6", "pass"}


def test_example_21_up_to_three_cards_that_are_not_trumps() -> None:
    state = bid_and_name(rig({1: "AH 3H JD KC TS 4S"}), 0, 3, "H")
    assert {*state.legal_actions(1)} == {
        "discard=", "discard=KC", "discard=4S", "discard=TS", "discard=KC,4S", "discard=KC,TS",
        "discard=4S,TS", "discard=KC,4S,TS",
    }  # fmt: skip
    for wrong in ("JD", "3H", "AH", "KC,JD", "JD,KC", "KC,TS,4S"):
        assert not state.is_legal(1, f"discard={wrong}")


PLAIN = {0: "2C 3C 4C", 1: "5C 6C 7C", 2: "8C 9C TC", 3: "2S 3S 4S", 4: "5S 6S 7S"}
"""Three cards of each hand that are not hearts."""


def test_example_22_the_dealer_takes_8_and_throws_8() -> None:
    state = bid_and_name(rig(PLAIN), 0, 3, "H")
    cards = PLAIN | {1: "5C 6C", 3: "", 4: "5S"}
    throw(state, cards)
    public = state.public()
    assert public["discarded"] == [3, 2, 3, 0, 1, 0]
    assert public["hand_sizes"] == [6, 6, 6, 6, 6, 14]
    assert len(state.private(5)["hand"]) == 14
    assert {"type": "pick_up", "seat": 5, "count": 8, "to": "all"} in state.events
    throws = state.legal_actions(5)
    assert {len(cards_of(action)) for action in throws} == {8}
    state.apply(5, throws[0])
    assert state.public()["discarded"] == [3, 2, 3, 0, 1, 8]
    assert state.public()["hand_sizes"] == [6] * 6


def test_example_23_the_dealer_takes_2_and_throws_2() -> None:
    state = throw(bid_and_name(rig(PLAIN), 0, 3, "H"), PLAIN)
    assert {"type": "pick_up", "seat": 5, "count": 2, "to": "all"} in state.events
    assert state.public()["hand_sizes"] == [6, 6, 6, 6, 6, 8]
    assert {len(cards_of(action)) for action in state.legal_actions(5)} == {2}


def test_example_24_more_than_six_trumps() -> None:
    """All other cards go, and two of K♥ Q♥ 10♥."""
    trumps = "AH KH QH JH JD TH 2H JK"
    others = {**PLAIN, 0: "9H 8H 7H 6H 5H 4H", 4: "5S 6S 7S 3H"}
    state = rig({**others, 5: "AH KH QH JH 2D 3D"}, "4D JD TH 2H JK 5D")
    throw(bid_and_name(state, 1, 3, "H"))
    plain = {*state.private(5)["hand"]} - {*trumps.split()}
    assert len(plain) == 15
    assert {frozenset(cards_of(action)) for action in state.legal_actions(5)} == {
        frozenset([*plain, *two]) for two in (("KH", "QH"), ("KH", "TH"), ("QH", "TH"))
    }


LINE_26 = """
    TC 4C JS 5C JD KC
    AS KS JC 3S 8S 7H
    QD 4D AD 4H 8D KD
    AH 6H TH 5H JH 3H
    QC 2H KH JK TS AC
    2S QH QS TD 8H 9H"""


def awards_of(letters: str) -> dict[str, int | None]:
    """The teams as the example calls them, for high, low, right, left, joker, game."""
    points = ("high", "low", "right", "left", "joker", "game")
    return {
        point: "ABC".index(team) if team != "-" else None
        for point, team in zip(points, letters, strict=True)
    }


@pytest.mark.parametrize(
    ("line", "awards", "gains", "card_points"),
    [
        pytest.param(LINE, "ABACAA", [4, 1, 1], [40, 9, 15], id="example_25"),
        pytest.param(LINE_26, "ABABCA", [-4, 2, 1], [46, 15, 20], id="example_26"),
        pytest.param(LEVEL, "ABBAA-", [-4, 2, 0], [30, 30, 15], id="example_27"),
    ],
)
def test_examples_25_to_27_the_score(
    line: str, awards: str, gains: list[int], card_points: list[int]
) -> None:
    """SC-13: A bids 4; in example 27 two teams are level in card points (SC-5)."""
    score = scored(whole_hand(line, "H", points=4))
    assert score["awards"] == awards_of(awards)
    assert score["card_points"] == card_points
    assert score["gains"] == score["scores"] == gains
    assert (score["team"], score["bid"], score["made"]) == (0, 4, gains[0] > 0)
    assert score["points"] == [awards.count(team) for team in "ABC"]


THROWN = {0: "7C 5C 9D", 1: "4S 6D", 2: "3S 8C 2C", 3: "3C", 4: "8S 4D"}
DRAWN = {0: "4C 2D QS", 1: "3H 6C", 2: "5S 8D JC", 3: "9C", 4: "7S KD", 5: "2S 4H 3D QC 6S 5D"}
KEPT = "JK 6H 4H AD JS QC"
TRICKS_OF_THE_WHOLE = [
    (3, "AH 5H 4H 2H 3H 8H", 3),
    (3, "JH JD 6H QH KH 5S", 1),
    (1, "AC JC 9C TC QC 4C", 1),
    (1, "KC 8D 7H 7S JS TS", 3),
    (3, "TH KD JK QS 9H QD", 3),
    (3, "AS KS AD 2D 6C TD", 3),
]


def the_whole_hand(points: int, **options: Any) -> engine.State:
    """The worked hand, seat 3 bidding so many, with a look at every step."""
    state = rig(WHOLE, STOCK_OF_THE_WHOLE, dealer=5, **options)
    drive(state, f"pass bid3 pass bid{points} pass pass trump=H")
    throw(state, THROWN)
    for seat, cards in DRAWN.items():
        drawn = {"type": "drawn", "seat": seat, "cards": canonical(cards.split()), "to": [seat]}
        assert drawn in state.events
    going = [card for card in state.private(5)["hand"] if card not in KEPT.split()]
    drive(state, discard(going))
    assert state.private(5) == {"hand": canonical(KEPT.split()), "thrown": going}
    for leader, trick, winner in TRICKS_OF_THE_WHOLE:
        assert state.public()["leader"] == leader
        drive(state, trick)
        (event,) = (event for event in state.events if event["type"] == "trick")
        assert event["seat"] == winner
        assert event["cards"] == [[(leader + i) % 6, card] for i, card in enumerate(trick.split())]
    return state


@pytest.mark.parametrize(
    ("points", "teams", "gains", "awards", "card_points"),
    [
        pytest.param(4, "3x2", [4, 2, 0], "AABBAA", [57, 24, 0], id="bid_4_made"),
        pytest.param(5, "3x2", [-5, 2, 0], "AABBAA", [57, 24, 0], id="bid_5_set"),
        pytest.param(4, "2x3", [1, 5], "BABBBB", [0, 81], id="as_2x3"),
    ],
)
def test_a_whole_hand(
    points: int, teams: str, gains: list[int], awards: str, card_points: list[int]
) -> None:
    """Its low is played by seat 0: in teams of three that is X, all the rest is Y's."""
    state = the_whole_hand(points, teams=teams)
    bidding = 3 % len(gains)
    score = scored(state)
    assert score == {
        "type": "score",
        "hand_no": 1,
        "bidder": 3,
        "bid": points,
        "made": gains[bidding] > 0,
        "team": bidding,
        "points": [awards.count(team) for team in "ABC"[: len(gains)]],
        "awards": awards_of(awards),
        "card_points": card_points,
        "gains": gains,
        "scores": gains,
        "to": "all",
    }
    assert state.public()["last_hand"] == {
        key: score[key] for key in score if key not in ("type", "to")
    }
    assert list(state.scores()) == [gains[seat % len(gains)] for seat in range(6)]
    assert (state.public()["dealer"], state.public()["hand_no"]) == (0, 2)
    assert state.public()["last_trick"][0] == [3, "AS"]
