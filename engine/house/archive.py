"""Tables that are over, as they can be looked at again: at every step, and as a record.

A table counts as over when the database says so: what a process only believes may be taken back.
"""

import asyncio
import logging
from bisect import bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

from engine.game import Game, State
from engine.games import load_game
from engine.house.rebuild import bare_table
from engine.record import Record
from engine.refusal import Refusal, RefusalCode
from engine.store import LIVE, ActionRow, HistoryPage, Outline, Store, StoredTable
from engine.table import Table

log = logging.getLogger(__name__)

KEPT_STEPS: Final = 60_000
"""So many steps of the games looked at last are kept; the longest games have 18,000."""
_AT_ONCE: Final = 250
"""Steps that are played without letting anybody else have a turn: some ten milliseconds."""
_STILLS: Final = 64
"""Positions of a game that are kept, so that a step plays few actions."""


class Film:
    """A game from its deal to its last action.

    `at` gives out states that belong to the film: look at them, don't act on them.
    """

    def __init__(self, game: Game, seed: bytes, dealer: int | None) -> None:
        self._state = game.new_initial_state(seed, dealer)
        self._actions: list[ActionRow] = []
        self._stills: list[tuple[int, State]] = [(0, self._state.clone())]
        self._events: dict[str, list[int]] = defaultdict(list)
        self._shown = (0, self._stills[0][1])

    @property
    def actions(self) -> Sequence[ActionRow]:
        """What was played; step 1 is the position after the first action."""
        return self._actions

    @property
    def steps(self) -> int:
        """How many actions there are, and the number of the last step."""
        return len(self._actions)

    @cached_property
    def record(self) -> Record:
        """The game as anybody can play it again."""
        return Record.of(self._state, [(row.seat, row.action) for row in self._actions])

    def expose(self, rows: Sequence[ActionRow], apart: int) -> None:
        """Play more actions; every `apart` steps a position is kept. ValueError if they can't be.

        Only until the film is given away.
        """
        for row in rows:
            if row.ply != self.steps:
                raise ValueError(f"ply {self.steps} is missing")
            self._state.apply(row.seat, row.action)
            self._actions.append(row)
            for event in self._state.events:
                if event["to"] == "all" and self._events[event["type"]][-1:] != [self.steps]:
                    self._events[event["type"]].append(self.steps)
            if self.steps % apart == 0:
                self._stills.append((self.steps, self._state.clone()))

    def at(self, step: int) -> State:
        """The game after so many actions; LookupError unless 0 to `steps`."""
        if not 0 <= step <= self.steps:
            raise LookupError(f"step {step} of {self.steps}")
        if step == self.steps:
            return self._state
        reached, state = self._stills[bisect_right(self._stills, step, key=_step_of) - 1]
        if reached <= self._shown[0] <= step:
            reached, state = self._shown
        state = state.clone()
        for row in self._actions[reached:step]:
            state.apply(row.seat, row.action)
        self._shown = (step, state)
        return state

    def next(self, event: str, step: int) -> int | None:
        """The first step after `step` at which there was such a public event; None if none."""
        found = self._events.get(event, ())
        place = bisect_right(found, step)
        return found[place] if place < len(found) else None


