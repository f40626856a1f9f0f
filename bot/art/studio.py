"""Where pictures are drawn: one at a time, beside the event loop.

matplotlib takes a second to import and tens of megabytes to keep, so that is left to the first
picture that somebody asks for.
"""

import asyncio
from collections.abc import Callable


class Studio:
    """Draws for one bot. Whoever comes while a picture is being drawn waits for their turn."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def draw(self, work: Callable[[], bytes]) -> bytes:
        """Return the PNG that `work` draws; it runs in a thread, so it must not touch the bot."""
        async with self._turn:
            return await asyncio.to_thread(work)
