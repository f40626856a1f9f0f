"""What a click on a move costs: commits, requests, and its time against a trivial button's.

    python -m benchmarks.click [--clicks 300] [--directory .]

The real bot runs in a simulated server. Every accepted move is followed by two clicks on a button
that only answers by updating its message with a small page, and one that also edits another
message, as a move does. Times go from the moment the click reaches the bot until nothing of it is
left to do, the simulator's part included. Medians; CPU time is that of all threads.
"""

import argparse
import asyncio
import logging
import re
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Self, cast

import aiosqlite
import discord

from bot.client import Cardroom, spare_the_collector
from bot.tables.board import table_sheet
from bot.tables.hand import hand_page
from bot.tables.page import Page
from bot.text import ENGLISH
from engine.store import migrate
from engine.table import Status, Table
from tests.support.member import Member
from tests.support.screen import Screen
from tests.support.tables import TableView
from tests.support.weather import Sent
from tests.support.world import World

COUNTED = 30
"""Clicks whose commits and requests are counted, before those that are timed."""
WARM_UP = 20
MOVE = "move"

Times = tuple[float, float]
"""CPU and wall seconds."""


@dataclass(frozen=True, slots=True)
class Script:
    """What a trivial button does: update its message, and perhaps edit another one as well."""

    page: discord.ui.LayoutView
    edit: discord.ui.LayoutView | None = None


class Trivial(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"trivial:(?P<name>.+)"):
    """The least that a button can do to send fixed pages."""

    scripts: ClassVar[dict[str, Script]] = {}
    other: ClassVar[discord.PartialMessage]

    def __init__(self, name: str) -> None:
        super().__init__(discord.ui.Button(label="Press", custom_id=f"trivial:{name}"))
        self.name = name

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        script = self.scripts[self.name]
        await interaction.response.edit_message(view=script.page)
        if script.edit is not None:
            await self.other.edit(view=script.edit)


def page_with(name: str, *items: discord.ui.Item[Any]) -> Page:
    """A page with the button that follows a script."""
    return Page(*items, discord.ui.ActionRow(Trivial(name)))


def write_scripts(table: Table, seat: int) -> None:
    """The trivial clicks: with small pages, and with pages as large as a move's."""
    hello: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Hello")
    Trivial.scripts = {
        "trivial": Script(page_with("trivial", hello)),
        "trivial + edit": Script(page_with("trivial + edit", hello), page_with("none", hello)),
        "same pages": Script(
            page_with("same pages", *hand_page(table, seat, ENGLISH).children),
            table_sheet(table, ENGLISH).page,
        ),
    }


class Stopwatch:
    """Measures clicks, from their arrival to the end of all that follows, and counts requests."""

    def __init__(self, world: World) -> None:
        self._world = world
        world.env._register_dispatch_observer(self._arrived)
        world.env._settle_internal = self._settle  # type: ignore[method-assign]
        world.weather.observers[:] = [self._sent]
        self._start = (0.0, 0.0)
        self.last: Times = (0.0, 0.0)
        self.requests: Counter[str] = Counter()

    def _arrived(self, _: object) -> None:
        self.requests.clear()
        self._start = (time.process_time(), time.perf_counter())

    async def _settle(self, **_: object) -> None:
        """Wait for the bot's tasks, without the rounds in which simcord looks whether it rests."""
        current = asyncio.current_task()
        while running := [task for task in self._world.env._work.tasks if task is not current]:
            await asyncio.wait(running)
            await asyncio.sleep(0)
        self.last = (
            time.process_time() - self._start[0],
            time.perf_counter() - self._start[1],
        )

    def _sent(self, sent: Sent) -> None:
        self.requests[kind_of(sent)] += 1


def kind_of(sent: Sent) -> str:
    """What a request of the bot is for."""
    if sent.path.startswith("/interactions/"):
        return "response"
    if sent.path.endswith("/messages/@original"):
        return "edit of another's open hand"
    return "table edit" if sent.method == "PATCH" else f"{sent.method} {sent.path}"


class Play:
    """Games one after the other, of which some people's moves are clicked."""

    def __init__(self, world: World, people: int, computers: int) -> None:
        self._world = world
        self._seats = (people, computers)
        self._table: TableView | None = None
        self._hands: dict[Member, Screen] = {}

    async def ready(self) -> tuple[Member, Screen, str]:
        """Bring a person to their turn; return them, their open hand and the id of a move."""
        table = self._table
        if table is not None and table.status is Status.PLAYING:
            await self._world.wait_for_people(table)
        if table is None or table.status is not Status.PLAYING:
            table = await self._new_game()
            await self._world.wait_for_people(table)
        if not table.to_act():
            return await self.ready()
        person = table.to_act()[0]
        hand = self._hands[person]
        moves = [button for button in hand.buttons if button.custom_id.startswith("m:")]
        safe = [button for button in moves if "bust" not in button.label]
        return person, hand, (safe or moves)[0].custom_id

    async def _new_game(self) -> TableView:
        people, computers = self._seats
        self._table = table = await self._world.game(people=people, computers=computers)
        self._hands = {who: await who.hand(table) for who in self._world.people(people)}
        return table


