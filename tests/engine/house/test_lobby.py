"""Lobbies: people and computers sit down, get up again, and the game begins."""

import asyncio

import pytest

from engine import OptionError
from engine.notice import NoticeKind
from engine.refusal import Refusal, RefusalCode
from engine.table import Pace, Person, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    GUILD,
    RULES,
    STRANGER,
    Room,
    refused,
    shown,
)


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


async def test_a_new_lobby_holds_its_host_and_what_was_chosen(room: Room):
    table = await room.lobby(5, options={"chips": 2, "decks": 2}, pace=Pace.SLOW, level="easy")

    assert (table.status, table.wanted, table.host_id) == (Status.LOBBY, 5, ANN.user_id)
    assert names(table) == ["Ann"]
    assert (table.game.options["chips"], table.game.options["decks"]) == (2, 2)
    assert (table.pace, table.level, table.state) == (Pace.SLOW, "easy", None)
    assert table.closes_at == room.clock.now() + RULES.lobby_idle
    assert room.kinds == [NoticeKind.OPENED]
    stored = await room.stored(table)
    assert (stored.table.game, stored.table.options) == ("ninetynine", dict(table.game.options))
    assert await room.house.get(table.id) is table


async def test_people_sit_down_in_the_order_they_come(room: Room):
    table = await room.lobby(4, people=[ANN, CLEO, BEN])

    assert names(table) == ["Ann", "Cleo", "Ben"]
    assert [seat.name for seat in (await room.stored(table)).seats] == ["Ann", "Cleo", "Ben"]
    assert room.kinds == [NoticeKind.OPENED, NoticeKind.LOBBY, NoticeKind.LOBBY]


async def test_the_last_to_sit_down_starts_the_game(room: Room):
    table = await room.lobby(3, people=[ANN, BEN])
    assert table.state is None

    await room.house.join(table.id, CLEO, room.click())

    assert table.status is Status.PLAYING
    assert table.started_at == room.clock.now()
    assert table.closes_at is None
    assert room.kinds[-1] is NoticeKind.STARTED
    stored = await room.stored(table)
    assert (stored.table.status, len(stored.seats)) == ("playing", 3)


async def test_a_last_seat_given_to_a_computer_starts_the_game_too(room: Room):
    table = await room.lobby(3, people=[ANN, BEN])

    await room.house.add_computer(table.id, BEN.user_id)

    assert table.status is Status.PLAYING


async def test_computers_may_fill_the_table_from_the_outset(room: Room):
    table = await room.lobby(4, computers=3)

    assert table.status is Status.PLAYING
    assert [seat.is_computer for seat in table.seats] == [False, True, True, True]
    assert room.kinds == [NoticeKind.OPENED, NoticeKind.STARTED]


async def test_the_host_begins_and_computers_take_the_empty_seats(room: Room):
    table = await room.lobby(5, people=[ANN, BEN], level="easy")

    await room.house.begin(table.id, ANN.user_id)

    assert table.status is Status.PLAYING
    assert [seat.level for seat in table.seats] == [None, None, "easy", "easy", "easy"]
    assert len(set(names(table))) == 5


async def test_a_computer_has_the_level_that_was_asked_for(room: Room):
    table = await room.lobby(4, level="normal")

    await room.house.add_computer(table.id, ANN.user_id, "easy")
    await room.house.add_computer(table.id, ANN.user_id)

    assert [seat.level for seat in table.seats] == [None, "easy", "normal"]


async def test_no_computer_has_the_name_of_somebody_at_the_table(room: Room):
    table = await room.lobby(10, people=[Person(1, "ADA"), Person(2, "bruno")])
    await room.house.begin(table.id, 1)

    assert len({name.casefold() for name in names(table)}) == 10


async def test_whoever_leaves_frees_the_seat_for_the_next(room: Room):
    table = await room.lobby(3, people=[ANN, BEN])

    await room.house.leave(table.id, BEN.user_id)
    assert names(table) == ["Ann"]
    await room.house.join(table.id, CLEO, room.click())

    assert names(table) == ["Ann", "Cleo"]
    assert table.host_id == ANN.user_id
    assert room.kinds[-2:] == [NoticeKind.LOBBY, NoticeKind.LOBBY]


async def test_when_the_host_leaves_the_longest_seated_person_hosts(room: Room):
    table = await room.lobby(5)
    await room.house.add_computer(table.id, ANN.user_id)
    for person in (CLEO, BEN):
        await room.clock.advance(10)
        await room.house.join(table.id, person, room.click())

    await room.house.leave(table.id, ANN.user_id)

    assert table.host_id == CLEO.user_id
    assert (await room.stored(table)).table.host_id == CLEO.user_id
    with refused(RefusalCode.NOT_HOST):
        await room.house.begin(table.id, BEN.user_id)
    await room.house.begin(table.id, CLEO.user_id)
    assert table.status is Status.PLAYING


