"""Found first by a bot under test: sends discord.py to the stand-in, and nothing anywhere else.

The bot's own code stays as it is. Nothing happens unless WIRE_API is set.
"""

import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

LOCAL = ("localhost", "127.0.0.1", "::1", "", None)


def http(module: ModuleType) -> None:
    """Send REST requests to the stand-in."""
    module.Route.BASE = os.environ["WIRE_API"] + "/v10"


def gateway(module: ModuleType) -> None:
    """Look for the gateway at the stand-in."""
    url = module.yarl.URL(os.environ["WIRE_GATEWAY"])
    module.DiscordWebSocket.DEFAULT_GATEWAY = url


PATCHES = {"discord.http": http, "discord.gateway": gateway}


class Loader(importlib.abc.Loader):
    """Loads a module as usual, then patches it."""

    def __init__(self, inner: Any, patch: Callable[[ModuleType], None]) -> None:
        self.inner, self.patch = inner, patch

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        found: ModuleType | None = self.inner.create_module(spec)
        return found

    def exec_module(self, module: ModuleType) -> None:
        self.inner.exec_module(module)
        self.patch(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules that are patched."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in PATCHES:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            spec.loader = Loader(spec.loader, PATCHES[fullname])
        return spec


def only_local(event: str, args: tuple[Any, ...]) -> None:
    """Refuse every connection to another machine."""
    host: object = ""
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = args[1][0]
    elif event == "socket.getaddrinfo":
        host = args[0].decode() if isinstance(args[0], bytes) else args[0]
    if host not in LOCAL:
        raise ConnectionRefusedError(f"the bot under test tried to reach {host!r}")


if "WIRE_API" in os.environ:
    sys.meta_path.insert(0, Finder())
    sys.addaudithook(only_local)
