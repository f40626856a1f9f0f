"""Where the House's news arrive and are spread: to the publisher, the open hands and the bell."""

import logging
from collections import OrderedDict
from contextlib import suppress
from typing import Final

import discord

from bot.art import Studio
from bot.background import Background
from bot.tables.bell import Bell
from bot.tables.hands import Hands
from bot.tables.publisher import Publisher
from engine.clock import Clock
from engine.house import House
from engine.notice import Notice, NoticeKind
from engine.refusal import Refusal

log = logging.getLogger(__name__)

CHAPTERS: Final = (NoticeKind.STARTED, NoticeKind.FINISHED, NoticeKind.CANCELLED)
"""What the game before would like to know of the one in which its people play again."""

REMEMBERED: Final = 1000
"""Interactions that are known again if they are delivered twice."""


class Desk:
    """Everything that the handlers of clicks and commands work with."""

    def __init__(self, client: discord.Client, house: House, clock: Clock) -> None:
        self.house = house
        self.clock = clock
        self.work = Background()
        self.studio = Studio()
        self.publisher = Publisher(client, house, clock, self.work)
        self.hands = Hands(house, clock, self.work, self.publisher.hidden.instead)
        self.bell = Bell(client, house, self.publisher, clock, self.work)
        self._seen: OrderedDict[int, None] = OrderedDict()
        house.subscribe(self._noticed)

    def is_new(self, interaction_id: int) -> bool:
        """Whether this interaction comes for the first time, as far as this process remembers."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def close(self) -> None:
        """End what runs in the background."""
        await self.work.close()

    def _noticed(self, notice: Notice) -> None:
        try:
            self._spread(notice)
        except Exception:
            log.exception("news of table %d could not be spread", notice.table.id)

    def _spread(self, notice: Notice) -> None:
        if notice.kind is NoticeKind.OPENED:
            self.publisher.opened(notice.table)
        if notice.kind is NoticeKind.STARTED:
            self.publisher.started(notice.table)
        before = notice.table.rematch_of
        if notice.kind in CHAPTERS and before is not None and notice.table.message_id is not None:
            self.work.start(self._tell_of_rematch(before))
        if notice.kind is not NoticeKind.BELL:
            if notice.kind is NoticeKind.ACTED and notice.by and not notice.events:
                self.publisher.changed_a_little(notice.table)  # a secret choice
            else:
                self.publisher.changed(notice.table)
            self.hands.noticed(notice)
        self.bell.noticed(notice)

    async def _tell_of_rematch(self, table_id: int) -> None:
        """Bring the message of a game that is played again up to date: it says who does."""
        with suppress(Refusal):  # it may be so old that it is forgotten
            old = await self.house.get(table_id)
            if old.settled and old.parent_id is None:  # no thread is woken for that
                self.publisher.changed(old)
