"""The stand-in itself: `async with Discord() as discord`."""

import asyncio
import base64
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.wire.actor import Actor
from tests.wire.gateway import Gateway
from tests.wire.interactions import Interactions
from tests.wire.model import Channel, Guild, Json, Member, Message
from tests.wire.process import BotProcess
from tests.wire.rest import Rest
from tests.wire.transcript import Transcript
from tests.wire.weather import Rule, Weather
from tests.wire.world import World

LOOK_EVERY = 0.02
"""Seconds between two looks at what is waited for."""


class Discord:
    """The service on 127.0.0.1. It lives as long as the block; bots come and go.

    `faults` are the stand-in's own.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self.base = ""
        self.faults: list[str] = []
        self.transcript = Transcript()
        self.world = World(self._emit)
        self.world.shown = self._shown
        self.weather = Weather(seed)
        self.weather.on_hit = self._weather_hit
        self.gateway = Gateway(self)
        self.interactions = Interactions(self.world, self.transcript, self._emit)
        self.rest = Rest(self)
        self._bots: list[BotProcess] = []
        ident = base64.b64encode(str(self.world.bot.id).encode()).decode().rstrip("=")
        self.token = f"{ident}.wire.{'x' * 38}"

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=1 << 20)
        app.router.add_get("/p/{process}/gateway", self.gateway.handle)
        app.router.add_get("/p/{process}/gateway/", self.gateway.handle)
        app.router.add_route("*", "/p/{process}/api/v10/{tail:.*}", self.rest.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for bot in self._bots:
            if bot.alive:
                bot.kill9()
        self.weather.clear()
        self.gateway.shut()
        await self._runner.cleanup()

    # --- who and what there is ------------------------------------------------------------------

    def guild(self, name: str) -> Guild:
        """A new server with the bot in it."""
        return self.world.create_guild(name)

    def channel(self, guild: Guild, name: str) -> Channel:
        """A new channel."""
        return self.world.create_channel(guild, name)

    def person(self, guild: Guild, name: str) -> Actor:
        """A new member of a server."""
        user = self.world.create_user(name)
        guild.members[user.id] = Member(user)
        return Actor(self, user)

    def run_bot(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], log: Path
    ) -> BotProcess:
        """Start a bot; it finds its token in DISCORD_TOKEN."""
        bot = BotProcess(self, command, folder, env, log)
        self._bots.append(bot)
        return bot

    # --- waiting and evidence -------------------------------------------------------------------

    async def settled(self, quiet: float, seconds: float = 30) -> None:
        """Until no request has been under way for `quiet` seconds."""
        begun = time.monotonic()

        def is_quiet() -> bool:
            idle = time.monotonic() - max(self.rest.last, begun)
            return not self.rest.in_flight and idle >= quiet

        await self.until(is_quiet, seconds)

    async def until(self, test: Callable[[], bool], seconds: float) -> None:
        """Until something holds; TimeoutError with what happened last."""
        end = time.monotonic() + seconds
        while not test():
            if time.monotonic() > end:
                raise TimeoutError(f"waited for {seconds} s; last:\n{self.transcript.text()}")
            await asyncio.sleep(LOOK_EVERY)

    def problems(self) -> list[str]:
        """Everything that a well-behaved bot never causes, and the stand-in's own faults."""
        return [*self.rest.problems, *self.faults]

    def _emit(self, event: str, data: Json) -> int:
        return self.gateway.emit(event, data)

    def _shown(self, message: Message) -> None:
        payload = [message.content, message.components]
        self.transcript.deliver(message.viewer, f"message {message.id}", payload)

    def _weather_hit(self, rule: Rule, path: str) -> None:
        """Note the weather, and whether it met an answer to an interaction."""
        self.transcript.add("weather", f"{rule.kind} {rule.method} {path[:60]}")
        parts = path.strip("/").split("/")
        if parts[0] == "interactions":
            known = self.interactions.by_id.get(int(parts[1]))
        elif parts[0] == "webhooks":
            known = self.interactions.by_token.get(parts[2])
        else:
            known = None
        if known is not None:
            known.marred = True
