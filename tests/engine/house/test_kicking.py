"""Being removed from a table: by its host or a moderator, for good."""

import pytest

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.table import Stance, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    PAUSE,
    STRANGER,
    Room,
    playing,
    refused,
    shown,
)
from tests.engine.house.short_games import Play, reached

MODERATOR = 555


async def test_the_computer_plays_on_for_whoever_is_removed(room: Room):
    table = await room.game_begun_by(1, 3)

    await room.house.kick(table.id, ANN.user_id, 1)
    await room.clock.advance(PAUSE)

    assert room.kinds[:1] == [NoticeKind.SEATS]
    assert table.seats[1].left
    assert [(row.seat, row.by) for row in await room.journal(table)] == [(1, "clock")]
    assert table.has_kicked(BEN.user_id)


@pytest.mark.parametrize("restart", [False, True])
async def test_whoever_is_removed_gets_no_seat_there_any_more(room: Room, restart: bool):
    table = await room.game(3, computers=1)
    await room.house.kick(table.id, ANN.user_id, 2)
    house = (await room.restarted()).house if restart else room.house

    for request in (
        house.rejoin(table.id, BEN.user_id),
        house.take_seat(table.id, BEN, 1, 5),
        house.take_seat(table.id, BEN, 2, 6),
    ):
        with refused(RefusalCode.KICKED):
            await request
    with refused(RefusalCode.NOT_SEATED):
        await house.back(table.id, BEN.user_id)
    if restart:
        await house.stop()


async def test_a_lobby_stays_shut_for_whoever_is_removed(room: Room):
    table = await room.lobby(4, people=[ANN, BEN, CLEO])

    await room.house.kick(table.id, ANN.user_id, 1, user_id=BEN.user_id)

    assert [seat.user_id for seat in table.seats] == [ANN.user_id, CLEO.user_id]
    with refused(RefusalCode.KICKED):
        await room.house.join(table.id, BEN, room.click())
    later = await room.restarted(stop=False)
    with refused(RefusalCode.KICKED):
        await later.house.join(table.id, BEN, room.click())
    await later.house.join(table.id, DAN, room.click())
    await later.house.stop()


async def test_a_computer_may_be_sent_from_a_lobby_but_not_from_a_game(room: Room):
    lobby = await room.lobby(4, computers=2)
    await room.house.kick(lobby.id, ANN.user_id, 1)
    assert [seat.place for seat in lobby.seats] == [0, 2]

    table = await room.game(2, computers=1)
    with refused(RefusalCode.SEAT_CHANGED):
        await room.house.kick(table.id, ANN.user_id, 1)


async def test_only_the_host_and_moderators_may(room: Room):
    table = await room.game(3)
    with refused(RefusalCode.NOT_HOST):
        await room.house.kick(table.id, BEN.user_id, 2)
    with refused(RefusalCode.NOT_HOST):
        await room.house.kick(table.id, MODERATOR, 2)
    assert not table.seats[2].left

    await room.house.kick(table.id, MODERATOR, 2, moderator=True)

    assert table.seats[2].left


async def test_a_host_is_removed_only_by_a_moderator(room: Room):
    table = await room.game(3)
    with refused(RefusalCode.KICK_SELF):
        await room.house.kick(table.id, ANN.user_id, 0)

    await room.house.kick(table.id, MODERATOR, 0, moderator=True)

    assert (table.seats[0].left, table.host_id) == (True, BEN.user_id)


async def test_a_moderator_who_plays_may_remove_themselves(room: Room):
    table = await room.game(3)
    await room.house.kick(table.id, BEN.user_id, 1, moderator=True)
    assert table.seats[1].left


async def test_the_last_person_of_a_lobby_and_of_a_game(room: Room):
    lobby = await room.lobby(3)
    await room.house.kick(lobby.id, MODERATOR, 0, moderator=True)
    assert lobby.closed_reason == "empty"

    game = await room.game(1, computers=2)
    await room.house.kick(game.id, MODERATOR, 0, moderator=True)
    assert game.closed_reason == "abandoned"


