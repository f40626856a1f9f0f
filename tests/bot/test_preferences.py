"""`/preferences`: everybody's own choices, for every server, seen by nobody else."""

import pytest

from engine.settings import Choices
from tests.support.member import Member
from tests.support.roles import grant
from tests.support.screen import Screen
from tests.support.world import World


def chosen(world: World, member: Member) -> Choices:
    return world.house.known_choices(member.id)


async def opened(member: Member) -> Screen:
    reply = await member.slash("preferences")
    assert reply.private
    return reply.screen


async def test_everybody_sees_their_own(world, bob):
    screen = await opened(bob)

    assert [line for line in screen.text.splitlines() if line.startswith("- ")] == [
        "- **Turn bells**: on: I mention you once when half of your time is over",
        "- **Your language**: as in Discord",
        "- **Your hands**: as usual",
    ]
    assert "in every server" in screen.text


async def test_the_bell_is_turned_off_and_on(world, bob, carol):
    screen = await opened(bob)
    assert screen.button("Turn my bells on").disabled

    await bob.click(screen, "Turn my bells off")
    assert not chosen(world, bob).bells
    assert "off: I never mention you" in screen.text
    assert screen.button("Turn my bells off").disabled

    await bob.click(screen, "Turn my bells on")
    assert chosen(world, bob).bells
    assert chosen(world, carol) == Choices()


async def test_hands_are_shown_as_chosen(world, bob):
    screen = await opened(bob)
    menu = screen.menus[1]
    assert [option.label for option in menu.options] == [
        "Hands: as usual",
        "Hands: Toonerville Rook: grouped by colour",
        "Hands: Toonerville Rook: grouped by number",
    ]
    await bob.choose(screen, ["number"])
    assert await world.house.hand_layout(bob.id) == "number"
    assert "- **Your hands**: Toonerville Rook: grouped by number" in screen.text

    await bob.choose(screen, ["usual"])
    assert await world.house.hand_layout(bob.id) == ""


async def test_one_choice_leaves_the_others_and_all_outlive_a_restart(world, bob):
    screen = await opened(bob)
    await bob.click(screen, "Turn my bells off")
    await bob.choose(screen, ["number"])
    await bob.choose(screen, ["en"])

    await world.restart_bot(away=5)

    assert await world.house.choices(bob.id) == Choices(
        hand_layout="number", bells=False, language="en"
    )
    await bob.click(screen, "Turn my bells on")
    assert chosen(world, bob) == Choices(hand_layout="number", language="en")


async def test_nothing_of_it_stands_among_the_changes_of_the_server(world, alice):
    await grant(world, alice, manage_guild=True)
    await alice.click(await opened(alice), "Turn my bells off")

    assert await world.house.setting_changes(world.guild.id, 10) == []
    assert world.house.known_settings(world.guild.id).bells


async def test_it_is_said_when_the_server_has_turned_bells_off(world, alice, bob):
    await grant(world, alice, manage_guild=True)
    screen = (await alice.slash("settings")).screen
    await alice.choose(screen, ["bells"])
    await alice.click(screen, "Turn off")

    assert "on, but this server has turned them off for everybody" in (await opened(bob)).text


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("own:bells:maybe", []), ("own:bells", ["on"]), ("own:language", ["xx"]),
        ("own:language", ["../de"]), ("own:language", []), ("own:layout", ["sideways"]),
        ("own:layout", []), ("own:nonsense", ["x"]), ("own:", []), ("own:user:5", []),
    ],
)  # fmt: skip
async def test_a_forged_click_is_answered_and_changes_nothing(world, bob, custom_id, values):
    screen = await opened(bob)
    reply = await bob.choose_unseen(screen, custom_id, values)

    assert reply.private
    assert "older version" in reply.text
    assert await world.house.store.choices(bob.id) == {}


async def test_a_click_on_anothers_page_changes_ones_own(world, bob, carol):
    public = (await bob.slash("leaderboard")).screen
    await carol.press_unseen(public, "own:bells:off")

    assert not chosen(world, carol).bells
    assert chosen(world, bob).bells
