"""Who may know which card, and when: every table is played again to the moment of a message.

Every card that a message names must be one that its reader may know: an open one, one that was
lately, or one of their own. It isn't known at which ply a message was made, only that it was on its
way for so long at most: that has to be true at one of the plies of that time.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.game import State
from engine.record import RecordError
from tests.chaos.evidence import Evidence, Shown, StoredTable
from tests.chaos.history import FOREVER, Span
from tests.support.cardnames import cards_named, strings
from tests.support.leaks import ends

MOVE = re.compile(r"[mnsv]:(\d+):(\d+):(?:\d+|-):.*", re.DOTALL)
REPLAY = re.compile(r"rp:(\d+):")
HEADS = re.compile(r"(?<!\d)(\d{1,3})\N{NO-BREAK SPACE}\(\d\)")
"""A card of Take 5 as it is shown, with its bull heads."""
RECENT_EVENTS = 40  # public events that a message may still tell of
RECENT_PLIES = 30  # plies whose hands their owner may still be told of
UNDER_WAY = 12.0
"""Seconds that a message may be under way, tries included, since it was made."""


def cards_in(game: str, strings: Iterable[str]) -> set[str]:
    """The cards that a message about a game names."""
    if game != "take5":
        return {card for string in strings for card in cards_named(string)}
    moves = (MOVE.fullmatch(string) for string in strings)
    actions = {found[0].rpartition(":")[2] for found in moves if found and found[0][0] == "m"}
    shown = {card for string in strings for card in HEADS.findall(string)}
    return shown | {action for action in actions if action.isdecimal()}


def _known(game: str, view: Any) -> frozenset[str]:
    words = [*strings(view)]
    if game == "take5":
        return frozenset(string for string in words if string.isdecimal())
    return frozenset(card for string in words for card in cards_named(string))


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known from one ply to the next: by everybody, and by each seat's owners besides."""

    at: float
    public: frozenset[str]
    own: tuple[frozenset[str], ...]
    owners: tuple[frozenset[int], ...]


class Sight:
    """The moments of all tables that were dealt."""

    def __init__(self, evidence: Evidence) -> None:
        self._tables = {table.id: table for table in evidence.tables}
        self._moments = {
            table.id: _moments(table) for table in evidence.tables if table.seed is not None
        }

    def secrets(self, shown: Shown) -> list[str]:
        """What a message gives away, in words."""
        reader = shown.viewer
        words = self._foreign_moves(shown, reader)
        if any(self._was_over(number, shown.at) for number in _replayed(shown)):
            return words
        if shown.table in self._moments:
            return words + self._cards_of(self._tables[shown.table], shown, reader)
        # it may be about any of them: of one it has to be true
        found = [self._cards_of(self._tables[each], shown, reader) for each in self._moments]
        return words + (min(found, key=len) if found and all(found) else [])

    def _was_over(self, number: int, at: float) -> bool:
        """Whether a table had been played to its end: from then on nothing of it is secret."""
        table = self._tables[number]
        return table.status == "finished" and self._moments[number][-1].at <= at

    def _foreign_moves(self, shown: Shown, reader: int | None) -> list[str]:
        words = []
        for match in map(MOVE.fullmatch, shown.strings):
            if match is None:
                continue
            history, window = self._tables[int(match[1])].history, _when_made(shown)
            if reader is None or int(match[2]) not in history.seats_of(reader, *window):
                words.append(f"move buttons of seat {match[2]}, table {match[1]}")
        return words

    def _cards_of(self, table: StoredTable, shown: Shown, reader: int | None) -> list[str]:
        """The cards that weren't the reader's to know at any moment when it may have been made."""
        named = cards_in(table.game, shown.strings)
        moments = self._moments[table.id]
        times = [moment.at for moment in moments]
        first = max(0, bisect_right(times, shown.at - UNDER_WAY) - 1)
        last = max(1, bisect_right(times, shown.at))
        unknown = [named - self._allowed(table, at, reader, shown) for at in range(first, last)]
        if not all(unknown):
            return []
        fewest = min((sorted(cards) for cards in unknown), key=len)
        return [f"table {table.id} of {table.game}: {fewest}"]

    def _allowed(
        self, table: StoredTable, ply: int, reader: int | None, shown: Shown
    ) -> frozenset[str]:
        """What the reader may have seen by then: of a seat only what was there while it was theirs.

        Who has no seat any more when the message is made is shown nothing of it.
        """
        moments = self._moments[table.id]
        if reader is None:
            return moments[ply].public
        recent = []
        for seat in table.history.seats_of(reader, *_when_made(shown)):
            lately = moments[max(0, ply - RECENT_PLIES) : ply + 1]
            recent += [moment.own[seat] for moment in lately if reader in moment.owners[seat]]
        return moments[ply].public.union(*recent)


def _replayed(shown: Shown) -> set[int]:
    """The table that a message plays again, or offers to."""
    return {int(found[1]) for found in map(REPLAY.match, shown.strings) if found is not None}


def _when_made(shown: Shown) -> tuple[float, float]:
    """From when to when a message may have been made."""
    return shown.at - UNDER_WAY, shown.at


def _moments(table: StoredTable) -> list[Moment]:
    """All of them, as far as the rules can play the journal again."""
    times = [0.0, *(row.at for row in table.journal), FOREVER]
    moments: list[Moment] = []
    with suppress(RecordError):  # an untrue record is found elsewhere
        for span, state in zip(pairwise(times), table.record().replay(), strict=False):
            moments.append(_moment(table, span, state))
    return moments


def _moment(table: StoredTable, span: Span, state: State) -> Moment:
    public, game = state.public(), table.game
    beside = [ends(meld) for meld in public.get("melds", ())]
    seats = range(state.game.players)
    return Moment(
        span[0],
        _known(game, [public, state.public_history(RECENT_EVENTS), beside]),
        tuple(_known(game, state.private(seat)) for seat in seats),
        tuple(table.history.owners_of(seat, *span) for seat in seats),
    )
