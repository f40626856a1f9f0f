"""The hands that lie open: an ephemeral page is refreshed when its owner's turn comes.

Discord lets a bot edit an ephemeral message for 15 minutes after its owner's last click on it.
Nothing depends on it: every click brings a fresh page, and My hand opens a new one at any time.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.answers import text_of
from bot.background import Background
from bot.tables.hand import Shown, hand_page, shown
from bot.tables.lane import Lane, Retry
from bot.tables.page import Page, note
from bot.tables.scene import presenter_of
from bot.text import Text
from engine import trace
from engine.clock import Clock
from engine.house import House
from engine.notice import Notice
from engine.table import Table

log = logging.getLogger(__name__)

LIFETIME: Final = timedelta(minutes=14)
"""How long after a click the page may be edited; Discord allows 15 minutes."""


Instead = Callable[[Table, Text], tuple[str, ...]]


@dataclass(slots=True, eq=False)
class OpenHand:
    """A person's newest hand page at a table.

    `doubtful` is whether requests for it may have overtaken each other, so that an older page may
    be the one that is seen.
    """

    interaction: discord.Interaction[Any]
    shown: Shown
    view: str
    lane: Lane
    doubtful: bool = False


async def layout_of(house: House, table: Table, user_id: int) -> str:
    """Return how the person wants hands of the table's game shown; "" if they haven't said."""
    return await house.hand_layout(user_id) if presenter_of(table).layouts else ""


class Hands:
    """The open hands of all tables of this process.

    `instead` returns what a hand has to say of a table whose message can't be shown, () else.
    """

    def __init__(self, house: House, clock: Clock, work: Background, instead: Instead) -> None:
        self._house = house
        self._instead = instead
        self._clock = clock
        self._work = work
        self._open: dict[int, dict[int, OpenHand]] = {}

    def opened(
        self,
        table: Table,
        user_id: int,
        interaction: discord.Interaction[Any],
        made_from: Shown,
        view: str = "",
    ) -> None:
        """Note that the interaction's message now shows the person's hand with a view."""
        if not table.is_live:
            self._drop(table.id, user_id)
            return
        interaction.message = None  # the page that was clicked: much to keep, and of no more use
        hand = self._open.setdefault(table.id, {}).get(user_id)
        if hand is None:
            lane = Lane(lambda: self._deliver(table.id, user_id), self._clock, self._work)
            self._open[table.id][user_id] = OpenHand(interaction, made_from, view, lane)
        else:
            hand.interaction, hand.shown, hand.view = interaction, made_from, view

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave the person's page alone while their own click is being answered."""
        hand = self._open.get(table_id, {}).get(user_id)
        if hand is None:
            yield
            return
        hand.doubtful = hand.doubtful or hand.lane.busy
        with hand.lane.held():
            yield

    def noticed(self, notice: Notice) -> None:
        """Refresh the pages that the news has made out of date."""
        table = notice.table
        for user_id, hand in tuple(self._open.get(table.id, {}).items()):
            if discord.utils.utcnow() - hand.interaction.created_at > LIFETIME:
                self._drop(table.id, user_id)
            elif self._is_outdated(hand, table, user_id):
                hand.lane.ask()

    def _is_outdated(self, hand: OpenHand, table: Table, user_id: int) -> bool:
        seat = table.seat_of(user_id)
        if seat is None or hand.doubtful or hand.shown != shown(table, seat):
            return True
        return bool(self._instead(table, text_of(hand.interaction)))

    async def _deliver(self, table_id: int, user_id: int) -> None:
        trace.about(table=table_id)
        hand = self._open.get(table_id, {}).get(user_id)
        if hand is None:
            return
        table = await self._house.get(table_id)
        if not self._is_outdated(hand, table, user_id):
            return
        seat = table.seat_of(user_id)
        if seat is None:  # they are told once
            page = note(text_of(hand.interaction).gettext("You don't sit at this table any more."))
            await self._refresh(table_id, user_id, hand, page)
            self._drop(table_id, user_id)
            return
        made_from, interaction = shown(table, seat), hand.interaction
        view = hand.view if hand.shown.decision == made_from.decision else ""
        layout = await layout_of(self._house, table, user_id)
        text = text_of(interaction)
        instead = self._instead(table, text)
        page = hand_page(table, seat, text, view=view, layout=layout, instead=instead)
        hand.doubtful = False
        if not await self._refresh(table_id, user_id, hand, page):
            return
        if hand.interaction is interaction:
            hand.shown, hand.view = made_from, view
        else:  # a click has brought a newer page meanwhile, and this one may have come after it
            hand.doubtful = True
        if made_from.over:
            self._drop(table_id, user_id)

    async def _refresh(self, table_id: int, user_id: int, hand: OpenHand, page: Page) -> bool:
        """Show the page; False, and the hand counts as closed, if that isn't possible any more."""
        try:
            await hand.interaction.edit_original_response(
                view=page, allowed_mentions=discord.AllowedMentions.none()
            )
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            if codes.is_temporary(error):
                hand.doubtful = True
                raise Retry(codes.retry_after(error)) from error
            if getattr(error, "code", None) not in codes.EXPIRED:
                log.info("an open hand could not be refreshed: %s", error)
            self._drop(table_id, user_id)
            return False
        return True

    def _drop(self, table_id: int, user_id: int) -> None:
        hands = self._open.get(table_id, {})
        hands.pop(user_id, None)
        if not hands:
            self._open.pop(table_id, None)
