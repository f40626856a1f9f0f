"""How likely people are to do what their messages let them do; a hundred is often, one is rare."""

from typing import Any, Final

GAMES: Final[dict[str, tuple[int, int, dict[str, Any]]]] = {
    "ninetynine": (2, 4, {"chips": 1}),
    "onehundred": (3, 4, {"chips": 1, "rebuilds": 2}),
    "take5": (2, 5, {"rounds": 1}),
    "schmier": (6, 6, {"target": 5, "max_hands": 2}),
    "toonerville": (3, 4, {"first_round": 1, "last_round": 1, "turns": 20}),
}
"""The fewest and the most seats of a game, and options that make it short."""
STAKES: Final = (0, 5, 10, 400)

Weights = dict[str, float]

BOARD: Final[Weights] = {
    "back": 100, "goon": 60, "pause": 60, "end": 15, "options": 80, "leave": 6, "rules": 2,
    "scores": 2,
}  # fmt: skip
"""On the message of a table where one sits."""
BOARD_OF_OTHERS: Final[Weights] = {"options": 50, "rules": 2, "scores": 2, "hand": 2, "back": 1}
LOBBY: Final[Weights] = {
    "join": 400, "start": 30, "computer": 50, "shuffle": 10, "leave": 10, "cancel": 2, "rules": 5,
    "keep": 20, "free": 10, "options": 10,
}  # fmt: skip
OVER: Final[Weights] = {"again": 250, "scores": 2}
PAGE: Final[Weights] = {
    "pause": 60, "nopause": 20, "goon": 100, "end": 25, "reallyend": 60, "noend": 20, "take": 100,
    "decline": 20, "rejoin": 200, "watch": 10, "again": 40, "keep": 20, "free": 20, "pace": 10,
    "openseats": 80, "shutseats": 10, "kick": 50, "close": 15, "reallyclose": 60, "show": 20,
    "leave": 15, "join": 100, "back": 100,
}  # fmt: skip
"""By the entries of a page of options."""
KICK: Final = 100.0
"""The button that removes somebody, once it has been asked for."""
HAND: Final[Weights] = {"m": 300, "n": 300, "v": 30, "t": 100, "o": 30, "s": 300}
"""By what the custom_ids of a hand begin with."""
COMMANDS: Final[Weights] = {
    "hand": 10, "table show": 10, "table options": 8, "table kick": 3, "watch": 4, "leave": 2,
    "preferences": 1,
}  # fmt: skip

WAITING: Final = 100.0
"""To let the others have their turn."""
LAST_BOARD: Final[Weights] = {"back": 300, "goon": 600}
"""The same while everything is to come to its end."""
LAST_LOBBY: Final[Weights] = {"start": 300, "cancel": 200}
LAST_HAND: Final[Weights] = {"m": 300, "n": 300, "s": 300, "v": 10, "t": 20}
