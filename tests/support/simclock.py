"""The bot's clock in simulator tests: Discord's virtual time, moved by the test alone.

The simulator itself runs a timer that is due within seconds in real time, so that a computer
player's pause would hold up every click. These timers wait for `World.advance`.
"""

import contextvars
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

import simcord


@dataclass(order=True, slots=True)
class SimulatedTimer:
    """A call for later; timers that are due together run in the order of their making."""

    when: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    context: contextvars.Context = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class SimulatedClock:
    """A `Clock` that follows a simulator; before `follow` its time stands at 0."""

    def __init__(self) -> None:
        self._env: simcord.Env | None = None
        self._timers: list[SimulatedTimer] = []
        self._numbers = count()
        self._reached = 0.0

    def follow(self, env: simcord.Env) -> None:
        """Take the time of this simulator."""
        self._env = env

    def now(self) -> float:
        """Seconds since the Unix epoch; never goes back, whatever floats are rounded to."""
        if self._env is not None:
            self._reached = max(self._reached, self._env.now().timestamp())
        return self._reached

    def call_at(self, when: float, callback: Callable[[], None]) -> SimulatedTimer:
        """Keep the callback, and who is asking, until the time has come."""
        context = contextvars.copy_context()
        timer = SimulatedTimer(when, next(self._numbers), callback, context)
        heappush(self._timers, timer)
        return timer

    def next_due(self) -> float | None:
        """When the next timer is due, None if there is none."""
        while self._timers and self._timers[0].cancelled:
            heappop(self._timers)
        return self._timers[0].when if self._timers else None

    def run_until(self, when: float) -> None:
        """Run what is due by then; the time is `when` at least from here on."""
        self._reached = max(self._reached, when)
        while (due := self.next_due()) is not None and due <= when:
            timer = heappop(self._timers)
            timer.context.run(timer.callback)

    def forget(self) -> None:
        """Drop every timer, as the end of a process does."""
        self._timers.clear()
