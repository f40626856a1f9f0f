"""The store: what the house asks of the database, each change in one transaction."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Self, TypeVar, Unpack

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from engine.store import past, queries, writes
from engine.store.database import BUSY_TIMEOUT, parse_url, reading_engine, shown, writing_engine
from engine.store.errors import DATABASE_ERRORS, StoreError, one_line, translate
from engine.store.journal import Entry, Journal
from engine.store.keeping import Keeping
from engine.store.migration import require_head
from engine.store.records import SeatResult
from engine.store.rolls import Rolls
from engine.store.rows import (
    PLAYING,
    ActionRow,
    BellRow,
    ChoiceColumns,
    EndedTable,
    LiveTable,
    LobbyColumns,
    NewTable,
    Occupancy,
    ResultRow,
    SeatColumns,
    SeatRow,
    SettingChangeRow,
    SettingsChange,
    StanceRow,
    StoredTable,
    TableChange,
    TableColumns,
)
from engine.store.writer import Watcher, Writer

T = TypeVar("T")


class Store:
    """A migrated database, open for reading and writing.

    A method that changes something is durable when it returns and has changed nothing when it
    raises StoreError, unless the error is not `certain`. After an error the store can be used on:
    it works again when the trouble is over. Cancelling a change doesn't undo it.
    """

    def __init__(
        self, writer: AsyncEngine, reader: AsyncEngine, watcher: Watcher | None = None
    ) -> None:
        self._writer = Writer(writer, watcher)
        self._journal = Journal(self._writer)
        self._reader = reader
        self.rolls = Rolls(self._writer, self._read)
        """Chips, boards and finished games."""
        self.keeping = Keeping(self._writer, self._read)
        """People's privacy: export, deletion, and what is dropped in time."""

    @classmethod
    async def open(
        cls, url: str, *, busy_timeout: float = BUSY_TIMEOUT, watcher: Watcher | None = None
    ) -> Self:
        """Open a database that has the newest schema.

        `busy_timeout` is how many seconds a statement waits for somebody else's lock. `watcher` is
        told of every transaction. Raises StoreError with one line if the database can't be
        reached, or isn't migrated.
        """
        parsed = parse_url(url)
        writer, reader = writing_engine(parsed, busy_timeout), reading_engine(parsed, busy_timeout)
        store = cls(writer, reader, watcher)
        try:
            async with store._reader.connect() as connection:
                await connection.run_sync(require_head)
            async with store._writer.lock:
                await store._writer.connection()
        except StoreError:
            await store.close()
            raise
        except Exception as error:  # whatever the driver or the network says
            await store.close()
            raise StoreError(f"cannot open {shown(parsed)}: {one_line(error)}") from error
        return store

    async def close(self) -> None:
        """Wait for what has begun, then close every connection; later calls raise StoreError."""
        await self._writer.close()
        await self._reader.dispose()

    async def caught_up(self) -> None:
        """Wait until every change that has been asked for is written or has failed.

        Also those whose callers were cancelled, of which nobody else will hear.
        """
        await self._writer.caught_up()

    # --- the life of a table

    async def create_table(
        self, new: NewTable, seats: Sequence[SeatRow], said: Sequence[StanceRow] = ()
    ) -> int:
        """Open a lobby with its first seats; returns the table's id, never used before.

        What is `said` becomes that of the new table. AlreadyPlayed if a place is kept for somebody
        who has been erased from the table that is played again.
        """
        return await self._writer.run(partial(writes.create_table, new=new, seats=seats, said=said))

    async def update_table(self, table_id: int, **columns: Unpack[TableColumns]) -> None:
        """Change columns of a table."""
        await self._writer.run(
            partial(writes.update_table, table_id=table_id, columns=dict(columns))
        )

    async def save_lobby(
        self,
        table_id: int,
        seats: Sequence[SeatRow],
        said: Sequence[StanceRow] = (),
        before: Sequence[SeatRow] | None = None,
        **columns: Unpack[TableColumns],
    ) -> None:
        """Replace a lobby's seats and change columns; AlreadyPlayed if it is none any more.

        Nor if somebody else has changed its seats, where `before` says how they were.
        """
        work = partial(writes.save_lobby, seats=seats, said=said, before=before)
        await self._writer.run(partial(work, table_id=table_id, columns=dict(columns)))

    async def change_table(self, table_id: int, change: TableChange) -> None:
        """Change a table that is being played, all or nothing; AlreadyPlayed if it isn't."""
        await self._writer.run(partial(writes.change_table, table_id=table_id, change=change))

    async def start_table(
        self,
        table_id: int,
        seats: Sequence[SeatRow],
        *,
        seed: bytes,
        salt: str,
        dealer: int | None,
        started_at: float,
        deadline: float | None,
        before: Sequence[SeatRow] | None = None,
        **columns: Unpack[LobbyColumns],
    ) -> None:
        """A lobby becomes a game with its final seats, and its stakes go into the pot.

        AlreadyPlayed if it is no lobby any more; ShortOfChips if somebody can't pay.
        """
        start = {
            "status": PLAYING,
            "seed": seed,
            "salt": salt,
            "dealer": dealer,
            "started_at": started_at,
            "deadline": deadline,
            "closes_at": None,
            **columns,
        }
        await self._writer.run(
            partial(
                writes.start_table, table_id=table_id, seats=seats, columns=start, before=before
            )
        )

    async def append(
        self,
        row: ActionRow,
        *,
        results: Sequence[ResultRow] = (),
        ended_at: float | None = None,
        change: TableChange | None = None,
    ) -> list[SeatResult] | None:
        """Write an accepted action to the journal; AlreadyPlayed if the table has that ply.

        With `results`, or `ended_at` alone, it is the game's last action: the table is finished and
        results, chips, ratings and standings written in the same transaction, as is what else it
        changes, and the lines of its seats returned; otherwise None. Appends that wait share a
        commit.
        """
        entry = Entry(row, results, ended_at, change)
        await self._journal.append(entry)
        return entry.outcome

    async def end_table(
        self, table_id: int, *, status: str, reason: str, at: float, said: Sequence[StanceRow] = ()
    ) -> bool:
        """End a table without results; False, and nothing changed, if it was over already.

        `said` is noted in the same transaction.
        """
        end = partial(writes.end_table, table_id=table_id, status=status, reason=reason)
        return await self._writer.run(partial(end, at=at, said=said))

    async def update_seat(self, table_id: int, seat: int, **columns: Unpack[SeatColumns]) -> None:
        """Change columns of a seat."""
        await self._writer.run(
            partial(writes.update_seat, table_id=table_id, seat=seat, columns=dict(columns))
        )

    async def add_stance(self, stance: StanceRow) -> None:
        """Note what a person says about a table, or is told."""
        await self._writer.run(partial(writes.add_stance, stance=stance))

    async def drop_stances(self, table_id: int, kind: str, user_id: int | None = None) -> None:
        """Take back what a person has said about a table, or everybody by default."""
        await self._writer.run(
            partial(writes.drop_stances, table_id=table_id, kind=kind, user_id=user_id)
        )

    async def add_bell(self, bell: BellRow) -> None:
        """Note that a reminder stands in a channel."""
        await self._writer.run(partial(writes.add_bell, bell=bell))

    async def drop_bell(self, message_id: int) -> None:
        """Note that a reminder is gone."""
        await self._writer.run(partial(writes.drop_bell, message_id=message_id))

    async def set_choices(self, user_id: int, **choices: Unpack[ChoiceColumns]) -> None:
        """Remember what a person has chosen for every server; the rest stays as it is."""
        if choices:
            await self._writer.run(
                partial(writes.set_choices, user_id=user_id, choices=dict(choices))
            )

    # --- questions

    async def load(self, table_id: int) -> StoredTable | None:
        """A table with its seats and its whole journal; None if there is none."""
        return await self._read(partial(queries.load, table_id=table_id))

    async def bells(self) -> list[BellRow]:
        """Every reminder that stands in a channel, as far as is known."""
        return await self._read(queries.bells)

    async def live(self) -> list[LiveTable]:
        """Every table that isn't over, oldest first, without seats and journal."""
        return await self._read(queries.live)

    async def occupancy(self, guild_id: int, user_id: int) -> Occupancy:
        """The live tables of a server: where the person sits or will sit, and how many in all."""
        return await self._read(partial(queries.occupancy, guild_id=guild_id, user_id=user_id))

    async def tables_with(self, guild_id: int, user_id: int) -> list[int]:
        """Ids of live tables where the person sits, will sit, or has a place kept, newest first."""
        return await self._read(partial(queries.tables_with, guild_id=guild_id, user_id=user_id))

    async def live_in(self, guild_id: int) -> list[int]:
        """Ids of a server's live tables, newest first."""
        return await self._read(partial(queries.live_in, guild_id=guild_id))

    async def rematch_of(self, table_id: int) -> int | None:
        """The live table at which the people of another play again; None if there is none."""
        return await self._read(partial(queries.rematch_of, table_id=table_id))

    async def unsettled(self) -> list[int]:
        """Ids of tables that are over and whose message may need an edit, oldest first."""
        return await self._read(queries.unsettled)

    async def just_ended(self, count: int) -> list[EndedTable]:
        """The tables that are over among so many opened last, newest first."""
        return await self._read(partial(queries.just_ended, count=count))

    async def tables_of(self, guild_id: int, user_id: int) -> list[int]:
        """Ids of live tables where the person has a seat and hasn't left it, newest first."""
        return await self._read(partial(queries.tables_of, guild_id=guild_id, user_id=user_id))

    async def choices(self, user_id: int) -> dict[str, Any]:
        """What a person has chosen for every server; {} if nothing."""
        return await self._read(partial(queries.choices, user_id=user_id))

    # --- tables that are over

    async def outline(self, guild_id: int, table_id: int) -> past.Outline | None:
        """A table without its journal; None if the server has no such table."""
        return await self._read(partial(past.outline, guild_id=guild_id, table_id=table_id))

    async def journal(self, table_id: int) -> list[ActionRow]:
        """Every action of a table, in order."""
        return await self._read(partial(past.journal, table_id=table_id))

    async def history(
        self,
        guild_id: int,
        *,
        game: str | None = None,
        user_id: int | None = None,
        beyond: int | None = None,
        newer: bool = False,
        limit: int,
    ) -> past.HistoryPage:
        """Finished games, the newest first, from the number `beyond` on; see `past.history`."""
        question = partial(
            past.history,
            guild_id=guild_id,
            game=game,
            user_id=user_id,
            beyond=beyond,
            newer=newer,
            limit=limit,
        )
        return await self._read(question)

    async def newest_tables(self, guild_id: int, *, limit: int) -> list[tuple[int, str, str]]:
        """Id, game and status of a server's newest tables: live ones, and others that had cards."""
        return await self._read(partial(past.newest_tables, guild_id=guild_id, limit=limit))

    # --- servers

    async def guild_settings(self, guild_id: int) -> dict[str, Any]:
        """What a server has set; {} if nothing."""
        return await self._read(partial(queries.guild_settings, guild_id=guild_id))

    async def settings_in_use(self) -> dict[int, dict[str, Any]]:
        """What the servers with live tables have set, by server; the others have set nothing."""
        return await self._read(queries.settings_in_use)

    async def change_settings(
        self, guild_id: int, change: SettingsChange
    ) -> Sequence[SettingChangeRow]:
        """Change what a server has set, as it stands then, and write down who did.

        `change` turns what is stored into what shall be, and the rows that say so; none if nothing
        is to be changed. It may be called twice. Returns the rows.
        """
        return await self._writer.run(
            partial(writes.change_settings, guild_id=guild_id, change=change)
        )

    async def setting_changes(self, guild_id: int, limit: int) -> list[SettingChangeRow]:
        """Who changed settings of a server, newest first."""
        return await self._read(partial(queries.setting_changes, guild_id=guild_id, limit=limit))

    # --- the bot's absence

    async def heartbeat(self, at: float) -> None:
        """Remember that the bot was running at that time."""
        await self._writer.run(partial(writes.heartbeat, at=at))

    async def last_heartbeat(self) -> float | None:
        """When the bot was last known to run; None on a new database."""
        return await self._read(queries.last_heartbeat)

    async def shift_deadlines(self, seconds: float, table_ids: Sequence[int] | None = None) -> None:
        """Put off the deadline and the closing time of live tables, all of them by default."""
        await self._writer.run(
            partial(writes.shift_deadlines, seconds=seconds, table_ids=table_ids)
        )

    async def _read(self, question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        try:
            async with self._reader.connect() as connection:
                return await question(connection)
        except DATABASE_ERRORS as error:
            raise translate(error) from error
