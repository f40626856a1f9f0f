"""Looks after the tables in time: computers' moves, reminders, deadlines and closings."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine import trace
from engine.clock import Timer
from engine.game import IllegalAction, View
from engine.notice import NoticeKind
from engine.players import overdue
from engine.refusal import Refusal, RefusalCode
from engine.table import Status, Table

if TYPE_CHECKING:
    from engine.house.house import House

log = logging.getLogger(__name__)

_REBUILD_SPACING = 0.05
"""Seconds between the tables that are taken up: clicks shall not wait for it."""
_GRACE = 1.5
"""Seconds that work under way is given at the end; what is cancelled then is done after a start."""


class Attendant:
    """The house's clock work."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._tasks: set[asyncio.Task[None]] = set()
        self._pulse: Timer | None = None

    async def start(self) -> None:
        """Put off all deadlines by the time the house was closed, then take up the live tables."""
        house, now = self._house, self._house.clock.now()
        last = await house.store.last_heartbeat()
        if last is not None and now > last:
            await house.store.shift_deadlines(now - last)
        await self._beat()
        await self.take_up()

    async def take_up(self) -> None:
        """Look after the live tables that aren't arranged for; StoreError.

        After a start that is all of them; later those that this process doesn't know of: opened by
        the one before it, or when the database didn't say whether they were.
        """
        house, now = self._house, self._house.clock.now()
        tables = [live.table_id for live in await house.store.live() if house.owns(live.guild_id)]
        unknown = (table_id for table_id in tables if table_id not in house.schedule)
        for number, table_id in enumerate(unknown):
            house.schedule.set(table_id, now + number * _REBUILD_SPACING)

    async def stop(self) -> None:
        """Stop every timer, give what is under way a moment to end, and note the time."""
        self._house.schedule.stop()
        if self._tasks:
            _, late = await asyncio.wait(tuple(self._tasks), timeout=_GRACE)
            for task in late:
                log.warning("clock work is cut short")
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None
            await self._house.store.heartbeat(self._house.clock.now())

    def attend_soon(self, table_id: int) -> None:
        """Look after a table that is due, without waiting for it."""
        self._spawn(self._attend_safely(table_id))

    def look_soon(self, guild_id: int, users: list[int]) -> None:
        """Find out soon whether those who have just got seats are still there."""
        self._spawn(self.part_with_the_gone(guild_id, users))

    # --- timers ---------------------------------------------------------------------------------

    async def _beat(self) -> None:
        house = self._house
        self._pulse = house.clock.call_at(
            house.clock.now() + house.rules.heartbeat, lambda: self._spawn(self._beat())
        )
        await house.store.heartbeat(house.clock.now())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("clock work failed", exc_info=task.exception())

    # --- one table ------------------------------------------------------------------------------

    async def _attend_safely(self, table_id: int) -> None:
        """Whatever goes wrong at one table is tried again, and never stops the others."""
        trace.about(table=table_id)
        try:
            await self._attend(table_id)
        except Refusal as refusal:
            if refusal.code is not RefusalCode.UNKNOWN_TABLE:  # which has been deleted meanwhile
                self._house.return_soon(table_id)
        except Exception:
            log.exception("attending a table failed")
            self._house.return_soon(table_id)

    async def _attend(self, table_id: int) -> None:
        house = self._house
        await self._look(table_id)
        async with house.locked(table_id) as table:
            trace.also(guild=table.guild_id)
            await house.tidy(table)
            await house.give_standing_answers(table)
            now = house.clock.now()
            if table.status is Status.LOBBY or table.waits:
                if table.closes_at is not None and table.closes_at <= now:
                    await house.close(table, "idle" if table.status is Status.LOBBY else "paused")
                else:
                    self._warn(table, now)
            elif table.deadline is None or now < table.deadline:
                self._ring(table, now)
            seats = table.due_seats(house.pause(table), now)
            if not seats:
                house.arrange(table)
                return
            seat, decision = seats[0], table.watch.owed[seats[0]]
        # one at a time: the house comes back for the next as soon as this one is made
        await self._decide(table_id, seat, decision)

    async def _look(self, table_id: int) -> None:
        """Find out whether those who are waited for are still there, before the table is held."""
        house = self._house
        table = await house.get(table_id)
        look_at, now = table.look_at(), house.clock.now()
        if house.is_member is None or look_at is None or look_at > now:
            return
        table.watch = replace(table.watch, looked_at=now)
        people = [table.seats[seat].user_id or 0 for seat in table.attended()]
        await self.part_with_the_gone(table.guild_id, people)

    async def part_with_the_gone(self, guild_id: int, users: Sequence[int]) -> None:
        """Take those from the tables of a server who certainly aren't its members any more."""
        found = await asyncio.gather(*(self._is_gone(guild_id, user_id) for user_id in users))
        for user_id, is_gone in zip(users, found, strict=True):
            if is_gone:
                await self._house.drop_member(guild_id, user_id)

    async def _is_gone(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody is certainly no member any more; to know nothing is no reason."""
        if self._house.is_member is None:
            return False
        try:
            return await self._house.is_member(guild_id, user_id) is False
        except Exception:
            log.exception("whether somebody is a member can't be found out")
            return False

    def _warn(self, table: Table, now: float) -> None:
        warning_at = self._house.warning_at(table)
        if warning_at is not None and warning_at <= now:
            table.warned = True
            self._house.changed(table, NoticeKind.CLOSING)

    def _ring(self, table: Table, now: float) -> None:
        bell_at = table.bell_at()
        if bell_at is not None and bell_at <= now:
            table.watch = table.watch.ring()
            self._house.changed(table, NoticeKind.BELL)

    async def _decide(self, table_id: int, seat: int, decision: int | None) -> None:
        """Have a computer make a decision, unless it has become somebody else's in the meantime."""
        house = self._house
        table = await house.get(table_id)
        if table.state is None or table.watch.owed.get(seat) != decision:
            return
        observation = table.state.observation(seat)
        action = overdue(observation) if table.seats[seat].is_present else None
        if action is None:
            action = await self._think(table.seats[seat].stand_in, observation)
        async with house.locked(table_id) as table:
            still_due = table.due_seats(house.pause(table), house.clock.now())
            if seat not in still_due or table.watch.owed.get(seat) != decision:
                return
            by = "computer" if table.seats[seat].is_computer else "clock"
            try:
                await house.play(table, seat, action, by=by)
            except IllegalAction:
                log.exception("the computer player's move was refused")
                await house.play(table, seat, observation["legal_actions"][0], by=by)

    async def _think(self, level: str, observation: View) -> str:
        """Ask the computer player; one that fails makes the first legal move."""
        luck = int.from_bytes(self._house.entropy(8), "big")
        try:
            return await self._house.thinker.decide(level, observation, luck)
        except Exception:
            log.exception("a computer player failed")
            return str(observation["legal_actions"][0])
