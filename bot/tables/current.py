"""A table's message as it is now, with what has to be looked up for it: chips, and who plays again.

What can't be looked up is left out: the message tells the rest all the same.
"""

import logging
from collections.abc import Sequence

from bot.tables.board import table_sheet
from bot.tables.page import Sheet
from bot.text import Text
from engine.house import House
from engine.refusal import Refusal
from engine.store import SeatResult
from engine.table import Status, Table

log = logging.getLogger(__name__)


async def current_sheet(house: House, table: Table, text: Text, now: float) -> Sheet:
    """Return what the table's message consists of, with the chips that its game has moved."""
    after = None if table.is_live else await _after(house, table)
    results = await _results(house, table)
    return table_sheet(table, text, results, now=now, after=after)


async def _after(house: House, table: Table) -> Table | None:
    """The table at which its people play again."""
    try:
        return await house.rematch_of(table.id)
    except Refusal as refusal:
        log.warning("nobody knows whether a table is played again: %s", refusal.code)
        return None


async def _results(house: House, table: Table) -> Sequence[SeatResult]:
    """How the game has ended for each seat, where chips were at stake."""
    if table.status is not Status.FINISHED or not table.stake:
        return ()
    if table.outcome:
        return table.outcome
    try:
        finished = await house.finished_table(table.guild_id, table.id)
    except Refusal as refusal:
        log.warning("the chips of a table can't be told: %s", refusal.code)
        return ()
    return finished.seats if finished is not None else ()
