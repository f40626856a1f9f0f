"""Verifiable randomness: the shuffle and the first dealer of a game, from its 32-byte seed.

Anybody can repeat both with a SHA-256 in any language (rules C-4 and C-5), so a finished
game proves that no deal was touched.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from operator import mod
from struct import Struct, unpack
from typing import TypeVar

SEED_BYTES = 32

_WORD_RANGE = 1 << 32
_WORD_BYTES = 4
_WORDS_PER_BLOCK = 8
_SURELY_ACCEPTED = 256
"""Up to this m, draw(m) accepts every word that doesn't begin with three bytes of 255."""
_U32 = Struct(">I")

Card = TypeVar("Card")


def check_seed(seed: object) -> bytes:
    """Return the seed, or raise ValueError unless it is exactly 32 bytes."""
    if type(seed) is not bytes or len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes, not {_shape(seed)}")
    return seed


def shuffled(cards: Sequence[Card], seed: bytes, number: int) -> list[Card]:
    """Return the cards in the order of the game's shuffle `number` (0, 1, 2 …), top first (C-4)."""
    deck = list(cards)
    size = len(deck)
    stream = _stream(seed, number, range(-(-(size - 1) // _WORDS_PER_BLOCK)))
    # draw(m) rejects a word only within m of the top of the range, where three bytes are 255
    if size > _SURELY_ACCEPTED or b"\xff\xff\xff" in stream:
        words: Iterable[int] = _accepted(seed, number, size)
    else:
        words = unpack(f">{len(stream) // _WORD_BYTES}I", stream)
    for j in map(mod, words, range(size, 1, -1)):
        size -= 1
        card = deck[j]
        deck[j] = deck[size]
        deck[size] = card
    return deck


def deal_seed(server_seed: bytes, join_ids: Sequence[int]) -> tuple[bytes, str]:
    """Return the seed of the deal and its salt, by which everybody who joined had a hand in it.

    The salt is the ids of the join interactions in seat order, 0 for a computer.
    """
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"a server seed is {SEED_BYTES} bytes")
    salt = ",".join(map(str, join_ids))
    return sha256(server_seed + salt.encode("ascii")).digest(), salt


def first_dealer(seed: bytes, players: int) -> int:
    """Return the seat of the first dealer, 0 … players-1 (C-5)."""
    return int.from_bytes(sha256(seed + b"dealer").digest()[:4], "big") % players


def _stream(seed: bytes, number: int, blocks: Iterable[int]) -> bytes:
    """Some 32-byte blocks of the byte stream of one shuffle."""
    prefix = seed + _U32.pack(number)
    return b"".join([sha256(prefix + _U32.pack(block)).digest() for block in blocks])


def _accepted(seed: bytes, number: int, size: int) -> Iterator[int]:
    """The words that draw(size) … draw(2) accept, each skipping those it rejects."""
    words = (w for block in count() for w in unpack(">8I", _stream(seed, number, (block,))))
    for m in range(size, 1, -1):
        limit = _WORD_RANGE // m * m
        yield next(word for word in words if word < limit)


def _shape(seed: object) -> str:
    return f"{len(seed)} bytes" if isinstance(seed, bytes) else type(seed).__name__
