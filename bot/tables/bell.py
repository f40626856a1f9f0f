"""The turn bell: one message that mentions those a table waits for, gone when they have moved."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from bot.tables.publisher import Publisher
from bot.tables.scene import presenter_of
from engine.house import House
from engine.notice import Notice, NoticeKind
from engine.table import Status, Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rung:
    """A reminder that stands in a channel, for the seats that owed a decision each."""

    decisions: Mapping[int, int]
    channel_id: int
    message_id: int


class Bell:
    """The reminders of all tables of this process."""

    def __init__(
        self, client: discord.Client, house: House, publisher: Publisher, work: Background
    ) -> None:
        self._client = client
        self._house = house
        self._publisher = publisher
        self._work = work
        self._rung: dict[int, list[Rung]] = {}

    def noticed(self, notice: Notice) -> None:
        """Ring for a bell; take away the reminders of those who have moved."""
        table = notice.table
        if notice.kind is NoticeKind.BELL:
            self._work.start(self._ring(table))
        for rung in tuple(self._rung.get(table.id, ())):
            if not _still_owed(table, rung.decisions):
                self._forget(table.id, rung)
                self._work.start(self._remove(rung))

    async def _ring(self, table: Table) -> None:
        """Remind everybody who is waited for, by one message."""
        owed = {seat: table.watch.owed[seat] for seat in table.attended()}
        decisions = {seat: number for seat, number in owed.items() if number is not None}
        people = [user for seat in decisions if (user := table.seats[seat].user_id) is not None]
        if not people:
            return
        try:
            message = await self._channel(table.channel_id).send(
                self._words(table, people),
                allowed_mentions=discord.AllowedMentions(users=[*map(discord.Object, people)]),
            )
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            log.info("a turn bell could not ring at table %d: %s", table.id, error)
            metrics.failed_request(error)
            return
        rung = Rung(decisions, table.channel_id, message.id)
        if _still_owed(await self._house.get(table.id), decisions):
            self._rung.setdefault(table.id, []).append(rung)
        else:
            await self._remove(rung)

    def _words(self, table: Table, people: Sequence[int]) -> str:
        text = self._publisher.text(table.guild_id)
        words = text.gettext(
            "{mention}, it's your turn at {game}, table {table}. Press My hand or type /hand.",
            mention=" ".join(f"<@{user_id}>" for user_id in people),
            game=presenter_of(table).title,
            table=table.id,
        )
        link = message_link(table)
        return f"{words} {link}" if link else words

    async def _remove(self, rung: Rung) -> None:
        try:
            await self._channel(rung.channel_id).get_partial_message(rung.message_id).delete()
        except (discord.HTTPException, *codes.NETWORK_ERRORS) as error:
            log.debug("a turn bell could not be removed: %s", error)
            metrics.failed_request(error)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _forget(self, table_id: int, rung: Rung) -> None:
        self._rung[table_id].remove(rung)
        if not self._rung[table_id]:
            del self._rung[table_id]


def _still_owed(table: Table, decisions: Mapping[int, int]) -> bool:
    """Whether any of these seats' own people still owes that very decision."""
    return table.status is Status.PLAYING and any(
        table.watch.owed.get(seat) == decision and table.seats[seat].is_present
        for seat, decision in decisions.items()
    )


def message_link(table: Table) -> str:
    """Return the address of the table's message, "" if it has none."""
    if table.message_id is None:
        return ""
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{table.message_id}"
