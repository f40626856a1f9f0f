"""Standings and boards made by hand."""

from typing import Any
from zoneinfo import ZoneInfo

from bot.records.board import PAGE_ROWS, BoardQuery, Shown
from engine.store import BoardPage, BoardRow, Standing

NOON = 1_767_268_800.0
"""12:00 UTC on the first of January 2026."""


def standing(name: str = "Alice", user_id: int | None = 100, **facts: Any) -> Standing:
    usual: dict[str, Any] = {
        "level": "", "game": "", "games": 4, "wins": 3, "chips": 30, "streak": 1, "best_streak": 2,
        "share": None, "rating": None, "rated": 0,
    }  # fmt: skip
    return Standing(user_id=user_id, name=name, **{**usual, **facts})


def shown(
    *standings: Standing,
    ranks: tuple[int, ...] = (),
    total: int | None = None,
    offset: int = 0,
    now: float = NOON,
    zone: str = "UTC",
    reader: int | None = None,
    **query: Any,
) -> Shown:
    """A page of a board; ranks 1, 2, 3 … if none are given."""
    numbers = ranks or tuple(range(offset + 1, offset + len(standings) + 1))
    page = BoardPage(
        rows=[BoardRow(rank, each) for rank, each in zip(numbers, standings, strict=True)],
        total=len(standings) if total is None else total,
        offset=offset,
        since=None,
    )
    assert len(standings) <= PAGE_ROWS
    return Shown(BoardQuery(**query), page, now, ZoneInfo(zone), reader)