def _step_of(still: tuple[int, State]) -> int:
    return still[0]


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table that is over, with its game."""

    outline: Outline
    film: Film

    @property
    def id(self) -> int:
        return self.outline.table.id

    def table(self, step: int) -> Table:
        """The table as it stood after so many actions, for those who show tables.

        Who has left since still sits there. LookupError unless 0 to `film.steps`.
        """
        state, then = self.film.at(step), self.time(step)
        outline = self.outline
        table = bare_table(StoredTable(outline.table, list(outline.seats), []), state.game)
        for seat in table.seats:
            seat.away = False
            if seat.left_at is not None and seat.left_at > then:
                seat.left_at = None
        table.state, table.plies = state, step
        return table

    def time(self, step: int) -> float:
        """When the game stood like that, in seconds since the epoch."""
        table = self.outline.table
        return self.film.actions[step - 1].at if step else table.started_at or table.opened_at


@dataclass(frozen=True, slots=True)
class Proof:
    """What can be said of a table's shuffle; before the end only the `commitment`.

    `deal_matches` tells whether the deal was made from seed and salt, `result_matches` whether the
    game, played again from that deal, ends as it was told; None if it has no result, or its plays
    have been deleted with those of all old games.
    """

    outline: Outline
    commitment: str
    seed: bytes = b""
    salt: str = ""
    deal: bytes = b""
    deal_matches: bool = False
    result_matches: bool | None = None

    @property
    def is_open(self) -> bool:
        """Whether the seal has been opened."""
        return bool(self.seed)


class Archive:
    """Finds a server's tables that are over; Refusal where one isn't, or can't be shown."""

    def __init__(
        self, store: Store, database: Callable[[], AbstractAsyncContextManager[None]]
    ) -> None:
        self._store = store
        self._database = database
        self._films: OrderedDict[int, Film] = OrderedDict()
        self._developing = asyncio.Lock()

    async def history(
        self,
        guild_id: int,
        *,
        game: str | None = None,
        user_id: int | None = None,
        beyond: int | None = None,
        newer: bool = False,
        limit: int,
    ) -> HistoryPage:
        """A page of the server's finished games; see `engine.store.past.history`."""
        async with self._database():
            return await self._store.history(
                guild_id, game=game, user_id=user_id, beyond=beyond, newer=newer, limit=limit
            )

    async def newest(self, guild_id: int, *, limit: int) -> list[tuple[int, str, str]]:
        """Id, game and status of the server's newest tables: live ones, and others with cards."""
        async with self._database():
            return await self._store.newest_tables(guild_id, limit=limit)

    async def outline(self, guild_id: int, table_id: int) -> Outline:
        """Any table of the server, without its journal; Refusal UNKNOWN_TABLE."""
        async with self._database():
            outline = await self._store.outline(guild_id, table_id)
        if outline is None:
            raise Refusal(RefusalCode.UNKNOWN_TABLE)
        return outline

    async def open(self, guild_id: int, table_id: int) -> PastTable:
        """A table of the server that is over.

        Refusal UNKNOWN_TABLE, NOT_OVER, NEVER_DEALT, FORGOTTEN or UNPLAYABLE.
        """
        outline = await self.outline(guild_id, table_id)
        if outline.table.status in LIVE:
            raise Refusal(RefusalCode.NOT_OVER)
        if outline.table.seed is None:
            raise Refusal(RefusalCode.NEVER_DEALT)
        return PastTable(outline, await self._film(outline))

    async def proof(self, guild_id: int, table_id: int) -> Proof:
        """What can be said of the shuffle of any table of the server; Refusal UNKNOWN_TABLE."""
        outline = await self.outline(guild_id, table_id)
        table = outline.table
        commitment = sha256(table.server_seed).hexdigest()
        if table.status in LIVE or table.seed is None or table.salt is None:
            return Proof(outline, commitment)
        deal = sha256(table.server_seed + table.salt.encode("ascii")).digest()
        ends_so: bool | None = None
        if outline.results:
            try:
                ends_so = _ends_so((await self._film(outline)).record, outline)
            except Refusal as refusal:
                if refusal.code not in (RefusalCode.UNPLAYABLE, RefusalCode.FORGOTTEN):
                    raise
                ends_so = None if refusal.code is RefusalCode.FORGOTTEN else False
        return Proof(
            outline, commitment, table.server_seed, table.salt, deal, deal == table.seed, ends_so
        )

    async def _film(self, outline: Outline) -> Film:
        table_id = outline.table.id
        if not outline.table.has_journal:
            raise Refusal(RefusalCode.FORGOTTEN)
        async with self._developing:  # one at a time: each keeps a processor busy
            if table_id not in self._films:
                async with self._database():
                    journal = await self._store.journal(table_id)
                try:
                    self._films[table_id] = await _develop(outline, journal)
                except (ValueError, LookupError, TypeError) as error:
                    log.exception("table %d is over and can't be played again", table_id)
                    raise Refusal(RefusalCode.UNPLAYABLE) from error
                self._make_room()
            self._films.move_to_end(table_id)
            return self._films[table_id]

    def _make_room(self) -> None:
        while len(self._films) > 1 and sum(f.steps for f in self._films.values()) > KEPT_STEPS:
            self._films.popitem(last=False)


async def _develop(outline: Outline, journal: Sequence[ActionRow]) -> Film:
    """Play a game again, in turn with others; ValueError and its like if it can't be."""
    table = outline.table
    game = load_game(table.game, table.wanted, table.options)
    if len(outline.seats) != game.players or table.seed is None:
        raise ValueError(f"{len(outline.seats)} seats for {game.players} players")
    film = Film(game, table.seed, table.dealer)
    apart = max(1, len(journal) // _STILLS)
    for begin in range(0, len(journal), _AT_ONCE):
        film.expose(journal[begin : begin + _AT_ONCE], apart)
        await asyncio.sleep(0)
    return film


def _ends_so(record: Record, outline: Outline) -> bool:
    """Whether a game ended as its results say."""
    told = outline.final
    return (
        record.placings == tuple(row.place for row in told)
        and record.scores == tuple(row.score for row in told)
        and [row.seat for row in told] == list(range(record.players))
    )
