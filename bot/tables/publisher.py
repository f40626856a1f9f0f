"""Keeps every table's public message true: edits it, posts it again when it is lost.

Messages are edited by channel and message id with the bot's own token, which never expires.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any, Final

import discord

from bot import discord_errors as codes
from bot import metrics
from bot.background import Background
from bot.tables import ids
from bot.tables.current import current_sheet
from bot.tables.gone import Gone
from bot.tables.hidden import Hidden
from bot.tables.ids import Verb
from bot.tables.lane import Lane, Retry, retried
from bot.tables.leftovers import Leftovers
from bot.tables.page import Page
from bot.tables.scroll import Scroll
from bot.tables.threads import Locked, Threads
from bot.text import Text
from bot.text.languages import text_in
from engine import trace
from engine.clock import Clock
from engine.house import House
from engine.refusal import Refusal
from engine.table import Table

log = logging.getLogger(__name__)

OLD: Final = timedelta(minutes=50)
"""Discord limits edits of messages older than an hour; a new one is posted before that."""
MINOR_SPACING: Final = 1.0
"""Seconds between edits that only tell who has picked: a reveal must find one to spare."""
CATCH_UP_SPACING: Final = 0.2
"""Seconds between the messages that are brought up to date after a start."""
SLOW_RETRY: Final = 300.0
"""Seconds between further tries when Discord has been in trouble for long."""
GIVEN_UP_SECONDS: Final = 86_400.0
"""How long after its end a table's message is still tried where the bot may not write."""
_NO_MENTIONS: Final = discord.AllowedMentions.none()


