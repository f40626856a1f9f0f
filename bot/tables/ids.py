"""What the buttons are called on the wire: custom_ids and component ids.

A custom_id says everything about a click, so a button works for ever: after a restart, in an
old message, on another shard. A move carries the action's text as its last part.
"""

import re
from enum import IntEnum, StrEnum
from typing import Final
from zlib import crc32


class Verb(StrEnum):
    """What a button of a table does, as written in its custom_id."""

    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"
    START = "start"
    CANCEL = "cancel"
    HAND = "hand"
    RULES = "rules"
    BACK = "back"
    CONFIRM_LEAVE = "confirm"
    STAY = "stay"


class ComponentId(IntEnum):
    """Component ids of the table's buttons, so that no button ever takes another's place."""

    JOIN = 101
    LEAVE = 102
    COMPUTER = 103
    START = 104
    CANCEL = 105
    HAND = 106
    RULES = 107
    BACK = 108
    CONFIRM_LEAVE = 109
    STAY = 110
    PREVIOUS = 111
    NEXT = 112


TABLE: Final = r"t:(?P<table>[0-9]{1,18}):(?P<verb>[a-z]{1,20})"
MOVE: Final = (
    r"m:(?P<table>[0-9]{1,18}):(?P<seat>[0-9]{1,3}):(?P<decision>[0-9]{1,9}):(?P<action>[^:]+)"
)
QUESTION: Final = MOVE.replace("m:", "n:", 1)
"""A button that opens a form, and the form itself; here the action lacks what is typed."""
BOARD: Final = r"lb:(?P<game>[a-z0-9]*):(?P<offset>[0-9]{1,9})"
_OURS: Final = re.sub(r"\?P<\w+>", "?:", f"{TABLE}|{MOVE}|{QUESTION}|{BOARD}")
STRAY: Final = rf"(?!(?:{_OURS})\Z)(?:t|m|n|lb):[\s\S]*"
"""A button of an older version, which looks like one of ours and is none."""

_FIRST_MOVE: Final = 1 << 20
_MOVE_IDS: Final = 1 << 30


def table_id(table: int, verb: Verb) -> str:
    """Return the custom_id of a table's button."""
    return f"t:{table}:{verb}"


def move_id(table: int, seat: int, decision: int, action: str) -> str:
    """Return the custom_id of the button that makes a move."""
    return f"m:{table}:{seat}:{decision}:{action}"


def question_id(table: int, seat: int, decision: int, action: str) -> str:
    """Return the custom_id of the form that completes a move, and of the button that opens it."""
    return f"n:{table}:{seat}:{decision}:{action}"


def leaderboard_id(game: str | None, offset: int) -> str:
    """Return the custom_id of the button that shows the board from a row on."""
    return f"lb:{game or ''}:{offset}"


def move_component(decision: int, action: str) -> int:
    """Return the component id of a move, the same wherever the move stands on the page."""
    return _FIRST_MOVE + crc32(f"{decision}:{action}".encode()) % _MOVE_IDS
