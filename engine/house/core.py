"""What all requests to the House share: finding and holding tables, and telling of changes."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from engine.clock import Clock
from engine.house.drafts import (
    adopt,
    difference,
    draft_of,
    give_up,
    passed_over,
    put_in_order,
)
from engine.house.guilds import Guilds
from engine.house.people import People
from engine.house.registry import Registry
from engine.house.schedule import Schedule
from engine.notice import Listener, Notice, NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import AlreadyPlayed, ShortOfChips, StanceRow, Store
from engine.table import Stance, Status, Table
from engine.thinker import Thinker
from engine.watch import Watch

log = logging.getLogger(__name__)

MemberLookUp = Callable[[int, int], Awaitable[bool | None]]
"""Given a server and a user."""

_QUICKER = 4
"""How many times quicker computers play brief decisions, or when they are among themselves."""
_RETRY = 5.0
"""Seconds until a table is attended to again after something went wrong."""
_KINDS = {
    Status.LOBBY: NoticeKind.LOBBY,
    Status.PLAYING: NoticeKind.ACTED,
    Status.FINISHED: NoticeKind.FINISHED,
    Status.CANCELLED: NoticeKind.CANCELLED,
}
"""What is told of a change that was found written when a table was read anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Times of the house, in seconds."""

    lobby_idle: float = 900.0
    """After so long without anybody joining, leaving or moving, a lobby closes."""
    computer_pause: float = 1.2
    """How long a computer seems to think while people are playing."""
    closing_notice: float = 180.0
    """So long before it closes, the people of a lobby are told; at most a third of its time."""
    heartbeat: float = 30.0
    """How often the house writes down that it is running."""


class Core(ABC):
    """The tables of one process and those who want to hear of them. See House for the arguments."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinker: Thinker,
        rules: HouseRules,
        owns: Callable[[int], bool],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.clock = clock
        self.thinker = thinker
        self.rules = rules
        self.entropy = entropy
        self.guilds = Guilds(store, clock)
        self.people = People(store, clock)
        self.held_servers: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.is_member: MemberLookUp | None = None
        self._listeners: list[Listener] = []
        self.owns = owns
        self.schedule = Schedule(clock, self._attend)
        self._registry = Registry(
            store,
            clock,
            on_broken=lambda table: self.changed(table, NoticeKind.CANCELLED),
            on_evicted=self.return_soon,
            on_changed=self._found_changed,
            on_loaded=self._recall_warning,
        )

    @abstractmethod
    def _attend(self, table_id: int) -> None:
        """Called when a table is due."""

    @abstractmethod
    def _greet(self, table: Table, users: list[int]) -> None:
        """Called when people who have waited for it have got seats."""

    @abstractmethod
    async def part_with_the_gone(self, guild_id: int, users: Sequence[int]) -> None:
        """Take those from the tables of a server who certainly aren't its members any more."""

    def subscribe(self, listener: Listener) -> None:
        """Have the listener called after every change."""
        self._listeners.append(listener)

    # --- finding tables -------------------------------------------------------------------------

    async def get(self, table_id: int) -> Table:
        """Return a table, rebuilt from the store if need be; Refusal UNKNOWN_TABLE."""
        return await self._registry.get(table_id)

    def census(self) -> Mapping[str, int]:
        """How many of the tables that are live and in memory are "lobby", "playing" or "paused".

        Soon after a start that is all of them.
        """
        counts = dict.fromkeys(("lobby", "playing", "paused"), 0)
        for table in self._registry.live():
            counts["paused" if table.waits else str(table.status)] += 1
        return counts

    def live_in_memory(self) -> Iterable[Table]:
        """The tables in memory that aren't over; soon after a start that is all of them."""
        return self._registry.live()

    def find_live(self, table_id: int) -> Table | None:
        """A table in memory that isn't over, without asking the database."""
        return self._registry.find(table_id)

    async def tables_of(self, guild_id: int, user_id: int) -> list[Table]:
        """The live tables of a server where the person sits, newest first."""
        async with self.database():
            ids = await self.store.tables_of(guild_id, user_id)
        tables = [await self.get(table_id) for table_id in ids]
        return [table for table in tables if table.is_live and table.seat_of(user_id) is not None]

    def locked(self, table_id: int) -> AbstractAsyncContextManager[Table]:
        """Hold a table for a change; database trouble becomes a Refusal and nothing changes."""
        return self._registry.locked(table_id)

    def database(self) -> AbstractAsyncContextManager[None]:
        """Turn database trouble into a Refusal."""
        return self._registry.database()

    # --- what follows a change ------------------------------------------------------------------

    def arrange(self, table: Table) -> None:
        """Come back to a table when it is due: at once where somebody has left an answer."""
        self.schedule.set(table.id, self._due(table))

    def _due(self, table: Table) -> float | None:
        if table.standing_answers():
            return self.clock.now()
        due = self.warning_at(table) or table.due(self.pause(table))
        look_at = table.look_at() if self.is_member is not None else None
        return min((time for time in (due, look_at) if time is not None), default=None)

    def warning_at(self, table: Table) -> float | None:
        """When the people of a lobby are told that it closes; None if they know, or it is none."""
        if table.status is not Status.LOBBY or table.warned or table.closes_at is None:
            return None
        return table.closes_at - min(self.rules.closing_notice, self.rules.lobby_idle / 3)

    def return_soon(self, table_id: int) -> None:
        """Come back to a table where something went wrong."""
        self.schedule.set(table_id, self.clock.now() + _RETRY)

    def pause(self, table: Table, watch: Watch | None = None) -> float:
        """How long a computer seems to think: briefly where no person is waiting to play."""
        if (watch or table.watch).brief:
            return self.rules.computer_pause / _QUICKER
        inside = table.state.public().get("in") if table.state is not None else None
        if inside is None or any(
            inside[number] for number, seat in enumerate(table.seats) if seat.is_present
        ):
            return self.rules.computer_pause
        return self.rules.computer_pause / _QUICKER

    def _found_changed(self, table: Table, before: Status) -> None:
        """Tell of a change that was found written when a table was read anew."""
        began = before is Status.LOBBY and table.status is Status.PLAYING
        self.changed(table, NoticeKind.STARTED if began else _KINDS[table.status])

    def _recall_warning(self, table: Table) -> None:
        """Whoever was to be told before the table was read has been told."""
        warning_at = self.warning_at(table)
        table.warned = warning_at is not None and warning_at < self.clock.now()

    async def away_seconds(self, guild_id: int) -> float:
        """How long a table of a server waits without its people, or paused, before it closes."""
        settings = await self.guilds.settings(guild_id)
        return settings.away_hours * 3600.0

    async def write(self, table: Table, draft: Table, seat: int | None = None) -> None:
        """Make a draft of a locked game true, with all that follows, and tell of it.

        One transaction; nothing if nothing is different. `seat` is the one concerned.
        """
        put_in_order(draft, self.clock.now(), await self.away_seconds(table.guild_id))
        change = difference(table, draft)
        if not change:
            return
        await self.store.change_table(table.id, change)
        without_seat = passed_over(table, draft)
        adopt(table, draft)
        if table.is_live:
            self.changed(table, NoticeKind.SEATS, Notice(NoticeKind.SEATS, table, seat=seat))
            self.tell_passed_over(table, without_seat)
        else:
            self.changed(table, NoticeKind.CANCELLED)

    async def with_those_who_can_pay(
        self, table: Table, change: Callable[[], Awaitable[None]]
    ) -> None:
        """Make a change of a locked game by which those who wait for seats may get them.

        Whoever can't pay for one any more doesn't get it; the change is made all the same.
        """
        for _ in table.seats:
            try:
                return await change()
            except ShortOfChips as error:  # of one at a time
                await self._turn_away_the_poor(table, error.short)
        return await change()

    async def _turn_away_the_poor(self, table: Table, users: Iterable[int]) -> None:
        draft, poor = draft_of(table), {user_id: table.heir_of(user_id) for user_id in users}
        for user_id in poor:
            give_up(draft, user_id)
        await self.write(table, draft)
        waited = ((user, number) for user, number in poor.items() if number is not None)
        self.tell_passed_over(table, [(user, number, "short") for user, number in waited])

    def tell_passed_over(self, table: Table, people: Iterable[tuple[int, int, str]]) -> None:
        """Tell of those who don't get a seat that they waited for: who, which one, and why."""
        kind = NoticeKind.PASSED_OVER
        for user_id, number, why in people:
            told = Notice(kind, table, seat=number, by=why, user_id=user_id)
            self.changed(table, kind, told)

    async def close(self, table: Table, reason: str, by: int | None = None) -> None:
        """End a locked table without a result; `by` is the moderator who wants it."""
        now = self.clock.now()
        said = (
            []
            if by is None
            else [StanceRow(table_id=table.id, kind=Stance.CLOSED, user_id=by, at=now)]
        )
        if not await self.store.end_table(
            table.id, status=Status.CANCELLED, reason=reason, at=now, said=said
        ):
            raise AlreadyPlayed(f"table {table.id} is over already")
        if by is not None:
            table.stances[Stance.CLOSED] = {by: now}
        table.status, table.closed_reason, table.ended_at = Status.CANCELLED, reason, now
        table.closes_at, table.watch = None, Watch()
        self.changed(table, NoticeKind.CANCELLED)

    async def close_all(self, reason: str) -> None:
        """End every live table without a result."""
        for live in await self.store.live():
            async with self.locked(live.table_id) as table:
                if table.is_live:
                    await self.close(table, reason)

    def changed(self, table: Table, kind: NoticeKind, notice: Notice | None = None) -> None:
        """Note that a table has changed, arrange its next attention, and tell the subscribers."""
        table.revision += 1
        self._registry.settle(table)
        self.arrange(table)
        for listener in self._listeners:
            try:
                listener(notice or Notice(kind, table))
            except Exception:
                log.exception("table %d: a subscriber failed", table.id)


