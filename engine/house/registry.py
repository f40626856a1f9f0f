"""The tables in memory: live ones as soon as they are touched, and the last few that are over."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass

from engine.clock import Clock
from engine.game import IllegalAction, OptionError
from engine.house.rebuild import RebuildError, rebuild, unplayable
from engine.refusal import Refusal, RefusalCode
from engine.store import (
    AlreadyPlayed,
    Erased,
    Refused,
    Short,
    ShortOfChips,
    Store,
    StoredTable,
    StoreError,
)
from engine.table import Stance, Status, Table

log = logging.getLogger(__name__)

_KEPT_WHEN_OVER = 64
"""Tables that are over are kept for late clicks; older ones are read again."""


@dataclass(frozen=True, slots=True)
class _Outline:
    """What everybody sees of a table, to tell whether it has changed."""

    status: Status
    rest: tuple[object, ...]


class Registry:
    """Finds tables by id. What is true stands in the store: a doubtful table is read anew.

    `on_broken` is told of a table that can't be played any more and has been closed, `on_evicted`
    of the id of one that has to be read anew, `on_changed` if it then turns out to have changed,
    with the status that it had before, `on_loaded` of each that has been read.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        on_broken: Callable[[Table], None],
        on_evicted: Callable[[int], None],
        on_changed: Callable[[Table, Status], None],
        on_loaded: Callable[[Table], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._on_broken = on_broken
        self._on_evicted = on_evicted
        self._on_changed = on_changed
        self._on_loaded = on_loaded
        self._live: dict[int, Table] = {}
        self._over: OrderedDict[int, Table] = OrderedDict()
        self._doubtful: dict[int, _Outline] = {}
        self._loading = asyncio.Lock()

    def add(self, table: Table) -> None:
        """Take in a table that has just been opened."""
        self._live[table.id] = table

    def live(self) -> Iterable[Table]:
        """The tables in memory that aren't over."""
        return self._live.values()

    def find(self, table_id: int) -> Table | None:
        """A table in memory that isn't over; None if there is none."""
        return self._live.get(table_id)

    @asynccontextmanager
    async def held_with(self, guild_id: int, user_id: int) -> AsyncIterator[None]:
        """Hold every live table that knows a person, and load none meanwhile.

        Else a change that was drafted before they are renamed would bring their id back by it. Who
        comes in here holds nothing else; others hold one table at most, and these go in order. If
        this breaks off where nobody knows whether they were, the tables are read anew.
        """
        tables: list[Table] = []
        async with AsyncExitStack() as held:
            for table_id in sorted(self._live):
                table = self._live.get(table_id)
                if table is not None and table.guild_id == guild_id and _knows(table, user_id):
                    await held.enter_async_context(table.lock)
                    tables.append(table)
            await held.enter_async_context(self._loading)
            try:
                yield
            except BaseException as error:
                if not (isinstance(error.__cause__, StoreError) and error.__cause__.certain):
                    for table in tables:
                        if not table.evicted:
                            self._evict(table, _outline(table))
                    self._forget_over(guild_id, user_id)
                raise

    def rename(self, guild_id: int, user_id: int, number: int) -> list[Table]:
        """Have a former player's number stand for a person; return the live tables concerned.

        Tables that are over are read again when somebody asks for them.
        """
        self._forget_over(guild_id, user_id)
        concerned = []
        for table in self._live.values():
            if table.guild_id == guild_id and _knows(table, user_id):
                _rename(table, user_id, number)
                concerned.append(table)
        return concerned

    def _forget_over(self, guild_id: int, user_id: int) -> None:
        for table in tuple(self._over.values()):
            if table.guild_id == guild_id and _knows(table, user_id):
                del self._over[table.id]

    def drop(self, guild_id: int) -> None:
        """Forget the tables of a server whose data are being deleted; all of them are over."""
        for table in tuple(self._over.values()):
            if table.guild_id == guild_id:
                del self._over[table.id]

    def settle(self, table: Table) -> None:
        """Put a table aside when it is over."""
        if not table.is_live and not table.evicted:
            self._live.pop(table.id, None)
            self._over[table.id] = table
            self._over.move_to_end(table.id)
            if len(self._over) > _KEPT_WHEN_OVER:
                self._over.popitem(last=False)

    async def get(self, table_id: int) -> Table:
        """Return a table, read from the store if need be; Refusal UNKNOWN_TABLE or UNAVAILABLE."""
        table = self._live.get(table_id) or self._over.get(table_id)
        if table is not None:
            return table
        async with self._loading, self.database():
            table = self._live.get(table_id) or self._over.get(table_id)
            return table or await self._load(table_id)

    @asynccontextmanager
    async def locked(self, table_id: int) -> AsyncIterator[Table]:
        """Hold a table for a change.

        If the change breaks off where its outcome isn't known, the table is read anew.
        """
        while True:
            table = await self.get(table_id)
            async with table.lock:
                if table.evicted:
                    continue
                with self._doubts_about(table):
                    async with self.database():
                        yield table
                return

    @asynccontextmanager
    async def database(self) -> AsyncIterator[None]:
        """Turn database trouble into a Refusal."""
        try:
            yield
        except ShortOfChips as error:
            short = [
                Short(user_id=user, name="", balance=held) for user, held in error.short.items()
            ]
            raise Refusal(RefusalCode.SHORT_OF_CHIPS, stake=error.stake, short=short) from error
        except AlreadyPlayed as error:
            raise Refusal(RefusalCode.STALE) from error
        except Erased as error:
            raise Refusal(RefusalCode.ERASED) from error
        except StoreError as error:
            outcome = "nothing was changed" if error.certain else "what was changed isn't known"
            log.error("database trouble, %s: %s", outcome, error)  # noqa: TRY400
            raise Refusal(RefusalCode.UNAVAILABLE, unsure=not error.certain) from error

    async def _load(self, table_id: int) -> Table:
        if table_id in self._doubtful:  # a change that nobody waits for any more may be on its way
            await self._store.caught_up()
        stored = await self._store.load(table_id)
        if stored is None or not stored.table.has_journal:
            self._doubtful.pop(table_id, None)
            raise Refusal(RefusalCode.UNKNOWN_TABLE)
        try:
            table = rebuild(stored, self._clock.now())
        except RebuildError:
            log.exception("a table can't be played again and is closed")
            self._doubtful.pop(table_id, None)
            table = await self._close_broken(stored)
        self._on_loaded(table)
        (self._live if table.is_live else self._over)[table_id] = table
        self.settle(table)
        before = self._doubtful.pop(table_id, None)
        if before is not None and before != _outline(table):
            self._on_changed(table, before.status)
        return table

    async def _close_broken(self, stored: StoredTable) -> Table:
        table, was_live = unplayable(stored), stored.table.ended_at is None
        if was_live:
            table.ended_at = self._clock.now()
            await self._store.end_table(
                table.id, status=Status.CANCELLED, reason="broken", at=table.ended_at
            )
            self._on_broken(table)
        return table

    @contextmanager
    def _doubts_about(self, table: Table) -> Iterator[None]:
        before = _outline(table)
        try:
            yield
        except (Refusal, IllegalAction, OptionError) as error:
            cause = error.__cause__
            if isinstance(cause, StoreError) and (isinstance(cause, Refused) or not cause.certain):
                self._evict(table, before)
            raise
        except BaseException:
            self._evict(table, before)
            raise

    def _evict(self, table: Table, before: _Outline) -> None:
        table.evicted = True
        self._live.pop(table.id, None)
        self._over.pop(table.id, None)
        self._doubtful[table.id] = before
        self._on_evicted(table.id)


def _knows(table: Table, user_id: int) -> bool:
    sits = any(user_id in (seat.user_id, seat.heir_id) for seat in table.seats)
    said = any(user_id in users for users in table.stances.values())
    kept = table.place_kept_for(user_id) is not None
    return sits or said or kept or table.host_id == user_id


def _rename(table: Table, user_id: int, number: int) -> None:
    if table.host_id == user_id:
        table.host_id = number
    for seat in table.seats:
        if seat.user_id == user_id:
            seat.user_id, seat.name, seat.join_id, seat.standing = number, "", 0, ""
        if seat.heir_id == user_id:
            seat.heir_id = seat.heir_name = None
    table.kept = {place: one for place, one in table.kept.items() if one.user_id != user_id}
    for stance, said in table.stances.items():
        at = said.pop(user_id, None)
        if at is not None and stance == Stance.KICKED:  # counts at the end of the game
            said[number] = at


def _outline(table: Table) -> _Outline:
    seats = tuple(
        (seat.place, seat.user_id, seat.away, seat.left, seat.heir_id) for seat in table.seats
    )
    said = {kind: sorted(users) for kind, users in table.stances.items() if users}
    rest = table.pace, table.paused_at, table.open_seats, sorted(table.kept), sorted(said.items())
    return _Outline(table.status, (table.plies, table.host_id, seats, rest))
