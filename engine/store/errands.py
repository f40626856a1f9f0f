"""Requests under way, so that those of a person who is deleted meanwhile write nothing any more.

A click that waits for its turn to write while its person's data are deleted would bring their id
back. So whoever serves a person's request says so, and the writer asks before each transaction.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.store.errors import Erased


@dataclass(slots=True, eq=False)
class Errand:
    """What somebody has asked for in a server, from the click to the answer."""

    guild_id: int
    user_id: int
    void: bool = False
    """Whether their data have been deleted since, or are being deleted."""

    def check(self) -> None:
        """Raise Erased if nothing may be written any more."""
        if self.void:
            raise Erased("the person's data have just been deleted")


class Errands:
    """The errands of one process, by the task that is at work on each."""

    def __init__(self) -> None:
        self._open: dict[asyncio.Task[object] | None, Errand] = {}
        self._barred: list[tuple[int | None, int]] = []

    @contextmanager
    def begun(self, guild_id: int, user_id: int) -> Iterator[None]:
        """What this task writes in here is for that person."""
        task, errand = asyncio.current_task(), Errand(guild_id, user_id)
        errand.void = any(_is_about(errand, *bar) for bar in self._barred)
        self._open[task] = errand
        try:
            yield
        finally:
            del self._open[task]

    @contextmanager
    def barred(self, guild_id: int | None, user_id: int) -> Iterator[None]:
        """Void a person's errands in a server (None: in all) but this task's own, and new ones too.

        Erased if this task's own errand is void: then somebody else is at it already.
        """
        own = self.current()
        if own is not None:
            own.check()
        for errand in self._open.values():
            if errand is not own and _is_about(errand, guild_id, user_id):
                errand.void = True
        self._barred.append((guild_id, user_id))
        try:
            yield
        finally:
            self._barred.remove((guild_id, user_id))

    def current(self) -> Errand | None:
        """The errand that the running task is on; None for a clock's or a computer's work."""
        return self._open.get(asyncio.current_task()) if self._open else None


def _is_about(errand: Errand, guild_id: int | None, user_id: int) -> bool:
    return errand.user_id == user_id and guild_id in (None, errand.guild_id)
