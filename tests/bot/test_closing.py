"""Moderators end any table of their server, whatever state it is in."""

import pytest
from discord import PermissionOverwrite

from engine.house.rebuild import RebuildError
from engine.table import Person, Status
from tests.bot.test_kicking import moderator
from tests.bot.test_options_page import options
from tests.support.member import Member
from tests.support.mishaps import delete_channel
from tests.support.roles import grant, revoke
from tests.support.tables import TableView

__all__ = ["moderator"]


async def close(member: Member, table: TableView, **options: object):
    reply = await member.slash("table close", table=table.id, **options)
    return await member.click(reply.screen, "Yes, close the table")


async def test_after_a_question_the_game_ends_and_everybody_sees_why(world, moderator, alice):
    table = await world.game(people=3)
    reply = await moderator.slash("table close", table=table.id)
    assert reply.private
    assert reply.text == (
        "**Close Ninety-Nine, table 1?** "
        "The game ends for everybody without a winner; stakes go back."
    )
    assert table.status is Status.PLAYING
    done = await moderator.click(reply.screen, "Yes, close the table")
    assert "A moderator closed this table." in done.text
    assert (table.status, table.table.closed_reason) == (Status.CANCELLED, "moderator")
    assert (
        f"A moderator closed this table. That was <@{moderator.id}>. "
        "Whoever still sat there has their stake back." in table.text
    )
    assert not table.screen.pinged
    assert "Type /play to open a new one." in table.text
    assert "You don't sit at any table here." in (await alice.slash("hand")).text


async def test_the_page_of_options_does_it_too(world, moderator):
    table = await world.game(people=3)
    page = await options(moderator, table)
    await moderator.click(page, "Close the table")
    await moderator.click(page, "No, go back")
    assert table.table.is_live
    await moderator.click(page, "Close the table")
    await moderator.click(page, "Yes, close the table")
    assert table.status is Status.CANCELLED


@pytest.mark.parametrize("state", ["lobby", "paused", "on hold", "away"])
async def test_in_every_state(world, moderator, alice, state):
    table = await world.play(players=3) if state == "lobby" else await world.game(1, 2)
    if state == "on hold":
        await world.house.ask_pause(table.id, alice.id)
    elif state == "paused":
        table.table.seats[0].away = True
    elif state == "away":
        await world.advance(200)
    await close(moderator, table)
    assert table.status is Status.CANCELLED


async def test_only_those_who_may_manage_messages(world, alice):
    table = await world.game(people=2)
    reply = await alice.slash("table close", table=table.id)
    assert reply.private
    assert "Only those who may manage messages in that table's channel can do that." in reply.text
    page = await options(alice, table)
    assert "Close the table" not in page.labels
    for entry in ("close", "reallyclose"):
        forged = await alice.press_unseen(page, f"o:{table.id}:{entry}")
        assert "Only those who may manage messages" in forged.text
    assert table.status is Status.PLAYING


async def test_not_when_the_right_went_between_question_and_answer(world, moderator):
    table = await world.game(people=2)
    reply = await moderator.slash("table close", table=table.id)
    await revoke(world, moderator)
    done = await moderator.click(reply.screen, "Yes, close the table")
    assert "⚠ Only those who may manage messages" in done.text
    assert table.status is Status.PLAYING


async def test_the_right_must_hold_where_the_table_stands(world, bob):
    """It is of no use to manage messages in the channel where the command is typed."""
    table = await world.game(people=2, host=None)
    dave = world.person("Dave")
    other = world.guild.create_text_channel(
        "elsewhere", overwrites={dave.actor: PermissionOverwrite(manage_messages=True)}
    )
    reply = await dave.slash("table close", table=table.id, channel=other)
    assert "Only those who may manage messages in that table's channel" in reply.text
    assert table.status is Status.PLAYING


