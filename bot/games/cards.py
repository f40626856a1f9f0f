"""Faces and names of French cards: "KS" is shown as K♠ and read as "king of spades"."""

from typing import Final

from bot.text import N_, Text
from engine.cards import JOKER

_SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_AS_TEXT: Final = "\N{VARIATION SELECTOR-15}"
"""Asks for a plain sign: as emoji, spades vanish on dark grey and hearts on a red button."""
_JOKER_SIGN: Final = "★"
"""A sign that is never shown as emoji, as the playing card for jokers is."""
_SUIT_NAMES: Final = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}
SUIT_WORDS: Final = frozenset(_SUIT_NAMES.values())
"""What the suits are called in the sentences of a game's rules."""
_RANK_NAMES: Final = {
    "A": N_("ace"),
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "5": N_("five"),
    "6": N_("six"),
    "7": N_("seven"),
    "8": N_("eight"),
    "9": N_("nine"),
    "T": N_("ten"),
    "J": N_("jack"),
    "Q": N_("queen"),
    "K": N_("king"),
}


def is_card(card: object) -> bool:
    """Whether this is the name of a French card."""
    return (
        isinstance(card, str)
        and len(card) == 2
        and card[0] in _RANK_NAMES
        and card[1] in _SUIT_SIGNS
    )


def face(card: str) -> str:
    """Return the card as players write it: K♠, 10♥, ★ Joker."""
    if card == JOKER:
        return f"{_JOKER_SIGN} Joker"
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank}{_SUIT_SIGNS[card[1]]}{_AS_TEXT}"


def spoken(card: str, text: Text) -> str:
    """Return the card in words, for those who listen to the screen."""
    if card == JOKER:
        return text.gettext("the joker")
    rank, suit = text.gettext(_RANK_NAMES[card[0]]), text.gettext(_SUIT_NAMES[card[1]])
    return text.gettext("{rank} of {suit}", rank=rank, suit=suit)


def suit_name(suit: str, text: Text) -> str:
    """Return a suit's sign and name: ♥ hearts."""
    name = text.gettext(_SUIT_NAMES[suit])
    return f"{_SUIT_SIGNS[suit]}{_AS_TEXT} {name}"
