"""How servers want their tables: changed by several people at once, known without the database."""

import asyncio

import pytest

from engine.refusal import RefusalCode
from engine.settings import GuildSettings
from engine.store import SettingChangeRow
from tests.engine.house.room import ANN, BEN, GUILD, Room, held_up, refused, trouble
from tests.engine.house.test_people import counted

OTHER = GUILD + 1


async def told(room: Room, guild_id: int = GUILD) -> list[tuple[str, str, object, object]]:
    """The server's changes, oldest first: who, what, from, to."""
    changes = await room.house.setting_changes(guild_id, 50)
    return [(change.name, change.setting, change.old, change.new) for change in changes[::-1]]


async def test_a_server_wants_everything_as_usual_until_somebody_changes_it(room: Room):
    assert await room.house.settings(GUILD) == GuildSettings()

    changes = await room.house.change_settings(GUILD, ANN, pace="slow", channels=[5, 6, 5])

    assert [(change.setting, change.old, change.new) for change in changes] == [
        ("pace", "live", "slow"),
        ("channels", [], [5, 6]),
    ]
    assert await room.house.settings(GUILD) == GuildSettings(pace="slow", channels=(5, 6))
    assert await room.house.settings(OTHER) == GuildSettings()


async def test_every_change_is_written_down_with_who_made_it_and_when(room: Room):
    await room.house.change_settings(GUILD, ANN, stake=5)
    await room.clock.advance(60)
    await room.house.change_settings(GUILD, BEN, stake=10)
    await room.house.change_settings(OTHER, BEN, bells=False)

    assert await told(room) == [("Ann", "stake", 10, 5), ("Ben", "stake", 5, 10)]
    newest, oldest = await room.house.setting_changes(GUILD, 50)
    assert (newest.user_id, oldest.user_id) == (BEN.user_id, ANN.user_id)
    assert newest.at - oldest.at == 60
    assert await room.store.guild_settings(GUILD) == {}, "the usual isn't kept"


async def test_a_value_that_stands_already_is_no_change(room: Room):
    await room.house.change_settings(GUILD, ANN, pace="slow")

    assert not await room.house.change_settings(GUILD, BEN, pace="slow")
    assert [change.setting for change in await room.house.change_settings(
        GUILD, BEN, pace="slow", stake=3)] == ["stake"]  # fmt: skip

    assert await told(room) == [("Ann", "pace", "live", "slow"), ("Ben", "stake", 10, 3)]


@pytest.mark.parametrize(
    "values",
    [
        {"timezone": "Mars/Phobos"}, {"timezone": ""}, {"timezone": "../etc/passwd"},
        {"timezone": "localtime"}, {"timezone": "EST5EDT;x"}, {"timezone": None},
        {"pace": "quick"}, {"pace": None}, {"stake": -5}, {"stake": 10**18}, {"stake": 3.5},
        {"stake": True}, {"stake": "7"}, {"tables_per_person": 0}, {"tables_per_person": 26},
        {"tables_per_server": 201}, {"away_hours": 0}, {"away_hours": 337},
        {"channels": list(range(1, 27))}, {"channels": ["7"]}, {"channels": 7},
        {"channels": [True]}, {"stakes": 1}, {"threads": "no"}, {"bells": None},
        {"language": "x" * 17}, {"nonsense": 1}, {"hand_layout": "rows"}, {"__class__": 1},
    ],
)  # fmt: skip
async def test_what_cannot_be_set_is_refused_and_nothing_of_the_rest_is_saved(room: Room, values):
    with pytest.raises(ValueError, match=next(iter(values))):
        await room.house.change_settings(GUILD, ANN, **{"bells": False} | values)

    assert await room.house.settings(GUILD) == GuildSettings()
    assert await room.store.guild_settings(GUILD) == {}
    assert await told(room) == []


async def test_two_change_different_things_at_the_same_moment(room: Room):
    async with held_up(room.store, "change_settings") as arrived:
        first = asyncio.ensure_future(room.house.change_settings(GUILD, ANN, pace="slow"))
        await arrived.wait()
        second = asyncio.ensure_future(room.house.change_settings(GUILD, BEN, stake=3))
        await asyncio.sleep(0)
    await asyncio.gather(first, second)

    assert await room.house.settings(GUILD) == GuildSettings(pace="slow", stake=3)
    assert await room.store.guild_settings(GUILD) == {"pace": "slow", "stake": 3}


