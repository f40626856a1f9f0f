"""The log of an adding game: compact lines while it is played, events when somebody asks.

A line is (seat, action, count, direction) for a play, else (type, facts …). Every action begins
with its card's two characters.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cards import FRENCH_INDEX
from engine.game import Event
from engine.games._hidden import Seen

Line = tuple[Any, ...]

_PLAY_FACTS = ("seat", "action", "count", "direction")
_FACTS = {
    "round": ("round", "dealer", "first"),
    "reverse": ("direction",),
    "bust": ("seat", "action", "count", "chips"),
    "out": ("seat",),
    "reshuffle": ("stock",),
    "over": ("winners",),
}


def to_event(line: Line) -> Event:
    """The public event that a line stands for."""
    if isinstance(line[0], int):
        facts = dict(zip(_PLAY_FACTS, line, strict=True))
        return {"type": "play", **facts, "card": facts["action"][:2], "to": "all"}
    kind, *values = line
    facts = dict(zip(_FACTS[kind], values, strict=True))
    if "winners" in facts:
        facts["winners"] = list(facts["winners"])
    return {"type": kind, **facts, "to": "all"}


def to_line(event: Event) -> Line:
    """The line that an event was made from."""
    kind = event["type"]
    if kind == "play":
        return tuple(event[name] for name in _PLAY_FACTS)
    facts = (event[name] for name in _FACTS[kind])
    return (kind, *(tuple(fact) if isinstance(fact, list) else fact for fact in facts))


def seen_this_round(history: Sequence[Event]) -> list[Seen]:
    """What the public history tells of the present round's cards."""
    seen: list[Seen] = []
    for event in history:
        if event["type"] == "round":
            seen = []
        elif event["type"] in ("play", "bust"):
            card = FRENCH_INDEX[event["action"][:2]]
            seen.append(Seen(event["seat"], card, drew=event["type"] == "play"))
        elif event["type"] == "reshuffle":
            seen[-1] = replace(seen[-1], rebuilt=True)
    return seen
