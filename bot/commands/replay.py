"""`/replay`: a finished game again, step by step; its record as a file."""

import re
from typing import Any, Final, cast

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.suggesting import game_titles, suggestions
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.tables.replaying import press, show_replay
from bot.text import Text
from engine.house.archive import Archive

MAX_TABLE: Final = 10**15
"""No table has such a number; Discord takes no larger ones."""


async def finished_choices(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the server's newest finished games for a `table` parameter."""

    async def find(archive: Archive, guild_id: int, text: Text) -> dict[int, str]:
        page = await archive.history(guild_id, limit=100)
        return game_titles(page.rows, text)

    return await suggestions(interaction, typed, find)


@app_commands.command(name="replay", description="Look at a finished game again, step by step")
@app_commands.describe(
    table="The number of its table (the newest game)",
    public="Show it to everybody in this channel? (no)",
)
@app_commands.autocomplete(table=cast(Any, finished_choices))
@app_commands.guild_only()
async def replay(
    interaction: Interaction,
    table: app_commands.Range[int, 1, MAX_TABLE] | None = None,
    public: bool = False,  # noqa: FBT001, FBT002 - an option of the command
) -> None:
    """Show the first step of a game that is over."""

    async def handle(answer: Answer) -> None:
        wanted = table if table is not None else await _newest(answer)
        if wanted is None:
            sentence = answer.text.gettext(
                "Nobody has finished a game on this server yet. Type /play to be the first!"
            )
            await answer.say(sentence)
            return
        await show_replay(answer, wanted, public=public)

    await serve(interaction, handle, public=public)


async def _newest(answer: Answer) -> int | None:
    archive = answer.interaction.client.desk.house.archive
    rows = (await archive.history(answer.guild_id, limit=1)).rows
    return rows[0].table_id if rows else None


class ReplayButton(Button, template=ids.REPLAY):
    """Everything that can be pressed or chosen on the page of a replay."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        step = int(match["step"])
        await press(answer, int(match["table"]), match["view"], step, match["verb"])
