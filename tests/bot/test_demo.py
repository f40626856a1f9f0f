"""The demo from the command line: it starts offline, says what to do, and ends cleanly."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import aiohttp
import discord
import pytest

import bot.demo
from bot.client import build_client
from bot.demo.clock import WallClock
from bot.demo.scene import PEOPLE, build_scene
from bot.settings import load_settings

ROOT = Path(__file__).parents[2]
PATIENCE = 30  # seconds until a program that should have ended counts as stuck


@contextmanager
def demo(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bot", "demo", *arguments]
    process = subprocess.Popen(  # noqa: S603 - our own program
        command,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "", "DATABASE_URL": "sqlite+aiosqlite:///x"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_one_address_and_one_line_and_ends_at_a_signal(
    number: signal.Signals, tmp_path: Path
) -> None:
    with demo(tmp_path) as process:
        assert process.stdout is not None
        address, guide = process.stdout.readline(), process.stdout.readline()
        process.send_signal(number)
        rest, errors = process.communicate(timeout=PATIENCE)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#\S+\n", address)
    assert "Viewing as" in guide
    assert "/play ninetynine" in guide
    assert (rest, errors, process.returncode) == ("", "", 0)
    assert [path.name for path in tmp_path.iterdir()] == ["demo.db"]


def test_the_page_comes_with_its_ticking_times_and_links(tmp_path: Path) -> None:
    async def fetch(address: str) -> tuple[str, str, str]:
        async with (
            aiohttp.ClientSession(address.partition("#")[0]) as session,
            session.get("/") as page,
            session.get("/countdown.js") as times,
            session.get("/links.js") as links,
        ):
            return await page.text(), await times.text(), await links.text()

    with demo(tmp_path) as process:
        assert process.stdout is not None
        page, times, links = asyncio.run(fetch(process.stdout.readline()))
    assert 'src="/countdown.js"' in page
    assert 'src="/links.js"' in page
    assert "discord-timestamp" in times
    assert "scrollIntoView" in links


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path, taken_port: int) -> None:
    with demo(tmp_path, "--port", str(taken_port)) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ""
    assert errors == f"Port {taken_port} is in use; leave --port out to get a free one.\n"
    assert process.returncode == 2


def test_a_database_that_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "demo.db").mkdir()
    with demo(tmp_path) as process:
        output, errors = process.communicate(timeout=PATIENCE)
    assert output == ""
    assert errors.count("\n") == 1
    assert "demo.db" in errors
    assert process.returncode == 2


def test_without_the_simulator_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(bot.demo, "version", missing)
    assert bot.demo.run_demo(load_settings(None)) == 2
    assert capsys.readouterr().err.count("[demo]") == 1


def test_another_simulator_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot.demo, "version", lambda _: "3.3.0")
    assert bot.demo.run_demo(load_settings(None)) == 2
    assert "3.2.1, not 3.3.0" in capsys.readouterr().err


async def test_people_keep_their_ids_so_that_the_leaderboard_knows_them() -> None:
    scenes = [build_scene(build_client(load_settings(None))) for _ in range(2)]
    first, second = ([person.id for person in scene.people] for scene in scenes)
    assert first == second
    assert len(set(first)) == len(PEOPLE)
    assert scenes[0].channel.id == scenes[1].channel.id


def test_the_first_of_the_people_may_change_settings() -> None:
    scene = build_scene(build_client(load_settings(None)))
    guild = scene.channel.guild
    assert guild is not None
    assert guild.owner.id == scene.people[0].id


def test_no_game_goes_into_a_thread_as_the_page_shows_one_channel() -> None:
    scene = build_scene(build_client(load_settings(None)))
    (overwrite,) = scene.env.backend.channels[scene.channel.id].overwrites
    assert discord.Permissions(overwrite.deny) == discord.Permissions(create_public_threads=True)


class TestWallClock:
    async def test_it_calls_in_the_order_of_time(self) -> None:
        clock, calls, done = WallClock(), [], asyncio.Event()
        clock.call_at(clock.now() + 0.002, done.set)
        clock.call_at(clock.now() + 0.001, lambda: calls.append("later"))
        clock.call_at(clock.now() - 60, lambda: calls.append("overdue"))
        await done.wait()
        assert calls == ["overdue", "later"]

    async def test_a_cancelled_call_is_not_made(self) -> None:
        clock, calls, done = WallClock(), [], asyncio.Event()
        clock.call_at(clock.now(), lambda: calls.append("cancelled")).cancel()
        clock.call_at(clock.now() + 0.001, done.set)
        await done.wait()
        assert calls == []
