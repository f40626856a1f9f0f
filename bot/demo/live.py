"""Turns simcord's preview page, a snapshot viewer for tests, into a live table with many seats.

As shipped, virtual time stands still, only the acting tab is republished, and two tabs acting at
once collide. Here time runs, every tab hears of every change, and actions queue up.

simcord is pinned to 3.2.1 because of three private names: `Preview._action` (wrapped: it is what
the page's POST requests call), `Preview._pages` (read: the revision a tab should be at) and
`Env._settle_internal` (wrapped: its pause between two looks at the bot is 50 ms as shipped).
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import simcord

log = logging.getLogger(__name__)

TICK = 0.1  # seconds between two looks for changes
IDLE = 0.002  # seconds between two looks while the bot works
# What people do to messages and commands. The page refuses these when the tab's picture is a
# revision old; Discord does not, and every button here names its decision, so the bot decides.
ACTIONS = frozenset(
    {"click", "select", "modal_submit", "run_command", "autocomplete_command", "send_message"}
)


class LivePage:
    """Runs one preview in real time for all its tabs; `run` until cancelled."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env = env
        self._preview = preview
        self._lock = asyncio.Lock()
        self._advanced = time.monotonic()
        self._seen = (0, 0)
        self._act = preview._action
        preview._action = self._queued  # type: ignore[method-assign]
        env._settle_internal = partial(env._settle_internal, idle=IDLE)  # type: ignore[method-assign]

    async def run(self) -> None:
        """Keep virtual time at real time and publish what the bot does by itself."""
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                await self._catch_up()

    async def _queued(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """One tab's action: after those before it, on the newest picture, shown to all tabs."""
        async with self._lock:
            result = await self._act(context_id, self._up_to_date(context_id, body))
            await self._catch_up()
            return result

    async def _catch_up(self) -> None:
        """Bring virtual time and every tab up to date; what fails is tried again at the next."""
        try:
            await self._advance()
            await self._publish()
        except Exception:
            log.exception("the page could not be refreshed")

    def _up_to_date(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        page = self._preview._pages.get(context_id or "")
        if page is None or not isinstance(body, Mapping) or body.get("kind") not in ACTIONS:
            return body
        return {**body, "published_revision": page.revision}

    async def _advance(self) -> None:
        now = time.monotonic()
        elapsed, self._advanced = now - self._advanced, now
        await self._env.advance_time(elapsed)

    async def _publish(self) -> None:
        if self._progress() != self._seen:
            await self._preview.refresh()
            self._seen = self._progress()

    def _progress(self) -> tuple[int, int]:
        backend = self._env.backend
        return len(backend.transcript), len(backend.http_requests)
