"""A restart after every single action of a whole game, whichever game it is."""

import pytest

from engine.table import Status
from tests.engine.house.room import Room
from tests.engine.house.short_games import GAMES, SEATS, Play, start
from tests.engine.house.witness import Witness

DOWN = 12_345.0
"""Seconds that the bot is down."""
STANDING = ["pass", "only:R,7", "pass"]


@pytest.mark.parametrize("stop", [True, False], ids=["stopped", "killed"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_restart_at_every_ply(room: Room, game: str, stop: bool):
    """People and a computer; somebody comes late, goes away, is back, and somebody leaves."""
    people = SEATS[game][1] - 1
    table = await start(room, game, people, 1)
    play = Play(room, table, await Witness.of(room, table))
    for user_id, standing in zip(play.users, STANDING, strict=False):
        await room.house.set_standing(table.id, user_id, standing if game == "toonerville" else "")

    while play.table.status is Status.PLAYING:
        play.table = await play.witness.restart(DOWN, stop=stop)
        assert play.table is not table
        table, ply = play.table, play.table.plies
        play.room = play.witness.room
        if ply >= 25 and len(play.users) == people > 2:
            await play.leave(play.seats_of_people[0])
        elif ply % 20 > 12 and play.table.deadline is not None:
            await play.wait(play.table.deadline - play.room.clock.now() + 1e-3)
        else:
            for seat in [number for number, seat in enumerate(play.table.seats) if seat.away]:
                await play.back(seat)
            await play.wait(7)
            await play.go_on()

    play.table = await play.witness.restart(DOWN, stop=stop)
    assert play.table is not table
    assert play.table.status is Status.FINISHED
    assert play.table.plies > 12
    made = {row.by for row in await room.journal(play.table)}
    assert made >= {"person", "computer"}
    assert game != "toonerville" or "standing" in made
    await play.witness.room.house.stop()
