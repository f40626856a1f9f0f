"""`/history`: the finished games of this server, page by page."""

import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.answers import Answer, Interaction
from bot.commands.suggesting import MAX_CHOICE, game_titles
from bot.games import presenter, presenters
from bot.games.presenter import placed_name
from bot.serving import serve
from bot.tables import ids
from bot.tables.buttons import Button
from bot.tables.page import Page, Row, box
from bot.tables.replaying import is_private, public_text, show_replay
from bot.text import ENGLISH, Text
from bot.text.names import name_or_former, safe_name, safe_names
from engine import game_names
from engine.store import HistoryPage, HistoryRow

PAGE_ROWS: Final = 8
COLOUR: Final = 0x6D5BA8
MOST: Final = 2**63 - 1
"""The largest number that a database takes for a person."""


def command() -> app_commands.Command[Any, ..., None]:
    """Return the command with a choice of games."""

    @app_commands.command(
        name="history", description=ENGLISH.gettext("The finished games of this server")
    )
    @app_commands.describe(
        game=ENGLISH.gettext("Only this game (all games)"),
        person=ENGLISH.gettext("Only games in which this person had a seat (everybody)"),
        public=ENGLISH.gettext("Show the list to everybody in this channel? (no)"),
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=each.title, value=each.game) for each in presenters()]
    )
    @app_commands.guild_only()
    async def history(
        interaction: Interaction,
        game: str | None = None,
        person: discord.User | None = None,
        public: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        async def handle(answer: Answer) -> None:
            text = public_text(answer) if public else answer.text
            user_id = None if person is None else person.id
            await answer.show(await history_page(answer, text, game, user_id))

        await serve(interaction, handle, public=public)

    return history


async def history_page(
    answer: Answer,
    text: Text,
    game: str | None,
    person: int | None,
    beyond: int | None = None,
    *,
    newer: bool = False,
) -> Page:
    """Return finished games, the newest first: those older or newer than the number `beyond`."""
    page = await answer.interaction.client.desk.house.archive.history(
        answer.guild_id,
        game=game,
        user_id=person,
        beyond=beyond,
        newer=newer,
        limit=PAGE_ROWS,
    )
    lines = "\n".join(_line(text, row) for row in page.rows) or _none(text, game, person)
    heading = f"## {_title(text, page, game, person)}"
    return box((f"{heading}\n{lines}",), _rows(text, page, game, person), COLOUR)


def _title(text: Text, page: HistoryPage, game: str | None, person: int | None) -> str:
    title = text.gettext("Finished games")
    if game is not None:
        title = text.gettext("Finished games of {game}", game=presenter(game).title)
    names = [
        name_or_former(result.name, result.user_id, text)
        for row in page.rows
        for result in row.results
        if person is not None and result.user_id == person
    ]
    if not names:
        return title
    return text.gettext("{title} with {name}", title=title, name=safe_name(names[0], text))


def _none(text: Text, game: str | None, person: int | None) -> str:
    if game is None and person is None:
        return text.gettext("Nobody has finished a game here yet. Type /play to be the first!")
    return text.gettext("There is no such finished game here.")


def _line(text: Text, row: HistoryRow) -> str:
    title = text.gettext(
        "- **{game}**, table {table} · <t:{time}:f>",
        game=presenter(row.game).title,
        table=row.table_id,
        time=int(row.ended_at),
    )
    return f"{title}\n  {_places(text, row)}"


def _places(text: Text, row: HistoryRow) -> str:
    """Everybody by their place, the winners first."""
    known = [name_or_former(result.name, result.user_id, text) for result in row.results]
    names = safe_names(known, text, [result.seat for result in row.results])
    parts = []
    by_place = sorted(
        zip(row.results, names, strict=True),
        key=lambda pair: (pair[0].seat >= row.players, pair[0].place, pair[0].seat),
    )
    for result, name in by_place:
        shown = f"🤖 {name}" if result.user_id is None else name
        if result.left and result.seat < row.players:
            shown = placed_name(shown, text, left=True)
        if result.seat >= row.players:
            parts.append(text.gettext("{name} (left)", name=shown))
        elif result.place == 1:
            parts.append(text.gettext("🏆 **{name}**", name=shown))
        else:
            parts.append(text.gettext("{place}: {name}", place=result.place, name=shown))
    return " · ".join(parts)


def _rows(text: Text, page: HistoryPage, game: str | None, person: int | None) -> list[Row]:
    if not page.rows:
        return []
    rows: list[Row] = [[_menu(text, page)]]
    if page.newer or page.older:
        first, last = page.rows[0].number, page.rows[-1].number
        rows.append(
            [
                _turn(text.gettext("Newer"), "newer", game, person, first, alive=page.newer),
                _turn(text.gettext("Older"), "older", game, person, last, alive=page.older),
            ]
        )
    return rows


def _menu(text: Text, page: HistoryPage) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=ids.HISTORY_MENU,
        id=ids.component(ids.HISTORY_MENU),
        placeholder=text.gettext("Look at a game again …"),
        options=[
            discord.SelectOption(label=words[:MAX_CHOICE], value=str(table))
            for table, words in game_titles(page.rows, text).items()
        ],
    )


def _turn(
    label: str, side: str, game: str | None, person: int | None, beyond: int, *, alive: bool
) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=label,
        custom_id=ids.history_id(game, person, side, beyond),
        id=ids.component(f"hs:{side}"),
        disabled=not alive,
    )


class HistoryButton(Button, template=ids.HISTORY):
    """Turns the pages of the list."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:
        game = match["game"] if match["game"] in game_names() else None
        person = min(int(match["person"]), MOST) if match["person"] else None
        beyond = int(match["beyond"]) if match["beyond"] else None
        page = await history_page(
            answer,
            answer.text if is_private(answer) else public_text(answer),
            game,
            person,
            beyond,
            newer=match["side"] == "newer",
        )
        await answer.update(page)


class HistoryMenu(Button, template=ids.HISTORY_MENU):
    """Opens the replay of a game of the list, for whoever chose it."""

    @staticmethod
    async def handle(answer: Answer, match: re.Match[str]) -> None:  # noqa: ARG004
        value = answer.chosen[0] if answer.chosen else ""
        table = int(value) if value.isascii() and value.isdecimal() and len(value) < 19 else 0
        await show_replay(answer, table)
