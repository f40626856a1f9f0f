"""Channels, threads and servers that go: their tables are closed, and their people are free."""

from typing import Any

import pytest

from engine.store import StoreError
from engine.table import Status
from tests.support.member import Member
from tests.support.mishaps import delete_channel, permit, refuse, remove_bot
from tests.support.world import World

GET_GUILD = ("GET", "/guilds/*")


def closed(world: World, *numbers: int, reason: str = "channel") -> bool:
    """Whether tables are closed, and because of their place."""
    tables = {table.id: table for table in world.tables_in_memory()}
    return all(
        tables[number].status is Status.CANCELLED and tables[number].closed_reason == reason
        for number in numbers
    )


async def left(world: World) -> bool:
    """Whether it is written down that the bot isn't in the server any more."""
    known = await world.house.store.keeping.known_servers()
    return bool(known[world.guild.id])


async def test_a_deleted_channel_closes_its_tables(
    world: World, alice: Member, bob: Member
) -> None:
    lobby = await world.play(players=3)
    game = await world.game(people=2)
    elsewhere = world.guild.create_text_channel("elsewhere")
    other = world.table_of(await bob.slash("play ninetynine", channel=elsewhere, players=2))

    await delete_channel(world)

    assert closed(world, lobby.id, game.id)
    assert other.status is Status.LOBBY
    sitting = [table.id for table in await world.house.tables_of(world.guild.id, alice.id)]
    assert sitting == []
    reply = await alice.slash("play ninetynine", channel=elsewhere, players=2)
    assert "Players: 1 of 2" in reply.text


async def test_a_channel_that_went_unseen_is_noticed_when_the_table_has_news(world: World) -> None:
    table = await world.game(people=2)
    refuse(world, "PATCH", "/channels/*/messages/*", 10003, times=None)
    await world.advance(61)  # the clock plays
    assert closed(world, table.id)


async def test_a_channel_that_went_while_the_bot_was_down(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.game(people=2, pace="none")
    await world.advance(3600)  # so old that a start wouldn't touch the message
    with monkeypatch.context() as deaf:
        deaf.setattr(world.env.backend, "emit", lambda *_: None)
        world.env.backend.delete_channel(world.channel.id)
    await world.restart_bot(away=60, crash=True)
    await world.advance(5)
    await table.load()
    assert closed(world, table.id)


async def test_a_bot_that_is_removed_closes_all_its_tables(world: World) -> None:
    lobby, game = await world.play(players=3), await world.game(people=2)
    await remove_bot(world)
    assert closed(world, lobby.id, game.id, reason="removed")
    assert await left(world)


async def test_a_removal_that_cannot_be_written_down_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.game(people=2)
    keeping, trouble = world.house.store.keeping, ["a full disk"]
    note = keeping.server_left

    async def server_left(guild_id: int, at: float) -> None:
        if trouble:
            raise StoreError(trouble.pop())
        await note(guild_id, at)

    monkeypatch.setattr(keeping, "server_left", server_left)
    world.logbook.expect("database trouble")
    await remove_bot(world)
    assert table.status is Status.PLAYING
    await world.advance(61)
    assert closed(world, table.id, reason="removed")
    assert await left(world)


async def test_no_silence_is_left_of_a_server_that_went_while_it_was_unavailable(
    world: World,
) -> None:
    await world.game(people=2)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert world.house.outages.silent(world.guild.id)
    await remove_bot(world)
    assert not world.house.outages.silent(world.guild.id)


async def test_a_removal_while_the_bot_was_down(world: World) -> None:
    table = await world.game(people=2)
    keep = world.env.backend.guilds.pop(world.guild.id)
    await world.restart_bot(away=60, crash=True)
    refuse(world, *GET_GUILD, 50001, times=None)
    await world.advance(5)
    await table.load()
    assert closed(world, table.id, reason="removed")
    assert await left(world)
    world.env.backend.guilds[keep.id] = keep


class TestNoRemoval:
    async def test_a_server_that_discord_cannot_reach(self, world: World) -> None:
        table = await world.game(people=2)
        world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
        await world.env.settle()
        await world.advance(600)
        assert table.status is Status.PLAYING
        assert table.table.plies == 0, "nobody can press a button there"

    async def test_a_server_that_is_not_told_of_yet_after_a_start(self, world: World) -> None:
        table = await world.game(people=2)
        keep = world.env.backend.guilds.pop(world.guild.id)
        refuse(world, *GET_GUILD, 503, times=None)
        await world.restart_bot(away=60, crash=True)
        await world.advance(5)
        await table.load()
        world.env.backend.guilds[keep.id] = keep
        assert table.status is Status.PLAYING

    async def test_a_channel_that_the_bot_may_not_see(self, world: World, bob: Member) -> None:
        table = await world.game(people=2)
        await permit(world, view_channel=False)
        await world.advance(61)
        assert table.status is Status.PLAYING
        assert all(not seat.left for seat in table.table.seats)

    async def test_an_error_of_discords(self, world: World) -> None:
        table = await world.game(people=2)
        refuse(world, "PATCH", "/channels/*/messages/*", 500, times=3)
        await world.advance(61)
        assert table.status is Status.PLAYING


async def test_a_removal_that_nobody_told_of_is_found_when_access_is_missing(world: World) -> None:
    table = await world.game(people=2)
    refuse(world, "PATCH", "/channels/*/messages/*", 50001, times=None)
    refuse(world, *GET_GUILD, 50001, times=None)
    await world.advance(61)
    assert closed(world, table.id, reason="removed")
    assert await left(world)


async def test_a_server_is_asked_about_once_in_ten_minutes(world: World) -> None:
    await world.game(people=2)
    await permit(world, view_channel=False)
    for _ in range(5):
        await world.advance(61)
    asked = [each for each in world.weather.sent if each.path == f"/guilds/{world.guild.id}"]
    assert len(asked) == 1


async def test_closing_is_tried_again_when_the_database_was_in_trouble(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.game(people=2)
    trouble = ["a full disk"]
    end = world.house.store.end_table

    async def end_table(*args: Any, **facts: Any) -> bool:
        if trouble:
            raise StoreError(trouble.pop())
        return await end(*args, **facts)

    monkeypatch.setattr(world.house.store, "end_table", end_table)
    await delete_channel(world)
    assert table.status is Status.PLAYING
    await world.advance(61)
    assert closed(world, table.id)
    world.logbook.expect("database trouble")


async def test_finding_a_table_whose_channel_is_gone_closes_it(world: World, alice: Member) -> None:
    table = await world.play(players=3)
    refuse(world, "POST", "/channels/*/messages", 10003)
    reply = await alice.slash("table show")
    assert reply.private
    assert closed(world, table.id)
