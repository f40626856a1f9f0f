"""The log of Toonerville Rook: compact lines while it is played, events when somebody asks.

A line is a type and its facts, cards by their names. What only one seat may know is no line.
"""

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any

from engine.game import Event
from engine.games._rook_melds import Meld
from engine.games._toonerville_cards import CONTRACTS, names
from engine.games._toonerville_melds import IDS, stands_for

Line = tuple[Any, ...]

_FACTS = {
    "round": ("round", "dealer", "top"),
    "take": ("seat", "card"),
    "decline": ("seat", "card"),
    "pass": ("seat",),
    "buy": ("seat", "card"),
    "reshuffle": ("cards",),
    "draw": ("seat",),
    "meld": ("seat", "melds"),
    "lay": ("seat", "card", "meld", "place"),
    "swap": ("seat", "card", "meld"),
    "discard": ("seat", "card"),
    "round_over": ("round", "seat", "reason", "hands", "points", "scores"),
    "over": ("winners",),
}
_VALUES = {kind: itemgetter("type", *facts) for kind, facts in _FACTS.items()}
_DECISIONS = frozenset({"take", "decline", "meld", "lay", "swap", "discard"})
_ASKED = frozenset({("decline", "pass"), ("decline", "buy")})
_MELD_FACTS = ("id", "kind", "cards", "stands_for")


def meld_line(seat: int, melds: Sequence[Meld], place: int) -> Line:
    """The line of a contract that is laid down, the first of its melds at a place on the table."""
    return (
        "meld",
        seat,
        tuple(
            (name, kind_of(meld), tuple(names(meld.cards)), tuple(stands_for(meld)))
            for name, meld in zip(IDS[place:], melds, strict=False)
        ),
    )


def kind_of(meld: Meld) -> str:
    return "run" if meld.is_run else "set"


def to_event(line: Line) -> Event:
    """The public event that a line stands for."""
    kind, *values = line
    event: Event = {"type": kind}
    for name, value in zip(_FACTS[kind], values, strict=True):
        event[name] = _listed(value) if type(value) is tuple else value
    if kind == "round":
        contract = CONTRACTS[event["round"]]
        event["contract"] = {"runs": contract.runs, "sets": contract.sets}
    elif kind == "meld":
        event["melds"] = [dict(zip(_MELD_FACTS, meld, strict=True)) for meld in event["melds"]]
    event["to"] = "all"
    return event


def to_line(event: Event) -> Line:
    """The line that an event was made from."""
    kind = event["type"]
    line: Line = _VALUES[kind](event)
    if kind == "meld":
        melds = tuple(tuple(_frozen(meld[name]) for name in _MELD_FACTS) for meld in event["melds"])
        return (kind, event["seat"], melds)
    return tuple(map(_frozen, line)) if kind in ("round_over", "over") else line


def decisions_made(history: Sequence[Event]) -> int:
    """How many decisions a history has used up; a purchase that was asked about is one."""
    kinds = [event["type"] for event in history]
    asked = sum(pair in _ASKED for pair in pairwise(kinds))
    return asked + sum(kind in _DECISIONS for kind in kinds)


def _listed(value: Any) -> Any:
    return [_listed(inner) for inner in value] if type(value) is tuple else value


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if type(value) is list else value
