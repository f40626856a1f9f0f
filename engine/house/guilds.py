"""The settings of servers, kept in memory for those that were here last."""

from collections import OrderedDict
from typing import Any

from engine.settings import GuildSettings
from engine.store import SettingChangeRow, Store

_KEPT = 4096
"""Servers whose settings are kept in memory; the others' are read again."""


class Guilds:
    """Looks up servers' settings: at every change of a table, so mostly in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._settings: OrderedDict[int, GuildSettings] = OrderedDict()

    async def settings(self, guild_id: int) -> GuildSettings:
        """The settings of a server; StoreError."""
        if guild_id not in self._settings:
            settings = GuildSettings.read(await self._store.guild_settings(guild_id))
            if guild_id not in self._settings:  # else they have been changed in the meantime
                self._keep(guild_id, settings)
        self._settings.move_to_end(guild_id)
        return self._settings[guild_id]

    async def change(
        self, guild_id: int, user_id: int, name: str, at: float, values: dict[str, Any]
    ) -> list[SettingChangeRow]:
        """Change settings and note who did; ValueError, StoreError. Returns what is different."""
        before = await self.settings(guild_id)
        after = before.changed(**values)
        rows = [
            SettingChangeRow(
                guild_id=guild_id,
                at=at,
                user_id=user_id,
                name=name,
                setting=setting,
                old=_json(getattr(before, setting)),
                new=_json(getattr(after, setting)),
            )
            for setting in values
            if getattr(before, setting) != getattr(after, setting)
        ]
        if rows:
            try:
                await self._store.change_settings(guild_id, after.stored(), rows)
            finally:
                self._settings.pop(guild_id, None)  # written or not: read anew
        return rows

    def _keep(self, guild_id: int, settings: GuildSettings) -> None:
        self._settings[guild_id] = settings
        if len(self._settings) > _KEPT:
            self._settings.popitem(last=False)


def _json(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
