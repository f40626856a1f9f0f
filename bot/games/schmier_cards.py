"""The cards of Schmier as people see them: in which order, under which names, and what wins."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.cards import face
from bot.games.presenter import listed
from bot.text import N_, Text
from engine.cards import JOKER, SUITS
from engine.games.schmier_cards import (
    NUMBERS,
    POINT_CARDS,
    POINTS,
    POWERS,
    SUITS_BY_TRUMP,
    dealer_choice,
    names,
)

_RANKING: Final = "AKQJT98765432"
_TITLES: Final = {
    "high": N_("high"),
    "low": N_("low"),
    "right": N_("right bower"),
    "left": N_("left bower"),
    "joker": N_("trump"),
}
"""What a card that bears a point is called beside its face."""

POINT_NAMES: Final = {
    "high": N_("high"),
    "low": N_("low"),
    "right": N_("right"),
    "left": N_("left"),
    "joker": N_("joker"),
    "game": N_("game"),
}
"""The six points of a hand."""


@dataclass(frozen=True, slots=True)
class DealerChoice:
    """What the dealer may throw away: `wanted` of the `free` cards besides the `sure` ones."""

    sure: list[str]
    free: list[str]
    wanted: int
    kept: list[str]
    """The cards that stay by rule."""


def suit_of(card: str, trump: str) -> str:
    """Return the suit that a card belongs to; the left bower and the joker are trumps."""
    return SUITS[SUITS_BY_TRUMP[SUITS.index(trump)][NUMBERS[card]]]


def point_of(card: str, trump: str) -> str | None:
    """Return the point that hangs on a card, if one does."""
    point = POINT_CARDS[SUITS.index(trump)].get(NUMBERS[card])
    return None if point is None else POINTS[point]


def in_order(cards: Iterable[str], trump: str | None) -> list[str]:
    """Sort cards: trumps first, then suit by suit, the highest of each first."""
    if trump is None:
        return sorted(cards, key=_without_trump)
    power = POWERS[SUITS.index(trump)]

    def place(card: str) -> tuple[bool, int, int]:
        suit = suit_of(card, trump)
        return suit != trump, SUITS.index(suit), -power[NUMBERS[card]]

    return sorted(cards, key=place)


def _without_trump(card: str) -> tuple[int, int]:
    """Before trump is named the joker has no suit yet and comes last."""
    if card == JOKER:
        return len(SUITS), 0
    return SUITS.index(card[1]), _RANKING.index(card[0])


def in_engine_order(cards: Iterable[str]) -> list[str]:
    """Sort cards as the engine wants a discard; what is no card comes last."""
    return sorted(cards, key=lambda card: NUMBERS.get(card, len(NUMBERS)))


def trumps_among(cards: Iterable[str], trump: str) -> list[str]:
    """The cards that are trumps if that suit is, the highest first."""
    return in_order((card for card in cards if suit_of(card, trump) == trump), trump)


def winner(trick: Sequence[Sequence[str]], trump: str) -> int:
    """Return the place in the trick, from 0, of the card that wins it so far."""
    power, led = POWERS[SUITS.index(trump)], suit_of(trick[0][1], trump)
    powers = [
        power[NUMBERS[card]] if suit_of(card, trump) in (led, trump) else -1 for _, card in trick
    ]
    return powers.index(max(powers))


def dealer_choice_of(hand: Sequence[str], trump: str) -> DealerChoice:
    """Return what the dealer may throw away of so many cards, all in order (SC-10)."""
    sure, free = (
        names(cards)
        for cards in dealer_choice([NUMBERS[card] for card in hand], SUITS.index(trump))
    )
    return DealerChoice(
        sure=in_order(sure, trump),
        free=in_order(free, trump),
        wanted=len(hand) - 6 - len(sure),
        kept=in_order((card for card in hand if card not in sure and card not in free), trump),
    )


def title(card: str, trump: str, text: Text) -> str:
    """Return what a card is while a suit is trump: "left bower", "trump", "" for other suits."""
    point = point_of(card, trump)
    if point is not None:
        return text.gettext(_TITLES[point])
    return text.gettext("trump") if suit_of(card, trump) == trump else ""


def is_bower(card: str, trump: str) -> bool:
    """Whether this is the jack of trumps or the other one of its colour."""
    return point_of(card, trump) in ("right", "left")


def seems_plain(card: str, trump: str) -> bool:
    """Whether this is a trump that doesn't look like one: the left bower or the joker."""
    return card[1] != trump and suit_of(card, trump) == trump


def named(card: str, trump: str, text: Text) -> str:
    """A card's face, a bower's with what it is: J♦ (left bower)."""
    if not is_bower(card, trump):
        return face(card)
    return text.gettext("{card} ({title})", card=face(card), title=title(card, trump, text))


def faces(cards: Iterable[str]) -> str:
    """Some cards in a row: K♠ 7♠."""
    return " ".join(face(card) for card in cards)


def point_names(points: Iterable[str], text: Text) -> str:
    """Some points in a sentence: "high, right and game"."""
    return listed([text.gettext(POINT_NAMES[point]) for point in points], text)
