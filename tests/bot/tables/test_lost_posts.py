"""A table's message that was posted although nobody heard of it."""

from tests.support.member import Member
from tests.support.world import World


async def test_moving_a_table_down_survives_a_lost_reply(world: World, alice: Member) -> None:
    table = await world.play(players=2)
    world.weather.lose_reply("POST", "/channels/*/messages")
    reply = await alice.slash("table show")
    assert reply.private
    assert "wrong" not in reply.text
    posts = [sent for sent in world.weather.sent if sent.path.endswith("/messages")]
    assert len(posts) == 2
    await table.load()
    assert "Ninety-Nine" in world.table_message.text
