"""Time zones as people type them."""

import pytest

from bot.choices.zones import find_zone, suggest_zones
from engine.settings import time_zones


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"), ("europe/berlin ", "Europe/Berlin"),
        ("BERLIN", "Europe/Berlin"), ("new york", "America/New_York"),
        ("America/Argentina/Ushuaia", "America/Argentina/Ushuaia"),
        ("ushuaia", "America/Argentina/Ushuaia"), ("utc", "UTC"), ("Etc/UTC", "Etc/UTC"),
        ("kolkata", "Asia/Kolkata"), ("Indianapolis", None), ("", None), ("/", None),
        ("Mars", None), ("../../etc/passwd", None), ("x" * 5000, None), ("Europe", None),
        ("localtime", None),
    ],
)  # fmt: skip
def test_one_zone_is_found_by_name_or_city(typed: str, zone: str | None) -> None:
    assert find_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("tok", "Asia/Tokyo"), ("Berln", "Europe/Berlin"), ("Europe/Berln", "Europe/Berlin"),
        ("chicgo", "America/Chicago"), ("america/los", "America/Los_Angeles"), ("", "UTC"),
        ("Indianapolis", "America/Indiana/Indianapolis"),
    ],
)  # fmt: skip
def test_what_is_near_comes_first(typed: str, first: str) -> None:
    assert suggest_zones(typed, 25)[0] == first


@pytest.mark.parametrize("typed", ["", "a", "berlin", "zzzz", "x" * 5000, "é", "america"])
def test_suggestions_are_zones_each_once_and_not_too_many(typed: str) -> None:
    zones = suggest_zones(typed, 25)
    assert len(zones) == len(set(zones)) <= 25
    assert set(zones) <= time_zones()


def test_every_zone_can_be_named() -> None:
    assert [zone for zone in time_zones() if find_zone(zone) != zone] == []
