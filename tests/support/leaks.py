"""Watches everything that leaves the bot for cards that the reader may not see.

At each request, and at each log record, it looks at the hands as they are in the engine, with what
their owners have secretly thrown away. A card may be named to those who hold it (or just held it),
and to everybody once it has been played.
Moves may stand only on buttons that the owner of the seat sees.
"""

import logging
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import simcord

from engine.table import Table
from tests.support.cardnames import cards_named, strings
from tests.support.weather import Sent

EPHEMERAL = 1 << 6
MODAL, UPDATE = 9, 7
MOVE = re.compile(r"[mnsv]:(\d+):(\d+):(?:\d+|-):.*", re.DOTALL)
RECENT_EVENTS = 40  # public events that a message may still tell of
RECENT_HANDS = 4  # hands that their owner may still be told of


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat of a table holds or has thrown away, and who sits there (None: a computer)."""

    table: int
    seat: int
    owner: int | None
    cards: frozenset[str]


class LeakWatch(logging.Handler):
    """An observer of requests and of the log; what it found is in `found`."""

    def __init__(self, env: simcord.Env, tables: Callable[[], Iterable[Table]]) -> None:
        super().__init__(logging.DEBUG)
        self._env = env
        self._tables = tables
        self._held: dict[tuple[int, int], deque[frozenset[str]]] = defaultdict(
            lambda: deque(maxlen=RECENT_HANDS)
        )
        self.found: list[str] = []

    def check(self, sent: Sent) -> None:
        """Look through one request before it leaves."""
        if isinstance(sent.json, dict | list):
            where = f"{sent.method} {sent.path}"
            self._look(where, list(strings(sent.json)), self._reader(sent))

    def emit(self, record: logging.LogRecord) -> None:
        """Look through one log record: nobody may learn a hidden card from the log."""
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self._look(f"log of {record.name}", [record.getMessage(), trace], None)

    def _look(self, where: str, strings: list[str], reader: int | None) -> None:
        named = {card for string in strings for card in cards_named(string)}
        hands, public = self._hands(), self._public_cards()
        own = {
            card
            for hand in hands
            if reader is not None and hand.owner == reader
            for cards in self._held[hand.table, hand.seat]
            for card in cards
        }
        for hand in hands:
            leaked = (named & hand.cards) - public - own
            if leaked and (reader is None or hand.owner != reader):
                self._report(where, reader, f"names {sorted(leaked)} of {hand}: {strings}")
        owners = {(hand.table, hand.seat): hand.owner for hand in hands}
        for table, seat in (map(int, m.groups()) for s in strings if (m := MOVE.fullmatch(s))):
            if reader is None or owners.get((table, seat), reader) != reader:
                self._report(where, reader, f"has move buttons of seat {seat}, table {table}")

    def _report(self, where: str, reader: int | None, what: str) -> None:
        to = "everybody" if reader is None else f"user {reader}"
        self.found.append(f"{where} to {to} {what}")

    def _hands(self) -> list[Hand]:
        hands = []
        for table in self._tables():
            if table.state is None or not table.is_live:
                continue
            for number, seat in enumerate(table.seats):
                private = table.state.private(number)
                cards = frozenset((*private.get("hand", ()), *private.get("thrown", ())))
                past = self._held[table.id, number]
                if not past or past[-1] != cards:
                    past.append(cards)
                owner = None if seat.left else seat.user_id
                hands.append(Hand(table.id, number, owner, cards))
        return hands

    def _public_cards(self) -> set[str]:
        """Cards that the last public events name, the top discard, and those of melds or by them.

        A discard may lie on top again long after the event that tells of it.
        """
        states = [table.state for table in self._tables() if table.state is not None]
        told = [state.public_history(RECENT_EVENTS) for state in states]
        views = [state.public() for state in states]
        melds = [meld for view in views for meld in view.get("melds", ())]
        tops = [view.get("discard_top") for view in views]
        return {
            *(card for string in strings([told, melds, tops]) for card in cards_named(string)),
            *(card for meld in melds for card in ends(meld)),
        }

    def _reader(self, sent: Sent) -> int | None:
        """Whom a request reaches: one person's id, or None for everybody."""
        parts = sent.path.strip("/").split("/")
        backend = self._env.backend
        if parts[0] == "interactions":
            return self._reader_of_callback(int(parts[1]), sent.json)
        if parts[0] == "webhooks" and parts[2] in backend.interaction_tokens:
            interaction = backend.interactions[backend.interaction_tokens[parts[2]]]
            named = parts[4] if len(parts) > 4 else None
            if named is None:
                private = (sent.json.get("flags") or 0) & EPHEMERAL or (
                    interaction.loading and interaction.ephemeral
                )
            else:
                message = interaction.message_id if named == "@original" else int(named)
                private = self._is_private(interaction.channel_id, message)
            return interaction.user_id if private else None
        return None

    def _reader_of_callback(self, interaction_id: int, body: dict[str, Any]) -> int | None:
        interaction = self._env.backend.interactions[interaction_id]
        if body.get("type") == UPDATE:
            private = self._is_private(interaction.channel_id, interaction.source_message_id)
        else:
            flags = (body.get("data") or {}).get("flags") or 0
            private = body.get("type") == MODAL or bool(flags & EPHEMERAL)
        return interaction.user_id if private else None

    def _is_private(self, channel_id: int, message_id: int | None) -> bool:
        message = self._env.backend.messages.get(channel_id, {}).get(message_id or 0)
        return message is not None and message.is_ephemeral


def ends(meld: dict[str, Any]) -> list[str]:
    """What a Rook would stand for at the ends of a run."""
    if meld["kind"] != "run":
        return []
    first, last = meld["stands_for"][0], meld["stands_for"][-1]
    return [f"{first[0]}{int(first[1:]) - 1}", f"{last[0]}{int(last[1:]) + 1}"]
