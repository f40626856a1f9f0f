"""The House: opens tables, seats people, takes their actions, and tells its subscribers.

Every change goes through one lock per table and is written before anybody is told of it. What the
clocks bring about (computers' moves, deadlines, closings) is the Attendant's work.
"""

import secrets
from collections.abc import Callable, Sequence

from engine.clock import Clock
from engine.house.agreements import Agreements
from engine.house.archive import Archive
from engine.house.attendant import Attendant
from engine.house.core import HouseRules, MemberLookUp
from engine.house.endings import Endings
from engine.house.games import Games
from engine.house.housekeeping import Housekeeping
from engine.house.keepsakes import Keepsakes
from engine.house.outages import Outages
from engine.house.privacy import Privacy
from engine.house.recompute import make_stale_books_anew
from engine.house.records import Records
from engine.house.rematches import Rematches
from engine.house.seats import Seats
from engine.house.wishes import Wishes
from engine.store import Store
from engine.table import Table
from engine.thinker import Thinker


class House(Seats, Rematches, Games, Agreements, Endings, Wishes, Records, Privacy):
    """All tables of one process. Methods raise Refusal where they can't do what was asked.

    `owns` tells which servers' tables are this process's; `entropy` returns so many random bytes.
    `is_member` tells whether a user is still in a server, None if that can't be found out; it is
    asked when somebody is waited for or a game starts, and answers within seconds. `is_here` tells
    whether the bot is in a server, None while that isn't known.
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
        is_member: MemberLookUp | None = None,
        is_here: Callable[[int], bool | None] = lambda _guild_id: None,
    ) -> None:
        super().__init__(store, clock, thinker, rules or HouseRules(), owns, entropy)
        self.is_member = is_member
        self.outages = Outages(self)
        self._attendant = Attendant(self)
        self.is_here = is_here
        self._housekeeping = Housekeeping(self)
        self.archive = Archive(store, self.database)
        self.keepsakes = Keepsakes(self)

    def _attend(self, table_id: int) -> None:
        if not self.outages.postpones(table_id):
            self._attendant.attend_soon(table_id)

    def _greet(self, table: Table, users: list[int]) -> None:
        self._attendant.look_soon(table.guild_id, users)

    async def part_with_the_gone(self, guild_id: int, users: Sequence[int]) -> None:
        await self._attendant.part_with_the_gone(guild_id, users)

    async def take_up(self) -> None:
        """Look after live tables of this process that it doesn't know of; StoreError."""
        await self._attendant.take_up()

    async def start(self) -> None:
        """Take up every live table where it was left; the time in between counts for nobody."""
        await self.guilds.start()
        await make_stale_books_anew(self.store, self.clock.now(), self.owns)
        await self._attendant.start()
        self._housekeeping.start()

    async def stop(self) -> None:
        """Stop the clocks; what is under way is given a moment to end. The store stays open."""
        self.outages.stop()
        await self._housekeeping.stop()
        await self._attendant.stop()
