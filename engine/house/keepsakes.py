"""The moments of people's last games in a server, found in the journals and kept in memory."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.games import game_names, load_game
from engine.house.records import Records
from engine.moments import KINDS, Deed, Moment, moments_of
from engine.store import FinishedTable, StoredTable

log = logging.getLogger(__name__)

MOMENT_GAMES: Final = 20
"""Of each kind of game, so many of a person's last ones are looked through."""
_KEPT: Final = 2048
"""Tables whose moments are kept in memory; the others' are found anew."""

SeatMoments = Mapping[int, Mapping[str, Moment]]


@dataclass(frozen=True, slots=True)
class Keepsake:
    """A person's furthest moment of a kind: in which table, and when that ended."""

    moment: Moment
    table_id: int
    ended_at: float


class Keepsakes:
    """Looks for moments. A table's are found once, since what is over doesn't change."""

    def __init__(self, house: Records) -> None:
        self._house = house
        self._found: OrderedDict[int, SeatMoments] = OrderedDict()

    async def of(self, guild_id: int, user_id: int) -> dict[str, dict[str, Keepsake]]:
        """A person's furthest moments by game and kind; of equal ones the newest.

        Only from the last MOMENT_GAMES finished games of each kind, and only from what the person
        decided themselves. The first time it reads and plays up to a hundred games again: in a
        thread, and some seconds where they were long. Refusal UNAVAILABLE.
        """
        kept: dict[str, dict[str, Keepsake]] = {}
        for game in game_names():
            tables = await self._house.last_games(
                guild_id, user_id=user_id, game=game, limit=MOMENT_GAMES
            )
            best: dict[str, Keepsake] = {}
            for table in tables:
                await self._look_through(table, user_id, best)
            if best:
                kept[game] = {kind.name: best[kind.name] for kind in KINDS if kind.name in best}
        return kept

    async def _look_through(
        self, table: FinishedTable, user_id: int, best: dict[str, Keepsake]
    ) -> None:
        # the first one: whoever left has a line past the last seat, and may have taken another
        seat = next(each.seat for each in table.seats if each.user_id == user_id)
        moments = (await self._moments(table)).get(seat, {})
        for kind, moment in moments.items():
            if moment.beats(best[kind].moment if kind in best else None):
                best[kind] = Keepsake(moment, table.table_id, table.ended_at)

    async def _moments(self, table: FinishedTable) -> SeatMoments:
        table_id, late = table.table_id, {seat.seat for seat in table.seats if seat.late}
        if table_id in self._found:
            self._found.move_to_end(table_id)
            return self._found[table_id]
        async with self._house.database():
            stored = await self._house.store.load(table_id)
        found = {} if stored is None else await asyncio.to_thread(_replayed, stored, late)
        self._found[table_id] = found
        if len(self._found) > _KEPT:
            self._found.popitem(last=False)
        return found


def _replayed(stored: StoredTable, late: Collection[int]) -> SeatMoments:
    """The moments of a table; none if it can't be played again, or its journal is gone.

    Who sat down `late` has played only since then; who came back to their own seat, always.
    """
    row = stored.table
    since = {seat.seat: seat.joined_at for seat in stored.seats if seat.seat in late}
    if row.seed is None or not stored.actions:
        return {}
    deeds = (
        Deed(action.seat, action.action, action.by, own=action.at >= since.get(action.seat, 0.0))
        for action in stored.actions
    )
    try:
        game = load_game(row.game, row.wanted, row.options)
        return moments_of(game.new_initial_state(row.seed, row.dealer), deeds)
    except (ValueError, LookupError, TypeError):
        log.warning("table %d can't be played again for its moments", row.id, exc_info=True)
        return {}
