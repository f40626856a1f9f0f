"""The log of an adding game: compact lines while it is played, events when somebody asks.

A line is (seat, action, count, direction) for a play, else (type, facts …). Every action begins
with its card's two characters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import FRENCH_INDEX
from engine.game import Event
from engine.games._adding_hidden import Fact

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


@dataclass(frozen=True, slots=True)
class Story:
    """What the public history tells of the present round, and who was out before it."""

    facts: list[Fact]
    out_before: list[int]


def seen(history: Sequence[Event], *, buries: bool) -> Story:
    """Read the present round; `buries` tells whether an eliminated hand goes under the pile."""
    facts: list[Fact] = []
    out: list[int] = []
    out_before: list[int] = []
    for event, following in zip(history, [*history[1:], None], strict=True):
        match event["type"]:
            case "round":
                facts, out_before = [], out.copy()
            case "play" | "bust" as kind:
                # after a bust nobody draws who is out, or whose round is over
                drew = kind == "play" or not following or following["type"] not in ("out", "round")
                card = FRENCH_INDEX[event["action"][:2]]
                facts.append(Fact("play", event["seat"], card, drew))
            case "out":
                out.append(event["seat"])
                if buries:
                    facts.append(Fact("bury", event["seat"]))
            case "reshuffle":
                facts.append(Fact("rebuild"))
    return Story(facts, out_before)
