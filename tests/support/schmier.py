"""People at a table of Schmier, and how they get to each phase of a hand by their buttons."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine import State
from engine.games.schmier import Schmier
from tests.support.member import Member
from tests.support.playing import Hands, move_from
from tests.support.tables import TableView
from tests.support.world import World

_DEAL = Schmier.new_initial_state

DEAL: Final = bytes(31) + b"\1"
"""Deals from which a dealer who picks up the stock has at most six trumps in spades, and more in
hearts, where the first to speak bids 3 and the others keep all their cards."""


def deal_from(patch: pytest.MonkeyPatch, seed: bytes = DEAL) -> None:
    """Have every table dealt from this seed, whoever joined it by whichever click.

    It holds after a restart too, since a game is played again from its first deal.
    """

    def dealt(
        rules: Schmier, _: bytes, dealer: int | None = None, deck: Sequence[str] | None = None
    ) -> State:
        return _DEAL(rules, seed, dealer, deck)

    patch.setattr(Schmier, "new_initial_state", dealt)


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
