"""The log of Schmier: compact lines while it is played, events when somebody asks.

A line is a type and its facts. Cards are numbers in lines and names in events, tuples in lines are
lists in events.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.game import Event
from engine.games.schmier_cards import NAMES, NUMBERS, POINTS

Line = tuple[Any, ...]

_FACTS: Final = {
    "deal": ("hand_no", "dealer"),
    "bid": ("seat", "action"),
    "passed_out": ("dealer",),
    "bidder": ("seat", "points"),
    "trump": ("seat", "suit"),
    "exchange": ("seat", "count"),
    "pick_up": ("seat", "count"),
    "dealer_discard": ("seat", "count"),
    "play": ("seat", "card"),
    "point": ("seat", "team", "point"),
    "trick": ("seat", "cards", "card_points"),
    "score": (
        "hand_no", "bidder", "bid", "made", "team", "points", "awards", "card_points", "gains",
        "scores",
    ),
    "over": ("winners",),
}  # fmt: skip
_AWARDS: Final = (*POINTS, "game")

MOVES: Final = frozenset(("bid", "trump", "pick_up", "dealer_discard", "play"))
"""Exactly one event of these for every decision that is over; `pick_up` for all five discards."""


def to_event(line: Line) -> Event:
    """The public event that a line stands for."""
    kind, *values = line
    event: Event = {"type": kind}
    for name, value in zip(_FACTS[kind], values, strict=True):
        if name == "card":
            event[name] = NAMES[value]
        elif name == "cards":
            event[name] = with_names(value)
        elif name == "awards":
            event[name] = dict(zip(_AWARDS, value, strict=True))
        else:
            event[name] = list(value) if isinstance(value, tuple) else value
    event["to"] = "all"
    return event


def to_line(event: Mapping[str, Any]) -> Line:
    """The line that an event was made from."""
    line: list[Any] = [event["type"]]
    for name in _FACTS[event["type"]]:
        value = event[name]
        if name == "card":
            line.append(NUMBERS[value])
        elif name == "cards":
            line.append(tuple((seat, NUMBERS[card]) for seat, card in value))
        elif name == "awards":
            line.append(tuple(value[award] for award in _AWARDS))
        else:
            line.append(tuple(value) if isinstance(value, list) else value)
    return tuple(line)


def score_facts(line: Line) -> dict[str, Any]:
    """How a hand was scored, as the views show it."""
    event = to_event(line)
    return {name: event[name] for name in _FACTS["score"]}


def with_names(cards: tuple[tuple[int, int], ...] | list[tuple[int, int]]) -> list[list[Any]]:
    """Who played which card, by name."""
    return [[seat, NAMES[card]] for seat, card in cards]
