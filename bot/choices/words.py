"""A server's settings in words: what each is called, is about, and how its values read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.tables.pace import pace_words
from bot.text import N_, Text
from bot.text.languages import language_name
from bot.text.names import escape, plain_name
from engine.settings import (
    MAX_AWAY_HOURS,
    MAX_STAKE,
    MAX_TABLES_A_PERSON,
    MAX_TABLES_A_SERVER,
    GuildSettings,
    checked,
)
from engine.table import Pace

SHOWN_CHANNELS: Final = 5
"""Channels that are named where room is scarce."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting is called, and in a sentence or two what it does."""

    title: str
    help: str
    limits: tuple[int, int] | None = None
    """The least and the greatest number, for what is a number."""


SETTINGS: Final[Mapping[str, Setting]] = {
    "channels": Setting(
        N_("Channels"),
        N_("Where tables may be opened. A thread counts as the channel it belongs to. "
           "Tables that are open elsewhere go on."),
    ),
    "pace": Setting(
        N_("Usual pace"),
        N_("How long a turn may take before a computer plays it, where the host of a table says "
           "nothing else."),
    ),
    "stakes": Setting(
        N_("Stakes"),
        N_("Whether chips may be put in at all. Tables that have begun play on for theirs."),
    ),
    "stake": Setting(
        N_("Usual stake"),
        N_("Chips that everybody puts in where the host of a table says nothing else; "
           "0 is a friendly game."),
        (0, MAX_STAKE),
    ),
    "threads": Setting(
        N_("Threads"),
        N_("Whether every game is played in a thread of its own. Games that have begun stay where "
           "they are. I need the permissions Create Public Threads and Send Messages in Threads."),
    ),
    "bells": Setting(
        N_("Turn bells"),
        N_("Whether I mention those whom a table waits for, once, when half of their time is over. "
           "With /preferences everybody can turn theirs off."),
    ),
    "language": Setting(
        N_("Public language"),
        N_("What I speak where everybody reads it. What only one person sees is in their own "
           "language."),
    ),
    "tables_per_person": Setting(
        N_("Tables for each person"),
        N_("At how many live tables of this server one person may sit at a time. "
           "Whoever sits at more already may stay."),
        (1, MAX_TABLES_A_PERSON),
    ),
    "tables_per_server": Setting(
        N_("Tables at a time"),
        N_("How many live tables this server may have at a time. "
           "If there are more already, they go on."),
        (1, MAX_TABLES_A_SERVER),
    ),
    "away_hours": Setting(
        N_("Closing"),
        N_("After how many hours a table closes at which nobody is present, or which its people "
           "have paused."),
        (1, MAX_AWAY_HOURS),
    ),
    "timezone": Setting(
        N_("Time zone"),
        N_("Where the days and months of this server begin: for leaderboards, and for what is "
           "given out daily. The option `timezone` of `/settings` suggests some as you type."),
    ),
}  # fmt: skip
"""Every setting, in the order in which they are shown."""


def value_words(text: Text, name: str, value: Any, *, channels: int = SHOWN_CHANNELS) -> str:
    """Return a setting's value in words for a message; at most so many channels are named."""
    if name == "channels":
        return _channels(text, value, channels)
    words = _WORDS.get(name)
    return escape(str(value)) if words is None else words(text, value)


def stored_words(text: Text, name: str, stored: object) -> str:
    """Return a value in words as the list of changes has it, whatever version wrote it."""
    try:
        return value_words(text, name, checked(name, stored), channels=3)
    except ValueError:
        return escape(plain_name(str(stored)))


def plain_words(text: Text, name: str, settings: GuildSettings) -> str:
    """Return a setting's value in words where nothing but letters can be shown."""
    value = getattr(settings, name)
    if name == "channels" and value:
        return text.ngettext("one channel", "{n} channels", len(value))
    if name == "timezone":
        return str(value)
    return value_words(text, name, value)


def local_time(text: Text, settings: GuildSettings, now: float) -> str:
    """Say what time it is in the server's zone, so that a wrong one is noticed."""
    clock = datetime.fromtimestamp(now, settings.zone)
    return text.gettext("it is {time} there", time=clock.strftime("%H:%M"))


def language_words(text: Text, code: str) -> str:
    """Return the choice of a language in words."""
    return language_name(code) if code else text.gettext("as in Discord")


def usual_pace(text: Text, pace: str) -> str:
    """Return a pace in words, of whatever game."""
    if pace == Pace.LIVE:
        return text.gettext("live: a minute or two a turn, as the game needs")
    return pace_words(text, Pace(pace), "")


def _channels(text: Text, ids: Sequence[int], most: int) -> str:
    if not ids:
        return text.gettext("everywhere")
    shown = ", ".join(f"<#{channel}>" for channel in ids[:most])
    if len(ids) <= most:
        return shown
    more = text.ngettext("one more", "{n} more", len(ids) - most)
    return text.gettext("{channels} and {more}", channels=shown, more=more)


def _threads(text: Text, on: bool) -> str:  # noqa: FBT001 - a setting's value
    if on:
        return text.gettext("on: each game in a thread of its own")
    return text.gettext("off: games stay in the channel")


def _stakes(text: Text, on: bool) -> str:  # noqa: FBT001 - likewise
    return text.gettext("allowed") if on else text.gettext("off: friendly games only")


def _bells(text: Text, on: bool) -> str:  # noqa: FBT001 - likewise
    return text.gettext("on") if on else text.gettext("off")


def _stake(text: Text, chips: int) -> str:
    if not chips:
        return text.gettext("0: a friendly game")
    return text.ngettext("one chip", "{n} chips", chips)


def _tables(text: Text, most: int) -> str:
    return text.ngettext("at most one", "at most {n}", most)


def _hours(text: Text, hours: int) -> str:
    return text.ngettext(
        "after an hour paused or without people", "after {n} hours paused or without people", hours
    )


_WORDS: Final[Mapping[str, Callable[[Text, Any], str]]] = {
    "pace": usual_pace,
    "stakes": _stakes,
    "stake": _stake,
    "threads": _threads,
    "bells": _bells,
    "language": language_words,
    "tables_per_person": _tables,
    "tables_per_server": _tables,
    "away_hours": _hours,
}
