"""Tables that are ended from outside, people who are gone, lobbies that close with notice."""

import asyncio

import pytest
from sqlalchemy import text

from engine.house import House
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.store import Store
from engine.table import Pace, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    LIVE,
    PAUSE,
    PAUSED_FOR,
    RULES,
    Room,
    playing,
    refused,
    trouble,
)
from tests.engine.house.test_taking_seats import until_a_deal

NOTICE = RULES.closing_notice


class TestByAModerator:
    async def test_a_lobby_a_game_a_pause_and_a_table_without_people(self, room: Room):
        lobby, game = await room.lobby(3), await room.game(2)
        held, empty = await room.game([CLEO], computers=1), await room.game([EVE], computers=1)
        await room.house.ask_pause(held.id, CLEO.user_id)
        await room.go_away(empty, EVE)
        for table in (lobby, game, held, empty):
            await room.house.end(table.id, GUILD)
            assert (table.status, table.closed_reason) == (Status.CANCELLED, "moderator")
            assert room.kinds[-1] is NoticeKind.CANCELLED
            with refused(RefusalCode.TABLE_OVER):
                await room.house.end(table.id, GUILD)
        plies = game.plies
        await room.clock.advance(PAUSED_FOR)
        assert len(await room.journal(game)) == plies
        assert await room.house.live_tables(GUILD) == []

    async def test_two_at_once(self, room: Room):
        table = await room.game(2)
        outcomes = await asyncio.gather(
            *(room.house.end(table.id, GUILD) for _ in range(2)), return_exceptions=True
        )
        assert len([outcome for outcome in outcomes if isinstance(outcome, Refusal)]) == 1
        assert room.kinds.count(NoticeKind.CANCELLED) == 1

    async def test_a_table_of_another_server_is_unknown(self, room: Room):
        table = await room.game(2)
        for table_id, guild in ((table.id, 5), (table.id + 99, GUILD)):
            with refused(RefusalCode.UNKNOWN_TABLE):
                await room.house.end(table_id, guild)
        assert table.is_live

    async def test_what_was_won_stays_won(self, room: Room):
        table = await room.play_out(await room.game(2, options={"chips": 1}))
        with refused(RefusalCode.TABLE_OVER):
            await room.house.end(table.id, GUILD)
        assert table.status is Status.FINISHED

    async def test_one_that_cannot_be_played_on_is_closed_too(self, room: Room):
        table = await room.game(2)
        await room.act(table)
        async with room.store._writer._engine.begin() as connection:
            await connection.execute(text("UPDATE actions SET action = 'nonsense'"))
        later = await room.restarted(stop=False)
        closed = await later.house.end(table.id, GUILD)
        assert closed.status is Status.CANCELLED
        assert (await later.stored(table)).table.status == "cancelled"
        await later.house.stop()


class TestItsChannelIsGone:
    async def test_all_tables_of_a_server(self, room: Room):
        tables = [await room.lobby(3), await room.game(2)]
        elsewhere = await room.lobby(3, guild_id=5)
        ended = await room.house.end_all(GUILD)
        assert ended == tables[::-1]
        assert {table.closed_reason for table in tables} == {"channel"}
        assert elsewhere.is_live
        assert await room.house.end_all(GUILD) == []

    async def test_those_of_a_channel_and_of_its_threads(self, room: Room):
        there, thread = await room.lobby(3), await room.game(2)
        await room.house.move(thread.id, channel_id=11, parent_id=CHANNEL, message_id=12)
        other = await room.game([CLEO, DAN])
        await room.house.move(other.id, channel_id=13, parent_id=None, message_id=None)
        assert await room.house.end_all(GUILD, channel_id=CHANNEL) == [thread, there]
        assert other.is_live

    async def test_one_that_fails_does_not_keep_the_others(self, room: Room):
        tables = [await room.game(2) for _ in range(2)]
        with trouble(room.store, "end_table", after=1), refused(RefusalCode.UNAVAILABLE):
            await room.house.end_all(GUILD)
        assert [table.is_live for table in tables] == [True, False]
        await room.house.end_all(GUILD)
        assert not tables[0].is_live


