"""One run of the demo: start the bot in its scene, serve the page, end cleanly."""

import asyncio
import signal
from contextlib import suppress

import simcord

from bot.client import Cardroom, build_client
from bot.demo.clock import WallClock
from bot.demo.live import LivePage
from bot.demo.scene import Scene, build_scene
from bot.demo.scripts import add_scripts
from bot.settings import Settings
from engine.clock import Clock
from engine.house import House
from engine.store import Store, migrate
from engine.thinker import InlineThinker

DATABASE_URL = "sqlite+aiosqlite:///demo.db"
GUIDE = (
    "Open it in as many tabs as you like, choose who you are in each under “Viewing as”, "
    "and type /play ninetynine (or onehundred, take5, schmier, toonerville). Ctrl-C ends the demo."
)


class CannotStart(Exception):
    """Why the demo can't start, in one sentence."""


async def serve(settings: Settings, port: int | None) -> None:
    """Run the demo until told to stop. CannotStart or StoreError if it can't."""
    signalled = _listen_for_signals()
    # Whatever .env says: the demo must never meddle with the tables of a bot that is in use.
    own = {"database_url": DATABASE_URL, "shard_count": 1, "shard_ids": None}
    settings = settings.model_copy(update=own)
    clock = WallClock()
    await _close_old_tables(settings.database_url, clock)
    client = build_client(settings, clock=clock, thinker=InlineThinker())
    scene = build_scene(client)
    await scene.env.start()
    try:
        await _show(scene, port, signalled)
    finally:
        await _stop(scene.env, client)


async def _close_old_tables(url: str, clock: Clock) -> None:
    """End the tables of an earlier run: their messages went with its page."""
    await migrate(url)
    store = await Store.open(url)
    try:
        await House(store, clock, InlineThinker()).close_all("restart")
    finally:
        await store.close()


def _listen_for_signals() -> asyncio.Event:
    """Return what Ctrl-C or SIGTERM sets, from now on instead of ending the process."""
    signalled = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt instead
            loop.add_signal_handler(number, signalled.set)
    return signalled


async def _show(scene: Scene, port: int | None, signalled: asyncio.Event) -> None:
    """Serve the page until it is time to stop."""
    preview = scene.env.preview(scene.channel, viewers=scene.people, layout="channel", port=port)
    add_scripts(preview)
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        raise CannotStart(_reason(error, port)) from error
    try:
        live = asyncio.create_task(LivePage(scene.env, preview).run())
        print(preview.url, GUIDE, sep="\n", flush=True)
        await _told_to_stop(preview, signalled)
        live.cancel()
        await asyncio.wait([live])
    finally:
        await preview.close()


def _reason(error: simcord.SetupError, port: int | None) -> str:
    if isinstance(error.__cause__, OSError):
        return f"Port {port} is in use; leave --port out to get a free one."
    return str(error)


async def _told_to_stop(preview: simcord.Preview, signalled: asyncio.Event) -> None:
    """Wait for a signal, or for the page's own "End preview session"."""
    waits = [asyncio.create_task(signalled.wait()), asyncio.create_task(preview.wait_closed())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


async def _stop(env: simcord.Env, client: Cardroom) -> None:
    # Private in 3.2.1: the bot's own clean-up has to run as the bot, or simcord loses sight of it.
    with env._bot_scope():
        await client.close()
    await env.shutdown()
