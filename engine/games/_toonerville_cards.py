"""The cards and contracts of Toonerville Rook; a card is its place in a Rook deck, 0 … 56."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import ROOK as ROOK_NAME
from engine.cards import ROOK_DECK, ROOK_INDEX, ROOK_NUMBERS

NUMBERS = len(ROOK_NUMBERS)
ROOK = ROOK_INDEX[ROOK_NAME]
NAMES = ROOK_DECK
POINTS = (*(5 if card % NUMBERS < 9 else 10 for card in range(ROOK)), 25)
"""TR-16: what each card counts that is left in a hand."""

DISCARDS = tuple(f"discard={card}" for card in NAMES)
"""The action that discards each card."""
DISCARDED = {action: card for card, action in enumerate(DISCARDS)}

LAST_ROUND = 11


class Contract(NamedTuple):
    """TR-3: the cards dealt to each player in a round, and the melds that it asks for.

    `whole` is TR-14: the melds use the whole hand.
    """

    number: int
    cards: int
    runs: int
    sets: int
    whole: bool = False


CONTRACTS = {
    contract.number: contract
    for contract in (
        Contract(1, 12, 0, 2),
        Contract(2, 12, 1, 1),
        Contract(3, 12, 2, 0),
        Contract(4, 12, 0, 3),
        Contract(5, 12, 1, 2),
        Contract(6, 12, 2, 1),
        Contract(7, 12, 0, 4),
        Contract(8, 12, 3, 0),
        Contract(9, 15, 0, 5),
        Contract(10, 16, 4, 0),
        Contract(11, 14, 2, 2, whole=True),
    )
}


class Rules(NamedTuple):
    """The options of a game, and its cards in canonical order."""

    players: int
    deck: Sequence[int]
    first_round: int
    last_round: int
    max_rooks: int | None
    buy_limit: int | None
    reshuffles: int
    turns: int


def names(cards: Iterable[int]) -> list[str]:
    """The names of some cards."""
    return [NAMES[card] for card in cards]


def cards_of(some: Sequence[str]) -> list[int]:
    """The cards of some names; KeyError if there is no such card."""
    return [ROOK_INDEX[name] for name in some]
