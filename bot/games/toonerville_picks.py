"""What cards picked for a meld are, a run or a set, and what they lack for one."""

from collections.abc import Sequence

from bot.games.rook_cards import face
from bot.games.toonerville_seen import Seen, words_of
from bot.text import Text
from engine.game import IllegalAction
from engine.games._rook_melds import Meld, meld_of
from engine.games._toonerville_cards import NAMES, NUMBERS, ROOK, names

_RUN = 4
_SET = 3


def run_orders(cards: Sequence[int], max_rooks: int | None) -> list[tuple[int, ...]]:
    """The orders in which cards are a run, the one with most Rooks at the high end first (TR-6)."""
    naturals = sorted(card for card in cards if card != ROOK)
    if not naturals or len({*naturals}) < len(naturals):
        return []
    first, last = naturals[0], naturals[-1]
    middle = [card if card in naturals else ROOK for card in range(first, last + 1)]
    spare = len(cards) - len(middle)
    found = []
    for below in range(spare + 1):
        order = (*[ROOK] * below, *middle, *[ROOK] * (spare - below))
        try:
            meld_of("run", order, max_rooks)
        except IllegalAction:
            continue
        found.append(order)
    return found


def possible_melds(
    cards: Sequence[int], max_rooks: int | None, *, in_order: bool = False
) -> list[Meld]:
    """What the cards are: a run, a set, both where all but one are Rooks, or nothing.

    If they are `in_order` they are a run as they stand, else with its Rooks where one expects them.
    """
    orders = [tuple(cards)] if in_order else run_orders(cards, max_rooks)[:1]
    found = [meld_of("run", order, max_rooks) for order in orders]
    try:
        return [*found, meld_of("set", cards, max_rooks)]
    except IllegalAction:
        return found


def picked_lines(seen: Seen, cards: Sequence[int], melds: Sequence[Meld]) -> list[str]:
    """The picked cards, and what they are or lack."""
    text = seen.text
    if not cards:
        return [text.gettext("Pick the cards of a meld: a run or a set.")]
    shown = ", ".join(face(card, text) for card in names(sorted(cards)))
    lines = [text.gettext("You picked {cards}.", cards=shown)]
    for meld in melds:
        words = words_of(meld, text)
        if meld.is_run:
            lines.append(text.gettext("That is a run: **{meld}**.", meld=words))
        else:
            lines.append(text.gettext("That is a set: **{meld}**.", meld=words))
    return lines if melds else [*lines, *_lacking(seen, cards)]


def _lacking(seen: Seen, cards: Sequence[int]) -> list[str]:
    """What cards that are no meld lack for one, or why they can't become one."""
    text, most = seen.text, seen.max_rooks
    naturals = sorted(card for card in cards if card != ROOK)
    rooks = len(cards) - len(naturals)
    if not naturals:
        return [text.gettext("A meld needs at least one card that is no Rook.")]
    if most is not None and rooks > most:
        return [text.gettext("At this table a meld holds no more Rooks than {n}.", n=most)]
    one_number = len({card % NUMBERS for card in naturals}) == 1
    one_colour = len({card // NUMBERS for card in naturals}) == 1
    lines = []
    if one_number and len(cards) < _SET:
        lines.append(
            text.ngettext(
                "For a set it lacks {n} more {number} or a Rook.",
                "For a set it lacks {n} more cards of the number {number}, or Rooks.",
                _SET - len(cards),
                number=naturals[0] % NUMBERS + 1,
            )
        )
    if one_colour and len({*naturals}) < len(naturals):
        if not one_number:
            lines.append(text.gettext("A run can't hold two equal cards."))
    elif one_colour:
        lines.append(_lacking_for_a_run(text, naturals, rooks))
    if not one_number and not one_colour:
        lines.append(
            text.gettext("They have neither one number, for a set, nor one colour, for a run.")
        )
    return lines


def lacking_for(seen: Seen, cards: Sequence[int], *, run: bool) -> str:
    """What a meld of the other kind lacks for a run or for a set."""
    text, naturals = seen.text, sorted(card for card in cards if card != ROOK)
    if not run:
        return text.gettext("For a set all its cards need one number.")
    if len({card // NUMBERS for card in naturals}) > 1:
        return text.gettext("For a run all its cards need one colour.")
    if len({*naturals}) < len(naturals):
        return text.gettext("A run can't hold two equal cards.")
    return _lacking_for_a_run(text, naturals, len(cards) - len(naturals))


def _lacking_for_a_run(text: Text, naturals: Sequence[int], rooks: int) -> str:
    """The places between cards of one colour that Rooks don't fill, or how many are lacking."""
    between = [card for card in range(naturals[0], naturals[-1]) if card not in naturals]
    if len(between) > rooks:
        holes = ", ".join(face(NAMES[card], text) for card in between)
        if rooks:
            return text.ngettext(
                "For a run {cards} are missing, and {n} Rook isn't enough.",
                "For a run {cards} are missing, and {n} Rooks aren't enough.",
                rooks,
                cards=holes,
            )
        return text.ngettext(
            "For a run {cards} is missing, or a Rook.",
            "For a run {cards} are missing, or as many Rooks.",
            len(between),
            cards=holes,
        )
    return text.ngettext(
        "For a run it lacks {n} more card.",
        "For a run it lacks {n} more cards.",
        _RUN - len(naturals) - rooks,
    )
