"""Several people acting at the same moment."""

from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import Any

import simcord


async def together(env: simcord.Env, *actions: Awaitable[Any]) -> list[Any]:
    """Deliver several actions in one burst and let the bot settle once, after the last.

    Returns what each returned, or the exception it raised. Without latency (Weather) the bot
    still works off one after the other.
    """
    outcomes: list[Any] = []
    with _not_settling(env):
        for action in actions:
            try:
                outcomes.append(await action)
            except Exception as error:  # noqa: BLE001 - the test looks at it
                outcomes.append(error)
    await env.settle()
    return outcomes


@contextmanager
def _not_settling(env: simcord.Env) -> Iterator[None]:
    """Switch off that simcord waits for the bot after every action (a private method of 3.2.1)."""
    settle = env._settle_internal

    async def move_on(**_: Any) -> None:
        pass

    env._settle_internal = move_on  # type: ignore[method-assign]
    try:
        yield
    finally:
        env._settle_internal = settle  # type: ignore[method-assign]