class TestWhoWasMeant:
    async def taken(self, room: Room) -> Table:
        table = await room.game(3)
        await room.house.let_sit(table.id, ANN.user_id, allowed=True)
        await room.house.leave(table.id, CLEO.user_id)
        return await room.house.take_seat(table.id, EVE, 2, room.click())

    async def test_a_seat_that_has_changed_hands_is_left_alone(self, room: Room):
        table = await self.taken(room)
        with refused(RefusalCode.SEAT_CHANGED):
            await room.house.kick(table.id, ANN.user_id, 2, user_id=CLEO.user_id)
        assert table.seat_of(EVE.user_id) == 2

    async def test_whoever_sits_there_now_may_be_meant(self, room: Room):
        table = await self.taken(room)
        await room.house.kick(table.id, ANN.user_id, 2, user_id=EVE.user_id)
        assert table.seats[2].left

    async def test_a_free_place_of_a_lobby(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        with refused(RefusalCode.SEAT_CHANGED):
            await room.house.kick(table.id, ANN.user_id, 3)
        for place in (-1, 4):
            with refused(RefusalCode.NO_SUCH_PLACE):
                await room.house.kick(table.id, ANN.user_id, place)

    async def test_somebody_who_waits_for_a_seat_is_turned_away(self, room: Room):
        table = await room.game(2, computers=1)
        await room.house.take_seat(table.id, EVE, 1, room.click())

        await room.house.kick(table.id, ANN.user_id, 1, user_id=EVE.user_id)

        assert table.seats[1].heir_id is None
        assert table.seats[1].is_computer
        with refused(RefusalCode.KICKED):
            await room.house.take_seat(table.id, EVE, 1, room.click())

    async def test_somebody_who_has_left_is_kept_from_coming_back(self, room: Room):
        table = await room.game(3)
        await room.house.leave(table.id, BEN.user_id)
        await room.house.kick(table.id, ANN.user_id, 1, user_id=BEN.user_id)
        with refused(RefusalCode.KICKED):
            await room.house.rejoin(table.id, BEN.user_id)

    async def test_at_a_table_that_is_over_nobody_is(self, room: Room):
        table = await room.play_out(await room.game(3, options={"chips": 1}))
        with refused(RefusalCode.TABLE_OVER):
            await room.house.kick(table.id, ANN.user_id, 1)


async def test_their_wishes_and_standing_answers_go_with_them(room: Room):
    table = await room.game(4, game="toonerville")
    await room.house.set_standing(table.id, BEN.user_id, "pass")
    await room.house.ask_pause(table.id, BEN.user_id)
    await room.house.vote_end(table.id, BEN.user_id)

    await room.house.kick(table.id, ANN.user_id, 1)

    assert table.seats[1].standing == ""
    assert table.wanting(Stance.END, room.clock.now()) == []
    assert {kind for kind, users in table.stances.items() if users} == {"kicked"}
    later = await room.restarted()
    assert shown(await later.house.get(table.id)) == shown(table)
    await later.house.stop()


async def test_a_pick_that_is_made_stays_made(room: Room):
    """Take 5: Ben has picked in secret and is removed; his card is played as it is."""
    play, gone = await reached(room, "take5", "pick", "has decided")
    pick = playing(play.table).private(gone)["pick"]
    assert pick is not None
    plies = play.table.plies

    await kick(play, gone)
    while play.witness.phase == "pick" and play.witness.has_decided(gone):
        await play.move(play.witness.owing[0])

    rows = (await room.journal(play.table))[plies:]
    assert gone not in {row.seat for row in rows}
    reveal = next(
        event for event in playing(play.table).public_history() if event["type"] == "reveal"
    )
    assert pick in reveal["cards"]


async def kick(play: Play, seat: int) -> None:
    user_id = play.user(seat)
    facts = {"seat": seat, "moderator": True}
    await play.room.house.kick(play.table.id, MODERATOR, seat, user_id=user_id, moderator=True)
    await play.witness.follow("kick", MODERATOR, **facts)


async def test_a_stranger_has_nothing_to_be_removed_from(room: Room):
    table = await room.game(2)
    with refused(RefusalCode.SEAT_CHANGED):
        await room.house.kick(table.id, ANN.user_id, 1, user_id=STRANGER.user_id)
    assert table.status is Status.PLAYING
