"""Work that nobody waits for, kept from being forgotten and ended with the bot, in good time."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final

log = logging.getLogger(__name__)

GRACE: Final = 2.5
"""Seconds that work under way is given when the bot stops."""


class Background:
    """The tasks that run beside the handlers."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`; what it raises is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    @contextmanager
    def joined(self) -> Iterator[None]:
        """Have the running task, which somebody else has started, waited for at the end too."""
        task = asyncio.current_task()
        if task is None or task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

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


async def within(seconds: float, part: Coroutine[Any, Any, object], name: str) -> None:
    """Await a part of the bot's end; if it fails or takes longer, say so and go on without it."""
    task = asyncio.get_running_loop().create_task(part)
    await asyncio.wait((task,), timeout=seconds)
    if not task.done():
        log.warning("the end goes on without %s, after %g s", name, seconds)
        task.cancel()
    elif not task.cancelled() and (error := task.exception()) is not None:
        log.error("ending failed: %s", name, exc_info=error)
