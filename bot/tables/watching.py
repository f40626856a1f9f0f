"""Watching a table: what everybody may know of it, for one's own eyes, wherever one is."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.answers import Answer
from bot.tables import ids
from bot.tables.current import current_sheet
from bot.tables.ids import Verb
from bot.tables.nearby import label
from bot.tables.page import Page, Row, Sheet, box, form, table_button
from bot.tables.places import message_link, way_there
from bot.tables.rights import may_see
from bot.tables.scene import is_started, presenter_of, scene_of
from bot.text import Text
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

COLOUR: Final = 0x3B6EA5
MAX_CHOICES: Final = 25


async def watch(answer: Answer, table_id: int) -> None:
    """Show a table as it is now, in the page that was clicked or in a new message.

    Refusal UNKNOWN_TABLE for one that the person can't see where it stands.
    """
    desk = answer.interaction.client.desk
    table = await desk.house.get(table_id)
    if table.guild_id != answer.guild_id or not may_see(answer.interaction, table):
        raise Refusal(RefusalCode.UNKNOWN_TABLE)
    sheet = await current_sheet(desk.house, table, answer.text, desk.clock.now())
    await answer.update(watch_page(table, answer.text, sheet))


def watch_page(table: Table, text: Text, sheet: Sheet) -> Page:
    """Return the table's public message with other buttons: here nobody plays."""
    way = way_there(table, text)
    heading = text.gettext("-# You watch table {table}. {link}", table=table.id, link=way)
    return box((heading.strip(), *sheet.blocks), [_buttons(table, text)], sheet.colour)


def _buttons(table: Table, text: Text) -> Row:
    verbs = [Verb.REFRESH] if table.is_live else []
    if is_started(table) and presenter_of(table).sheet(scene_of(table, text)):
        verbs.append(Verb.SCORES)
    verbs.append(Verb.RULES)
    if table.status in (Status.LOBBY, Status.PLAYING):
        verbs.append(Verb.OPTIONS)
    return [table_button(text, table.id, verb) for verb in verbs]


def list_page(tables: Sequence[Table], text: Text) -> Page:
    """Return the page where one of some tables is chosen to watch."""
    options = [
        discord.SelectOption(label=label(table, text)[:100], value=str(table.id))
        for table in tables[:MAX_CHOICES]
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=ids.WATCH,
        placeholder=text.gettext("Choose a table to watch"),
        options=options,
        id=ids.component(ids.WATCH),
    )
    lines = [text.gettext("**Tables that you can watch:**")]
    lines += [f"- {_linked(table, text)}" for table in tables[:MAX_CHOICES]]
    return form("\n".join(lines), [[menu]], COLOUR)


def _linked(table: Table, text: Text) -> str:
    words, link = label(table, text), message_link(table)
    return f"[{words}]({link})" if link else words
