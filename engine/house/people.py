"""What people have chosen once for all tables, kept in memory for those who were here last."""

import logging
from collections import OrderedDict

from engine.store import Store, StoreError

log = logging.getLogger(__name__)

_KEPT = 4096
"""People whose choice is kept in memory; the others' are read again."""


class People:
    """Looks up people's choices: each time a hand is shown, so mostly in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._layouts: OrderedDict[int, str] = OrderedDict()

    async def hand_layout(self, user_id: int) -> str:
        """How a person wants hands shown; "" if unknown: no hand stays hidden for such a reason."""
        if user_id not in self._layouts:
            try:
                layout = await self._store.hand_layout(user_id)
            except StoreError as error:
                log.warning("how a hand is to be shown can't be read: %s", error)
                return ""
            if user_id not in self._layouts:  # else it has been chosen anew in the meantime
                self._keep(user_id, layout)
        self._layouts.move_to_end(user_id)
        return self._layouts[user_id]

    async def set_hand_layout(self, user_id: int, layout: str) -> None:
        """Write down how a person wants hands shown; StoreError."""
        try:
            await self._store.set_hand_layout(user_id, layout)
        except StoreError:
            self._layouts.pop(user_id, None)  # it may be written all the same
            raise
        self._keep(user_id, layout)

    def _keep(self, user_id: int, layout: str) -> None:
        self._layouts[user_id] = layout
        self._layouts.move_to_end(user_id)
        if len(self._layouts) > _KEPT:
            self._layouts.popitem(last=False)
