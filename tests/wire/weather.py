"""Bad network and bad service, on demand and seeded."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(eq=False)
class Hold:
    """A request stopped on its way, or its reply: wait until it is caught, then let go of it."""

    _caught: asyncio.Event = field(default_factory=asyncio.Event)
    _go: asyncio.Event = field(default_factory=asyncio.Event)
    _dropped: bool = False

    async def caught(self, timeout: float) -> bool:  # noqa: ASYNC109
        """Whether one came within so many seconds."""
        try:
            await asyncio.wait_for(self._caught.wait(), timeout)
        except TimeoutError:
            return False
        return True

    def release(self) -> None:
        self._go.set()

    def drop(self) -> None:
        """Cut its connection instead."""
        self._dropped = True
        self._go.set()

    async def stop(self) -> bool:
        """Stop a request; True if it may go on."""
        self._caught.set()
        await self._go.wait()
        return not self._dropped


@dataclass(eq=False)
class Rule:
    """What happens to the next `times` requests to a path, or, with `after`, to their replies."""

    kind: str  # "delay", "drop", "fail" or "hold"
    method: str
    path: str
    times: int
    after: bool = False
    seconds: float = 0.0
    status: int = 500
    hold: Hold = field(default_factory=Hold)


class Weather:
    """Paths are patterns for what follows /api/v10, such as `/interactions/*/callback`."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.rules: list[Rule] = []
        self.hits = 0
        self.on_hit: Callable[[Rule, str], None] = lambda _rule, _path: None

    def delay(
        self, method: str, path: str, seconds: float, *, after: bool = False, times: int = 1
    ) -> None:
        """Wait for up to so many seconds before it is applied or, with `after`, answered."""
        self.rules.append(Rule("delay", method, path, times, after, seconds=seconds))

    def drop(self, method: str, path: str, *, times: int = 1) -> None:
        """The connection breaks before the request is applied."""
        self.rules.append(Rule("drop", method, path, times))

    def lose_reply(self, method: str, path: str, *, times: int = 1) -> None:
        """The request is applied, then the connection breaks."""
        self.rules.append(Rule("drop", method, path, times, after=True))

    def fail(self, method: str, path: str, status: int, *, times: int = 1) -> None:
        """The request is answered with an error and not applied."""
        self.rules.append(Rule("fail", method, path, times, status=status))

    def hold(self, method: str, path: str, *, after: bool = False) -> Hold:
        """Stop one request, or with `after` its reply."""
        rule = Rule("hold", method, path, 1, after)
        self.rules.append(rule)
        return rule.hold

    def clear(self) -> None:
        for rule in self.rules:
            rule.hold.release()
        self.rules.clear()

    async def meet(self, method: str, path: str, *, after: bool) -> int | None:
        """What becomes of a request: 0 if it is cut off, the status of an error, else None."""
        for rule in list(self.rules):
            fits = rule.after == after and rule.method == method and fnmatchcase(path, rule.path)
            if not fits or not rule.times:
                continue
            rule.times -= 1
            self.hits += 1
            self.on_hit(rule, path)
            if rule.kind == "delay":
                await asyncio.sleep(rule.seconds * self.random.random())
            elif rule.kind == "hold":
                if not await rule.hold.stop():
                    return 0
            else:
                return rule.status if rule.kind == "fail" else 0
        self.rules = [rule for rule in self.rules if rule.times]
        return None
