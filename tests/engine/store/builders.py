"""Rows for tests, with everything that a test doesn't care about filled in."""

from dataclasses import replace
from typing import Any

from engine.store import ActionRow, NewTable, ResultRow, SeatRow, Store

GUILD = 900_000_000_000_000_001
ANN, BEN, CLEO, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}


def lobby(**changes: Any) -> NewTable:
    new = NewTable(
        guild_id=GUILD,
        channel_id=2**62,
        host_id=ANN,
        game="ninetynine",
        options={"chips": 3, "jokers": False, "limit": None},
        wanted=2,
        pace="live",
        stake=0,
        level="normal",
        server_seed=bytes(range(32)),
        opened_at=1_000.25,
        closes_at=1_600.0,
    )
    return replace(new, **changes)


def person(seat: int, user_id: int, **changes: Any) -> SeatRow:
    row = SeatRow(
        seat=seat,
        user_id=user_id,
        name=NAMES.get(user_id, f"user {user_id}"),
        join_id=10**18 + seat,
        joined_at=1_001.0 + seat,
    )
    return replace(row, **changes)


def computer(seat: int, **changes: Any) -> SeatRow:
    row = SeatRow(seat=seat, user_id=None, name="Rosa", level="easy", joined_at=1_001.0 + seat)
    return replace(row, **changes)


def action(table_id: int, ply: int, **changes: Any) -> ActionRow:
    row = ActionRow(
        table_id=table_id,
        ply=ply,
        seat=ply % 2,
        action="KS",
        by="person",
        at=2_000.5 + ply,
        deadline=2_060.5 + ply,
        interaction_id=2**60 + ply,
    )
    return replace(row, **changes)


def result(seat: int, user_id: int | None, *, won: bool, **changes: Any) -> ResultRow:
    row = ResultRow(
        seat=seat,
        guild_id=GUILD,
        game="ninetynine",
        user_id=user_id,
        name="Rosa" if user_id is None else NAMES.get(user_id, f"user {user_id}"),
        place=1 if won else 2,
        score=2 if won else 0,
        won=won,
        finished_at=2_100.0,
    )
    return replace(row, **changes)


async def open_lobby(store: Store, **changes: Any) -> int:
    """Ann has opened a table and sits at it."""
    return await store.create_table(lobby(**changes), [person(0, ANN)])


async def start(store: Store, table_id: int, *seats: SeatRow, **changes: Any) -> None:
    """Deal; by default to Ann and Ben."""
    facts: dict[str, Any] = {
        "seed": bytes(reversed(range(32))),
        "salt": "1000000000000000000,1000000000000000001",
        "dealer": None,
        "started_at": 2_000.0,
        "deadline": 2_060.0,
    }
    seats = seats or (person(0, ANN), person(1, BEN))
    await store.start_table(table_id, seats, **{**facts, **changes})


async def playing_table(store: Store, *seats: SeatRow, **changes: Any) -> int:
    """A table where the cards have just been dealt."""
    table_id = await open_lobby(store, **changes)
    await start(store, table_id, *seats)
    return table_id


async def finished_table(store: Store, *results: ResultRow, **changes: Any) -> int:
    """A table whose first action ended the game with these results, for who sat there."""
    seats = [
        computer(each.seat, name=each.name)
        if each.user_id is None
        else person(each.seat, each.user_id, name=each.name)
        for each in results
    ]
    table_id = await playing_table(store, *seats, **changes)
    await store.append(action(table_id, 0, deadline=None), results=results, ended_at=2_100.0)
    return table_id


async def plies(store: Store, table_id: int) -> list[int]:
    """What the journal of a table holds."""
    stored = await store.load(table_id)
    assert stored is not None
    return [row.ply for row in stored.actions]


async def status(store: Store, table_id: int) -> str:
    stored = await store.load(table_id)
    assert stored is not None
    return stored.table.status
