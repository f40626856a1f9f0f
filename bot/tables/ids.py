"""What the buttons are called on the wire: custom_ids and component ids.

A custom_id says everything about a click, so a button works for ever: after a restart, in an
old message, on another shard. A move carries the action's text as its last part, and a menu of
whole moves carries their custom_ids as its values.
"""

import re
from enum import IntEnum, StrEnum
from typing import Final
from zlib import crc32


class Verb(StrEnum):
    """What a button or menu of a table does, as written in its custom_id."""

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
    SIT = "sit"
    SHUFFLE = "shuffle"
    SCORES = "scores"
    OPTIONS = "options"
    GO_ON = "goon"
    PAUSE = "pause"
    END = "end"
    AGAIN = "again"
    KEEP = "keep"
    FREE = "free"
    REFRESH = "refresh"
    REPLAY = "replay"
    FAIR = "fair"


class Entry(StrEnum):
    """What a button or menu on a page of options does, likewise."""

    SHOW = "show"
    JOIN = "join"
    LEAVE = "leave"
    BACK = "back"
    PAUSE = "pause"
    NO_PAUSE = "nopause"
    GO_ON = "goon"
    END = "end"
    CONFIRM_END = "reallyend"
    NO_END = "noend"
    TAKE = "take"
    DECLINE = "decline"
    REJOIN = "rejoin"
    WATCH = "watch"
    AGAIN = "again"
    KEEP = "keep"
    FREE = "free"
    PACE = "pace"
    OPEN_SEATS = "openseats"
    SHUT_SEATS = "shutseats"
    KICK = "kick"
    CLOSE = "close"
    CONFIRM_CLOSE = "reallyclose"


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
    SIT = 113
    SHUFFLE = 114
    SCORES = 115
    OPTIONS = 116
    GO_ON = 117
    PAUSE = 118
    END = 119
    AGAIN = 120
    KEEP = 121
    FREE = 122
    REFRESH = 123
    REPLAY = 124
    FAIR = 125
    WHERE = 131
    PICTURE = 132
    TREND = 133
    MEASURE = 139
    PERIOD = 140
    GAME = 144
    REFILL = 134
    NEWER = 135
    OLDER = 136
    CURVE = 137
    SHARE = 138
    EXPORT = 141
    ERASE_HERE = 142
    ERASE_ALL = 143


TABLE: Final = r"t:(?P<table>[0-9]{1,18}):(?P<verb>[a-z]{1,20})"
_SEAT: Final = r"(?P<table>[0-9]{1,18}):(?P<seat>[0-9]{1,3})"
_DECISION: Final = r"(?P<decision>[0-9]{1,9})"
_ACTION: Final = r"(?P<action>(?s:.+))"
MOVE: Final = f"m:{_SEAT}:{_DECISION}:{_ACTION}"
QUESTION: Final = f"n:{_SEAT}:{_DECISION}:{_ACTION}"
"""A button that opens a form, and the form itself; here the action lacks what is typed."""
MENU: Final = f"s:{_SEAT}:{_DECISION}:(?P<action>(?s:.*))"
"""A menu; the action is what the chosen values complete, "" where they are whole moves."""
LOOK: Final = rf"v:{_SEAT}:(?P<decision>[0-9]{{1,9}}|-):(?P<view>(?s:.*))"
"""A button or menu that shows a hand in another way; the decision is - where there is none."""
PUBLIC: Final = rf"p:(?P<table>[0-9]{{1,18}}):{_DECISION}:{_ACTION}"
"""A move on the table's message: the seat is that of whoever clicks."""
OPTION: Final = r"o:(?P<table>[0-9]{1,18}):(?P<entry>[a-z]{1,20})"
"""A button or menu on a page of options."""
KICK: Final = r"k:(?P<table>[0-9]{1,18}):(?P<seat>[0-9]{1,3}):(?P<user>[0-9]{1,20})"
"""Removes the person from the seat, nobody else; a computer is user 0."""
WATCH: Final = r"w:tables"
"""The menu of tables to watch."""
SETTING: Final = r"set:(?P<step>[a-z]{1,8})(?::(?P<name>[a-z_]{1,32}))?(?::(?P<value>[a-z]{1,8}))?"
"""A control on the pages of a server's settings, and their forms."""
CHOICE: Final = r"own:(?P<name>[a-z_]{1,32})(?::(?P<value>[a-z]{1,8}))?"
"""A control on the page of what a person has chosen."""
BOARD: Final = (
    r"lb:(?P<game>[a-z0-9]*):"
    r"(?:(?P<by>[a-z]{1,12}):(?P<period>[a-z]{1,12}):(?P<who>[a-z]{1,12}):)?"
    r"(?P<offset>[0-9]{1,9})(?::(?P<look>[a-z]{1,12}))?"
)
"""A page of a board; without its middle part it is one of all time by wins, as they once were.

The value of a menu takes the place of the part that its look names.
"""
PURSE: Final = r"ch:(?P<look>[a-z]{1,12}):(?P<offset>[0-9]{1,9})"
"""Something about the purse of whoever clicks."""
PROFILE: Final = r"pf:(?P<look>[a-z]{1,12}):(?P<user>[0-9]{1,20}):(?P<game>[a-z0-9]*)"
"""Something about what a person has played."""
REPLAY: Final = (
    r"rp:(?P<table>[0-9]{1,18}):(?P<view>all|open|[0-9]{1,2}):(?P<step>[0-9]{1,9})"
    r":(?P<verb>[a-z_]{1,30})"
)
"""A button or menu of a replay: what is shown, and what to do from there."""
HISTORY: Final = (
    r"hs:(?P<game>[a-z0-9]{0,30}):(?P<person>[0-9]{0,19})"
    r":(?P<side>newer|older):(?P<beyond>[0-9]{0,18})"
)
"""A button that turns the pages of a list of finished games, from one of them on."""
HISTORY_MENU: Final = "hs:replay"
"""A menu of finished games; its values are their tables."""
PRIVACY: Final = r"pv:(?P<what>export|here|all)"
"""A button about the data of whoever clicks."""
ERASURE: Final = r"pv:erase:(?P<extent>here|all)"
"""A form that confirms the deletion of the data of whoever sends it."""
_KINDS: Final = (
    TABLE, MOVE, QUESTION, MENU, LOOK, PUBLIC, BOARD, PURSE, PROFILE, REPLAY, HISTORY,
    HISTORY_MENU, PRIVACY, OPTION, KICK, WATCH, SETTING, CHOICE,
)  # fmt: skip
_OURS: Final = re.sub(r"\?P<\w+>", "?:", "|".join(_KINDS))
STRAY: Final = rf"(?!(?:{_OURS})\Z)(?:t|m|n|s|v|p|o|k|w|set|own|lb|ch|pf|rp|hs|pv):[\s\S]*"
"""A button of an older version, which looks like one of ours and is none."""

