"""One's own hand at Toonerville Rook: the cards in groups, and all that may be done with them.

What is done in several steps, or takes more room, stands on pages of its own, named by a view.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.games.presenter import Choice, Control, Hand, Look, Menu, Scene, in_paragraphs
from bot.games.rook_cards import face, spoken
from bot.games.toonerville_build import BUILD, SHORT, build_page, spelled_out
from bot.games.toonerville_buying import (
    STANDING,
    buying,
    drawing,
    standing_line,
    standing_looks,
    standing_page,
)
from bot.games.toonerville_fit import all_that_fit
from bot.games.toonerville_lay_off import (
    FIT,
    LAY_ALL,
    debt_lines,
    fit_page,
    lay_controls,
    lay_page,
    swap_lines,
    swap_move,
)
from bot.games.toonerville_laying import (
    WAYS,
    laying_controls,
    laying_lines,
    suggested_actions,
    suggestions,
    ways_page,
)
from bot.games.toonerville_own import has_bought_enough
from bot.games.toonerville_seen import (
    Seen,
    contract_lines,
    cut,
    held_lines,
    melds_lines,
    points_of,
)
from engine.cards import ROOK, ROOK_INDEX

LAYOUT: Final = "layout="
"""What the view begins with that chooses how the hand is grouped."""
_BY_NUMBER, _BY_COLOUR = "number", "colour"
_PAGE: Final = re.compile(r"(lay|discard)([1-9])")


def hand(
    scene: Scene,
    seat: int,
    private: Mapping[str, Any],
    legal: Sequence[str],
    view: str,
    layout: str = _BY_COLOUR,
    standing: str = "",
) -> Hand:
    """Return the page of a seat's hand with a view; one that makes no sense is as good as "".

    `layout` is "colour" or "number"; `standing` is the person's standing answer about buying, as
    in `engine.players.standing`.
    """
    chosen = view.removeprefix(LAYOUT) if view.startswith(LAYOUT) else layout
    by_number = chosen == _BY_NUMBER if chosen in (_BY_NUMBER, _BY_COLOUR) else layout == _BY_NUMBER
    held, drawn = tuple(private["hand"]), tuple(private.get("drawn", ()))
    seen = Seen(scene, seat, held, tuple(legal), by_number, standing, drawn)
    page = _special_page(seen, view) or _first_page(seen)
    return Hand((in_paragraphs("\n".join(page.lines).split("\n")),), page.controls)


def long_actions(scene: Scene, seat: int, private: Mapping[str, Any]) -> list[str]:
    """The lay-downs that a hand suggests, which need not be listed as legal."""
    return suggested_actions(Seen(scene, seat, tuple(private["hand"])))


def performed(scene: Scene, seat: int, private: Mapping[str, Any], action: str) -> list[str]:
    """The actions of the rules, one after the other, that a button's action stands for.

    Most stand for themselves. `lay*` stands for every lay-off that fits, and what begins with
    `meld*` for a contract that was built, too long for a button. None if nothing fits.
    """
    seen = Seen(scene, seat, tuple(private["hand"]))
    if action == LAY_ALL:
        return all_that_fit(seen)
    return [spelled_out(seen, action) if action.startswith(SHORT) else action]


def _special_page(seen: Seen, view: str) -> Hand | None:
    """The page of a view; None if there is nothing of the kind to be seen."""
    if view.startswith(BUILD):
        return build_page(seen, view)
    if view == WAYS:
        return ways_page(seen)
    if view == STANDING:
        return standing_page(seen)
    if view == FIT:
        return fit_page(seen)
    page = _PAGE.fullmatch(view)
    if page is None:
        return None
    number = int(page[2]) - 1
    return lay_page(seen, number) if page[1] == "lay" else _turn(seen, number)


def _first_page(seen: Seen) -> Hand:
    if not seen.legal:
        return _waiting(seen)
    phase = seen.public["phase"]
    if phase == "draw":
        return _with_layout(seen, drawing(seen))
    if phase == "buy":
        return _with_layout(seen, buying(seen))
    return _turn(seen, 0) or _waiting(seen)


def _with_layout(seen: Seen, page: Hand) -> Hand:
    """The page with the look that groups the hand in the other way."""
    text = seen.text
    if seen.by_number:
        look = Look(LAYOUT + _BY_COLOUR, text.gettext("Group by colour"))
    else:
        look = Look(LAYOUT + _BY_NUMBER, text.gettext("Group by number"))
    return Hand(page.lines, (*page.controls, look))


# --- while others play ----------------------------------------------------------------------------


def _waiting(seen: Seen) -> Hand:
    """The cards, and nothing that somebody else's move would change."""
    lines = [_waits_for(seen), *contract_lines(seen), held_lines(seen), standing_line(seen)]
    controls = () if seen.public["phase"] == "over" else standing_looks(seen)
    return _with_layout(seen, Hand(tuple(filter(None, lines)), controls))


