"""The end of the workers: not even one that thinks for ever keeps the process from its end."""

import asyncio
import os
import threading
from multiprocessing import active_children
from pathlib import Path

import engine.thinker
from engine.game import View
from engine.thinker import PoolThinker


def think_for_ever(level: str, observation: View, seed: int) -> str:
    """The level names a pipe, by which the worker tells that it has begun."""
    Path(level).write_text("begun", encoding="utf-8")
    threading.Event().wait()
    return ""


async def test_a_worker_that_hangs_ends_with_its_pool(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(engine.thinker, "decide", think_for_ever)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pool = PoolThinker(1)
    asked = asyncio.create_task(pool.decide(str(pipe), {"legal_actions": ["KS"]}, 1))
    assert await asyncio.to_thread(pipe.read_text, encoding="utf-8") == "begun"
    (worker,) = active_children()

    pool.close()

    await asyncio.to_thread(worker.join)
    asked.cancel()
    await asyncio.wait((asked,))
