"""Playing again: the same people, places and options, and nobody is made to."""

import asyncio
from typing import Any

import pytest

from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.table import Pace, Person, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    GUILD,
    RULES,
    STRANGER,
    Room,
    refused,
    shown,
)

OPTIONS = {"chips": 1, "ten": "minus"}


async def finished(room: Room, people: int = 3, computers: int = 1, **facts: Any) -> Table:
    options: dict[str, Any] = {"options": OPTIONS, "pace": Pace.RELAXED, **facts}
    return await room.play_out(await room.game(people, computers=computers, **options))


async def again(room: Room, old: Table, person: Person) -> Table:
    return await room.house.rematch(old.id, person, room.click())


def places(table: Table) -> dict[int, str]:
    return {seat.place: seat.name for seat in table.seats}


async def test_the_first_opens_a_lobby_with_everything_as_it_was(room: Room):
    old = await finished(room)

    new = await again(room, old, BEN)

    assert (new.status, new.rematch_of, new.host_id) == (Status.LOBBY, old.id, BEN.user_id)
    assert (new.guild_id, new.channel_id, new.game.name) == (GUILD, CHANNEL, "ninetynine")
    assert new.game.options == old.game.options
    assert (new.pace, new.stake, new.level) == (old.pace, old.stake, old.level)
    assert places(new) == {1: old.seats[1].name, 2: "Ben"}
    assert new.seats[0].level == old.seats[1].level
    assert new.kept == {0: ANN, 3: CLEO}
    assert new.free_places() == []
    assert new.seed_commitment != old.seed_commitment
    assert room.kinds[-1] is NoticeKind.OPENED


async def test_the_others_sit_down_where_they_sat_and_it_begins(room: Room):
    old = await finished(room)
    new = await again(room, old, BEN)
    clicks = [new.seats[1].join_id]
    for person in (CLEO, ANN):
        assert await again(room, old, person) is new
        clicks.append(next(s.join_id for s in new.seats if s.user_id == person.user_id))

    assert new.status is Status.PLAYING
    assert places(new) == places(old)
    assert new.salt == f"{clicks[2]},0,{clicks[0]},{clicks[1]}"
    assert new.kept == {}
    stored = await room.stored(new)
    assert (stored.table.salt, len(stored.seats)) == (new.salt, 4)


async def test_pressing_twice_changes_nothing(room: Room):
    old = await finished(room)
    new = await again(room, old, BEN)
    told = len(room.heard)
    assert await again(room, old, BEN) is new
    assert len(room.heard) == told


async def test_two_first_presses_make_one_lobby(room: Room):
    old = await finished(room)
    first, second = await asyncio.gather(again(room, old, ANN), again(room, old, CLEO))
    assert first is second
    assert {seat.name for seat in first.seats if not seat.is_computer} == {"Ann", "Cleo"}
    assert len(await room.house.live_tables(GUILD)) == 1


async def test_one_person_among_computers_plays_again_at_once(room: Room):
    old = await finished(room, 1, 3)
    new = await again(room, old, ANN)
    assert new.status is Status.PLAYING


async def test_the_host_need_not_wait(room: Room):
    old = await finished(room)
    new = await again(room, old, BEN)
    await room.house.begin(new.id, BEN.user_id)
    assert new.status is Status.PLAYING
    assert [seat.is_computer for seat in new.seats] == [True, True, False, True]
    with refused(RefusalCode.REMATCH_BEGUN) as caught:
        await again(room, old, ANN)
    assert caught.value.facts["table"] is new


class TestKeptPlaces:
    async def test_strangers_and_computers_do_not_get_them(self, room: Room):
        new = await again(room, await finished(room), BEN)
        for place in (None, 0):
            with refused(RefusalCode.SEATS_KEPT) as caught:
                await room.house.join(new.id, STRANGER, room.click(), place)
        assert caught.value.facts["names"] == ["Ann"]
        with refused(RefusalCode.SEATS_KEPT) as caught:
            await room.house.add_computer(new.id, BEN.user_id)
        assert caught.value.facts["names"] == ["Ann", "Cleo"]
        with refused(RefusalCode.SEATS_KEPT):
            await room.house.sit(new.id, BEN.user_id, 3)

    async def test_those_for_whom_they_are_kept_get_their_own_by_joining(self, room: Room):
        new = await again(room, await finished(room), BEN)
        await room.house.join(new.id, CLEO, room.click(), 0)
        assert new.seats[new.seat_of(CLEO.user_id) or 0].place == 3
        assert new.kept == {0: ANN}

    async def test_the_host_gives_them_to_whoever_comes(self, room: Room):
        new = await again(room, await finished(room), BEN)
        with refused(RefusalCode.NOT_HOST):
            await room.house.free_kept(new.id, ANN.user_id)
        await room.house.free_kept(new.id, BEN.user_id)
        await room.house.join(new.id, STRANGER, room.click())
        assert places(new)[0] == "Stranger"

    async def test_who_does_not_want_theirs_gives_it_up(self, room: Room):
        new = await again(room, await finished(room), BEN)
        await room.house.decline_seat(new.id, ANN.user_id)
        assert new.kept == {3: CLEO}
        await room.house.join(new.id, STRANGER, room.click())
        assert places(new)[0] == "Stranger"

    async def test_they_are_shuffled_with_the_others(self, room: Room):
        new = await again(room, await finished(room), BEN)
        for _ in range(5):
            await room.house.shuffle_seats(new.id, BEN.user_id)
            taken = [*places(new), *new.kept]
            assert sorted(taken) == [0, 1, 2, 3]
        assert set(new.kept.values()) == {ANN, CLEO}

    async def test_they_outlive_a_restart(self, room: Room):
        old = await finished(room)
        new = await again(room, old, BEN)
        later = await room.restarted(stop=False)
        table = await later.house.get(new.id)
        assert shown(table) == shown(new)
        assert table.kept == {0: ANN, 3: CLEO}
        for person in (ANN, CLEO):
            assert await again(later, old, person) is table
        assert table.status is Status.PLAYING
        await later.house.stop()

    async def test_they_count_in_nobodys_limit(self, room: Room):
        old = await finished(room)
        await again(room, old, BEN)
        assert (await room.store.occupancy(GUILD, ANN.user_id)).mine == []

    async def test_whoever_leaves_the_server_has_none(self, room: Room):
        new = await again(room, await finished(room), BEN)
        await room.house.drop_member(GUILD, ANN.user_id)
        assert new.kept == {3: CLEO}


