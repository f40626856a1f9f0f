"""What the running process tells other programs over HTTP: /metrics for Prometheus, and /health.

It is off unless METRICS_PORT is set, and asks for no password: it belongs on a private address.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot import metrics
from bot.client import Cardroom

LINGER: Final = 0.25
"""Seconds that a request under way is given at the end."""


class MonitorError(Exception):
    """The address can't be listened at; the message is one line."""


@asynccontextmanager
async def monitored(client: Cardroom, host: str, port: int) -> AsyncIterator[int]:
    """Answer requests meanwhile; MonitorError if the address is taken. Yields the port.

    Port 0 stands for any free one.
    """
    present = metrics.Present(lambda: _census(client), lambda: gateway_trouble(client))

    async def show_metrics(_: web.Request) -> web.Response:
        body = generate_latest(metrics.REGISTRY)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def show_health(_: web.Request) -> web.Response:
        trouble = gateway_trouble(client)
        return web.Response(text=trouble or "connected to Discord", status=503 if trouble else 200)

    app = web.Application()
    app.add_routes([web.get("/metrics", show_metrics), web.get("/health", show_health)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=LINGER)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        metrics.REGISTRY.register(present)
        try:
            yield int(runner.addresses[0][1])
        finally:
            metrics.REGISTRY.unregister(present)
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise MonitorError(f"METRICS_PORT {port} can't be opened at {host}: {error}") from error


def gateway_trouble(client: Cardroom) -> str:
    """Return why the bot hears nothing from Discord; "" if it does."""
    if client.is_closed():
        return "the bot is stopping"
    if not client.is_ready():
        return "not connected to Discord yet"
    closed = [str(number) for number, shard in client.shards.items() if shard.is_closed()]
    return f"not connected to Discord: shard {', '.join(closed)}" if closed else ""


def _census(client: Cardroom) -> Mapping[str, int]:
    return client.house.census() if hasattr(client, "house") else {}
