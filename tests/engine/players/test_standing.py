"""Standing answers about buying: what they may say, and what they answer about each card."""

import pytest

from engine.cards import ROOK_DECK
from engine.players.standing import LONGEST, answer_left, parse_standing, standing_answer


def asked_about(standing: str) -> set[str]:
    """The cards of a Rook deck about which the person is still asked."""
    return {card for card in ROOK_DECK if standing_answer(standing, card) is None}


def test_without_one_the_person_is_asked_about_every_card() -> None:
    assert asked_about("") == set(ROOK_DECK)


def test_whoever_passes_until_further_notice_is_asked_about_none() -> None:
    assert asked_about("pass") == set()


@pytest.mark.parametrize(
    ("standing", "cards"),
    [
        ("only:R7", {"R7"}),
        ("only:W", {"W"}),
        ("only:B1,Y14", {"B1", "Y14"}),
        ("only:G", {f"G{number}" for number in range(1, 15)}),
        ("only:1", {"B1", "G1", "R1", "Y1"}),
        ("only:4,W,R14", {"B4", "G4", "R4", "Y4", "W", "R14"}),
        ("only:R,R7", {f"R{number}" for number in range(1, 15)}),
        ("only:B,G,R,Y,W", set(ROOK_DECK)),
    ],
)
def test_it_asks_about_the_cards_colours_and_numbers_that_it_names(
    standing: str, cards: set[str]
) -> None:
    assert asked_about(standing) == cards


def test_what_it_names_can_be_read_back() -> None:
    assert parse_standing("only:R7,G,14,W") == frozenset({"R7", "G", "14", "W"})
    assert parse_standing("pass") == frozenset()
    assert parse_standing("") is None


@pytest.mark.parametrize(
    "standing",
    [
        "buy", "Pass", "pass ", "pass,R7", "only", "only:", "only:,", "only:R7,", "only: R7",
        "only:r7", "only:R0", "only:R15", "only:0", "only:15", "only:07", "only:W1", "only:K",
        "only:KS", "only:R7;G7", "R7", "R7,G7", "ONLY:R7", "only:only:R7", "only:R７", "only:pass",
    ],
)  # fmt: skip
def test_anything_else_is_unreadable(standing: str) -> None:
    with pytest.raises(ValueError, match="pass, or only:"):
        parse_standing(standing)


def test_it_has_at_most_a_hundred_characters() -> None:
    longest = "only:" + "Y14," * 23 + "R14"
    assert len(longest) == LONGEST == 100
    assert parse_standing(longest) == frozenset({"Y14", "R14"})
    with pytest.raises(ValueError, match="pass, or only:"):
        parse_standing(longest.replace("R14", "R14,G"))


@pytest.mark.parametrize(
    ("phase", "action"), [("buy", "pass"), ("draw", None), ("meld", None), ("over", None)]
)
def test_it_answers_only_while_a_card_is_for_sale(phase: str, action: str | None) -> None:
    public = {"phase": phase, "discard_top": "R8"}
    assert answer_left("only:R7", public) == action
    assert answer_left("only:R8", public) is None


def test_it_answers_nothing_at_other_games() -> None:
    assert answer_left("pass", {"pile": ["KS"]}) is None
