"""People at a table of Schmier, and how they get to each phase of a hand by their buttons."""

from typing import Any

from tests.support.member import Member
from tests.support.playing import Hands, move_from
from tests.support.tables import TableView
from tests.support.world import World


async def six(world: World, **options: Any) -> tuple[TableView, Hands]:
    """A table of six people, and everybody's open hand."""
    table = await world.game(people=6, game="schmier", **options)
    return table, {member: await member.hand(table) for member in world.people(6)}


async def to_phase(
    world: World, phase: str, trump: str = "S", **options: Any
) -> tuple[TableView, Hands]:
    """A table of six people in a phase of its first hand: who speaks first bids 3."""
    table, hands = await six(world, **options)
    while phase_of(table) != phase:
        await usual_move(table, hands, trump)
    return table, hands


async def usual_move(table: TableView, hands: Hands, trump: str = "S") -> None:
    """Whoever comes first bids 3 or passes, names trump, keeps all, plays the first legal card."""
    member = table.to_act()[0]
    offered = hands[member].actions()
    for action in ("bid3", "pass", f"trump={trump}", "discard="):
        if action in offered:
            await member.act(action, hands[member])
            return
    await move_from(hands, member, table)


def phase_of(table: TableView) -> str:
    return str(table.state.public()["phase"])


def dealer_of(world: World, table: TableView) -> Member:
    return world.member(table.table.seats[table.state.public()["dealer"]].user_id or 0)


def seat_of(table: TableView, member: Member) -> int:
    seat = table.table.seat_of(member.id)
    assert seat is not None
    return seat


def partner_of(world: World, table: TableView, member: Member) -> Member:
    """The other one of a team of two."""
    return world.member(table.table.seats[(seat_of(table, member) + 3) % 6].user_id or 0)
