"""Leaving a table, and the question before it where a game runs."""

from typing import Final

from bot.answers import Answer
from bot.tables.ids import Entry, Verb
from bot.tables.options import entry_button, own_empty_seat
from bot.tables.page import Page, box, note, table_button
from bot.tables.scene import presenter_of
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

WARNING_COLOUR: Final = 0xB45309
LEFT_COLOUR: Final = 0x6B7280


async def ask_to_leave(answer: Answer, table: Table, *, update: bool = False) -> None:
    """Ask whether the person really wants to leave a running game."""
    if table.seat_of(answer.user_id) is None:
        raise Refusal(RefusalCode.NOT_SEATED)
    text = answer.text
    question = text.gettext(
        "**Leave {game}, table {table}?** A computer plays on for you; you may come back while "
        "nobody has taken your seat.",
        game=presenter_of(table).title,
        table=table.id,
    )
    if len(table.people()) == 1:
        question = text.gettext(
            "**Leave {game}, table {table}?** You are the last one here, so the table closes.",
            game=presenter_of(table).title,
            table=table.id,
        )
        if table.stake:
            question += " " + text.ngettext(
                "Your stake of one chip is lost.", "Your stake of {n} chips is lost.", table.stake
            )
    elif table.stake:
        question += " " + text.ngettext(
            "Your stake of one chip stays in the pot, and you can win it only if you come back.",
            "Your stake of {n} chips stays in the pot, and you can win it only if you come back.",
            table.stake,
        )
    row = [table_button(text, table.id, verb) for verb in (Verb.CONFIRM_LEAVE, Verb.STAY)]
    page = box((question,), (row,), WARNING_COLOUR)
    await (answer.update(page) if update else answer.show(page))


async def leave(answer: Answer, table_id: int) -> None:
    """Leave, and say in the page that was clicked what that has done."""
    table = await answer.interaction.client.desk.house.leave(table_id, answer.user_id)
    await answer.update(left_page(answer, table))


def left_page(answer: Answer, table: Table) -> Page:
    """Say what leaving has done, with the way back if there is one."""
    text = answer.text
    if table.status is not Status.PLAYING or own_empty_seat(table, answer.user_id) is None:
        return note(text.gettext("You left table {table}.", table=table.id))
    words = text.gettext(
        "You left table {table}. A computer plays your cards from here. "
        "You may come back while nobody has taken your seat.",
        table=table.id,
    )
    row = [entry_button(text, table.id, Entry.REJOIN), entry_button(text, table.id, Entry.WATCH)]
    return box((words,), (row,), LEFT_COLOUR)
