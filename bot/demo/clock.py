"""The demo's clock: real time for the bot, unseen by the simulator.

simcord waits after every click until nothing of the bot is due within seconds; a computer player's
pause would then hold up the whole page. These timers run on the event loop's own functions,
taken before simcord wraps them, so a pause is only a pause.
"""

import asyncio
import time
from collections.abc import Callable


class WallClock:
    """A `Clock` on real time; make it inside the running loop, before the simulator starts."""

    def __init__(self) -> None:
        self._schedule = asyncio.get_running_loop().call_at
        self._monotonic = time.monotonic

    def now(self) -> float:
        """Seconds since the Unix epoch."""
        return time.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Run the callback at a time in seconds since the epoch, at once if it has passed."""
        delay = max(0.0, when - time.time())
        return self._schedule(self._monotonic() + delay, callback)