def require_lobby(table: Table) -> None:
    """Refuse what is possible only before the game."""
    if table.status is not Status.LOBBY:
        code = RefusalCode.NOT_LOBBY if table.is_live else RefusalCode.TABLE_OVER
        raise Refusal(code)


def require_playing(table: Table) -> None:
    """Refuse what is possible only during the game."""
    if table.status is not Status.PLAYING:
        raise Refusal(RefusalCode.NOT_PLAYING if table.is_live else RefusalCode.TABLE_OVER)


def require_no_hold(table: Table) -> None:
    """Refuse moves at a table that is on hold."""
    if table.on_hold:
        raise Refusal(RefusalCode.ON_HOLD, held=table.held)


def require_not_kicked(table: Table, user_id: int) -> None:
    """Refuse whoever was removed from the table."""
    if table.has_kicked(user_id):
        raise Refusal(RefusalCode.KICKED, before=table.kicked_before(user_id))


def require_host(table: Table, user_id: int) -> None:
    """Refuse what only the host may do."""
    if table.host_id != user_id:
        raise Refusal(RefusalCode.NOT_HOST, host_id=table.host_id)


def require_seat(table: Table, user_id: int) -> int:
    """Return the person's seat; Refusal NOT_SEATED if they have none."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(RefusalCode.NOT_SEATED)
    return seat