async def test_where_a_table_is_and_that_nothing_is_left_to_tell(room: Room):
    table = await room.game(2, options={"chips": 1})
    await room.house.move(table.id, channel_id=11, parent_id=CHANNEL, message_id=12)
    await room.house.settle(table.id)
    later = await room.restarted()
    table = await later.house.get(table.id)
    assert (table.channel_id, table.parent_id, table.message_id) == (11, CHANNEL, 12)
    assert await later.house.unsettled() == []
    table = await later.play_out(table)
    assert await later.house.unsettled() == [table]
    for _ in range(2):
        await later.house.settle(table.id)
    assert await later.house.unsettled() == []
    await later.house.stop()


class TestIdleLobbies:
    async def test_people_are_told_before_it_closes(self, room: Room):
        table = await room.lobby(4)
        await room.clock.advance(RULES.lobby_idle - NOTICE - 1)
        assert room.kinds == [NoticeKind.OPENED]
        await room.clock.advance(1)
        assert room.kinds[1:] == [NoticeKind.CLOSING]
        assert table.closes_at == room.clock.now() + NOTICE
        assert table.warned
        await room.clock.advance(NOTICE - 1)
        assert table.is_live
        await room.clock.advance(1)
        assert table.closed_reason == "idle"

    @pytest.mark.parametrize("how", ["keep_open", "join", "add_computer", "shuffle_seats"])
    async def test_whatever_is_done_keeps_it_open_and_it_is_told_again(self, room: Room, how: str):
        table = await room.lobby(5, people=[ANN, BEN])
        await room.clock.advance(RULES.lobby_idle - 1)
        if how == "join":
            await room.house.join(table.id, CLEO, room.click())
        else:
            await getattr(room.house, how)(table.id, ANN.user_id)
        assert not table.warned
        await room.clock.advance(RULES.lobby_idle - NOTICE)
        assert table.is_live
        assert room.kinds.count(NoticeKind.CLOSING) == 2

    async def test_only_who_sits_there_keeps_it_open(self, room: Room):
        table = await room.lobby(4)
        with refused(RefusalCode.NOT_SEATED):
            await room.house.keep_open(table.id, BEN.user_id)
        game = await room.game(2)
        with refused(RefusalCode.NOT_LOBBY):
            await room.house.keep_open(game.id, ANN.user_id)

    @pytest.mark.parametrize("told", [True, False])
    async def test_the_bot_was_down_over_it(self, room: Room, told: bool):
        """Who hasn't been told is told, and has the rest of the time that was shown."""
        table = await room.lobby(4)
        left = NOTICE - 10 if told else NOTICE + 60
        await room.clock.advance(RULES.lobby_idle - left)
        later = await room.restarted(5000)
        table = await later.house.get(table.id)
        assert table.warned == told
        await later.clock.advance(60)
        assert later.kinds == ([] if told else [NoticeKind.CLOSING])
        await later.clock.advance(left - 61)
        assert table.is_live
        await later.clock.advance(1)
        assert not table.is_live
        await later.house.stop()

    async def test_a_short_time_has_a_shorter_notice(self, store: Store):
        room = Room(store)
        room.house.rules = type(RULES)(lobby_idle=90)
        table = await room.lobby(3)
        await room.clock.advance(59)
        assert not table.warned
        await room.clock.advance(1)
        assert table.warned


class Members:
    """Who is in the server, as far as can be found out."""

    def __init__(self, house: House) -> None:
        self.gone: set[int] = set()
        self.unknown = False
        self.asked: list[int] = []
        house.is_member = self.look_up

    async def look_up(self, guild_id: int, user_id: int) -> bool | None:
        assert guild_id == GUILD
        self.asked.append(user_id)
        if self.unknown:
            return None
        return user_id not in self.gone


