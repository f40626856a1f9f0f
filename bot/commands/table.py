"""`/table`: finds a table, shows what one may do there, and closes it for those who moderate."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands

from bot import metrics
from bot.answers import Answer, Interaction, text_of
from bot.commands.mine import own_table, table_choices
from bot.serving import serve
from bot.tables import closing, kicking
from bot.tables.nearby import label, moderated_tables, visible_tables
from bot.tables.own_options import show_options
from bot.tables.places import message_link
from bot.tables.rights import may_see
from bot.tables.scene import presenter_of
from bot.text import ENGLISH
from engine import trace
from engine.refusal import Refusal, RefusalCode
from engine.table import Table

MAX_CHOICES: Final = 25
_NAMING_OWN: Final = ENGLISH.gettext("Which table, if you sit at several")


@app_commands.guild_only()
class TableGroup(app_commands.Group):
    """Holds what concerns one table."""


def group() -> app_commands.Group:
    """Return `/table` with its subcommands."""
    words = ENGLISH.gettext("Find a table, see what you may do there, or close it")
    table = TableGroup(name="table", description=words)
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (find_table, options, kick, close)
    for command in commands:
        table.add_command(command)
    return table


async def seen_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the server's live tables whose channel the person sees."""
    try:
        return _choices(interaction, await visible_tables(interaction), typed)
    except Refusal:
        return []


async def moderated_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the server's live tables that the person may close."""
    try:
        return _choices(interaction, await moderated_tables(interaction), typed)
    except Refusal:
        return []


def _choices(
    interaction: Interaction, tables: Sequence[Table], typed: str
) -> list[app_commands.Choice[int]]:
    text, wanted = text_of(interaction), str(typed).casefold()
    named = [(label(table, text)[:100], table.id) for table in tables]
    fitting = [
        app_commands.Choice(name=name, value=number)
        for name, number in named
        if wanted in name.casefold()
    ]
    return fitting[:MAX_CHOICES]


@app_commands.command(name="show", description="Find your table, and move it down to here")
@app_commands.describe(table=_NAMING_OWN)
@app_commands.autocomplete(table=table_choices)
async def find_table(interaction: Interaction, table: int | None = None) -> None:
    """Link to the person's table; post it again if it is in this channel, or lost."""

    async def handle(answer: Answer) -> None:
        if (mine := await own_table(answer, table)) is not None:
            await _find(answer, mine)

    await serve(interaction, handle)


async def _find(answer: Answer, table: Table) -> None:
    desk, text = answer.interaction.client.desk, answer.text
    if table.message_id is None or table.channel_id == answer.interaction.channel_id:
        try:
            await desk.publisher.move_down(table)
        except discord.HTTPException as error:
            metrics.failed_request(error)
            await answer.say(
                text.gettext("I can't post in that table's channel ({reason}). "
                             "Type /hand to go on playing.", reason=error.text or error.status)
            )  # fmt: skip
            return
    table = await desk.house.get(table.id)
    await answer.say(
        text.gettext(
            "{game}, table {table}: {link}",
            game=presenter_of(table).title,
            table=table.id,
            link=message_link(table),
        )
    )


@app_commands.command(name="options", description="Pause, end, pace, seats: what you may do there")
@app_commands.describe(table=ENGLISH.gettext("Which table; yours if you name none"))
@app_commands.autocomplete(table=seen_choices)
async def options(interaction: Interaction, table: int | None = None) -> None:
    """Open the page of options of a table, one's own or another."""

    async def handle(answer: Answer) -> None:
        if (meant := await _seen_or_own(answer, table)) is not None:
            await show_options(answer, meant)

    await serve(interaction, handle)


@app_commands.command(name="kick", description="Remove somebody from a table: host or moderators")
@app_commands.describe(table=ENGLISH.gettext("Which table; yours if you name none"))
@app_commands.autocomplete(table=seen_choices)
async def kick(interaction: Interaction, table: int | None = None) -> None:
    """Offer whom the person can remove from a table."""

    async def handle(answer: Answer) -> None:
        if (meant := await _seen_or_own(answer, table)) is not None:
            await kicking.offer(answer, meant)

    await serve(interaction, handle)


async def _seen_or_own(answer: Answer, wanted: int | None) -> Table | None:
    """The table that is named, if the person sees it where it stands; else their own."""
    if wanted is None:
        return await own_table(answer, None)
    table = await answer.interaction.client.desk.house.get(wanted)
    sits = table.seat_of(answer.user_id) is not None
    if table.guild_id != answer.guild_id or not (sits or may_see(answer.interaction, table)):
        raise Refusal(RefusalCode.UNKNOWN_TABLE)
    trace.also(table=table.id)
    return table


@app_commands.command(name="close", description="End any table, stakes go back: moderators only")
@app_commands.describe(table=ENGLISH.gettext("Which table"))
@app_commands.autocomplete(table=moderated_choices)
async def close(interaction: Interaction, table: int) -> None:
    """Close a table, after a question, for those who may manage messages where it stands."""

    async def handle(answer: Answer) -> None:
        await closing.ask(answer, table)

    await serve(interaction, handle, table=table)
