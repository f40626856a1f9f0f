"""Keeps one message up to date: one request at a time, and only the newest state is sent.

While a click is being answered by updating the very same message, the lane is held: the answer
is the edit, and nothing is sent on top of it unless something newer has happened.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from engine.clock import Clock, Timer
from engine.refusal import Refusal, RefusalCode

log = logging.getLogger(__name__)

MAX_TRIES: Final = 5


class Retry(Exception):
    """Delivery failed for now; try again `after` seconds (more with every try)."""

    def __init__(self, after: float) -> None:
        super().__init__(f"try again in {after:g} s")
        self.after = after


class Lane:
    """The way of one table's states to one message.

    `deliver` sends the newest state; it may raise Retry. `wanted` counts the requests, `shown` is
    how many of them what has been sent last has met. After MAX_TRIES the lane tries once more each
    `slow_retry` seconds, or not before there is something newer where that is None.
    """

    __slots__ = (
        "_busy",
        "_clock",
        "_deliver",
        "_holds",
        "_next_minor",
        "_overlapped",
        "_pending",
        "_slow_retry",
        "_tries",
        "_work",
        "shown",
        "wanted",
    )

    def __init__(
        self,
        deliver: Callable[[], Awaitable[None]],
        clock: Clock,
        work: Background,
        *,
        slow_retry: float | None = None,
    ) -> None:
        self._deliver = deliver
        self._clock = clock
        self._work = work
        self._slow_retry = slow_retry
        self._busy = False
        self._holds = 0
        self._overlapped = False
        self._tries = 0
        self._next_minor = 0.0
        self._pending: Timer | None = None
        self.wanted = 0
        self.shown = 0

    @property
    def idle(self) -> bool:
        """Whether nothing is under way and nothing is left to send."""
        return not self._busy and not self._holds and self.wanted <= self.shown

    @property
    def busy(self) -> bool:
        """Whether a request is under way, of the lane's own or of somebody who holds it."""
        return self._busy or self._holds > 0

    def ask(self) -> None:
        """See to it that the state as it is now, or a newer one, is shown."""
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self.wanted += 1
        self._go()

    def ask_minor(self, spacing: float) -> bool:
        """Ask, but not within so many seconds of the last minor change that was asked for.

        Several of them in a row cost one request: everything newer shows them too. Returns whether
        this one was asked for, and not left to another that waits.
        """
        if self._pending is not None:
            return False
        if self._clock.now() < self._next_minor:
            self._pending = self._clock.call_at(
                self._next_minor, lambda: self._ask_at_last(spacing)
            )
        else:
            self._ask_at_last(spacing)
        return True

    def _ask_at_last(self, spacing: float) -> None:
        self._next_minor = self._clock.now() + spacing
        self.ask()

    @contextmanager
    def held(self) -> Iterator["Lane"]:
        """Send nothing meanwhile; the holder sets `shown` to the `wanted` that it has met."""
        self.hold()
        try:
            yield self
        finally:
            self.release()

    def hold(self) -> None:
        # Two requests for one message may arrive in either order: send the newest once more.
        self._overlapped = self._overlapped or self._busy or self._holds > 0
        self._holds += 1

    def release(self) -> None:
        self._holds -= 1
        if not self._holds and self._overlapped:
            self._overlapped = False
            self.wanted += 1
        self._go()

    def _go(self) -> None:
        if not self._busy and not self._holds and self.wanted > self.shown:
            self._busy = True
            self._work.start(self._run())

    async def _run(self) -> None:
        try:
            while self.wanted > self.shown and not self._holds:
                met = self.wanted
                await self._deliver()
                self.shown, self._tries = met, 0
        except Retry as retry:
            if self._tries < MAX_TRIES:
                delay = retry.after * 2**self._tries
                self._tries += 1
                self._clock.call_at(self._clock.now() + delay, self._again)
                return
            self._give_up()
            if self._slow_retry is not None and self._pending is None:
                later = self._clock.now() + self._slow_retry
                self._pending = self._clock.call_at(later, self.ask)
        except Exception:
            log.exception("a message could not be brought up to date")
            self._give_up()
        self._busy = False
        self._go()

    def _again(self) -> None:
        self._work.start(self._run())

    def _give_up(self) -> None:
        """Leave it at that until there is something newer to show."""
        self.shown = self.wanted
        self._tries = 0


@contextmanager
def retried() -> Iterator[None]:
    """Have the lane try again after what may well succeed a little later."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code is RefusalCode.UNAVAILABLE:
            raise Retry(1) from refusal
        raise
    except Exception as error:
        if not codes.is_temporary(error):
            raise
        metrics.failed_request(error)
        raise Retry(codes.retry_after(error)) from error
