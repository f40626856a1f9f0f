"""Finds cards named in a text, however they are written: KS, K♠, 10♥, king of spades, ★ Joker, R7.

The Rook isn't found: its name is the game's, and every table has several.
"""

import re
from collections.abc import Iterator
from typing import Any

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
NAMES = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
SIGNS = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([♣♦♥♠])")
CODES = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA])([CDHS])(?![0-9A-Za-z])")
JOKER = re.compile(r"★|(?<![0-9A-Za-z])JK(?![0-9A-Za-z])")  # the word is a point of Schmier too
WORDS = re.compile(rf"\b({'|'.join(NAMES)}) of (club|diamond|heart|spade)s?\b", re.IGNORECASE)
ROOK_CODES = re.compile(r"(?<![0-9A-Za-z])([BGRY](?:1[0-4]|[1-9]))(?![0-9A-Za-z])")
ROOK_WORDS = re.compile(r"\b(black|green|red|yellow) (1[0-4]|[1-9])\b")  # "Green 4" is a score


def cards_named(text: str) -> set[str]:
    """Every card that the text names, as the engine writes it: "KS", "TH", "JK", "R7"."""
    signs = {rank.replace("10", "T") + SUITS[suit] for rank, suit in SIGNS.findall(text)}
    codes = {rank + suit for rank, suit in CODES.findall(text)}
    words = {NAMES[rank.lower()] + suit[0].upper() for rank, suit in WORDS.findall(text)}
    joker = {"JK"} if JOKER.search(text) else set()
    rooks = {colour[0].upper() + number for colour, number in ROOK_WORDS.findall(text)}
    return signs | codes | words | joker | rooks | {*ROOK_CODES.findall(text)}


def strings(value: Any) -> Iterator[str]:
    """Every string value, but no key, in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)
