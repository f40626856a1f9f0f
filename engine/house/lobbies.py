"""Lobbies: tables open, people and computers sit down, and the game begins."""

from collections.abc import Iterable, Mapping

from engine.game import OptionValue
from engine.games import load_game
from engine.house.core import Core, require_host, require_lobby, require_seat
from engine.house.rebuild import seat_rows
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.shuffle import SEED_BYTES
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
        seats = [Seat(host.user_id, host.name, join_id=interaction_id, joined_at=now)]
        for _ in range(computers):
            seats.append(self._computer(seats, level))
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

    async def join(self, table_id: int, person: Person, interaction_id: int) -> Table:
        """Take the next free seat; the table starts by itself when it is full."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            if table.seat_of(person.user_id) is not None:
                raise Refusal(RefusalCode.ALREADY_SEATED)
            now = self.clock.now()
            seat = Seat(person.user_id, person.name, join_id=interaction_id, joined_at=now)
            await self._seat(table, seat)
        return table

    async def add_computer(self, table_id: int, user_id: int, level: str | None = None) -> Table:
        """Give the next free seat to a computer; anybody who sits at the table may do that."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_seat(table, user_id)
            await self._seat(table, self._computer(table.seats, level or table.level))
        return table

    async def begin(self, table_id: int, user_id: int) -> Table:
        """The host starts the game; computers take the empty seats."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            seats = list(table.seats)
            while len(seats) < table.wanted:
                seats.append(self._computer(seats, table.level))
            await self._start(table, seats)
        return table

    async def cancel(self, table_id: int, user_id: int) -> Table:
        """The host closes the lobby."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            await self.close(table, "host")
        return table

    async def _seat(self, table: Table, seat: Seat) -> None:
        if len(table.seats) >= table.wanted:
            raise Refusal(RefusalCode.TABLE_FULL)
        seats = [*table.seats, seat]
        if len(seats) == table.wanted:
            await self._start(table, seats)
            return
        await self._save_lobby(table, seats, table.host_id)

    async def _save_lobby(self, table: Table, seats: list[Seat], host_id: int) -> None:
        closes_at = self.clock.now() + self.rules.lobby_idle
        await self.store.save_lobby(
            table.id, seat_rows(seats), host_id=host_id, closes_at=closes_at
        )
        table.seats, table.host_id, table.closes_at = seats, host_id, closes_at
        self.changed(table, NoticeKind.LOBBY)

    async def _start(self, table: Table, seats: list[Seat]) -> None:
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
        limit = table.pace.seconds(table.game.name)
        if any(seats[seat].is_present for seat in watch.owed):
            return None if limit is None else now + limit
        return now + self.rules.computer_pause

    async def _leave_lobby(self, table: Table, seat: int) -> None:
        seats = [other for number, other in enumerate(table.seats) if number != seat]
        people = [other.user_id for other in seats if other.user_id is not None]
        if not people:
            await self.close(table, "empty")
            return
        leaver = table.seats[seat].user_id
        await self._save_lobby(
            table, seats, people[0] if leaver == table.host_id else table.host_id
        )

    def _computer(self, seats: Iterable[Seat], level: str) -> Seat:
        taken = {seat.name.casefold() for seat in seats}
        name = next(name for name in COMPUTER_NAMES if name.casefold() not in taken)
        return Seat(None, name, level=level, joined_at=self.clock.now())
