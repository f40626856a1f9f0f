"""Clicks on what an old picture still shows: a real client sends them, and each gets an answer.

simcord's people can press only what a message shows now, so these clicks are sent by hand.
"""

from unittest.mock import Mock

import discord
import pytest

from bot.tables.rights import may_moderate
from engine.table import Person, Status
from tests.bot.builders import lobby
from tests.support.roles import grant


async def on_turn(world, table):
    """Who is on turn, their hand, and the custom_ids of its moves."""
    member = table.to_act()[0]
    hand = await member.hand(table)
    return member, hand, [control.custom_id for _, control in hand.moves()]


async def test_a_second_click_gets_the_hand_as_it_is_now(world):
    table = await world.game(people=2)
    member, hand, moves = await on_turn(world, table)
    await member.press_unseen(hand, moves[0])
    plies = table.table.plies
    reply = await member.press_unseen(hand, moves[1])
    assert table.table.plies == plies
    assert "for an earlier turn, so nothing was played. You played" in reply.text
    assert reply.private


async def test_a_click_after_time_was_up_says_who_played(world):
    table = await world.game(people=2)
    member, hand, moves = await on_turn(world, table)
    await world.advance(61)
    reply = await member.press_unseen(hand, moves[0])
    assert "a computer played for you" in reply.text


async def test_a_card_no_longer_held_is_refused_with_the_hand(world):
    table = await world.game(people=2)
    member, hand, moves = await on_turn(world, table)
    front = moves[0].rpartition(":")[0]
    held = {move.rpartition(":")[2][:2] for move in moves}
    gone = next(card for card in ("2C", "3C", "5C", "6C") if card not in held)
    reply = await member.press_unseen(hand, f"{front}:{gone}")
    assert "You don't hold" in reply.text
    assert "**Your turn**" in reply.text


async def test_a_hand_never_comes_into_a_message_that_all_see(world):
    """Only a client that forges its clicks sends those of a hand from the table's message."""
    table = await world.game(people=2)
    member, _, moves = await on_turn(world, table)
    before = table.screen.text
    for forged in (moves[0], moves[1], f"v:{table.id}:0:0:"):
        reply = await member.press_unseen(table.screen, forged)
        assert reply.private
        assert reply.screen.id != table.screen.id
    assert "My hand" in table.screen.labels
    assert before != table.screen.text, "the move was made"
    world.assert_no_leaks()


async def test_nobody_plays_another_hand(world):
    table = await world.game(people=2)
    member, _, moves = await on_turn(world, table)
    other = next(each for each in world.people(2) if each is not member)
    own = await other.hand(table)
    reply = await other.press_unseen(own, moves[0])
    assert "These aren't your cards" in reply.text
    assert table.table.plies == 0


async def test_somebody_who_does_not_play_is_told_so(world):
    table = await world.game(people=2)
    _, _, moves = await on_turn(world, table)
    reply = await world.person("Carol").press_unseen(table.screen, moves[0])
    assert "You don't sit at this table" in reply.text


@pytest.mark.parametrize("verb", ["join", "computer", "start", "cancel"])
async def test_a_lobby_button_of_a_game_that_has_begun(world, verb):
    table = await world.game(people=2)
    reply = await world.people(1)[0].press_unseen(table.screen, f"t:{table.id}:{verb}")
    assert "already started" in reply.text
    assert table.status is Status.PLAYING


@pytest.mark.parametrize("custom_id", ["t:1:dance", "t:x:join", "m:1:2:3", "lb:?", "t:1"])
async def test_a_button_of_another_version(world, custom_id):
    table = await world.play(players=2)
    reply = await world.people(1)[0].press_unseen(table.screen, custom_id)
    assert "older version" in reply.text
    assert reply.private


async def test_a_form_of_another_version(world, alice):
    page = await alice.slash("privacy")
    form = await alice.click(page.screen, "Delete: this server")
    form.result._interaction.modal["custom_id"] = "pv:erase:moon"
    reply = await alice.submit(form, typed="DELETE HERE")
    assert reply.private
    assert "older version, so nothing was done. Open it once more." in reply.text


@pytest.mark.parametrize("custom_id", ["t:999999:join", "m:999999:0:0:KS", "t:999999:hand"])
async def test_a_table_that_does_not_exist(world, custom_id):
    table = await world.play(players=2)
    reply = await world.people(1)[0].press_unseen(table.screen, custom_id)
    assert "doesn't exist any more" in reply.text


async def test_a_move_after_the_end(world):
    table = await world.game(people=2, chips=1)
    member, hand, moves = await on_turn(world, table)
    while table.status is Status.PLAYING:
        mover = table.to_act()[0]
        mine = await mover.hand(table)
        await mover.act(mine.actions()[-1], mine)
    reply = await member.press_unseen(hand, moves[0])
    assert "This game is over" in reply.text
    assert "Place 1: " in reply.text


class TestATableOfAnotherServer:
    """Whoever may do much here has no say there."""

    @pytest.fixture
    async def there(self, world):
        other = world.env.create_guild("Elsewhere")
        place = other.create_text_channel("cards")
        await world.env.settle()
        return await world.house.open(
            guild_id=other.id, channel_id=place.id, host=Person(5, "Eve"), interaction_id=1,
            game="ninetynine", players=3, computers=1,
        )  # fmt: skip

    @pytest.mark.parametrize(
        "custom_id", ["t:{0}:join", "t:{0}:rules", "o:{0}:show", "o:{0}:join", "o:{0}:close",
                      "o:{0}:reallyclose", "k:{0}:0:5", "t:{0}:replay"]
    )  # fmt: skip
    async def test_is_as_good_as_none(self, world, alice, there, custom_id):
        here = await world.play(players=3)
        await grant(world, alice, manage_messages=True)
        page = (await alice.click(here, "Options")).screen
        reply = await alice.press_unseen(page, custom_id.format(there.id))
        assert "That table doesn't exist any more." in reply.text
        assert [seat.name for seat in there.people()] == ["Eve"]
        assert there.status is Status.LOBBY

    def test_is_not_moderated_by_a_right_in_this_one(self):
        rights = discord.Permissions(manage_messages=True)
        user = Mock(spec=discord.Member, guild_permissions=rights)
        guild = Mock(**{"get_channel_or_thread.return_value": None})
        table = lobby()
        clicked = Mock(guild_id=table.guild_id, channel_id=99, guild=guild, user=user)
        assert may_moderate(clicked, table)
        clicked.guild_id += 1
        assert not may_moderate(clicked, table)
