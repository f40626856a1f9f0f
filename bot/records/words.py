"""Numbers of boards and profiles in words, and who they belong to."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from bot.tables.scene import level_word
from bot.text import N_, Text
from bot.text.chips import chips_words, signed
from bot.text.names import names_of_people
from engine.store import Measure, Period, Standing

MEASURES: Final = {
    Measure.WINS: N_("wins"),
    Measure.SHARE: N_("share of wins"),
    Measure.CHIPS: N_("chips won"),
    Measure.RATING: N_("rating"),
    Measure.GAMES: N_("games"),
    Measure.STREAK: N_("wins in a row"),
}
"""By what a board ranks, in the order in which it is offered."""

PERIODS: Final = {
    Period.ALL: N_("all time"),
    Period.MONTH: N_("this month"),
    Period.WEEK: N_("last 7 days"),
}
"""The times that a board may look at, likewise."""

_MONTHS: Final = (
    N_("January {year}"), N_("February {year}"), N_("March {year}"), N_("April {year}"),
    N_("May {year}"), N_("June {year}"), N_("July {year}"), N_("August {year}"),
    N_("September {year}"), N_("October {year}"), N_("November {year}"), N_("December {year}"),
)  # fmt: skip


def month_words(text: Text, day: date) -> str:
    """Return the name of a day's month, with its year."""
    return text.gettext(_MONTHS[day.month - 1], year=day.year)


def share_words(share: int | None, standing: Standing | None = None) -> str:
    """Return thousandths as "66.6 %"; those of a standing where the board gives none."""
    if share is None:
        games = standing.games if standing is not None else 0
        share = 1000 * standing.wins // games if standing is not None and games else 0
    return f"{share // 10} %" if share % 10 == 0 else f"{share // 10}.{share % 10} %"


def rating_words(rating: int | None, *, provisional: bool) -> str:
    """Return a rating as it is shown, with "?" while it may still be far off."""
    if rating is None:
        return "–"
    return f"{rating}?" if provisional else str(rating)


def wins_words(text: Text, standing: Standing) -> str:
    """Return "3 wins in 4 games"."""
    wins = text.ngettext("one win", "{n} wins", standing.wins)
    games = text.ngettext("one game", "{n} games", standing.games)
    return text.gettext("{wins} in {games}", wins=wins, games=games)


def score_words(text: Text, standing: Standing, by: Measure) -> str:
    """Return what a standing counts on a board, the measure first."""
    games = text.ngettext("one game", "{n} games", standing.games)
    share, record = share_words(standing.share, standing), wins_words(text, standing)
    if by is Measure.CHIPS:
        chips = chips_words(text, standing.chips)
        return text.gettext("{chips} · {games}", chips=chips, games=games)
    if by is Measure.SHARE:
        return text.gettext("{share} · {record}", share=share, record=record)
    if by is Measure.RATING:
        shown = rating_words(standing.rating, provisional=standing.provisional)
        rated = text.ngettext("one rated game", "{n} rated games", standing.rated)
        return text.gettext("{rating} · {rated}", rating=shown, rated=rated)
    if by is Measure.GAMES:
        wins = text.ngettext("one win", "{n} wins", standing.wins)
        return text.gettext("{games} · {wins}", games=games, wins=wins)
    if by is Measure.STREAK:
        row = text.ngettext("one win in a row", "{n} wins in a row", standing.best_streak)
        return text.gettext("{row} · {record}", row=row, record=record)
    return text.gettext("{record} ({share})", record=record, share=share)


def value_words(standing: Standing, by: Measure) -> str:
    """Return the measure alone, short."""
    if by is Measure.CHIPS:
        return signed(standing.chips)
    if by is Measure.SHARE:
        return share_words(standing.share, standing)
    if by is Measure.RATING:
        return rating_words(standing.rating, provisional=standing.provisional)
    return str(standing.value(by) or 0)


def names_on_board(text: Text, standings: Sequence[Standing]) -> list[str]:
    """Return the names of some lines: people told apart, computers by their level."""
    people = [(each.user_id, each.name) for each in standings if each.user_id is not None]
    shown = iter(names_of_people(people, text))
    return [
        text.gettext("🤖 computers, {level}", level=level_word(each.level, text))
        if each.user_id is None
        else next(shown)
        for each in standings
    ]
