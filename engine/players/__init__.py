"""Computer players. They see an Observation, never a State, and always answer with a legal action.

`easy` plays any legal action but no needless blunder; `normal` plays sensibly. Where a game has no
`hard` player, `normal` stands in.
"""

import random
from collections.abc import Callable

from engine.game import Random, View
from engine.players import _overdue, adding, schmier, take_five, toonerville

LEVELS = ("easy", "normal", "hard")

Player = Callable[[View, Random], str]
"""Chooses one of `observation["legal_actions"]`, or another legal one where not all are listed."""

_PLAYERS: dict[str, dict[str, Player]] = {
    "ninetynine": {"easy": adding.easy, "normal": adding.ninety_nine},
    "onehundred": {"easy": adding.easy, "normal": adding.one_hundred},
    "schmier": {"easy": schmier.easy, "normal": schmier.normal},
    "take5": {"easy": take_five.easy, "normal": take_five.normal},
    "toonerville": {"easy": toonerville.easy, "normal": toonerville.normal},
}
_OVERDUE: dict[str, Callable[[View], str | None]] = {
    "schmier": _overdue.schmier,
    "toonerville": _overdue.toonerville,
}
"""What is played for a person whose time is over, where that isn't simply a computer's choice."""


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


def overdue(observation: View) -> str | None:
    """Return what is played for a person who hasn't decided in time; None: a computer decides."""
    rule = _OVERDUE.get(observation["game"])
    return None if rule is None else rule(observation)