async def test_a_lobby_without_people_closes_whatever_computers_sit_there(room: Room):
    table = await room.lobby(4)
    await room.house.add_computer(table.id, ANN.user_id)

    await room.house.leave(table.id, ANN.user_id)

    assert (table.status, table.closed_reason) == (Status.CANCELLED, "empty")
    assert room.kinds[-1] is NoticeKind.CANCELLED
    assert (await room.stored(table)).table.status == "cancelled"
    assert len(room.house.schedule) == 0


async def test_the_host_may_cancel(room: Room):
    table = await room.lobby(4, people=[ANN, BEN])

    await room.house.cancel(table.id, ANN.user_id)

    assert (table.status, table.closed_reason) == (Status.CANCELLED, "host")
    assert table.ended_at == room.clock.now()
    assert (await room.stored(table)).table.closed_reason == "host"


async def test_an_idle_lobby_closes_at_the_time_it_said(room: Room):
    table = await room.lobby(4)
    said = table.closes_at
    assert said is not None

    await room.clock.advance(said - room.clock.now() - 1)
    assert table.status is Status.LOBBY
    await room.clock.advance(1)

    assert (table.status, table.closed_reason) == (Status.CANCELLED, "idle")
    assert room.kinds == [NoticeKind.OPENED, NoticeKind.CLOSING, NoticeKind.CANCELLED]


async def test_somebody_who_joins_keeps_the_lobby_open_longer(room: Room):
    table = await room.lobby(4)
    await room.clock.advance(RULES.lobby_idle - 1)
    await room.house.join(table.id, BEN, room.click())

    await room.clock.advance(RULES.lobby_idle - 1)
    assert table.is_live
    await room.clock.advance(1)

    assert not table.is_live


async def test_a_game_that_has_started_never_closes_as_an_idle_lobby(room: Room):
    table = await room.game(2, pace=Pace.NONE)

    await room.clock.advance(3 * RULES.lobby_idle)

    assert table.status is Status.PLAYING


