"""How a server wants its tables, and a person their messages; what differs from the usual is kept.

Values come from the database or from a person, so each is checked by itself: one that this version
can't use counts as not set, and never keeps a table from being played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Self
from zoneinfo import ZoneInfo, available_timezones

PACES: Final = ("live", "relaxed", "slow", "none")
MAX_STAKE: Final = 1000
MAX_CHANNELS: Final = 25
MAX_TABLES_A_PERSON: Final = 25
MAX_TABLES_A_SERVER: Final = 200
MAX_AWAY_HOURS: Final = 24 * 14
MAX_LANGUAGE: Final = 16
MAX_LAYOUT: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """Values by name, of which only those that differ from the usual are written down."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return the values from what was stored; what can't be used is as usual."""
        usable, names = {}, {field.name for field in fields(cls)}
        for name, value in stored.items():
            try:
                usable[name] = checked(name, value)
            except ValueError:
                continue
        return cls(**{name: value for name, value in usable.items() if name in names})

    def changed(self, **values: Any) -> Self:
        """Return it with other values; ValueError names the first that can't be used."""
        now = {field.name: getattr(self, field.name) for field in fields(self)}
        for name in values:
            if name not in now:
                raise ValueError(f"there is no setting {name!r}; there are {', '.join(now)}")
        return type(self)(**now | {name: checked(name, value) for name, value in values.items()})

    def stored(self) -> dict[str, Any]:
        """Return what differs from the usual, as JSON."""
        usual = type(self)()
        return {
            field.name: as_json(value)
            for field in fields(self)
            if (value := getattr(self, field.name)) != getattr(usual, field.name)
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildSettings(Kept):
    """The settings of a server, with what holds where nothing is set."""

    channels: tuple[int, ...] = ()
    """Channels where tables may be opened; everywhere if there is none."""
    pace: str = "live"
    """The pace of a table whose host names none: one of PACES."""
    stakes: bool = True
    """Whether tables may have a stake at all."""
    stake: int = 10
    """Chips that a seat puts in where the host says nothing: 0 … MAX_STAKE; 0 is friendly."""
    threads: bool = False
    """Whether a table is played in a thread of its own."""
    language: str = ""
    """Of public messages; "" is the language that the server has in Discord."""
    bells: bool = True
    """Whether those who are waited for are mentioned at half time."""
    tables_per_person: int = 3
    """Live tables of the server at which one person may sit: 1 … MAX_TABLES_A_PERSON."""
    tables_per_server: int = 20
    """Live tables of the server: 1 … MAX_TABLES_A_SERVER."""
    away_hours: int = 24
    """After so many hours without any of its people, or paused, a table closes."""
    timezone: str = "UTC"
    """Where days and months of boards and refills begin: a name of the IANA database."""

    @property
    def zone(self) -> ZoneInfo:
        """Where days and months begin."""
        return ZoneInfo(self.timezone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices(Kept):
    """What a person has chosen once, for every server."""

    hand_layout: str = ""
    """How hands are shown to them; "" as usual."""
    bells: bool = True
    """Whether turn bells mention them."""
    language: str = ""
    """Of private messages; "" as their Discord."""


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all time zones; those that are no place's aren't among them."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def as_json(value: object) -> object:
    """Return a setting's value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def checked(name: str, value: object) -> Any:
    """Return a setting's value as it is kept; ValueError says what is allowed."""
    check = _CHECKS.get(name)
    if check is None:
        raise ValueError(f"there is no setting {name!r}; there are {', '.join(_CHECKS)}")
    return check(name, value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is true or false")  # noqa: TRY004 - as all the others
    return value


def _number(low: int, high: int) -> Callable[[str, object], int]:
    def check(name: str, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"{name} is a number from {low} to {high}")
        return value

    return check


def _pace(name: str, value: object) -> str:
    if value not in PACES:
        raise ValueError(f"{name} is one of {', '.join(PACES)}")
    return str(value)


def _timezone(name: str, value: object) -> str:
    if not isinstance(value, str) or value not in time_zones():
        raise ValueError(f"{name} is a time zone such as Europe/Berlin, America/Chicago or UTC")
    return value


def _language(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_LANGUAGE:
        raise ValueError(f'{name} is a language\'s code such as "de", or empty')
    return value


def _layout(name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_LAYOUT:
        raise ValueError(f"{name} is a layout's name, or empty")
    return value


def _channels(name: str, value: object) -> tuple[int, ...]:
    ids = tuple(value) if isinstance(value, (list, tuple)) else None
    if ids is None or len(ids) > MAX_CHANNELS or not all(type(each) is int for each in ids):
        raise ValueError(f"{name} are the ids of at most {MAX_CHANNELS} channels")
    return tuple(dict.fromkeys(ids))


_CHECKS: Final[Mapping[str, Callable[[str, object], Any]]] = {
    "channels": _channels,
    "hand_layout": _layout,
    "pace": _pace,
    "stakes": _flag,
    "stake": _number(0, MAX_STAKE),
    "threads": _flag,
    "language": _language,
    "bells": _flag,
    "tables_per_person": _number(1, MAX_TABLES_A_PERSON),
    "tables_per_server": _number(1, MAX_TABLES_A_SERVER),
    "away_hours": _number(1, MAX_AWAY_HOURS),
    "timezone": _timezone,
}
