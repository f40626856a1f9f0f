"""What was read of the database last, by id: looked at in every click and read once."""

import math
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from engine.clock import Clock

T = TypeVar("T")

KEPT: Final = 50_000
"""Values that are kept; those that were asked for longest ago are read again."""


class Memory(Generic[T]):
    """Values by id. `read` reads one; `usual` is what holds where nothing is known.

    With `fresh_for` seconds of the `clock` a value is read again after so long: for those that
    other processes may change.
    """

    def __init__(
        self,
        read: Callable[[int], Awaitable[T]],
        usual: T,
        clock: Clock,
        fresh_for: float = math.inf,
    ) -> None:
        self._read = read
        self._usual = usual
        self._clock = clock
        self._fresh_for = fresh_for
        self._values: OrderedDict[int, tuple[T, float]] = OrderedDict()
        self._doubtful: set[int] = set()

    def knows(self, key: int) -> bool:
        """Whether a value needs no reading."""
        if key not in self._values or key in self._doubtful:
            return False
        return self._clock.now() - self._values[key][1] < self._fresh_for

    def last(self, key: int) -> T:
        """The value as last known; the usual one if it has never been read."""
        return self._values[key][0] if key in self._values else self._usual

    async def get(self, key: int) -> T:
        """The value, read if need be; whatever `read` raises."""
        while not self.knows(key):  # a write in the meantime may have put it in doubt again
            await self._fetch(key)
        self._values.move_to_end(key)
        return self.last(key)

    def put(self, key: int, value: T) -> None:
        """Keep a value that has just been written or read."""
        self._doubtful.discard(key)
        kept = self._usual if value == self._usual else value  # mostly one object serves all
        self._values[key] = kept, self._clock.now()
        self._values.move_to_end(key)
        if len(self._values) > KEPT:
            self._doubtful.discard(self._values.popitem(last=False)[0])

    def doubt(self, key: int) -> None:
        """Have a value read again: nobody knows whether it was written."""
        self._doubtful.add(key)

    async def _fetch(self, key: int) -> None:
        before = self._values.get(key)
        self._doubtful.discard(key)
        try:
            value = await self._read(key)
        except BaseException:
            self._doubtful.add(key)
            raise
        if self._values.get(key) is before:  # else it has been written in the meantime
            doubtful = key in self._doubtful  # by a write that failed in the meantime
            self.put(key, value)
            if doubtful:
                self._doubtful.add(key)
