"""`python -m bot`: what is wrong from outside ends with one line and exit code 2."""

import asyncio
import logging
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import PERMISSIONS, main
from bot.health import FRESH
from bot.settings import Settings
from engine.store import Store

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def somewhere_empty(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def complaint(capsys):
    """Run a subcommand that can't work and return its one line."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 2
        printed = capsys.readouterr()
        assert printed.err.count("\n") == 1
        assert "Traceback" not in printed.err + printed.out
        return str(printed.err)

    return run


@pytest.mark.parametrize("command", [(), ("run",), ("invite",)])
def test_without_a_token_it_says_what_to_do(complaint, command):
    line = complaint(*command)
    assert "DISCORD_TOKEN" in line
    assert ".env" in line


@pytest.mark.parametrize("command", ["run", "invite", "migrate", "recompute", "demo"])
def test_a_wrong_setting_is_named(complaint, monkeypatch, command):
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv("SHARD_COUNT", "none")
    line = complaint(command)
    assert "SHARD_COUNT" in line
    assert "secret" not in line


def test_a_database_that_cannot_be_reached_is_named(complaint, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/missing/cards.db")
    assert "missing/cards.db" in complaint("migrate")


def test_recompute_says_what_it_has_mended(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/cards.db")
    assert main(["migrate"]) == 0
    capsys.readouterr()
    assert main(["recompute"]) == 0
    assert capsys.readouterr().out.startswith("0 games played again.")


def test_recompute_refuses_to_run_beside_the_bot(complaint, monkeypatch, tmp_path, capsys):
    url = f"sqlite+aiosqlite:///{tmp_path}/cards.db"
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["migrate"]) == 0

    async def beat(ago: float) -> None:
        store = await Store.open(url)
        await store.heartbeat(time.time() - ago)
        await store.close()

    asyncio.run(beat(10))
    line = complaint("recompute")
    assert "a bot was running on this database 1" in line
    assert "stop it" in line
    assert main(["recompute", "--beside"]) == 0
    asyncio.run(beat(FRESH + 5))
    assert main(["recompute"]) == 0
    assert capsys.readouterr().out.count("0 games played again.") == 2


def test_recompute_wants_a_database_that_is_up_to_date(complaint, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/cards.db")
    assert "migrate it first" in complaint("recompute")


def test_the_database_is_looked_at_before_discord_is_asked(complaint, monkeypatch, tmp_path):
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/missing/cards.db")
    assert "missing/cards.db" in complaint("run")


@pytest.mark.parametrize("token", ["two\nlines", "two words", "töken"])
def test_a_token_with_odd_characters_is_refused_without_showing_it(complaint, monkeypatch, token):
    monkeypatch.setenv("DISCORD_TOKEN", token)
    line = complaint("run")
    assert "DISCORD_TOKEN" in line
    assert token not in line


def test_a_port_for_metrics_that_is_taken_is_named(complaint, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("DISCORD_TOKEN", "a-token")
        monkeypatch.setenv("METRICS_PORT", str(port))
        assert f"METRICS_PORT {port}" in complaint("run")


def test_even_a_detailed_log_leaves_out_the_events_with_peoples_cards(monkeypatch):
    events = logging.getLogger("discord")
    monkeypatch.setattr(events, "level", logging.NOTSET)
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    assert main(["run"]) == 2  # the log is set up, then the missing token ends it
    assert not events.isEnabledFor(logging.DEBUG)


def test_a_revision_that_does_not_exist_is_named(complaint):
    assert "nosuch" in complaint("migrate", "nosuch")


def test_migrate_makes_the_tables(capsys, tmp_path):
    assert main(["migrate"]) == 0
    assert capsys.readouterr().err == ""
    with closing(sqlite3.connect(tmp_path / "cardroom.db")) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    assert {"tables", "seats", "actions", "results"} <= names


@pytest.mark.parametrize("port", ["0", "70000", "x"])
def test_a_port_is_a_port(capsys, port):
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--port", port])
    assert ended.value.code == 2
    assert "a port is a number" in capsys.readouterr().err


def test_the_module_runs_and_its_help_names_the_subcommands():
    command = [sys.executable, "-m", "bot", "--help"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    for word in ("run", "demo", "health", "invite", "migrate"):
        assert f"\n    {word} " in run.stdout


def test_the_invitation_asks_for_no_more_than_is_used():
    granted = {name for name, value in PERMISSIONS if value}
    assert granted == {
        "read_messages",  # the library's name of View Channel
        "send_messages",
        "send_messages_in_threads",
        "read_message_history",
        "create_public_threads",  # for tables in threads of their own
        "attach_files",  # for pictures, records and exports
    }
