"""People who play a table to its end by their buttons."""

from typing import Any

from engine.table import Status
from tests.support.member import Member
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.world import World

Hands = dict[Member, Screen]


async def seated(world: World, people: int = 3, **options: Any) -> tuple[TableView, Hands]:
    """A table of Take 5 with people alone, and everybody's open hand."""
    table = await world.game(people=people, game="take5", **options)
    return table, {member: await member.hand(table) for member in world.people(people)}


async def to_a_row_choice(world: World, people: int = 3) -> tuple[TableView, Hands, Member]:
    """Play Take 5 by lowest cards until somebody has to choose a row."""
    table, hands = await seated(world, people)
    while table.state.public()["phase"] == "pick":
        await everybody_moves(hands, table)
    return table, hands, table.to_act()[0]


async def everybody_moves(hands: Hands, table: TableView) -> None:
    """Everybody whom the table waits for makes the first move of their hand, if it still does."""
    for member in table.to_act():
        if member in table.to_act():
            await move_from(hands, member, table)


async def play_on(world: World, table: TableView, plies: int = 500) -> None:
    """Everybody plays their first legal card until the game is over."""
    hands: Hands = {}
    while table.status is Status.PLAYING and plies:
        plies -= 1
        await world.wait_for_people(table)
        await everybody_moves(hands, table)


async def move_from(hands: Hands, member: Member, table: TableView) -> None:
    """Make the first move that the person's open hand offers; open it if need be."""
    if member not in hands:
        hands[member] = await member.hand(table)
    hand = hands[member]
    if actions := hand.actions():
        await member.act(actions[0], hand)
        return
    (menu,) = hand.menus  # whose first choices make a move together
    await member.choose(hand, [option.value for option in menu.options[: menu.fewest]])
