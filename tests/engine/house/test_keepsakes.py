"""The moments that people remember of their games: what they decided themselves, all of it."""

from engine.moments import LONGEST_LIFE
from tests.engine.house.room import ANN, BEN, CLEO, GUILD, PAUSE, Room, on_turn


async def test_whoever_leaves_and_comes_back_remembers_what_they_played_before(room: Room):
    table = await room.game([ANN, BEN, CLEO], options={"chips": 1})
    while table.plies < 9 or table.seats[on_turn(table)].user_id != ANN.user_id:
        await room.act(table)
    mine = [row.ply + 1 for row in await room.journal(table) if row.seat == 0]
    await room.house.leave(table.id, ANN.user_id)
    await room.clock.advance(PAUSE)
    await room.house.rejoin(table.id, ANN.user_id)
    await room.play_out(table)

    kept = (await room.house.keepsakes.of(GUILD, ANN.user_id))["ninetynine"][LONGEST_LIFE]

    assert (kept.moment.value, kept.moment.ply) == (len(mine), mine[-1])
