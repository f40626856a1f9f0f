"""Computer players. They see an Observation, never a State, and always answer with a legal action.

`easy` plays any legal action but no needless blunder; `normal` plays sensibly. Where a game has no
`hard` player, `normal` stands in.
"""

import random
from collections.abc import Callable

from engine.game import Random, View
from engine.players import adding, take_five

LEVELS = ("easy", "normal", "hard")

Player = Callable[[View, Random], str]
"""Chooses one of `observation["legal_actions"]`."""

_PLAYERS: dict[str, dict[str, Player]] = {
    "ninetynine": {"easy": adding.easy, "normal": adding.ninety_nine},
    "onehundred": {"easy": adding.easy, "normal": adding.one_hundred},
    "take5": {"easy": take_five.easy, "normal": take_five.normal},
}


def decide(level: str, observation: View, seed: int) -> str:
    """Return the action that a computer player of the level makes; the same seed, the same action.

    ValueError if the level is unknown or the seat has nothing to decide.
    """
    if level not in LEVELS:
        raise ValueError(f"the levels are {', '.join(LEVELS)}, not {level!r}")
    if not observation["legal_actions"]:
        raise ValueError("this seat has nothing to decide")
    players = _PLAYERS[observation["game"]]
    player = players.get(level) or players["normal"]
    return player(observation, random.Random(seed))  # noqa: S311 - play, not secrets
