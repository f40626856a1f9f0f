"""The dealing rules C-2 to C-6 written a second time, plainly and from their text alone.

Tests compare the engine with this module; it imports nothing of the engine.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

RANKS = "A23456789TJQK"
SUITS = "CDHS"
COLOURS = "BGRY"


def french_deck(decks: int = 1) -> list[str]:
    """Whole French decks, deck after deck, each in canonical order (C-3)."""
    return [rank + suit for _ in range(decks) for suit in SUITS for rank in RANKS]


def canonical(cards: Sequence[str]) -> list[str]:
    """The cards of a hand in canonical order, equal cards side by side (C-3, C-8)."""
    return sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0])))


def rook_deck(decks: int = 1) -> list[str]:
    """Whole Rook decks, deck after deck, each in canonical order (C-3)."""
    numbered = [f"{colour}{number}" for colour in COLOURS for number in range(1, 15)]
    return [*numbered, "W"] * decks


def rook_order(cards: Sequence[str]) -> list[str]:
    """The Rook cards of a hand in canonical order, equal cards side by side (C-3, C-8)."""
    return sorted(cards, key=rook_deck().index)


def words(seed: bytes, k: int) -> Iterator[int]:
    """The 32-bit words of shuffle number `k` (C-4)."""
    j = 0
    while True:
        block = sha256(seed + k.to_bytes(4, "big") + j.to_bytes(4, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        j += 1


def shuffled(seed: bytes, k: int, cards: Sequence[T]) -> list[T]:
    """The list after shuffle number `k` of a game with this seed (C-4)."""
    stream = words(seed, k)
    mixed = list(cards)
    for i in range(len(mixed) - 1, 0, -1):
        m = i + 1
        limit = 2**32 // m * m
        word = next(stream)
        while word >= limit:
            word = next(stream)
        j = word % m
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def first_dealer(seed: bytes, players: int) -> int:
    """The seat that deals first where none was given (C-5)."""
    return int.from_bytes(sha256(seed + b"dealer").digest()[:4], "big") % players


def dealt(deck: Sequence[str], seats: Sequence[int], each: int) -> dict[int, list[str]]:
    """The hands of `seats`, who are listed clockwise from the dealer's left (C-6)."""
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    top = iter(deck)
    for _ in range(each):
        for seat in seats:
            hands[seat].append(next(top))
    return hands
