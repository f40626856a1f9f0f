"""Bad weather by a seeded schedule: kills, cut connections, lost replies, refusals, deletions."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.chaos.run import Run

CALLBACK = ("POST", "/interactions/*/callback")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")
HAND = ("PATCH", "/webhooks/*/messages/*")
REQUESTS = (CALLBACK, CALLBACK, EDIT, EDIT, POST, HAND)
STATUSES = (429, 500, 502, 503, 504)


class Storm:
    """Does one bad thing after the other; about `kills_a_minute` of them kill the bot."""

    def __init__(self, run: "Run", seed: str, kills_a_minute: float) -> None:
        self.run = run
        self.chance = random.Random(seed)
        self._kill_every = 60 / kills_a_minute
        self._cuts: set[asyncio.Task[None]] = set()

    async def rage(self, until: float) -> None:
        """Until the monotonic time `until`."""
        next_kill = time.monotonic() + self._wait_for_kill() / 2
        while time.monotonic() < until:
            if time.monotonic() >= next_kill:
                await self._kill()
                next_kill = time.monotonic() + self._wait_for_kill()
                continue
            await asyncio.sleep(self.chance.uniform(0.1, 0.8))
            deeds: list[tuple[float, Callable[[], Awaitable[None]]]] = [
                (3, self._lose_replies),
                (3, self._refuse),
                (3, self._delay),
                (2, self._drop),
                (1, self._cut_the_gateway),
                (1, self._delete_a_board),
                (0.5, self._forbid_a_channel),
                (1, self._clear_up),
            ]
            (deed,) = self.chance.choices([d for _, d in deeds], [weight for weight, _ in deeds])
            await deed()
        self.run.discord.weather.clear()
        await asyncio.gather(*self._cuts)

    def _wait_for_kill(self) -> float:
        return self._kill_every * self.chance.uniform(0.5, 1.5)

    async def _kill(self) -> None:
        """Kill the bot at any moment, or while a request of its is under way."""
        when = self.chance.choice(("now", "before", "after", "young"))
        weather = self.run.discord.weather
        if when == "young":  # it is killed once more before it has started
            self.run.kill()
            await self.run.start_bot(wait=False)
            await asyncio.sleep(self.chance.uniform(0.2, 2))
            self.run.kill()
        elif when == "now":
            self.run.kill()
        else:
            hold = weather.hold(*self.chance.choice((CALLBACK, EDIT)), after=when == "after")
            await hold.caught(2)
            self.run.kill()
            if self.chance.random() < 0.5:
                hold.drop()
            else:
                hold.release()
        weather.clear()
        await asyncio.sleep(self.chance.uniform(0, 0.5))
        await self.run.start_bot()

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

    async def _cut_the_gateway(self) -> None:
        gateway = self.run.discord.gateway
        how = self.chance.choice(("close", "abort", "reconnect", "invalidate"))
        if how == "reconnect":
            gateway.reconnect()
        elif how == "invalidate":
            gateway.invalidate(resumable=self.chance.random() < 0.5)
        else:
            gateway.disconnect(abort=how == "abort")
        self._cuts.add(asyncio.create_task(self.run.note_the_cut()))

    async def _delete_a_board(self) -> None:
        world = self.run.discord.world
        boards = [view.id for view in self.run.boards().values() if view.id in world.messages]
        if boards:
            world.delete(world.messages[self.chance.choice(boards)])

    async def _forbid_a_channel(self) -> None:
        channel = self.chance.choice(self.run.channels)
        channel.denied.add("send_messages")
        await asyncio.sleep(self.chance.uniform(0.2, 1))
        channel.denied.discard("send_messages")

    async def _clear_up(self) -> None:
        self.run.discord.weather.clear()
