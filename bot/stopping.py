"""How the bot comes to its end: within ten seconds of a signal, and at once on a second one.

That is what service managers and containers grant before they kill. Each part of the end has its
own time (`Cardroom.close`); what holds up the interpreter's own end is met by a watchdog.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bot.client import Cardroom

LIMIT: Final = 9.5
"""Seconds from the signal until the process ends, whatever is under way."""
LAST_MOMENT: Final = 0.25
"""Seconds for the client to end after it has been closed."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
FORCED: Final = 1
"""The exit code if the watchdog had to end the process."""


async def run_until_told(client: "Cardroom", token: str) -> None:
    """Run the bot until a signal, or an error of its own, which is raised once all is closed."""
    told = asyncio.Event()
    _listen(told)
    running = asyncio.create_task(client.start(token))
    waiting = asyncio.create_task(told.wait())
    await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
    by_itself = running.done()
    waiting.cancel()
    await client.close()
    if by_itself:
        running.result()
        return
    # a request that the end has broken off fails, and nobody needs to know
    running.cancel()
    await asyncio.wait((asyncio.gather(running, return_exceptions=True),), timeout=LAST_MOMENT)


def _listen(told: asyncio.Event) -> None:
    """Set the event on the first signal; end at once on the next.

    These are Python's own handlers, not the event loop's, so that a busy loop can't put them off;
    they stay until the very end, which may hang as well.
    """
    loop = asyncio.get_running_loop()
    received: list[int] = []

    def hear(number: int, _: FrameType | None) -> None:
        received.append(number)
        if len(received) > 1:
            end_now(128 + number)
        watchdog = threading.Timer(LIMIT, end_now, (FORCED, b"cardroom: the end took too long\n"))
        watchdog.daemon = True
        watchdog.start()
        loop.call_soon_threadsafe(told.set)

    for number in SIGNALS:
        signal.signal(number, hear)


def end_now(code: int, last_words: bytes = b"") -> None:
    """End the process without any more ado, and its workers, which would outlive it."""
    for worker in multiprocessing.active_children():
        worker.kill()
    with suppress(OSError):  # the log's lock, or its pipe, may be what hangs
        os.set_blocking(2, False)
        os.write(2, last_words)
    os._exit(code)
