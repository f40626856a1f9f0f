"""A table as a test follows it: its public message, and what the engine knows of it."""

from typing import TYPE_CHECKING

from engine.game import State
from engine.table import Status, Table
from tests.support.member import Member
from tests.support.screen import Screen

if TYPE_CHECKING:
    from tests.support.world import World


class TableView:
    """One table, always as it is now.

    `load` it first if it has been dropped from memory: by a restart, a deletion of somebody's data,
    or a write of which nobody knows whether it was made.
    """

    def __init__(self, world: "World", table_id: int) -> None:
        self._world = world
        self.id = table_id

    async def load(self) -> Table:
        """The engine's table, read from the database if need be."""
        return await self._world.house.get(self.id)

    @property
    def table(self) -> Table:
        """The engine's table in memory."""
        tables = {table.id: table for table in self._world.tables_in_memory()}
        assert self.id in tables, f"table {self.id} has been dropped from memory: load it first"
        return tables[self.id]

    @property
    def state(self) -> State:
        assert self.table.state is not None, f"table {self.id} hasn't started"
        return self.table.state

    @property
    def status(self) -> Status:
        return self.table.status

    @property
    def screen(self) -> Screen:
        """The table's public message."""
        table = self.table
        assert table.message_id is not None, f"table {self.id} has no message"
        return Screen(self._world.env, table.channel_id, table.message_id)

    @property
    def text(self) -> str:
        return self.screen.text

    @property
    def edits(self) -> int:
        """How often the table's message has been edited by now."""
        screen = self.screen
        path = f"/channels/{screen.channel_id}/messages/{screen.id}"
        sent = self._world.weather.sent
        return sum(each.method == "PATCH" and each.path == path for each in sent)

    @property
    def labels(self) -> list[str]:
        return self.screen.labels

    def hand_of(self, member: Member) -> list[str]:
        """The cards that somebody really holds."""
        seat = self.table.seat_of(member.id)
        assert seat is not None, f"{member} doesn't sit at table {self.id}"
        cards: list[str] = self.state.private(seat)["hand"]
        return cards

    def to_act(self) -> list[Member]:
        """The people whom the table waits for; computers and absent people are left out."""
        return [
            self._world.member(self.table.seats[seat].user_id or 0)
            for seat in self.table.attended()
            if self.status is Status.PLAYING
        ]

    def __repr__(self) -> str:
        return f"<TableView {self.id}>"
