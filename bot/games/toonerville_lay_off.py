"""Laying off and swapping from one's hand: buttons, menus, and all that fits at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.games.presenter import Choice, Control, Hand, Look, Menu, Move
from bot.games.rook_cards import face, meld_words, place_words
from bot.games.toonerville_fit import all_that_fit
from bot.games.toonerville_seen import (
    MOST_CHOICES,
    Seen,
    as_view,
    cut,
    held_lines,
    left_words,
    melds_lines,
    points_of,
)
from bot.text import Text
from engine.cards import ROOK
from engine.games._toonerville_melds import laid_off, read_lay

LAY_ALL: Final = "lay*"
"""The action of a button that lays off all that fits, one card after the other."""
FIT: Final = "fit"
"""The view that shows what that would be."""
_MOST_LAY_BUTTONS: Final = 8


def debt_lines(seen: Seen) -> list[str]:
    """TR-11: the Rooks owed, and what remains possible."""
    text, owed = seen.text, seen.owed
    if not owed:
        return []
    if seen.is_down:
        return [
            text.ngettext(
                "**You owe {n} Rook**: lay one off before you discard.",
                "**You owe {n} Rooks**: lay as many off before you discard.",
                owed,
            )
        ]
    return [
        text.ngettext(
            "**You owe {n} Rook**: lay your contract down and play one, in it or afterwards, "
            "before you discard.",
            "**You owe {n} Rooks**: lay your contract down and play as many, in it or "
            "afterwards, before you discard.",
            owed,
        )
    ]


def lay_controls(seen: Seen) -> list[Control]:
    """A button for each lay-off, or the way to their menu, and one button for all that fit."""
    text, lays = seen.text, seen.actions("lay")
    if not lays:
        return []
    controls: list[Control]
    if len(lays) <= _MOST_LAY_BUTTONS:
        controls = [
            Move(action, _lay_label(seen.text, action, _aimed(seen, action))) for action in lays
        ]
    else:
        label = text.ngettext("Lay off: {n} way", "Lay off: {n} ways", len(lays))
        controls = [Look("lay1", label)]
    every = all_that_fit(seen)
    if len(every) > 1:
        controls += [_lay_all(seen, every), Look(FIT, text.gettext("What would go where?"))]
    return controls


def _lay_all(seen: Seen, every: Sequence[str]) -> Move:
    if len(every) == len(seen.hand):
        return Move(LAY_ALL, seen.text.gettext("Lay off all {n} and go out", n=len(every)))
    return Move(LAY_ALL, seen.text.gettext("Lay off all {n}", n=len(every)))


def _lay_label(text: Text, action: str, meld: Mapping[str, Any]) -> str:
    """A lay-off on a meld that looks like this."""
    card, place, end = _aim(action)
    if card == ROOK and meld["kind"] == "run":
        first, last = meld["stands_for"][0], meld["stands_for"][-1]
        stands = _next_to(first, -1) if end == "<" else _next_to(last, 1)
        return text.gettext(
            "Lay Rook on {meld} as {card}", meld=place, card=place_words(stands, text)
        )
    return text.gettext("Lay {card} on {meld}", card=face(card, text), meld=place)


def _next_to(card: str, step: int) -> str:
    return f"{card[0]}{int(card[1:]) + step}"


def _aim(action: str) -> tuple[str, str, str]:
    """The card, the meld and the end of it that a lay-off or a swap names."""
    card, _, place = action.partition("=")[2].partition("@")
    end = place[-1:] if place.endswith(("<", ">")) else ""
    return card, place.removesuffix(end), end


def _aimed(seen: Seen, action: str) -> Mapping[str, Any]:
    """The meld that a lay-off or a swap names."""
    name = _aim(action)[1]
    found: Mapping[str, Any] = next(m for m in seen.public["melds"] if m["id"] == name)
    return found


def lay_page(seen: Seen, number: int) -> Hand | None:
    """A menu of lay-offs, one of several where they are many."""
    text, lays = seen.text, seen.actions("lay")
    shown = lays[number * MOST_CHOICES : (number + 1) * MOST_CHOICES]
    if not shown:
        return None
    pages = -(-len(lays) // MOST_CHOICES)
    placeholder = text.gettext("Lay off …")
    controls: list[Control] = []
    if pages > 1:
        placeholder = text.gettext("Lay off … ({n} of {all})", n=number + 1, all=pages)
    controls.append(Menu(placeholder, tuple(_lay_choice(seen, action) for action in shown)))
    for page in range(pages):
        if page != number:
            label = text.gettext("Lay-offs, part {n}", n=page + 1)
            controls.append(Look(f"lay{page + 1}", label))
    controls.append(Look("", text.gettext("Back")))
    lines = (*debt_lines(seen), melds_lines(seen), held_lines(seen))
    return Hand(lines, tuple(controls))


def _lay_choice(seen: Seen, action: str) -> Choice:
    text = seen.text
    meld = _aimed(seen, action)
    label = text.gettext(
        "{lay}: {melded}", lay=_lay_label(text, action, meld), melded=meld_words(meld, text)
    )
    points = points_of([_aim(action)[0]])
    note = text.ngettext("{n} point less in hand", "{n} points less in hand", points)
    return Choice(action, cut(label), note)


def fit_page(seen: Seen) -> Hand | None:
    """What is laid off where if all that fits is."""
    text, every = seen.text, all_that_fit(seen) if seen.legal else []
    if len(every) < 2:
        return None
    left, melds = list(seen.hand), list(seen.melds)
    lines = [text.gettext("All that fits, in this order:")]
    for action in every:
        left.remove(_aim(action)[0])
        card, place, end = read_lay(action, melds, seen.max_rooks)
        lines.append(f"- {_lay_label(text, action, as_view(melds[place]))}")
        melds[place] = laid_off(melds[place], card, end)
    lines.append(text.gettext("This {leaves}.", leaves=left_words(seen, left)))
    controls = (_lay_all(seen, every), Look("", text.gettext("Back")))
    return Hand((*lines, melds_lines(seen), held_lines(seen)), controls)


# --- swaps ----------------------------------------------------------------------------------------


def swap_lines(seen: Seen, swaps: Iterable[str]) -> list[str]:
    """TR-11: which Rooks may be taken for which cards, and what follows from it."""
    text = seen.text
    lines = []
    for action in swaps:
        card, place, _ = _aim(action)
        melded = meld_words(_aimed(seen, action), text)
        lines.append(
            text.gettext(
                "- Your {card} may take the place of the Rook in **{meld}** {melded}.",
                card=face(card, text),
                meld=place,
                melded=melded,
            )
        )
    if not lines:
        return []
    return [
        text.gettext("Rooks you may take:"),
        *lines,
        text.gettext("A Rook that you take has to be played in this turn."),
    ]


def swap_move(seen: Seen, action: str) -> Move:
    """The button of a swap."""
    card, place, _ = _aim(action)
    label = seen.text.gettext(
        "Swap {card} for the Rook in {meld}", card=face(card, seen.text), meld=place
    )
    return Move(action, label)
