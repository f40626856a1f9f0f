"""What a server allows: how many tables, where, at which pace and stake; said with the way out."""

from typing import Any

import pytest

from bot.refusals import LINKED, refusal_sentence
from bot.tables.page import MAX_CONTENT
from bot.text import ENGLISH
from engine.refusal import Refusal, RefusalCode
from engine.settings import MAX_TABLES_A_PERSON
from engine.table import Pace, Person
from tests.bot.builders import lobby
from tests.bot.test_options_page import options
from tests.support.world import World

FACTS: dict[RefusalCode, dict[str, Any]] = {
    RefusalCode.TOO_MANY_TABLES: {"most": 3, "tables": [lobby()]},
    RefusalCode.SERVER_FULL: {"most": 20},
    RefusalCode.CHANNEL_NOT_ALLOWED: {"channels": (5, 6)},
    RefusalCode.SEATS_KEPT: {"names": ["@everyone", "Bob"]},
    RefusalCode.SEAT_PROMISED: {"name": "**Eve**"},
    RefusalCode.ALREADY_HEIR: {"seat": 2},
    RefusalCode.REMATCH_BEGUN: {"table": lobby()},
    RefusalCode.TOO_MANY_COMPUTERS: {"most": 2},
}


@pytest.mark.parametrize("code", list(RefusalCode))
def test_every_refusal_has_its_sentence(code):
    sentence = refusal_sentence(ENGLISH, Refusal(code, **FACTS.get(code, {})))
    assert "That doesn't work right now" not in sentence
    assert sentence.strip() == sentence
    assert "{" not in sentence


@pytest.mark.parametrize("code", list(FACTS))
def test_a_refusal_without_its_facts_is_worded_too(code):
    assert refusal_sentence(ENGLISH, Refusal(code))


def test_names_in_a_refusal_are_made_safe():
    kept = refusal_sentence(ENGLISH, Refusal(RefusalCode.SEATS_KEPT, names=["@everyone"]))
    assert "@everyone" not in kept
    promised = refusal_sentence(ENGLISH, Refusal(RefusalCode.SEAT_PROMISED, name="**Eve**"))
    assert "\\*\\*Eve" in promised


async def settle_on(world: World, **values: Any) -> None:
    alice = world.people(1)[0]
    await world.house.change_settings(world.guild.id, Person(alice.id, "Alice"), **values)


class TestTables:
    async def test_too_many_of_a_person_are_named_with_their_links(self, world, alice, bob):
        await settle_on(world, tables_per_person=2)
        mine = [await world.play(players=3), await world.play("take5", players=3)]
        reply = await alice.slash("play ninetynine", players=3)
        assert reply.private
        assert reply.text.splitlines() == [
            "You are at 2 tables here, and that is the most. Leave one first, or finish a game:",
            *(
                f"- {game}, table {table.id} https://discord.com/channels/"
                f"{world.guild.id}/{world.channel.id}/{table.screen.id}"
                for game, table in (("Take 5", mine[1]), ("Ninety-Nine", mine[0]))
            ),
        ]
        other = await world.play(players=3, host=bob)
        assert "You are at 2 tables here" in (await alice.click(other, "Join")).text
        assert len(other.table.seats) == 1

    async def test_leaving_one_makes_room(self, world, alice):
        await settle_on(world, tables_per_person=1)
        table = await world.play(players=3)
        assert "at one table here" in (await alice.slash("play take5")).text
        await alice.click(table, "Leave")
        assert not (await alice.slash("play take5")).private

    async def test_a_seat_to_take_counts_too(self, world, dave):
        await settle_on(world, tables_per_person=1)
        await world.play(players=3, host=dave)
        table = await world.game(people=1, computers=1)
        page = await options(dave, table)
        await dave.choose(page, ["1"])
        assert "⚠ You are at one table here, and that is the most." in page.text
        assert not table.table.seats[1].heir_id

    async def test_too_many_of_a_server(self, world, bob):
        await settle_on(world, tables_per_server=1)
        await world.play(players=3)
        reply = await bob.slash("play take5")
        assert reply.private
        assert "This server has one table, and that is the most." in reply.text


class TestPlaces:
    async def test_a_channel_that_is_not_for_tables_names_those_that_are(self, world, alice):
        other = world.guild.create_text_channel("cards-only")
        await settle_on(world, channels=(other.id,))
        reply = await alice.slash("play ninetynine", players=3)
        assert reply.private
        assert reply.text.startswith(
            f"Tables aren't opened in this channel. Go to <#{other.id}> and type /play there."
        )
        allowed = await alice.slash("play ninetynine", players=3, channel=other)
        assert not allowed.private


class TestWhatTheHostLeavesOut:
    async def test_is_as_the_server_has_set_it(self, world):
        await settle_on(world, pace="slow", stake=30)
        table = await world.play(players=3)
        assert table.table.pace is Pace.SLOW
        assert "Time for a turn: 24 hours" in table.text
        assert "Stake: 30 chips each, put in at the start." in table.text

    async def test_is_the_usual_where_nothing_is_set(self, world):
        table = await world.play(players=3)
        assert (table.table.pace, table.table.stake) == (Pace.LIVE, 10)

    async def test_what_the_host_says_goes(self, world):
        await settle_on(world, pace="slow", stake=30)
        table = await world.play(players=3, pace="none", stake=0)
        assert (table.table.pace, table.table.stake) == (Pace.NONE, 0)

    async def test_a_server_without_stakes(self, world, alice):
        await settle_on(world, stakes=False)
        table = await world.play(players=3)
        assert "Friendly game, no stake." in table.text
        reply = await alice.slash("play take5", stake=5)
        assert reply.private
        assert reply.text == (
            "This server plays without stakes. Leave the stake out, or make it 0."
        )


def test_however_many_tables_somebody_sits_at_the_refusal_fits_into_a_message():
    tables = [lobby(game="toonerville", players=3) for _ in range(MAX_TABLES_A_PERSON)]
    for number, table in enumerate(tables):
        table.id, table.message_id = 10**9 + number, 10**19
        table.guild_id = table.channel_id = 10**19
    refusal = Refusal(RefusalCode.TOO_MANY_TABLES, most=len(tables), tables=tables)
    sentence = refusal_sentence(ENGLISH, refusal)
    assert sentence.count("https://") == LINKED
    assert len(sentence) <= MAX_CONTENT
