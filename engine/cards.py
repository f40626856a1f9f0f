"""Card names and the canonical order of decks (rules C-2, C-3).

A card is a string everywhere outside a game's own state: rank and suit, "KS", "TH", "4C", or "JK"
for the joker; in a Rook deck colour and number, "B14", "G7", or "W" for the Rook.
"""

RANKS = "A23456789TJQK"
SUITS = "CDHS"

FRENCH_DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: suits C D H S, in each A 2 … T J Q K."""

FRENCH_INDEX: dict[str, int] = {card: index for index, card in enumerate(FRENCH_DECK)}
"""The place of each French card in the canonical order, 0 … 51."""

JOKER = "JK"

COLOURS = "BGRY"
"""The colours of a Rook deck: black, green, red, yellow."""
ROOK_NUMBERS = range(1, 15)
ROOK = "W"

ROOK_DECK: tuple[str, ...] = (
    *(f"{colour}{number}" for colour in COLOURS for number in ROOK_NUMBERS),
    ROOK,
)
"""The 57 cards of one Rook deck in canonical order: B G R Y, in each 1 … 14, then the Rook."""

ROOK_INDEX: dict[str, int] = {card: index for index, card in enumerate(ROOK_DECK)}
"""The place of each card of a Rook deck in the canonical order, 0 … 56."""
