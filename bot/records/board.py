"""A page of a server's board, as text with buttons below."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

import discord

from bot.games import presenter, presenters
from bot.records.words import MEASURES, PERIODS, month_words, names_on_board, score_words
from bot.tables import ids
from bot.tables.ids import ComponentId
from bot.tables.page import Page, Row, box
from bot.text import N_, Text
from engine.store import BoardPage, BoardRow, Measure, Period
from engine.store.records import RATED_GAMES, SHARE_GAMES

PAGE_ROWS: Final = 10
COLOUR: Final = 0xC9A227
PEOPLE, EVERYBODY = "people", "all"
ALL_GAMES: Final = "all"
"""The value of the menu of games for all of them."""

TRENDS: Final = (Measure.CHIPS, Measure.WINS, Measure.GAMES)
"""What adds up game by game, and so has a trend."""

_NOTES: Final = {
    Measure.CHIPS: N_("Chips won less chips lost in finished games; refills don't count."),
    Measure.STREAK: N_("The longest row of wins that fell into this time."),
}


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which board is looked at; all games together where `game` is None."""

    game: str | None = None
    by: Measure = Measure.WINS
    period: Period = Period.ALL
    computers: bool = False

    def custom_id(self, offset: int, look: str = "") -> str:
        """Return the custom_id of a button of this board."""
        who = EVERYBODY if self.computers else PEOPLE
        return ids.board_id(self.game, self.by, self.period, who, offset, look)

    @property
    def is_widest(self) -> bool:
        """Whether nobody is on any other board of these people either, if nobody is on this."""
        return self == BoardQuery(computers=self.computers)


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of a board as it was read: when, in which zone, and for whom if for one person."""

    query: BoardQuery
    page: BoardPage
    now: float
    zone: tzinfo
    reader: int | None = None

    @property
    def rows(self) -> list[BoardRow]:
        return self.page.rows


def board_page(text: Text, shown: Shown) -> Page:
    """Return the page; the reader's own line is marked."""
    blocks = (
        f"{heading(text, shown)}\n{_body(text, shown)}",
        "\n".join(f"-# {line}" for line in small_print(text, shown)),
    )
    return box(blocks, [*_menus(text, shown), *_buttons(text, shown)], COLOUR)


def heading(text: Text, shown: Shown) -> str:
    """Return which board it is, in two lines of markdown."""
    query = shown.query
    title = presenter(query.game).title if query.game is not None else text.gettext("all games")
    large = text.gettext("## Leaderboard: {title}", title=title)
    what = text.gettext(
        "By {measure}, {period}",
        measure=text.gettext(MEASURES[query.by]),
        period=period_words(text, shown),
    )
    return f"{large}\n{what}"


def period_words(text: Text, shown: Shown) -> str:
    """Return the time that the board looks at."""
    if shown.query.period is Period.MONTH:
        today = datetime.fromtimestamp(shown.now, UTC).astimezone(shown.zone).date()
        return text.gettext("in {month}", month=month_words(text, today))
    if shown.query.period is Period.WEEK:
        return text.gettext("in the last seven days, today included")
    return text.gettext("of all time")


def _body(text: Text, shown: Shown) -> str:
    lines = board_lines(text, shown)
    return "\n".join(lines) if lines else empty_words(text, shown.query)


def board_lines(text: Text, shown: Shown) -> list[str]:
    """Return the page's lines, the reader's own one marked."""
    names = names_on_board(text, [row.standing for row in shown.rows])
    lines = []
    for row, name in zip(shown.rows, names, strict=True):
        mine = shown.reader is not None and row.standing.user_id == shown.reader
        line = text.gettext(
            "**{rank}** · {name} · {score}",
            rank=row.rank,
            name=text.gettext("**{name}** (you)", name=name) if mine else name,
            score=score_words(text, row.standing, shown.query.by),
        )
        lines.append(f"▶ {line}" if mine else line)
    return lines


def empty_words(text: Text, query: BoardQuery) -> str:
    """Say why nobody is on the board, and what to do."""
    if query.by is Measure.SHARE:
        return text.ngettext(
            "Nobody has finished a game in this time, which a share of wins takes.",
            "Nobody has finished {n} games in this time, which a share of wins takes.",
            SHARE_GAMES,
        )
    if query.by is Measure.RATING:
        return text.gettext(
            "Nobody has a rating yet. It takes a game that at least two people play to its end, "
            "against each other. Type /play and let others join!"
        )
    if query.period is not Period.ALL:
        return text.gettext("Nobody has finished a game in this time. Type /play to be the first!")
    return text.gettext("Nobody has finished a game yet. Type /play to be the first!")


