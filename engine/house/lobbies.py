"""Lobbies: tables open, people and computers sit down, and the game begins."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.game import OptionValue
from engine.games import load_game
from engine.house.core import Core, require_host, require_lobby, require_seat
from engine.house.rebuild import seat_rows
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.shuffle import SEED_BYTES, shuffled
from engine.store import NewTable
from engine.table import Pace, Person, Seat, Status, Table, Watch, deal_seed

COMPUTER_NAMES = (
    "Ada", "Bruno", "Cleo", "Dario", "Edda", "Fritz", "Gwen", "Hugo", "Ines", "Juri", "Kaja",
)  # fmt: skip
"""One more than a table has other seats, so that a person may have one of these names too."""


class Lobbies(Core):
    """Requests while a table is a lobby."""

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Person,
        interaction_id: int,
        game: str,
        players: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        preset: str = "standard",
        computers: int = 0,
        level: str = "normal",
        pace: Pace = Pace.LIVE,
        stake: int = 0,
    ) -> Table:
        """Open a lobby, or start at once if computers fill it; OptionError for wrong options."""
        rules = load_game(game, players, options, preset)
        if not 0 <= computers < rules.players:
            raise Refusal(RefusalCode.TOO_MANY_COMPUTERS, most=rules.players - 1)
        now = self.clock.now()
        seats = [Seat(host.user_id, host.name, 0, join_id=interaction_id, joined_at=now)]
        for place in range(1, computers + 1):
            seats.append(self._computer(seats, level, place))
        new = NewTable(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=rules.name,
            options=rules.options,
            wanted=rules.players,
            pace=pace.value,
            stake=stake,
            level=level,
            server_seed=self.entropy(SEED_BYTES),
            opened_at=now,
            closes_at=now + self.rules.lobby_idle,
        )
        async with self.database():
            table_id = await self.store.create_table(new, seat_rows(seats))
        table = Table(
            id=table_id,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            game=rules,
            pace=pace,
            stake=stake,
            level=level,
            server_seed=new.server_seed,
            opened_at=now,
            seats=seats,
            closes_at=new.closes_at,
        )
        self._registry.add(table)
        self.changed(table, NoticeKind.OPENED)
        if len(seats) == table.wanted:
            async with self.locked(table_id) as table:
                await self._start(table, seats)
        return table

    async def set_message(self, table_id: int, channel_id: int, message_id: int | None) -> None:
        """Remember which message shows the table."""
        async with self.locked(table_id) as table:
            await self.store.update_table(table_id, channel_id=channel_id, message_id=message_id)
            table.channel_id, table.message_id = channel_id, message_id

    async def join(
        self, table_id: int, person: Person, interaction_id: int, place: int | None = None
    ) -> Table:
        """Sit down at a place, by default the first free one; a computer there makes room.

        The table starts by itself when it is full. Refusal PLACE_TAKEN if a person sits there.
        """
        async with self.locked(table_id) as table:
            require_lobby(table)
            if table.seat_of(person.user_id) is not None:
                raise Refusal(RefusalCode.ALREADY_SEATED)
            spare = _first_free(table)
            place = spare if place is None else place
            seat = Seat(
                person.user_id,
                person.name,
                place,
                join_id=interaction_id,
                joined_at=self.clock.now(),
            )
            await self._seat(table, [*_cleared(table, place, spare), seat])
        return table

    async def sit(self, table_id: int, user_id: int, place: int) -> Table:
        """Move to a free place, or change places with a computer; PLACE_TAKEN by a person."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            mine = table.seats[require_seat(table, user_id)]
            if place != mine.place:
                others = [seat for seat in _cleared(table, place, mine.place) if seat is not mine]
                await self._save_lobby(table, [*others, replace(mine, place=place)], table.host_id)
        return table

    async def shuffle_seats(self, table_id: int, user_id: int) -> Table:
        """The host has chance decide who sits where; free places are shuffled with the others."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            places = shuffled(range(table.wanted), self.entropy(SEED_BYTES), 0)
            seats = [replace(seat, place=places[seat.place]) for seat in table.seats]
            await self._save_lobby(table, seats, table.host_id)
        return table

    async def add_computer(self, table_id: int, user_id: int, level: str | None = None) -> Table:
        """Give the first free place to a computer; anybody who sits at the table may do that."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_seat(table, user_id)
            place = _first_free(table)
            computer = self._computer(table.seats, level or table.level, place)
            await self._seat(table, [*table.seats, computer])
        return table

    async def begin(self, table_id: int, user_id: int) -> Table:
        """The host starts the game; computers take the free places."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            seats = list(table.seats)
            for place in table.free_places():
                seats.append(self._computer(seats, table.level, place))
            await self._start(table, seats)
        return table

    async def cancel(self, table_id: int, user_id: int) -> Table:
        """The host closes the lobby."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            await self.close(table, "host")
        return table

    async def _seat(self, table: Table, seats: list[Seat]) -> None:
        if len(seats) == table.wanted:
            await self._start(table, seats)
            return
        await self._save_lobby(table, seats, table.host_id)

    async def _save_lobby(self, table: Table, seats: list[Seat], host_id: int) -> None:
        seats = _by_place(seats)
        closes_at = self.clock.now() + self.rules.lobby_idle
        await self.store.save_lobby(
            table.id, seat_rows(seats), host_id=host_id, closes_at=closes_at
        )
        table.seats, table.host_id, table.closes_at = seats, host_id, closes_at
        self.changed(table, NoticeKind.LOBBY)

    async def _start(self, table: Table, seats: list[Seat]) -> None:
        seats = _by_place(seats)
        seed, salt = deal_seed(table.server_seed, seats)
        state = table.game.new_initial_state(seed)
        now = self.clock.now()
        await self.store.start_table(
            table.id,
            seat_rows(seats),
            seed=seed,
            salt=salt,
            dealer=state.first_dealer,
            started_at=now,
            deadline=self._first_deadline(table, seats, Watch().after(state, now), now),
        )
        table.seats, table.state, table.status = seats, state, Status.PLAYING
        table.started_at, table.closes_at = now, None
        table.watch = Watch().after(state, now)
        self.changed(table, NoticeKind.STARTED)

    def _first_deadline(
        self, table: Table, seats: list[Seat], watch: Watch, now: float
    ) -> float | None:
        limit = table.limit(watch)
        if any(seats[seat].is_present for seat in watch.owed):
            return None if limit is None else now + limit
        return now + self.rules.computer_pause

    async def _leave_lobby(self, table: Table, seat: int) -> None:
        leaver = table.seats[seat]
        seats = [other for other in table.seats if other is not leaver]
        people = [other for other in seats if other.user_id is not None]
        if not people:
            await self.close(table, "empty")
            return
        host_id = table.host_id
        if leaver.user_id == host_id:
            longest = min(people, key=lambda other: (other.joined_at, other.join_id))
            host_id = longest.user_id or 0
        await self._save_lobby(table, seats, host_id)

    def _computer(self, seats: Iterable[Seat], level: str, place: int) -> Seat:
        taken = {seat.name.casefold() for seat in seats}
        name = next(name for name in COMPUTER_NAMES if name.casefold() not in taken)
        return Seat(None, name, place, level=level, joined_at=self.clock.now())


def _first_free(table: Table) -> int:
    """Return the first free place; Refusal TABLE_FULL."""
    free = table.free_places()
    if not free:
        raise Refusal(RefusalCode.TABLE_FULL)
    return free[0]


def _cleared(table: Table, place: int, spare: int) -> list[Seat]:
    """Return the table's seats without one at `place`: a computer there moves to `spare`."""
    if not 0 <= place < table.wanted:
        raise Refusal(RefusalCode.NO_SUCH_PLACE)
    if any(seat.place == place and not seat.is_computer for seat in table.seats):
        raise Refusal(RefusalCode.PLACE_TAKEN)
    return [replace(seat, place=spare) if seat.place == place else seat for seat in table.seats]


def _by_place(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: seat.place)
