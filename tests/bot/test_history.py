"""The list of a server's finished games: who played, who won, page by page, and back again."""

from typing import Any

import pytest

from bot.commands.history import PAGE_ROWS
from tests.engine.store.builders import finished_table, result
from tests.support.member import Member
from tests.support.playing import play_on
from tests.support.screen import Screen
from tests.support.world import World


async def play(world: World, *members: Member, **changes: Any) -> int:
    """A game in the database that the first of the members has won."""
    facts = {"guild_id": world.guild.id, "game": "ninetynine", **changes}
    rows = [
        result(seat, member.id, won=seat == 0, name=member.name, **facts)
        for seat, member in enumerate(members)
    ]
    table_id = await finished_table(world.house.store, *rows, wanted=len(rows), **facts)
    await world.house.store.update_table(table_id, settled=True)  # nothing is left to be shown
    return table_id


def tables(screen: Screen) -> list[int]:
    """The games that are listed, as their tables."""
    return [
        int(line.partition("table ")[2].split()[0])
        for line in screen.text.splitlines()
        if line.startswith("- **")
    ]


async def test_a_server_without_games(world, alice):
    reply = await alice.slash("history")
    assert reply.private
    assert "Nobody has finished a game here yet" in reply.text
    assert not reply.screen.labels


async def test_a_game_that_was_played_is_listed_and_can_be_opened(world, alice, carol):
    table = await world.game(people=2, computers=1, stake=0, chips=1)
    await play_on(world, table)
    reply = await carol.slash("history")
    winner = table.table.seats[table.state.winners()[0]]

    assert tables(reply.screen) == [table.id]
    assert f"<t:{int(table.table.ended_at or 0)}:f>" in reply.text
    assert f"\u2068{winner.name}\u2069**" in reply.text
    assert all(seat.name in reply.text for seat in table.table.seats)
    opened = await carol.choose(reply.screen, [str(table.id)])
    assert opened.private
    assert f"### Ninety-Nine, table {table.id}" in opened.text
    assert tables(reply.screen) == [table.id]


async def test_pages_are_turned_there_and_back(world, alice, bob):
    newest_first = [await play(world, alice, bob) for _ in range(2 * PAGE_ROWS + 1)][::-1]
    screen = (await alice.slash("history")).screen
    pages = [newest_first[at : at + PAGE_ROWS] for at in range(0, len(newest_first), PAGE_ROWS)]

    assert tables(screen) == pages[0]
    assert screen.button("Newer").disabled
    seen = []
    for label in ("Older", "Older", "Newer", "Newer"):
        await alice.click(screen, label)
        seen.append(tables(screen))
    assert seen == [pages[1], pages[2], pages[1], pages[0]]


async def test_games_and_people_can_be_chosen(world, alice, bob, carol):
    first = await play(world, alice, bob)
    second = await play(world, bob, carol, game="take5")
    third = await play(world, carol, alice, game="take5")

    assert tables((await bob.slash("history", game="take5")).screen) == [third, second]
    reply = await bob.slash("history", person=alice.actor.user)
    assert tables(reply.screen) == [third, first]
    assert "Finished games with \u2068Alice\u2069" in reply.text
    both = await bob.slash("history", person=alice.actor.user, game="ninetynine")
    assert tables(both.screen) == [first]
    nobody = await bob.slash("history", person=world.person("Dave").actor.user)
    assert "There is no such finished game here." in nobody.text


async def test_the_choice_stays_when_the_page_is_turned(world, alice, bob, carol):
    mine = [await play(world, alice, bob) for _ in range(PAGE_ROWS + 1)]
    await play(world, bob, carol)
    screen = (await bob.slash("history", person=alice.actor.user)).screen
    await bob.click(screen, "Older")

    assert tables(screen) == mine[:1]


async def test_everybody_may_see_it_if_asked(world, alice, bob):
    await play(world, alice, bob)
    reply = await alice.slash("history", public=True)
    world.logbook.expect("can't be played again")  # nobody has really played it
    opened = await bob.choose(reply.screen, [str(tables(reply.screen)[0])])

    assert not reply.private
    assert opened.private
    assert opened.text.startswith("Sorry, I can't play that game again")


async def test_places_names_and_those_who_are_gone(world, alice, bob):
    rows = [
        result(0, -7, won=False, name="", guild_id=world.guild.id),
        result(1, alice.id, won=True, name="**Al**", guild_id=world.guild.id),
        result(2, -9, won=False, name="", guild_id=world.guild.id),
        result(3, None, won=False, name="Ada", guild_id=world.guild.id),
    ]
    await finished_table(world.house.store, *rows, wanted=4, guild_id=world.guild.id)
    reply = await bob.slash("history")

    (line,) = [line for line in reply.text.splitlines() if "🏆" in line]
    assert line.strip() == (
        "🏆 **\u2068\\*\\*Al\\*\\*\u2069** · "
        "2: \u2068a former player\u2069 (seat 1) · "
        "2: \u2068a former player\u2069 (seat 3) · "
        "2: 🤖 \u2068Ada\u2069"
    )


async def test_nothing_of_another_server(world, alice, bob):
    await play(world, alice, bob, guild_id=77)

    assert "Nobody has finished" in (await alice.slash("history")).text
    assert "no such" in (await alice.slash("history", person=bob.actor.user)).text


@pytest.mark.parametrize(
    "custom_id",
    ["hs:chess::older:", "hs:::older:0", "hs::9999999999999999999:older:5", "hs:::newer:999999999",
     "hs:take5:12:newer:1", "hs:::older:999999999999999999"],
)  # fmt: skip
async def test_forged_pages(world, alice, bob, custom_id):
    await play(world, alice, bob)
    reply = await alice.slash("history")
    answer = await alice.press_unseen(reply.screen, custom_id)

    assert answer.answered
    assert "Finished games" in reply.screen.text


async def test_forged_choices(world, alice, bob):
    await play(world, alice, bob)
    reply = await alice.slash("history")
    for value in ("0", "-3", "", "x", "9" * 30, "²"):
        answer = await alice.choose_unseen(reply.screen, "hs:replay", [value])
        assert answer.text == "That table doesn't exist any more. Type /play to open one."


async def test_a_restart_between_two_clicks(world, alice, bob):
    tables_of_all = [await play(world, alice, bob) for _ in range(PAGE_ROWS + 1)]
    screen = (await alice.slash("history")).screen
    await world.restart_bot()
    await alice.click(screen, "Older")

    assert tables(screen) == tables_of_all[:1]
