"""Looking on at tables: what everybody sees, for those who see the channel, and never a hand."""

import pytest
from discord import PermissionOverwrite

from tests.bot.test_options_page import options
from tests.support.playing import play_on
from tests.support.tables import TableView
from tests.support.world import World

PUBLIC = "You watch table 1."


@pytest.fixture
async def table(world: World) -> TableView:
    return await world.game(people=3, game="take5")


async def test_a_list_of_tables_to_choose_from(world, table, dave):
    await world.play("schmier", host=world.person("Erin"))
    reply = await dave.slash("watch")
    assert reply.private
    assert [o.label for o in reply.screen.options] == [
        "Schmier, table 2 (in the lobby)", "Take 5, table 1 (3 people)",
    ]  # fmt: skip
    assert f"/{table.screen.channel_id}/{table.screen.id}" in reply.text
    await dave.choose(reply.screen, ["1"])
    assert PUBLIC in reply.screen.text
    assert reply.screen.labels == ["Refresh", "Rules", "Options"]


async def test_it_is_what_everybody_sees_and_refreshes(world, table, alice, bob, dave):
    page = (await dave.slash("watch", table=table.id)).screen
    assert table.text in page.text
    before = page.text
    hand = await alice.hand(table)
    await alice.act(hand.actions()[0], hand)
    assert page.text == before  # it is a look, not a window
    await dave.click(page, "Refresh")
    assert table.text in page.text
    world.assert_no_leaks()


async def test_players_see_no_more_of_it_than_others(world, table, alice, dave):
    hand = await alice.hand(table)
    await alice.act(hand.actions()[0], hand)
    pages = [(await person.slash("watch", table=table.id)).text for person in (alice, dave)]
    assert pages[0] == pages[1]
    assert "discard" not in pages[0]


async def test_a_lobby_can_be_watched_and_then_joined(world, dave):
    table = await world.play(players=3)
    page = (await dave.slash("watch", table=table.id)).screen
    assert page.labels == ["Refresh", "Rules", "Options"]
    await dave.click(page, "Options")
    assert page.labels == ["Join"]
    await dave.click(page, "Join")
    assert "✓ You sit at this table." in page.text
    assert table.table.seat_of(dave.id) == 1


async def test_from_the_page_of_options(table, dave):
    page = await options(dave, table)
    await dave.click(page, "Watch")
    assert PUBLIC in page.text


async def test_without_tables_there_is_a_sentence(dave):
    reply = await dave.slash("watch")
    assert reply.text == "There is no table to watch now. Type /play to open one."


class TestAChannelThatOneDoesNotSee:
    @pytest.fixture
    async def secret(self, world: World) -> TableView:
        hidden = world.guild.create_text_channel(
            "secret",
            overwrites={
                world.person("Dave").actor: PermissionOverwrite(view_channel=False),
            },
        )
        alice = world.people(1)[0]
        return world.table_of(await alice.slash("play ninetynine", players=3, channel=hidden))

    async def test_is_neither_listed_nor_suggested(self, world, secret, dave, bob):
        assert "no table to watch" in (await dave.slash("watch")).text
        for command in ("watch", "table options", "table kick"):
            assert not await dave.actor.autocomplete(world.channel, command, "table", "")
        assert "table 1" in (await bob.slash("watch")).text
        assert await bob.actor.autocomplete(world.channel, "watch", "table", "")

    @pytest.mark.parametrize("command", ["watch", "table options", "table kick"])
    async def test_cannot_be_named_either(self, secret, dave, command):
        reply = await dave.slash(command, table=secret.id)
        nowhere = await dave.slash(command, table=4711)
        assert reply.private
        assert reply.text == nowhere.text
        assert "doesn't exist any more" in reply.text

    async def test_nor_refreshed_by_whoever_has_lost_sight_of_it(self, world, dave):
        table = await world.game(people=2)
        page = (await dave.slash("watch", table=table.id)).screen
        table.table.guild_id = 77
        reply = await dave.click(page, "Refresh")
        assert "doesn't exist any more" in reply.text


@pytest.mark.parametrize("values", [["x"], ["9" * 30], []])
async def test_a_choice_that_there_is_not(world, table, dave, values):
    page = (await dave.slash("watch")).screen
    reply = await dave.choose_unseen(page, "w:tables", values)
    assert "doesn't exist any more" in reply.text


async def test_a_look_is_served_after_a_restart(world, table, dave):
    page = (await dave.slash("watch", table=table.id)).screen
    await world.restart_bot(away=20)
    await dave.click(page, "Refresh")
    assert PUBLIC in page.text


async def test_who_has_won_chips_is_seen_too(world, alice, dave):
    table = await world.game(people=2, game="take5", rounds=1)
    page = (await dave.slash("watch", table=table.id)).screen
    await play_on(world, table)
    await dave.click(page, "Refresh")
    (line,) = [each for each in table.text.splitlines() if each.startswith("Chips: ")]
    assert line in page.text


async def test_the_end_is_seen_too(world, table, dave):
    page = (await dave.slash("watch", table=table.id)).screen
    await world.house.end(table.id, world.guild.id)
    await dave.click(page, "Refresh")
    assert "A moderator closed this table." in page.text
    assert page.labels == ["Rules"]
