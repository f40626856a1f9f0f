"""The same people play again: a lobby in which everybody's place is kept."""

from engine.house.chips import require_chips
from engine.house.core import require_host, require_lobby, require_not_kicked, require_seat
from engine.house.limits import require_channel
from engine.house.lobbies import Lobbies
from engine.refusal import Refusal, RefusalCode
from engine.settings import GuildSettings
from engine.shuffle import SEED_BYTES
from engine.table import Person, Seat, Stance, Status, Table


class Rematches(Lobbies):
    """Requests about playing again."""

    async def rematch(
        self,
        table_id: int,
        person: Person,
        interaction_id: int,
        *,
        channel_id: int | None = None,
        parent_id: int | None = None,
    ) -> Table:
        """Play again at a table that is over; returns the new table.

        The first of its people to ask opens a lobby with the same game, options, pace, stake and
        computers, and hosts it; the places of the others are kept for them (`Table.kept`) until
        they ask too, which is how they join. It opens where the old table did, or in `channel_id`
        (`parent_id` as for `open`). Refusals NO_REMATCH, NOT_SEATED for whoever left or never sat
        there, REMATCH_BEGUN, and those of `open` and `join`.
        """
        old = await self.get(table_id)
        _require_player(old, person.user_id)
        begun = await self.rematch_of(table_id)
        if begun is not None and begun.seat_of(person.user_id) is None:
            await self._look_before_the_last(begun)
        async with self.server(old.guild_id) as settings:
            _require_player(old, person.user_id)
            current = await self.rematch_of(table_id)
            if current is not None:
                return await self._join_rematch(current, settings, person, interaction_id)
            if channel_id is None:
                channel_id = old.parent_id or old.channel_id
            require_channel(settings, channel_id, parent_id)
            await self.require_room(old.guild_id, person.user_id, settings)
            stake = old.stake if settings.stakes else 0
            async with self.database():
                await require_chips(self.store, old.guild_id, person, stake)
            return await self._open(
                Table(
                    id=0,
                    guild_id=old.guild_id,
                    channel_id=channel_id,
                    host_id=person.user_id,
                    game=old.game,
                    pace=old.pace,
                    stake=stake,
                    level=old.level,
                    server_seed=self.entropy(SEED_BYTES),
                    opened_at=self.clock.now(),
                    closes_at=self.clock.now() + self.rules.lobby_idle,
                    rematch_of=old.id,
                    seats=self._seats_again(old, person, interaction_id),
                    kept=_places_again(old, person.user_id),
                    stances={Stance.KICKED: dict(old.stances.get(Stance.KICKED, {}))},
                )
            )

    async def rematch_of(self, table_id: int) -> Table | None:
        """The live table at which the people of that table play again, if there is one."""
        async with self.database():
            current = await self.store.rematch_of(table_id)
        return None if current is None else await self.get(current)

    async def free_kept(self, table_id: int, by: int) -> Table:
        """The host of a lobby gives the places that are kept to whoever comes."""
        async with self.locked(table_id) as table:
            require_lobby(table)
            require_host(table, by)
            await self._save_lobby(table, table.seats, table.host_id, kept={})
        return table

    async def _join_rematch(
        self, table: Table, settings: GuildSettings, person: Person, interaction_id: int
    ) -> Table:
        async with self.locked(table.id) as current:
            if current.seat_of(person.user_id) is None:
                if current.status is not Status.LOBBY:
                    raise Refusal(RefusalCode.REMATCH_BEGUN, table=current)
                await self._join(current, settings, person, interaction_id)
        return current

    def _seats_again(self, old: Table, person: Person, interaction_id: int) -> list[Seat]:
        """The computers in their places, and whoever asked first in theirs."""
        now = self.clock.now()
        computers = [
            Seat(None, seat.name, seat.place, level=seat.level, joined_at=now)
            for seat in old.seats
            if seat.is_computer
        ]
        place = old.seats[old.seat_of(person.user_id) or 0].place
        host = Seat(person.user_id, person.name, place, join_id=interaction_id, joined_at=now)
        return sorted([*computers, host], key=lambda seat: seat.place)


def _require_player(old: Table, user_id: int) -> None:
    """Refuse whoever didn't play there to the end, and what was never played."""
    if old.is_live or (old.status is not Status.FINISHED and old.closed_reason != "agreed"):
        raise Refusal(RefusalCode.NO_REMATCH)
    require_not_kicked(old, user_id)
    require_seat(old, user_id)


def _places_again(old: Table, first: int) -> dict[int, Person]:
    """The places of the others who played to the end and can come again."""
    return {
        seat.place: Person(seat.user_id, seat.name)
        for seat in old.people()
        if seat.user_id is not None and seat.user_id != first and seat.user_id > 0
    }
