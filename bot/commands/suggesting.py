"""What is suggested while the number of a table is being typed."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final

from discord import app_commands

from bot.answers import Interaction, text_of
from bot.games import presenter
from bot.games.presenter import placed_name
from bot.text import Text
from bot.text.names import name_or_former, plain_name
from engine.house.archive import Archive
from engine.refusal import Refusal
from engine.store import HistoryRow, PastResult

MAX_CHOICES: Final = 25
MAX_CHOICE: Final = 100

Find = Callable[[Archive, int, Text], Awaitable[Mapping[int, str]]]


async def suggestions(
    interaction: Interaction, typed: object, find: Find
) -> list[app_commands.Choice[int]]:
    """Return the tables found whose number or words hold what has been typed so far."""
    if interaction.guild_id is None:
        return []
    text = text_of(interaction)
    try:
        found = await find(interaction.client.desk.house.archive, interaction.guild_id, text)
    except Refusal:
        return []
    part = str(typed).casefold().strip()
    return [
        app_commands.Choice(name=words[:MAX_CHOICE], value=table)
        for table, words in found.items()
        if part in words.casefold()
    ][:MAX_CHOICES]


def game_titles(rows: Iterable[HistoryRow], text: Text) -> dict[int, str]:
    """Return finished games as plain words: which table, which game, who won."""
    return {
        row.table_id: text.gettext(
            "Table {table}: {game}, {names} won",
            table=row.table_id,
            game=presenter(row.game).title,
            names=", ".join(plain_winner(result, text) for result in winners(row)),
        )
        for row in rows
    }


def winners(row: HistoryRow) -> list[PastResult]:
    """The results of the seats that came in first."""
    return [result for result in row.results if result.place == 1 and result.seat < row.players]


def plain_winner(result: PastResult, text: Text) -> str:
    """A name of a result for a place without markdown."""
    name = plain_name(name_or_former(result.name, result.user_id, text))
    if result.user_id is None:
        return f"🤖 {name}"
    return placed_name(name or text.gettext("Somebody"), text, left=result.left)
