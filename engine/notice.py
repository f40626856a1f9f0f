"""What the House tells its subscribers after a change has been written."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.game import Event
from engine.table import Table


class NoticeKind(StrEnum):
    """What has happened at a table."""

    OPENED = "opened"
    LOBBY = "lobby"
    STARTED = "started"
    ACTED = "acted"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    SEATS = "seats"
    """In a running game somebody left, is away, is back, takes or will take a seat, wants a pause
    or the end; or the table is paused, goes on, or has another pace."""
    CLOSING = "closing"
    """Nobody has moved in a lobby for so long that it closes soon, at `table.closes_at`."""
    BELL = "bell"
    """Half of somebody's time is over."""
    PASSED_OVER = "passed over"
    """Somebody who waited for a seat doesn't get it, by no doing of theirs."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A change of a table, with its public events and the seat that caused it or is concerned.

    `by` is "person", "standing", "computer" or "clock" for an action, as in the journal, else "".
    For PASSED_OVER `user_id` is who was, and `by` is why: they are "short" of chips, its "owner"
    has come back, or the seat is "out" of the game.
    """

    kind: NoticeKind
    table: Table
    events: tuple[Event, ...] = ()
    seat: int | None = None
    by: str = ""
    user_id: int | None = None


Listener = Callable[[Notice], None]
"""Called on the event loop right after the change; it must not wait or raise."""
