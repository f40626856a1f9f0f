"""The real bot process on a file system that is full for a while. Mounting one takes root."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.evidence import read_tables
from tests.chaos.history import take_notes
from tests.chaos.run import ROOT
from tests.wire import Actor, BotProcess, Channel, Discord, MessageView
from tests.wire.view import view_of

SIZE = 2 << 20
"""Bytes of the file system: a new database takes a quarter of it."""
UNCHANGED = "nothing was changed"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder that is a file system of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if _run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", str(folder)):
        pytest.skip("nothing can be mounted here")
    yield folder
    _run("umount", "-l", str(folder))


def _run(name: str, *arguments: str) -> int:
    """Run a program and return its exit code."""
    if (program := shutil.which(name)) is None:
        return 127
    return subprocess.run([program, *arguments], check=False).returncode  # noqa: S603


class Room:
    """A server, one person, the bot's process, and its database on the small disk."""

    def __init__(self, discord: Discord, folder: Path, logs: Path) -> None:
        self.discord = discord
        self.database = folder / "cardroom.db"
        self._filler = folder / "filler"
        self._log_before = 0
        guild = discord.guild("Card Room")
        self.channel: Channel = discord.channel(guild, "table")
        self.ann: Actor = discord.person(guild, "ann")
        self.bot: BotProcess = discord.run_bot(
            [sys.executable, "-m", "bot", "run"],
            logs,
            {
                "PYTHONPATH": str(ROOT),
                "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
                "COMPUTER_PAUSE": "0.5",
            },
            logs / "bot.log",
        )

    def fill(self) -> None:
        """Take all the room that there is."""
        with self._filler.open("ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                while True:
                    try:
                        file.write(b"x" * size)
                    except OSError:
                        break

    def make_room(self) -> None:
        self._filler.unlink()
        self._log_before = len(self.bot.log.read_bytes())

    def in_trouble(self) -> bool:
        """Whether the bot has met the full disk since there was room."""
        return b"database trouble" in self.bot.log.read_bytes()[self._log_before :]

    def board(self) -> MessageView:
        """The newest public message."""
        public = [each for each in self.channel.messages.values() if each.viewer is None]
        return view_of(public[-1])

    def plies(self) -> int:
        (table,) = read_tables(self.database)
        return len(table.journal)

    async def hand(self) -> MessageView:
        outcome = await self.ann.slash(self.channel, "hand")
        assert outcome.message is not None
        return outcome.message

    async def turn(self) -> MessageView:
        """Ann's hand, once it is her turn."""
        for _ in range(400):
            if _moves(hand := await self.hand()):
                return hand
            await asyncio.sleep(0.05)
        raise AssertionError("it is never Ann's turn")


def _moves(hand: MessageView) -> list[str]:
    return [b.custom_id for b in hand.buttons if b.custom_id[0] == "m" and not b.disabled]


@pytest.mark.timeout(120)
async def test_play_goes_on_when_there_is_room_again(small_disk: Path, tmp_path: Path):
    async with Discord() as discord:
        room = Room(discord, small_disk, tmp_path)
        await room.bot.wait_ready(60)
        take_notes(room.database)
        await room.ann.slash(room.channel, "play ninetynine", {"players": 3, "computers": 2})
        hand = await room.turn()
        plies = room.plies()

        room.fill()
        refused = await room.ann.click(hand, _moves(hand)[0])
        assert UNCHANGED in refused.text
        for command in ("play take5", "leave"):
            await room.ann.slash(room.channel, command)
        assert room.plies() == plies
        assert room.bot.alive

        room.make_room()
        hand = await room.turn()
        done = await room.ann.click(hand, _moves(hand)[0])
        assert "You played" in done.text
        await room.turn()  # the computers have played
        assert room.plies() > plies + 1

        hand = await room.turn()
        await room.ann.click(hand, _moves(hand)[0])
        room.fill()  # before the computers play
        plies = room.plies()
        await discord.until(room.in_trouble, 20)
        assert room.plies() == plies
        room.make_room()
        await room.turn()  # nobody had to click for that
        assert room.plies() > plies
        assert discord.problems() == []
        assert await room.bot.terminate() == 0
