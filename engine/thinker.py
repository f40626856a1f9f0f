"""Runs the computer players off the event loop: they may take their time, clicks may not wait."""

import asyncio
import logging
import random
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import Protocol

from engine.game import View
from engine.players import decide

log = logging.getLogger(__name__)

BUDGET = 5.0
"""Seconds after which a computer player's answer is no longer awaited."""


class Thinker(Protocol):
    """Decides for computer players."""

    async def decide(self, level: str, observation: View, seed: int) -> str:
        """Return a legal action for the seat that made the observation; always answers."""

    def close(self) -> None:
        """Give back the workers."""


class InlineThinker:
    """Thinks on the event loop itself: for tests and one-person demos."""

    async def decide(self, level: str, observation: View, seed: int) -> str:
        return decide(level, observation, seed)

    def close(self) -> None:
        pass


class PoolThinker:
    """Thinks in worker processes; a worker that dies or dawdles costs one quick random move."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool = self._new_pool()
        self._answered_at = 0.0

    def _new_pool(self) -> Executor:
        # not fork: the parent has threads (database driver) and an event loop
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))

    async def decide(self, level: str, observation: View, seed: int) -> str:
        loop, pool = asyncio.get_running_loop(), self._pool
        asked_at = loop.time()
        try:
            work = loop.run_in_executor(pool, decide, level, observation, seed)
            action = await asyncio.wait_for(work, BUDGET)
            self._answered_at = loop.time()
            return action
        except BrokenProcessPool:
            self._replace(pool, "died")
        except TimeoutError:
            log.warning("a computer player took too long")
            if self._answered_at < asked_at:  # not just a long queue: nobody has had an answer
                self._replace(pool, "hangs")
        except Exception:
            log.exception("a computer player gave no answer")
        return _any_action(observation, seed)

    def _replace(self, pool: Executor, trouble: str) -> None:
        """Start new workers, unless another caller has done so already."""
        if pool is not self._pool:
            return
        log.error("a computer player's worker %s; starting another", trouble)
        self.close()
        self._pool = self._new_pool()

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in active_children():  # a worker that hangs would keep this process from ending
            worker.kill()


def _any_action(observation: View, seed: int) -> str:
    actions: list[str] = observation["legal_actions"]
    return random.Random(seed).choice(actions)  # noqa: S311 - play, not secrets
