"""How servers want their tables and people their messages: asking for it, and changing it."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Unpack

from engine.house.core import Core
from engine.settings import Choices, GuildSettings
from engine.store import ChoiceColumns, SettingChangeRow, StoreError
from engine.table import Person

log = logging.getLogger(__name__)


class Wishes(Core):
    """Settings and choices. What is `known_…` is answered at once, without the database."""

    async def know(self, guild_id: int | None, user_id: int) -> None:
        """Have the settings and choices in memory that an answer looks at.

        Costs nothing the second time, and never fails: what can't be read stays as last known.
        """
        unknown = []
        if guild_id is not None and not self.guilds.knows(guild_id):
            unknown.append(self._learn(guild_id))
        if not self.people.knows(user_id):
            unknown.append(self._learn_choices(user_id))
        if unknown:
            await asyncio.gather(*unknown)

    async def _learn(self, guild_id: int) -> None:
        try:
            await self.guilds.settings(guild_id)
        except StoreError as error:
            log.warning("the settings of a server can't be read: %s", error)

    async def _learn_choices(self, user_id: int) -> None:
        await self.people.choices(user_id)

    # --- servers

    def known_settings(self, guild_id: int) -> GuildSettings:
        """How a server wants its tables, as last known; the usual if it has never been asked."""
        return self.guilds.known(guild_id)

    async def settings(self, guild_id: int) -> GuildSettings:
        """How a server wants its tables; Refusal UNAVAILABLE."""
        async with self.database():
            return await self.guilds.settings(guild_id)

    async def change_settings(
        self, guild_id: int, person: Person, **values: Any
    ) -> Sequence[SettingChangeRow]:
        """Change settings of a server; ValueError says what is allowed. Returns what is different.

        Who may do that is the caller's to check.
        """
        now = self.clock.now()
        async with self.database():
            return await self.guilds.change(guild_id, person.user_id, person.name, now, values)

    async def setting_changes(self, guild_id: int, limit: int) -> list[SettingChangeRow]:
        """Who changed settings of a server, newest first; Refusal UNAVAILABLE."""
        async with self.database():
            return await self.store.setting_changes(guild_id, limit)

    # --- people

    def known_choices(self, user_id: int) -> Choices:
        """What a person has chosen, as last known; the usual if they have never been looked up."""
        return self.people.known(user_id)

    async def choices(self, user_id: int) -> Choices:
        """What a person has chosen for every server; as last known if it can't be read."""
        return await self.people.choices(user_id)

    async def set_choices(self, user_id: int, **values: Unpack[ChoiceColumns]) -> Choices:
        """Remember what a person chooses, the rest stays; ValueError, Refusal UNAVAILABLE."""
        async with self.database():
            await self.people.choose(user_id, values)
        return await self.people.choices(user_id)

    async def hand_layout(self, user_id: int) -> str:
        """How a person wants hands shown to them; "" if they haven't said, or it can't be read."""
        return (await self.people.choices(user_id)).hand_layout

    async def set_hand_layout(self, user_id: int, layout: str) -> None:
        """Remember how a person wants hands shown to them, in every server."""
        async with self.database():
            await self.people.choose(user_id, {"hand_layout": layout})
