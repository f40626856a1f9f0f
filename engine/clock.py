"""Time, as the tables see it: injected, so that tests and the simulator can bring their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that has been arranged for later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """Tells the time and arranges later calls on the event loop."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back at the time `when` (epoch seconds), or soon if that has passed."""


class LoopClock:
    """The event loop's own clock, anchored to the calendar: real time, or a simulator's."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = time.time() - self._loop.time()

    def now(self) -> float:
        return self._loop.time() + self._offset

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_later(max(0.0, when - self.now()), callback)
