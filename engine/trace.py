"""Which table, server and interaction the running task is at work on, for the lines of the log."""

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType

_SUBJECT: ContextVar[Mapping[str, int]] = ContextVar("subject", default=MappingProxyType({}))


def about(**ids: int | None) -> None:
    """From here on this task, and what it starts, is about these ids and no others.

    The names are "table", "guild" and "interaction"; None stands for an id that isn't known. A task
    that a timer starts needs this: it has inherited the subject of whoever set the timer.
    """
    _SUBJECT.set({name: number for name, number in ids.items() if number is not None})


def also(**ids: int) -> None:
    """From here on this task is about these ids too."""
    _SUBJECT.set({**_SUBJECT.get(), **ids})


def subject() -> Mapping[str, int]:
    """The ids that the running task is about, by name."""
    return _SUBJECT.get()