class TestWhoHasLeftTheServer:
    async def test_is_noticed_when_they_are_waited_for(self, room: Room):
        members = Members(room.house)
        table = await room.game_begun_by(0, 3)
        members.gone = {ANN.user_id, BEN.user_id}
        await room.clock.advance(LIVE / 2)
        assert [seat.left for seat in table.seats] == [True, False, False]
        assert table.host_id == BEN.user_id
        assert NoticeKind.BELL not in room.kinds
        await room.clock.advance(PAUSE)
        assert (await room.journal(table))[0].by == "clock"

    async def test_to_know_nothing_changes_nothing(self, room: Room):
        members = Members(room.house)
        members.unknown = True
        table = await room.game_begun_by(0, 3)
        await room.clock.advance(LIVE)
        assert members.asked == [ANN.user_id] * 2
        assert not table.seats[0].left
        assert table.seats[0].missed == 1

    async def test_nor_does_a_look_up_that_breaks(self, room: Room):
        async def broken(_guild: int, _user: int) -> bool:
            raise RuntimeError("Discord is down")

        room.house.is_member = broken
        table = await room.game_begun_by(0, 3)
        await room.clock.advance(LIVE)
        assert (table.plies, table.seats[0].left) == (1, False)

    async def test_who_is_quick_is_never_looked_up(self, room: Room):
        members = Members(room.house)
        table = await room.game(3)
        for _ in range(6):
            await room.act(table)
            await room.clock.advance(LIVE / 2 - 1)
        assert members.asked == []

    async def test_without_a_limit_it_is_noticed_after_a_while(self, room: Room):
        members = Members(room.house)
        table = await room.game_begun_by(0, 2, pace=Pace.NONE)
        await room.clock.advance(3600 * 2)
        assert members.asked == [ANN.user_id] * 2
        members.gone = {ANN.user_id}
        await room.clock.advance(3600)
        assert table.seats[0].left

    async def test_a_look_up_holds_nobody_up(self, room: Room):
        table = await room.game_begun_by(0, 2)
        asked, answer = asyncio.Event(), asyncio.Event()

        async def slow(_guild: int, _user: int) -> bool:
            asked.set()
            await answer.wait()
            return False

        room.house.is_member = slow
        await room.clock.advance(LIVE / 2, settle=False)
        await asked.wait()
        await room.act(table)
        assert table.plies == 1
        answer.set()
        await room.clock.settled()
        assert table.seats[0].left

    async def test_at_all_their_tables_at_once(self, room: Room):
        lobby, game = await room.lobby(3, people=[BEN, ANN]), await room.game(2)
        waiting = await room.game([CLEO], computers=1)
        await room.house.take_seat(waiting.id, ANN, 1, room.click())
        tables = await room.house.drop_member(GUILD, ANN.user_id)

        assert tables == [waiting, game, lobby]
        assert [seat.user_id for seat in lobby.seats] == [BEN.user_id]
        assert (game.seats[0].left, game.host_id) == (True, BEN.user_id)
        assert waiting.heir_of(ANN.user_id) is None
        assert await room.house.drop_member(GUILD, ANN.user_id) == []

    async def test_one_table_that_fails_does_not_keep_the_others(self, room: Room):
        first, second = await room.game(2), await room.game(2)
        with trouble(room.store, "change_table", after=1), refused(RefusalCode.UNAVAILABLE):
            await room.house.drop_member(GUILD, ANN.user_id)
        assert (first.seats[0].left, second.seats[0].left) == (False, True)
        await room.house.drop_member(GUILD, ANN.user_id)
        assert first.seats[0].left

    async def test_whoever_waited_for_a_seat_and_is_gone_does_not_keep_it(self, room: Room):
        members = Members(room.house)
        table: Table = await room.game(2, computers=1)
        await room.house.take_seat(table.id, DAN, 1, room.click())
        members.gone = {DAN.user_id}
        table = await until_a_deal(room, table)
        await room.clock.settled()
        assert table.seats[1].left
        assert playing(table).deals == 2


