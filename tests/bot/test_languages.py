"""Two languages besides English: what is public in the server's, what is private in the person's.

Nothing of this needs the database while a message is made.
"""

from pathlib import Path

import pytest

from engine.store import StoreError
from engine.table import Person
from tests.support.languages import translated
from tests.support.member import Member
from tests.support.mishaps import permit
from tests.support.roles import grant
from tests.support.world import World

GERMAN = {
    "English": "Deutsch",
    "as in Discord": "wie in Discord",
    "Join": "Mitspielen",
    "Leave": "Aufstehen",
    "My hand": "Meine Karten",
    "## Leaderboard: {title}": "## Bestenliste: {title}",
    "**Your turn**; time is up <t:{time}:R>.": "**Du bist dran** bis <t:{time}:R>.",
    "- `/play`: open a table for a game in this channel": "- `/play`: einen Tisch aufmachen",
    "You don't sit at table {table} here.": "An Tisch {table} sitzt du hier nicht.",
    "Create Public Threads": "Öffentliche Threads erstellen",
    "This table has no thread of its own: I lack the permission {permissions}.":
        "Kein eigener Thread: Mir fehlt {permissions}.",
    "Table {table}: {game}, not over yet": "Tisch {table}: {game}, läuft noch",
    "That isn't possible: {reason}.": "Das geht nicht: {reason}.",
    "first_round is at most last_round, not {first} with {last}":
        "first_round {first} liegt hinter last_round {last}",
    "- **{setting}**: {value}": "- **{setting}** ist {value}",
    "## Your preferences\nOnly you see them; they count in every server where I am.":
        "## Was dir lieber ist",
}  # fmt: skip
FRENCH = {
    "English": "Français",
    "## Leaderboard: {title}": "## Classement : {title}",
    "- `/play`: open a table for a game in this channel": "- `/play` : ouvrir une table",
}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path):
    with translated(tmp_path, de=GERMAN, fr=FRENCH, pt_BR={"Join": "Entrar"}):
        yield


async def choose_public(world: World, language: str) -> None:
    """Alice, who manages the server, chooses its language."""
    alice = world.person("Alice")
    await grant(world, alice, manage_guild=True)
    screen = (await alice.slash("settings")).screen
    await alice.choose(screen, ["language"])
    await alice.choose(screen, [language])


async def choose_own(member: Member, language: str) -> str:
    screen = (await member.slash("preferences")).screen
    await member.choose(screen, [language])
    return screen.text


async def title(member: Member) -> str:
    """The first line of something public."""
    return (await member.slash("leaderboard")).text.splitlines()[0]


async def first_help(member: Member) -> str:
    """A line of something private."""
    lines = (await member.slash("help")).text.splitlines()
    return next(line for line in lines if line.startswith("- `/play`"))


async def test_the_languages_that_there_are_can_be_chosen_by_their_own_names(world, alice):
    await grant(world, alice, manage_guild=True)
    screen = (await alice.slash("settings")).screen
    await alice.choose(screen, ["language"])
    offered = [(option.label, option.value) for option in screen.options]
    assert offered == [
        ("as in Discord", "discord"),
        ("English", "en"),
        ("Deutsch", "de"),
        ("Français", "fr"),
        ("pt-BR", "pt-BR"),
    ]

    own = (await alice.slash("preferences")).screen
    assert [(each.label, each.value) for each in own.menus[0].options] == [
        (f"Language: {name}", code) for name, code in offered
    ]


async def test_the_server_speaks_what_it_has_chosen_and_people_their_own(world, alice, bob):
    bob.locale = "fr"
    assert await title(bob) == "## Leaderboard: all games"

    await choose_public(world, "de")

    assert await title(bob) == "## Bestenliste: all games"
    assert await first_help(bob) == "- `/play` : ouvrir une table"
    assert await first_help(alice) == "- `/play`: open a table for a game in this channel"


async def test_as_in_discord_can_be_chosen_again(world, alice):
    world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "fr"})
    await world.env.settle()
    assert await title(alice) == "## Classement : all games"
    await choose_public(world, "en")
    assert await title(alice) == "## Leaderboard: all games"
    await choose_public(world, "discord")
    assert await title(alice) == "## Classement : all games"


