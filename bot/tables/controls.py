"""What a presenter offers as Discord's components, within Discord's limits.

What doesn't fit is the presenter's mistake. The page is shown all the same, without it, and the
mistake is logged once.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import discord
from discord import ButtonStyle

from bot.games.presenter import Choice, Control, Look, Menu, Move, Tone
from bot.tables import ids
from bot.tables.page import Row

log = logging.getLogger(__name__)

BUTTONS_IN_ROW: Final = 5
MAX_CHOICES: Final = 25
MAX_LABEL: Final = 80
MAX_CHOICE_LABEL: Final = 100
MAX_PLACEHOLDER: Final = 150

_TONES: Final = {
    Tone.PLAIN: ButtonStyle.secondary,
    Tone.RISK: ButtonStyle.danger,
    Tone.CHOSEN: ButtonStyle.success,
}

_Item: TypeAlias = discord.ui.Button[Any] | discord.ui.Select[Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Whose controls they are: the seat, and the decision that it faces, None if it faces none."""

    game: str
    table: int
    seat: int
    decision: int | None


def hand_rows(place: Place, controls: Iterable[Control], room: int) -> list[Row]:
    """Return the controls of a hand in rows, of at most `room` components together."""
    return _rows(place.game, (_item(place, control) for control in controls), room)


def public_rows(
    game: str, table: int, decision: int, moves: Iterable[Move], room: int
) -> list[Row]:
    """Return the buttons of the moves that stand on a table's message, likewise."""
    named = ((move, ids.public_id(table, decision, move.action)) for move in moves)
    return _rows(game, (_move_button(move, custom_id) for move, custom_id in named), room)


def _item(place: Place, control: Control) -> _Item | None:
    """The button or menu of a control; None for a move while there is nothing to decide."""
    if isinstance(control, Look):
        look_id = ids.look_id(place.table, place.seat, place.decision, control.view)
        return _button(look_id, control.label, control.tone)
    if isinstance(control, Menu) and control.view is not None:
        look_id = ids.look_id(place.table, place.seat, place.decision, control.view)
        return _select(place.game, look_id, control, control.choices)
    if place.decision is None:
        return None
    at = (place.table, place.seat, place.decision)
    if isinstance(control, Move):
        custom_id = ids.question_id if control.asks else ids.move_id
        return _move_button(control, custom_id(*at, control.action))
    choices = control.choices
    if not control.action:
        choices = tuple(
            Choice(ids.move_id(*at, choice.value), choice.label, choice.note) for choice in choices
        )
    return _select(place.game, ids.menu_id(*at, control.action), control, choices)


def _move_button(move: Move, custom_id: str) -> discord.ui.Button[Any]:
    enabled = move.enabled and move.tone is not Tone.CHOSEN
    return _button(custom_id, move.label, move.tone, enabled=enabled)


def _button(
    custom_id: str, label: str, tone: Tone, *, enabled: bool = True
) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=_short(label, MAX_LABEL),
        style=_TONES[tone],
        custom_id=custom_id,
        disabled=not enabled,
    )


def _select(
    game: str, custom_id: str, menu: Menu, choices: Sequence[Choice]
) -> discord.ui.Select[Any] | None:
    options = {
        choice.value: discord.SelectOption(
            label=_short(choice.label, MAX_CHOICE_LABEL),
            value=choice.value,
            description=choice.note[:MAX_CHOICE_LABEL] or None,
        )
        for choice in choices
        if choice.value and ids.fits(choice.value)
    }
    if not 0 < len(options) == len(choices) <= MAX_CHOICES:
        _complain(game, "a menu with no, too many, equal or too long choices")
    shown = list(options.values())[:MAX_CHOICES]
    if not shown:
        return None
    most = max(1, min(menu.most, len(shown)))
    return discord.ui.Select(
        custom_id=custom_id,
        placeholder=_short(menu.placeholder, MAX_PLACEHOLDER),
        min_values=max(0, min(menu.fewest, most)),
        max_values=most,
        options=shown,
    )


def _short(words: str, limit: int) -> str:
    """Something to read, whatever was given."""
    return words[:limit] if words.strip() else "…"


def _rows(game: str, items: Iterable[_Item | None], room: int) -> list[Row]:
    rows: list[list[_Item]] = []
    for item in _told_apart(game, items):
        if rows and sum(each.width for each in rows[-1]) + item.width <= BUTTONS_IN_ROW:
            rows[-1].append(item)
        else:
            rows.append([item])
    return _cut(game, rows, room)


def _told_apart(game: str, items: Iterable[_Item | None]) -> Iterable[_Item]:
    """Leave out what Discord couldn't name, and give every item a component id of its own."""
    names: set[str] = set()
    numbers: set[int] = set()
    for item in items:
        if item is None:
            continue
        custom_id = item.custom_id or ""
        if custom_id in names or not ids.fits(custom_id):
            _complain(game, "a control twice, or one whose custom_id is too long")
            continue
        number = ids.component(custom_id)
        while number in numbers:
            number += 1
        item.id = number
        names.add(custom_id)
        numbers.add(number)
        yield item


def _cut(game: str, rows: Sequence[Row], room: int) -> list[Row]:
    """Cut rows, then buttons, from the end; a row counts as a component too."""
    kept: list[Row] = []
    for row in rows:
        fitting = row[: max(0, room - 1)]
        if fitting:
            kept.append(fitting)
        room -= 1 + len(row)
    if room < 0:
        _complain(game, "more controls than fit into a message")
    return kept


@cache
def _complain(game: str, what: str) -> None:
    """Log what a presenter has done wrong, once for every game."""
    log.error("the presenter of %s offers %s", game, what)
