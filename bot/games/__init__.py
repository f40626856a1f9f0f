"""The presenters, one file a game, found by declaration: a module here that defines `PRESENTER`."""

import pkgutil
from functools import cache
from importlib import import_module

import engine
from bot.games.presenter import Presenter

__all__ = ["Presenter", "presenter", "presenters"]


@cache
def _by_game() -> dict[str, Presenter]:
    found: dict[str, Presenter] = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        declared = getattr(import_module(module.name), "PRESENTER", None)
        if declared is not None:
            found[declared.game] = declared
    return found


def presenter(game: str) -> Presenter:
    """Return the presenter of a game; KeyError if it has none."""
    return _by_game()[game]


def presenters() -> tuple[Presenter, ...]:
    """Return a presenter for every game that can be played, in the engine's order."""
    return tuple(_by_game()[name] for name in engine.game_names() if name in _by_game())