async def test_a_person_chooses_their_own_in_every_server_and_changes_no_other(world, alice, bob):
    assert (await choose_own(bob, "de")).startswith("## Was dir lieber ist")

    assert await first_help(bob) == "- `/play`: einen Tisch aufmachen"
    assert await first_help(alice) == "- `/play`: open a table for a game in this channel"
    assert await title(bob) == "## Leaderboard: all games"
    reply = await bob.slash("leave", table=77)
    assert reply.text == "An Tisch 77 sitzt du hier nicht."

    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("there")
    elsewhere = guild.add_member(bob.actor.user)
    result = await elsewhere.slash(channel, "help")
    assert "einen Tisch aufmachen" in world.screen(result.response).text

    assert "Your preferences" in await choose_own(bob, "discord")


async def test_what_is_suggested_while_one_types_is_in_ones_own(world, alice, bob):
    await world.play("take5")
    await choose_own(bob, "de")
    for member, words in (
        (bob, "Tisch 1: Take 5, läuft noch"),
        (alice, "Table 1: Take 5, not over yet"),
    ):
        found = await member.actor.autocomplete(world.channel, "fair", "table", "")
        assert [choice["name"] for choice in found] == [words]


async def test_both_stand_after_a_restart(world, alice, bob):
    await choose_public(world, "de")
    await choose_own(bob, "fr")

    await world.restart_bot(away=5)

    assert await title(bob) == "## Bestenliste: all games"
    assert await first_help(bob) == "- `/play` : ouvrir une table"


async def test_each_is_read_once_and_answers_go_on_without(world, alice, bob, monkeypatch):
    await choose_public(world, "de")
    await choose_own(bob, "fr")
    await world.restart_bot(away=5)
    store, read = world.house.store, []

    async def fail(number: int) -> None:
        read.append(number)
        raise StoreError("the disk is on fire")

    with monkeypatch.context() as patch:
        patch.setattr(store, "choices", fail)
        patch.setattr(store, "guild_settings", fail)
        assert await first_help(bob) == "- `/play`: open a table for a game in this channel"
    assert sorted(read) == sorted([bob.id, world.guild.id])

    assert await first_help(bob) == "- `/play` : ouvrir une table"
    assert await title(bob) == "## Bestenliste: all games"
    with monkeypatch.context() as patch:
        patch.setattr(store, "choices", fail)
        patch.setattr(store, "guild_settings", fail)
        assert await title(bob) == "## Bestenliste: all games"
        assert await first_help(bob) == "- `/play` : ouvrir une table"
    assert len(read) == 2


async def test_tables_that_are_open_change_over_at_once(world, alice, bob):
    table = await world.play(players=3)
    assert "Join" in table.labels

    await choose_public(world, "de")
    await world.advance(2)

    assert "Mitspielen" in table.labels
    await bob.click(table, "Mitspielen")
    assert "Mitspielen" in table.labels


async def test_a_table_speaks_it_after_a_restart_before_anybody_clicks(world, alice, bob):
    await choose_public(world, "de")
    table = await world.play(players=3)
    await world.restart_bot(away=30)
    await table.load()
    await world.advance(5)

    assert "Mitspielen" in table.labels


async def test_a_hand_is_in_its_owners_language_also_when_it_is_refreshed(world, alice, bob):
    await choose_own(bob, "de")
    table = await world.game(people=2)
    hands = {member: await member.hand(table) for member in (alice, bob)}
    while table.to_act() == [bob]:
        await bob.act(hands[bob].actions()[0], hands[bob])
    assert "Your turn" in hands[alice].text

    await alice.act(hands[alice].actions()[0], hands[alice])

    assert table.to_act() == [bob]
    assert "Du bist dran" in hands[bob].text, "as it was refreshed, not as it was opened"


async def test_a_language_whose_catalogue_is_gone_counts_as_none(world, alice, tmp_path):
    await choose_public(world, "de")
    with translated(tmp_path / "other", fr=FRENCH):
        world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "fr"})
        await world.env.settle()
        assert await title(alice) == "## Classement : all games"


async def test_options_that_do_not_go_together_are_refused_in_ones_own_language(
    alice: Member,
) -> None:
    alice.locale = "de"
    reply = await alice.slash("play toonerville", first_round=3, last_round=2)
    assert reply.text == "Das geht nicht: first_round 3 liegt hinter last_round 2."


async def test_what_the_host_alone_is_told_of_a_thread_is_in_their_language(
    world: World, alice: Member
) -> None:
    await world.house.change_settings(world.guild.id, Person(1, "Admin"), threads=True)
    await permit(world, create_public_threads=False)
    alice.locale = "de"
    table = await world.game(people=2)
    hand = await alice.hand(table)
    assert "Kein eigener Thread: Mir fehlt **Öffentliche Threads erstellen**." in hand.text
