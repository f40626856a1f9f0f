"""The lobby: who sits down, which rules will be played, and when it starts or closes."""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.games.teams import team_name
from bot.tables import ids
from bot.tables.ids import ComponentId, Verb
from bot.tables.page import Page, Row, box, table_button
from bot.tables.scene import names_of, presenter_of, seal, seat_marks
from bot.text import Text
from bot.text.names import safe_name
from engine.table import Pace, Seat, Table

COLOUR: Final = 0x2E7D5B
_SEATING: Final = (Verb.JOIN, Verb.LEAVE, Verb.COMPUTER)
_GAME: Final = (Verb.START, Verb.CANCEL, Verb.RULES)


def lobby_page(table: Table, text: Text) -> Page:
    """Return the message of a table that hasn't started."""
    presenter = presenter_of(table)
    heading = "\n".join(
        (f"## {presenter.title}", text.gettext(presenter.summary), _seats(table, text))
    )
    blocks = (heading, _terms(table, text), _what_next(table, text))
    return box(blocks, _rows(table, text), COLOUR)


def _rows(table: Table, text: Text) -> list[Row]:
    """The menu of seats, where it matters who sits next to whom, and the buttons."""
    with_teams = bool(table.game.teams())
    seating = (*_SEATING, Verb.SHUFFLE) if with_teams else _SEATING
    buttons = [[table_button(text, table.id, verb) for verb in row] for row in (seating, _GAME)]
    return [[_seat_menu(table, text)], *buttons] if with_teams else [*buttons]


def _seat_menu(table: Table, text: Text) -> discord.ui.Select[Any]:
    """Offer every place where no person sits; a computer gives up its own."""
    team_of = {seat: team for team, seats in enumerate(table.game.teams()) for seat in seats}
    taken = {seat.place: seat for seat in table.seats}
    who = [
        "🤖 " + taken[place].name if place in taken else text.gettext("free")
        for place in range(table.wanted)
    ]
    options = [
        discord.SelectOption(
            label=text.gettext(
                "Seat {seat} · {team} · {who}",
                seat=place + 1,
                team=team_name(text, team_of[place]),
                who=who[place],
            ),
            value=str(place),
        )
        for place in range(table.wanted)
        if place not in taken or taken[place].is_computer
    ]
    return discord.ui.Select(
        custom_id=ids.table_id(table.id, Verb.SIT),
        placeholder=text.gettext("Choose your seat"),
        options=options,
        id=ComponentId.SIT,
    )


def _seats(table: Table, text: Text) -> str:
    taken, wanted = len(table.seats), table.wanted
    lines = [text.gettext("**Players: {taken} of {wanted}**", taken=taken, wanted=wanted)]
    if table.game.teams():
        return "\n".join((*lines, *_team_lines(table, text)))
    names = names_of(table, text)
    for seat, name in zip(table.seats, names, strict=True):
        lines.append(f"- {_sitter(table, seat, name, text)}")
    if number := wanted - taken:
        lines.append(text.ngettext("- one free seat", "- {n} free seats", number))
    return "\n".join(lines)


def _team_lines(table: Table, text: Text) -> Iterator[str]:
    """The seats team by team; their numbers go clockwise, and tell people of one name apart."""
    sitting = {}
    for seat in table.seats:
        name = safe_name(seat.name, text)
        who = _sitter(table, seat, f"🤖 {name}" if seat.is_computer else name, text)
        sitting[seat.place] = text.gettext("seat {seat} {name}", seat=seat.place + 1, name=who)
    for team, places in enumerate(table.game.teams()):
        members = (
            sitting.get(place) or text.gettext("seat {seat} (free)", seat=place + 1)
            for place in places
        )
        yield f"- **{team_name(text, team)}**: {' & '.join(members)}"


def _sitter(table: Table, seat: Seat, name: str, text: Text) -> str:
    """Who sits on a seat, and what else is to be known of them."""
    marks = seat_marks(seat, text)
    if seat.user_id is not None and seat.user_id == table.host_id:
        marks = [text.gettext("host"), *marks]
    return f"{name} ({', '.join(marks)})" if marks else name


def house_rules(table: Table, text: Text) -> str:
    """Say which options of its game a table plays with."""
    presenter = presenter_of(table)
    rules = [
        presenter.option_line(text, name, value)
        for name, value in presenter.shown_options(table.game.options).items()
    ]
    return text.gettext("House rules: {rules}", rules=" · ".join(rules))


def _terms(table: Table, text: Text) -> str:
    """The pace, the stake and the house rules."""
    stake = (
        text.gettext("Friendly game, no stake.")
        if not table.stake
        else text.ngettext("Stake: one chip each.", "Stake: {n} chips each.", table.stake)
    )
    return f"{pace_sentence(table, text)} {stake}\n-# {house_rules(table, text)}"


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
