"""The house's rounds: tables that nobody attends to, deletions to be done, what is dropped in time.

The first round comes soon after the start, then one an hour; once a day it drops what is due. Each
round asks the database anew, so it is no matter which process does it, or where one broke off.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from engine import trace
from engine.clock import Timer
from engine.refusal import Refusal
from engine.store import StoreError

if TYPE_CHECKING:
    from engine.house.house import House

log = logging.getLogger(__name__)

FIRST: Final = 60.0
"""Seconds from the start to the first round: the first clicks shall not wait."""
SPACING: Final = 3600.0
"""Seconds between two rounds,"""
DAY: Final = 86_400.0
"""between two that drop what is due,"""
BREATH: Final = 60.0
"""and between two of which the first left some of it."""
MOST: Final = 200
"""Transactions of each kind in a round; each is brief, and others write between them."""


class Housekeeping:
    """What has to be done now and then, whatever is going on at the tables."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._timer: Timer | None = None
        self._round: asyncio.Task[None] | None = None
        self._dropped_at: float | None = None
        self._stopped = False

    def start(self) -> None:
        """Arrange the first round."""
        self._arrange(FIRST)

    async def stop(self) -> None:
        """Make no more rounds; one under way ends with its present transaction."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._round is not None:
            self._round.cancel()
            await asyncio.wait((self._round,))

    def _arrange(self, seconds: float) -> None:
        if not self._stopped:
            clock = self._house.clock
            self._timer = clock.call_at(clock.now() + seconds, self._begin)

    def _begin(self) -> None:
        self._round = asyncio.get_running_loop().create_task(self._make_round())

    async def _make_round(self) -> None:
        trace.about()
        whole = True
        try:
            await self._house.take_up()
            await self._house.finish_erasures()
            whole = await self._drop_what_is_due()
        except (Refusal, StoreError) as error:
            log.warning("a round of housekeeping broke off: %s", error)
        except Exception:
            log.exception("a round of housekeeping failed")
        self._arrange(SPACING if whole else BREATH)

    async def _drop_what_is_due(self) -> bool:
        """Whether nothing that is due is left."""
        house, now = self._house, self._house.clock.now()
        if self._dropped_at is not None and now - self._dropped_at < DAY:
            return True
        await house.take_stock()
        whole = await house.delete_servers(MOST)
        whole = await house.store.keeping.tidy(now, MOST) and whole
        if whole:
            self._dropped_at = now
        return whole
