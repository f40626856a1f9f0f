"""Messages that mention people: the turn bell, and the notice that a lobby closes soon.

Each is written down as long as it stands, so that it is removed after a restart too. Only one that
was posted in the very moment in which the bot was killed is lost sight of.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from bot.tables.ids import Verb
from bot.tables.page import Page, table_button
from bot.tables.places import message_link
from bot.tables.publisher import Publisher
from bot.tables.scene import presenter_of
from bot.text.names import safe_name
from engine.clock import Clock
from engine.house import House
from engine.notice import Notice, NoticeKind
from engine.refusal import Refusal
from engine.settings import GuildSettings
from engine.store import BellRow, StoreError
from engine.table import Status, Table

log = logging.getLogger(__name__)

MAX_TRIES: Final = 5
"""How often removing one is tried at most, until the next restart."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A message that stands in a channel, for the seats that owed a decision each.

    The notice that a lobby closes is for no decision.
    """

    decisions: Mapping[int, int]
    channel_id: int
    message_id: int

    def still_holds(self, table: Table) -> bool:
        """Whether the message is still of use."""
        if not self.decisions:
            return table.status is Status.LOBBY and table.warned
        return _still_owed(table, self.decisions)


class Bell:
    """The reminders of all tables of this process."""

    def __init__(
        self,
        client: discord.Client,
        house: House,
        publisher: Publisher,
        clock: Clock,
        work: Background,
    ) -> None:
        self._client = client
        self._house = house
        self._publisher = publisher
        self._clock = clock
        self._work = work
        self._rung: dict[int, list[Rung]] = {}

    async def recover(self) -> None:
        """Find what stands from before the start; what is of no more use is removed."""
        try:
            rows = await self._house.store.bells()
        except StoreError as error:
            log.warning("old reminders can't be read and stay: %s", error)
            return
        for row in rows:
            decisions = {int(seat): number for seat, number in row.decisions.items()}
            rung = Rung(decisions, row.channel_id, row.message_id)
            try:
                table = await self._house.get(row.table_id)
            except Refusal:
                continue
            if self._house.owns(table.guild_id):
                await self._keep(table, rung)

    def noticed(self, notice: Notice) -> None:
        """Ring for a bell; take away the reminders of those who have moved."""
        table = notice.table
        if notice.kind is NoticeKind.BELL:
            self._work.start(self._ring(table))
        elif notice.kind is NoticeKind.CLOSING:
            self._work.start(self._warn(table))
        elif notice.kind is NoticeKind.PASSED_OVER:
            self._work.start(self._comfort(notice))
        for rung in tuple(self._rung.get(table.id, ())):
            if not rung.still_holds(table):
                self._forget(table.id, rung)
                self._work.start(self._remove(rung))

    async def _ring(self, table: Table) -> None:
        """Remind everybody who is waited for and wants that, by one message."""
        if not (await self._settings(table)).bells:
            return
        owed = {seat: table.watch.owed[seat] for seat in table.attended()}
        decisions, people = {}, []
        for seat, number in owed.items():
            user_id = table.seats[seat].user_id
            if number is not None and user_id is not None and await self._wants(user_id):
                decisions[seat] = number
                people.append(user_id)
        if people and _still_owed(table, decisions):
            words = self._words(table, people)
            await self._post(table, decisions, people, {"content": words}, f"bell-{table.plies}")

    async def _warn(self, table: Table) -> None:
        """Say that a lobby closes soon, and offer to keep it open."""
        mentions = (await self._settings(table)).bells
        text, people, names = self._publisher.text(table.guild_id), [], []
        for seat in table.people():
            if mentions and seat.user_id is not None and await self._wants(seat.user_id):
                people.append(seat.user_id)
                names.append(f"<@{seat.user_id}>")
            else:
                names.append(safe_name(seat.name, text))
        if table.closes_at is None or not table.warned:
            return
        words = text.gettext(
            "{names}, nothing has happened at {game}, table {table}, for a while: it closes "
            "<t:{time}:R>. Press Keep open, or go on there. {link}",
            names=" ".join(names),
            game=presenter_of(table).title,
            table=table.id,
            time=int(table.closes_at),
            link=message_link(table),
        )
        button: discord.ui.ActionRow[Page] = discord.ui.ActionRow(
            table_button(text, table.id, Verb.KEEP)
        )
        page = Page(discord.ui.TextDisplay(words.strip()), button)
        await self._post(table, {}, people, {"view": page}, f"close-{int(table.closes_at)}")

    async def _comfort(self, notice: Notice) -> None:
        """Tell somebody who doesn't get the seat that they waited for; nothing else would."""
        table, user_id = notice.table, notice.user_id
        if user_id is None or notice.seat is None:
            return
        text, wanted = self._publisher.text(table.guild_id), await self._wants(user_id)
        called = [user_id] if wanted and (await self._settings(table)).bells else []
        facts = {
            "mention": f"<@{user_id}>",
            "seat": notice.seat + 1,
            "game": presenter_of(table).title,
            "table": table.id,
            "link": message_link(table),
        }
        if notice.by == "short":
            words = text.ngettext(
                "{mention}, you don't get seat {seat} at {game}, table {table}: the stake is one "
                "chip, and you have less. Type /chips to see how to get more. {link}",
                "{mention}, you don't get seat {seat} at {game}, table {table}: the stake is {n} "
                "chips, and you have less. Type /chips to see how to get more. {link}",
                table.stake,
                **facts,
            )
        elif notice.by == "owner":
            words = text.gettext(
                "{mention}, you don't get seat {seat} at {game}, table {table}: whoever left it "
                "has come back. Press Options there to take another one. {link}",
                **facts,
            )
        else:
            words = text.gettext(
                "{mention}, you don't get seat {seat} at {game}, table {table}: it is out of the "
                "game. Press Options there to take another one. {link}",
                **facts,
            )
        nonce = f"{table.id}-over-{table.plies}-{notice.seat}"
        with self._unheard(table):
            await _sent(lambda: self._say(table, {"content": words.strip()}, called, nonce))

    @contextmanager
    def _unheard(self, table: Table) -> Iterator[None]:
        """Log that a message couldn't be posted; the game goes on without."""
        try:
            yield
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            log.info("a message could not be posted at table %d: %s", table.id, error)
            metrics.failed_request(error)

    async def _say(
        self, table: Table, content: Mapping[str, Any], people: Sequence[int], nonce: str
    ) -> discord.Message:
        return await self._channel(table.channel_id).send(
            **content,
            allowed_mentions=discord.AllowedMentions(users=[*map(discord.Object, people)]),
            nonce=nonce[:25],  # so that a repeated request posts nothing more
        )

    async def _settings(self, table: Table) -> GuildSettings:
        try:
            return await self._house.settings(table.guild_id)
        except Refusal:
            return self._house.known_settings(table.guild_id)

    async def _wants(self, user_id: int) -> bool:
        return (await self._house.choices(user_id)).bells

    async def _post(
        self,
        table: Table,
        decisions: Mapping[int, int],
        people: Sequence[int],
        content: Mapping[str, Any],
        nonce: str,
    ) -> None:
        """Post a message that mentions people; write it down; remove it if it comes too late."""
        message = None
        with self._unheard(table):
            message = await _sent(lambda: self._say(table, content, people, f"{table.id}-{nonce}"))
        if message is None:
            return
        rung = Rung(decisions, table.channel_id, message.id)
        try:
            await self._house.store.add_bell(_row(table, rung))
        except StoreError as error:
            log.warning("a reminder at table %d isn't written down: %s", table.id, error)
        await self._keep(await self._house.get(table.id), rung)

    async def _keep(self, table: Table, rung: Rung) -> None:
        if rung.still_holds(table):
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

    async def _remove(self, rung: Rung, tries: int = 0) -> None:
        message = self._channel(rung.channel_id).get_partial_message(rung.message_id)
        try:
            await message.delete()
        except (discord.HTTPException, discord.RateLimited, *codes.NETWORK_ERRORS) as error:
            metrics.failed_request(error)
            if codes.is_temporary(error):
                if tries < MAX_TRIES:
                    later = self._clock.now() + codes.retry_after(error) * 2**tries
                    self._clock.call_at(
                        later, lambda: self._work.start(self._remove(rung, tries + 1))
                    )
                return
            log.debug("a reminder could not be removed: %s", error)
        try:
            await self._house.store.drop_bell(rung.message_id)
        except StoreError as error:
            log.warning("a reminder that is gone is still written down: %s", error)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    def _forget(self, table_id: int, rung: Rung) -> None:
        self._rung[table_id].remove(rung)
        if not self._rung[table_id]:
            del self._rung[table_id]


async def _sent(send: Callable[[], Awaitable[discord.Message]]) -> discord.Message:
    """Send it; once more if it is unknown whether it arrived, to learn its id."""
    try:
        return await send()
    except (discord.HTTPException, *codes.NETWORK_ERRORS) as error:
        if not codes.is_temporary(error) or getattr(error, "status", 0) == 429:
            raise
        metrics.failed_request(error)
        return await send()


def _row(table: Table, rung: Rung) -> BellRow:
    return BellRow(
        message_id=rung.message_id,
        channel_id=rung.channel_id,
        table_id=table.id,
        decisions={str(seat): number for seat, number in rung.decisions.items()},
    )


def _still_owed(table: Table, decisions: Mapping[int, int]) -> bool:
    """Whether any of these seats' own people still owes that very decision."""
    return table.status is Status.PLAYING and any(
        table.watch.owed.get(seat) == decision and table.seats[seat].is_present
        for seat, decision in decisions.items()
    )
