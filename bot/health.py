"""`python -m bot health`: whether the bot is well, for the health checks of containers.

It looks at the heartbeat that the running bot writes into its database, and, where METRICS_PORT is
set, asks the process itself whether it is connected to Discord.
"""

import asyncio
from typing import Final

import aiohttp
from yarl import URL

from bot.settings import Settings
from engine.house import HouseRules
from engine.store import StoreError, read_heartbeat

FRESH: Final = 3 * HouseRules().heartbeat
"""Seconds after which a heartbeat is too old, or too far ahead: two may get lost."""
PATIENCE: Final = 5.0
"""Seconds until a check that gets no answer has failed."""
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to ask, not to listen


class Unhealthy(Exception):
    """What is wrong with the bot, in one line."""


async def examine(settings: Settings, now: float) -> str:
    """Return in a line what shows that the bot is well at the time `now` (epoch seconds).

    Raises Unhealthy if it isn't.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            findings = [await _heartbeat(settings.database_url, now)]
            if settings.metrics_port is not None:
                findings.append(await _gateway(settings.metrics_host, settings.metrics_port))
    except TimeoutError:
        raise Unhealthy(f"no answer within {PATIENCE:g} s") from None
    return ", ".join(findings)


async def _heartbeat(database_url: str, now: float) -> str:
    try:
        last = await read_heartbeat(database_url)
    except StoreError as error:
        raise Unhealthy(str(error)) from error
    if last is None:
        raise Unhealthy("no bot has ever run on this database")
    age = now - last
    if abs(age) > FRESH:
        raise Unhealthy(f"the last heartbeat was {age:.0f} s ago, and more than {FRESH:.0f} is bad")
    return f"heartbeat {max(0.0, age):.0f} s ago"


async def _gateway(host: str, port: int) -> str:
    url = URL.build(scheme="http", host=_ANYWHERE.get(host, host), port=port, path="/health")
    try:
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            line = await response.text()
    except aiohttp.ClientError as error:
        raise Unhealthy(f"no answer at METRICS_PORT {port}: {error}") from error
    if response.status != 200:
        raise Unhealthy(line)
    return line