class TestWhoMay:
    async def test_a_leavers_place_is_free_and_a_leaver_is_a_stranger(self, room: Room):
        table = await room.game(3, options={"chips": 1})
        await room.house.leave(table.id, BEN.user_id)
        old = await room.play_out(table)
        with refused(RefusalCode.NOT_SEATED):
            await again(room, old, BEN)
        new = await again(room, old, ANN)
        assert new.free_places() == [1]
        await room.house.join(new.id, BEN, room.click())
        assert places(new)[1] == "Ben"

    async def test_whoever_was_removed_stays_away(self, room: Room):
        table = await room.game(3, options={"chips": 1})
        await room.house.kick(table.id, ANN.user_id, 1)
        old = await room.play_out(table)
        with refused(RefusalCode.KICKED):
            await again(room, old, BEN)
        new = await again(room, old, CLEO)
        for house in (room.house, (await room.restarted(stop=False)).house):
            with refused(RefusalCode.KICKED):
                await house.join(new.id, BEN, room.click())
        await house.stop()

    async def test_strangers_may_not_and_tables_that_go_on_have_none(self, room: Room):
        old = await finished(room)
        with refused(RefusalCode.NOT_SEATED):
            await again(room, old, STRANGER)
        for table in (await room.game(2), await room.lobby(3)):
            with refused(RefusalCode.NO_REMATCH):
                await again(room, table, ANN)

    async def test_a_game_that_all_wanted_to_end_may_be_begun_anew(self, room: Room):
        table = await room.game(2)
        for person in (ANN, BEN):
            await room.house.vote_end(table.id, person.user_id)
        assert (await again(room, table, BEN)).rematch_of == table.id

    async def test_one_that_was_closed_otherwise_may_not(self, room: Room):
        table = await room.game(2)
        await room.house.end(table.id, GUILD)
        with refused(RefusalCode.NO_REMATCH):
            await again(room, table, BEN)


async def test_a_rematch_of_a_rematch(room: Room):
    old = await finished(room, 2, 0)
    first = await again(room, old, ANN)
    await again(room, old, BEN)
    second = await again(room, await room.play_out(first), BEN)
    assert second.rematch_of == first.id
    assert second.kept == {0: ANN}


async def test_a_lobby_that_came_to_nothing_may_be_opened_anew(room: Room):
    old = await finished(room, 2, 0)
    first = await again(room, old, ANN)
    await room.clock.advance(RULES.lobby_idle)
    assert first.closed_reason == "idle"
    assert await room.house.rematch_of(old.id) is None
    second = await again(room, old, BEN)
    assert second.id != first.id
    assert await room.house.rematch_of(old.id) is second


async def test_after_a_restart_the_old_table_is_found_too(room: Room):
    old = await finished(room, 2, 0)
    later = await room.restarted(3 * 86_400)
    new = await again(later, old, BEN)
    assert new.kept == {0: ANN}
    assert new.game.options == old.game.options
    await later.house.stop()


async def test_it_opens_where_the_old_one_was_opened_or_where_one_asks(room: Room):
    table = await room.game(2, options={"chips": 1})
    await room.house.move(table.id, channel_id=5, parent_id=CHANNEL, message_id=6)
    old = await room.play_out(table)
    new = await again(room, old, ANN)
    assert (new.channel_id, new.parent_id) == (CHANNEL, None)
    await room.house.cancel(new.id, ANN.user_id)
    new = await room.house.rematch(old.id, ANN, room.click(), channel_id=9, parent_id=8)
    assert new.channel_id == 9


@pytest.mark.parametrize("first", [True, False])
async def test_limits_hold_for_it_too(room: Room, first: bool):
    old = await finished(room, 2, 0)
    if not first:
        await again(room, old, BEN)
    for _ in range(3):
        await room.lobby(3)
    with refused(RefusalCode.TOO_MANY_TABLES):
        await again(room, old, ANN)


async def test_a_channel_that_is_not_allowed_any_more_and_stakes_that_are_off(room: Room):
    old = await finished(room, 2, 0, stake=20)
    await room.house.change_settings(GUILD, DAN, channels=[1])
    with refused(RefusalCode.CHANNEL_NOT_ALLOWED):
        await again(room, old, ANN)
    await room.house.change_settings(GUILD, DAN, channels=[], stakes=False)
    assert (await again(room, old, ANN)).stake == 0


async def test_the_server_is_full(room: Room):
    old = await finished(room, 2, 0)
    await room.house.change_settings(GUILD, DAN, tables_per_server=1)
    await room.lobby(3, people=[EVE])
    with refused(RefusalCode.SERVER_FULL):
        await again(room, old, ANN)
