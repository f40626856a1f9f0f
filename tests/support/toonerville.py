"""People at a table of Toonerville Rook with arranged cards, and how they play by their buttons."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine import State
from engine.games.toonerville import Toonerville
from tests.engine.games.toonerville_deals import Hands as Dealt
from tests.engine.games.toonerville_deals import arranged_deck
from tests.engine.games.toonerville_model import CONTRACTS
from tests.support.member import Member, Reply
from tests.support.playing import Hands
from tests.support.tables import TableView
from tests.support.world import World

HANDS: Dealt = {
    0: "R7 G7 B7 R9 G9 B9 R8 Y1 G4 B2 Y14 R3",
    1: "R5 G5 B5 R6 G6 B6 Y9 G7 R8 R12 B13 Y3",
    2: "R4 G4 R6 G8 B11 Y12 R13 Y2 G1 B3 Y8 G10",
    3: "Y4 B8 G11 R10 Y13 B12 R1 G2 Y11 B14 R11 G13",
}
"""Alice and Bob hold two sets each; Carol and Dave don't."""
TOP = "Y7"
DRAWS = "G12 B1 Y10 R14 G3 B4 Y5 R2"

_DEAL = Toonerville.new_initial_state


def arrange(
    patch: pytest.MonkeyPatch,
    hands: Dealt = HANDS,
    top: str = TOP,
    draws: str = DRAWS,
    *,
    round: int = 1,  # noqa: A002 - what the game calls it
) -> None:
    """Have the first round of every table dealt so; the first seat begins.

    It holds after a restart too, since a game is played again from its first deal.
    """

    def arranged(
        rules: Toonerville,
        seed: bytes,
        dealer: int | None = None,
        deck: Sequence[str] | None = None,
    ) -> State:
        last = rules.players - 1
        cards = arranged_deck(hands, top, draws, rules.players, last, CONTRACTS[round][2])
        return _DEAL(rules, seed, last, cards)

    patch.setattr(Toonerville, "new_initial_state", arranged)


async def four(world: World, **options: Any) -> tuple[TableView, Hands]:
    """A table of four people, and everybody's open hand; Alice begins."""
    table = await world.game(people=4, game="toonerville", **options)
    return table, {member: await member.hand(table) for member in world.people(4)}


async def buying(world: World, **options: Any) -> tuple[TableView, Hands]:
    """The same after Alice has declined the first discard."""
    table, hands = await four(world, **options)
    await decline(table, hands)
    return table, hands


async def drawn(world: World, **options: Any) -> tuple[TableView, Hands]:
    """The same after nobody has bought it, so that Alice plays."""
    table, hands = await four(world, **options)
    await next_turn(table, hands)
    return table, hands


async def decline(table: TableView, hands: Hands) -> Reply:
    """Whoever's turn it is draws from the pile."""
    member = table.to_act()[0]
    return await member.act("decline", hands[member])


async def everybody_passes(table: TableView, hands: Hands) -> None:
    """Nobody buys the card that is for sale."""
    while phase_of(table) == "buy":
        member = table.to_act()[0]
        await member.act("pass", hands[member])


async def play(table: TableView, hands: Hands, *actions: str) -> None:
    """Whoever's turn it is does all this, from their hand."""
    for action in actions:
        member = table.to_act()[0]
        await member.act(action, hands[member])


async def next_turn(table: TableView, hands: Hands) -> None:
    """Whoever's turn it is draws from the pile."""
    await decline(table, hands)
    await everybody_passes(table, hands)


async def idle_turn(table: TableView, hands: Hands) -> None:
    """Whoever's turn it is draws a card and discards the first that may go."""
    await next_turn(table, hands)
    member = table.to_act()[0]
    await member.act(discards(table)[0], hands[member])


def discards(table: TableView) -> list[str]:
    """The discards that are legal for whoever's turn it is."""
    seat = table.state.public()["turn"]
    return [action for action in table.state.legal_actions(seat) if action.startswith("discard=")]


async def lay_down(table: TableView, hands: Hands) -> None:
    """Whoever's turn it is lays the contract down in the first way that the hand suggests."""
    member = table.to_act()[0]
    ways = [action for action in hands[member].actions() if action.startswith("meld=")]
    await member.act(ways[0], hands[member])


def phase_of(table: TableView) -> str:
    return str(table.state.public()["phase"])


def seat_of(table: TableView, member: Member) -> int:
    seat = table.table.seat_of(member.id)
    assert seat is not None
    return seat


def events_of(table: TableView, kind: str) -> list[dict[str, Any]]:
    """The public events of a kind, oldest first."""
    return [event for event in table.state.public_history() if event["type"] == kind]