async def test_a_channel_may_take_the_right_away(world, moderator):
    closed = world.guild.create_text_channel(
        "ours", overwrites={moderator.actor: PermissionOverwrite(manage_messages=False)}
    )
    alice, _ = world.people(2)
    reply = await alice.slash("play ninetynine", players=3, channel=closed)
    table = world.table_of(reply)
    refused = await moderator.slash("table close", table=table.id, channel=world.channel)
    assert "Only those who may manage messages" in refused.text


@pytest.mark.parametrize("right", ["administrator", "manage_messages"])
async def test_administrators_may_too(world, carol, right):
    table = await world.game(people=2)
    await grant(world, carol, **{right: True})
    await close(carol, table)
    assert table.status is Status.CANCELLED


async def test_twice_is_told_that_it_is_over(world, moderator):
    table = await world.game(people=2)
    first = await moderator.slash("table close", table=table.id)
    await close(moderator, table)
    late = await moderator.click(first.screen, "Yes, close the table")
    assert "A moderator closed this table." in late.text
    again = await moderator.slash("table close", table=table.id)
    assert "This game is over." in again.text


async def test_two_at_once(world, moderator, dave):
    await grant(world, dave, manage_messages=True)
    table = await world.game(people=2)
    questions = [await m.slash("table close", table=table.id) for m in (moderator, dave)]
    world.weather.delay = 0.01
    replies = await world.together(
        moderator.click(questions[0].screen, "Yes, close the table"),
        dave.click(questions[1].screen, "Yes, close the table"),
    )
    assert all("A moderator closed this table." in reply.text for reply in replies)


async def test_a_table_that_there_is_not_and_one_of_another_server_look_alike(world, moderator):
    table = await world.game(people=2)
    table.table.guild_id = 77
    elsewhere = await moderator.slash("table close", table=table.id)
    nowhere = await moderator.slash("table close", table=4711)
    assert (
        elsewhere.text
        == nowhere.text
        == ("That table doesn't exist any more. Type /play to open one.")
    )
    assert table.status is Status.PLAYING


async def test_one_that_cannot_be_played_on_is_closed_by_the_command(world, moderator, monkeypatch):
    table = await world.game(people=2)

    def fail(*_: object) -> None:
        raise RebuildError("an older version's rules")

    monkeypatch.setattr("engine.house.registry.rebuild", fail)
    world.house._registry._live.clear()
    world.logbook.expect("a table can't be played again and is closed")
    reply = await moderator.slash("table close", table=table.id)
    assert "Sorry, this game can't go on: something broke on my side." in reply.text
    assert (await table.load()).status is Status.CANCELLED


async def test_its_channel_is_gone(world, moderator):
    other = world.guild.create_text_channel("short-lived")
    alice, _ = world.people(2)
    reply = await alice.slash("play ninetynine", players=3, channel=other)
    table = world.table_of(reply)
    await delete_channel(world, other.id)
    late = await moderator.slash("table close", table=table.id)
    assert late.answered
    assert table.status is Status.CANCELLED


async def test_the_live_tables_are_suggested(world, moderator, alice):
    table = await world.game(people=2)
    await world.play("take5", players=3, host=world.person("Carol"))
    choices = await moderator.actor.autocomplete(world.channel, "table close", "table", "")
    assert [choice["name"] for choice in choices] == [
        "Take 5, table 2 (in the lobby)", "Ninety-Nine, table 1 (2 people)",
    ]  # fmt: skip
    choices = await moderator.actor.autocomplete(world.channel, "table close", "table", "nine")
    assert [choice["value"] for choice in choices] == [table.id]
    assert not await alice.actor.autocomplete(world.channel, "table close", "table", "")


async def test_a_thread_of_its_own_has_the_rights_of_its_channel(world, moderator, alice):
    await world.house.change_settings(world.guild.id, Person(alice.id, "Alice"), threads=True)
    table = await world.game(people=2)
    await world.advance(5)
    assert table.table.parent_id == world.channel.id
    refused = await world.person("Dave").slash("table close", table=table.id)
    assert "Only those who may manage messages" in refused.text
    await close(moderator, table)
    assert table.status is Status.CANCELLED
