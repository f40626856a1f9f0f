"""`/profile` in the simulated server: whose it is, who sees it, and what it is made of."""

import re

import pytest

from engine.moments import moments_of
from engine.table import Status
from tests.support.member import Reply
from tests.support.past import has_ended, have_ended
from tests.support.playing import play_on
from tests.support.world import World


def read(reply: Reply) -> str:
    return reply.text.replace("\u2068", "").replace("\u2069", "")


class TestWhose:
    async def test_ones_own_is_private(self, world, alice, bob):
        await has_ended(world, alice, bob, stake=10)
        reply = await alice.slash("profile")
        assert reply.private
        assert "## Alice\n1 win" in read(reply).replace("one win", "1 win")
        assert "+10 chips" in read(reply)

    async def test_anothers_tells_what_tables_have_told_and_no_purse(self, world, alice, bob):
        await have_ended(world, 3, alice, bob, stake=10)
        reply = await bob.slash("profile", person=alice.actor)
        assert reply.private
        assert "## Alice\n3 wins in 3 games (100 %) · +30 chips · at best 3 wins" in read(reply)
        assert "230" not in read(reply)
        assert "### Take 5" in read(reply)

    async def test_who_has_played_nothing_is_told_so_and_gets_no_purse(self, world, alice, bob):
        assert "You haven't finished a game" in (await alice.slash("profile")).text
        text = read(await alice.slash("profile", person=bob.actor))
        assert "## Bob\nHasn't finished a game on this server yet." in text
        assert (await world.house.purse(world.guild.id, bob.id))[0].total == 0

    async def test_a_bot_has_none(self, world, alice):
        machine = world.guild.add_member(world.env.create_user("robot", bot=True))
        reply = await alice.slash("profile", person=machine)
        assert "That is a bot." in reply.text

    async def test_another_servers_games_are_not_told(self, world, alice, bob):
        other = world.env.create_guild("Another")
        await has_ended(world, alice, bob, guild_id=other.id)
        assert "haven't finished a game" in (await alice.slash("profile")).text


class TestSharing:
    async def test_the_asker_shows_it_to_everybody(self, world, alice, bob):
        await has_ended(world, alice, bob)
        mine = await alice.slash("profile")
        before = len(world.public_screens())
        await alice.click(mine.screen, "Show to everybody")
        assert len(world.public_screens()) == before + 1
        public = world.public_screens()[-1]
        assert "## \u2068Alice\u2069" in public.text
        assert "Show to everybody" not in public.labels
        assert "Show to everybody" in mine.screen.labels

    @pytest.mark.parametrize(
        "custom_id",
        ["pf:share:12345:", "pf:curve:99999999999999999999:", "pf:dance:1:x", "pf:curve:0:take5"],
    )
    async def test_a_forged_button_finds_nobody(self, world, alice, bob, custom_id):
        await has_ended(world, alice, bob)
        mine = await alice.slash("profile")
        before = len(world.public_screens())
        reply = await alice.press_unseen(mine.screen, custom_id)
        assert reply.private
        assert "nothing to show" in reply.text
        assert len(world.public_screens()) == before

    async def test_a_former_player_cannot_be_asked_for(self, world, alice):
        await has_ended(world, (-5, ""), alice)
        mine = await alice.slash("profile")
        reply = await alice.press_unseen(mine.screen, "pf:share:-5:")
        assert "older version" in reply.text


class TestRatings:
    async def test_they_are_drawn_and_told(self, world, alice, bob):
        await have_ended(world, 3, alice, bob)
        await has_ended(world, bob, alice, game="schmier")
        mine = await alice.slash("profile")
        assert "Rating **" in mine.text
        assert "? is provisional: fewer than 5 rated games." in mine.text
        reply = await alice.click(mine.screen, "Rating curve")
        assert "**Take 5**: 3 rated games, from " in reply.text
        assert re.search(r"\*\*Schmier\*\*: \d+ after one rated game\.", reply.text)
        (gallery,) = [part for part in reply.screen.components if part["type"] == 12]
        assert "Lines: Ratings of Alice. Take 5: 3" in gallery["items"][0]["description"].replace(
            "*", ""
        )
        curve = await world.house.rating_curve(world.guild.id, "take5", alice.id)
        assert f"from {curve[0].rating} to {curve[-1].rating};" in reply.text

    async def test_against_computers_there_are_none(self, world, alice):
        await has_ended(world, alice, "hard")
        mine = await alice.slash("profile")
        assert "Rating" not in mine.text
        assert "Rating curve" not in mine.screen.labels
        reply = await alice.press_unseen(mine.screen, f"pf:curve:{alice.id}:")
        assert "Alice" in reply.text


class TestMoments:
    async def test_they_are_those_of_the_game_that_was_played(self, world, alice, bob):
        table = await world.game(game="take5", rounds=1)
        await play_on(world, table)
        assert table.status is Status.FINISHED
        heads, others = table.state.scores()
        better, worse = (alice, bob) if heads < others else (bob, alice)
        heads = min(heads, others)
        word = "one bull head" if heads == 1 else f"{heads} bull heads"
        text = read(await better.slash("profile"))
        assert f"Cleanest round: {word} (<t:" in text
        assert f"table {table.id}, step " in text
        assert "Cleanest round" not in read(await worse.slash("profile"))

    async def test_the_furthest_counts_and_of_equal_ones_the_newest(self, world, alice, bob):
        tables = []
        for luck in (1, 2, 3):
            world.luck(luck)
            table = await world.game(game="take5", rounds=1)
            await play_on(world, table)
            tables.append((table.state.scores()[0], -table.id))
        fewest, number = min(tables)
        text = read(await alice.slash("profile"))
        line = next(line for line in text.splitlines() if "Cleanest round" in line)
        assert str(fewest) in line or (fewest == 1 and "one" in line)
        assert f"table {-number}," in line

    async def test_what_a_computer_played_for_somebody_away_is_not_theirs(self, world, alice, bob):
        table = await world.game(game="take5", rounds=1)
        hands = {person: await person.hand(table) for person in (alice, bob)}
        while table.status is Status.PLAYING:
            if bob in table.to_act():
                await bob.act(hands[bob].actions()[0], hands[bob])
            await world.advance(20)
        assert f"table {table.id}, step " in read(await bob.slash("profile"))
        assert "step" not in read(await alice.slash("profile"))

    async def test_they_are_found_once(self, world: World, alice, bob, monkeypatch):
        table = await world.game(game="take5", rounds=1)
        await play_on(world, table)
        played = []

        def count(state, deeds):
            played.append(state)
            return moments_of(state, deeds)

        monkeypatch.setattr("engine.house.keepsakes.moments_of", count)
        for person in (alice, bob, alice):
            assert f"table {table.id}, step " in (await person.slash("profile")).text
        assert len(played) == 1

    async def test_a_game_that_cannot_be_played_again_has_none(self, world, alice, bob, caplog):
        await has_ended(world, alice, bob)
        text = read(await alice.slash("profile"))
        assert "### Take 5" in text
        assert "step" not in text
