"""A small Discord in memory with the real bot in it: what the bot tests are written in.

    async def test_two_people_play(world):
        alice, bob = world.people(2)
        table = await world.play("ninetynine", players=2)   # alice types the command
        await bob.click(table, "Join")                      # the table is full and starts
        hand = await alice.hand()
        await alice.act(hand.actions()[0], hand)

Time stands still until `advance`. After every test `verify` looks through all that the bot sent.
"""

import random
from collections.abc import Awaitable, Iterable
from contextlib import ExitStack
from functools import partial
from typing import Any

import simcord

import engine
from bot.client import Cardroom, build_client
from bot.settings import load_settings
from engine.house import House
from engine.table import Status, Table
from engine.thinker import InlineThinker
from tests.support.leaks import LeakWatch
from tests.support.locales import spoken
from tests.support.logbook import Logbook
from tests.support.member import Member, Reply
from tests.support.promptness import Promptness
from tests.support.screen import Screen
from tests.support.simclock import SimulatedClock
from tests.support.tables import TableView
from tests.support.together import together
from tests.support.weather import Weather

NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank",
         "Grace", "Heidi", "Ivan", "Judy", "Kim", "Leo")  # fmt: skip
COMPUTER_PAUSE = 1.0  # seconds of virtual time
PATIENCE = 20.0  # seconds of real time until a bot that does not come to rest counts as stuck
IDLE = 0.001  # seconds of real time between two looks of simcord at a busy bot


