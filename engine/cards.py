"""Card names and the canonical order of decks (rules C-2, C-3).

A card is a string everywhere outside a game's own state: rank and suit, "KS", "TH", "4C".
"""

RANKS = "A23456789TJQK"
SUITS = "CDHS"

FRENCH_DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards in canonical order: suits C D H S, in each A 2 … T J Q K."""

FRENCH_INDEX: dict[str, int] = {card: index for index, card in enumerate(FRENCH_DECK)}
"""The place of each French card in the canonical order, 0 … 51."""
