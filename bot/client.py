"""The bot itself: start-up, command sync, recovery and shutdown."""

import asyncio
import gc
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot import metrics
from bot.answers import text_of
from bot.background import within
from bot.choices.changing import SettingButton, change_by_form
from bot.choices.personal import ChoiceButton
from bot.commands import add_commands
from bot.commands.chips import PurseButton
from bot.commands.history import HistoryButton, HistoryMenu
from bot.commands.leaderboard import BoardButton
from bot.commands.privacy import PrivacyButton, erase
from bot.commands.profile import ProfileButton
from bot.commands.replay import ReplayButton
from bot.hearing import Hearing
from bot.serving import sorry
from bot.settings import Settings
from bot.tables import ids
from bot.tables.buttons import (
    KickButton,
    Look,
    MoveButton,
    MoveMenu,
    OptionButton,
    PublicMoveButton,
    QuestionButton,
    StrayButton,
    TableButton,
    WatchMenu,
    serve_lost_click,
)
from bot.tables.desk import Desk
from bot.tables.forms import FormHandler, complete_move, serve_form
from engine import trace
from engine.clock import Clock, LoopClock
from engine.house import House, HouseRules
from engine.refusal import Refusal
from engine.store import EndedTable, Store
from engine.thinker import InlineThinker, PoolThinker, Thinker

log = logging.getLogger(__name__)

BUTTONS: Final = (
    TableButton,
    MoveButton,
    QuestionButton,
    MoveMenu,
    Look,
    PublicMoveButton,
    OptionButton,
    KickButton,
    WatchMenu,
    SettingButton,
    ChoiceButton,
    BoardButton,
    ReplayButton,
    HistoryButton,
    HistoryMenu,
    PurseButton,
    ProfileButton,
    PrivacyButton,
    StrayButton,
)

FORMS: Final[Mapping[str, FormHandler]] = {
    ids.QUESTION: complete_move,
    ids.SETTING: change_by_form,
    ids.ERASURE: erase,
}

OUTDATED: Final = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""What a client says that hasn't heard yet of this version's commands."""

LOOKED_BACK: Final = 200
"""Of so many tables that were opened last, also those that are over are searched for."""
HOUSE_SECONDS: Final = 2.0
"""How long each part of the bot's end may take: what moves the tables in time,"""
ANSWER_SECONDS: Final = 3.0
"""the answers and edits under way,"""
GATEWAY_SECONDS: Final = 1.5
"""the connection to Discord,"""
STORE_SECONDS: Final = 1.5
"""and the database."""


