"""What the store tells of chips, boards and finished games: plain frozen values.

All times are seconds since the Unix epoch, all amounts are whole chips. A `user_id` below 0 is a
former player: somebody who has had their data deleted. Their name is "".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

WELCOME: Final = 200
"""Chips with which a purse begins."""
REFILL: Final = 50
"""Chips of a refill."""
REFILL_SPACING: Final = 12 * 3600.0
"""Seconds between two refills of a person, at least, whatever the calendar says."""
LEAST_THRESHOLD: Final = 10
"""A refill is for those who have less than the server's usual stake, or less than this."""
SHARE_GAMES: Final = 5
"""Games that somebody needs for a place on the board of win shares."""
RATED_GAMES: Final = 5
"""Rated games until a rating counts as settled."""


class Measure(StrEnum):
    """By what a board ranks."""

    CHIPS = "chips"
    """Chips won less chips lost in finished games; no refills, no refunds."""
    WINS = "wins"
    SHARE = "share"
    """Wins a game; only who has SHARE_GAMES games in the period."""
    RATING = "rating"
    """The rating now, of those who played in the period; over all games a person's best one."""
    GAMES = "games"
    STREAK = "streak"
    """The longest row of wins within the period."""


class Period(StrEnum):
    """What time a board looks at; days and months begin in the server's time zone."""

    ALL = "all"
    MONTH = "month"
    """The current month."""
    WEEK = "week"
    """Today and the six days before."""


class EntryKind(StrEnum):
    """Why chips went into a purse or out of it."""

    WELCOME = "welcome"
    STAKE = "stake"
    """Put into the pot at the start."""
    WINNINGS = "winnings"
    """A share of the pot at the end of a game."""
    REFUND = "refund"
    """The stake back: the game ended without a result."""
    REFILL = "refill"
    BUY_IN = "buy_in"
    """Paid to the house for the stake of a seat that was taken in a running game."""
    KICKED = "kicked"
    """The stake back from the house, from which on it is the house's."""
    RETURNED = "returned"
    """From the pot to the house, at the end; never in a purse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseEntry:
    """One line of a purse."""

    id: int
    at: float
    kind: EntryKind
    table_id: int | None
    game: str | None
    """The table's game."""
    amount: int
    """Above 0 into the purse, below 0 out of it."""
    balance: int
    """What the purse held after it."""
    left: bool = False
    """Whether the person has left that table, so that what they put in is lost, and isn't back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """A person's chips in one server. Who has never needed chips has WELCOME and no entries."""

    balance: int
    in_play: int
    """Stakes in the pots of running games at which the person sits, or whose seat they left and
    may still come back to."""
    refilled_at: float | None
    """When they last took a refill."""
    entries: list[PurseEntry]
    """The lines asked for, newest first."""
    total: int
    """How many lines there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """Whether a person can have a refill."""

    amount: int
    threshold: int
    """Who has as much, purse and pots together, gets none."""
    needed: bool
    """Whether they have less than that."""
    next_at: float
    """When the day allows one; in the past or now: at once."""
    allowed: bool
    """Whether they would get it now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """Somebody who can't pay a stake."""

    user_id: int
    name: str
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What somebody has done in a period, in one game or in all."""

    user_id: int | None
    """None for the computers of a level."""
    level: str
    """The computers' level; "" for a person."""
    name: str
    """As last seen; "" for computers and former players."""
    game: str
    """"": all games together."""
    games: int
    wins: int
    chips: int
    """Chips won less chips lost; 0 for computers."""
    streak: int
    """Wins in a row up to now."""
    best_streak: int
    share: int | None
    """Wins in a thousand games, rounded down; None with fewer than SHARE_GAMES games."""
    rating: int | None
    """As shown; None without a rated game."""
    rated: int
    """Rated games behind that rating."""

    @property
    def provisional(self) -> bool:
        """Whether the rating is still to be shown with a question mark."""
        return self.rated < RATED_GAMES

    def value(self, by: Measure) -> int | None:
        """What a board ranks this by."""
        return {
            Measure.CHIPS: self.chips,
            Measure.WINS: self.wins,
            Measure.SHARE: self.share,
            Measure.RATING: self.rating,
            Measure.GAMES: self.games,
            Measure.STREAK: self.best_streak,
        }[by]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A line of a board; equal values share a rank and the next is skipped (1, 1, 3)."""

    rank: int
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """Some lines of a board."""

    rows: list[BoardRow]
    total: int
    """How many lines the whole board has."""
    offset: int
    """Lines before the first of these: as asked, or less where the board has become shorter."""
    since: float | None
    """When the period began; None for all time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody stands on a board."""

    rank: int
    offset: int
    """Lines before theirs: it is on the page with `offset // lines of a page`."""
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a person has done in a server, all time. Empty lists: nothing yet."""

    user_id: int
    name: str
    """As last seen; "" if they have never finished a game here."""
    total: Standing | None
    """All games together."""
    games: list[Standing]
    """One a game, most played first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """A person's rating after a rated game."""

    table_id: int
    at: float
    rating: int
    """As shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendPoint:
    """What a game was for somebody who played it."""

    user_id: int
    at: float
    """When it ended."""
    won: bool
    chips: int
    """Chips won less chips put in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """How a finished game ended for a seat.

    Seats past the table's last are of people who left and whose seat another person took: they
    played no game to its end, so their place and score say nothing.
    """

    seat: int
    user_id: int | None
    """None for a computer."""
    name: str
    level: str | None
    """The computer's level."""
    place: int
    score: int
    won: bool
    team: int
    """Seats with the same number play together."""
    left: bool
    """Left before the end: a computer played on."""
    kicked: bool
    """Was turned out: the game doesn't count for them."""
    late: bool
    """Sat down after the start: not rated."""
    chips: int
    """Chips won less chips put in; 0 for computers."""
    rating: int | None
    """As shown, after this game; None: not rated."""
    rated: int
    """Rated games until then, with this one."""

    @property
    def provisional(self) -> bool:
        """Whether that rating is still to be shown with a question mark."""
        return self.rated < RATED_GAMES


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTable:
    """A table whose game came to its end."""

    table_id: int
    number: int
    """The server's games in the order in which they ended: 1, 2, 3 …"""
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    options: Mapping[str, object]
    stake: int
    started_at: float
    ended_at: float
    seats: list[SeatResult]
    """By seat; those past the table's last are of people who left."""
