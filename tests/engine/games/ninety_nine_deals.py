"""Ninety-Nine tables with arranged cards."""

from collections.abc import Sequence
from typing import Any

import engine
from tests.engine.games.adding_deals import Tables
from tests.engine.games.ninety_nine_model import Model

TABLES = Tables(Model, players=2)
rig, played, gentle = TABLES.rig, TABLES.played, TABLES.gentle

STEPS = (  # cards that climb to any count, most first
    *((f"{rank}{suit}", 10) for rank in "QJ" for suit in "CDHS"),
    *((f"{rank}{suit}", int(rank)) for rank in "876532" for suit in "CD"),
    *((f"A{suit}=1", 1) for suit in "CD"),
)


def card_of(action: str) -> str:
    """The card that an action plays."""
    return action.partition("=")[0]


def climb(count: int, avoid: Sequence[str] = ()) -> list[str]:
    """Plain actions that take the pile from 0 to exactly `count`, without the cards to avoid."""
    line, taken = [], {card_of(action) for action in avoid}
    for action, value in STEPS:
        if value <= count and card_of(action) not in taken:
            line.append(action)
            count -= value
    if count:
        raise ValueError(f"no way to climb the last {count}")
    return line


def after(count: int, *actions: str, **options: Any) -> engine.State:
    """Two players have taken the pile to `count`; then the actions were played."""
    return played([*climb(count, actions), *actions], **options)