class TestWhoHasLeftTheServerBeforeTheStart:
    """Nobody starts a game with somebody who isn't there any more, and can't pay nor play."""

    async def waiting(self, room: Room, players: int = 3) -> tuple[Members, Table]:
        members = Members(room.house)
        table = await room.lobby(players, people=[ANN, BEN], stake=10)
        await room.clock.advance(120)
        assert members.asked == []
        members.gone = {BEN.user_id}
        return members, table

    async def test_the_host_starts_without_them(self, room: Room):
        _, table = await self.waiting(room)
        await room.house.begin(table.id, ANN.user_id)
        assert table.status is Status.PLAYING
        assert [seat.user_id for seat in table.seats] == [ANN.user_id, None, None]

    async def test_the_last_to_join_does_not_start_it(self, room: Room):
        members, table = await self.waiting(room)
        await room.house.join(table.id, CLEO, room.click())
        assert table.status is Status.LOBBY
        assert [seat.user_id for seat in table.seats] == [ANN.user_id, CLEO.user_id]
        assert sorted(members.asked) == [ANN.user_id, BEN.user_id]

    async def test_a_host_who_is_gone_is_followed_by_another(self, room: Room):
        members, table = await self.waiting(room)
        members.gone = {ANN.user_id}
        await room.house.join(table.id, CLEO, room.click())
        assert (table.status, table.host_id) == (Status.LOBBY, BEN.user_id)

    async def test_to_know_nothing_starts_it(self, room: Room):
        members, table = await self.waiting(room)
        members.unknown = True
        await room.house.join(table.id, CLEO, room.click())
        assert table.status is Status.PLAYING

    async def test_nor_does_a_computer_that_takes_the_last_place(self, room: Room):
        _, table = await self.waiting(room)
        await room.house.add_computer(table.id, ANN.user_id)
        assert table.status is Status.LOBBY
        assert [seat.user_id for seat in table.seats] == [ANN.user_id, None]

    async def test_nor_the_last_to_play_again(self, room: Room):
        old = await room.play_out(await room.game(3, options={"chips": 1}))
        members = Members(room.house)
        for person in (ANN, BEN):
            table = await room.house.rematch(old.id, person, room.click())
        await room.clock.advance(120)
        members.gone = {BEN.user_id}
        await room.house.rematch(old.id, CLEO, room.click())
        assert (table.status, len(table.seats)) == (Status.LOBBY, 2)

    async def test_many_clicks_are_one_look(self, room: Room):
        members, table = await self.waiting(room)
        members.gone = set()
        await room.house.kick(table.id, ANN.user_id, 1)
        await room.house.join(table.id, CLEO, room.click())
        await room.clock.advance(120)
        for _ in range(3):  # who was turned out can't come back, and asks again
            with refused(RefusalCode.KICKED):
                await room.house.join(table.id, BEN, room.click())
        assert members.asked == [ANN.user_id, CLEO.user_id]
        await room.clock.advance(61)
        with refused(RefusalCode.ALREADY_SEATED):
            await room.house.join(table.id, CLEO, room.click())
        assert members.asked == [ANN.user_id, CLEO.user_id]

    async def test_who_has_just_sat_down_is_not_looked_up(self, room: Room):
        members = Members(room.house)
        table = await room.lobby(3, people=[ANN, BEN, CLEO])
        assert table.status is Status.PLAYING
        assert members.asked == []

    async def test_nor_is_anybody_for_somebody_who_cannot_start_it(self, room: Room):
        members, table = await self.waiting(room, players=4)
        await room.house.join(table.id, CLEO, room.click())
        with refused(RefusalCode.NOT_HOST):
            await room.house.begin(table.id, DAN.user_id)
        assert members.asked == []
        with refused(RefusalCode.NOT_HOST):
            await room.house.begin(table.id, CLEO.user_id)
        assert members.asked == [ANN.user_id]

    async def test_if_it_is_the_host_the_others_may_start(self, room: Room):
        members, table = await self.waiting(room, players=4)
        members.gone = {ANN.user_id}
        await room.house.begin(table.id, BEN.user_id)
        assert (table.status, table.host_id) == (Status.PLAYING, BEN.user_id)
        assert [seat.user_id for seat in table.people()] == [BEN.user_id]


async def test_who_closed_a_table_as_a_moderator_is_remembered(room: Room):
    table = await room.game(2)
    await room.house.end(table.id, GUILD, by=555)
    assert table.closed_by == 555
    later = await room.restarted()
    table = await later.house.get(table.id)
    assert (table.closed_reason, table.closed_by) == ("moderator", 555)
    await later.house.stop()
