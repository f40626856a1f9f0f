"""Games: people's and computers' moves, and who plays for whom."""

import logging
from collections.abc import Awaitable

from engine.game import IllegalAction
from engine.house.core import Core, require_playing, require_seat
from engine.notice import Notice, NoticeKind
from engine.players.standing import parse_standing
from engine.refusal import Refusal, RefusalCode
from engine.store import ActionRow, ResultRow, StoreError
from engine.table import Status, Table

log = logging.getLogger(__name__)


class Games(Core):
    """Requests while a table is playing."""

    async def act(
        self,
        table_id: int,
        user_id: int,
        seat: int,
        decision: int,
        action: str,
        interaction_id: int,
    ) -> Table:
        """Make a person's move; it is written when this returns.

        `decision` is the one that the move answers: Refusal STALE if it has been made already,
        ILLEGAL with the engine's reason if the rules refuse the action.
        """
        async with self.locked(table_id) as table:
            require_playing(table)
            require_seat(table, user_id)
            if table.seat_of(user_id) != seat:
                raise Refusal(RefusalCode.NOT_YOUR_SEAT)
            owed = table.watch.owed.get(seat)
            if table.state is None or table.state.decision(seat) != decision:
                raise Refusal(RefusalCode.NOT_YOUR_TURN if owed is None else RefusalCode.STALE)
            try:
                await self.play(table, seat, action, by="person", interaction_id=interaction_id)
            except IllegalAction as error:
                facts = {"template": error.template, "facts": error.facts}
                raise Refusal(RefusalCode.ILLEGAL, **facts) from error
            was_away = table.seats[seat].away and table.is_live
        if was_away:
            try:
                await self.back(table_id, user_id)
            except Refusal as refusal:  # the move itself is written, and stays
                log.warning("table %d: seat %d isn't back yet: %s", table_id, seat, refusal.code)
        return table

    async def play(
        self, table: Table, seat: int, action: str, *, by: str, interaction_id: int | None = None
    ) -> None:
        """Make a move at a locked table: rules, journal, then everybody is told.

        IllegalAction and Refusal change nothing.
        """
        if table.state is None:
            raise Refusal(RefusalCode.NOT_PLAYING)
        state = table.state.clone()
        state.apply(seat, action)
        now = self.clock.now()
        watch = table.watch.after(state, now)
        over = state.is_terminal()
        row = ActionRow(
            table_id=table.id,
            ply=table.plies,
            seat=seat,
            action=action,
            by=by,
            at=now,
            deadline=None
            if over
            else table.deadline_in(watch) or table.due(self.pause(table, watch), watch),
            interaction_id=interaction_id,
        )
        results = (
            _results(table, state.placings(), state.scores(), state.winners(), now) if over else ()
        )
        await self.store.append(row, results=results, ended_at=now if over else None)
        table.seats[seat].note_decision(by, brief=table.watch.brief)
        table.state, table.watch, table.plies = state, watch, table.plies + 1
        if over:
            table.status, table.ended_at = Status.FINISHED, now
        events = tuple(event for event in state.events if event["to"] == "all")
        kind = NoticeKind.FINISHED if over else NoticeKind.ACTED
        self.changed(table, kind, Notice(kind, table, events, seat, by))

    async def set_standing(self, table_id: int, user_id: int, standing: str) -> Table:
        """Have a person's answer about buying stand until they say otherwise, "" for none.

        It holds for a purchase that is open already. Nobody else is told. Refusal UNCLEAR if it
        can't be read; see `engine.players.standing` for what it may say.
        """
        try:
            parse_standing(standing)
        except ValueError as error:
            raise Refusal(RefusalCode.UNCLEAR) from error
        async with self.locked(table_id) as table:
            require_playing(table)
            number = require_seat(table, user_id)
            if table.seats[number].standing != standing:
                await self.store.update_seat(table.id, number, standing=standing)
                table.seats[number].standing = standing
                self.arrange(table)
        return table

    async def give_standing_answers(self, table: Table) -> None:
        """Answer for everybody at a locked table who has said beforehand what they want.

        The journal names them as "standing", which counts neither as missed nor as being there.
        """
        while answers := table.standing_answers():
            seat = min(answers)
            await self.play(table, seat, answers[seat], by="standing")

    async def back(self, table_id: int, user_id: int) -> Table:
        """A person who was away plays for themselves again."""
        async with self.locked(table_id) as table:
            require_playing(table)
            await self._bring_back(table, require_seat(table, user_id))
        return table

    async def _hand_over(self, table: Table, number: int) -> None:
        """A computer takes the seat; a table that all people have left is closed."""
        seat, now = table.seats[number], self.clock.now()
        remaining = [other for other in table.people() if other is not seat]
        if not remaining:
            await self.close(table, "abandoned")
            return
        host_id = table.host_id
        if seat.user_id == host_id:
            host_id = min(remaining, key=lambda other: other.joined_at).user_id or 0
            await self.store.update_table(table.id, host_id=host_id)
        await _half_done(self.store.update_seat(table.id, number, left_at=now))
        table.host_id, seat.left_at = host_id, now
        await self.seats_changed(table, number)

    async def _bring_back(self, table: Table, number: int) -> None:
        seat, now = table.seats[number], self.clock.now()
        if not seat.away:
            return
        watch = table.watch.anew(now) if number in table.watch.owed else table.watch
        limit = table.limit(watch)
        if watch is not table.watch and limit is not None:
            # first, so that nobody is found at their seat with their time already over
            await self.store.update_table(table.id, deadline=now + limit, deadline_ply=table.plies)
        await _half_done(self.store.update_seat(table.id, number, away=False))
        seat.away, seat.missed, table.watch = False, 0, watch
        await self.seats_changed(table, number)

    async def seats_changed(self, table: Table, number: int | None) -> None:
        """Follow up a change of who plays for themselves: a table without people pauses."""
        if not table.pause_is_noted:
            closes_at = self.clock.now() + self.rules.paused_for if table.paused else None
            await _half_done(self.store.update_table(table.id, closes_at=closes_at))
            table.closes_at = closes_at
        self.changed(table, NoticeKind.SEATS, Notice(NoticeKind.SEATS, table, seat=number))


async def _half_done(write: Awaitable[None]) -> None:
    """Write the rest of a change; if that fails, the table has to be read anew."""
    try:
        await write
    except StoreError as error:
        raise StoreError(str(error), certain=False) from error


def _results(
    table: Table,
    placings: tuple[int, ...],
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    now: float,
) -> list[ResultRow]:
    """A line for every seat; whoever left before the end doesn't win by their computer's play."""
    return [
        ResultRow(
            seat=number,
            guild_id=table.guild_id,
            game=table.game.name,
            user_id=seat.user_id,
            name=seat.name,
            place=placings[number],
            score=scores[number],
            won=number in winners and not seat.left,
            finished_at=now,
        )
        for number, seat in enumerate(table.seats)
    ]
