"""What people were told had been done besides moves, and whether it was done, once."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from tests.chaos.evidence import Evidence, Sent, StoredTable

EARLY, LATE = 0.5, 60.0
"""Seconds from an interaction's sending in which what it did was done."""
OF_TABLE: Final = re.compile(r"(\w+):(\d+):(\w+)(?::(\d+))?")
Test = Callable[[StoredTable, int, float, float], bool]
"""Whether it was so for a user at a table, at some moment between two."""


def _sits(table: StoredTable, user_id: int, first: float, last: float) -> bool:
    return bool(table.history.seats_of(user_id, first, last))


def _has_left(table: StoredTable, user_id: int, first: float, last: float) -> bool:
    """Whether there was a moment without a seat of theirs; a lobby is written anew as a whole."""
    mine = [t for t in table.history.tenures if t.user_id == user_id and t.meets(first, last)]
    return not mine or any(first <= t.until <= last for t in mine)


def _is_heir(table: StoredTable, user_id: int, first: float, last: float) -> bool:
    heirs = table.history.heirs
    return any(t.user_id == user_id and t.meets(first, last) for t in heirs)


def _is_paused(table: StoredTable, _: int, first: float, last: float) -> bool:
    return any(begun <= last and first <= ended for begun, ended in table.history.paused)


def _goes_on(table: StoredTable, _: int, first: float, last: float) -> bool:
    return not any(begun <= first and last <= ended for begun, ended in table.history.paused)


def _is_closed(table: StoredTable, _user: int, _first: float, _last: float) -> bool:
    return table.status == "cancelled"


def _is_kicked(table: StoredTable, user_id: int, _first: float, last: float) -> bool:
    """It is for good, so a late click finds it done; a computer (user 0) can go from a lobby."""
    return not user_id or any(user == user_id and at <= last for at, user in table.history.kicked)


TOLD: Final[tuple[tuple[str, str, Test], ...]] = (
    ("o:join", "You sit at this table.", _sits),
    ("t:join", "Players: ", _sits),
    ("o:rejoin", "✓ Welcome back!", _sits),
    ("o:take", "✓ You play seat ", _sits),
    ("o:take", " is yours when the next hand is dealt.", _is_heir),
    ("t:confirm", "You left table ", _has_left),
    ("o:leave", "You left table ", _has_left),
    ("o:pause", "✓ The table is paused.", _is_paused),
    ("o:goon", "✓ The game goes on.", _goes_on),
    ("o:reallyend", "More than half of the people here", _is_closed),
    ("o:reallyclose", "A moderator closed this table.", _is_closed),
    ("k", " is removed.", _is_kicked),
)
"""What was pressed, words of the answer that says it is done, and what has to have been so then."""


def acknowledged_deeds(evidence: Evidence) -> list[tuple[Sent, bool]]:
    """What people were told had been done, and whether it was."""
    tables = {table.id: table for table in evidence.tables}
    return [(sent, done) for sent in evidence.sent for done in _judged(sent, tables)]


def _judged(sent: Sent, tables: dict[int, StoredTable]) -> Iterator[bool]:
    found = OF_TABLE.match(sent.custom_id)
    if found is None or sent.how not in ("update", "edit", "followup"):
        return
    table = tables.get(int(found[2]))
    kind = found[1] if found[1] == "k" else f"{found[1]}:{found[3]}"
    user = int(found[4] or 0) if kind == "k" else sent.user_id
    for pressed, words, test in TOLD:
        if pressed == kind and words in sent.text:
            window = (sent.at - EARLY, sent.at + LATE)
            yield table is not None and test(table, user, *window)


def lost_deeds(evidence: Evidence) -> list[str]:
    """What somebody was told had been done, and wasn't."""
    return [
        f"not done: interaction {sent.id} ({sent.custom_id}) of {sent.user_id}, {sent.text[:80]!r}"
        for sent, done in acknowledged_deeds(evidence)
        if not done
    ]


def doubled_joins(evidence: Evidence) -> list[str]:
    """Interactions that have seated somebody twice, or somebody else."""
    seated = defaultdict(set)
    for table in evidence.tables:
        for interaction, user in table.history.joins:
            seated[interaction].add((table.id, user))
    users = {sent.id: sent.user_id for sent in evidence.sent}
    return [
        f"interaction {interaction} has seated {sorted(places)}"
        for interaction, places in seated.items()
        if len(places) > 1 or any(user != users.get(interaction) for _, user in places)
    ]


def moves_of_others(evidence: Evidence) -> list[str]:
    """Moves that were made by a click of somebody who didn't have the seat."""
    users = {sent.id: sent.user_id for sent in evidence.sent}
    return [
        f"table {table.id}, ply {row.ply}: seat {row.seat} wasn't that of whoever clicked"
        for table in evidence.tables
        for row in table.journal
        if row.interaction_id in users
        and row.seat
        not in table.history.seats_of(users[row.interaction_id], row.at - EARLY, row.at + EARLY)
    ]


def wrong_chips(evidence: Evidence) -> list[str]:
    """Chips that were made or lost, or that nobody gave back."""
    ledger = evidence.ledger
    if ledger is None:
        return []
    live = {table.id for table in evidence.tables if table.is_live}
    sums: dict[int, int] = defaultdict(int)
    found = []
    for account in ledger.accounts:
        sums[account.guild_id] += account.balance
        named = f"{account.kind} {account.owner} of server {account.guild_id}"
        moved = ledger.by_transfers.get((account.guild_id, account.kind, account.owner), 0)
        if account.balance != moved:
            found.append(f"{named} has {account.balance} chips, by the transfers {moved}")
        if account.balance < 0 and account.kind != "house":
            found.append(f"{named} owes {-account.balance} chips")
        if account.kind == "pot" and account.balance and account.owner not in live:
            found.append(f"{named}, which is over, holds {account.balance} chips")
    return found + [
        f"the chips of server {guild} come to {total}" for guild, total in sums.items() if total
    ]
