"""Why a request to the House was refused: a code that a face can put into words."""

from enum import StrEnum


class RefusalCode(StrEnum):
    """One code a reason; `facts` of the Refusal hold what the words need."""

    UNKNOWN_TABLE = "unknown_table"
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    PLACE_TAKEN = "place_taken"
    NO_SUCH_PLACE = "no_such_place"
    NOT_LOBBY = "not_lobby"
    NOT_PLAYING = "not_playing"
    NOT_HOST = "not_host"
    NOT_SEATED = "not_seated"
    NOT_YOUR_SEAT = "not_your_seat"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    TABLE_OVER = "table_over"
    UNCLEAR = "unclear"
    """A standing answer that can't be read."""
    TOO_MANY_COMPUTERS = "too_many_computers"
    UNAVAILABLE = "unavailable"


class Refusal(Exception):
    """A request that can't be met; nothing has changed.

    ILLEGAL carries the facts `template` and `facts` of the engine's IllegalAction.
    """

    def __init__(self, code: RefusalCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
