"""`python -m bot demo`: the real bot in a local page that looks like Discord, without a token.

Nothing leaves the machine: simcord (the `demo` extra) plays Discord inside this process and serves
its page on the loopback interface. Results are kept in a SQLite file of the demo's own.
"""

import asyncio
import logging
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

from bot.settings import Settings

SIMCORD = "3.2.1"
INSTALL = "pip install -e '.[demo]'"


def run_demo(settings: Settings, *, port: int | None = None) -> int:
    """Serve the demo until Ctrl-C, SIGTERM or the page's "End preview session".

    `port` is a TCP port on the loopback interface, any free one if None. Returns the exit code:
    0 after a clean end, 2 with one line on stderr if the demo can't start.
    """
    try:
        found = version("simcord")
    except PackageNotFoundError:
        return _refuse(f"The demo needs the package simcord: {INSTALL}")
    if found != SIMCORD:
        return _refuse(f"The demo needs simcord {SIMCORD}, not {found}: {INSTALL}")
    # simcord tries discord.py out with settings that make it warn; the demo has no use for that.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from bot.demo.session import CannotStart, serve  # noqa: PLC0415 - it imports simcord

    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(settings, port))
    except CannotStart as error:
        return _refuse(str(error))
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2
