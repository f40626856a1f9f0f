"""Tables that are ended from outside: by moderators, or because their channel is gone."""

from engine.house.core import Core
from engine.refusal import Refusal, RefusalCode
from engine.table import Table


class Endings(Core):
    """Requests about tables whatever state they are in."""

    async def end(
        self, table_id: int, guild_id: int, reason: str = "moderator", by: int | None = None
    ) -> Table:
        """End a live table of that server without a result, even one that can't be played on.

        `reason` is "host", "moderator", "channel" or "removed"; `by` is the moderator who wants it,
        to be named (`Table.closed_by`). Refusals TABLE_OVER, UNKNOWN_TABLE for another server's.
        Who may do that is the caller's to check.
        """
        if (await self.get(table_id)).guild_id != guild_id:
            raise Refusal(RefusalCode.UNKNOWN_TABLE)
        async with self.locked(table_id) as table:
            if table.is_live:
                await self.close(table, reason, by)
            elif table.closed_reason != "broken":
                raise Refusal(RefusalCode.TABLE_OVER)
        return table

    async def end_all(
        self, guild_id: int, reason: str = "channel", channel_id: int | None = None
    ) -> list[Table]:
        """End every live table of a server, or of one of its channels (or of threads in that).

        Returns those that were ended. One that fails doesn't keep the others: UNAVAILABLE is raised
        in the end.
        """
        async with self.database():
            ids = await self.store.live_in(guild_id)
        tables, failed = [], None
        for table_id in ids:
            try:
                table = await self.get(table_id)
                if channel_id is None or channel_id in (table.channel_id, table.parent_id):
                    tables.append(await self.end(table_id, guild_id, reason))
            except Refusal as refusal:
                if refusal.code is not RefusalCode.TABLE_OVER:
                    failed = refusal
        if failed is not None:
            raise failed
        return tables

    async def live_tables(self, guild_id: int) -> list[Table]:
        """The live tables of a server, newest first."""
        async with self.database():
            ids = await self.store.live_in(guild_id)
        tables = [await self.get(table_id) for table_id in ids]
        return [table for table in tables if table.is_live]

    async def move(
        self, table_id: int, *, channel_id: int, parent_id: int | None, message_id: int | None
    ) -> Table:
        """Remember that a table goes on in another channel or thread.

        `parent_id` is where it was opened, if `channel_id` is a thread of its own.
        """
        async with self.locked(table_id) as table:
            await self.store.update_table(
                table_id, channel_id=channel_id, parent_id=parent_id, message_id=message_id
            )
            table.channel_id, table.parent_id = channel_id, parent_id
            table.message_id = message_id
        return table

    async def settle(self, table_id: int) -> None:
        """Remember that the message of a table that is over needs no further edit."""
        async with self.locked(table_id) as table:
            if not table.is_live and not table.settled:
                await self.store.update_table(table_id, settled=True)
                table.settled = True

    async def unsettled(self) -> list[Table]:
        """The tables that are over and whose message may still show them as they were before."""
        async with self.database():
            ids = await self.store.unsettled()
        return [await self.get(table_id) for table_id in ids]
