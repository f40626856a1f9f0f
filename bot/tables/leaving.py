"""Leaving a table, and the question before it where a game runs."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.answers import Answer
from bot.tables.ids import Entry, Verb
from bot.tables.nearby import label
from bot.tables.options import entry_button, own_empty_seat
from bot.tables.page import Beside, Page, Part, box, form, note, table_button
from bot.tables.places import way_there
from bot.tables.scene import presenter_of
from bot.text import Text
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

WARNING_COLOUR: Final = 0xB45309
LEFT_COLOUR: Final = 0x6B7280
MAX_CHOICES: Final = 12
"""Tables that can be chosen from: so many fit into one message."""


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


def which_page(tables: Sequence[Table], text: Text) -> Page:
    """Return the page where somebody who sits at several tables says which one to leave."""
    parts: list[Part] = []
    for table in tables[:MAX_CHOICES]:
        way = way_there(table, text)
        words = "\n".join((label(table, text), f"-# {way}")) if way else label(table, text)
        parts.append(Beside(words, entry_button(text, table.id, Entry.LEAVE)))
    return form(text.gettext("**You sit at several tables. Which one?**"), parts, WARNING_COLOUR)


async def leave_or_ask(
    answer: Answer,
    table_id: int,
    leave_lobby: Callable[[], Awaitable[None]],
    *,
    update: bool = False,
) -> None:
    """Leave a lobby as `leave_lobby` does; ask first where a game runs, or has begun meanwhile.

    `leave_lobby` is to be refused as NOT_LOBBY then.
    """
    house = answer.interaction.client.desk.house
    if (await house.get(table_id)).status is not Status.PLAYING:
        try:
            await leave_lobby()
        except Refusal as refusal:
            if refusal.code is not RefusalCode.NOT_LOBBY or answer.answered:
                raise
        else:
            return
    await ask_to_leave(answer, await house.get(table_id), update=update)


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
