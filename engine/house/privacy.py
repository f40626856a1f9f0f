"""People who ask what is stored about them, or to be forgotten, and servers that are left."""

import logging
from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final

from engine.house.core import Core
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import AlreadyPlayed
from engine.table import Table

log = logging.getLogger(__name__)

_ATTEMPTS: Final = 3
"""How often somebody is taken from their tables, should they be back before they are erased."""
_GONE: Final = (
    RefusalCode.NOT_SEATED,
    RefusalCode.TABLE_OVER,
    RefusalCode.UNKNOWN_TABLE,
    RefusalCode.STALE,
)
"""Why somebody can't be taken from a table: they have left it, or it has to be looked at anew."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """In how many servers somebody has been forgotten, and in how many they still will be."""

    done: int
    later: int


class Privacy(Core):
    """Requests about a person's data, and news of servers."""

    is_here: Callable[[int], bool | None]

    @abstractmethod
    async def drop_member(self, guild_id: int, user_id: int) -> list[Table]:
        """Take somebody from all tables of a server; see Seats."""

    @abstractmethod
    async def end_all(
        self, guild_id: int, reason: str = "channel", channel_id: int | None = None
    ) -> list[Table]:
        """End every live table of a server; see Endings."""

    def errand(self, guild_id: int, user_id: int) -> AbstractContextManager[None]:
        """Serve a person's request in here: should they be erased meanwhile, it writes nothing."""
        return self.store.keeping.errands.begun(guild_id, user_id)

    async def export(self, user_id: int) -> dict[str, Any]:
        """All that is stored about a person in every server, and nothing of anybody else.

        It can be written as JSON. Refusal UNAVAILABLE.
        """
        async with self.database():
            return await self.store.keeping.export(user_id)

    async def forget(self, user_id: int, guild_id: int | None) -> Forgotten:
        """Delete a person's data in a server, or everywhere where it is None.

        Computers take their seats first. Nothing of others changes: a number that leads nowhere
        stands for the person from then on. Once this has begun it is carried through: what fails
        now, or belongs to another process, is done within the hour, also after a restart.
        Refusal ERASED if it is under way already.
        """
        keeping = self.store.keeping
        async with self.database():
            with keeping.errands.barred(guild_id, user_id):
                guilds = await keeping.ask_erasure(user_id, guild_id, self.clock.now())
                if guild_id is None:
                    self.people.forget(user_id)
                done = [await self._try_to_erase(each, user_id) for each in guilds]
        return Forgotten(sum(done), len(done) - sum(done))

    async def finish_erasures(self) -> None:
        """Do what has been asked in this process's servers and couldn't be done then."""
        keeping = self.store.keeping
        for guild_id, user_id in await keeping.pending_erasures():
            if self.owns(guild_id):
                with keeping.errands.barred(guild_id, user_id):
                    await self._try_to_erase(guild_id, user_id)

    async def _try_to_erase(self, guild_id: int, user_id: int) -> bool:
        try:
            return self.owns(guild_id) and await self._erase(guild_id, user_id)
        except Refusal as refusal:
            log.warning("somebody could not be erased yet: %s", refusal.code)
            return False

    async def _erase(self, guild_id: int, user_id: int) -> bool:
        for _ in range(_ATTEMPTS):
            await self._take_from_tables(guild_id, user_id)
            try:
                await self._become_a_number(guild_id, user_id)
            except Refusal as refusal:
                if isinstance(refusal.__cause__, AlreadyPlayed):
                    continue
                raise
            return True
        return False

    async def _become_a_number(self, guild_id: int, user_id: int) -> None:
        async with self._registry.held_with(guild_id, user_id):
            async with self.database():
                number = await self.store.keeping.erase(guild_id, user_id)
            if number is None:
                return
            concerned = self._registry.rename(guild_id, user_id, number)
        for table in concerned:
            self.changed(table, NoticeKind.SEATS)
        # without the ids that the log would add: they would say who it was
        Context().run(log.info, "somebody has been erased from a server")

    async def _take_from_tables(self, guild_id: int, user_id: int) -> None:
        try:
            await self.drop_member(guild_id, user_id)
        except Refusal as refusal:
            if refusal.code not in _GONE:
                raise

    # --- servers

    async def server_left(self, guild_id: int) -> None:
        """The bot has been removed from a server: its tables close, its data are kept for a while.

        The first of several such news counts. Refusal UNAVAILABLE.
        """
        async with self.database():
            await self.store.keeping.server_left(guild_id, self.clock.now())
        await self.end_all(guild_id, "removed")

    async def server_back(self, guild_id: int) -> None:
        """The bot is in a server again, and what was kept stays; Refusal UNAVAILABLE."""
        async with self.database():
            await self.store.keeping.server_back(guild_id)

    async def take_stock(self) -> None:
        """Note which servers the bot has left, or come back to, while it wasn't running.

        Tables of a server that is missing stay: should Discord's list not be whole, nothing is
        lost. Refusal UNAVAILABLE.
        """
        keeping = self.store.keeping
        async with self.database():
            for guild_id, removed_at in (await keeping.known_servers()).items():
                here = self.is_here(guild_id) if self.owns(guild_id) else None
                if here is False and removed_at is None:
                    await keeping.server_left(guild_id, self.clock.now())
                elif here and removed_at:
                    await keeping.server_back(guild_id)

    async def delete_servers(self, most: int) -> bool:
        """Delete what is kept of servers whose time is over, in so many transactions at most.

        False if some is left. Refusal UNAVAILABLE.
        """
        keeping, now = self.store.keeping, self.clock.now()
        whole = True
        async with self.database():
            for guild_id, removed_at in (await keeping.known_servers()).items():
                if removed_at is None or not self.owns(guild_id):
                    continue
                if removed_at and self.is_here(guild_id) is not False:
                    continue
                if await keeping.begin_deletion(guild_id, now):
                    await self.end_all(guild_id, "removed")
                    self._registry.drop(guild_id)
                    self.guilds.forget(guild_id)
                    whole = await keeping.delete_server(guild_id, most) and whole
        return whole
