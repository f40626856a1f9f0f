"""Settings and choices as values: what is stored, what is read again, what can't be used."""

import pytest

from engine.settings import MAX_CHANNELS, Choices, GuildSettings, time_zones

OTHERWISE = {
    "channels": [2**62, 7],
    "pace": "none",
    "stakes": False,
    "stake": 0,
    "threads": True,
    "language": "pt-BR",
    "bells": False,
    "tables_per_person": 25,
    "tables_per_server": 1,
    "away_hours": 336,
    "timezone": "Pacific/Chatham",
}


def test_what_is_as_usual_is_not_stored() -> None:
    assert GuildSettings().stored() == {}
    assert Choices().stored() == {}


def test_what_is_stored_is_read_again() -> None:
    settings = GuildSettings().changed(**OTHERWISE)
    assert settings.stored() == OTHERWISE
    assert GuildSettings.read(settings.stored()) == settings
    assert GuildSettings.read(OTHERWISE).channels == (2**62, 7)


@pytest.mark.parametrize("name", OTHERWISE)
def test_one_value_that_cannot_be_used_costs_only_itself(name: str) -> None:
    for nonsense in (None, [], {}, object(), "?" * 99, -1, 10**9, [[]]):
        if name == "channels" and nonsense == []:
            continue
        read = GuildSettings.read(OTHERWISE | {name: nonsense})
        assert getattr(read, name) == getattr(GuildSettings(), name), nonsense
        assert read == GuildSettings.read({k: v for k, v in OTHERWISE.items() if k != name})


def test_a_persons_and_a_servers_are_not_mixed_up() -> None:
    assert GuildSettings.read({"hand_layout": "number", "bells": False}) == GuildSettings(
        bells=False
    )
    assert Choices.read({"pace": "slow", "hand_layout": "number"}) == Choices(hand_layout="number")
    with pytest.raises(ValueError, match="pace"):
        Choices().changed(pace="slow")


def test_a_channel_counts_once_and_there_are_not_too_many() -> None:
    assert GuildSettings().changed(channels=[5, 6, 5]).channels == (5, 6)
    assert len(GuildSettings().changed(channels=[*range(MAX_CHANNELS)]).channels) == MAX_CHANNELS
    with pytest.raises(ValueError, match="at most 25"):
        GuildSettings().changed(channels=[*range(MAX_CHANNELS + 1)])


def test_days_begin_in_the_zone() -> None:
    assert GuildSettings(timezone="Asia/Tokyo").zone.key == "Asia/Tokyo"
    assert {"UTC", "Europe/Berlin", "America/Chicago"} <= time_zones()
    assert not {"localtime", "Factory"} & time_zones()
