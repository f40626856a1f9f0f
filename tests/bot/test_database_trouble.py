"""A full disk, a locked or slow database, a commit that breaks off: what people are told of it."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from engine.table import Status
from tests.engine.house.room import shown
from tests.engine.store.test_trouble import somebody_writes
from tests.support.disk import broken_commit, full_disk
from tests.support.member import Member
from tests.support.mishaps import sent
from tests.support.world import World

UNCHANGED = "nothing was changed"
UNSURE = "don't know whether what you did counts"


@pytest.fixture(autouse=True)
def trouble_is_logged(world: World) -> None:
    for words in ("database trouble", "clock work failed"):
        world.logbook.expect(words)


class TestAFullDisk:
    async def test_a_move(self, world: World) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        button, before = hand.actions()[0], shown(table.table)
        with full_disk() as disk:
            reply = await player.act(button, hand)
        assert disk.failed
        assert reply.private
        assert UNCHANGED in reply.text
        assert shown(table.table) == before

        await player.act(button, hand)
        assert table.table.plies == 1

    async def test_the_last_move(self, world: World) -> None:
        """Every write of it finds no room once; in the end the result is shown."""
        table, works = await world.game(people=2, chips=1, pace="none"), 0
        while table.status is Status.PLAYING:
            player = table.to_act()[0]
            hand = await player.hand(table)
            with full_disk(after=works):
                reply = await player.act(hand.actions()[-1], hand)
            if UNCHANGED in reply.text:
                await player.act(hand.actions()[-1], hand)
            works = (works + 1) % 6
        assert "🏆" in table.text
        stored = await world.house.store.load(table.id)
        assert stored is not None
        assert stored.table.status == "finished"
        assert len(stored.actions) == table.table.plies

    async def test_a_computers_move_is_made_when_there_is_room(self, world: World) -> None:
        table = await world.game(people=1, computers=1, pace="none")
        if not table.to_act():
            await world.wait_for_people(table)
        player, plies = table.to_act()[0], table.table.plies
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        with full_disk() as disk:
            await world.advance(30)
        assert disk.failed > 1
        assert table.table.plies == plies + 1
        await world.advance(10)
        assert table.table.plies > plies + 1
        assert table.to_act() == [player] or table.status is not Status.PLAYING

    async def test_opening_a_table(self, world: World, alice: Member) -> None:
        with full_disk():
            reply = await alice.slash("play ninetynine")
        assert reply.private
        assert UNCHANGED in reply.text
        assert world.public_screens() == []
        assert await world.house.store.live() == []

    async def test_sitting_down(self, world: World, bob: Member) -> None:
        table = await world.play(players=3)
        with full_disk():
            reply = await bob.click(table, "Join")
        assert UNCHANGED in reply.text
        assert "Bob" not in table.text
        await bob.click(table, "Join")
        assert "Bob" in table.text


async def set_up(world: World, pragma: str) -> None:
    """Set up the connection that writes differently."""
    writer = world.house.store._writer
    async with writer.lock:
        connection = await writer.connection()
        await connection.execute(text(f"PRAGMA {pragma}"))
        await connection.rollback()


class TestALockedDatabase:
    """Another program writes to the file."""

    async def test_for_longer_than_the_bot_waits(self, world: World) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        await set_up(world, "busy_timeout=10")
        with somebody_writes(world.settings.database_url):
            reply = await player.act(hand.actions()[0], hand)
            assert UNCHANGED in reply.text
            assert table.table.plies == 0
            for command in ("hand", "watch"):  # who only looks isn't kept from it
                assert UNCHANGED not in (await player.slash(command)).text
        await player.act(hand.actions()[0], hand)
        assert table.table.plies == 1


class TestASlowDatabase:
    """Writing takes longer than Discord waits for an answer."""

    async def test_it_is_put_off_in_time_and_then_done(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        gate, append = asyncio.Event(), world.house.store.append

        async def slowly(*args: Any, **kwargs: Any) -> None:
            await world.env.external_wait(gate.wait(), reason="the disk is slow")
            await append(*args, **kwargs)

        monkeypatch.setattr(world.house.store, "append", slowly)
        answers = sent(world, "POST", "/callback")
        await player.act(hand.actions()[0], hand)
        assert sent(world, "POST", "/callback") == answers
        await world.advance(2.5)
        assert sent(world, "POST", "/callback") == answers + 1
        assert table.table.plies == 0
        gate.set()
        await world.env.settle()
        assert table.table.plies == 1
        assert "You played" in hand.text


@pytest.mark.parametrize("written", [True, False])
class TestACommitThatBreaksOff:
    """Nobody knows whether it is on the disk."""

    async def test_a_move(self, world: World, written: bool) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        with broken_commit(written=written):
            reply = await player.act(hand.actions()[0], hand)
        assert UNSURE in reply.text
        assert UNCHANGED not in reply.text
        assert (await world.house.get(table.id)).plies == int(written)
        again = await player.slash("hand")
        assert ("Not your turn" in again.text) == written

    async def test_sitting_down(self, world: World, bob: Member, written: bool) -> None:
        table = await world.play(players=3)
        with broken_commit(written=written):
            reply = await bob.click(table, "Join")
        assert UNSURE in reply.text
        await world.advance(6)  # it is read anew by itself
        assert (table.table.seat_of(bob.id) is not None) == written
        assert ("Bob" in table.text) == written
