"""The games, one file each, and how to find them by name."""

from collections.abc import Mapping
from functools import lru_cache

from engine.game import Game, GameInfo, OptionError, OptionValue
from engine.games.ninety_nine import NinetyNine
from engine.games.one_hundred import OneHundred
from engine.games.schmier import Schmier
from engine.games.take_five import TakeFive
from engine.games.toonerville import Toonerville

_GAMES: dict[str, type[Game]] = {
    game.info.name: game for game in (NinetyNine, OneHundred, TakeFive, Schmier, Toonerville)
}


def game_names() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return tuple(_GAMES)


def game_info(name: str) -> GameInfo:
    """What is known of a game before it is loaded; OptionError if there is no such game."""
    return _game_class(name).info


def load_game(
    name: str,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    preset: str = "standard",
) -> Game:
    """Return the rules of a game for a number of players, every option fixed.

    OptionError names what was wrong and what is allowed.
    """
    game = _game_class(name)
    count = game.info.default_players if players is None else game.info.check_players(players)
    chosen = game.resolve(count, game.info.check_options(options, preset))
    # the value's type belongs to the key: True and 1 are equal to a cache, not to an option
    return _loaded(game, count, tuple((key, type(value), value) for key, value in chosen.items()))


@lru_cache(maxsize=256)
def _loaded(
    game: type[Game], players: int, options: tuple[tuple[str, type, OptionValue], ...]
) -> Game:
    """Games are immutable, so tables with the same rules share one."""
    return game(players, {name: value for name, _, value in options})


def _game_class(name: object) -> type[Game]:
    if isinstance(name, str) and name in _GAMES:
        return _GAMES[name]
    shown = repr(name) if isinstance(name, str) and len(name) < 40 else type(name).__name__
    raise OptionError(f"the games are {', '.join(_GAMES)}, not {shown}")
