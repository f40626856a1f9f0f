"""`/fair`: the seal of a table's shuffle, and after the end the proof that no deal was touched."""

from typing import Any, cast

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.replay import MAX_TABLE
from bot.commands.suggesting import suggestions
from bot.games import presenter
from bot.serving import serve
from bot.tables.replaying import show_proof
from bot.text import Text
from engine.house.archive import Archive
from engine.store import LIVE


async def table_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the server's newest tables, whether they are over or not."""

    async def find(archive: Archive, guild_id: int, text: Text) -> dict[int, str]:
        tables = await archive.newest(guild_id, limit=100)
        return {table: _label(text, table, game, status) for table, game, status in tables}

    return await suggestions(interaction, typed, find)


def _label(text: Text, table: int, game: str, status: str) -> str:
    title = presenter(game).title
    if status in LIVE:
        return text.gettext("Table {table}: {game}, not over yet", table=table, game=title)
    return text.gettext("Table {table}: {game}, over", table=table, game=title)


@app_commands.command(name="fair", description="Check that a table's cards were dealt fairly")
@app_commands.describe(table="The number of the table (yours, or the newest)")
@app_commands.autocomplete(table=cast(Any, table_choices))
@app_commands.guild_only()
async def fair(
    interaction: Interaction, table: app_commands.Range[int, 1, MAX_TABLE] | None = None
) -> None:
    """Show the seal; once the game is over, open it and check the deal."""

    async def handle(answer: Answer) -> None:
        wanted = table if table is not None else await _meant(answer)
        if wanted is None:
            sentence = answer.text.gettext(
                "There is no table on this server yet. Type /play to open one."
            )
            await answer.say(sentence)
            return
        await show_proof(answer, wanted)

    await serve(interaction, handle)


async def _meant(answer: Answer) -> int | None:
    """The table where the person sits, else the newest of the server."""
    house = answer.interaction.client.desk.house
    mine = await house.tables_of(answer.guild_id, answer.user_id)
    if mine:
        return mine[0].id
    newest = await house.archive.newest(answer.guild_id, limit=1)
    return newest[0][0] if newest else None
