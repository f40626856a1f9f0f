"""`/watch`: look on at a table of the server, without playing."""

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.table import seen_choices
from bot.serving import serve
from bot.tables.nearby import visible_tables
from bot.tables.watching import list_page, watch
from bot.text import ENGLISH


@app_commands.command(name="watch", description="Look on at a table; you see what everybody sees")
@app_commands.describe(table=ENGLISH.gettext("Which table; leave it out to see the list"))
@app_commands.autocomplete(table=seen_choices)
@app_commands.guild_only()
async def watch_table(interaction: Interaction, table: int | None = None) -> None:
    """Show a table, or the list of those that the person could watch."""

    async def handle(answer: Answer) -> None:
        if table is not None:
            await watch(answer, table)
            return
        tables = await visible_tables(interaction)
        if tables:
            await answer.show(list_page(tables, answer.text))
        else:
            await answer.say(
                answer.text.gettext("There is no table to watch now. Type /play to open one.")
            )

    await serve(interaction, handle, table=table)
