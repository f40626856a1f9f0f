"""How many tables one person and one server may have, where they may be, and what is usual."""

import asyncio
from typing import Any

import pytest

from engine.refusal import Refusal, RefusalCode
from engine.table import Pace, Person, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    GUILD,
    PEOPLE,
    Room,
    refused,
)


async def settings(room: Room, **values: Any) -> None:
    await room.house.change_settings(GUILD, DAN, **values)


async def at_three_tables(room: Room) -> list[Table]:
    """Ann is at a lobby, at a game and at one that is paused."""
    lobby, game = await room.lobby(3), await room.game(1, computers=1)
    paused = await room.game(1, computers=1)
    await room.house.ask_pause(paused.id, ANN.user_id)
    return [paused, game, lobby]


class TestOnePerson:
    async def test_no_fourth_table_by_any_door(self, room: Room):
        tables = await at_three_tables(room)
        other = await room.lobby(4, people=[BEN])
        game = await room.game([BEN, CLEO], computers=1)
        for request in (
            room.lobby(3),
            room.house.join(other.id, ANN, room.click()),
            room.house.take_seat(game.id, ANN, 1, room.click()),
        ):
            with refused(RefusalCode.TOO_MANY_TABLES) as caught:
                await request
            assert caught.value.facts == {"most": 3, "tables": tables}
        assert game.heir_of(ANN.user_id) is None

    async def test_nor_by_coming_back(self, room: Room):
        table = await room.game(2)
        await room.house.leave(table.id, ANN.user_id)
        await at_three_tables(room)
        with refused(RefusalCode.TOO_MANY_TABLES):
            await room.house.rejoin(table.id, ANN.user_id)

    async def test_a_seat_that_one_waits_for_counts(self, room: Room):
        for number in range(3):
            table = await room.game([PEOPLE[number + 2]], computers=1)
            await room.house.take_seat(table.id, ANN, 1, room.click())
        with refused(RefusalCode.TOO_MANY_TABLES):
            await room.lobby(3)
        await room.house.decline_seat(table.id, ANN.user_id)
        await room.lobby(3)

    async def test_many_at_once(self, room: Room):
        lobbies = [await room.lobby(4, people=[person]) for person in PEOPLE[1:8]]
        outcomes = await asyncio.gather(
            *(room.house.join(table.id, ANN, room.click()) for table in lobbies),
            return_exceptions=True,
        )
        codes = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert codes == [RefusalCode.TOO_MANY_TABLES] * 4
        assert len(await room.house.tables_of(GUILD, ANN.user_id)) == 3

    async def test_each_way_out_sets_free(self, room: Room):
        async def leave(table: Table) -> None:
            await room.house.leave(table.id, ANN.user_id)

        async def kicked(table: Table) -> None:
            await room.house.kick(table.id, BEN.user_id, 1)

        async def voted(table: Table) -> None:
            for person in (ANN, BEN):
                await room.house.vote_end(table.id, person.user_id)

        async def moderator(table: Table) -> None:
            await room.house.end(table.id, GUILD)

        async def dropped(_table: Table) -> None:
            await room.house.drop_member(GUILD, ANN.user_id)

        async def played(table: Table) -> None:
            await room.play_out(table)

        await settings(room, tables_per_person=1)
        for way in (leave, kicked, voted, moderator, dropped, played):
            people = [BEN, ANN] if way is kicked else [ANN, BEN]
            table = await room.game(people, options={"chips": 1})
            with refused(RefusalCode.TOO_MANY_TABLES):
                await room.lobby(3)
            await way(table)
            await room.house.leave((await room.lobby(3)).id, ANN.user_id)
            if table.is_live:
                await room.house.end(table.id, GUILD)

    async def test_another_server_counts_for_itself(self, room: Room):
        await at_three_tables(room)
        await room.lobby(3, guild_id=5)

    async def test_a_lower_limit_ends_nothing(self, room: Room):
        lobby, *_ = reversed(await at_three_tables(room))
        await settings(room, tables_per_person=1, tables_per_server=1)
        await room.house.begin(lobby.id, ANN.user_id)
        assert len(await room.house.tables_of(GUILD, ANN.user_id)) == 3


class TestOneServer:
    async def test_no_table_too_many(self, room: Room):
        await settings(room, tables_per_server=2)
        await room.lobby(3)
        await room.game(2)
        with refused(RefusalCode.SERVER_FULL) as caught:
            await room.lobby(3, people=[CLEO])
        assert caught.value.facts == {"most": 2}
        await room.lobby(3, people=[CLEO], guild_id=5)

    async def test_many_at_once(self, room: Room):
        await settings(room, tables_per_server=3)
        outcomes = await asyncio.gather(
            *(room.lobby(3, people=[person]) for person in PEOPLE), return_exceptions=True
        )
        codes = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert codes == [RefusalCode.SERVER_FULL] * 7
        assert len(await room.house.live_tables(GUILD)) == 3

    async def test_joining_is_possible_all_the_same(self, room: Room):
        await settings(room, tables_per_server=1)
        table = await room.lobby(3)
        await room.house.join(table.id, BEN, room.click())
        assert len(table.seats) == 2


class TestWhere:
    async def test_only_in_the_channels_that_the_server_has_named(self, room: Room):
        await settings(room, channels=[7, 8])
        with refused(RefusalCode.CHANNEL_NOT_ALLOWED) as caught:
            await room.lobby(3)
        assert caught.value.facts == {"channels": [7, 8]}
        await settings(room, channels=[7, CHANNEL])
        await room.lobby(3)

    async def test_a_thread_counts_as_its_channel(self, room: Room):
        await settings(room, channels=[7])
        table = await room.lobby(3, parent_id=7)
        assert (table.channel_id, table.parent_id) == (CHANNEL, None)
        with refused(RefusalCode.CHANNEL_NOT_ALLOWED):
            await room.lobby(3, parent_id=9)


class TestWhatIsUsual:
    async def test_the_servers_pace_and_stake(self, room: Room):
        usual = await room.lobby(3, stake=None)
        assert (usual.pace, usual.stake) == (Pace.LIVE, 10)
        await settings(room, pace="slow", stake=25)
        table = await room.lobby(3, stake=None)
        assert (table.pace, table.stake) == (Pace.SLOW, 25)
        row = (await room.stored(table)).table
        assert (row.pace, row.stake) == ("slow", 25)
        said = await room.lobby(3, pace=Pace.NONE, stake=5)
        assert (said.pace, said.stake) == (Pace.NONE, 5)

    async def test_a_server_without_stakes(self, room: Room):
        await settings(room, stakes=False)
        with refused(RefusalCode.STAKES_OFF):
            await room.lobby(3, stake=5)
        assert (await room.lobby(3, stake=None)).stake == 0
        assert (await room.lobby(3, stake=0)).stake == 0


@pytest.mark.parametrize("number", range(3))
async def test_a_hundred_joins_for_five_seats(room: Room, number: int):
    table = await room.lobby(6, game="take5")
    crowd = [Person(10_000 + who, f"P{who}") for who in range(50)]
    clicks = [person for person in crowd for _ in range(2)]
    room.luck.shuffle(clicks)
    outcomes = await asyncio.gather(
        *(room.house.join(table.id, person, room.click()) for person in clicks),
        return_exceptions=True,
    )
    assert len([outcome for outcome in outcomes if not isinstance(outcome, Exception)]) == 5
    assert all(isinstance(o, Refusal) for o in outcomes if isinstance(o, Exception))
    users = [seat.user_id for seat in table.seats]
    assert len(users) == len(set(users)) == 6
    assert table.started_at is not None
