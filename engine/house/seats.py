"""Who sits at a table that is being played: leaving, being removed, taking seats, returning."""

from engine.house.chips import require_chips
from engine.house.core import (
    require_host,
    require_lobby,
    require_no_hold,
    require_not_kicked,
    require_playing,
    require_seat,
)
from engine.house.drafts import draft_of, give_up, say, seat_heirs, seat_person, vacate
from engine.house.lobbies import Lobbies
from engine.refusal import Refusal, RefusalCode
from engine.table import Person, Seat, Stance, Status, Table


class Seats(Lobbies):
    """Requests about who sits where once a table is open."""

    async def leave(self, table_id: int, user_id: int, *, only_lobby: bool = False) -> Table:
        """Leave a lobby, or hand the seat of a running game to a computer.

        The host's rights go to the longest seated; a table that nobody is left at closes. It may
        be that the others' wish to pause, or for the end, comes true by it. With `only_lobby`
        nobody leaves a game that has just begun: Refusal NOT_LOBBY.
        """
        async with self.locked(table_id) as table:
            number = require_seat(table, user_id)
            if only_lobby:
                require_lobby(table)
            await self._leave(table, number)
        return table

    async def kick(
        self,
        table_id: int,
        by: int,
        seat: int,
        *,
        user_id: int | None = None,
        moderator: bool = False,
    ) -> Table:
        """Remove whoever sits at a place, for good: the host may, and a moderator.

        `user_id` is who was meant, 0 for a computer: SEAT_CHANGED if somebody else sits there by
        now; if it is the seat's heir, that one is turned away. In a lobby a computer may be removed
        too. Refusals NOT_HOST, KICK_SELF for a host, NO_SUCH_PLACE, SEAT_CHANGED where there is
        nobody.
        """
        async with self.locked(table_id) as table:
            if not table.is_live:
                raise Refusal(RefusalCode.TABLE_OVER)
            if not moderator:
                require_host(table, by)
            if not 0 <= seat < table.wanted:
                raise Refusal(RefusalCode.NO_SUCH_PLACE)
            number = next((n for n, one in enumerate(table.seats) if one.place == seat), None)
            who = None if number is None else table.seats[number]
            if user_id is not None and who is not None and who.heir_id == user_id:
                await self._turn_away(table, number, user_id)
            elif number is None or who is None or not _is_meant(who, user_id):
                raise Refusal(RefusalCode.SEAT_CHANGED)
            elif who.user_id == by and not moderator:
                raise Refusal(RefusalCode.KICK_SELF)
            elif table.status is Status.LOBBY:
                await self._leave_lobby(table, who, kicked=True)
            elif who.user_id is None:
                raise Refusal(RefusalCode.SEAT_CHANGED)
            else:
                await self._hand_over(table, number, kicked=True)
        return table

    async def drop_member(self, guild_id: int, user_id: int) -> list[Table]:
        """Take somebody who has left the server, or wants to be forgotten, from all its tables.

        The same as leaving each of them; seats that they would take are given up too. Returns the
        tables. One that fails doesn't keep the others: UNAVAILABLE is raised in the end.
        """
        async with self.database():
            ids = await self.store.tables_with(guild_id, user_id)
        tables, failed = [], None
        for table_id in ids:
            try:
                async with self.locked(table_id) as table:
                    await self._drop(table, user_id)
                tables.append(table)
            except Refusal as refusal:
                failed = refusal
        if failed is not None:
            raise failed
        return tables

    async def take_seat(
        self, table_id: int, person: Person, seat: int, interaction_id: int
    ) -> Table:
        """Take a computer's seat of a running game, or that of somebody who has left.

        The person gets it when the next hand is dealt, until then they are its heir
        (`Seat.heir_id`), or at once where the host allows it (`Table.open_seats`). Whoever has sat
        here before never gets it at once. Refusals PLACE_TAKEN, SEAT_PROMISED, ALREADY_SEATED,
        ALREADY_HEIR, OWN_SEAT, SEAT_OUT, KICKED, NO_MORE_DEALS, ON_HOLD (only if it were at once),
        TOO_MANY_TABLES, NO_SUCH_PLACE, NOT_PLAYING, TABLE_OVER. Asking twice changes nothing.
        """
        guild_id = (await self.get(table_id)).guild_id
        async with self.server(guild_id) as settings, self.locked(table_id) as table:
            if table.heir_of(person.user_id) == seat:
                return table
            at_once = self._require_vacant(table, person.user_id, seat)
            await self.require_room(guild_id, person.user_id, settings, table_id=table_id)
            await require_chips(self.store, guild_id, person, table.stake)
            draft, now = draft_of(table), self.clock.now()
            if at_once:
                seat_person(draft, seat, person.user_id, person.name, now, interaction_id)
            else:
                draft.seats[seat].heir_id = person.user_id
                draft.seats[seat].heir_name = person.name
            await self.write(table, draft, seat)
        return table

    async def decline_seat(self, table_id: int, user_id: int) -> Table:
        """Give up the seat that one would take at the next deal, or that is kept in a lobby."""
        async with self.locked(table_id) as table:
            await self._decline(table, user_id)
        return table

    async def let_sit(self, table_id: int, by: int, *, allowed: bool) -> Table:
        """The host says whether people may take seats at once; those who wait do, then."""
        async with self.locked(table_id) as table:
            require_playing(table)
            require_host(table, by)
            await self.with_those_who_can_pay(table, lambda: self._let_sit(table, allowed=allowed))
        return table

    async def rejoin(self, table_id: int, user_id: int) -> Table:
        """Somebody who has left gets their own seat back at once.

        Whoever waited for that seat doesn't get it. Refusals SEAT_GONE if somebody else has it,
        KICKED, ALREADY_SEATED, NOT_SEATED if they never sat here, TOO_MANY_TABLES, NOT_PLAYING (a
        lobby is joined), TABLE_OVER.
        """
        guild_id = (await self.get(table_id)).guild_id
        async with self.server(guild_id) as settings, self.locked(table_id) as table:
            require_playing(table)
            require_not_kicked(table, user_id)
            if table.seat_of(user_id) is not None:
                raise Refusal(RefusalCode.ALREADY_SEATED)
            number = table.seat_left_by(user_id)
            if number is None:
                had_one = user_id in table.stances.get(Stance.SAT, {})
                raise Refusal(RefusalCode.SEAT_GONE if had_one else RefusalCode.NOT_SEATED)
            await self.require_room(guild_id, user_id, settings, table_id=table_id)
            draft = draft_of(table)
            own, now = draft.seats[number], self.clock.now()
            seat_person(draft, number, user_id, own.name, now, own.join_id)
            await self.write(table, draft, number)
        return table

    # --- each of them, at a locked table --------------------------------------------------------

    async def _let_sit(self, table: Table, *, allowed: bool) -> None:
        draft = draft_of(table)
        draft.open_seats = allowed
        taken = seat_heirs(draft, self.clock.now(), at_a_deal=False) if allowed else []
        await self.write(table, draft, taken[0] if taken else None)

    async def _leave(self, table: Table, number: int) -> None:
        if table.status is Status.LOBBY:
            await self._leave_lobby(table, table.seats[number])
        else:
            require_playing(table)
            await self._hand_over(table, number)

    async def _hand_over(self, table: Table, number: int, *, kicked: bool = False) -> None:
        """A computer takes the seat; whoever was kicked may not come back, seated or not."""
        draft, now, user_id = draft_of(table), self.clock.now(), table.seats[number].user_id or 0
        if not table.seats[number].left:
            vacate(draft, number, now)
        if kicked and not table.has_kicked(user_id):  # the time tells whether they had left before
            say(draft, Stance.KICKED, user_id, now)
        await self.write(table, draft, number)

    async def _turn_away(self, table: Table, number: int | None, user_id: int) -> None:
        """Somebody who waits for a seat doesn't get it, nor any other."""
        draft = draft_of(table)
        give_up(draft, user_id)
        say(draft, Stance.KICKED, user_id, self.clock.now())
        await self.write(table, draft, number)

    async def _drop(self, table: Table, user_id: int) -> None:
        """Take somebody from a table in whatever way they belong to it."""
        number = table.seat_of(user_id)
        if table.is_live and number is not None:
            await self._leave(table, number)
        elif table.is_live:
            await self._decline(table, user_id)

    async def _decline(self, table: Table, user_id: int) -> None:
        place = table.place_kept_for(user_id)
        if table.status is Status.LOBBY and place is not None:
            kept = {other: one for other, one in table.kept.items() if other != place}
            await self._save_lobby(table, table.seats, table.host_id, kept)
        elif table.status is Status.PLAYING:
            draft, number = draft_of(table), table.heir_of(user_id)
            give_up(draft, user_id)
            await self.write(table, draft, number)

    def _require_vacant(self, table: Table, user_id: int, number: int) -> bool:
        """Refuse a seat that the person can't take; else whether they get it at once."""
        require_playing(table)
        require_not_kicked(table, user_id)
        if not 0 <= number < table.wanted:
            raise Refusal(RefusalCode.NO_SUCH_PLACE)
        if table.seat_of(user_id) is not None:
            raise Refusal(RefusalCode.ALREADY_SEATED)
        other, own = table.heir_of(user_id), table.seat_left_by(user_id)
        if other is not None:
            raise Refusal(RefusalCode.ALREADY_HEIR, seat=other)
        if own is not None:
            raise Refusal(RefusalCode.OWN_SEAT, seat=own)
        seat = table.seats[number]
        if not seat.is_computer and not seat.left:
            raise Refusal(RefusalCode.PLACE_TAKEN)
        if seat.heir_id is not None:
            raise Refusal(RefusalCode.SEAT_PROMISED, name=seat.heir_name)
        if table.is_out(number):
            raise Refusal(RefusalCode.SEAT_OUT)
        at_once = table.open_seats and user_id not in table.stances.get(Stance.SAT, {})
        if at_once:
            require_no_hold(table)
        elif table.state is None or not table.state.may_deal_again:
            raise Refusal(RefusalCode.NO_MORE_DEALS)
        return at_once


def _is_meant(seat: Seat, user_id: int | None) -> bool:
    """Whether it is that person who sits there; 0 is a computer, None whoever it is."""
    return user_id is None or (user_id or None) == seat.user_id
