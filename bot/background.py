"""Work that nobody waits for, kept from being forgotten and ended with the bot."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

log = logging.getLogger(__name__)

GRACE: Final = 3.0
"""Seconds that work under way is given when the bot stops."""


class Background:
    """The tasks that run beside the handlers."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`; what it raises is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background work failed", exc_info=error)

    async def close(self) -> None:
        """Give what still runs a moment to end, then cancel it."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(tuple(self._tasks), timeout=GRACE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
