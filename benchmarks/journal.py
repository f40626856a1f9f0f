"""What a durable action costs: the journal against aiosqlite alone, in alternating repetitions.

    python benchmarks/journal.py [--repetitions 60] [--directory .]

Both write the same rows into the same schema with the same pragmas (WAL, synchronous=FULL, foreign
keys). The floor inserts a row and commits. "One table" appends one action after the other;
"100 tables" has a hundred tasks that each append their own, the floor with one commit for each.
Medians of all repetitions. The directory should be on a real disk, which commits mostly wait for.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self

import aiosqlite

from engine.store import ActionRow, NewTable, Store, migrate

ACTIONS = 50
APPENDERS = 100
ROUNDS = 3
PRAGMAS = ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
INSERT = (
    'INSERT INTO actions (table_id, ply, seat, action, "by", at, deadline, interaction_id)'
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)

Append = Callable[[int, int], Awaitable[None]]


class Floor:
    """aiosqlite and nothing else: one INSERT and one COMMIT for each action."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self.connection = connection
        self.lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        connection = await aiosqlite.connect(path)
        for pragma in PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        return cls(connection)

    async def append(self, table_id: int, ply: int) -> None:
        values = (table_id, ply, 0, "KS", "person", 1.5e9, 1.5e9, 10**18)
        await self.connection.execute(INSERT, values)
        await self.connection.commit()

    async def append_in_turn(self, table_id: int, ply: int) -> None:
        """The same among others: a transaction belongs to one task at a time."""
        async with self.lock:
            await self.append(table_id, ply)


async def one_table(append: Append, table_id: int, ply: int) -> float:
    """Seconds that one action takes, one after the other."""
    start = time.perf_counter()
    for n in range(ACTIONS):
        await append(table_id, ply + n)
    return (time.perf_counter() - start) / ACTIONS


async def many_tables(append: Append, table_ids: list[int], ply: int) -> float:
    """Seconds that one action takes when every table has one of its own to append."""

    async def play(table_id: int) -> None:
        for n in range(ROUNDS):
            await append(table_id, ply + n)

    start = time.perf_counter()
    await asyncio.gather(*map(play, table_ids))
    return (time.perf_counter() - start) / (len(table_ids) * ROUNDS)


async def create_tables(store: Store) -> list[int]:
    """Tables that have just begun, to append to."""
    new = NewTable(
        guild_id=1,
        channel_id=1,
        host_id=1,
        game="ninetynine",
        options={},
        wanted=2,
        pace="live",
        stake=0,
        level="normal",
        server_seed=bytes(32),
        opened_at=0.0,
    )
    ids = [await store.create_table(new, []) for _ in range(APPENDERS)]
    for table_id in ids:
        await store.start_table(
            table_id, [], seed=bytes(32), salt="", dealer=None, started_at=0.0, deadline=None
        )
    return ids


async def measure(path: Path, repetitions: int) -> dict[str, list[float]]:
    """Seconds an action, by what was measured; the four take turns."""
    url = f"sqlite+aiosqlite:///{path}"
    await migrate(url)
    store = await Store.open(url)
    floor = await Floor.open(path)

    async def append(table_id: int, ply: int) -> None:
        await store.append(
            ActionRow(
                table_id=table_id,
                ply=ply,
                seat=0,
                action="KS",
                by="person",
                at=1.5e9,
                deadline=1.5e9,
                interaction_id=10**18,
            )
        )

    ids = await create_tables(store)
    times: dict[str, list[float]] = {}
    ply = 0
    for _ in range(repetitions):
        for name, alone, among in (
            ("floor", floor.append, floor.append_in_turn),
            ("journal", append, append),
        ):
            times.setdefault(f"{name}, one table", []).append(await one_table(alone, ids[0], ply))
            ply += ACTIONS
            times.setdefault(f"{name}, many", []).append(await many_tables(among, ids, ply))
            ply += ROUNDS
    await floor.connection.close()
    await store.close()
    return times


def report(times: dict[str, list[float]]) -> None:
    """Print medians and the two ratios."""
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, seconds in median.items():
        spread = f"{min(times[name]) * 1e6:.0f}-{max(times[name]) * 1e6:.0f}"
        print(
            f"{name:20} {seconds * 1e6:7.0f} us an action ({spread}), {1 / seconds:7.0f} a second"
        )
    cost = median["journal, one table"] / median["floor, one table"]
    rate = median["floor, many"] / median["journal, many"]
    print(f"one table: an action costs {cost:.2f} x insert + commit (target: at most 2.5)")
    print(f"{APPENDERS} tables: {rate:.2f} x the rate of a commit each (target: at least 1.5)")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repetitions", type=int, default=60)
    parser.add_argument("--directory", type=Path, default=Path.cwd())
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.directory) as directory:
        times = asyncio.run(measure(Path(directory) / "journal.db", arguments.repetitions))
    report(times)


if __name__ == "__main__":
    main()