class Publisher:
    """The public messages of all tables of this process."""

    def __init__(
        self, client: discord.Client, house: House, clock: Clock, work: Background
    ) -> None:
        self._client = client
        self._house = house
        self._clock = clock
        self._work = work
        self.gone = Gone(client, house, clock, work)
        self._threads = Threads(client, house)
        self._scroll = Scroll(client, clock)
        self.leftovers = Leftovers(client, house, clock, work, text=self.text, show=self.changed)
        self._lanes: dict[int, Lane] = {}
        self.hidden = Hidden(client, clock, lambda table_id: self._lane(table_id).ask())

    def text(self, guild_id: int) -> Text:
        """Return the language of a server's public messages."""
        guild, chosen = self._client.get_guild(guild_id), self._house.known_settings(guild_id)
        return text_in(
            chosen.language, guild.preferred_locale.value if guild is not None else "en-US"
        )

    async def page(self, table: Table) -> Page:
        """Return the table's message as it is now, with the chips that its game has moved."""
        text, now = self.text(table.guild_id), self._clock.now()
        return (await current_sheet(self._house, table, text, now)).page

    # --- news

    def changed(self, table: Table) -> None:
        """Bring the table's message up to date."""
        self._lane(table.id).ask()

    def changed_a_little(self, table: Table) -> None:
        """Bring the table's message up to date before long; more of the kind cost nothing."""
        if not self._lane(table.id).ask_minor(MINOR_SPACING):
            metrics.edits_coalesced(1)

    def opened(self, table: Table) -> None:
        """Wait for the message by which the command that opened the table is answered."""
        self._lane(table.id).hold()

    def started(self, table: Table) -> None:
        """Take the game that begins into a thread of its own, if the server wants that."""
        self._work.start(self._begin(table))

    async def _begin(self, table: Table) -> None:
        with suppress(Refusal):  # where the settings can't be read, it is played in the channel
            if await self._threads.begun(table):
                self._lane(table.id).ask()

    def catch_up(self, table_ids: Sequence[int]) -> None:
        """Bring messages up to date, one by one: after a start they may have missed something."""
        if table_ids:
            self._work.start(self._catch_up(table_ids[0]))
            later = self._clock.now() + CATCH_UP_SPACING
            self._clock.call_at(later, lambda: self.catch_up(table_ids[1:]))

    async def _catch_up(self, table_id: int) -> None:
        with suppress(Refusal):  # the next change brings it up to date
            table = await self._house.get(table_id)
            if table.message_id is None:
                return
            await self._threads.adopt(table)
            # An old one would be posted anew, and nobody wants to hear that the bot was restarted;
            # but a thread may have been unlocked meanwhile.
            if not table.is_live or table.held or not _is_old(table.message_id):
                self.changed(table)

    # --- answers to clicks, which are edits of the message themselves

    @contextmanager
    def posting(self, table: Table) -> Iterator[Lane]:
        """End the waiting that `opened` began, when the command has been answered."""
        lane = self._lane(table.id)
        try:
            yield lane
        finally:
            lane.release()
            self._after_answer(table)

    @contextmanager
    def answering(self, table: Table, message_id: int | None) -> Iterator[Lane]:
        """Hold the table's message while a click on it is answered by updating it."""
        if message_id is not None and table.message_id not in (None, message_id):
            yield Lane(_nothing, self._clock, self._work)  # the click was on a copy that lies about
            return
        self._scroll.pressed(table)
        with self._lane(table.id).held() as lane:
            yield lane
        self._after_answer(table)

    def _after_answer(self, table: Table) -> None:
        """See to what a click's answer can't do: a thread, or that a table which is over rests."""
        lane = self._lane(table.id)
        if self._threads.is_due(table):
            lane.ask()
        elif not table.is_live and lane.idle:
            self._work.start(self._rest_after_answer(table))

    async def _rest_after_answer(self, table: Table) -> None:
        try:
            await self._rest(table)
        except Retry:
            self._lane(table.id).ask()

    async def adopt(self, table: Table, interaction: discord.Interaction[Any]) -> None:
        """Take the message that was clicked for the table's own, if no other is known.

        The bot may have ended right after it had answered the command that opened the table.
        """
        message = interaction.message
        on_notice = interaction.custom_id == ids.table_id(table.id, Verb.KEEP)
        if (
            table.message_id is None
            and message is not None
            and not message.flags.ephemeral
            and not on_notice
        ):
            channel_id = interaction.channel_id or table.channel_id
            await self._house.set_message(table.id, channel_id, message.id)
        self._scroll.pressed(table)

    def is_copy(self, table: Table, interaction: discord.Interaction[Any]) -> bool:
        """Whether a message was clicked from which the table has moved on."""
        message = interaction.message
        if message is None or message.flags.ephemeral or table.message_id is None:
            return False
        return message.id != table.message_id

    @contextmanager
    def gathering(self, table: Table) -> Iterator[None]:
        """Show several changes of the table by one edit at last."""
        with self._lane(table.id).held():
            yield

    async def move_down(self, table: Table) -> int | None:
        """Post the table's message anew as the channel's last one and return its id.

        In a locked thread it stays where it is. One that isn't locked any more goes on.
        """
        with self._lane(table.id).held() as lane:
            met = lane.wanted
            try:
                message_id = await self._post(table)
            except Locked:
                await self._threads.hold(table, self.text(table.guild_id))
                return table.message_id
            except discord.HTTPException as error:
                if error.code == codes.UNKNOWN_CHANNEL:
                    self.gone.channel_is_gone(table.guild_id, table.channel_id)
                raise
            lane.shown = met
            await self._shown(table)
            return message_id

    # --- delivery

    def _lane(self, table_id: int) -> Lane:
        if table_id not in self._lanes:
            self._lanes[table_id] = Lane(
                lambda: self._deliver(table_id), self._clock, self._work, slow_retry=SLOW_RETRY
            )
        return self._lanes[table_id]

    async def _deliver(self, table_id: int) -> None:
        trace.about(table=table_id)
        lane = self._lane(table_id)
        older = max(0, lane.wanted - lane.shown - 1)  # none where a message is sent once more
        with retried():
            table = await self._house.get(table_id)
            trace.also(guild=table.guild_id)
            if self.hidden.waits(table_id):
                return
            is_over = not table.is_live  # by the time it is sent more may have happened
            await self._send(table)
            metrics.edits_coalesced(older)
            if is_over and table_id not in self.hidden:
                await self._rest(table)

    async def _send(self, table: Table) -> None:
        try:
            await self._show(table)
        except Locked:
            self.hidden.add(table)
            await self._threads.hold(table, self.text(table.guild_id))
        except discord.HTTPException as error:
            if error.code == codes.UNKNOWN_CHANNEL:
                await self._lost_place(table)
            elif error.code in codes.BLOCKED:
                self._block(table, error)
            else:
                raise
            metrics.failed_request(error)
        else:
            await self._shown(table)

    async def _shown(self, table: Table) -> None:
        """Take in that the table's message could be sent: its thread may not be locked any more."""
        self.hidden.discard(table.id)
        if table.held and not await self._threads.is_locked(table):
            await self._house.release(table.id)

    async def _show(self, table: Table) -> None:
        """Bring the table's message up to date, where it is or, if need be, in a new one."""
        if table.message_id is None:
            if table.is_live:
                await self._post(table)
        elif table.settled:  # how it ended has been told, and a new message would tell it again
            if await self._edit(table) == codes.MESSAGE_TOO_OLD:
                raise Retry(SLOW_RETRY)
        elif self._threads.is_due(table) and await self._into_thread(table):
            return
        elif _is_old(table.message_id) or await self._scroll.is_far(table):
            await self._post_or_edit(table)
        elif (trouble := await self._edit(table)) is not None:
            await self._post(table, reduce=trouble != codes.UNKNOWN_MESSAGE)

    async def _post_or_edit(self, table: Table) -> None:
        """Post the message anew; where that isn't allowed, an edit may be."""
        try:
            await self._post(table)
        except discord.HTTPException as error:
            if error.code != codes.MISSING_PERMISSIONS or await self._edit(table) is not None:
                raise

    async def _edit(self, table: Table) -> int | None:
        """Edit the table's message; return Discord's code if it can't be edited any more."""
        page = await self.page(table)
        message = self._channel(table.channel_id, table).get_partial_message(table.message_id or 0)
        try:
            await self._threads.awake(
                table, lambda: message.edit(view=page, allowed_mentions=_NO_MENTIONS)
            )
        except discord.HTTPException as error:
            if error.code not in codes.LOST:
                raise
            metrics.failed_request(error)
            return error.code
        metrics.edit_sent()
        return None

    async def _post(self, table: Table, *, reduce: bool = True) -> int:
        """Post the message anew; the old one becomes a line that points there."""
        old = table.message_id
        message_id = await self._threads.awake(table, lambda: self._new(table, table.channel_id))
        await self._house.set_message(table.id, table.channel_id, message_id)
        if old is not None and reduce:
            self.leftovers.reduce(table.id, table.channel_id, old)
        return message_id

    async def _new(self, table: Table, channel_id: int) -> int:
        page = await self.page(table)
        channel = self._channel(channel_id, table)
        # The nonce keeps a repeated request from posting twice.
        nonce = f"{table.id}-{table.message_id or 0}"[:25]
        try:
            sent = await channel.send(view=page, allowed_mentions=_NO_MENTIONS, nonce=nonce)
        except codes.NETWORK_ERRORS as error:
            metrics.failed_request(error)
            self.leftovers.doubt(table)  # it may come to nothing, and yet have been posted
            sent = await channel.send(view=page, allowed_mentions=_NO_MENTIONS, nonce=nonce)
        metrics.edit_sent()
        return sent.id

    async def _into_thread(self, table: Table) -> bool:
        """Take the table into a thread of its own; False if it has to stay in the channel."""
        parent, starter = table.channel_id, table.message_id
        thread = await self._threads.open(table, self.text(table.guild_id))
        if thread is None or starter is None:
            return False
        try:
            message_id = await self._new(table, thread)
        except discord.HTTPException as error:
            if codes.is_temporary(error):
                raise
            metrics.failed_request(error)
            self._threads.refused(table, error)
            return False
        await self._house.move(table.id, channel_id=thread, parent_id=parent, message_id=message_id)
        self._threads.done(table)
        self.leftovers.reduce(table.id, parent, starter)
        return True

    def _channel(self, channel_id: int, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id, guild_id=table.guild_id)

    async def _rest(self, table: Table) -> None:
        """Let go of a table that is over and has been shown so."""
        with retried():
            await self._threads.archive(table)
            if not table.settled:
                await self._house.settle(table.id)
                if table.parent_id is not None:  # the channel hears how its thread has ended
                    self.leftovers.reduce(table.id, table.parent_id, table.channel_id)
        self._lanes.pop(table.id, None)
        self.hidden.discard(table.id)
        self._threads.forget(table.id)
        self._scroll.forget(table.id)

    # --- where it can't be shown

    async def _lost_place(self, table: Table) -> None:
        """The channel is gone. Of a thread of its own, the message that it was made of is left."""
        if table.is_live:
            self.gone.channel_is_gone(table.guild_id, table.channel_id)
        elif table.parent_id is not None:
            # a thread has the id of the message that it was made of
            table = await self._house.move(
                table.id,
                channel_id=table.parent_id,
                parent_id=None,
                message_id=table.channel_id,
            )
            with suppress(discord.HTTPException):
                await self._edit(table)

    def _block(self, table: Table, error: discord.HTTPException) -> None:
        """Leave the channel alone for a while; the game goes on in the hands."""
        if table.id not in self.hidden:
            log.warning("a table can't be shown in channel %d: %s", table.channel_id, error)
        if table.ended_at is None or table.ended_at > self._clock.now() - GIVEN_UP_SECONDS:
            self.hidden.add(table)
        if error.code == codes.MISSING_ACCESS:
            self.gone.doubt(table.guild_id)

    def note_for(self, table: Table, user_id: int, text: Text) -> str:
        """Return what a person is to be told about their table, once; "" if there is nothing."""
        return self._threads.note_for(table, user_id, text)

    async def thread_changed(self, guild_id: int, thread_id: int, *, locked: bool) -> None:
        """See what becomes of the tables in a thread that may have been locked or unlocked."""
        with suppress(Refusal):
            for table in await self._house.live_tables(guild_id):
                if table.channel_id != thread_id:
                    continue
                if locked:
                    await self._threads.hold(table, self.text(table.guild_id))
                elif table.held:
                    self.hidden.discard(table.id)
                    self._lane(table.id).ask()


async def _nothing() -> None:
    pass


def _is_old(message_id: int) -> bool:
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id) > OLD