class World:
    """The server, its people and the bot. `start` it, act, `stop` it, then `verify`."""

    def __init__(self, database_url: str, *, seed: int = 1, **settings: Any) -> None:
        facts = {"computer_pause": COMPUTER_PAUSE, "shard_count": 1, "shard_ids": None, **settings}
        facts["database_url"] = database_url
        self.settings = load_settings(env_file=None).model_copy(update=facts)
        self.seed = seed
        self.weather = Weather()
        self.logbook = Logbook()
        self.clock = SimulatedClock()
        self._members: dict[int, Member] = {}
        self._newest: TableView | None = None
        self._stack = ExitStack()

    async def start(self) -> None:
        """Bring the bot to READY in a server with one channel and twelve people."""
        self.client = self._new_client()
        self.env = simcord.Env(self.client, settle_timeout=PATIENCE)
        self.env._settle_internal = partial(self.env._settle_internal, idle=IDLE)  # type: ignore[method-assign]
        self.clock.follow(self.env)
        self.guild = self.env.create_guild("Card Room")
        self.channel = self.guild.create_text_channel("card-table")
        for name in NAMES:
            actor = self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
            self._members[actor.id] = Member(self, actor)
        self.leaks = LeakWatch(self.env, self.tables_in_memory)
        self.promptness = Promptness(self.env)
        self.weather.observers += [self.leaks.check, self.promptness.check]
        self._stack.enter_context(spoken(lambda user_id: self._members[user_id].locale))
        self._stack.enter_context(self.logbook.listening(self.leaks))
        try:
            await self.env.start()
        except BaseException:
            self._stack.close()
            raise
        self._settle_in()

    async def stop(self) -> None:
        """End the bot and the simulator."""
        try:
            await self._close_bot()
            await self.env.shutdown()
        finally:
            self._stack.close()

    def verify(self) -> None:
        """What must be true of everything the bot did, whatever the test was about."""
        problems = [*self.leaks.found, *self.promptness.problems(), *self.logbook.errors]
        problems += [f"the bot raised {error!r}" for error in self.env.errors]
        assert not problems, "\n".join(problems)

    def assert_no_leaks(self) -> None:
        """No hidden card has reached anybody who may not see it."""
        assert not self.leaks.found, "\n".join(self.leaks.found)

    # --- the people -----------------------------------------------------------------------------

    def people(self, count: int) -> list[Member]:
        """The first few people of the server: Alice, Bob, Carol, …"""
        return list(self._members.values())[:count]

    def person(self, name: str) -> Member:
        return next(member for member in self._members.values() if member.name == name)

    def member(self, user_id: int) -> Member:
        return self._members[user_id]

    async def together(self, *actions: Awaitable[Any]) -> list[Any]:
        """Several actions at the same moment; see `together`, and give the weather a delay."""
        return await together(self.env, *actions)

    # --- the tables -----------------------------------------------------------------------------

    async def play(
        self, game: str = "ninetynine", *, host: Member | None = None, **options: Any
    ) -> TableView:
        """Type `/play` (as Alice, if no host is given) and return the new table."""
        host = host or self.people(1)[0]
        return self.table_of(await host.slash(f"play {game}", **options))

    async def game(self, people: int = 2, computers: int = 0, **options: Any) -> TableView:
        """A game that has begun, with the first few people of the server at the table."""
        players, info = people + computers, engine.game_info(options.get("game", "ninetynine"))
        if info.min_players < info.max_players:  # else there is nothing to choose
            options["players"] = players
        table = await self.play(computers=computers, **options)
        for guest in self.people(people)[1:]:
            await guest.click(table, "Join")
        assert table.status is Status.PLAYING, f"not begun: {table.text}"
        return table

    def table_of(self, reply: Reply) -> TableView:
        """The table that a command has opened."""
        opened = [t.id for t in self.tables_in_memory() if t.message_id == reply.screen.id]
        assert opened, f"no table was opened: {reply.text}"
        self._newest = TableView(self, opened[0])
        return self._newest

    @property
    def newest_table(self) -> TableView:
        """The table that was opened last."""
        assert self._newest is not None, "no table has been opened"
        return self._newest

    @property
    def table_message(self) -> Screen:
        """The public message of the newest table."""
        return self.newest_table.screen

    def tables_in_memory(self) -> Iterable[Table]:
        """The tables that the House has loaded, live ones first."""
        if not hasattr(self.client, "house"):
            return []
        registry = self.house._registry
        return [*registry._live.values(), *registry._over.values()]

    @property
    def house(self) -> House:
        return self.client.house

    # --- messages -------------------------------------------------------------------------------

    def screen(self, message: simcord.ResponseMessage) -> Screen:
        return Screen(self.env, message.channel_id, message.id)

    def public_screens(self) -> list[Screen]:
        """What everybody sees in the channel, oldest first."""
        stored = self.env.backend.messages.get(self.channel.id, {})
        return [
            Screen(self.env, message.channel_id, message.id)
            for message in stored.values()
            if not message.is_ephemeral
        ]

    # --- time -----------------------------------------------------------------------------------

    async def advance(self, seconds: float) -> None:
        """Let time pass; what becomes due runs in its order, at its moment."""
        await self._run_to(self.clock.now() + seconds)

    async def wait_for_people(self, table: TableView | None = None, limit: float = 600) -> None:
        """Let time pass until the table waits for a person, or is over."""
        table, until = table or self.newest_table, self.clock.now() + limit
        while table.status is Status.PLAYING and not table.to_act():
            due = self.clock.next_due()
            assert (due or until + 1) <= until, f"nothing moves at table {table.id}"
            await self._run_to(due or 0)

    async def _run_to(self, target: float) -> None:
        while (due := self.clock.next_due()) is not None and due <= target:
            await self._move_to(due)
            self.clock.run_until(due)
            await self.env.settle()
        await self._move_to(target)
        self.clock.run_until(target)

    async def _move_to(self, when: float) -> None:
        await self.env.advance_time(max(0.0, when - self.clock.now()))

    # --- the bot's own life ---------------------------------------------------------------------

    async def restart_bot(self, *, away: float = 0.0, crash: bool = False) -> None:
        """Start the bot anew on the same database after so many seconds away.

        With `crash` it is not told to stop: whatever it would do on the way out isn't done.
        """
        old = self.client
        if not crash:
            await self._close_bot()
        self.clock.forget()
        self.env.backend.advance_clock(away)
        self.client = self._new_client()
        await self.env.restart_bot(self.client)
        if crash and old._store is not None:
            await old._store.close()
        self._settle_in()

    def luck(self, seed: int) -> None:
        """Choose the luck of every deal and computer player from here on."""
        self.house.entropy = random.Random(seed).randbytes

    def _new_client(self) -> Cardroom:
        client = build_client(self.settings, clock=self.clock, thinker=InlineThinker())
        client._frozen = True  # a process of its own freezes its objects at READY; tests share one
        return client

    def _settle_in(self) -> None:
        self.weather.surround(self.env)
        self.luck(self.seed)

    async def _close_bot(self) -> None:
        with self.env._bot_scope():
            await self.client.close()
