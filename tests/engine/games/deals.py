"""What the arranged tables of all games have in common."""

from typing import Any

import engine

SEED = bytes(range(32))


def fair(name: str, players: int, seed: bytes = SEED, **options: Any) -> engine.State:
    """The start of a game that nobody arranged."""
    return engine.load_game(name, players, options).new_initial_state(seed=seed)


def hands(state: engine.State) -> list[list[str]]:
    """Every seat's hand."""
    return [state.private(seat)["hand"] for seat in range(state.game.players)]