class Cardroom(Hearing):
    """The Discord client. `house` and `desk` exist from `setup_hook` on."""

    def __init__(
        self,
        settings: Settings,
        house: House | None = None,
        *,
        clock: Clock | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=settings.shard_count,
            shard_ids=cast(list[int], settings.shard_ids and list(settings.shard_ids)),
        )
        self.settings = settings
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self.tree.error(_command_failed)
        add_commands(self.tree)
        self._given_house = house
        self._clock = clock
        self._thinker = thinker
        self._store: Store | None = None
        self._frozen = False
        self._ending: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Open the store, register buttons and commands, and take up the live tables."""
        clock = self._clock or LoopClock()
        self.house = self._given_house or await self._build_house(clock)
        self.desk = Desk(self, self.house, clock)
        self.add_dynamic_items(*BUTTONS)
        await self.tree.sync()
        self.wait_for_gateway()
        await self.house.start()
        unfinished = await self._unfinished_tables()
        self.desk.publisher.catch_up(unfinished)
        self.desk.publisher.leftovers.search(unfinished, await self._just_ended())
        self.desk.work.start(self.desk.bell.recover())

    async def _build_house(self, clock: Clock) -> House:
        settings = self.settings
        self._store = await Store.open(settings.database_url, watcher=metrics.transaction)
        if self._thinker is None:
            workers = settings.computer_workers
            self._thinker = PoolThinker(workers) if workers else InlineThinker()
        rules = HouseRules(
            lobby_idle=settings.lobby_minutes * 60, computer_pause=settings.computer_pause
        )
        thinker = metrics.TimedThinker(self._thinker, clock)
        return House(
            self._store,
            clock,
            thinker,
            rules=rules,
            owns=self._owns,
            is_member=self.is_member,
            is_here=self._is_here,
        )

    async def _unfinished_tables(self) -> list[int]:
        """Those that aren't over, or whose message may not show it yet."""
        live = await self.house.store.live()
        ended = [table for table in await self.house.unsettled() if self._owns(table.guild_id)]
        ours = [table.table_id for table in live if self._owns(table.guild_id)]
        return [*ours, *(table.id for table in ended)]

    async def _just_ended(self) -> list[EndedTable]:
        """Those that may have left a message behind which an earlier search hasn't found."""
        ended = await self.house.store.just_ended(LOOKED_BACK)
        return [table for table in ended if self._owns(table.guild_id)]

    def _owns(self, guild_id: int) -> bool:
        """Whether this process runs the shard of a server."""
        count, ids = self.settings.shard_count, self.settings.shard_ids
        return ids is None or (guild_id >> 22) % count in ids

    def _is_here(self, guild_id: int) -> bool | None:
        """Whether the bot is in a server of this process; None until Discord has told."""
        if self.get_guild(guild_id) is not None:  # also while it is unavailable
            return True
        return False if self.is_ready() and self._owns(guild_id) else None

    async def on_ready(self) -> None:
        """Begin the long run."""
        await self._heed(self.house.take_stock())
        if not self._frozen:
            self._frozen = True
            spare_the_collector()
            log.info("ready on %d servers", len(self.guilds))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot has been added to a server, perhaps not for the first time."""
        await self._heed(self.house.server_back(guild.id))

    async def _heed(self, news: Coroutine[Any, Any, None]) -> None:
        """Take in news of servers; what fails is noticed again at the daily look."""
        trace.about()
        with self.desk.work.joined():
            try:
                await news
            except Refusal as refusal:
                log.warning("news of a server could not be written down: %s", refusal.code)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """See to the forms, and to the clicks that the library would leave unanswered."""
        if interaction.type is discord.InteractionType.component:
            await serve_lost_click(interaction, BUTTONS)
        elif interaction.type is discord.InteractionType.modal_submit:
            await serve_form(interaction, FORMS)

    async def close(self) -> None:
        """Let what is under way end, then close the house, the connection and the store.

        Each part has its time, so nothing that hangs or fails keeps the rest from its end.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        if hasattr(self, "desk"):
            await within(HOUSE_SECONDS, self.house.stop(), "the tables")
            await within(ANSWER_SECONDS, self.desk.close(), "what was being answered")
        await within(GATEWAY_SECONDS, super().close(), "the connection to Discord")
        if self._store is not None:
            await within(STORE_SECONDS, self._store.close(), "the database")
        if self._given_house is None and self._thinker is not None:
            self._thinker.close()


def spare_the_collector() -> None:
    """Keep what lives as long as the process out of the garbage collector's way."""
    gc.collect()
    gc.freeze()


async def _command_failed(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    """Answer what discord.py itself refuses, such as a command of an older version."""
    trace.about(guild=interaction.guild_id, interaction=interaction.id)
    if interaction.type is discord.InteractionType.autocomplete or interaction.response.is_done():
        log.error("suggestions failed, or a command after its answer", exc_info=error)
        return
    metrics.served(interaction, "failed")
    text = text_of(interaction)
    if isinstance(error, OUTDATED):
        log.warning("a command was refused before its handler: %s", error)
        sentence = text.gettext("That command has just changed. Please type it again.")
    else:
        sentence = sorry(text, error)
    await interaction.response.send_message(sentence, ephemeral=True)


def build_client(
    settings: Settings,
    house: House | None = None,
    *,
    clock: Clock | None = None,
    thinker: Thinker | None = None,
) -> Cardroom:
    """Return the bot, ready to be started; its database has been migrated by the caller.

    With a `house` the caller owns its store and thinker; else both come from the settings.
    """
    return Cardroom(settings, house, clock=clock, thinker=thinker)
