"""Leaving: which table, after which question, and what is said of it; in the simulated server."""

import asyncio
from typing import Any

import pytest

from engine.table import Person, Status, Table
from tests.bot.test_taking_seats import leave
from tests.engine.house.room import held_up


class TestAtSeveralTables:
    async def test_they_are_listed_to_choose_from(self, world, alice, bob):
        lobby = await world.play(players=3)
        game = await world.game(people=2)
        reply = await alice.slash("leave")
        assert reply.private
        assert "You sit at several tables. Which one?" in reply.text
        assert reply.screen.labels == ["Leave", "Leave"]
        assert f"Ninety-Nine, table {game.id} (2 people)" in reply.text
        assert f"Ninety-Nine, table {lobby.id} (in the lobby)" in reply.text
        assert reply.text.count("[Go to the table](") == 2

        ids = [button.custom_id for button in reply.screen.buttons]
        assert ids == [f"o:{game.id}:leave", f"o:{lobby.id}:leave"]
        question = await alice.press(reply.screen, reply.screen.buttons[0])
        assert question.screen.id == reply.screen.id
        assert f"**Leave Ninety-Nine, table {game.id}?**" in question.text
        await alice.click(question.screen, "Yes, leave the table")
        assert game.table.seats[0].left
        assert lobby.status is Status.LOBBY

    async def test_a_lobby_among_them_is_left_at_once(self, world, alice, bob):
        lobby = await world.play(players=3)
        await bob.click(lobby, "Join")
        await world.game(people=2)
        reply = await alice.slash("leave")
        said = await alice.press(reply.screen, reply.screen.buttons[1])
        assert f"You left table {lobby.id}." in said.text
        assert [seat.name for seat in lobby.table.seats] == ["Bob"]

    async def test_the_only_one_needs_no_choice(self, world, alice, bob):
        await world.game(people=2)
        assert "Leave Ninety-Nine" in (await alice.slash("leave")).text


@pytest.mark.parametrize("way", ["button", "options", "command"])
async def test_who_leaves_a_lobby_is_asked_first_where_the_game_begins_meanwhile(
    world, bob, monkeypatch, way
):
    table = await world.play(players=3, stake=10)
    await bob.click(table, "Join")
    page = (await bob.click(table, "Options")).screen
    leave, pressed = world.house.leave, asyncio.Event()

    async def leave_and_tell(*args: Any, **facts: Any) -> Table:
        pressed.set()
        return await leave(*args, **facts)

    monkeypatch.setattr(world.house, "leave", leave_and_tell)
    async with held_up(world.house.store, "start_table") as starting:
        with world.env._bot_scope():
            carol = Person(world.person("Carol").id, "Carol")
            joining = asyncio.create_task(world.house.join(table.id, carol, 5))
        await starting.wait()
        clicks = {
            "button": bob.click(table, "Leave"),
            "options": bob.click(page, "Leave"),
            "command": bob.slash("leave", table=table.id),
        }
        leaving = asyncio.create_task(clicks.pop(way))
        for unused in clicks.values():
            unused.close()
        await pressed.wait()
    await joining
    reply = await leaving

    assert table.status is Status.PLAYING
    assert f"**Leave Ninety-Nine, table {table.id}?**" in reply.text
    assert reply.private
    assert not any(seat.left for seat in table.table.seats)


async def test_what_everybody_has_left_gives_no_stake_back(world, alice):
    table = await world.game(people=1, computers=2, stake=10)
    await leave(alice, table)
    assert (
        "This table closed, because everybody left. So nobody has their stake back." in table.text
    )
    assert "Whoever still sat there" not in table.text


async def test_nothing_is_said_of_stakes_where_there_are_none(world, alice):
    table = await world.game(people=1, computers=2, stake=0)
    await leave(alice, table)
    assert "stake" not in table.text
