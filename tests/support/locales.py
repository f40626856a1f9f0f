"""Lets every simulated person have a language; simcord 3.2.1 sends en-US for all of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simcord import interactions
from simcord.backend import Backend


@contextmanager
def spoken(locale_of: Callable[[int], str]) -> Iterator[None]:
    """Make interactions carry their author's language, the server's, and the installation."""
    original = interactions.base_payload

    def base_payload(backend: Backend, **facts: Any) -> Any:
        record, payload = original(backend, **facts)
        payload["locale"] = locale_of(record.user_id)
        if record.guild_id is not None:
            payload["guild_locale"] = backend.get_guild(record.guild_id).preferred_locale
            payload["authorizing_integration_owners"] = {"0": str(record.guild_id)}
        return record, payload

    interactions.base_payload = base_payload
    try:
        yield
    finally:
        interactions.base_payload = original