async def test_two_change_the_same_thing_at_the_same_moment(room: Room):
    async with held_up(room.store, "change_settings") as arrived:
        first = asyncio.ensure_future(room.house.change_settings(GUILD, ANN, pace="slow"))
        await arrived.wait()
        second = asyncio.ensure_future(room.house.change_settings(GUILD, BEN, pace="none"))
        await asyncio.sleep(0)
    await asyncio.gather(first, second)

    assert await told(room) in (
        [("Ann", "pace", "live", "slow"), ("Ben", "pace", "slow", "none")],
        [("Ben", "pace", "live", "none"), ("Ann", "pace", "none", "slow")],
    )
    newest = (await room.house.setting_changes(GUILD, 1))[0]
    assert (await room.house.settings(GUILD)).pace == newest.new


async def test_another_process_may_have_changed_something_else(room: Room):
    other = Room(room.store)
    await room.house.settings(GUILD)
    await other.house.change_settings(GUILD, BEN, stake=3)

    await room.house.change_settings(GUILD, ANN, pace="slow")

    assert await room.house.settings(GUILD) == GuildSettings(pace="slow", stake=3)


async def test_what_another_version_has_set_is_kept(room: Room):
    await room.store.change_settings(
        GUILD, lambda _: ({"music": "loud", "pace": "quick", "stake": 4}, [_a_line()])
    )
    assert await room.house.settings(GUILD) == GuildSettings(stake=4)

    await room.house.change_settings(GUILD, ANN, bells=False)

    assert await room.store.guild_settings(GUILD) == {"music": "loud", "stake": 4, "bells": False}


async def test_settings_are_read_once(room: Room):
    with counted(room.store, "guild_settings") as read:
        for _ in range(3):
            await room.house.settings(GUILD)
            await room.house.change_settings(GUILD, ANN, stake=3)

    assert read == [GUILD]


async def test_they_outlive_a_restart(room: Room):
    await room.house.change_settings(GUILD, ANN, timezone="Asia/Tokyo")
    later = await room.restarted()

    assert (await later.house.settings(GUILD)).zone.key == "Asia/Tokyo"
    assert await told(later) == [("Ann", "timezone", "UTC", "Asia/Tokyo")]
    await later.house.stop()


async def test_after_a_start_those_of_servers_with_tables_are_known_at_once(room: Room):
    await room.house.change_settings(GUILD, ANN, language="de")
    await room.house.change_settings(OTHER, ANN, language="fr")
    await room.lobby()

    later = await room.restarted()

    assert later.house.known_settings(GUILD).language == "de"
    assert later.house.known_settings(OTHER).language == "", "nothing has asked for it yet"
    await later.house.know(OTHER, BEN.user_id)
    assert later.house.known_settings(OTHER).language == "fr"
    await later.house.stop()


async def test_without_the_database_nothing_is_changed(room: Room):
    await room.house.settings(GUILD)
    with trouble(room.store, "change_settings"), refused(RefusalCode.UNAVAILABLE):
        await room.house.change_settings(GUILD, ANN, pace="slow")

    with counted(room.store, "guild_settings") as read:
        assert await room.house.settings(GUILD) == GuildSettings()
    assert read == [], "nothing was written, so nothing is in doubt"


@pytest.mark.parametrize("written", [True, False])
async def test_after_a_write_of_unknown_outcome_the_database_is_believed(room: Room, written: bool):
    await room.house.change_settings(GUILD, ANN, language="de")
    with (
        trouble(room.store, "change_settings", written=written, certain=False),
        refused(RefusalCode.UNAVAILABLE),
    ):
        await room.house.change_settings(GUILD, ANN, language="fr")
    with trouble(room.store, "guild_settings"), refused(RefusalCode.UNAVAILABLE):
        await room.house.settings(GUILD)
    assert room.house.known_settings(GUILD).language == "de", "as last known, not as usual"

    assert (await room.house.settings(GUILD)).language == ("fr" if written else "de")


def _a_line():
    return SettingChangeRow(
        guild_id=GUILD, at=1.0, user_id=1, name="Ann", setting="music", old=None, new="loud"
    )
