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
    NOT_OVER = "not_over"
    NEVER_DEALT = "never_dealt"
    FORGOTTEN = "forgotten"
    """The plays of a finished game have been deleted, as those of all old ones."""
    UNPLAYABLE = "unplayable"
    """A game that is over, but can't be played again from its journal."""
    UNCLEAR = "unclear"
    """A standing answer that can't be read."""
    TOO_MANY_COMPUTERS = "too_many_computers"
    UNAVAILABLE = "unavailable"
    """Database trouble: nothing was changed, unless the fact `unsure` is true."""
    ON_HOLD = "on_hold"
    """The table is paused: nobody moves until one of its people goes on.

    Fact `held`: it waits for something outside, and they can't."""
    KICKED = "kicked"
    """Whoever was removed from the table stays away from it.

    Fact `before`: they were from the game that is played again there."""
    KICK_SELF = "kick_self"
    """The host leaves, and isn't removed."""
    NOT_MODERATOR = "not_moderator"
    """Only those who may manage messages where the table stands can do that."""
    SEAT_CHANGED = "seat_changed"
    """By now somebody else, or nobody, is at the seat that was meant."""
    SEATS_KEPT = "seats_kept"
    """What is free is kept for people of the last game: facts `names` of whom."""
    SEAT_PROMISED = "seat_promised"
    """Somebody else takes that seat at the next deal: fact `name`."""
    ALREADY_HEIR = "already_heir"
    """They take another seat of this table at the next deal: fact `seat`."""
    SEAT_OUT = "seat_out"
    """The seat is out of the game."""
    SEAT_GONE = "seat_gone"
    """Somebody else has the seat of whoever wants to return."""
    OWN_SEAT = "own_seat"
    """They left a seat here that is still theirs: to return to it is all they can do."""
    NO_MORE_DEALS = "no_more_deals"
    """No hand is dealt any more, so a seat could be taken only at once, if the host allows it."""
    TOO_MANY_TABLES = "too_many_tables"
    """The person is at as many tables as the server allows: facts `most`, `tables` (Table)."""
    SERVER_FULL = "server_full"
    """The server has as many tables as it allows: fact `most`."""
    CHANNEL_NOT_ALLOWED = "channel_not_allowed"
    """The server has its tables elsewhere: fact `channels`, the ids of those channels."""
    STAKES_OFF = "stakes_off"
    """The server plays without stakes."""
    REMATCH_BEGUN = "rematch_begun"
    """The people of that table are already playing again: fact `table`, the new Table."""
    NO_REMATCH = "no_rematch"
    """The game wasn't played to its end."""
    ERASED = "erased"
    """The person's data have been deleted since they asked, or are being deleted."""
    SHORT_OF_CHIPS = "short_of_chips"
    """Facts: `stake`, `short` (a list of the store's Short: who, with what they have)."""
    NO_REFILL = "no_refill"
    """Fact: `refill`, the store's Refill, which says why."""


class Refusal(Exception):
    """A request that can't be met; nothing has changed, or nobody knows (UNAVAILABLE).

    ILLEGAL carries the facts `template` and `facts` of the engine's IllegalAction.
    """

    def __init__(self, code: RefusalCode, **facts: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.facts = facts
