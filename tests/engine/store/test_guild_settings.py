"""Servers' settings: each change is one transaction, made on what stands there at that moment."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from engine.store import SettingChangeRow, Store, StoreError
from tests.engine.store.builders import ANN, BEN, GUILD, lobby, person

OTHER = GUILD + 1


def row(setting: str, old: object, new: object, *, guild_id: int = GUILD) -> SettingChangeRow:
    return SettingChangeRow(
        guild_id=guild_id, at=2_000.5, user_id=ANN, name="Ann", setting=setting, old=old, new=new
    )


def setting(name: str, value: object, *, guild_id: int = GUILD) -> Any:
    """A change of one setting that keeps the others."""

    def change(stored: dict[str, Any]) -> tuple[dict[str, Any], Sequence[SettingChangeRow]]:
        changes = [row(name, stored.get(name), value, guild_id=guild_id)]
        return {**stored, name: value}, changes

    return change


async def test_a_server_that_has_set_nothing(store: Store):
    assert await store.guild_settings(GUILD) == {}
    assert await store.setting_changes(GUILD, 10) == []


async def test_a_change_is_kept_with_who_made_it_and_touches_no_other_server(store: Store):
    await store.change_settings(GUILD, setting("pace", "slow"))
    await store.change_settings(OTHER, setting("channels", [7, 2**62], guild_id=OTHER))

    assert await store.guild_settings(GUILD) == {"pace": "slow"}
    assert await store.guild_settings(OTHER) == {"channels": [7, 2**62]}
    assert await store.setting_changes(GUILD, 10) == [row("pace", None, "slow")]


async def test_changes_at_the_same_moment_lose_nothing(store: Store):
    values = {"pace": "slow", "stake": 5, "bells": False, "timezone": "Asia/Tokyo"}

    await asyncio.gather(*(store.change_settings(GUILD, setting(*pair)) for pair in values.items()))

    assert await store.guild_settings(GUILD) == values


async def test_nor_do_changes_by_two_processes(store: Store, url: str):
    other = await Store.open(url)
    try:
        await asyncio.gather(
            *(
                each.change_settings(GUILD, setting(f"{name}{number}", number))
                for number in range(5)
                for name, each in (("mine", store), ("theirs", other))
            )
        )
    finally:
        await other.close()

    assert len(await store.guild_settings(GUILD)) == 10


async def test_two_at_once_on_one_setting_are_written_down_one_after_the_other(store: Store):
    await asyncio.gather(
        store.change_settings(GUILD, setting("pace", "slow")),
        store.change_settings(GUILD, setting("pace", "none")),
    )

    newest, oldest = await store.setting_changes(GUILD, 10)
    assert (oldest.old, oldest.new) == (None, newest.old)
    assert await store.guild_settings(GUILD) == {"pace": newest.new}


async def test_a_change_that_changes_nothing_leaves_no_line(store: Store):
    await store.change_settings(GUILD, setting("pace", "slow"))
    assert await store.change_settings(GUILD, lambda stored: (stored, [])) == []

    assert await store.guild_settings(GUILD) == {"pace": "slow"}
    assert len(await store.setting_changes(GUILD, 10)) == 1


async def test_settings_and_their_line_are_written_together_or_not_at_all(store: Store):
    def change(_: dict[str, Any]) -> tuple[dict[str, Any], Sequence[SettingChangeRow]]:
        return {"pace": "slow"}, [row("pace", "live", "slow"), row(None, 1, 2)]  # type: ignore[arg-type]

    with pytest.raises(StoreError):
        await store.change_settings(GUILD, change)

    assert await store.guild_settings(GUILD) == {}
    assert await store.setting_changes(GUILD, 10) == []


async def test_the_newest_changes_come_first(store: Store):
    for pace in ("slow", "none", "live"):
        await store.change_settings(GUILD, setting("pace", pace))

    assert [change.new for change in await store.setting_changes(GUILD, 2)] == ["live", "none"]


async def test_the_settings_of_servers_where_a_table_is_live(store: Store):
    await store.create_table(lobby(), [person(0, ANN)])
    over = await store.create_table(lobby(guild_id=OTHER), [person(0, BEN)])
    await store.end_table(over, status="cancelled", reason="host", at=3_000.0)
    assert await store.settings_in_use() == {}

    await store.change_settings(GUILD, setting("language", "de"))
    await store.change_settings(OTHER, setting("language", "fr", guild_id=OTHER))

    assert await store.settings_in_use() == {GUILD: {"language": "de"}}