MAX_LENGTH: Final = 100
"""Characters of a custom_id, and of a menu's value."""
KEY: Final = "#"
"""What the key of a long action begins with; no action does."""
_FIRST_CONTROL: Final = 1 << 20
_CONTROL_IDS: Final = 1 << 30


def table_id(table: int, verb: Verb) -> str:
    """Return the custom_id of a table's button."""
    return f"t:{table}:{verb}"


def option_id(table: int, entry: Entry) -> str:
    """Return the custom_id of a button or menu on a table's page of options."""
    return f"o:{table}:{entry}"


def kick_id(table: int, seat: int, user_id: int | None) -> str:
    """Return the custom_id of the button that removes whoever sits there now."""
    return f"k:{table}:{seat}:{user_id or 0}"


def move_id(table: int, seat: int, decision: int, action: str) -> str:
    """Return the custom_id of the button that makes a move; a long action is named by its key."""
    whole = f"m:{table}:{seat}:{decision}:{action}"
    return whole if fits(whole) else f"m:{table}:{seat}:{decision}:{move_key(action)}"


def move_key(action: str) -> str:
    """Return what stands for an action that is too long for a custom_id."""
    return f"{KEY}{crc32(action.encode()):08x}"


def question_id(table: int, seat: int, decision: int, action: str) -> str:
    """Return the custom_id of the form that completes a move, and of the button that opens it."""
    return f"n:{table}:{seat}:{decision}:{action}"


def menu_id(table: int, seat: int, decision: int, action: str) -> str:
    """Return the custom_id of a menu whose choices complete the action."""
    return f"s:{table}:{seat}:{decision}:{action}"


def look_id(table: int, seat: int, decision: int | None, view: str) -> str:
    """Return the custom_id of what shows the seat's hand with a view."""
    return f"v:{table}:{seat}:{'-' if decision is None else decision}:{view}"


def public_id(table: int, decision: int, action: str) -> str:
    """Return the custom_id of a move on the table's message."""
    return f"p:{table}:{decision}:{action}"


def setting_id(step: str, name: str = "", value: str = "") -> str:
    """Return the custom_id of a control on the pages of a server's settings."""
    return ":".join(["set", step, *([name] if name else []), *([value] if value else [])])


def choice_id(name: str, value: str = "") -> str:
    """Return the custom_id of a control on the page of what a person has chosen."""
    return f"own:{name}:{value}" if value else f"own:{name}"


def board_id(game: str | None, by: str, period: str, who: str, offset: int, look: str = "") -> str:
    """Return the custom_id of a board's button or menu: the page from a line on, or its look."""
    page = f"lb:{game or ''}:{by}:{period}:{who}:{offset}"
    return f"{page}:{look}" if look else page


def purse_id(look: str, offset: int) -> str:
    """Return the custom_id of a button of one's own purse."""
    return f"ch:{look}:{offset}"


def profile_id(look: str, user: int, game: str | None) -> str:
    """Return the custom_id of a button of a person's profile."""
    return f"pf:{look}:{user}:{game or ''}"


def replay_id(table: int, view: str, step: int, verb: str) -> str:
    """Return the custom_id of what a replay that shows a step in some view offers."""
    return f"rp:{table}:{view}:{step}:{verb}"


def history_id(game: str | None, person: int | None, side: str, beyond: int | None) -> str:
    """Return the custom_id of the button that shows games "older" or "newer" than a table's."""
    return f"hs:{game or ''}:{'' if person is None else person}:{side}:{beyond or ''}"


def privacy_id(what: str) -> str:
    """Return the custom_id of a button about one's own data: "export", or "here" or "all"."""
    return f"pv:{what}"


def erasure_id(extent: str) -> str:
    """Return the custom_id of the form that confirms a deletion, "here" or in "all" servers."""
    return f"pv:erase:{extent}"


def fits(custom_id: str) -> bool:
    """Whether Discord takes the custom_id."""
    return len(custom_id.encode("utf-16-le")) // 2 <= MAX_LENGTH


def component(custom_id: str) -> int:
    """Return the component id of a hand's control, the same wherever it stands on the page."""
    return _FIRST_CONTROL + crc32(custom_id.encode()) % _CONTROL_IDS
