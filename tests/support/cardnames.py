"""Finds cards named in a text, however they are written: KS, K♠, 10♥, king of spades, ★ Joker."""

import re

SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
NAMES = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
SIGNS = re.compile(r"(?<![0-9A-Za-z])(10|[2-9TJQKA])([♣♦♥♠])")
CODES = re.compile(r"(?<![0-9A-Za-z])([2-9TJQKA])([CDHS])(?![0-9A-Za-z])")
JOKER = re.compile(r"★|(?<![0-9A-Za-z])JK(?![0-9A-Za-z])")  # the word is a point of Schmier too
WORDS = re.compile(rf"\b({'|'.join(NAMES)}) of (club|diamond|heart|spade)s?\b", re.IGNORECASE)


def cards_named(text: str) -> set[str]:
    """Every card that the text names, as the engine writes it: "KS", "TH", "JK"."""
    signs = {rank.replace("10", "T") + SUITS[suit] for rank, suit in SIGNS.findall(text)}
    codes = {rank + suit for rank, suit in CODES.findall(text)}
    words = {NAMES[rank.lower()] + suit[0].upper() for rank, suit in WORDS.findall(text)}
    joker = {"JK"} if JOKER.search(text) else set()
    return signs | codes | words | joker
