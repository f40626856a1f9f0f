"""Messages that mention people: wanted or not, removed in time, found again after a restart."""

import pytest

from engine.table import Person, Status
from tests.support.member import Member
from tests.support.mishaps import refuse
from tests.support.screen import Screen
from tests.support.world import World

HALF = 31


async def change(world: World, **settings: object) -> None:
    await world.house.change_settings(world.guild.id, Person(1, "Admin"), **settings)


def pings(world: World) -> list[Screen]:
    return [screen for screen in world.public_screens() if screen.pinged]


def notices(world: World) -> list[Screen]:
    return [each for each in world.public_screens() if each.labels == ["Keep open"]]


async def stored(world: World) -> list[int]:
    return [bell.message_id for bell in await world.house.store.bells()]


class TestTurnBell:
    async def test_it_is_written_down_while_it_stands(self, world: World) -> None:
        table = await world.game(people=2)
        await world.advance(HALF)
        (bell,) = pings(world)
        assert await stored(world) == [bell.id]
        player = table.to_act()[0]
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        assert not bell.exists
        assert await stored(world) == []

    async def test_one_that_is_not_owed_any_more_is_removed_after_a_restart(
        self, world: World
    ) -> None:
        table = await world.game(people=2)
        await world.advance(HALF)
        (bell,) = pings(world)
        player = table.to_act()[0]
        hand = await player.hand(table)
        refuse(world, "DELETE", "/channels/*/messages/*", 503, times=None)
        await player.act(hand.actions()[0], hand)
        assert bell.exists
        world.env.backend.faults.clear()

        await world.restart_bot(away=5, crash=True)
        await world.advance(1)

        assert not bell.exists
        assert await stored(world) == []

    async def test_one_that_is_still_owed_stays_and_goes_when_it_is_done(
        self, world: World
    ) -> None:
        table = await world.game(people=2)
        await world.advance(HALF)
        (bell,) = pings(world)
        await world.restart_bot(away=5, crash=True)
        await world.advance(1)
        await table.load()
        assert [screen.id for screen in pings(world)] == [bell.id]
        player = table.to_act()[0]
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        assert not bell.exists

    async def test_removing_it_is_tried_again(self, world: World) -> None:
        table = await world.game(people=2)
        await world.advance(HALF)
        (bell,) = pings(world)
        refuse(world, "DELETE", "/channels/*/messages/*", 500, times=2)
        player = table.to_act()[0]
        hand = await player.hand(table)
        await player.act(hand.actions()[0], hand)
        assert bell.exists
        await world.advance(10)
        assert not bell.exists

    async def test_one_that_a_moderator_has_deleted_is_forgotten(self, world: World) -> None:
        await world.game(people=2)
        await world.advance(HALF)
        (bell,) = pings(world)
        world.env.backend.delete_message(bell.channel_id, bell.id)
        await world.advance(30)
        assert await stored(world) == []

    async def test_a_lost_answer_does_not_leave_one_behind(self, world: World) -> None:
        await world.game(people=2)
        world.weather.lose_reply("POST", "/channels/*/messages")
        await world.advance(HALF)
        sent = [each.json for each in world.weather.sent if each.path.endswith("/messages")]
        nonces = [body["nonce"] for body in sent]
        assert len(nonces) == 2
        assert nonces[0] == nonces[1], "Discord posts one of them"
        assert all(body["enforce_nonce"] for body in sent)

    async def test_none_where_the_server_wants_none(self, world: World) -> None:
        await change(world, bells=False)
        table = await world.game(people=2)
        await world.advance(HALF)
        assert not pings(world)
        await world.advance(30)
        assert table.table.plies == 1, "the clock plays all the same"

    async def test_none_for_somebody_who_wants_none(self, world: World) -> None:
        table = await world.game(people=3, game="take5")
        for member in world.people(2):
            await world.house.set_choices(member.id, bells=False)
        await world.advance(HALF)
        (bell,) = pings(world)
        assert bell.pinged == [world.person("Carol").id]
        hand = await world.person("Carol").hand(table)
        await world.person("Carol").act(hand.actions()[0], hand)
        assert not bell.exists, "whom it names has moved"


@pytest.mark.world(lobby_minutes=15)
class TestClosingNotice:
    async def test_those_who_sit_there_are_told_and_can_keep_it_open(
        self, world: World, alice: Member, bob: Member
    ) -> None:
        table = await world.play(players=4)
        await bob.click(table, "Join")
        await world.advance(13 * 60)
        (notice,) = notices(world)
        assert sorted(notice.pinged) == sorted([alice.id, bob.id])
        closes = int(table.table.closes_at or 0)
        assert f"<t:{closes}:R>" in notice.text
        assert f"table {table.id}" in notice.text

        reply = await bob.click(notice, "Keep open")

        assert reply.answered
        assert not notice.exists
        assert table.table.message_id != notice.id
        assert (table.table.closes_at or 0) > closes
        await world.advance(14 * 60)
        assert table.status is Status.LOBBY

    async def test_it_goes_when_somebody_joins(
        self, world: World, alice: Member, bob: Member
    ) -> None:
        table = await world.play(players=4)
        await world.advance(13 * 60)
        (notice,) = notices(world)
        await bob.click(table, "Join")
        assert not notice.exists
        assert await stored(world) == []

    async def test_it_goes_when_the_lobby_closes(self, world: World) -> None:
        table = await world.play(players=4)
        await world.advance(13 * 60)
        (notice,) = notices(world)
        await world.advance(3 * 60)
        assert table.status is Status.CANCELLED
        assert not notice.exists

    async def test_it_comes_anew_after_a_restart_and_only_once(self, world: World) -> None:
        table = await world.play(players=4)
        await world.advance(13 * 60)
        assert len(notices(world)) == 1
        await world.restart_bot(away=3600, crash=True)
        await world.advance(1)
        await table.load()
        assert table.table.is_live
        await world.advance(30)
        assert len(notices(world)) == 1
        await world.advance(3 * 60)
        assert not table.table.is_live
        assert notices(world) == []

    async def test_one_that_cannot_be_posted_does_not_keep_the_lobby_open(
        self, world: World
    ) -> None:
        table = await world.play(players=4)
        refuse(world, "POST", "/channels/*/messages", 50013, times=None)
        await world.advance(16 * 60)
        assert table.status is Status.CANCELLED

    async def test_nobody_is_mentioned_where_the_server_wants_that(self, world: World) -> None:
        await change(world, bells=False)
        await world.play(players=4)
        await world.advance(13 * 60)
        (notice,) = notices(world)
        assert notice.pinged == []
        assert "Alice" in notice.text

    async def test_the_lobby_offers_it_too(self, world: World, alice: Member) -> None:
        table = await world.play(players=4)
        assert "Keep open" not in table.labels
        await world.advance(13 * 60)
        await alice.click(table, "Keep open")
        assert notices(world) == []
        assert "Keep open" not in table.labels
