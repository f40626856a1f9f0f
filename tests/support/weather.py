"""The network between bot and Discord: latency, lost replies, and a record of what was sent.

simcord answers a request without ever yielding to the event loop, so two clicks never interleave
at one. With a delay they do; every test of a race needs one.
"""

import asyncio
import fnmatch
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import simcord
from simcord.http.router import parse_form


@dataclass(frozen=True, slots=True)
class Sent:
    """One request of the bot, when it left."""

    method: str
    path: str
    json: Any
    at: float
    """Processor time in seconds, for what must not take long."""

    @property
    def without_address(self) -> str:
        """The request in writing, but for its address: ids and tokens are the simulator's."""
        return f"{self.method} {json.dumps(self.json, sort_keys=True)}"


@dataclass(slots=True)
class _Loss:
    method: str
    path: str
    times: int


class Weather:
    """Stands between a bot and its simulator; `delay` is seconds of real time per request."""

    def __init__(self, delay: float = 0.0) -> None:
        self.delay = delay
        self.sent: list[Sent] = []
        self.observers: list[Callable[[Sent], None]] = []
        self._losses: list[_Loss] = []

    def lose_reply(self, method: str, path: str, times: int = 1) -> None:
        """Let Discord do what is asked, but lose its answer; the path is an fnmatch pattern."""
        self._losses.append(_Loss(method, path, times))

    def surround(self, env: simcord.Env) -> None:
        """Put both ways to Discord under this weather; once for every start of the bot."""
        for sender in (env.bot.http, env._webhook_adapter):
            self._wrap(sender)

    def _wrap(self, sender: Any) -> None:
        pass_on = sender.request

        async def request(route: Any, *args: Any, **kwargs: Any) -> Any:
            path = route.url.partition("/api/v10")[2].partition("?")[0]
            self._note(Sent(route.method, path, _body(kwargs), time.process_time()))
            if self.delay:
                await asyncio.sleep(self.delay)
            answer = await pass_on(route, *args, **kwargs)
            if self._is_lost(route.method, path):
                raise aiohttp.ServerDisconnectedError
            return answer

        sender.request = request

    def _note(self, sent: Sent) -> None:
        self.sent.append(sent)
        for observer in self.observers:
            observer(sent)

    def _is_lost(self, method: str, path: str) -> bool:
        for loss in self._losses:
            if loss.times and loss.method == method and fnmatch.fnmatch(path, loss.path):
                loss.times -= 1
                return True
        return False


def _body(kwargs: dict[str, Any]) -> Any:
    """The JSON of a request; with files it is a part of the form."""
    for name in ("form", "multipart"):
        if kwargs.get(name):
            return parse_form(list(kwargs[name]), [])[0]
    return kwargs.get("json", kwargs.get("payload"))
