"""How long a turn may take, in words."""

from typing import Final

from bot.text import N_, Text
from engine.table import Pace, Table

_WORDS: Final = {
    Pace.RELAXED: N_("relaxed: ten minutes a turn"),
    Pace.SLOW: N_("slow: a day a turn"),
    Pace.NONE: N_("none: no time limit"),
}


def pace_words(text: Text, pace: Pace, game: str) -> str:
    """Return a pace for a list; how long the live one is depends on the game."""
    if pace is not Pace.LIVE:
        return text.gettext(_WORDS[pace])
    minutes = round((pace.seconds(game) or 0) / 60)
    return text.ngettext("live: a minute a turn", "live: {n} minutes a turn", minutes)


def pace_sentence(table: Table, text: Text) -> str:
    """Say how long a turn may take."""
    seconds = table.pace.seconds(table.game.name)
    if table.pace is Pace.NONE or seconds is None:
        return text.gettext("Take all the time you like.")
    if seconds < 120:
        limit = text.ngettext("one second", "{n} seconds", round(seconds))
    elif seconds < 7200:
        limit = text.ngettext("one minute", "{n} minutes", round(seconds / 60))
    else:
        limit = text.ngettext("one hour", "{n} hours", round(seconds / 3600))
    return text.gettext("Time for a turn: {limit}, then a computer plays it.", limit=limit)
