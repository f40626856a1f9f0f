"""How long the event loop stands still while computers play at many tables.

    python -m benchmarks.pauses [--tables 200] [--seconds 8] [--directory .]

A heartbeat asks to be woken every 5 ms; a pause is how much later that happens. One person and
three computers sit at each table and move once a second; the computers think in another process,
every move is written to SQLite and shown in a message, whose request is answered on the spot.
First with the garbage collector as Python sets it up, then as the bot does after its start. "By
us" are only pauses in which the event loop's thread was working: a busy machine makes others too.
A full collection comes seldom, so it is also asked for at the end of each part.
"""

import argparse
import asyncio
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.memory import CHANNEL, FIRST_PERSON, Discord, now, server_of
from bot.client import build_client, spare_the_collector
from bot.settings import load_settings
from bot.tables.desk import Desk
from engine.clock import LoopClock
from engine.house import House, HouseRules
from engine.notice import Notice
from engine.store import Store, migrate
from engine.table import Pace, Person, Table
from engine.thinker import PoolThinker

BEAT = 0.005
MOVE_EVERY = 1.0


@dataclass
class Pulse:
    """Pauses in seconds: of the loop, and by the garbage collector."""

    late: list[float] = field(default_factory=list)
    by_us: list[float] = field(default_factory=list)
    collections: list[float] = field(default_factory=list)
    full_collection: float = 0.0
    moves: int = 0

    async def take(self, seconds: float) -> None:
        """Beat for so long, then collect all garbage."""
        started = 0.0

        def collect(phase: str, _: dict[str, int]) -> None:
            nonlocal started
            if phase == "stop":
                self.collections.append(time.thread_time() - started)
            started = time.thread_time()

        gc.callbacks.append(collect)
        self.moves, end = 0, time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            work = time.thread_time()
            await asyncio.sleep(BEAT)
            late = time.perf_counter() - start - BEAT
            self.late.append(late)
            self.by_us.append(min(late, time.thread_time() - work))
        gc.callbacks.remove(collect)
        start = time.thread_time()
        gc.collect()
        self.full_collection = time.thread_time() - start

    def report(self, name: str, seconds: float) -> None:
        """Print what was found."""
        print(f"{name}: {self.moves / seconds:.0f} moves a second")
        kinds = {"all pauses": self.late, "by us": self.by_us, "collections": self.collections}
        for kind, values in kinds.items():
            p99 = sorted(values)[int(len(values) * 0.99)]
            print(f"  {kind:12} longest {max(values) * 1e3:6.1f} ms, p99 {p99 * 1e3:5.1f} ms")
        print(f"  a full collection takes {self.full_collection * 1e3:.1f} ms")


class Hall:
    """Tables that go on playing: the people move as soon as it is their turn."""

    def __init__(self, house: House, moved: Callable[[], None]) -> None:
        self._house = house
        self._moved = moved
        self._tasks: set[asyncio.Task[Any]] = set()
        self._opened = 0
        house.subscribe(self._noticed)

    async def open(self, tables: int) -> None:
        """Open tables, spread over the time between two moves."""
        for _ in range(tables):
            await self._open_one()
            await asyncio.sleep(MOVE_EVERY / tables)

    async def close(self) -> None:
        """Have nobody move any more."""
        self._house._listeners.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _open_one(self) -> None:
        self._opened += 1
        table = await self._house.open(
            guild_id=server_of(self._opened),
            channel_id=CHANNEL,
            host=Person(FIRST_PERSON + self._opened, f"Person {self._opened}"),
            interaction_id=self._opened,
            game="ninetynine",
            players=4,
            options={},
            preset="standard",
            computers=3,
            level="normal",
            pace=Pace.RELAXED,
            stake=0,
        )
        await self._house.set_message(table.id, CHANNEL, now())

    def _noticed(self, notice: Notice) -> None:
        table = notice.table
        if notice.by:
            self._moved()
        if not table.is_live:
            self._start(self._open_one())
        elif table.attended():
            asyncio.get_running_loop().call_later(MOVE_EVERY, self._move, table)

    def _move(self, table: Table) -> None:
        if table.state is None or not table.attended():
            return
        seat = table.attended()[0]
        decision, action = table.state.decision(seat), table.state.legal_actions(seat)[0]
        user_id = table.seats[seat].user_id
        if decision is not None and user_id is not None:
            self._start(self._house.act(table.id, user_id, seat, decision, action, now()))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def run(directory: Path, tables: int, seconds: float) -> None:
    """Play on, and take the pulse with either setting of the collector."""
    url = f"sqlite+aiosqlite:///{directory / 'pauses.db'}"
    await migrate(url)
    store, clock, thinker = await Store.open(url), LoopClock(), PoolThinker()
    house = House(store, clock, thinker, rules=HouseRules(computer_pause=MOVE_EVERY))
    await house.start()
    client = build_client(load_settings(env_file=None), house, clock=clock)
    Discord(client)
    desk = Desk(client, house, clock)
    pulses = {"collector as Python's": Pulse(), "collector as the bot's": Pulse()}
    pulse = Pulse()

    def moved() -> None:
        pulse.moves += 1

    hall = Hall(house, moved)
    await hall.open(tables)
    for name, pulse in pulses.items():
        if name == "collector as the bot's":
            spare_the_collector()
        await asyncio.sleep(MOVE_EVERY)
        await pulse.take(seconds)
        pulse.report(name, seconds)
    await hall.close()
    await house.stop()
    await desk.close()
    await store.close()
    thinker.close()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--directory", type=Path, default=Path.cwd())
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.directory) as directory:
        asyncio.run(run(Path(directory), arguments.tables, arguments.seconds))


if __name__ == "__main__":
    main()