class TestRefusals:
    """Each changes nothing and tells nobody."""

    @pytest.mark.parametrize("computers", [-1, 4, 5, 10**9])
    async def test_more_computers_than_other_seats(self, room: Room, computers: int):
        with refused(RefusalCode.TOO_MANY_COMPUTERS) as caught:
            await room.lobby(4, computers=computers)

        assert caught.value.facts == {"most": 3}
        assert room.heard == []
        assert await room.store.live() == []

    @pytest.mark.parametrize(
        ("players", "options"),
        [(11, {}), (1, {}), (4, {"chips": 10}), (4, {"decks": 0}), (4, {"cheat": True})],
    )
    async def test_options_out_of_range(self, room: Room, players: int, options: dict[str, int]):
        with pytest.raises(OptionError):
            await room.lobby(players, options=options)

        assert room.heard == []
        assert await room.store.live() == []

    async def test_sitting_down_twice(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        before = shown(table)
        for person in (ANN, BEN):
            with refused(RefusalCode.ALREADY_SEATED):
                await room.house.join(table.id, person, room.click())

        assert shown(table) == before

    async def test_what_only_the_host_may_do(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        before = shown(table), len(room.heard)
        for request in (room.house.begin, room.house.cancel):
            for user_id in (BEN.user_id, STRANGER.user_id):
                with refused(RefusalCode.NOT_HOST) as caught:
                    await request(table.id, user_id)
                assert caught.value.facts == {"host_id": ANN.user_id}

        assert (shown(table), len(room.heard)) == before

    async def test_what_only_people_at_the_table_may_do(self, room: Room):
        table = await room.lobby(4)
        before = shown(table), len(room.heard)
        for request in (room.house.leave, room.house.add_computer):
            with refused(RefusalCode.NOT_SEATED):
                await request(table.id, STRANGER.user_id)

        assert (shown(table), len(room.heard)) == before

    async def test_moving_or_coming_back_before_the_game(self, room: Room):
        table = await room.lobby(4)
        with refused(RefusalCode.NOT_PLAYING):
            await room.house.act(table.id, ANN.user_id, 0, 0, "KS", room.click())
        with refused(RefusalCode.NOT_PLAYING):
            await room.house.back(table.id, ANN.user_id)

        assert await room.journal(table) == []

    async def test_what_is_possible_only_before_the_game(self, room: Room):
        table = await room.game(3)
        before = shown(table), len(room.heard)
        with refused(RefusalCode.NOT_LOBBY):
            await room.house.join(table.id, STRANGER, room.click())
        for request in (room.house.begin, room.house.cancel, room.house.add_computer):
            with refused(RefusalCode.NOT_LOBBY):
                await request(table.id, ANN.user_id)

        assert (shown(table), len(room.heard)) == before

    async def test_anything_at_a_table_that_is_over(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        await room.house.cancel(table.id, ANN.user_id)
        house, told = room.house, len(room.heard)
        for request in (house.begin, house.cancel, house.add_computer, house.leave, house.back):
            with refused(RefusalCode.TABLE_OVER):
                await request(table.id, ANN.user_id)
        with refused(RefusalCode.TABLE_OVER):
            await house.join(table.id, CLEO, room.click())
        with refused(RefusalCode.TABLE_OVER):
            await house.act(table.id, ANN.user_id, 0, 0, "KS", room.click())

        assert len(room.heard) == told

    async def test_a_table_that_never_was(self, room: Room):
        for request in (room.house.begin, room.house.leave, room.house.back):
            with refused(RefusalCode.UNKNOWN_TABLE):
                await request(4711, ANN.user_id)
        with refused(RefusalCode.UNKNOWN_TABLE):
            await room.house.get(4711)


class TestCrowds:
    @pytest.mark.parametrize("game", ["ninetynine", "schmier"])
    async def test_a_hundred_people_want_six_seats(self, room: Room, game: str):
        table = await room.lobby(6, game=game)
        crowd = [Person(1000 + number, f"Person {number}") for number in range(100)]

        outcomes = await asyncio.gather(
            *(room.house.join(table.id, person, room.click()) for person in crowd),
            return_exceptions=True,
        )

        refusals = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert outcomes.count(table) == 5
        assert refusals == [RefusalCode.NOT_LOBBY] * 95
        assert table.status is Status.PLAYING
        users = [seat.user_id for seat in table.seats]
        assert len(set(users)) == 6
        assert [seat.user_id for seat in (await room.stored(table)).seats] == users
        assert room.kinds.count(NoticeKind.STARTED) == 1

    async def test_one_person_presses_join_many_times_at_once(self, room: Room):
        table = await room.lobby(6)

        outcomes = await asyncio.gather(
            *(room.house.join(table.id, BEN, room.click()) for _ in range(10)),
            return_exceptions=True,
        )

        refusals = [outcome.code for outcome in outcomes if isinstance(outcome, Refusal)]
        assert refusals == [RefusalCode.ALREADY_SEATED] * 9
        assert names(table) == ["Ann", "Ben"]

    async def test_the_last_seat_is_wanted_while_the_host_begins(self, room: Room):
        table = await room.lobby(3, people=[ANN, BEN])

        outcomes = await asyncio.gather(
            room.house.begin(table.id, ANN.user_id),
            room.house.join(table.id, CLEO, room.click()),
            room.house.join(table.id, DAN, room.click()),
            room.house.cancel(table.id, ANN.user_id),
            return_exceptions=True,
        )

        assert [outcome for outcome in outcomes if not isinstance(outcome, Refusal)] == [table]
        assert table.status is Status.PLAYING
        assert room.kinds.count(NoticeKind.STARTED) == 1
        assert len((await room.stored(table)).seats) == 3


async def test_people_find_the_tables_where_they_sit_in_that_server_newest_first(room: Room):
    first = await room.lobby(3, people=[ANN, BEN])
    second = await room.lobby(4, people=[BEN, ANN])
    await room.lobby(4, people=[CLEO])
    await room.lobby(4, people=[BEN], guild_id=GUILD + 1)
    over = await room.lobby(4, people=[BEN])
    await room.house.cancel(over.id, BEN.user_id)

    assert await room.house.tables_of(GUILD, BEN.user_id) == [second, first]

    await room.house.leave(second.id, BEN.user_id)
    await room.house.begin(first.id, ANN.user_id)
    await room.house.leave(first.id, BEN.user_id)
    assert await room.house.tables_of(GUILD, BEN.user_id) == []
    assert await room.house.tables_of(GUILD, ANN.user_id) == [second, first]


async def test_the_message_that_shows_a_table_is_remembered(room: Room):
    table = await room.lobby(3)

    await room.house.set_message(table.id, CHANNEL + 1, 77)

    assert (table.channel_id, table.message_id) == (CHANNEL + 1, 77)
    assert (await room.stored(table)).table.message_id == 77
    with refused(RefusalCode.UNKNOWN_TABLE):
        await room.house.set_message(4711, CHANNEL, 78)


async def test_tables_that_are_over_do_not_fill_the_memory_for_ever(room: Room):
    tables = [await room.lobby(3, guild_id=number) for number in range(70)]
    for table in tables:
        await room.house.cancel(table.id, ANN.user_id)

    assert await room.house.get(tables[-1].id) is tables[-1]
    first = await room.house.get(tables[0].id)
    assert first is not tables[0]
    assert shown(first) == shown(tables[0])
    assert not room.house._registry._live
