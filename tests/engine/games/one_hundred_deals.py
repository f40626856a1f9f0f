"""One Hundred tables with arranged cards."""

from typing import Any

import engine
from tests.engine.games.adding_deals import Tables
from tests.engine.games.one_hundred_model import Model

TABLES = Tables(Model, players=3)
rig, played, gentle = TABLES.rig, TABLES.played, TABLES.gentle


def after(count: int, *actions: str, **options: Any) -> engine.State:
    """Seat 0 has named the count with a black ace; then the actions were played by the others."""
    ace = "AS" if any(action.startswith("AC") for action in actions) else "AC"
    return played([f"{ace}={count}", *actions], **options)
