"""What the arranged tables of all games have in common."""

from typing import Any

import pytest

import engine
from tests.engine.contract import everything

SEED = bytes(range(32))


def fair(name: str, players: int, seed: bytes = SEED, **options: Any) -> engine.State:
    """The start of a game that nobody arranged."""
    return engine.load_game(name, players, options).new_initial_state(seed=seed)


def hands(state: engine.State) -> list[list[str]]:
    """Every seat's hand."""
    return [state.private(seat)["hand"] for seat in range(state.game.players)]


def refused(state: engine.State, seat: int, action: str) -> str:
    """Why the action is refused; nothing may have changed."""
    before = everything(state)
    assert not state.is_legal(seat, action)
    with pytest.raises(engine.IllegalAction) as error:
        state.apply(seat, action)
    assert everything(state) == before
    return error.value.reason
