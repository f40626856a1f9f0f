"""Games: people's and computers' moves, and who plays for whom."""

from dataclasses import replace

from engine.game import IllegalAction, State
from engine.house.core import Core, require_no_hold, require_playing, require_seat
from engine.house.drafts import (
    adopt,
    bring_back,
    difference,
    draft_of,
    is_in_order,
    passed_over,
    put_in_order,
    seat_heirs,
)
from engine.notice import Notice, NoticeKind
from engine.players.standing import parse_standing
from engine.refusal import Refusal, RefusalCode
from engine.store import ActionRow, ResultRow
from engine.table import AWAY_AFTER, Status, Table


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
            require_no_hold(table)
            owed = table.watch.owed.get(seat)
            if table.state is None or table.state.decision(seat) != decision:
                raise Refusal(RefusalCode.NOT_YOUR_TURN if owed is None else RefusalCode.STALE)
            try:
                await self.play(table, seat, action, by="person", interaction_id=interaction_id)
            except IllegalAction as error:
                facts = {"template": error.template, "facts": error.facts}
                raise Refusal(RefusalCode.ILLEGAL, **facts) from error
        return table

    async def play(
        self, table: Table, seat: int, action: str, *, by: str, interaction_id: int | None = None
    ) -> None:
        """Make a move at a locked table: rules, journal, then everybody is told.

        What it brings about is written with it: a person who plays is back, one who has missed too
        much is away, and with a new hand seats change their owners. IllegalAction and Refusal
        change nothing.
        """
        await self.with_those_who_can_pay(
            table, lambda: self._play(table, seat, action, by=by, interaction_id=interaction_id)
        )

    async def _play(
        self, table: Table, seat: int, action: str, *, by: str, interaction_id: int | None
    ) -> None:
        if table.state is None:
            raise Refusal(RefusalCode.NOT_PLAYING)
        state = table.state.clone()
        state.apply(seat, action)
        now = self.clock.now()
        watch = table.watch.after(state, now)
        over = state.is_terminal()
        draft, concerned = None, []
        if not over and _has_aftermath(table, seat, state, by):
            draft = replace(draft_of(table), state=state, watch=watch, plies=table.plies + 1)
            concerned = _aftermath(draft, table, seat, by, now)
            put_in_order(draft, now, await self.away_seconds(table.guild_id))
            watch = draft.watch
        after = draft or table
        row = ActionRow(
            table_id=table.id,
            ply=table.plies,
            seat=seat,
            action=action,
            by=by,
            at=now,
            deadline=None
            if over
            else after.deadline_in(watch) or after.due(self.pause(after, watch), watch),
            interaction_id=interaction_id,
        )
        results = results_of(table, state, now) if over else ()
        outcome = await self.store.append(
            row,
            results=results,
            ended_at=now if over else None,
            change=None if draft is None else difference(table, draft),
        )
        newcomers = _newcomers(table, draft)
        without_seat = [] if draft is None else passed_over(table, draft)
        if draft is None:
            table.seats[seat].note_decision(by, brief=table.watch.brief)
            table.state, table.watch, table.plies = state, watch, table.plies + 1
        else:
            adopt(table, draft)
        if over:
            table.status, table.ended_at, table.outcome = Status.FINISHED, now, tuple(outcome or ())
        events = tuple(event for event in state.events if event["to"] == "all")
        kind = NoticeKind.FINISHED if over else NoticeKind.ACTED
        self.changed(table, kind, Notice(kind, table, events, seat, by))
        for number in concerned:
            self.changed(table, NoticeKind.SEATS, Notice(NoticeKind.SEATS, table, seat=number))
        self.tell_passed_over(table, without_seat)
        if newcomers:
            self._greet(table, newcomers)

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
            number = require_seat(table, user_id)
            if table.seats[number].away:
                draft = draft_of(table)
                bring_back(draft, number, self.clock.now())
                await self.write(table, draft, number)
        return table

    async def tidy(self, table: Table) -> None:
        """Follow up what has lapsed at a locked game, or what was left half done."""
        if table.status is Status.PLAYING and not is_in_order(table, self.clock.now()):
            await self.write(table, draft_of(table))


def _has_aftermath(table: Table, seat: int, state: State, by: str) -> bool:
    """Whether the move may change who plays for themselves; seldom, so that most are one row."""
    mover = table.seats[seat]
    if mover.away if by == "person" else by == "clock" and mover.is_present:
        return True
    return _deals(table, state) and any(other.heir_id is not None for other in table.seats)


def _deals(table: Table, state: State) -> bool:
    """Whether hands have just been dealt anew."""
    return table.state is not None and state.deals != table.state.deals


def _newcomers(table: Table, draft: Table | None) -> list[int]:
    """The users who get a seat by the draft."""
    seats = zip(table.seats, draft.seats, strict=True) if draft is not None else ()
    return [new.user_id for old, new in seats if new.user_id and new.user_id != old.user_id]


def _aftermath(draft: Table, table: Table, seat: int, by: str, now: float) -> list[int]:
    """What a move brings about; returns the seats that somebody else plays for from now on."""
    mover = draft.seats[seat]
    mover.note_decision(by, brief=table.watch.brief)
    concerned = []
    if by == "person" and mover.away:
        bring_back(draft, seat, now)
        concerned = [seat]
    elif by == "clock" and mover.is_present and mover.missed >= AWAY_AFTER:
        mover.away = True
        concerned = [seat]
    if draft.state is not None and _deals(table, draft.state):
        concerned += seat_heirs(draft, now, at_a_deal=True)
    return concerned


def results_of(table: Table, state: State, now: float) -> list[ResultRow]:
    """A line for every seat; whoever left before the end doesn't win by their computer's play."""
    placings, scores, winners = state.placings(), state.scores(), state.winners()
    teams = {seat: number for number, team in enumerate(table.game.teams()) for seat in team}
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
            team=teams.get(number, number),
        )
        for number, seat in enumerate(table.seats)
    ]
