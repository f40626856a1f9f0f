"""Time zones as people type them: a city is enough, and a slip is answered with what is near."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Final

from engine.settings import time_zones

COMMON: Final = (
    "UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Africa/Lagos",
    "Asia/Kolkata", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney",
)  # fmt: skip
"""What is suggested before anything is typed."""
MAX_TYPED: Final = 60


def find_zone(typed: str) -> str | None:
    """Return the one zone that is meant by its name or by its city; None if that isn't clear."""
    wanted = _key(typed)
    named = [zone for zone in time_zones() if _key(zone) == wanted]
    if not named:
        named = [zone for zone in time_zones() if _city(zone) == wanted]
    return named[0] if len(named) == 1 else None


def suggest_zones(typed: str, limit: int) -> list[str]:
    """Return at most so many zones that may be meant, the likeliest first."""
    wanted = _key(typed)
    if not wanted:
        return list(COMMON[:limit])
    begins = [zone for zone in _in_order() if _city(zone).startswith(wanted)]
    holds = [zone for zone in _in_order() if wanted in _key(zone)]
    city = wanted.rpartition("/")[2]
    near = [_cities()[each] for each in get_close_matches(city, _cities(), n=limit, cutoff=0.7)]
    return list(dict.fromkeys(_known(begins, holds, near)))[:limit]


def _known(*lists: Iterable[str]) -> Iterable[str]:
    return (zone for zones in lists for zone in zones)


def _key(typed: str) -> str:
    """What is left of a name when slips of the keyboard are taken out."""
    return typed[:MAX_TYPED].strip().casefold().replace(" ", "_")


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].casefold()


@cache
def _in_order() -> tuple[str, ...]:
    """All zones: those named for a place before abbreviations and old names."""
    regions = ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    return tuple(sorted(time_zones(), key=lambda zone: (not zone.startswith(regions), zone)))


@cache
def _cities() -> dict[str, str]:
    """City -> its zone."""
    return {_city(zone): zone for zone in reversed(_in_order())}
