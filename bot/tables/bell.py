"""The turn bell: one message that mentions the person a table waits for, gone when they move."""

import logging
from dataclasses import dataclass

import discord

from bot import discord_errors as codes
from bot.background import Background
from bot.tables.publisher import Publisher
from bot.tables.scene import presenter_of
from engine.house import House
from engine.notice import Notice, NoticeKind
from engine.table import Status, Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rung:
    """A reminder that stands in a channel."""

    decision: int | None
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
        self._rung: dict[int, dict[int, Rung]] = {}

    def noticed(self, notice: Notice) -> None:
        """Ring for a bell; take away the reminders of those who have moved."""
        table = notice.table
        if notice.kind is NoticeKind.BELL:
            for seat in table.attended():
                self._work.start(self._ring(table, seat))
        for seat, rung in tuple(self._rung.get(table.id, {}).items()):
            if not _still_owed(table, seat, rung.decision):
                self._forget(table.id, seat)
                self._work.start(self._remove(rung))

    async def _ring(self, table: Table, seat: int) -> None:
        user_id = table.seats[seat].user_id
        decision = table.state.decision(seat) if table.state is not None else None
        if user_id is None or not _still_owed(table, seat, decision):
            return
        try:
            message = await self._channel(table.channel_id).send(
                self._words(table, user_id),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(user_id)]),
            )
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            log.info("a turn bell could not ring at table %d: %s", table.id, error)
            return
        rung = Rung(decision, table.channel_id, message.id)
        if _still_owed(await self._house.get(table.id), seat, decision):
            self._rung.setdefault(table.id, {})[seat] = rung
        else:
            await self._remove(rung)

    def _words(self, table: Table, user_id: int) -> str:
        text, mention = self._publisher.text(table.guild_id), f"<@{user_id}>"
        words = text.gettext(
            "{mention}, it's your turn at {game}, table {table}. Press My hand or type /hand.",
            mention=mention,
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

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _forget(self, table_id: int, seat: int) -> None:
        rung = self._rung[table_id]
        del rung[seat]
        if not rung:
            del self._rung[table_id]


def _still_owed(table: Table, seat: int, decision: int | None) -> bool:
    """Whether the seat's own person still owes this very decision."""
    return (
        table.status is Status.PLAYING
        and table.state is not None
        and decision is not None
        and table.state.decision(seat) == decision
        and table.seats[seat].is_present
    )


def message_link(table: Table) -> str:
    """Return the address of the table's message, "" if it has none."""
    if table.message_id is None:
        return ""
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{table.message_id}"
