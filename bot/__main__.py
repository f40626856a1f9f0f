"""The command line: `python -m bot [run | demo | health | invite | migrate | recompute]`.

What is wrong from outside (a setting, the token, the database) ends with one line and exit code 2;
`health` has the exit codes 0 and 1 that containers understand.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Sequence
from typing import Final, TypeVar

import aiohttp
import discord

from bot.client import build_client
from bot.demo import run_demo
from bot.health import FRESH, Unhealthy, examine
from bot.logs import log_to_stdout
from bot.monitor import MonitorError, monitored
from bot.settings import Settings, SettingsError, load_settings
from bot.stopping import run_until_told
from engine.house.recompute import Report, recompute
from engine.store import Store, StoreError, migrate

T = TypeVar("T")

USAGE_ERROR: Final = 2
UNHEALTHY: Final = 1
LAST_WORDS: Final = 0.25
"""Seconds for threads to end after the database has failed."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    create_public_threads=True,
    attach_files=True,
)
"""What is used of a channel, as the README explains; no privileged intent, no moderation."""


class Problem(Exception):
    """Something that the person at the command line has to mend; the message is one line."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        return _health() if parsed.command == "health" else _run(parsed)
    except (MonitorError, Problem, SettingsError, StoreError) as problem:
        line = " ".join(str(problem).split())
        print(f"cardroom: {line}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Cardroom, a Discord bot for playing card games."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="run the bot on Discord (the default)")
    demo = commands.add_parser("demo", help="serve the bot in a local page, offline, no token")
    demo.add_argument("--port", type=_port, help="the page's port (any free one)")
    commands.add_parser("health", help="tell whether the bot is well (exit code 0) or not (1)")
    commands.add_parser("invite", help="print the link that adds the bot to a server")
    to = commands.add_parser("migrate", help="bring the database up to date")
    to.add_argument("revision", nargs="?", default="head", help="the revision to reach (head)")
    anew = commands.add_parser(
        "recompute",
        help="make results, ratings and boards anew from the journals of all games; stop the bot "
        "before",
    )
    anew.add_argument(
        "--beside",
        action="store_true",
        help="even if a bot seems to run: no game of its servers can end meanwhile",
    )
    return parser


def _port(value: str) -> int:
    if not value.isdecimal() or not 0 < int(value) <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(value)


def _run(parsed: argparse.Namespace) -> int:
    settings = load_settings()
    if parsed.command == "demo":
        return run_demo(settings, port=parsed.port)
    # there is no voice, so nobody needs a warning that its packages are missing
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if parsed.command == "migrate":
        asyncio.run(_outside(migrate(settings.database_url, parsed.revision)))
        print(f"The database is at revision {parsed.revision}.")
    elif parsed.command == "recompute":
        return _tell(asyncio.run(_outside(_recompute(settings, beside=parsed.beside))))
    elif parsed.command == "invite":
        print(asyncio.run(_outside(_invite_link(settings))))
    else:
        log_to_stdout(settings.log_level, settings.log_format)
        asyncio.run(_outside(_serve(settings)))
    return 0


def _health() -> int:
    """Print in one line whether the bot is well."""
    try:
        line = asyncio.run(examine(load_settings(), time.time()))
    except (SettingsError, Unhealthy) as problem:
        print("unhealthy:", " ".join(str(problem).split()))
        return UNHEALTHY
    print("healthy:", line)
    return 0


def _token(settings: Settings) -> str:
    token = settings.discord_token.get_secret_value().strip() if settings.discord_token else ""
    if not token:
        raise Problem("DISCORD_TOKEN is not set: put the bot's token into .env (see .env.example)")
    if not token.isascii() or not token.isprintable() or " " in token:
        raise Problem("DISCORD_TOKEN holds blanks, line breaks or other odd characters")
    return token


async def _outside(work: Awaitable[T]) -> T:
    """Await what talks to the outside; what only the bot's owner can mend becomes a Problem."""
    try:
        return await work
    except StoreError:
        # The database driver's thread still reports to this loop that it couldn't connect.
        await asyncio.sleep(LAST_WORDS)
        raise
    except discord.LoginFailure:
        raise Problem(
            "Discord doesn't know this DISCORD_TOKEN: is it complete and current?"
        ) from None
    except discord.HTTPException as error:
        raise Problem(f"Discord refused: {error.status} {error.text or ''}") from error
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        raise Problem(f"Discord can't be reached: {error}") from error


async def _serve(settings: Settings) -> None:
    """Run the bot until it is told to stop."""
    token = _token(settings)
    # here and not later, so that what is wrong nearby is told before Discord is asked
    await migrate(settings.database_url)
    client = build_client(settings)
    if settings.metrics_port is None:
        await run_until_told(client, token)
        return
    async with monitored(client, settings.metrics_host, settings.metrics_port):
        await run_until_told(client, token)


async def _recompute(settings: Settings, *, beside: bool) -> Report:
    """Make results, ratings and standings anew, while nobody else changes them.

    All of it is one transaction, which holds up whoever wants to write: Problem if a bot seems to
    run, unless it is to be done `beside` it.
    """
    store = await Store.open(settings.database_url)
    try:
        now, last = time.time(), await store.last_heartbeat()
        if not beside and last is not None and abs(now - last) <= FRESH:
            raise Problem(
                f"a bot was running on this database {max(0.0, now - last):.0f} s ago: stop it, "
                f"wait until that is {FRESH:.0f} s ago, and try again; or say --beside, and no "
                "game can end, and perhaps no move be made, while this writes"
            )
        return await recompute(store, now)
    finally:
        await store.close()


def _tell(report: Report) -> int:
    """Print what was recomputed; the exit code is 1 if a game couldn't be played again."""
    for table_id, reason in report.unreadable:
        print(f"table {table_id} can't be played again, its result stays: {reason}")
    print(
        f"{report.replayed} games played again. Not as it had to be, and mended: "
        f"{report.found.results} results, {report.found.ratings} ratings, "
        f"{report.found.standings} lines of boards."
    )
    return 1 if report.unreadable else 0


async def _invite_link(settings: Settings) -> str:
    """Ask Discord which application the token belongs to."""
    token = _token(settings)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        await client.login(token)
        application = client.application_id
    if application is None:
        raise Problem("Discord didn't say which application this token belongs to")
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


if __name__ == "__main__":
    sys.exit(main())
