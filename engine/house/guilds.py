"""The settings of servers, mostly out of memory: every message in public looks at them."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.clock import Clock
from engine.house.memory import Memory
from engine.settings import GuildSettings, as_json
from engine.store import SettingChangeRow, Store, StoreError


class Guilds:
    """Looks up and changes servers' settings."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._memory = Memory(self._read, GuildSettings(), clock)

    async def start(self) -> None:
        """Read the settings of the servers where a table is live; StoreError."""
        for guild_id, stored in (await self._store.settings_in_use()).items():
            self._memory.put(guild_id, GuildSettings.read(stored))

    def knows(self, guild_id: int) -> bool:
        """Whether `known` is what the database has."""
        return self._memory.knows(guild_id)

    def known(self, guild_id: int) -> GuildSettings:
        """The settings as last read, without asking the database; the usual ones if never."""
        return self._memory.last(guild_id)

    async def settings(self, guild_id: int) -> GuildSettings:
        """The settings of a server; StoreError."""
        return await self._memory.get(guild_id)

    async def change(
        self, guild_id: int, user_id: int, name: str, at: float, values: Mapping[str, Any]
    ) -> Sequence[SettingChangeRow]:
        """Change settings and note who did; ValueError, StoreError. Returns what is different."""
        known = await self.settings(guild_id)
        if known.changed(**values) == known:
            return ()
        after = known

        def change(stored: dict[str, Any]) -> tuple[dict[str, Any], list[SettingChangeRow]]:
            nonlocal after
            before = GuildSettings.read(stored)
            after = before.changed(**values)
            rows = [
                SettingChangeRow(
                    guild_id=guild_id,
                    at=at,
                    user_id=user_id,
                    name=name,
                    setting=setting,
                    old=as_json(getattr(before, setting)),
                    new=as_json(getattr(after, setting)),
                )
                for setting in values
                if getattr(before, setting) != getattr(after, setting)
            ]
            return {**_foreign(stored), **after.stored()}, rows

        try:
            rows = await self._store.change_settings(guild_id, change)
        except BaseException as error:
            if not isinstance(error, StoreError) or not error.certain:
                self._memory.doubt(guild_id)
            raise
        self._memory.put(guild_id, after)
        return rows

    def forget(self, guild_id: int) -> None:
        """Keep nothing of a server in memory, whose settings have been deleted."""
        self._memory.doubt(guild_id)

    async def _read(self, guild_id: int) -> GuildSettings:
        return GuildSettings.read(await self._store.guild_settings(guild_id))


def _foreign(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What another version has stored and this one knows nothing of."""
    names = GuildSettings.__dataclass_fields__
    return {name: value for name, value in stored.items() if name not in names}
