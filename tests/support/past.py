"""Games that have been played in the simulated server, written down without playing them."""

from collections.abc import Sequence
from typing import Any

import engine
from engine.store import ActionRow, NewTable, ResultRow, SeatRow
from tests.support.member import Member
from tests.support.world import World

Sitter = Member | tuple[int, str] | str
"""A person of the server, somebody else by id and name, or a computer by its level."""


async def has_ended(
    world: World,
    *sitters: Sitter,
    winners: Sequence[int] = (0,),
    game: str = "take5",
    stake: int = 0,
    guild_id: int | None = None,
) -> int:
    """A game of these, by seat, ends now, won by some seats; returns the table's number.

    Its one action is no real one, so it can't be played again.
    """
    store, now = world.house.store, world.clock.now()
    guild_id = guild_id or world.guild.id
    seats = [_seat(place, sitter, now) for place, sitter in enumerate(sitters)]
    new = NewTable(
        guild_id=guild_id,
        channel_id=world.channel.id,
        host_id=1,
        game=game,
        options=engine.load_game(game).options,
        wanted=len(seats),
        pace="live",
        stake=stake,
        level="normal",
        server_seed=bytes(32),
        opened_at=now,
    )
    table_id = await store.create_table(new, seats)
    await store.start_table(
        table_id, seats, seed=bytes(32), salt="0", dealer=None, started_at=now, deadline=None
    )
    end = ActionRow(table_id=table_id, ply=0, seat=0, action="1", by="person", at=now)
    await store.append(end, results=[
        ResultRow(
            seat=place,
            guild_id=guild_id,
            game=game,
            user_id=seat.user_id,
            name=seat.name,
            place=1 if place in winners else len(winners) + 1,
            score=0,
            won=place in winners,
            finished_at=now,
            team=place,
        )
        for place, seat in enumerate(seats)
    ], ended_at=now)  # fmt: skip
    await store.update_table(table_id, settled=True)  # its message, had it one, would say so
    return table_id


def _seat(place: int, sitter: Sitter, now: float) -> SeatRow:
    if isinstance(sitter, str):
        return SeatRow(seat=place, user_id=None, name="Ada", level=sitter, joined_at=now)
    user_id, name = sitter if isinstance(sitter, tuple) else (sitter.id, sitter.name)
    return SeatRow(seat=place, user_id=user_id, name=name, join_id=place + 1, joined_at=now)


async def have_ended(world: World, count: int, *sitters: Sitter, **facts: Any) -> None:
    """So many games have ended alike."""
    for _ in range(count):
        await has_ended(world, *sitters, **facts)
