"""The House: opens tables, seats people, takes their actions, and tells its subscribers.

Every change goes through one lock per table and is written before anybody is told of it. What the
clocks bring about (computers' moves, deadlines, closings) is the Attendant's work.
"""

import secrets
from collections.abc import Callable
from typing import Any

from engine.clock import Clock
from engine.house.attendant import Attendant
from engine.house.core import HouseRules, require_playing, require_seat
from engine.house.games import Games
from engine.house.lobbies import Lobbies
from engine.house.people import People
from engine.settings import GuildSettings
from engine.store import SettingChangeRow, Store
from engine.table import Person, Status, Table
from engine.thinker import Thinker


class House(Lobbies, Games):
    """All tables of one process. Methods raise Refusal where they can't do what was asked.

    `owns` tells which servers' tables are this process's; `entropy` returns so many random bytes.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinker: Thinker,
        *,
        rules: HouseRules | None = None,
        owns: Callable[[int], bool] = lambda _guild_id: True,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(store, clock, thinker, rules or HouseRules(), owns, entropy)
        self._attendant = Attendant(self)
        self._people = People(store)

    def _attend(self, table_id: int) -> None:
        self._attendant.attend_soon(table_id)

    async def start(self) -> None:
        """Take up every live table where it was left; the time in between counts for nobody."""
        await self._attendant.start()

    async def stop(self) -> None:
        """Stop the clocks; what is under way is given a moment to end. The store stays open."""
        await self._attendant.stop()

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Leave a lobby, or hand the seat of a running game to a computer."""
        async with self.locked(table_id) as table:
            seat = require_seat(table, user_id)
            if table.status is Status.LOBBY:
                await self._leave_lobby(table, seat)
            else:
                require_playing(table)
                await self._hand_over(table, seat)
        return table

    async def settings(self, guild_id: int) -> GuildSettings:
        """How a server wants its tables; Refusal UNAVAILABLE."""
        async with self.database():
            return await self.guilds.settings(guild_id)

    async def change_settings(
        self, guild_id: int, person: Person, **values: Any
    ) -> list[SettingChangeRow]:
        """Change settings of a server; ValueError says what is allowed. Returns what is different.

        Who may do that is the caller's to check.
        """
        now = self.clock.now()
        async with self.database():
            return await self.guilds.change(guild_id, person.user_id, person.name, now, values)

    async def setting_changes(self, guild_id: int, limit: int) -> list[SettingChangeRow]:
        """Who changed settings of a server, newest first."""
        async with self.database():
            return await self.store.setting_changes(guild_id, limit)

    async def hand_layout(self, user_id: int) -> str:
        """How a person wants hands shown to them; "" if they haven't said, or it can't be read."""
        return await self._people.hand_layout(user_id)

    async def set_hand_layout(self, user_id: int, layout: str) -> None:
        """Remember how a person wants hands shown to them, in every server."""
        async with self.database():
            await self._people.set_hand_layout(user_id, layout)
