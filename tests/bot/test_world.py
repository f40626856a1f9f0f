"""The harness itself: it plays, it waits, and it notices what a bot must not do."""

import io
import logging
import re
from typing import Any

import discord
import pytest

import engine
from engine.table import Status
from tests.support import leaks
from tests.support.member import Member
from tests.support.playing import play_on
from tests.support.world import World


async def say(world: World, **message: Any) -> discord.Message:
    """Have the bot post something in the channel, as none of its code would."""
    channel = world.client.get_partial_messageable(world.channel.id, guild_id=world.guild.id)
    with world.env._bot_scope():
        return await channel.send(**message)


SHORT: dict[str, dict[str, Any]] = {
    "ninetynine": {"chips": 1},
    "onehundred": {"chips": 1},
    "take5": {"rounds": 1},
    "schmier": {"max_hands": 1},
    "toonerville": {"first_round": 1, "last_round": 1, "turns": 40},
}


@pytest.mark.every_database
@pytest.mark.parametrize("game", list(SHORT))
async def test_a_whole_game_by_buttons_leaks_nothing(world: World, game: str) -> None:
    computers = max(1, engine.game_info(game).min_players - 3)
    table = await world.game(people=3, computers=computers, game=game, **SHORT[game])
    await play_on(world, table)
    assert table.status is Status.FINISHED
    assert re.search(r"# 🏆 .+ wins?!", table.text)
    world.assert_no_leaks()


async def test_the_newest_hand_follows_the_game(world: World, alice: Member, bob: Member) -> None:
    table = await world.game(people=2)
    hand = await bob.hand()
    assert len(hand.actions()) >= 3
    reply = await bob.act(hand.actions()[0], hand)
    assert reply.private
    assert table.to_act() == [alice]
    assert hand.actions() == []


@pytest.mark.world(seed=3)
async def test_the_same_luck_deals_the_same_cards(world: World, alice: Member) -> None:
    table = await world.game(people=2)
    first = table.hand_of(alice)
    await world.restart_bot()
    await table.load()
    assert table.hand_of(alice) == first


async def test_time_passes_only_when_told(world: World, bob: Member) -> None:
    table = await world.game(people=2)
    await world.advance(29)
    assert table.to_act() == [bob]
    assert not [screen for screen in world.public_screens() if screen.pinged]
    await world.advance(2)
    assert [screen.pinged for screen in world.public_screens()][-1] == [bob.id]
    await world.advance(30)
    assert table.to_act() != [bob]


async def test_clicks_interleave_at_a_slow_network(world: World, bob: Member) -> None:
    table = await world.game(people=2)
    hand, before = await bob.hand(), table.table.plies
    button = hand.buttons[0]
    world.weather.delay = 0.01
    replies = await world.together(bob.press(hand, button), bob.press(hand, button))
    assert all(reply.answered for reply in replies)
    assert table.table.plies == before + 1


async def test_a_lost_reply_reaches_discord_all_the_same(world: World, alice: Member) -> None:
    world.weather.lose_reply("POST", "/interactions/*/callback")
    table = world.table_of(await alice.slash("play ninetynine", players=2))
    assert "Players: 1 of 2" in table.text
    sent = [each for each in world.weather.sent if each.path.endswith("/callback")]
    assert len(sent) == 2


async def test_people_have_languages(
    world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[discord.Locale] = []

    async def hear(interaction: discord.Interaction) -> None:
        heard.append(interaction.locale)

    monkeypatch.setattr(world.client, "on_interaction", hear)
    alice.locale = "de"
    await alice.slash("help")
    assert heard == [discord.Locale.german]


@pytest.mark.world(seed=1)
async def test_the_top_discard_is_no_secret_however_old_its_event_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaks, "RECENT_EVENTS", 0)
    table = await world.game(people=3, game="toonerville")
    top = table.state.public()["discard_top"]
    assert any(top in table.hand_of(member) for member in world.people(3)), "of two such cards"
    await say(world, content=f"Top discard: {top}.")
    world.assert_no_leaks()


async def test_a_table_that_was_dropped_from_memory_has_to_be_loaded(
    world: World, alice: Member
) -> None:
    table = await world.game(people=2)
    await world.house.end(table.id, world.guild.id)
    await world.env.settle()
    await world.house.forget(alice.id, world.guild.id)
    with pytest.raises(AssertionError, match="load it first"):
        _ = table.status
    await table.load()
    assert table.status is Status.CANCELLED


class TestWhatMustNotHappen:
    """Each is planted here, and has to be found."""

    async def test_a_hidden_card_in_public(self, world: World, alice: Member) -> None:
        table = await world.game(people=2)
        card = table.hand_of(alice)[0]
        await say(world, content=f"Alice holds {card}.")
        with pytest.raises(AssertionError, match=card):
            world.assert_no_leaks()
        world.leaks.found.clear()

    async def test_a_hidden_card_in_a_file_name(self, world: World, alice: Member) -> None:
        table = await world.game(people=2)
        card = table.hand_of(alice)[1]
        await say(world, view=picture(f"attachment://{card}.png"), file=empty_file(f"{card}.png"))
        assert any(card in found for found in world.leaks.found)
        world.leaks.found.clear()

    async def test_a_move_on_a_public_button(self, world: World) -> None:
        table = await world.game(people=2)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Play", custom_id=f"m:{table.id}:0:0:KS"))
        await say(world, view=view)
        assert any("move buttons" in found for found in world.leaks.found)
        world.leaks.found.clear()

    async def test_anothers_hand_in_an_ephemeral_answer(
        self, world: World, alice: Member, bob: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.game(people=2)
        bobs = table.hand_of(bob)

        async def spy(interaction: discord.Interaction) -> None:
            await interaction.followup.send(f"Bob holds {bobs}", ephemeral=True)

        monkeypatch.setattr(world.client, "on_interaction", spy)
        await alice.slash("help")
        assert any(f"user {alice.id}" in found for found in world.leaks.found)
        world.leaks.found.clear()

    async def test_a_hidden_card_in_the_log(self, world: World, bob: Member) -> None:
        table = await world.game(people=2)
        logging.getLogger("bot").info("dealt %s", table.hand_of(bob))
        assert any("log of bot" in found for found in world.leaks.found)
        world.leaks.found.clear()

    async def test_an_error_in_the_log(self, world: World) -> None:
        logging.getLogger("engine").error("it broke")
        with pytest.raises(AssertionError, match="it broke"):
            world.verify()
        world.logbook.expect("it broke")

    async def test_an_interaction_without_an_answer(
        self, world: World, alice: Member, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def silence(*_: object) -> None:
            pass

        monkeypatch.setattr(world.client.tree, "_call", silence)
        await alice.slash("help")
        with pytest.raises(AssertionError, match="never answered"):
            world.verify()
        world.promptness.may_be_unanswered = True


def picture(url: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    view.add_item(gallery.add_item(media=url))
    return view


def empty_file(name: str) -> discord.File:
    return discord.File(io.BytesIO(b"x"), name)
