"""One run: the stand-in for Discord, the bot's process, its people, and the storm around them."""

import asyncio
import re
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.evidence import Evidence, Sent, Shown, Span, StoredTable, read_tables
from tests.chaos.people import TABLE, Person
from tests.chaos.storm import Storm
from tests.support.cardnames import strings
from tests.wire import BotDied, BotProcess, Discord, MessageView
from tests.wire.interactions import Interaction
from tests.wire.view import view_of

ROOT = Path(__file__).parents[2]
NAMES = ("ann", "ben", "cleo", "dora", "emil", "fay", "gus", "hal", "ivy", "jon")
ABOUT = re.compile(r"[tmnsvp]:(\d+):")
STALE_SIGHT = 0.1
"""Seconds for which a look at the channels is good enough: people are no faster."""
STALE_READING = 0.5
"""Seconds for which a look into the database is good enough."""
LAST_EDITS = 6.0
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
    people: int = 8
    channels: int = 4
    most_tables: int = 8
    patience: float = 120
    """Seconds in which everything has to come to its end afterwards."""


class Run:
    """One run in a folder, which keeps the database and the logs."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.database = folder / "cardroom.db"
        self.finishing = False
        self.over = False
        self.kills = 0
        self.starts = 0
        self.down: list[Span] = []
        self.cut_off: list[Span] = []
        self.busy: list[Span] = []
        self._down_since: float | None = time.time()
        self._bot: BotProcess | None = None
        self._boards: dict[int, MessageView] = {}
        self._seen_at = 0.0
        self._read_at = 0.0
        self._tables: dict[int, StoredTable] = {}

    async def play(self) -> Evidence:
        """Play in bad weather, then bring everything to its end; returns what is to be checked."""
        plan = self.plan
        async with Discord(seed=plan.seed) as self.discord:
            guild = self.discord.guild("Card Room")
            self.channels = [
                self.discord.channel(guild, f"table-{number}") for number in range(plan.channels)
            ]
            await self.start_bot()
            watch = asyncio.create_task(self._watch_the_machine())
            lives = [
                asyncio.create_task(
                    Person(self, self.discord.person(guild, name), f"{plan.seed}/{name}").live()
                )
                for name in NAMES[: plan.people]
            ]
            storm = Storm(self, f"{plan.seed}/storm", plan.kills_a_minute)
            await storm.rage(time.monotonic() + plan.seconds)
            await self._finish(lives)
            watch.cancel()
            return self._evidence()

    async def _finish(self, lives: list[asyncio.Task[None]]) -> None:
        self.finishing = True
        self.kill()
        await self.start_bot()
        end = time.monotonic() + self.plan.patience
        while time.monotonic() < end and self.live_tables():
            await asyncio.sleep(STALE_READING)
            for life in lives:
                if life.done():
                    life.result()
        self.over = True
        await asyncio.gather(*lives)
        with suppress(TimeoutError):
            await self.discord.until(lambda: not self.boards(), LAST_EDITS)
        if self._bot is not None:
            await self._bot.terminate()

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

    def kill(self) -> None:
        """SIGKILL, whatever it is doing."""
        if self._bot is not None and self._bot.alive:
            self._bot.kill9()
            self.kills += 1
            if self._down_since is None:
                self._down_since = time.time()

    async def note_the_cut(self) -> None:
        """Note that the gateway has just been disturbed, until the bot is connected again."""
        begun = time.time()
        await asyncio.sleep(SETTLING)
        with suppress(TimeoutError):
            await self.discord.until(self._is_connected, 30)
        self.cut_off.append((begun, time.time() + SETTLING))

    def _is_connected(self) -> bool:
        bot = self._bot
        return bot is not None and bool(self.discord.gateway.live(bot.tag))

    # --- what there is to see -------------------------------------------------------------------

    def boards(self) -> dict[int, MessageView]:
        """The messages of the tables that seem to go on, by table, as of just now."""
        if time.monotonic() - self._seen_at < STALE_SIGHT:
            return self._boards
        self._boards = {}
        for channel in self.channels:
            for message in channel.messages.values():
                if message.viewer is None:
                    view = view_of(message)
                    for match in filter(None, map(TABLE.fullmatch, view.custom_ids)):
                        if match[2] in ("join", "hand"):
                            self._boards[int(match[1])] = view
        self._seen_at = time.monotonic()
        return self._boards

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
            weather=discord.weather.hits,
            boards_behind=sorted(
                self.boards().keys() & {table.id for table in tables if not table.is_live}
            ),
            problems=[f"Discord objects: {each}" for each in discord.problems()],
        )


def _sent(interaction: Interaction) -> Sent:
    answer = interaction.said[0] if interaction.said else None
    return Sent(
        id=interaction.id,
        user_id=interaction.user.id,
        at=interaction.sent_at,
        custom_id=str(interaction.data.get("custom_id", "")),
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
