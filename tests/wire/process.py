"""The bot under test as a real process: started, waited for, killed."""

import asyncio
import os
import secrets
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.wire.server import Discord

REDIRECT = Path(__file__).parent / "redirect"
LOOK_EVERY = 0.02
"""Seconds between two looks at a process."""


class BotDied(Exception):
    """The process has ended before it was ready."""


class BotProcess:
    """One process; what it prints goes to a file."""

    def __init__(
        self,
        discord: "Discord",
        command: Sequence[str],
        folder: Path,
        env: Mapping[str, str],
        log: Path,
    ) -> None:
        self.tag = secrets.token_hex(4)
        self.log = log
        self._discord = discord
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                env={
                    **os.environ,
                    "DISCORD_TOKEN": discord.token,
                    **env,
                    "PYTHONPATH": os.pathsep.join([str(REDIRECT), env.get("PYTHONPATH", "")]),
                    "PYTHONUNBUFFERED": "1",
                    "WIRE_API": f"{discord.base}/p/{self.tag}/api",
                    "WIRE_GATEWAY": discord.gateway.url(self.tag),
                },
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        discord.transcript.add("client", f"bot process {self._process.pid} started")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    async def wait_ready(self, seconds: float) -> None:
        """Until it is connected to the gateway; BotDied, or TimeoutError with its last words."""
        end = time.monotonic() + seconds
        while not any(session.ready for session in self._discord.gateway.live(self.tag)):
            if not self.alive:
                raise BotDied(f"exit code {self._process.poll()}: {self._last_words()}")
            if time.monotonic() > end:
                raise TimeoutError(f"not ready after {seconds} s: {self._last_words()}")
            await asyncio.sleep(LOOK_EVERY)

    def _last_words(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]

    def kill9(self) -> None:
        """SIGKILL to it and its children, at once."""
        self._signal(signal.SIGKILL)
        self._process.wait()
        self._discord.transcript.add("client", f"bot process {self._process.pid} killed")

    async def terminate(self, seconds: float = 10) -> int:
        """SIGTERM, and SIGKILL if it doesn't end in time; the exit code."""
        self._signal(signal.SIGTERM)
        end = time.monotonic() + seconds
        while self.alive:
            await asyncio.sleep(LOOK_EVERY)
            if time.monotonic() > end:
                self.kill9()
        return self._process.wait()

    def _signal(self, number: int) -> None:
        if self.alive:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)
