"""Closing a table from outside: for those who may manage messages where it stands."""

import logging
from typing import Final

from bot.answers import Answer
from bot.tables.ids import Entry
from bot.tables.options import closing_words, entry_button
from bot.tables.own_options import page_for
from bot.tables.page import Page, box
from bot.tables.rights import of_this_server, require_moderator
from bot.tables.scene import presenter_of
from engine.refusal import Refusal, RefusalCode
from engine.table import Table

log = logging.getLogger(__name__)

WARNING_COLOUR: Final = 0xB45309


async def ask(answer: Answer, table_id: int) -> None:
    """Ask whether the table is really to be closed, in the page that was clicked, if any.

    One that can't be played on is closed by being looked at: that is said.
    """
    table = await answer.interaction.client.desk.house.get(table_id)
    require_moderator(answer, of_this_server(answer, table))
    if table.is_live:
        await answer.update(_question(answer, table))
    elif table.closed_reason == "broken":
        await answer.update(page_for(answer, table))
    else:
        raise Refusal(RefusalCode.TABLE_OVER)


def _question(answer: Answer, table: Table) -> Page:
    text = answer.text
    question = text.gettext(
        "**Close {game}, table {table}?** {what}",
        game=presenter_of(table).title,
        table=table.id,
        what=closing_words(table, text),
    )
    row = [entry_button(text, table.id, entry) for entry in (Entry.CONFIRM_CLOSE, Entry.SHOW)]
    return box((question,), (row,), WARNING_COLOUR)


async def close(answer: Answer, table_id: int) -> None:
    """Close the table, if the person may still do that."""
    house = answer.interaction.client.desk.house
    require_moderator(answer, of_this_server(answer, await house.get(table_id)))
    table = await house.end(table_id, answer.guild_id, by=answer.user_id)
    log.info("a table was closed by a moderator")
    await answer.update(page_for(answer, table))
