"""The lobby: who sits down, which rules will be played, and when it starts or closes."""

from typing import Final

from bot.tables.ids import Verb
from bot.tables.page import Page, box, table_button
from bot.tables.scene import names_of, presenter_of, seal, seat_marks
from bot.text import Text
from engine.table import Pace, Table

COLOUR: Final = 0x2E7D5B
_VERBS: Final = (
    (Verb.JOIN, Verb.LEAVE, Verb.COMPUTER),
    (Verb.START, Verb.CANCEL, Verb.RULES),
)


def lobby_page(table: Table, text: Text) -> Page:
    """Return the message of a table that hasn't started."""
    presenter = presenter_of(table)
    heading = "\n".join(
        (f"## {presenter.title}", text.gettext(presenter.summary), _seats(table, text))
    )
    blocks = (heading, _house_rules(table, text), _what_next(table, text))
    rows = [[table_button(text, table.id, verb) for verb in row] for row in _VERBS]
    return box(blocks, rows, COLOUR)


def _seats(table: Table, text: Text) -> str:
    taken, wanted = len(table.seats), table.wanted
    lines = [text.gettext("**Players: {taken} of {wanted}**", taken=taken, wanted=wanted)]
    for seat, name in zip(table.seats, names_of(table, text), strict=True):
        marks = seat_marks(seat, text)
        if seat.user_id is not None and seat.user_id == table.host_id:
            marks = [text.gettext("host"), *marks]
        lines.append(f"- {name} ({', '.join(marks)})" if marks else f"- {name}")
    if free := wanted - taken:
        lines.append(text.ngettext("- one free seat", "- {n} free seats", free))
    return "\n".join(lines)


def _house_rules(table: Table, text: Text) -> str:
    presenter = presenter_of(table)
    rules = [
        presenter.option_line(text, name, value)
        for name, value in presenter.shown_options(table.game.options).items()
    ]
    stake = (
        text.gettext("Friendly game, no stake.")
        if not table.stake
        else text.ngettext("Stake: one chip each.", "Stake: {n} chips each.", table.stake)
    )
    small_print = "-# " + text.gettext("House rules: {rules}", rules=" · ".join(rules))
    return f"{pace_sentence(table, text)} {stake}\n{small_print}"


def pace_sentence(table: Table, text: Text) -> str:
    """Say how long a turn may take."""
    seconds = table.pace.seconds(table.game.name)
    if table.pace is Pace.NONE or seconds is None:
        return text.gettext("Take all the time you like.")
    if seconds < 120:
        limit = text.ngettext("one second", "{n} seconds", round(seconds))
    elif seconds < 7200:
        limit = text.ngettext("one minute", "{n} minutes", round(seconds / 60))
    else:
        limit = text.ngettext("one hour", "{n} hours", round(seconds / 3600))
    return text.gettext("Time for a turn: {limit}, then a computer plays it.", limit=limit)


def _what_next(table: Table, text: Text) -> str:
    lines = [
        text.gettext(
            "Starts by itself when all seats are taken. The host may start sooner: "
            "computers take the free seats."
        )
    ]
    if table.closes_at is not None:
        lines.append(
            text.gettext("Closes <t:{time}:R> if nothing happens.", time=int(table.closes_at))
        )
    return "\n".join((*lines, seal(table, text)))
