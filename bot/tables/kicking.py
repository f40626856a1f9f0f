"""Removing somebody from a table: a menu, a question, and the click that does it.

Whoever is meant is named in the button, so nobody else is ever removed who sits there by then.
"""

from typing import Final

import discord

from bot.answers import Answer
from bot.tables import ids
from bot.tables.options import entry_button, kick_menu
from bot.tables.own_options import page_for, refused, viewer_of
from bot.tables.page import Page, box, form
from bot.tables.rights import may_moderate, of_this_server
from bot.tables.scene import presenter_of
from bot.text.names import safe_name
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

WARNING_COLOUR: Final = 0xB45309


async def offer(answer: Answer, table: Table) -> None:
    """Show whom the person can remove from a table."""
    viewer, text = viewer_of(answer, table), answer.text
    _require_right(answer, table, moderates=viewer.moderates)
    parts = list(kick_menu(table, viewer, text))
    if not parts:
        await answer.say(text.gettext("There is nobody else at table {table}.", table=table.id))
        return
    heading = text.gettext(
        "**{game}, table {table}:** whom do you want to remove?",
        game=presenter_of(table).title,
        table=table.id,
    )
    await answer.show(form(heading, parts, WARNING_COLOUR))


async def choose(answer: Answer, table_id: int) -> None:
    """Ask whether the one that was chosen in the menu is really to go."""
    table = await answer.interaction.client.desk.house.get(table_id)
    place, _, user = (answer.chosen[0] if answer.chosen else "").partition(":")
    if not (place.isdecimal() and user.isdecimal()):
        raise Refusal(RefusalCode.SEAT_CHANGED)
    await answer.update(_question(answer, table, int(place), int(user)))


def _question(answer: Answer, table: Table, place: int, user_id: int) -> Page:
    _require_right(answer, table, moderates=may_moderate(answer.interaction, table))
    text, name = answer.text, _name_at(answer, table, place, user_id)
    facts = {"name": name, "game": presenter_of(table).title, "table": table.id}
    question = text.gettext("**Remove {name} from {game}, table {table}?**", **facts)
    if user_id and table.seat_of(user_id) is not None and table.status is Status.PLAYING:
        question += " " + text.gettext("They can't come back to it; a computer plays on.")
        if table.stake:
            question += " " + text.gettext("They get their stake back.")
    elif user_id and table.heir_of(user_id) is not None:
        question += " " + text.gettext("They don't get the seat that they wait for, nor another.")
    elif user_id:  # in a lobby, or whoever has left the game
        question += " " + text.gettext("They can't come back to it.")
        if table.stake and table.status is Status.PLAYING:
            question += " " + text.gettext("Their stake stays in the pot, as they left.")
    yes: discord.ui.Button[Page] = discord.ui.Button(
        label=text.gettext("Yes, remove them"),
        style=discord.ButtonStyle.danger,
        custom_id=ids.kick_id(table.id, place, user_id),
        id=ids.component(ids.kick_id(table.id, place, user_id)),
    )
    row = [yes, entry_button(text, table.id, ids.Entry.SHOW)]
    return box((question,), (row,), WARNING_COLOUR)


async def kick(answer: Answer, table_id: int, place: int, user_id: int) -> None:
    """Remove whom the button names, if they still sit there and the person still may."""
    house, text = answer.interaction.client.desk.house, answer.text
    try:
        table = of_this_server(answer, await house.get(table_id))
        moderates = may_moderate(answer.interaction, table)
        _require_right(answer, table, moderates=moderates)
        name = _name_at(answer, table, place, user_id)
        table = await house.kick(
            table_id, answer.user_id, place, user_id=user_id, moderator=moderates
        )
    except Refusal as refusal:
        await refused(answer, table_id, refusal)
        return
    said = text.gettext("✓ {name} is removed.", name=name)
    await answer.update(page_for(answer, table, said))


def _require_right(answer: Answer, table: Table, *, moderates: bool) -> None:
    if not table.is_live:
        raise Refusal(RefusalCode.TABLE_OVER)
    if not moderates and table.host_id != answer.user_id:
        raise Refusal(RefusalCode.NOT_HOST)


def _name_at(answer: Answer, table: Table, place: int, user_id: int) -> str:
    """The name of whom was meant; Refusal SEAT_CHANGED if they aren't there any more."""
    for seat in table.seats:
        if seat.place == place and (seat.user_id or 0) == user_id:
            return safe_name(seat.name, answer.text)
        if seat.place == place and user_id and seat.heir_id == user_id:
            return safe_name(seat.heir_name or "", answer.text)
    raise Refusal(RefusalCode.SEAT_CHANGED)
