"""A clock that stands still until a test moves it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any


@dataclass(order=True)
class ManualTimer:
    """A call that the clock has been asked to make; earlier ones first, then in the order asked."""

    when: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """An `engine.clock.Clock` on which time passes only in `advance`."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._timers: list[ManualTimer] = []
        self._numbers = count()

    def now(self) -> float:
        return self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualTimer:
        timer = ManualTimer(when, next(self._numbers), callback)
        heappush(self._timers, timer)
        return timer

    @property
    def pending(self) -> list[float]:
        """When the calls that are still to come are due, earliest first."""
        return sorted(timer.when for timer in self._timers if not timer.cancelled)

    async def advance(self, seconds: float, *, settle: bool = True) -> None:
        """Let time pass: each call that falls due is made at its own time, the earliest first.

        The tasks that a call starts, and those that these start, have ended before the next call.
        Without `settle` they are left running, for a test that holds one of them up.
        """
        end = self._now + seconds
        while self._timers and self._timers[0].when <= end:
            timer = heappop(self._timers)
            if timer.cancelled:
                continue
            self._now = max(self._now, timer.when)
            before = asyncio.all_tasks()
            timer.callback()
            if settle:
                await _end_of_tasks_since(before)
        self._now = end

    @staticmethod
    async def settled() -> None:
        """Wait until every other task has ended."""
        current = asyncio.current_task()
        await _end_of_tasks_since({current} if current else set())


async def _end_of_tasks_since(before: set[asyncio.Task[Any]]) -> None:
    """Wait until every task is over that wasn't there before; they may start others."""
    while running := asyncio.all_tasks() - before:
        await asyncio.wait(running)
