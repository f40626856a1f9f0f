"""The bot's own end: what is under way may finish, and nothing that hangs holds up the rest."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import discord
import pytest

import bot.background
import bot.client
from bot.background import Background, within
from bot.stopping import LIMIT
from engine.store import StoreError, read_heartbeat


async def hang(*_: Any) -> None:
    await asyncio.Event().wait()


class TestBackground:
    async def test_what_has_joined_is_waited_for(self):
        work, go_on, begun = Background(), asyncio.Event(), asyncio.Event()
        done = []

        async def click() -> None:
            with work.joined():
                begun.set()
                await go_on.wait()
                done.append("answered")

        task = asyncio.create_task(click())
        await begun.wait()
        closing = asyncio.create_task(work.close())
        go_on.set()
        await closing
        assert done == ["answered"]
        await task

    async def test_what_hangs_is_cancelled(self, monkeypatch):
        monkeypatch.setattr(bot.background, "GRACE", 0)
        work = Background()
        work.start(hang())
        (task,) = work._tasks
        await work.close()
        assert task.cancelled()

    async def test_what_has_ended_is_not_waited_for(self):
        work = Background()
        with work.joined():
            assert len(work._tasks) == 1
        assert not work._tasks

    async def test_a_part_of_the_end_that_hangs_is_left_behind(self, caplog):
        await within(0, hang(), "the tables")
        assert "the end goes on without the tables" in caplog.text

    async def test_a_part_that_fails_is_logged(self, caplog):
        async def fail() -> None:
            raise StoreError("no disk")

        await within(60, fail(), "the database")
        assert "ending failed: the database" in caplog.text
        assert "no disk" in caplog.text


PARTS = {
    "house": ("HOUSE_SECONDS", "the tables"),
    "desk": ("ANSWER_SECONDS", "what was being answered"),
    "gateway": ("GATEWAY_SECONDS", "the connection to Discord"),
    "store": ("STORE_SECONDS", "the database"),
}


class TestClient:
    @pytest.fixture
    async def ended(self, world, monkeypatch):
        """The parts that are brought to their end, in this order; one of them may be replaced."""
        order: list[str] = []
        left_over: list[Awaitable[None]] = []
        owners = {
            "house": (world.house, "stop"),
            "desk": (world.client.desk, "close"),
            "gateway": (discord.AutoShardedClient, "close"),
            "store": (world.client._store, "close"),
        }

        def watch(replaced: str = "", by: Any = None) -> list[str]:
            for part, (owner, name) in owners.items():
                real = getattr(owner, name)

                async def end(*args: Any, part: str = part, real: Any = real) -> None:
                    order.append(part)
                    if part == replaced:
                        left_over.append(real(*args))
                        await by()
                    else:
                        await real(*args)

                monkeypatch.setattr(owner, name, end)
            return order

        yield watch
        for end in left_over:
            with suppress(StoreError):  # the house finds it closed
                await end

    async def test_every_part_ends_once(self, world, ended):
        order = ended()
        await world.advance(5)
        now = world.clock.now()
        await world.client.close()
        await world.client.close()
        assert order == list(PARTS)
        assert await read_heartbeat(world.settings.database_url) == now

    @pytest.mark.parametrize("part", PARTS)
    async def test_a_part_that_hangs_does_not_hold_up_the_others(
        self, world, monkeypatch, ended, part
    ):
        limit, name = PARTS[part]
        monkeypatch.setattr(bot.client, limit, 0)
        order = ended(part, by=hang)
        await world.client.close()
        assert order == list(PARTS)
        assert f"the end goes on without {name}" in world.logbook.text

    @pytest.mark.parametrize("part", PARTS)
    async def test_nor_does_one_that_fails(self, world, ended, part):
        async def fail() -> None:
            raise StoreError("no disk")

        order = ended(part, by=fail)
        world.logbook.expect("ending failed")
        await world.client.close()
        assert order == list(PARTS)
        assert f"ending failed: {PARTS[part][1]}" in world.logbook.text

    async def test_a_click_under_way_gets_its_answer(self, world, bob, monkeypatch, ended):
        table, order, work = await world.play("ninetynine"), ended(), world.client.desk.work
        join, close, begun, go_on = world.house.join, work.close, asyncio.Event(), asyncio.Event()

        async def join_slowly(*args: Any) -> Any:
            begun.set()
            await go_on.wait()
            joined = await join(*args)
            order.append("join")
            return joined

        async def close_meanwhile() -> None:
            go_on.set()
            await close()

        monkeypatch.setattr(world.house, "join", join_slowly)
        monkeypatch.setattr(work, "close", close_meanwhile)
        click = asyncio.create_task(bob.click(table, "Join"))
        await begun.wait()
        await world.client.close()
        assert "Bob" in (await click).screen.text
        assert order.index("join") < order.index("gateway")

    def test_the_parts_together_take_less_than_the_process_is_granted(self):
        seconds = sum(getattr(bot.client, limit) for limit, _ in PARTS.values())
        assert bot.background.GRACE < bot.client.ANSWER_SECONDS
        assert seconds < LIMIT < 10
