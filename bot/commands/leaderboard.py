"""`/leaderboard`: the server's best by what one likes, page by page.

A page that everybody sees is turned by whoever presses a button, or chooses another board in a
menu. What concerns one person, their own place or a picture, is answered to them alone.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

from bot.answers import Answer, Interaction
from bot.games import presenters
from bot.records.board import EVERYBODY, PAGE_ROWS, BoardQuery, Shown, board_page, for_reader
from bot.records.pictures import show_board_picture
from bot.records.trend import show_trend
from bot.records.words import MEASURES, PERIODS
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.text import ENGLISH
from engine import game_names
from engine.store import Measure, Period

PICTURES: Final = {"picture": show_board_picture, "trend": show_trend}
MENUS: Final = ("by", "period", "game")
"""The parts of a custom_id that a menu's value takes the place of."""


def command() -> app_commands.Command[Any, ..., None]:
    """Return the command with its choices."""
    gettext = ENGLISH.gettext

    @app_commands.command(name="leaderboard", description=gettext("This server's best players"))
    @app_commands.describe(
        game=gettext("Only this game (all games)"),
        by=gettext("What the places are for (wins)"),
        period=gettext("Since when (all time)"),
        computers=gettext("Show computer players too? (no)"),
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=each.title, value=each.game) for each in presenters()],
        by=[app_commands.Choice(name=gettext(words), value=by) for by, words in MEASURES.items()],
        period=[
            app_commands.Choice(name=gettext(words), value=period)
            for period, words in PERIODS.items()
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        interaction: Interaction,
        game: str | None = None,
        by: str = Measure.WINS.value,
        period: str = Period.ALL.value,
        computers: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        query = BoardQuery(game, Measure(by), Period(period), computers)

        async def handle(answer: Answer) -> None:
            shown = await _read(answer, query, 0)
            text = answer.interaction.client.desk.publisher.text(answer.guild_id)
            await answer.show(board_page(text, shown))

        await serve(interaction, handle, public=True)

    return leaderboard


async def _read(answer: Answer, query: BoardQuery, offset: int) -> Shown:
    desk = answer.interaction.client.desk
    page = await desk.house.board(
        answer.guild_id,
        by=query.by,
        period=query.period,
        game=query.game,
        computers=query.computers,
        offset=offset,
        limit=PAGE_ROWS,
    )
    settings = await desk.house.settings(answer.guild_id)
    return Shown(query, page, desk.clock.now(), settings.zone)


async def _turn(answer: Answer, query: BoardQuery, offset: int) -> None:
    """Turn the page: for everybody, or on the asker's own page in their language."""
    shown = await _read(answer, query, offset)
    if _is_own(answer):
        await answer.update(board_page(answer.text, for_reader(shown, answer.user_id)))
        return
    await answer.update(board_page(answer.interaction.client.desk.publisher.text(answer.guild_id),
                                   shown))  # fmt: skip


async def _where(answer: Answer, query: BoardQuery) -> None:
    """Show the asker the page that they are on; the public one stays as it is."""
    place = await answer.interaction.client.desk.house.place_on_board(
        answer.guild_id,
        answer.user_id,
        by=query.by,
        period=query.period,
        game=query.game,
        computers=query.computers,
    )
    if place is None:
        answer.refused = True
        await answer.say(_absent(answer, query))
        return
    shown = await _read(answer, query, place.offset // PAGE_ROWS * PAGE_ROWS)
    page = board_page(answer.text, for_reader(shown, answer.user_id))
    await (answer.update(page) if _is_own(answer) else answer.show(page))


def _absent(answer: Answer, query: BoardQuery) -> str:
    text = answer.text
    if query.by is Measure.SHARE:
        return text.gettext(
            "You aren't on this board: it is for people with enough finished games in this time. "
            "`/profile` shows what you have done so far."
        )
    if query.by is Measure.RATING:
        return text.gettext(
            "You aren't on this board: you have no rating yet. Play a game with at least one other "
            "person to its end."
        )
    return text.gettext(
        "You aren't on this board: you haven't finished such a game in this time. "
        "Type /play to open a table."
    )


def _is_own(answer: Answer) -> bool:
    """Whether the page that was clicked is seen by the asker alone."""
    clicked = answer.interaction.message
    return clicked is not None and clicked.flags.ephemeral


class BoardButton(Button, template=ids.BOARD):
    """Turns the page of a board, or looks at it in another way; a menu leads to another board."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        look, offset = match["look"], int(match["offset"])
        parts = match.groupdict()
        if look in MENUS and answer.chosen:
            parts[look] = answer.chosen[0]
        query = _query(parts)
        if look == "me":
            await _where(answer, query)
        elif look in PICTURES:
            shown = await _read(answer, query, offset)
            await PICTURES[look](answer, for_reader(shown, answer.user_id))
        else:
            await _turn(answer, query, offset)


def _query(parts: Mapping[str, str | None]) -> BoardQuery:
    """Which board the parts of a custom_id name; what this version doesn't know is as usual."""
    by, period = parts["by"], parts["period"]
    return BoardQuery(
        game=parts["game"] if parts["game"] in game_names() else None,
        by=Measure(by) if by in list(Measure) else Measure.WINS,
        period=Period(period) if period in list(Period) else Period.ALL,
        computers=parts["who"] == EVERYBODY,
    )
