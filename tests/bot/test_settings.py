"""Settings: what is read, and what is said when one is wrong."""

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_anything_set_the_defaults_hold():
    settings = load_settings(None)
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///cardroom.db"
    assert (settings.shard_count, settings.shard_ids) == (1, None)
    assert (settings.metrics_port, settings.metrics_host) == (None, "127.0.0.1")
    assert settings.log_format == "text"


def test_the_environment_wins_over_the_file(monkeypatch, tmp_path: Path):
    file = tmp_path / ".env"
    file.write_text(
        "LOG_LEVEL=debug\nLOG_FORMAT=JSON\nMETRICS_PORT=\nLOBBY_MINUTES=5\nSHARD_COUNT=\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("LOBBY_MINUTES", "7")
    settings = load_settings(file)
    assert (settings.log_format, settings.metrics_port) == ("json", None)
    assert (settings.log_level, settings.lobby_minutes, settings.shard_count) == ("DEBUG", 7, 1)


@pytest.mark.parametrize(
    ("written", "shards"),
    [("0", (0,)), ("0,1", (0, 1)), ("0-3", (0, 1, 2, 3)), (" 5 , 0-1 ", (0, 1, 5)), ("2,2", (2,))],
)
def test_shards_are_a_list_or_a_range(monkeypatch, written, shards):
    monkeypatch.setenv("SHARD_COUNT", "6")
    monkeypatch.setenv("SHARD_IDS", written)
    assert load_settings(None).shard_ids == shards


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SHARD_IDS", "1"),
        ("SHARD_IDS", "3-0"),
        ("SHARD_IDS", "0-"),
        ("SHARD_IDS", "-1"),
        ("SHARD_IDS", "0,,1"),
        ("SHARD_IDS", "0-99999999999"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "many"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "0"),
        ("METRICS_PORT", "65536"),
        ("DATABASE_URL", "mysql://root:hunter2@db/cards"),
        ("COMPUTER_PAUSE", "-1"),
        ("COMPUTER_PAUSE", "nan"),
        ("COMPUTER_WORKERS", "1.5"),
        ("LOBBY_MINUTES", "0"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line_without_any_secret(monkeypatch, name, value):
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name) as caught:
        load_settings(None)
    line = str(caught.value)
    assert "\n" not in line
    assert "secret" not in line
    assert "hunter2" not in line


def test_a_token_never_shows_in_a_print(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    assert "a-secret" not in repr(load_settings(None))
