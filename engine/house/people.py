"""What people have chosen once for all servers, mostly out of memory: every answer looks at it."""

import logging

from engine.clock import Clock
from engine.house.memory import Memory
from engine.settings import Choices
from engine.store import ChoiceColumns, Store, StoreError

log = logging.getLogger(__name__)

_FRESH_FOR = 900.0
"""Seconds until choices are read again: the process of another server may have changed them."""


class People:
    """Looks up and changes people's choices."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._memory = Memory(self._read, Choices(), clock, _FRESH_FOR)

    def knows(self, user_id: int) -> bool:
        """Whether `known` is what the database has."""
        return self._memory.knows(user_id)

    def known(self, user_id: int) -> Choices:
        """A person's choices as last read, without asking the database; the usual if never."""
        return self._memory.last(user_id)

    async def choices(self, user_id: int) -> Choices:
        """A person's choices; as last known if they can't be read: nothing shall fail for that."""
        try:
            return await self._memory.get(user_id)
        except StoreError as error:
            log.warning("what somebody has chosen can't be read: %s", error)
            return self._memory.last(user_id)

    async def choose(self, user_id: int, values: ChoiceColumns) -> None:
        """Write down what a person chooses, the rest stays; ValueError, StoreError."""
        Choices().changed(**values)
        try:
            await self._store.set_choices(user_id, **values)
        except BaseException as error:
            if not isinstance(error, StoreError) or not error.certain:
                self._memory.doubt(user_id)
            raise
        if self._memory.knows(user_id):
            self._memory.put(user_id, self._memory.last(user_id).changed(**values))
        else:
            self._memory.doubt(user_id)  # what is being read now may be older

    def forget(self, user_id: int) -> None:
        """Keep nothing of a person in memory, whose choices have been deleted."""
        self._memory.doubt(user_id)

    async def _read(self, user_id: int) -> Choices:
        return Choices.read(await self._store.choices(user_id))
