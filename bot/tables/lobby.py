"""The lobby: who sits down, which rules will be played, and when it starts or closes."""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.games.teams import team_name
from bot.tables import ids
from bot.tables.ids import ComponentId, Verb
from bot.tables.pace import pace_sentence
from bot.tables.page import Row, Sheet, table_button
from bot.tables.scene import names_of, presenter_of, seal, seat_marks
from bot.text import Text
from bot.text.names import safe_name
from engine.table import Seat, Table

COLOUR: Final = 0x2E7D5B
_SEATING: Final = (Verb.JOIN, Verb.LEAVE, Verb.COMPUTER)
_GAME: Final = (Verb.START, Verb.CANCEL, Verb.RULES, Verb.OPTIONS)


def lobby_sheet(table: Table, text: Text) -> Sheet:
    """Return the message of a table that hasn't started."""
    presenter = presenter_of(table)
    heading = "\n".join(
        (f"## {presenter.title}", text.gettext(presenter.summary), _seats(table, text))
    )
    blocks = (heading, _terms(table, text), _what_next(table, text))
    return Sheet(blocks, _rows(table, text), COLOUR)


def _rows(table: Table, text: Text) -> list[Row]:
    """The menu of seats, where it matters who sits next to whom, and the buttons."""
    with_teams = bool(table.game.teams())
    seating = (*_SEATING, Verb.SHUFFLE) if with_teams else _SEATING
    third = ((Verb.KEEP,) if table.warned else ()) + ((Verb.FREE,) if table.kept else ())
    rows = [row for row in (seating, _GAME, third) if row]
    buttons = [[table_button(text, table.id, verb) for verb in row] for row in rows]
    menu = _seat_menu(table, text) if with_teams else None
    return [[menu], *buttons] if menu is not None else [*buttons]


def _seat_menu(table: Table, text: Text) -> discord.ui.Select[Any] | None:
    """Offer every place where no person sits; a computer gives up its own. None if there is none.

    A place that is kept for somebody isn't offered: they get it by Join.
    """
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
        if place not in table.kept and (place not in taken or taken[place].is_computer)
    ]
    if not options:
        return None
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
    lines += [f"- {_kept_for(table, place, text)}" for place in sorted(table.kept)]
    if number := wanted - taken - len(table.kept):
        lines.append(text.ngettext("- one free seat", "- {n} free seats", number))
    return "\n".join(lines)


def _kept_for(table: Table, place: int, text: Text) -> str:
    return text.gettext("kept for {name}", name=safe_name(table.kept[place].name, text))


def _team_lines(table: Table, text: Text) -> Iterator[str]:
    """The seats team by team; their numbers go clockwise, and tell people of one name apart."""
    sitting = {}
    for seat in table.seats:
        name = safe_name(seat.name, text)
        who = _sitter(table, seat, f"🤖 {name}" if seat.is_computer else name, text)
        sitting[seat.place] = text.gettext("seat {seat} {name}", seat=seat.place + 1, name=who)
    for place in table.kept:
        who = _kept_for(table, place, text)
        sitting[place] = text.gettext("seat {seat} ({who})", seat=place + 1, who=who)
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
    return f"{pace_sentence(table, text)} {_stake(table, text)}\n-# {house_rules(table, text)}"


def _stake(table: Table, text: Text) -> str:
    """What everybody puts in when the game starts, and what there is to win."""
    if not table.stake:
        return text.gettext("Friendly game, no stake.")
    stake = text.ngettext(
        "Stake: one chip each, put in at the start.",
        "Stake: {n} chips each, put in at the start.",
        table.stake,
    )
    pot = text.ngettext(
        "The winners share a pot of one chip.",
        "The winners share a pot of {n} chips.",
        table.stake * table.wanted,
    )
    if len(table.people()) > 1:
        return f"{stake} {pot}"
    alone = text.gettext("Against computers alone, people only win their own stakes back.")
    return f"{stake} {pot} {alone}"


def _what_next(table: Table, text: Text) -> str:
    return "\n".join((*_coming(table, text), seal(table, text)))


def _coming(table: Table, text: Text) -> Iterator[str]:
    """When it starts, and when it closes."""
    if table.kept:
        yield text.gettext(
            "If a seat is kept for you, press Join. Starts by itself when all seats are taken; "
            "the host may start sooner, with computers in the others."
        )
    else:
        yield text.gettext(
            "Starts by itself when all seats are taken. The host may start sooner: "
            "computers take the free seats."
        )
    if table.closes_at is None:
        return
    when = int(table.closes_at)
    if table.warned:
        yield text.gettext("⏳ **Closes <t:{time}:R>.** Press Keep open to wait on.", time=when)
    else:
        yield text.gettext("Closes <t:{time}:R> if nothing happens.", time=when)
