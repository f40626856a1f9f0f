"""A program that ends as the bot does, for tests that send it signals.

    python -m tests.support.ended HOW LIMIT

It prints "running" and then waits for a signal; HOW says what goes wrong after that.
"""

import asyncio
import sys
import threading
from typing import Any

from bot import stopping


class Client:
    """Stands for the bot: `close` lets `start` return, unless something hangs."""

    def __init__(self, how: str) -> None:
        self._how = how
        self._closed = asyncio.Event()

    async def start(self, _: str) -> None:
        print("running", flush=True)  # noqa: T201 - the test reads it
        if self._how == "the event loop hangs":
            while True:
                pass
        if self._how == "the start hangs":
            await asyncio.Event().wait()
        if self._how == "the start fails":
            raise LookupError("no such bot")
        await self._closed.wait()
        if self._how == "the end breaks a request off":
            raise ConnectionError("closed")

    async def close(self) -> None:
        print("closing", flush=True)  # noqa: T201 - the test reads it
        if self._how == "the end hangs":
            await asyncio.Event().wait()
        if self._how == "a thread hangs":
            threading.Thread(target=threading.Event().wait).start()
        self._closed.set()


async def main(how: str) -> None:
    """Run until told."""
    client: Any = Client(how)
    await stopping.run_until_told(client, "a token")


if __name__ == "__main__":
    stopping.LIMIT = float(sys.argv[2])  # type: ignore[misc]
    asyncio.run(main(sys.argv[1]))
