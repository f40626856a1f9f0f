"""Cardroom's card games: rules, records and computer players, with no Discord anywhere.

>>> import engine
>>> game = engine.load_game("ninetynine", players=2)
>>> state = game.new_initial_state(seed=bytes(32))
>>> state.current_players()
(1,)
"""

from engine.game import (
    Event,
    Game,
    GameInfo,
    IllegalAction,
    Option,
    OptionClash,
    OptionError,
    OptionValue,
    Random,
    State,
    View,
)
from engine.games import game_info, game_names, load_game

__all__ = [
    "Event",
    "Game",
    "GameInfo",
    "IllegalAction",
    "Option",
    "OptionClash",
    "OptionError",
    "OptionValue",
    "Random",
    "State",
    "View",
    "game_info",
    "game_names",
    "load_game",
]
