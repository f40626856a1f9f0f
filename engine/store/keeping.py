"""What the store does for people's privacy: export, deletion, and what is dropped in time."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import privacy, retention
from engine.store.errands import Errands
from engine.store.export import export
from engine.store.retention import DUTIES, Duty
from engine.store.writer import Writer

T = TypeVar("T")


class _Reads(Protocol):
    async def __call__(self, question: Callable[[AsyncConnection], Awaitable[T]], /) -> T: ...


async def _do(connection: AsyncConnection, duty: Duty, ids: Sequence[int]) -> None:
    await duty.do(connection, ids)


class Keeping:
    """A part of the Store; its methods are as durable, and fail in the same way."""

    def __init__(self, writer: Writer, read: _Reads) -> None:
        self._writer = writer
        self._read = read

    @property
    def errands(self) -> Errands:
        """The requests under way in this process."""
        return self._writer.errands

    # --- people

    async def export(self, user_id: int) -> dict[str, Any]:
        """All that is stored about a person, in every server, and nothing of anybody else."""
        return await self._read(partial(export, user_id=user_id))

    async def ask_erasure(self, user_id: int, guild_id: int | None, at: float) -> list[int]:
        """Note that a person is to be deleted from a server (None: all); return from which.

        What they have chosen for all servers is deleted at once where all are meant.
        """
        return await self._writer.run(
            partial(privacy.ask_erasure, user_id=user_id, guild_id=guild_id, at=at)
        )

    async def pending_erasures(self) -> list[tuple[int, int]]:
        """Server and person of every deletion that isn't done yet, oldest first."""
        return await self._read(privacy.pending_erasures)

    async def erase(self, guild_id: int, user_id: int) -> int | None:
        """Make a person a former player of a server, as has been asked; return their number.

        None if that has been done, or not been asked. AlreadyPlayed while they sit at a live table.
        """
        return await self._writer.run(partial(privacy.erase, guild_id=guild_id, user_id=user_id))

    # --- time

    async def tidy(self, now: float, most: int) -> bool:
        """Drop what is due by now, in at most so many transactions; False if some is left."""
        for duty in DUTIES:
            after = 0
            while ids := await self._read(partial(retention.due, duty=duty, now=now, after=after)):
                if most <= 0:
                    return False
                most, after = most - 1, ids[-1]
                await self._writer.run(partial(_do, duty=duty, ids=ids))
        while await self._writer.run(retention.drop_names):
            most -= 1
        return most >= 0

    async def known_servers(self) -> dict[int, float | None]:
        """Every server of which anything is stored, and since when the bot isn't there (or None).

        0 is for one whose data are being deleted.
        """
        return await self._read(retention.known_servers)

    async def server_left(self, guild_id: int, at: float) -> None:
        """Note that the bot isn't in a server any more; the first such note counts."""
        await self._writer.run(partial(retention.server_left, guild_id=guild_id, at=at))

    async def server_back(self, guild_id: int) -> None:
        """Note that the bot is in a server again; too late once the deletion has begun."""
        await self._writer.run(partial(retention.server_back, guild_id=guild_id))

    async def begin_deletion(self, guild_id: int, now: float) -> bool:
        """Whether a server's time is over; from then on there is no way back."""
        return await self._writer.run(partial(retention.begin_deletion, guild_id=guild_id, now=now))

    async def delete_server(self, guild_id: int, most: int) -> bool:
        """Delete a server's rows, after `begin_deletion`, in so many transactions at most.

        False if some is left.
        """
        for _ in range(most):
            if not await self._writer.run(partial(retention.delete_some, guild_id=guild_id)):
                return True
        return False
