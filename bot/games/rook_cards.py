"""Faces and names of Rook cards: "R7" is shown as 🔴 R7 and read as "red 7"; melds in few words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.text import N_, Text
from engine.cards import COLOURS, ROOK, ROOK_INDEX

_MARKS: Final = {"B": "⚫", "G": "🟢", "R": "🔴", "Y": "🟡"}
_NAMES: Final = {"B": N_("black"), "G": N_("green"), "R": N_("red"), "Y": N_("yellow")}
_MOST_REPEATED: Final = 4
"""How many equal numbers of a set are written one by one."""


def is_card(card: object) -> bool:
    """Whether this is the name of a card of a Rook deck."""
    return isinstance(card, str) and card in ROOK_INDEX


def short(card: str, text: Text) -> str:
    """Return the card by its letter and number: R7; the Rook by its name."""
    return text.gettext("Rook") if card == ROOK else card


def face(card: str, text: Text) -> str:
    """Return the card with the mark of its colour besides: 🔴 R7."""
    return text.gettext("Rook") if card == ROOK else f"{_MARKS[card[0]]} {card}"


def spoken(card: str, text: Text) -> str:
    """Return the card in words: red 7."""
    if card == ROOK:
        return text.gettext("Rook")
    return text.gettext("{colour} {number}", colour=colour_name(card[0], text), number=card[1:])


def colour_name(colour: str, text: Text) -> str:
    """Return the name of one of the colours B G R Y."""
    return text.gettext(_NAMES[colour])


def colour_title(colour: str, text: Text) -> str:
    """Return the mark and the name of a colour, as the beginning of a line: 🔴 Red."""
    name = colour_name(colour, text)
    return f"{_MARKS[colour]} {name[:1].upper()}{name[1:]}"


def counted(words: Iterable[str]) -> str:
    """Join cards by dots, equal ones once and with their number: B3 ×2 · B7."""
    return " · ".join(
        word if count == 1 else f"{word}\N{NO-BREAK SPACE}×{count}"
        for word, count in Counter(words).items()
    )


def meld_words(meld: Mapping[str, Any], text: Text) -> str:
    """Return a meld in few words: 7 7 7, or 3–4–(Rook 5)–6 green.

    `meld` has the keys kind, cards and stands_for, as views and events of the game write it.
    """
    cards, places = meld["cards"], meld["stands_for"]
    if meld["kind"] == "run":
        steps = (
            text.gettext("(Rook {number})", number=place[1:]) if card == ROOK else card[1:]
            for card, place in zip(cards, places, strict=True)
        )
        return text.gettext(
            "{numbers} {colour}", numbers="–".join(steps), colour=colour_name(places[0][0], text)
        )
    numbers = [card[1:] for card in cards if card != ROOK]
    if len(numbers) > _MOST_REPEATED:
        numbers = [f"{numbers[0]}\N{NO-BREAK SPACE}×{len(numbers)}"]
    return " ".join([*numbers, *[text.gettext("(Rook)")] * cards.count(ROOK)])


def place_words(place: str, text: Text) -> str:
    """Return what a Rook stands for: a card in a run, a number in a set."""
    return face(place, text) if place[0] in COLOURS else place


def shown_fact(value: object, text: Text) -> object:
    """A fact of a refused action as people write it: cards by their faces, joined by commas."""
    cards = value.split(",") if isinstance(value, str) else []
    if cards and all(map(is_card, cards)):
        return ", ".join(face(card, text) for card in cards)
    return value