def _waits_for(seen: Seen) -> str:
    """What becomes of a purchase that the seat has no more to do with; "" if there is none."""
    text, public = seen.text, seen.public
    if public["phase"] != "buy":
        return ""
    card = face(public["discard_top"], text)
    if public["turn"] == seen.seat:
        return text.gettext("You draw when the others have decided who buys {card}.", card=card)
    if has_bought_enough(seen.scene, seen.seat):
        return text.gettext(
            "{owner} declined {card}. You have bought as often as this table allows in a round.",
            owner=seen.scene.name(public["turn"]),
            card=card,
        )
    return text.gettext(
        "You have answered. Others still decide whether they buy {card}.", card=card
    )


# --- one's own turn -------------------------------------------------------------------------------


def _turn(seen: Seen, group: int) -> Hand | None:
    """TR-10 … TR-12: lay down, lay off, swap, discard; the `group` is of cards to be discarded."""
    if not seen.in_turn or not seen.legal:
        return None
    ways = suggestions(seen)
    swaps = seen.actions("swap")
    lines = [*debt_lines(seen), *contract_lines(seen)]
    controls: list[Control] = []
    if ways:
        lines.append(laying_lines(seen, ways))
        controls += laying_controls(seen, ways, BUILD)
    if seen.is_down or swaps:
        lines.append(melds_lines(seen))
    controls += lay_controls(seen)
    lines += swap_lines(seen, swaps)
    controls += [swap_move(seen, action) for action in swaps]
    lines.append(held_lines(seen))
    menus, looks = _discards(seen, group)
    if menus:
        lines.append(_taken(seen))
        lines.append(seen.text.gettext("To end your turn, discard a card."))
    return _with_layout(seen, Hand(tuple(filter(None, lines)), (*controls, *menus, *looks)))


def _taken(seen: Seen) -> str:
    taken = seen.public["taken"]
    if taken not in seen.hand or f"discard={taken}" in seen.legal:
        return ""
    return seen.text.gettext(
        "You took the {card} in this turn, so you can't discard one.", card=face(taken, seen.text)
    )


# --- discarding -----------------------------------------------------------------------------------


def _discards(seen: Seen, group: int) -> tuple[list[Control], list[Control]]:
    """The menu of cards that may be discarded, and looks at other groups where they are many."""
    text = seen.text
    allowed = [action.removeprefix("discard=") for action in seen.actions("discard")]
    kinds = [card for card in dict.fromkeys(seen.hand) if card in allowed]
    if not kinds:
        return [], []
    packs = seen.packs(kinds)
    title, cards = packs[group] if group < len(packs) else packs[0]
    placeholder = text.gettext("Discard …")
    if len(packs) > 1:
        placeholder = text.gettext("Discard … ({group})", group=title)
    menu = Menu(placeholder, tuple(_discard_choice(seen, card) for card in cards))
    looks: list[Control] = [
        Look(f"discard{number}", text.gettext("Discard: {group}", group=other))
        for number, (other, _) in enumerate(packs, start=1)
        if other != title
    ]
    return [menu], looks


def _discard_choice(seen: Seen, card: str) -> Choice:
    """A card that may go, with what it costs in hand and what speaks against discarding it."""
    text, count = seen.text, seen.hand.count(card)
    label = face(card, text)
    if count > 1:
        label = text.gettext("{card} (you hold {n})", card=label, n=count)
    cost = text.ngettext("{n} point", "{n} points", points_of([card]))
    notes = [cost if card == ROOK else f"{spoken(card, text)} · {cost}"]
    if _is_needed(seen, card):
        notes.append(text.gettext("your contract needs it"))
    notes += _dangers(seen, card)
    return Choice(f"discard={card}", label, cut(" · ".join(notes)))


def _is_needed(seen: Seen, card: str) -> bool:
    """Whether the hand lacks more for the contract without the card."""
    if seen.is_down:
        return False
    left = list(seen.cards)
    left.remove(ROOK_INDEX[card])
    return seen.lacking_with(left) > seen.lacking


def _dangers(seen: Seen, card: str) -> list[str]:
    """What others could do with the card at once."""
    text, met = seen.text, seen.public["contract_met"]
    others = [other for other, is_down in enumerate(met) if is_down and other != seen.seat]
    fitting = seen.fits(card) if others else []
    notes = []
    if fitting:
        notes.append(text.gettext("fits {melds}", melds=_first_few(fitting)))
    if swapping := seen.swaps_in(card):
        notes.append(text.gettext("swaps for the Rook in {melds}", melds=_first_few(swapping)))
    if notes and (seen.seat + 1) % len(met) in others:
        notes.append(text.gettext("the next player is down"))
    return notes


def _first_few(melds: Sequence[str]) -> str:
    return ", ".join([*melds[:3], "…"] if len(melds) > 3 else melds)
