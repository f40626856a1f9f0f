"""`/leaderboard`: who has won most on this server, page by page."""

import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.games import presenter, presenters
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.tables.ids import ComponentId
from bot.tables.page import Page, Row, box
from bot.text import ENGLISH, Text
from bot.text.names import safe_name
from engine import game_names
from engine.store import LeaderboardPage, LeaderboardRow

PAGE_ROWS: Final = 10
COLOUR: Final = 0xC9A227


def command() -> app_commands.Command[Any, ..., None]:
    """Return the command with a choice of games."""

    @app_commands.command(
        name="leaderboard", description=ENGLISH.gettext("Who has won most on this server")
    )
    @app_commands.describe(game=ENGLISH.gettext("Only this game (all games)"))
    @app_commands.choices(
        game=[app_commands.Choice(name=each.title, value=each.game) for each in presenters()]
    )
    @app_commands.guild_only()
    async def leaderboard(interaction: Interaction, game: str | None = None) -> None:
        async def handle(answer: Answer) -> None:
            await answer.show(await board_page(answer, game, 0))

        await serve(interaction, handle, public=True)

    return leaderboard


async def board_page(answer: Answer, game: str | None, offset: int) -> Page:
    """Return the rows of the server's board from `offset` on, with buttons to turn the page."""
    desk, guild_id = answer.interaction.client.desk, answer.guild_id
    text = desk.publisher.text(guild_id)
    page = await desk.house.leaderboard(guild_id, game, offset, PAGE_ROWS)
    title = presenter(game).title if game is not None else text.gettext("all games")
    heading = text.gettext("## Leaderboard: {title}", title=title)
    body = "\n".join(_line(text, row) for row in page.rows) or text.gettext(
        "Nobody has finished a game yet. Type /play to be the first!"
    )
    blocks = (f"{heading}\n{body}", _footer(text, page, offset))
    return box(blocks, _turning(text, game, offset, page.total), COLOUR)


def _line(text: Text, row: LeaderboardRow) -> str:
    wins = text.ngettext("one win", "{n} wins", row.wins)
    games = text.ngettext("one game", "{n} games", row.games)
    share = round(100 * row.wins / row.games) if row.games else 0
    return text.gettext(
        "**{rank}** · {name} · {wins} in {games} ({share} %)",
        rank=row.rank,
        name=safe_name(row.name, text),
        wins=wins,
        games=games,
        share=share,
    )


def _footer(text: Text, page: LeaderboardPage, offset: int) -> str:
    if page.total <= PAGE_ROWS:
        return ""
    return "-# " + text.gettext(
        "{first} to {last} of {total}",
        first=offset + 1,
        last=offset + len(page.rows),
        total=page.total,
    )


def _turning(text: Text, game: str | None, offset: int, total: int) -> list[Row]:
    if total <= PAGE_ROWS:
        return []
    back, on = max(0, offset - PAGE_ROWS), offset + PAGE_ROWS
    return [
        [
            discord.ui.Button(
                label=text.gettext("Previous"),
                custom_id=ids.leaderboard_id(game, back),
                id=ComponentId.PREVIOUS,
                disabled=offset == 0,
            ),
            discord.ui.Button(
                label=text.gettext("Next"),
                custom_id=ids.leaderboard_id(game, on),
                id=ComponentId.NEXT,
                disabled=on >= total,
            ),
        ]
    ]


class BoardButton(Button, template=ids.BOARD):
    """Turns the page of a board."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        game = match["game"] if match["game"] in game_names() else None
        await answer.update(await board_page(answer, game, int(match["offset"])))
