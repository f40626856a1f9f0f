"""The one answer that an interaction gets, inside Discord's three seconds.

Handlers just work and then answer. Should the work take long, a deferral buys fifteen minutes;
should the network lose Discord's reply, the answer is sent once more.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import discord

from bot import metrics
from bot.attachment import Attachment
from bot.background import Background
from bot.discord_errors import ALREADY_ACKNOWLEDGED, NETWORK_ERRORS, is_temporary
from bot.tables.page import MAX_CONTENT, Page, fit
from bot.text import Text, text_for
from bot.text.languages import text_in
from engine.clock import Clock

if TYPE_CHECKING:
    from bot.client import Cardroom

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds after which an unanswered interaction is deferred; Discord gives it up after 3."""

CLICKS: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes from a message that can be updated; forms are opened by buttons only."""

Interaction: TypeAlias = "discord.Interaction[Cardroom]"


def text_of(interaction: Interaction) -> Text:
    """Return the language for a person: what they have chosen, or else that of their Discord."""
    house = interaction.client.desk.house
    chosen = house.known_choices(interaction.user.id).language
    return text_in(chosen, interaction.locale.value)


def _files(attached: Sequence[Attachment], name: str = "files") -> dict[str, Any]:
    """Return the attachments as an argument of the library, where there are any."""
    return {name: [each.file() for each in attached]} if attached else {}


class AnsweredElsewhere(Exception):
    """The interaction was delivered more than once and has its answer already."""


class Answer:
    """Answers one interaction exactly once.

    `public` is for commands whose answer everybody sees; all others are ephemeral.
    """

    def __init__(
        self, interaction: Interaction, clock: Clock, work: Background, *, public: bool = False
    ) -> None:
        self.interaction = interaction
        self.text: Text = text_for(interaction.locale.value)
        self.answered = False
        self.refused = False
        """Whether the answer is that what was asked isn't done."""
        self.answering = False
        """Whether the handler has done its work and come to answering, whatever became of that."""
        self.owns_original = True
        """Whether later edits of the "original response" reach the message that was shown."""
        self._public = public
        self._deferred = False
        self._is_click = interaction.type in CLICKS
        self._lock = asyncio.Lock()
        self._clock = clock
        self._began = clock.now()
        self._timer = clock.call_at(self._began + PATIENCE, lambda: work.start(self._defer()))

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def guild_id(self) -> int:
        """The server; all commands and buttons are for servers only."""
        if self.interaction.guild_id is None:
            raise ValueError("an interaction outside of a server")
        return self.interaction.guild_id

    @property
    def chosen(self) -> list[str]:
        """The values chosen in the menu that was used, in any order; none for a button."""
        data = cast(Mapping[str, Any], self.interaction.data or {})
        return [str(value) for value in data.get("values") or ()]

    async def learn(self) -> None:
        """Look up, once, what the server and the person have chosen; it never fails."""
        interaction = self.interaction
        await interaction.client.desk.house.know(interaction.guild_id, interaction.user.id)
        self.text = text_of(interaction)

    def close(self) -> None:
        """End the watch over the three seconds."""
        self._timer.cancel()

    async def update(self, page: Page, *, private: bool = False) -> None:
        """Show the page in the message that was clicked; in a new one if there is none.

        A `private` page never comes into a message that others see, whatever was forged.
        """
        clicked = self.interaction.message
        nowhere = clicked is None and not self._deferred
        if nowhere or (private and clicked is not None and not clicked.flags.ephemeral):
            await self.show(page)
            return
        async with self._answering():
            if self._deferred:
                await self.interaction.edit_original_response(
                    view=page, allowed_mentions=discord.AllowedMentions.none()
                )
                return
            response = self.interaction.response
            await self._respond(
                lambda: response.edit_message(
                    view=page, allowed_mentions=discord.AllowedMentions.none()
                )
            )

    async def show(self, page: Page, *attached: Attachment) -> int | None:
        """Show the page in a new message; return its id where Discord told it.

        What is attached belongs to the page, such as a picture in it.
        """
        return await self._new_message(*attached, ephemeral=not self._public, view=page)

    async def publish(self, page: Page, *attached: Attachment) -> int | None:
        """Answer a click by a new message that everybody sees; return its id where it is known."""
        return await self._new_message(*attached, ephemeral=False, view=page)

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Open a form; False, and nothing is answered, once it is too late for one."""
        async with self._lock:
            if self._deferred:
                return False
            self.answering = True
            await self._respond(lambda: self.interaction.response.send_modal(form))
            self.answered = True
            return True

    async def say(self, sentence: str, *attached: Attachment) -> None:
        """Answer with a short text, and files, that only this person sees."""
        (content,) = fit([sentence], MAX_CONTENT)
        await self._new_message(*attached, ephemeral=True, content=content)

    async def may_attach(self) -> bool:
        """Whether a file may be sent where this was clicked; if not, that is the answer."""
        if self.interaction.app_permissions.attach_files:
            return True
        self.refused = True
        await self.say(
            self.text.gettext(
                "I can't send a file here: I lack the permission **Attach Files** in this channel. "
                "Try it in another one."
            )
        )
        return False

    @asynccontextmanager
    async def _answering(self) -> AsyncIterator[None]:
        """Wait for a deferral under way; refuse to answer twice."""
        async with self._lock:
            if self.answered:
                raise RuntimeError("this interaction has been answered already")
            self.answering = True
            yield
            self.answered = True

    async def _new_message(
        self, *attached: Attachment, ephemeral: bool, **content: Any
    ) -> int | None:
        async with self._answering():
            if self._deferred:
                return await self._after_deferral(*attached, ephemeral=ephemeral, **content)
            response = self.interaction.response
            sent = await self._respond(
                lambda: response.send_message(ephemeral=ephemeral, **_files(attached), **content)
            )
            return sent.message_id if sent is not None else await self._sent_message()

    async def _after_deferral(
        self, *attached: Attachment, ephemeral: bool, **content: Any
    ) -> int | None:
        """Keep the deferral's promise: it was for the clicked message, or ephemeral."""
        interaction = self.interaction
        if self._is_click:
            self.owns_original = False
            followed = await interaction.followup.send(
                ephemeral=ephemeral, wait=True, **_files(attached), **content
            )
            return followed.id
        if ephemeral:
            files = _files(attached, "attachments")
            return (await interaction.edit_original_response(**files, **content)).id
        channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
        sent = await channel.send(**_files(attached), **content)
        try:
            await interaction.edit_original_response(content=sent.jump_url)
        except (discord.HTTPException, *NETWORK_ERRORS) as error:  # the answer itself stands
            log.info("the link to an answer could not be told: %s", error)
            metrics.failed_request(error)
        return sent.id

    async def _respond(
        self, send: Callable[[], Awaitable[discord.InteractionCallbackResponse[Any] | None]]
    ) -> discord.InteractionCallbackResponse[Any] | None:
        """Send the first response; once more if it is unknown whether it arrived."""
        try:
            sent = await send()
        except Exception as error:
            if getattr(error, "code", None) == ALREADY_ACKNOWLEDGED:
                raise AnsweredElsewhere from error
            if not is_temporary(error):
                raise
            log.warning("answering an interaction failed (%s), trying again", error)
            metrics.failed_request(error)
            sent = await self._respond_again(send)
        self._heard()
        return sent

    async def _respond_again(
        self, send: Callable[[], Awaitable[discord.InteractionCallbackResponse[Any] | None]]
    ) -> discord.InteractionCallbackResponse[Any] | None:
        try:
            return await send()
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            return None

    def _heard(self) -> None:
        """Discord has heard of the bot in time."""
        metrics.ANSWER_SECONDS.observe(self._clock.now() - self._began)

    async def _sent_message(self) -> int | None:
        """Ask for the id of an answer whose receipt was lost; once more if that is lost too."""
        for _ in range(2):
            try:
                return (await self.interaction.original_response()).id
            except discord.HTTPException:
                return None
            except NETWORK_ERRORS as error:
                log.warning("asking for an answer's id failed: %s", error)
                metrics.failed_request(error)
        return None

    async def take_time(self) -> None:
        """Tell Discord at once that the answer takes a while, such as for a picture."""
        await self._defer()

    async def _defer(self) -> None:
        async with self._lock:
            if self.answered or self._deferred:
                return
            response = self.interaction.response
            try:
                if self._is_click:
                    await response.defer()
                else:
                    await response.defer(ephemeral=True, thinking=True)
            except (discord.DiscordException, *NETWORK_ERRORS) as error:
                log.warning("an interaction could not be deferred: %s", error)
                metrics.failed_request(error)
                self._deferred = is_temporary(error)  # it may have arrived all the same
            else:
                self._deferred = True
                self._heard()
