"""Boards and ratings as pictures, each on a page that says the same in words."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from bot.answers import Answer
from bot.attachment import Attachment
from bot.games import presenter
from bot.records.board import COLOUR, Shown, board_lines, heading, period_words, small_print
from bot.records.profile import in_order, name_of
from bot.records.words import MEASURES, names_on_board, value_words
from bot.tables.page import box
from bot.text import Text
from bot.text.names import plain
from engine.store import CurvePoint, Profile

MAX_CURVES: Final = 5
"""Lines in a picture that can be told apart."""


async def show_board_picture(answer: Answer, shown: Shown) -> None:
    """Answer with a page of a board as bars, to the person who asked alone."""
    text, query = answer.text, shown.query
    if not shown.rows:
        await answer.say(text.gettext("There is nothing to draw: this board is empty."))
        return
    names = [plain(name) for name in names_on_board(text, [row.standing for row in shown.rows])]
    values = [value_words(row.standing, query.by) for row in shown.rows]
    title = board_title(text, shown)
    facts = [
        (f"{row.rank} · {name}", float(row.standing.value(query.by) or 0), value,
         row.standing.user_id == shown.reader)
        for row, name, value in zip(shown.rows, names, values, strict=True)
    ]  # fmt: skip
    alt = text.gettext(
        "Bars: {title}. {lines}",
        title=title,
        lines="; ".join(f"{label}: {value}" for label, _, value, _ in facts),
    )
    lines = "\n".join(board_lines(text, shown))
    blocks = (
        f"{heading(text, shown)}\n{lines}",
        "\n".join(f"-# {line}" for line in small_print(text, shown)),
    )
    await show_drawn(answer, blocks, partial(_bars, title, facts), "leaderboard.png", alt)


async def show_drawn(
    answer: Answer, blocks: tuple[str, ...], work: Callable[[], bytes], name: str, alt: str
) -> None:
    """Answer the asker with blocks of text and the picture that `work` draws."""
    if not answer.interaction.app_permissions.attach_files:
        text = answer.text
        lack = text.gettext(
            "I can't show a picture here: I lack the permission **Attach Files** in this channel. "
            "It would say this:"
        )
        await answer.show(box((lack, *blocks), (), COLOUR))
        return
    await answer.take_time()
    png = await answer.interaction.client.desk.studio.draw(work)
    picture = Attachment(name, png, alt)
    await answer.show(box(blocks, (), COLOUR, [picture]), picture)


async def show_curve(answer: Answer, profile: Profile) -> None:
    """Answer with a person's ratings after each rated game, to the person who asked alone."""
    text, house = answer.text, answer.interaction.client.desk.house
    curves = {
        game: await house.rating_curve(answer.guild_id, game, profile.user_id)
        for game in in_order(profile)[:MAX_CURVES]
    }
    curves = {game: points for game, points in curves.items() if points}
    if not curves:
        await answer.say(text.gettext("There is nothing to draw: no rated game yet."))
        return
    lines = [curve_words(text, game, points) for game, points in curves.items()]
    name = name_of(text, profile)
    title = plain(text.gettext("Ratings of {name}", name=name))
    blocks = (
        "\n".join((text.gettext("## Ratings of {name}", name=name), *lines)),
        "-# " + text.gettext("From left to right: one rated game after the other."),
    )
    drawn = [
        (presenter(game).title, [each.rating for each in points]) for game, points in curves.items()
    ]
    below = text.gettext("rated games")
    alt = text.gettext("Lines: {title}. {lines}", title=title, lines=plain(" ".join(lines)))
    await show_drawn(answer, blocks, partial(_lines, title, drawn, below), "ratings.png", alt)


def curve_words(text: Text, game: str, points: Sequence[CurvePoint]) -> str:
    """Return in a line what the curve of a game shows."""
    ratings = [point.rating for point in points]
    if len(ratings) == 1:
        return text.gettext(
            "**{game}**: {rating} after one rated game.",
            game=presenter(game).title,
            rating=ratings[0],
        )
    return text.gettext(
        "**{game}**: {rated}, from {first} to {last}; highest {highest}, lowest {lowest}.",
        game=presenter(game).title,
        rated=text.ngettext("one rated game", "{n} rated games", len(ratings)),
        first=ratings[0],
        last=ratings[-1],
        highest=max(ratings),
        lowest=min(ratings),
    )


def board_title(text: Text, shown: Shown) -> str:
    """Return which board it is, in a line without markdown."""
    game = shown.query.game
    return text.gettext(
        "{title} · {measure}, {period}",
        title=text.gettext("All games") if game is None else presenter(game).title,
        measure=text.gettext(MEASURES[shown.query.by]),
        period=period_words(text, shown),
    )


def _lines(title: str, drawn: list[tuple[str, list[int]]], below: str) -> bytes:
    from bot.art.lines import Line, draw_lines  # noqa: PLC0415 - brings matplotlib with it

    lines = [Line(name, range(1, len(values) + 1), values) for name, values in drawn]
    return draw_lines(title, lines, below)


def _bars(title: str, facts: list[tuple[str, float, str, bool]]) -> bytes:
    from bot.art.bars import Bar, draw_bars  # noqa: PLC0415 - brings matplotlib with it

    return draw_bars(title, [Bar(*fact) for fact in facts])
