"""Results, ratings and standings made anew: finished games are played again from their journals."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.house.games import results_of
from engine.house.rebuild import RebuildError, rebuild
from engine.store import FinishedTable, ResultRow, Store, StoredTable
from engine.store.rebuilding import Differences

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Report:
    """What was done."""

    replayed: int = 0
    """Games that were played again."""
    unreadable: list[tuple[int, str]] = field(default_factory=list)
    """Tables whose game couldn't be, and why; what is stored of them stays and counts."""
    found: Differences = field(default_factory=Differences)
    """What was not as it had to be, and is now."""


async def recompute(store: Store, at: float, guild_ids: Iterable[int] | None = None) -> Report:
    """Make results, ratings and standings of servers anew, of all by default.

    Reading takes its time and disturbs nobody; what differs is then written in one transaction,
    with the games that have ended meanwhile. Games whose plays have been dropped count as they
    are stored. StoreError leaves everything as it was.
    """
    report, corrections = Report(), dict[int, list[ResultRow]]()
    guilds = list(await store.rolls.guilds_with_games() if guild_ids is None else guild_ids)
    for guild_id in guilds:
        for table_id in await store.rolls.finished_ids(guild_id):
            stored = await store.load(table_id)
            written = await store.rolls.finished_table(guild_id, table_id)
            if stored is None or written is None:
                continue  # deleted meanwhile
            try:
                results = _play_again(stored)
            except RebuildError as error:
                report.unreadable.append((table_id, str(error)))
                continue
            report.replayed += 1
            if _differs(results, written):
                corrections[table_id] = results
    report.found = await store.rolls.rebuild(guilds, corrections, at)
    return report


async def make_stale_books_anew(
    store: Store, at: float, owns: Callable[[int], bool]
) -> Report | None:
    """After an update of the database: rate what was played before there were ratings."""
    stale = [guild_id for guild_id in await store.rolls.stale_guilds() if owns(guild_id)]
    if not stale:
        return None
    report = await recompute(store, at, stale)
    log.info("%d older games of %d servers are rated", report.replayed, len(stale))
    return report


def _play_again(stored: StoredTable) -> list[ResultRow]:
    """The results that a finished table's journal tells; RebuildError."""
    table = rebuild(stored, stored.table.ended_at or 0.0)
    if table.state is None or not table.state.is_terminal():
        raise RebuildError(f"table {stored.table.id}: the journal doesn't reach the end")
    return results_of(table, table.state, stored.table.ended_at or 0.0)


def _differs(results: list[ResultRow], written: FinishedTable) -> bool:
    """Whether the stored lines of the seats say something else."""
    told = {
        result.seat: (
            result.place,
            result.score,
            result.seat if result.team is None else result.team,
            result.won,
        )
        for result in results
    }
    stored = {
        seat.seat: (seat.place, seat.score, seat.team, seat.won)
        for seat in written.seats
        if seat.seat < len(results)
    }
    return told != stored
