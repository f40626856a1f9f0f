"""Times in which the house can't hear its people: they aren't charged for them.

While Discord's gateway is silent nobody can press a button, however well messages still go out. It
is as if the house were closed: nothing is decided for anybody, no bell rings, no table closes, and
afterwards every deadline is put off by the time that was lost.
"""

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from engine.clock import Timer
from engine.refusal import Refusal
from engine.store import StoreError
from engine.table import Status, Table

if TYPE_CHECKING:
    from engine.house.house import House

log = logging.getLogger(__name__)

SHORT: Final = 3.0
"""Seconds of silence that count for nothing: what is pressed in them arrives a little later."""
NOTED_EVERY: Final = 30.0
"""Seconds after which lost time is written down, even while the silence lasts."""


@dataclass(slots=True)
class _Silence:
    """Since when the servers that it concerns aren't heard."""

    since: float
    concerns: Callable[[int], bool]
    given: set[int] = field(default_factory=set)
    """The tables to which time has been given back already."""


class Outages:
    """Which servers can't be heard, and what that does to their tables."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._silences: dict[Hashable, _Silence] = {}
        self._waiting: set[int] = set()
        self._timer: Timer | None = None
        self._tasks: set[asyncio.Task[object]] = set()

    def begin(self, cause: Hashable, concerns: Callable[[int], bool]) -> None:
        """Note that the servers that `concerns` picks can't be heard from now on."""
        if cause not in self._silences:
            self._silences[cause] = _Silence(self._house.clock.now(), concerns)
            self._arm()

    def silent(self, guild_id: int) -> bool:
        """Whether a server can't be heard."""
        return any(silence.concerns(guild_id) for silence in self._silences.values())

    def postpones(self, table_id: int) -> bool:
        """Whether a table that is due has to wait until its people are heard again.

        One that isn't in memory waits for any silence: nobody knows yet which server it is of.
        """
        if not self._silences:
            return False
        table = self._house.find_live(table_id)
        if table is not None and not self.silent(table.guild_id):
            return False
        self._waiting.add(table_id)
        return True

    def _tables(self) -> dict[int, Table]:
        return {table.id: table for table in self._house.live_in_memory()}

    async def end(self, cause: Hashable) -> list[int]:
        """Give back the time that was lost; returns the tables that it was given back to.

        Those that were due meanwhile are looked after now.
        """
        silence = self._silences.pop(cause, None)
        if silence is None:
            return []
        await self._give_back(silence)
        for table in self._tables().values():
            if not self.silent(table.guild_id) and silence.concerns(table.guild_id):
                self._waiting.discard(table.id)
                self._house.arrange(table)
        for table_id in self._waiting - self._tables().keys():
            self._waiting.discard(table_id)
            self._house.schedule.set(table_id, self._house.clock.now())
        return sorted(silence.given)

    async def _give_back(self, silence: _Silence) -> None:
        """Put off the deadlines of what the silence concerns, by as much as it has lasted."""
        house, since, now = self._house, silence.since, self._house.clock.now()
        if now - since < SHORT and not silence.given:
            return
        silence.since = now
        tables = [table for table in self._tables().values() if silence.concerns(table.guild_id)]
        log.info("tables of servers that were silent for %d s: %d", now - since, len(tables))
        try:
            await house.store.shift_deadlines(now - since, [table.id for table in tables])
        except StoreError as error:
            log.warning("the time of a silence isn't written down: %s", error)
        for table in tables:
            with suppress(Refusal):  # it is read anew, with what has been written
                async with house.locked(table.id) as held:
                    _put_off(held, since, now)
        silence.given.update(table.id for table in tables)

    def _arm(self) -> None:
        if self._timer is None and self._silences:
            clock = self._house.clock
            self._timer = clock.call_at(clock.now() + NOTED_EVERY, self._note)

    def _note(self) -> None:
        self._timer = None
        for silence in self._silences.values():
            task = asyncio.get_running_loop().create_task(self._give_back(silence))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._arm()

    def stop(self) -> None:
        """Stop the timer."""
        self._silences.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _put_off(table: Table, since: float, now: float) -> None:
    """Move a table's times; what began in the silence itself has lost only the rest of it."""
    if table.status is Status.PLAYING:
        lost = now - max(since, min(now, table.watch.asked_at))
        table.watch = replace(table.watch, asked_at=table.watch.asked_at + lost)
    if table.closes_at is not None:
        table.closes_at += now - since
