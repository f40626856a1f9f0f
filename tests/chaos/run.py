"""One run: the stand-in for Discord, the bot's process, its people, and the storm around them."""

import asyncio
import json
import re
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.evidence import Evidence, Sent, Shown, StoredTable, read_ledger, read_tables
from tests.chaos.history import Span, take_notes
from tests.chaos.people import TABLE, Person
from tests.chaos.storm import Storm
from tests.support.cardnames import strings
from tests.wire import BotDied, BotProcess, Channel, Discord, MessageView
from tests.wire.interactions import Interaction
from tests.wire.model import Member
from tests.wire.view import view_of

ROOT = Path(__file__).parents[2]
NAMES = ("ann", "ben", "cleo", "dora", "emil", "fay", "gus", "hal", "ivy", "jon")
MODERATORS = 2
"""So many of them may manage messages everywhere."""
ABOUT = re.compile(r"[tmnsvpok]:(\d+):")
STALE_SIGHT = 0.1
"""Seconds for which a look at the channels is good enough: people are no faster."""
STALE_READING = 0.5
"""Seconds for which a look into the database is good enough."""
LAST_EDITS = 15.0
"""Seconds in which the last messages should say that their tables are over."""
BUSY = 0.3
"""Seconds that an instant may take before the machine counts as too busy to judge the bot."""
MOST_STARTS = 10
"""Tries after which the bot is given up; bad weather may end a few."""
SETTLING = 0.5
"""Seconds that a cut of the gateway is felt at least."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How long a run is, in seconds, and how hard."""

    seed: int
    seconds: float
    kills_a_minute: float = 8
    fewest_kills: int = 0
    """The storm rages on until it has killed the bot so often, however slow the machine is."""
    people: int = 8
    channels: int = 2
    """Of each of the two servers; tables get threads in the second one."""
    most_tables: int = 8
    for_good: float = 0.2
    """How many of those who leave a server don't come back."""
    enough: float = 60
    """Seconds after the storm in which tables are played to their end; then they are closed."""
    patience: float = 150
    """Seconds in which everything has to be over."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table's message, and where it stands."""

    view: MessageView
    channel: Channel


