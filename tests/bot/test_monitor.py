"""/metrics and /health, and `python -m bot health`, which asks for it."""

import socket
import sqlite3
import time
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

import bot.health
from bot.__main__ import main
from bot.health import FRESH, Unhealthy, examine
from bot.monitor import MonitorError, gateway_trouble, monitored
from bot.settings import Settings

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - written in settings for containers


async def fetch(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HOST}:{port}{path}") as response,
    ):
        return response.status, await response.text()


class TestEndpoint:
    async def test_metrics_tell_of_the_live_tables_and_the_gateway(self, world):
        await world.play("ninetynine", players=3)
        await world.game(people=2)
        async with monitored(world.client, HOST, 0) as port:
            status, text = await fetch(port, "/metrics")
        assert status == 200
        lines = text.splitlines()
        assert 'cardroom_tables{state="lobby"} 1.0' in lines
        assert 'cardroom_tables{state="playing"} 1.0' in lines
        assert 'cardroom_tables{state="paused"} 0.0' in lines
        assert "cardroom_gateway_up 1.0" in lines
        assert [line for line in lines if line.startswith("cardroom_interactions_total{")]

    async def test_no_label_holds_an_id(self, world, bob):
        table = await world.play("ninetynine", players=2)
        await bob.click(table, "Join")
        async with monitored(world.client, HOST, 0) as port:
            _, text = await fetch(port, "/metrics")
        ours = [line for line in text.splitlines() if line.startswith("cardroom")]
        labels = " ".join(line.partition("{")[2].rpartition("}")[0] for line in ours)
        for number in (world.guild.id, world.channel.id, bob.id):
            assert str(number) not in labels
        assert "Bob" not in labels

    async def test_health_while_all_is_well(self, world):
        async with monitored(world.client, HOST, 0) as port:
            assert await fetch(port, "/health") == (200, "connected to Discord")

    async def test_two_bots_after_each_other_may_be_monitored(self, world):
        for _ in range(2):
            async with monitored(world.client, HOST, 0) as port:
                assert (await fetch(port, "/metrics"))[0] == 200

    async def test_a_port_that_is_taken_is_named(self, world):
        with socket.create_server((HOST, 0)) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(MonitorError, match=f"METRICS_PORT {port} "):
                async with monitored(world.client, HOST, port):
                    pass


def client(*, closed=False, ready=True, shards=()) -> Any:
    """Stands for a bot whose shards are closed (True) or not."""
    return SimpleNamespace(
        is_closed=lambda: closed,
        is_ready=lambda: ready,
        shards={n: SimpleNamespace(is_closed=lambda c=c: c) for n, c in enumerate(shards)},
    )


@pytest.mark.parametrize(
    ("state", "trouble"),
    [
        (client(shards=(False, False)), ""),
        (client(shards=(False, True, True)), "not connected to Discord: shard 1, 2"),
        (client(ready=False), "not connected to Discord yet"),
        (client(closed=True), "the bot is stopping"),
    ],
)
def test_the_gateway_has_every_shard_open(state, trouble):
    assert gateway_trouble(state) == trouble


class TestHealth:
    @pytest.fixture
    def settings(self, world) -> Settings:
        return world.settings

    async def beat(self, world) -> float:
        """Let the house write its heartbeat; return the time."""
        await world.advance(world.house.rules.heartbeat)
        return world.clock.now()

    async def test_a_running_bot_is_well(self, world, settings):
        now = await self.beat(world)
        assert await examine(settings, now + 20) == "heartbeat 20 s ago"

    @pytest.mark.parametrize("age", [FRESH + 1, -FRESH - 1])
    async def test_an_old_heartbeat_is_bad_and_so_is_one_of_tomorrow(self, world, settings, age):
        now = await self.beat(world)
        with pytest.raises(Unhealthy, match="heartbeat"):
            await examine(settings, now + age)

    async def test_the_process_itself_is_asked_where_it_answers(self, world, settings):
        now = await self.beat(world)
        async with monitored(world.client, HOST, 0) as port:
            asking = settings.model_copy(update={"metrics_port": port, "metrics_host": EVERYWHERE})
            assert await examine(asking, now) == "heartbeat 0 s ago, connected to Discord"
            await world._close_bot()
            with pytest.raises(Unhealthy, match="the bot is stopping"):
                await examine(asking, now)
        with pytest.raises(Unhealthy, match=f"no answer at METRICS_PORT {port}"):
            await examine(asking, now)

    async def test_a_check_that_gets_no_answer_fails(self, world, settings, monkeypatch):
        monkeypatch.setattr(bot.health, "PATIENCE", 0)
        with pytest.raises(Unhealthy, match="no answer"):
            await examine(settings, world.clock.now())


class TestCommand:
    @pytest.fixture(autouse=True)
    def somewhere_empty(self, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        for name in Settings.model_fields:
            monkeypatch.delenv(name.upper(), raising=False)

    @pytest.fixture
    def line(self, capsys):
        """Run the check and return its one line, which goes with the exit code."""

        def run(code: int) -> str:
            assert main(["health"]) == code
            printed = capsys.readouterr()
            assert (printed.out.count("\n"), printed.err) == (1, "")
            return str(printed.out)

        return run

    def test_without_a_database(self, line, tmp_path):
        assert line(1).startswith("unhealthy: there is no database")
        assert not list(tmp_path.iterdir()), "to look makes no file"

    def test_a_database_that_is_none(self, line, tmp_path):
        (tmp_path / "cardroom.db").write_text("x" * 5000)
        assert line(1).startswith("unhealthy: cannot read")

    def test_a_wrong_setting(self, line, monkeypatch):
        monkeypatch.setenv("METRICS_PORT", "none")
        assert line(1).startswith("unhealthy: METRICS_PORT")

    def test_a_heartbeat_of_now(self, line, capsys, tmp_path):
        assert main(["migrate"]) == 0
        capsys.readouterr()
        assert line(1) == "unhealthy: no bot has ever run on this database\n"
        with closing(sqlite3.connect(tmp_path / "cardroom.db")) as database:
            database.execute("INSERT INTO house (id, alive_at) VALUES (1, ?)", (time.time(),))
            database.commit()
        assert line(0).startswith("healthy: heartbeat ")
