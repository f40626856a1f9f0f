"""A room where Toonerville Rook is played: how a purchase comes about, and who is asked."""

from typing import Any

from engine.game import View
from engine.players._overdue import toonerville as overdue
from engine.table import Pace, Table
from engine.thinker import InlineThinker
from tests.engine.house.room import PEOPLE, Room, on_turn, playing

DRAWING = 120.0
"""Seconds for a decision at the live pace."""
BUYING = 20.0
"""Seconds for an answer about buying at the live pace."""


class Cautious(InlineThinker):
    """Takes and buys nothing, lays nothing down, and discards the last card."""

    async def decide(self, level: str, observation: View, seed: int) -> str:
        return overdue(observation) or observation["legal_actions"][-1]


async def toonerville(
    room: Room, people: int = 4, *, computers: int = 0, luck: int = 0, pace: Pace = Pace.LIVE
) -> Table:
    """A game that has just started; its first player may take the top discard."""
    room.house.thinker = Cautious()
    return await room.game(people, computers=computers, luck=luck, game="toonerville", pace=pace)


async def purchase(room: Room, people: int = 4, **facts: Any) -> tuple[Table, list[int]]:
    """The first player has declined the discard: the table, and those who are asked, in order."""
    for luck in range(60):
        table = await toonerville(room, people, luck=luck, **facts)
        if table.seats[on_turn(table)].is_present:
            break
    await room.act(table, action="decline")
    assert phase(table) == "buy"
    return table, asked(table)


def asked(table: Table) -> list[int]:
    """The seats that the turn's player asks, from their left."""
    state = playing(table)
    turn = state.public()["turn"]
    return [seat for step in (1, 2, 3) if (seat := (turn + step) % 4) in state.current_players()]


def phase(table: Table) -> str:
    return str(playing(table).public()["phase"])


def card_for_sale(table: Table) -> str:
    return str(playing(table).public()["discard_top"])


def user(table: Table, seat: int) -> int:
    return table.seats[seat].user_id or 0


def person(table: Table, seat: int) -> int:
    """The number in PEOPLE of whoever sits there."""
    return [who.user_id for who in PEOPLE].index(user(table, seat))


async def finish_turn(room: Room, table: Table) -> Table:
    """The turn's player discards, after drawing."""
    return await room.act(table, action=playing(table).legal_actions(on_turn(table))[-1])