class Run:
    """One run in a folder, which keeps the database and the logs."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.database = folder / "cardroom.db"
        self.finishing = False
        self.closing = False
        self.over = False
        self.kills = 0
        self.young = 0
        self.starts = 0
        self.down: list[Span] = []
        self.cut_off: list[Span] = []
        self.busy: list[Span] = []
        self._down_since: float | None = time.time()
        self._bot: BotProcess | None = None
        self._boards: dict[int, Board] = {}
        self._seen_at = 0.0
        self._read_at = 0.0
        self._tables: dict[int, StoredTable] = {}

    async def play(self) -> Evidence:
        """Play in bad weather, then bring everything to its end; returns what is to be checked."""
        plan = self.plan
        async with Discord(seed=plan.seed) as self.discord:
            self.guilds = [self.discord.guild("Card Room"), self.discord.guild("Thread Room")]
            for guild in self.guilds:
                for number in range(plan.channels):
                    self.discord.channel(guild, f"table-{number}")
            await self.start_bot()
            self._prepare_the_database()
            watch = asyncio.create_task(self._watch_the_machine())
            self.people = [self._person(name) for name in NAMES[: plan.people]]
            for guild in self.guilds:
                guild.moderators |= {person.actor.id for person in self.moderators}
            lives = [asyncio.create_task(person.live()) for person in self.people]
            storm = Storm(self, f"{plan.seed}/storm")
            await storm.rage(time.monotonic() + plan.seconds)
            await self._finish(lives)
            watch.cancel()
            return self._evidence()

    @property
    def moderators(self) -> list[Person]:
        """Those of the people who may close tables."""
        return self.people[:MODERATORS]

    def _person(self, name: str) -> Person:
        """Somebody who is on all servers."""
        actor = self.discord.person(self.guilds[0], name)
        for guild in self.guilds[1:]:
            guild.members[actor.id] = Member(actor.user)
        return Person(self, actor, f"{self.plan.seed}/{name}")

    def _prepare_the_database(self) -> None:
        take_notes(self.database)
        settings = json.dumps({"threads": True, "stake": 0})
        with closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            database.execute(
                "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)",
                (self.guilds[1].id, settings),
            )
        self.has_chips = read_ledger(self.database) is not None

    async def _finish(self, lives: list[asyncio.Task[None]]) -> None:
        self.finishing = True
        self.kill()
        await self.start_bot()
        begun = time.monotonic()
        end = begun + self.plan.patience
        while time.monotonic() < end and self._unfinished():
            await asyncio.sleep(STALE_READING)
            self.closing = time.monotonic() > begun + self.plan.enough
            for life in lives:
                if life.done():
                    life.result()
        self.over = True
        await asyncio.gather(*lives)
        with suppress(TimeoutError):
            await self.discord.until(self._all_is_shown, LAST_EDITS)
        if self._bot is not None:
            await self._bot.terminate()

    def _unfinished(self) -> list[StoredTable]:
        """The tables that are still played."""
        return [table for table in self.live_tables().values() if table.waits_until is None]

    async def _watch_the_machine(self) -> None:
        """Note when even this process isn't given its turn."""
        while True:
            begun = time.time()
            await asyncio.sleep(BUSY / 3)
            if time.time() - begun > BUSY:
                self.busy.append((begun, time.time()))

    # --- the bot --------------------------------------------------------------------------------

    async def start_bot(self, *, wait: bool = True) -> None:
        """Start the bot, again and again if need be, as whatever watches over it would."""
        for _ in range(MOST_STARTS):
            self.starts += 1
            self._bot = self.discord.run_bot(
                [sys.executable, "-m", "bot", "run"],
                self.folder,
                {
                    "PYTHONPATH": str(ROOT),
                    "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
                    "COMPUTER_PAUSE": "0.05",
                    "LOBBY_MINUTES": "1",
                    "LOG_LEVEL": "DEBUG",
                },
                self.folder / f"bot-{self.starts:03}.log",
            )
            if not wait:
                return
            try:
                await self._bot.wait_ready(60)
            except BotDied:
                await asyncio.sleep(0.2)
                continue
            if self._down_since is not None:
                self.down.append((self._down_since, time.time()))
                self._down_since = None
            return
        raise BotDied(f"the bot didn't start in {MOST_STARTS} tries; see {self.folder}")

    def kill(self, *, young: bool = False) -> None:
        """SIGKILL, whatever it is doing; `young` if it may only just be starting."""
        if self._bot is not None and self._bot.alive:
            self._bot.kill9()
            self.kills += 1
            self.young += young
            if self._down_since is None:
                self._down_since = time.time()

    async def note_the_cut(self) -> None:
        """Note that the gateway has just been disturbed, until the bot is connected again."""
        begun = time.time()
        await asyncio.sleep(SETTLING)
        with suppress(TimeoutError):
            await self.discord.until(self._is_connected, 60)
        self.cut_off.append((begun, time.time() + SETTLING))

    def _is_connected(self) -> bool:
        bot = self._bot
        return bot is not None and bool(self.discord.gateway.live(bot.tag))

    # --- what there is to see -------------------------------------------------------------------

    @property
    def channels(self) -> list[Channel]:
        """The channels of all servers, without threads."""
        return [channel for guild in self.guilds for channel in self.channels_of(guild.id)]

    def channels_of(self, guild_id: int) -> list[Channel]:
        """The channels of a server, without threads."""
        channels = self.discord.world.guilds[guild_id].channels.values()
        return [channel for channel in channels if channel.parent is None]

    def threads(self) -> list[Channel]:
        """All threads."""
        every = (channel for guild in self.guilds for channel in guild.channels.values())
        return [channel for channel in every if channel.parent is not None]

    def boards(self) -> dict[int, Board]:
        """The newest public message of every table that has buttons for it, as of just now."""
        if time.monotonic() - self._seen_at > STALE_SIGHT:
            found = self._find_boards(("join", "hand", "again"))
            self._boards = {table: board for table, board in found}  # noqa: C416 - the last counts
            self._seen_at = time.monotonic()
        return self._boards

    def offers(self) -> list[int]:
        """The table of every public message that offers to play there."""
        return sorted(table for table, _ in self._find_boards(("join", "hand")))

    def _find_boards(self, verbs: tuple[str, ...]) -> Iterator[tuple[int, Board]]:
        for channel in [each for guild in self.guilds for each in guild.channels.values()]:
            for message in channel.messages.values():
                if message.viewer is None and message.components:
                    view = view_of(message)
                    named = filter(None, map(TABLE.fullmatch, view.custom_ids))
                    for table in {int(match[1]) for match in named if match[2] in verbs}:
                        yield table, Board(view, channel)

    def sits(self, table: StoredTable, user_id: int) -> bool:
        """Whether somebody has a seat at a table, as the database had it just now."""
        return table.history.seat_of(user_id, time.time()) is not None

    def _all_is_shown(self) -> bool:
        """Whether no message offers more than there is."""
        offers = self.offers()
        return len(offers) == len(set(offers)) and set(offers) <= self.live_tables().keys()

    def live_tables(self) -> dict[int, StoredTable]:
        """The tables that aren't over, by id, as the database had them just now."""
        if time.monotonic() - self._read_at > STALE_READING:
            self._tables = {each.id: each for each in read_tables(self.database, live=True)}
            self._read_at = time.monotonic()
        return self._tables

    # --- what is left ---------------------------------------------------------------------------

    def _evidence(self) -> Evidence:
        discord = self.discord
        logs = [path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log"))]
        tables = read_tables(self.database)
        return Evidence(
            tables=tables,
            sent=[_sent(each) for each in discord.interactions.by_id.values()],
            shown=list(_shown(discord)),
            logs=logs,
            down=self.down,
            cut_off=self.cut_off,
            busy=self.busy,
            kills=self.kills,
            young=self.young,
            weather=discord.weather.hits,
            boards=self.offers(),
            ledger=read_ledger(self.database),
            problems=[f"Discord objects: {each}" for each in discord.problems()],
        )


def _sent(interaction: Interaction) -> Sent:
    answer = interaction.said[0] if interaction.said else None
    return Sent(
        id=interaction.id,
        user_id=interaction.user.id,
        at=interaction.sent_at,
        custom_id=str(interaction.data.get("custom_id", "")),
        command=str(interaction.data.get("name", "")),
        how=answer.how if answer else "",
        text=answer.text if answer else "",
        acknowledged=interaction.acknowledged_in,
        marred=interaction.marred,
        delivered=interaction.delivered > 0,
    )


def _shown(discord: Discord) -> Iterator[Shown]:
    """Everything that was shown but for the rules, which name cards that nobody holds."""
    about: dict[str, int] = {}
    rules = set()
    for interaction in discord.interactions.by_id.values():
        custom_id = str(interaction.data.get("custom_id", ""))
        answers = [interaction.response, *interaction.followups]
        for name in (f"message {answer.id}" for answer in answers if answer is not None):
            if custom_id.endswith(":rules"):
                rules.add(name)
            elif match := ABOUT.match(custom_id):
                about[name] = int(match[1])
    for delivery in discord.transcript.deliveries:
        texts = tuple(strings(delivery.payload))
        for match in filter(None, map(ABOUT.match, texts)):
            about[delivery.what] = int(match[1])
        if delivery.what not in rules:
            yield Shown(delivery.at, delivery.viewer, texts, about.get(delivery.what))
