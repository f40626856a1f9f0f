"""Lobbies: tables open, people and computers sit down, and the game begins."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.game import OptionValue
from engine.games import load_game
from engine.house.chips import cannot_pay, require_chips
from engine.house.core import require_host, require_lobby, require_not_kicked, require_seat
from engine.house.drafts import longest_seated
from engine.house.limits import Limits, require_channel
from engine.house.rebuild import seat_rows
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.settings import GuildSettings
from engine.shuffle import SEED_BYTES, deal_seed, shuffled
from engine.store import NewTable, ShortOfChips, StanceRow
from engine.table import Pace, Person, Seat, Stance, Status, Table
from engine.watch import Watch

log = logging.getLogger(__name__)

_LOOK_AFTER = 60.0
"""Whoever sat down so many seconds ago is looked for in the server before the game starts."""
COMPUTER_NAMES = (
    "Ada", "Bruno", "Cleo", "Dario", "Edda", "Fritz", "Gwen", "Hugo", "Ines", "Juri", "Kaja",
)  # fmt: skip
"""One more than a table has other seats, so that a person may have one of these names too."""


class Lobbies(Limits):
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
        pace: Pace | None = None,
        stake: int | None = 0,
        parent_id: int | None = None,
    ) -> Table:
        """Open a lobby, or start at once if computers fill it; OptionError for wrong options.

        `pace` and `stake` are the server's where they are None. `parent_id` is the channel of the
        thread `channel_id`, if it is one. Refusals TOO_MANY_TABLES, SERVER_FULL,
        CHANNEL_NOT_ALLOWED, STAKES_OFF, TOO_MANY_COMPUTERS.
        """
        rules = load_game(game, players, options, preset)
        if not 0 <= computers < rules.players:
            raise Refusal(RefusalCode.TOO_MANY_COMPUTERS, most=rules.players - 1)
        now = self.clock.now()
        seats = [Seat(host.user_id, host.name, 0, join_id=interaction_id, joined_at=now)]
        for place in range(1, computers + 1):
            seats.append(self._computer(seats, level, place))
        async with self.server(guild_id) as settings:
            require_channel(settings, channel_id, parent_id)
            if stake and not settings.stakes:
                raise Refusal(RefusalCode.STAKES_OFF)
            if stake is None:
                stake = settings.stake if settings.stakes else 0
            await self.require_room(guild_id, host.user_id, settings)
            async with self.database():
                await require_chips(self.store, guild_id, host, stake)
            table = Table(
                id=0,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host.user_id,
                game=rules,
                pace=pace or Pace(settings.pace),
                stake=stake,
                level=level,
                server_seed=self.entropy(SEED_BYTES),
                opened_at=now,
                seats=seats,
                closes_at=now + self.rules.lobby_idle,
            )
            return await self._open(table)

    async def _open(self, table: Table) -> Table:
        """Write a new lobby down; it begins at once if nobody is missing, or there is none."""
        new = NewTable(
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            host_id=table.host_id,
            game=table.game.name,
            options=table.game.options,
            wanted=table.wanted,
            pace=table.pace.value,
            stake=table.stake,
            level=table.level,
            server_seed=table.server_seed,
            opened_at=table.opened_at,
            closes_at=table.closes_at,
            rematch_of=table.rematch_of,
        )
        said = [
            StanceRow(table_id=0, kind=kind, user_id=user_id, at=at)
            for kind, users in table.stances.items()
            for user_id, at in users.items()
        ]
        async with self.database():
            rows = seat_rows(table.seats, table.kept)
            table.id = await self.store.create_table(new, rows, said)
        self._registry.add(table)
        self.changed(table, NoticeKind.OPENED)
        if len(table.seats) == table.wanted:
            try:
                async with self.locked(table.id) as opened:
                    await self._start(opened, opened.seats)
            except Refusal:
                await self._take_back(table.id)
                raise
            return opened
        return table

    async def _take_back(self, table_id: int) -> None:
        """Close a table of which nobody has been told: whoever opened it is refused."""
        try:
            async with self.locked(table_id) as table:
                if table.is_live:
                    await self.close(table, "host")
        except Refusal as refusal:
            log.warning("a lobby that couldn't start is left to close itself: %s", refusal.code)

    async def set_message(self, table_id: int, channel_id: int, message_id: int | None) -> None:
        """Remember which message shows the table."""
        async with self.locked(table_id) as table:
            await self.store.update_table(table_id, channel_id=channel_id, message_id=message_id)
            table.channel_id, table.message_id = channel_id, message_id

    async def join(
        self, table_id: int, person: Person, interaction_id: int, place: int | None = None
    ) -> Table:
        """Sit down at a place, by default the first free one; a computer there makes room.

        Whoever has a place kept gets that one. The table starts by itself when it is full; those
        who have left the server meanwhile don't start with it. Refusals PLACE_TAKEN if a person
        sits there, SEATS_KEPT, KICKED, TOO_MANY_TABLES.
        """
        lobby = await self.get(table_id)
        if lobby.seat_of(person.user_id) is None:
            await self._look_before_the_last(lobby)
        async with self.server(lobby.guild_id) as settings, self.locked(table_id) as table:
            await self._join(table, settings, person, interaction_id, place)
        return table

    async def _join(
        self,
        table: Table,
        settings: GuildSettings,
        person: Person,
        interaction_id: int,
        place: int | None = None,
    ) -> None:
        """Seat a person at a locked table of a held server."""
        require_lobby(table)
        require_not_kicked(table, person.user_id)
        if table.seat_of(person.user_id) is not None:
            raise Refusal(RefusalCode.ALREADY_SEATED)
        mine = table.place_kept_for(person.user_id)
        if mine is None:
            _refuse_kept(table, *([] if place is None else [place]))
            spare = _first_free(table)
            place = spare if place is None else place
            others = _cleared(table, place, spare)
        else:
            place, others = mine, table.seats
        await self.require_room(table.guild_id, person.user_id, settings, table_id=table.id)
        async with self.database():
            await require_chips(self.store, table.guild_id, person, table.stake)
        now = self.clock.now()
        seat = Seat(person.user_id, person.name, place, join_id=interaction_id, joined_at=now)
        kept = {other: one for other, one in table.kept.items() if other != place}
        await self._seat(table, [*others, seat], kept)

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
            kept = {places[place]: person for place, person in table.kept.items()}
            await self._save_lobby(table, seats, table.host_id, kept)
        return table

    async def add_computer(self, table_id: int, user_id: int, level: str | None = None) -> Table:
        """Give the first free place to a computer; anybody who sits at the table may do that.

        If that was the last one the game starts, without those who have left the server meanwhile.
        """
        lobby = await self.get(table_id)
        if lobby.seat_of(user_id) is not None:
            await self._look_before_the_last(lobby)
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_seat(table, user_id)
            place = _first_free(table)
            computer = self._computer(table.seats, level or table.level, place)
            await self._seat(table, [*table.seats, computer])
        return table

    async def begin(self, table_id: int, user_id: int) -> Table:
        """The host starts the game; computers take the free places.

        And those of people who have left the server meanwhile. If the host has, there is another.
        """
        lobby = await self.get(table_id)
        if lobby.seat_of(user_id) is not None:
            await self._look_for(lobby, None if lobby.host_id == user_id else lobby.host_id)
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            seats = list(table.seats)
            for place in sorted([*table.free_places(), *table.kept]):
                seats.append(self._computer(seats, table.level, place))
            await self._start(table, seats)
        return table

    async def keep_open(self, table_id: int, user_id: int) -> Table:
        """Anybody who sits in a lobby says that they still wait: its idle time starts anew."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_seat(table, user_id)
            await self._save_lobby(table, table.seats, table.host_id)
        return table

    async def cancel(self, table_id: int, user_id: int) -> Table:
        """The host closes the lobby."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, user_id)
            await self.close(table, "host")
        return table

    async def _look_before_the_last(self, lobby: Table) -> None:
        """Look for those who sit in a lobby that starts with whoever sits down next."""
        if len(lobby.seats) == lobby.wanted - 1:
            await self._look_for(lobby)

    async def _look_for(self, lobby: Table, user_id: int | None = None) -> None:
        """Part with those who sit in a lobby and have left the server, before it is held.

        With `user_id` only that one is looked for. All are at most once in _LOOK_AFTER seconds:
        whoever presses a button again and again shall not have Discord asked as often.
        """
        now = self.clock.now()
        before = now - _LOOK_AFTER
        if lobby.status is not Status.LOBBY or self.is_member is None:
            return
        if lobby.watch.looked_at > before:
            return
        users = [seat.user_id or 0 for seat in lobby.people() if seat.joined_at <= before]
        if users := [each for each in users if user_id in (None, each)]:
            if user_id is None:
                lobby.watch = replace(lobby.watch, looked_at=now)
            await self.part_with_the_gone(lobby.guild_id, users)

    async def _seat(
        self, table: Table, seats: list[Seat], kept: dict[int, Person] | None = None
    ) -> None:
        if len(seats) == table.wanted:
            await self._start(table, seats)
            return
        await self._save_lobby(table, seats, table.host_id, kept)

    async def _save_lobby(
        self,
        table: Table,
        seats: list[Seat],
        host_id: int,
        kept: dict[int, Person] | None = None,
        kicked: int | None = None,
    ) -> None:
        """Write a lobby's seats and the places it keeps, as before by default."""
        seats, kept = _by_place(seats), table.kept if kept is None else kept
        now = self.clock.now()
        closes_at = now + self.rules.lobby_idle
        said = []
        if kicked is not None:
            said = [StanceRow(table_id=table.id, kind=Stance.KICKED, user_id=kicked, at=now)]
        rows, before = seat_rows(seats, kept), seat_rows(table.seats, table.kept)
        await self.store.save_lobby(
            table.id, rows, said, before, host_id=host_id, closes_at=closes_at
        )
        table.seats, table.kept, table.host_id = seats, kept, host_id
        table.closes_at, table.warned = closes_at, False
        if kicked is not None:
            table.stances.setdefault(Stance.KICKED, {})[kicked] = now
        self.changed(table, NoticeKind.LOBBY)

    async def _start(self, table: Table, seats: list[Seat]) -> None:
        seats = _by_place(seats)
        seed, salt = deal_seed(table.server_seed, [seat.join_id for seat in seats])
        state = table.game.new_initial_state(seed)
        now = self.clock.now()
        try:
            await self.store.start_table(
                table.id,
                seat_rows(seats),
                seed=seed,
                salt=salt,
                dealer=state.first_dealer,
                started_at=now,
                deadline=self._first_deadline(table, seats, Watch().after(state, now), now),
                before=seat_rows(table.seats, table.kept),
            )
        except ShortOfChips as error:
            raise cannot_pay(table.stake, seats, error.short) from None  # nothing is in doubt
        table.seats, table.state, table.status = seats, state, Status.PLAYING
        table.started_at, table.closes_at, table.salt, table.kept = now, None, salt, {}
        table.watch = Watch().after(state, now)
        self.changed(table, NoticeKind.STARTED)

    def _first_deadline(
        self, table: Table, seats: list[Seat], watch: Watch, now: float
    ) -> float | None:
        limit = table.limit(watch)
        if any(seats[seat].is_present for seat in watch.owed):
            return None if limit is None else now + limit
        return now + self.rules.computer_pause

    async def _leave_lobby(self, table: Table, leaver: Seat, *, kicked: bool = False) -> None:
        seats = [other for other in table.seats if other is not leaver]
        people = [other for other in seats if other.user_id is not None]
        if not people:
            await self.close(table, "empty")
            return
        host_id = table.host_id
        if leaver.user_id == host_id:
            host_id = longest_seated(people)
        await self._save_lobby(table, seats, host_id, kicked=leaver.user_id if kicked else None)

    def _computer(self, seats: Iterable[Seat], level: str, place: int) -> Seat:
        taken = {seat.name.casefold() for seat in seats}
        name = next(name for name in COMPUTER_NAMES if name.casefold() not in taken)
        return Seat(None, name, place, level=level, joined_at=self.clock.now())


def _first_free(table: Table) -> int:
    """Return the first free place; Refusal TABLE_FULL, or SEATS_KEPT."""
    free = table.free_places()
    if not free:
        _refuse_kept(table, *table.kept)
        raise Refusal(RefusalCode.TABLE_FULL)
    return free[0]


def _refuse_kept(table: Table, *places: int) -> None:
    """Refuse places that are kept for somebody."""
    names = [table.kept[place].name for place in places if place in table.kept]
    if names:
        raise Refusal(RefusalCode.SEATS_KEPT, names=names)


def _cleared(table: Table, place: int, spare: int) -> list[Seat]:
    """Return the table's seats without one at `place`: a computer there moves to `spare`."""
    if not 0 <= place < table.wanted:
        raise Refusal(RefusalCode.NO_SUCH_PLACE)
    if any(seat.place == place and not seat.is_computer for seat in table.seats):
        raise Refusal(RefusalCode.PLACE_TAKEN)
    _refuse_kept(table, place)
    return [replace(seat, place=spare) if seat.place == place else seat for seat in table.seats]


def _by_place(seats: Iterable[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: seat.place)
