"""Settings from the environment and a .env file; .env.example documents every one of them."""

from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from engine.store import StoreError
from engine.store.database import parse_url

MAX_SHARDS: Final = 10_000


class SettingsError(Exception):
    """A setting that can't be used; the message is one line and never holds a secret."""


class Settings(BaseSettings):
    """How this process runs. Every name is an environment variable in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///cardroom.db"
    shard_count: int = Field(default=1, ge=1, le=MAX_SHARDS)
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"
    computer_workers: int = Field(default=1, ge=0, le=64)
    computer_pause: float = Field(default=1.5, ge=0, le=60)
    lobby_minutes: float = Field(default=15, gt=0, le=24 * 60)

    @field_validator("log_level", mode="before")
    @classmethod
    def _capitals(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _small_letters(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _known_driver(cls, value: str) -> str:
        try:
            parse_url(value)
        except StoreError as error:
            raise ValueError(str(error)) from None
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _shard_list(cls, value: object) -> object:
        return _parse_shards(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _shards_exist(self) -> Self:
        ids, last = self.shard_ids, self.shard_count - 1
        if ids is not None and not all(0 <= shard <= last for shard in ids):
            raise ValueError(f"SHARD_IDS go from 0 to SHARD_COUNT - 1, which is {last}")
        return self


def load_settings(env_file: Path | str | None = ".env") -> Settings:
    """Read the settings; SettingsError names the first one that is wrong."""
    try:
        return Settings(_env_file=env_file)  # type: ignore[call-arg]
    except ValidationError as error:
        raise SettingsError(_first_problem(error)) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not a UTF-8 text file") from None


def _first_problem(error: ValidationError) -> str:
    """Say what is wrong without the value, which may be a secret."""
    problem = error.errors(include_url=False, include_input=False)[0]
    name = ".".join(str(part) for part in problem["loc"]).upper()
    reason = problem["msg"].removeprefix("Value error, ")
    return f"{name}: {reason}" if name else reason


def _parse_shards(value: str) -> tuple[int, ...]:
    """Read "0,1" or "0-3" (or both, "0-3,8") as shard numbers."""
    shards: set[int] = set()
    for part in value.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.strip().isdecimal()):
            raise ValueError('is a list such as "0,1" or a range such as "0-3"')
        low, high = int(first), int(last) if dash else int(first)
        if not low <= high < MAX_SHARDS:
            raise ValueError(f"shards go from 0 to {MAX_SHARDS - 1}, the lower number first")
        shards.update(range(low, high + 1))
    return tuple(sorted(shards))
