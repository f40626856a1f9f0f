"""Bad weather by a seeded schedule: kills, cut connections, lost replies, refusals, deletions."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tests.wire.model import Guild, Member

if TYPE_CHECKING:
    from tests.chaos.run import Run

CALLBACK = ("POST", "/interactions/*/callback")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")
DELETE = ("DELETE", "/channels/*/messages/*")
HAND = ("PATCH", "/webhooks/*/messages/*")
THREAD = ("POST", "/channels/*/messages/*/threads")
ARCHIVE = ("PATCH", "/channels/" + "[0-9]" * 19)
LOOK_UP = ("GET", "/guilds/*/members/*")
REQUESTS = (CALLBACK, CALLBACK, CALLBACK, EDIT, EDIT, EDIT, POST, POST, HAND, DELETE, THREAD,
            ARCHIVE, LOOK_UP)  # fmt: skip
STATUSES = (429, 500, 502, 503, 504)
FEWEST_CHANNELS: Final = 2
"""Of each server; one is deleted only where there are more, with a new one instead."""

Deed = Callable[[], Awaitable[None]]


class Storm:
    """Does one bad thing after the other; about `kills_a_minute` of them kill the bot."""

    def __init__(self, run: "Run", seed: str) -> None:
        self.run = run
        self.chance = random.Random(seed)
        self._kill_every = 60 / run.plan.kills_a_minute
        self._lasting: set[asyncio.Task[None]] = set()
        self._over = asyncio.Event()

    async def rage(self, until: float) -> None:
        """Until the monotonic time `until`, and until enough kills have been made."""
        next_kill = time.monotonic() + self._wait_for_kill() / 2
        while time.monotonic() < until or self.run.kills < self.run.plan.fewest_kills:
            if time.monotonic() >= next_kill:
                await self._kill()
                next_kill = time.monotonic() + self._wait_for_kill()
                continue
            await asyncio.sleep(self.chance.uniform(0.1, 0.6))
            deeds: list[tuple[float, Deed]] = [
                (3, self._lose_replies),
                (3, self._refuse),
                (3, self._delay),
                (2, self._drop),
                (1, self._cut_the_gateway),
                (0.2, self._silence_the_gateway),
                (1.5, self._delete_a_message),
                (0.7, self._take_a_permission),
                (0.7, self._shut_a_thread),
                (0.4, self._lose_a_member),
                (0.15, self._delete_a_channel),
                (0.15, self._delete_a_thread),
                (1, self._clear_up),
            ]
            (deed,) = self.chance.choices([d for _, d in deeds], [weight for weight, _ in deeds])
            await deed()
        self._over.set()
        self.run.discord.weather.clear()
        await asyncio.gather(*self._lasting)

    def _last(self, deed: Coroutine[Any, Any, None]) -> None:
        """Have something go on for a while beside the rest."""
        self._lasting.add(asyncio.create_task(deed))

    # --- the process ----------------------------------------------------------------------------

    def _wait_for_kill(self) -> float:
        return self._kill_every * self.chance.uniform(0.5, 1.5)

    async def _kill(self) -> None:
        """Kill the bot at any moment, or while a request of its is under way."""
        when = self.chance.choice(("now", "before", "after", "young"))
        weather = self.run.discord.weather
        if when == "young":  # it is killed again before it has started, perhaps more than once
            self.run.kill()
            for _ in range(self.chance.randint(1, 3)):
                await self.run.start_bot(wait=False)
                await asyncio.sleep(self.chance.uniform(0.2, 2))
                self.run.kill(young=True)
        elif when == "now":
            self.run.kill()
        else:
            kind = self.chance.choice((CALLBACK, CALLBACK, EDIT, POST))
            hold = weather.hold(*kind, after=when == "after")
            await hold.caught(2)
            self.run.kill()
            if self.chance.random() < 0.5:
                hold.drop()
            else:
                hold.release()
        weather.clear()
        await asyncio.sleep(self.chance.uniform(0, 0.5))
        await self.run.start_bot()

    # --- the wire -------------------------------------------------------------------------------

    async def _lose_replies(self) -> None:
        self.run.discord.weather.lose_reply(
            *self.chance.choice(REQUESTS), times=self.chance.randint(1, 2)
        )

    async def _drop(self) -> None:
        self.run.discord.weather.drop(
            *self.chance.choice(REQUESTS), times=self.chance.randint(1, 2)
        )

    async def _refuse(self) -> None:
        self.run.discord.weather.fail(
            *self.chance.choice(REQUESTS),
            status=self.chance.choice(STATUSES),
            times=self.chance.randint(1, 2),
        )

    async def _delay(self) -> None:
        self.run.discord.weather.delay(
            *self.chance.choice(REQUESTS),
            self.chance.uniform(0.1, 2),
            after=self.chance.random() < 0.5,
            times=self.chance.randint(1, 5),
        )

    async def _clear_up(self) -> None:
        self.run.discord.weather.clear()

    async def _cut_the_gateway(self) -> None:
        gateway = self.run.discord.gateway
        how = self.chance.choice(("close", "abort", "reconnect", "invalidate"))
        if how == "reconnect":
            gateway.reconnect()
        elif how == "invalidate":
            gateway.invalidate(resumable=self.chance.random() < 0.5)
        else:
            gateway.disconnect(abort=how == "abort")
        self._last(self.run.note_the_cut())

    async def _silence_the_gateway(self) -> None:
        """Nobody gets a connection for some seconds, while requests go on."""
        gateway = self.run.discord.gateway
        if not gateway.refuses:
            gateway.refuses = True
            gateway.disconnect(abort=self.chance.random() < 0.5)
            self._last(self.run.note_the_cut())
            self._last(self._end_silence(self.chance.uniform(3, 8)))

    async def _end_silence(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.run.discord.gateway.refuses = False

    # --- places and people ----------------------------------------------------------------------

    async def _delete_a_message(self) -> None:
        """Of a table, or any other of the bot's: a bell, a notice, the line of one that moved."""
        world = self.run.discord.world
        ids = [board.view.id for board in self.run.boards().values()]
        if self.chance.random() < 0.4:
            ids = [message.id for message in world.messages.values() if message.viewer is None]
        ids = [each for each in ids if each in world.messages]
        if ids:
            world.delete(world.messages[self.chance.choice(ids)])

    async def _take_a_permission(self) -> None:
        channels = self.run.channels
        permission = self.chance.choice(
            ("send_messages", "view_channel", "send_messages_in_threads", "create_public_threads")
        )
        self._last(self._without(self.chance.choice(channels), permission))

    async def _without(self, channel: Any, permission: str) -> None:
        world = self.run.discord.world
        world.permit(channel, permission, allowed=False)
        await asyncio.sleep(self.chance.uniform(0.2, 5))
        if channel.id in world.channels:
            world.permit(channel, permission, allowed=True)

    async def _shut_a_thread(self) -> None:
        """Somebody archives a thread, or locks it for a while."""
        threads = self.run.threads()
        if not threads:
            return
        thread, world = self.chance.choice(threads), self.run.discord.world
        locks = self.chance.random() < 0.5
        world.set_thread(thread, archived=True, locked=locks)
        if locks:
            self._last(self._unlock(thread, self.chance.uniform(0.5, 5)))

    async def _unlock(self, thread: Any, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if thread.id in self.run.discord.world.channels:
            self.run.discord.world.set_thread(thread, archived=False, locked=False)

    async def _delete_a_thread(self) -> None:
        if threads := self.run.threads():
            self.run.discord.world.delete_channel(self.chance.choice(threads))

    async def _delete_a_channel(self) -> None:
        """With a new one instead."""
        guild, discord = self.chance.choice(self.run.guilds), self.run.discord
        channels = self.run.channels_of(guild.id)
        if len(channels) >= FEWEST_CHANNELS:
            channel = self.chance.choice(channels)
            discord.channel(guild, channel.name)
            discord.world.delete_channel(channel)

    async def _lose_a_member(self) -> None:
        """Somebody leaves a server; most come back, after a while or at the end of the storm."""
        guild = self.chance.choice(self.run.guilds)
        person = self.chance.choice(self.run.people[len(self.run.moderators) :]).actor
        if person.id in guild.members:
            self._last(self._absent(guild, guild.members[person.id]))

    async def _absent(self, guild: Guild, member: Member) -> None:
        del guild.members[member.user.id]
        for_good = self.chance.random() < self.run.plan.for_good
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), self.chance.uniform(1, 60))
        if not for_good:
            guild.members[member.user.id] = member