@contextmanager
def as_plain_client() -> Iterator[None]:
    """Take away what the bot does at each click of any button."""
    handler = Cardroom.on_interaction
    del Cardroom.on_interaction
    try:
        yield
    finally:
        Cardroom.on_interaction = handler  # type: ignore[method-assign]


async def count(world: World, watch: Stopwatch, play: Play) -> None:
    """Print the commits and the requests of a move."""
    connection = await (await world.house.store._writer.connection()).get_raw_connection()
    driver = cast(aiosqlite.Connection, connection.driver_connection)
    statements: list[str] = []
    await driver.set_trace_callback(statements.append)
    seen: Counter[str] = Counter()
    for _ in range(COUNTED):
        person, hand, custom_id = await play.ready()
        statements.clear()
        await person.actor.click(hand.response, custom_id=custom_id)
        facts = {"commit": commits(statements), **watch.requests}
        seen[", ".join(f"{number} {fact}" for fact, number in facts.items())] += 1
    await driver.set_trace_callback(lambda _: None)
    for line, clicks in seen.most_common():
        print(f"  {clicks} of {COUNTED} clicks: {line}")


def commits(statements: list[str]) -> int:
    """Transactions that were committed; a statement outside of one is one by itself."""
    number, inside = 0, False
    for statement in statements:
        verb = statement.split()[0].upper()
        number += verb == "COMMIT" or (verb not in ("BEGIN", "ROLLBACK") and not inside)
        inside = verb not in ("COMMIT", "ROLLBACK") and (inside or verb == "BEGIN")
    return number


async def measure(
    world: World, watch: Stopwatch, play: Play, clicks: int
) -> dict[str, list[Times]]:
    """Times of moves and of trivial clicks, which alternate."""
    buttons = await post_buttons(world, play)
    times: dict[str, list[Times]] = {name: [] for name in (MOVE, *buttons)}
    for _ in range(WARM_UP + clicks):
        person, hand, custom_id = await play.ready()
        await person.actor.click(hand.response, custom_id=custom_id)
        times[MOVE].append(watch.last)
        with as_plain_client():
            for name, screen in buttons.items():
                await person.press(screen, screen.button("Press"))
                times[name].append(watch.last)
    return {name: values[WARM_UP:] for name, values in times.items()}


async def post_buttons(world: World, play: Play) -> dict[str, Screen]:
    """Post the trivial buttons, each in a message of its own."""
    person, _, _ = await play.ready()
    table = world.newest_table.table
    write_scripts(table, table.seat_of(person.id) or 0)
    channel = world.client.get_partial_messageable(world.channel.id)
    with world.env._bot_scope():
        Trivial.other = channel.get_partial_message((await channel.send(view=page_with("none"))).id)
        sent = {name: await channel.send(view=s.page) for name, s in Trivial.scripts.items()}
    return {name: Screen(world.env, channel.id, message.id) for name, message in sent.items()}


def report(times: dict[str, list[Times]]) -> None:
    """Print medians, and how many times as long a move takes."""
    medians = {
        name: [statistics.median(column) for column in zip(*values, strict=True)]
        for name, values in times.items()
    }
    for name, (cpu, wall) in medians.items():
        ratios = (ours / theirs for ours, theirs in zip(medians[MOVE], (cpu, wall), strict=True))
        by_cpu, by_wall = (f"{ratio:.2f}" for ratio in ratios)
        print(
            f"  {name:15} CPU {cpu * 1e3:6.2f} ms, wall {wall * 1e3:6.2f} ms;"
            f" a move takes {by_cpu} x the CPU, {by_wall} x the time"
        )


async def run(directory: Path, clicks: int) -> None:
    """Measure one person among computers, then two people with their hands open."""
    for people, computers in ((1, 3), (2, 0)):
        print(f"{people} people and {computers} computers, every hand open:")
        database = directory / f"{people}.db"
        url = f"sqlite+aiosqlite:///{database}"
        await migrate(url)
        world = World(url)
        await world.start()
        logging.disable(logging.DEBUG)
        try:
            watch, play = Stopwatch(world), Play(world, people, computers)
            world.client.add_dynamic_items(Trivial)
            await count(world, watch, play)
            spare_the_collector()
            report(await measure(world, watch, play, clicks))
        finally:
            await world.stop()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--clicks", type=int, default=300)
    parser.add_argument("--directory", type=Path, default=Path.cwd())
    arguments = parser.parse_args()
    with TemporaryDirectory(dir=arguments.directory) as directory:
        asyncio.run(run(Path(directory), arguments.clicks))


if __name__ == "__main__":
    main()
