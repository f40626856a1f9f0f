"""The log of Take 5: compact lines while it is played, events when somebody asks.

A line is a type and its facts; cards are numbers in lines and names in events, rows count from 0 in
lines and from 1 in events.
"""

from collections.abc import Sequence
from typing import Any

from engine.game import Event
from engine.games.take_five_cards import NAMES, NUMBERS, names

Line = tuple[Any, ...]

_FACTS = {
    "round": ("round", "rows"),
    "reveal": ("cards",),
    "low": ("seat", "card"),
    "choose": ("seat", "row"),
    "place": ("seat", "card", "row", "heads"),
    "score": ("heads", "scores"),
    "over": ("winners",),
}
_CARD_FACTS = ("card", "cards", "rows")


def to_event(line: Line) -> Event:
    """The public event that a line stands for."""
    kind, *values = line
    event: Event = {"type": kind}
    for name, value in zip(_FACTS[kind], values, strict=True):
        if name in _CARD_FACTS:
            event[name] = NAMES[value] if name == "card" else names(value)
        else:
            event[name] = value + 1 if name == "row" else value
            if isinstance(value, tuple):
                event[name] = list(value)
    return {**event, "to": "all"}


def to_line(event: Event) -> Line:
    """The line that an event was made from."""
    line: list[Any] = [event["type"]]
    for name in _FACTS[event["type"]]:
        value = event[name]
        if name == "card":
            line.append(NUMBERS[value])
        elif name in _CARD_FACTS:
            line.append(tuple(NUMBERS[card] for card in value))
        elif name == "row":
            line.append(value - 1)
        else:
            line.append(tuple(value) if isinstance(value, list) else value)
    return tuple(line)


def seen_this_round(history: Sequence[Event]) -> set[int]:
    """The cards that have been shown since the round was dealt."""
    seen: set[int] = set()
    for event in history:
        if event["type"] == "round":
            seen = {NUMBERS[card] for card in event["rows"]}
        elif event["type"] == "reveal":
            seen |= {NUMBERS[card] for card in event["cards"]}
    return seen