def small_print(text: Text, shown: Shown) -> list[str]:
    """Return what else is to be known of the page."""
    query, page = shown.query, shown.page
    lines = []
    if page.total > PAGE_ROWS:
        lines.append(
            text.gettext(
                "{first} to {last} of {total}, as of <t:{time}:t>",
                first=page.offset + 1,
                last=page.offset + len(page.rows),
                total=page.total,
                time=int(shown.now),
            )
        )
    if query.by in _NOTES and page.rows:
        lines.append(text.gettext(_NOTES[query.by]))
    if query.by is Measure.SHARE and page.rows:
        lines.append(text.gettext("From {n} games on.", n=SHARE_GAMES))
    if query.by is Measure.RATING:
        lines += _rating_notes(text, shown)
    if query.period is not Period.ALL:
        lines.append(text.gettext("Days begin at midnight in {zone}.", zone=str(shown.zone)))
    return lines


def _rating_notes(text: Text, shown: Shown) -> list[str]:
    lines = []
    if shown.query.game is None and shown.rows:
        lines.append(text.gettext("Everybody's best game counts."))
    if any(row.standing.provisional for row in shown.rows):
        lines.append(provisional_note(text))
    return lines


def provisional_note(text: Text) -> str:
    """Explain the question mark."""
    return text.gettext("? is provisional: fewer than {n} rated games.", n=RATED_GAMES)


def _menus(text: Text, shown: Shown) -> list[Row]:
    """Return the menus that lead to other boards; none where all of them are empty."""
    query = shown.query
    if not shown.rows and query.is_widest:
        return []
    measures = [
        (text.gettext("By {measure}", measure=text.gettext(words)), by)
        for by, words in MEASURES.items()
    ]
    periods = [
        (text.gettext("Period: {period}", period=text.gettext(words)), period)
        for period, words in PERIODS.items()
    ]
    games = [(text.gettext("Game: all games"), ALL_GAMES)]
    games += [(text.gettext("Game: {game}", game=each.title), each.game) for each in presenters()]
    return [
        [_menu(query, "by", ComponentId.MEASURE, measures, query.by)],
        [_menu(query, "period", ComponentId.PERIOD, periods, query.period)],
        [_menu(query, "game", ComponentId.GAME, games, query.game or ALL_GAMES)],
    ]


def _menu(
    query: BoardQuery,
    look: str,
    component: ComponentId,
    choices: Iterable[tuple[str, str]],
    current: str,
) -> discord.ui.Select[Any]:
    """Return a menu of boards; what is shown now stands in it as chosen."""
    return discord.ui.Select(
        custom_id=query.custom_id(0, look),
        id=component,
        options=[
            discord.SelectOption(label=label, value=value, default=value == current)
            for label, value in choices
        ],
    )


def _buttons(text: Text, shown: Shown) -> list[Row]:
    query, page = shown.query, shown.page
    if not page.rows:
        return []
    row: list[discord.ui.Button[discord.ui.LayoutView]] = []
    if page.total > PAGE_ROWS:
        back, on = max(0, page.offset - PAGE_ROWS), page.offset + PAGE_ROWS
        row += [
            discord.ui.Button(
                label=text.gettext("Previous"),
                custom_id=query.custom_id(back),
                id=ComponentId.PREVIOUS,
                disabled=page.offset == 0,
            ),
            discord.ui.Button(
                label=text.gettext("Next"),
                custom_id=query.custom_id(on),
                id=ComponentId.NEXT,
                disabled=on >= page.total,
            ),
        ]
    looks = [
        (text.gettext("Where am I"), "me", ComponentId.WHERE),
        (text.gettext("Picture"), "picture", ComponentId.PICTURE),
    ]
    if query.by in TRENDS:
        looks.append((text.gettext("Trend"), "trend", ComponentId.TREND))
    row += [
        discord.ui.Button(label=label, custom_id=query.custom_id(page.offset, look), id=component)
        for label, look, component in looks
    ]
    return [row]


def for_reader(shown: Shown, reader: int) -> Shown:
    """Return the same page for one person alone."""
    return replace(shown, reader=reader)
