"""Rook cards and melds in words."""

import pytest

from bot.games.rook_cards import (
    colour_title,
    counted,
    face,
    is_card,
    meld_words,
    place_words,
    short,
    shown_fact,
    spoken,
)
from bot.text import ENGLISH
from engine.cards import ROOK_DECK
from engine.games._rook_melds import meld_of
from engine.games._toonerville_cards import cards_of, names
from engine.games._toonerville_melds import stands_for


def meld(kind, cards):
    found = meld_of(kind, cards_of(cards.split()))
    return {"kind": kind, "cards": names(found.cards), "stands_for": stands_for(found)}


@pytest.mark.parametrize(
    ("card", "brief", "shown", "read"),
    [
        ("R7", "R7", "🔴 R7", "red 7"),
        ("B14", "B14", "⚫ B14", "black 14"),
        ("G1", "G1", "🟢 G1", "green 1"),
        ("Y10", "Y10", "🟡 Y10", "yellow 10"),
        ("W", "Rook", "Rook", "Rook"),
    ],
)
def test_cards_have_short_forms_faces_and_names(card, brief, shown, read):
    assert (short(card, ENGLISH), face(card, ENGLISH), spoken(card, ENGLISH)) == (
        brief,
        shown,
        read,
    )


@pytest.mark.parametrize("words", [short, face, spoken])
def test_no_two_cards_look_or_sound_alike(words):
    assert len({words(card, ENGLISH) for card in ROOK_DECK}) == len(ROOK_DECK)


def test_no_card_is_told_by_its_colour_alone():
    for card in ROOK_DECK:
        assert short(card, ENGLISH) in face(card, ENGLISH)


def test_only_cards_are_cards():
    assert all(map(is_card, ROOK_DECK))
    assert not any(map(is_card, ["", "R", "R15", "R0", "7", "w", "R07", None, 7]))


def test_a_line_begins_with_the_name_of_its_colour():
    assert [colour_title(colour, ENGLISH) for colour in "BGRY"] == [
        "⚫ Black",
        "🟢 Green",
        "🔴 Red",
        "🟡 Yellow",
    ]


def test_equal_cards_are_counted():
    assert counted(["B1", "B3", "B3", "B7"]) == "B1 · B3\N{NO-BREAK SPACE}×2 · B7"


@pytest.mark.parametrize(
    ("kind", "cards", "words"),
    [
        ("set", "R7 R7 B7", "7 7 7"),
        ("set", "R7 B7 G7 Y7", "7 7 7 7"),
        ("set", "R7 B7 G7 Y7 Y7", "7 ×5"),
        ("set", "R7 W W", "7 (Rook) (Rook)"),
        ("run", "G3 G4 G5 G6", "3–4–5–6 green"),
        ("run", "G3 G4 W G6", "3–4–(Rook 5)–6 green"),
        ("run", "W Y11 Y12 Y13 W", "(Rook 10)–11–12–13–(Rook 14) yellow"),
    ],
)
def test_melds_say_what_their_rooks_stand_for(kind, cards, words):
    assert meld_words(meld(kind, cards), ENGLISH).replace("\N{NO-BREAK SPACE}", " ") == words


def test_the_longest_meld_fits_into_an_option():
    cards = "W Y2 W Y4 W Y6 W Y8 W Y10 Y11 Y12 Y13 Y14"
    assert len(meld_words(meld("run", cards), ENGLISH)) < 80


def test_what_a_rook_stands_for_is_a_card_or_a_number():
    assert (place_words("Y6", ENGLISH), place_words("7", ENGLISH)) == ("🟡 Y6", "7")


@pytest.mark.parametrize(
    ("fact", "shown"),
    [("R7", "🔴 R7"), ("R7,W", "🔴 R7, Rook"), ("m3", "m3"), ("", ""), (4, 4), ("R7,x", "R7,x")],
)
def test_facts_of_refusals_are_written_as_people_write_them(fact, shown):
    assert shown_fact(fact, ENGLISH) == shown
