"""What the people of a table agree on: to pause it, to go on, to end it; and the host's pace."""

from engine.house.core import Core, require_host, require_playing, require_seat
from engine.house.drafts import bring_back, draft_of, give_time, say, unsay
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.table import Pace, Stance, Status, Table

NOBODY = 0
"""The user of what isn't any person's wish."""


class Agreements(Core):
    """Requests about how a running game goes on."""

    async def ask_pause(self, table_id: int, user_id: int, *, wanted: bool | None = None) -> Table:
        """Say that one wants a pause, or take it back; None: whichever one hasn't said.

        When all who are present want it (`Table.asked_to_pause`, `Table.wanting`) the table is on
        hold. A wish lapses after PAUSE_LAPSES seconds. Somebody who is away is back by asking. At a
        table that is on hold it changes nothing.
        """
        async with self.locked(table_id) as table:
            require_playing(table)
            number = require_seat(table, user_id)
            if not table.on_hold:
                draft, now = draft_of(table), self.clock.now()
                bring_back(draft, number, now)
                _turn(draft, Stance.PAUSE, user_id, now, wanted=wanted)
                await self.write(table, draft, number)
        return table

    async def go_on(self, table_id: int, user_id: int) -> Table:
        """Anybody of the table ends the pause: who is on turn has the whole time for it.

        Somebody who is away is back by it. At a table that isn't on hold it changes nothing.
        """
        async with self.locked(table_id) as table:
            require_playing(table)
            number = require_seat(table, user_id)
            if table.on_hold:
                draft, now = draft_of(table), self.clock.now()
                bring_back(draft, number, now)
                _end_pause(draft, now)
                await self.write(table, draft, number)
        return table

    async def hold(self, table_id: int) -> bool:
        """Have a running game wait for something outside, such as a locked thread.

        Returns whether it does so by this call: not if it was on hold already.
        """
        async with self.locked(table_id) as table:
            if table.status is not Status.PLAYING or table.on_hold:
                return False
            draft, now = draft_of(table), self.clock.now()
            say(draft, Stance.HELD, NOBODY, now)
            draft.paused_at = now
            await self.write(table, draft)
            return table.held

    async def release(self, table_id: int) -> Table:
        """What the table waited for has come; a pause that its people agreed on stays."""
        async with self.locked(table_id) as table:
            if table.status is Status.PLAYING and table.held:
                draft = draft_of(table)
                _end_pause(draft, self.clock.now())
                await self.write(table, draft)
        return table

    async def vote_end(self, table_id: int, user_id: int, *, wanted: bool | None = None) -> Table:
        """Say that one wants the game to end without a result, or take it back; None: turn it.

        With more than half of the people who haven't left (`Table.votes_to_end`) it is closed with
        the reason "agreed".
        """
        async with self.locked(table_id) as table:
            require_playing(table)
            number = require_seat(table, user_id)
            draft = draft_of(table)
            _turn(draft, Stance.END, user_id, self.clock.now(), wanted=wanted)
            await self.write(table, draft, number)
        return table

    async def set_pace(self, table_id: int, by: int, pace: Pace) -> Table:
        """The host changes the pace, of a lobby or a game; whoever is on turn has all of it."""
        async with self.locked(table_id) as table:
            if not table.is_live:
                raise Refusal(RefusalCode.TABLE_OVER)
            require_host(table, by)
            if table.status is Status.LOBBY:
                await self.store.update_table(table_id, pace=pace.value)
                table.pace = pace
                self.changed(table, NoticeKind.LOBBY)
            elif pace is not table.pace:
                draft = draft_of(table)
                draft.pace = pace
                give_time(draft, self.clock.now())
                await self.write(table, draft)
        return table


def _turn(draft: Table, stance: Stance, user_id: int, now: float, *, wanted: bool | None) -> None:
    """Note a wish or take it back; whichever it isn't yet where `wanted` is None."""
    wants = user_id in draft.wanting(stance, now)
    if wanted is None:
        wanted = not wants
    if wanted and not wants:
        say(draft, stance, user_id, now)
    elif not wanted:
        unsay(draft, stance, user_id)


def _end_pause(draft: Table, now: float) -> None:
    draft.paused_at = None
    unsay(draft, Stance.HELD)
    give_time(draft, now)
