"""The gateway falls silent, servers can't be reached, and people leave without a word."""

import asyncio

import pytest

from engine.table import Status
from tests.support.member import Member
from tests.support.mishaps import refuse
from tests.support.world import World


async def drop_gateway(world: World) -> None:
    """The only shard loses its connection."""
    with world.env._bot_scope():
        await world.client.shards[0].disconnect()
    await world.env.settle()


async def reconnect(world: World) -> None:
    with world.env._bot_scope():
        await world.client.shards[0].reconnect()
    await world.env.settle()


class TestSilence:
    async def test_nobody_is_charged_for_minutes_without_the_gateway(self, world: World) -> None:
        table = await world.game(people=2)
        await world.advance(10)
        await drop_gateway(world)
        await world.advance(300)
        assert table.table.plies == 0
        assert not [screen for screen in world.public_screens() if screen.pinged]

        await reconnect(world)
        await world.advance(1)

        assert table.table.plies == 0
        assert f"<t:{int(table.table.deadline or 0)}:R>" in table.text, "the new time is shown"
        assert all(not seat.away and not seat.missed for seat in table.table.seats)
        await world.advance(48)
        assert table.table.plies == 0
        await world.advance(3)
        assert table.table.plies == 1

    async def test_one_of_a_second_changes_nothing(self, world: World) -> None:
        table = await world.game(people=2)
        deadline, sent = table.table.deadline, len(world.weather.sent)
        await drop_gateway(world)
        await world.advance(1)
        await reconnect(world)
        assert table.table.deadline == deadline
        assert not [each for each in world.weather.sent[sent:] if each.method == "PATCH"]

    async def test_clicks_that_arrive_after_it_count(self, world: World) -> None:
        table = await world.game(people=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        world.client.dispatch("shard_disconnect", 0)
        await world.advance(120)
        await player.act(hand.actions()[0], hand)  # Discord sends them before it says "resumed"
        assert table.table.plies == 1
        world.client.dispatch("shard_resumed", 0)
        await world.env.settle()
        assert table.status is Status.PLAYING

    async def test_the_time_of_a_server_that_cannot_be_reached_stands_still(
        self, world: World
    ) -> None:
        table = await world.game(people=2)
        ids = {"id": str(world.guild.id)}
        world.env.backend.emit("GUILD_DELETE", {**ids, "unavailable": True})
        await world.env.settle()
        await world.advance(300)
        assert table.table.plies == 0
        world.client.dispatch("guild_available", world.client.get_guild(world.guild.id))
        await world.env.settle()
        await world.advance(59)
        assert table.table.plies == 0
        await world.advance(2)
        assert table.table.plies == 1

    async def test_until_the_gateway_is_there_after_a_start_no_time_runs(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.game(people=2)
        with monkeypatch.context() as late:
            late.setattr(type(world.client), "on_shard_connect", nobody_connects)
            await world.restart_bot(away=5, crash=True)
            await world.advance(200)
            await table.load()
            assert table.table.plies == 0
        with world.env._bot_scope():
            await world.client.on_shard_connect(0)
        await world.advance(50)
        assert table.table.plies == 0
        await world.advance(15)
        assert table.table.plies == 1


async def nobody_connects(*_: object) -> None:
    pass


class TestIsMember:
    async def ask(self, world: World, user_id: int) -> bool | None:
        with world.env._bot_scope():
            return await world.client.is_member(world.guild.id, user_id)

    async def test_somebody_who_is_there_and_somebody_who_is_not(
        self, world: World, alice: Member
    ) -> None:
        assert await self.ask(world, alice.id) is True
        world.guild.remove_member(alice.actor)
        assert await self.ask(world, alice.id) is False

    @pytest.mark.parametrize("code", [500, 429, 50001])
    async def test_what_is_refused_is_not_known(
        self, world: World, alice: Member, code: int
    ) -> None:
        refuse(world, "GET", "/guilds/*/members/*", code)
        assert await self.ask(world, alice.id) is None

    async def test_a_lost_answer_is_not_known(self, world: World, alice: Member) -> None:
        world.weather.lose_reply("GET", "/guilds/*/members/*")
        assert await self.ask(world, alice.id) is None

    async def test_whoever_has_left_the_server_is_handed_over_when_they_are_due(
        self, world: World
    ) -> None:
        table = await world.game(people=3)
        gone = table.to_act()[0]
        world.guild.remove_member(gone.actor)
        await world.env.settle()
        await world.advance(61)
        await asyncio.sleep(0)
        seat = next(seat for seat in table.table.seats if seat.user_id == gone.id)
        assert seat.left
        assert table.status is Status.PLAYING

    async def test_a_member_who_cannot_be_looked_up_keeps_the_seat(self, world: World) -> None:
        table = await world.game(people=2)
        refuse(world, "GET", "/guilds/*/members/*", 500, times=None)
        await world.advance(61)
        assert not [seat for seat in table.table.seats if seat.left]
        assert table.table.plies == 1
