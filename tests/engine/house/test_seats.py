"""Seats: in the lobby people choose where they sit, or leave it to chance."""

from collections import Counter

import pytest

from engine.game import State
from engine.notice import NoticeKind
from engine.refusal import RefusalCode
from engine.store import Measure
from engine.table import Person, Status, Table
from tests.engine.house.room import (
    ANN,
    BEN,
    CLEO,
    DAN,
    EVE,
    PEOPLE,
    RULES,
    STRANGER,
    Room,
    playing,
    refused,
    replaced,
    shown,
    trouble,
)

SIX = PEOPLE[:6]


def first_legal(state: State) -> str:
    return state.legal_actions(state.current_players()[0])[0]


def places(table: Table) -> dict[str, int]:
    return {seat.name: seat.place for seat in table.seats}


async def stored_places(room: Room, table: Table) -> dict[str, int]:
    return {row.name: row.seat for row in (await room.stored(table)).seats}


class TestChoosing:
    async def test_whoever_joins_gets_the_first_free_place(self, room: Room):
        table = await room.lobby(5, people=[ANN, BEN, CLEO])
        await room.house.leave(table.id, BEN.user_id)

        await room.house.join(table.id, DAN, room.click())
        await room.house.join(table.id, EVE, room.click())

        assert places(table) == {"Ann": 0, "Dan": 1, "Cleo": 2, "Eve": 3}

    async def test_somebody_moves_to_a_free_place(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN])

        await room.house.sit(table.id, ANN.user_id, 4)

        assert places(table) == {"Ann": 4, "Ben": 1} == await stored_places(room, table)
        assert [seat.name for seat in table.seats] == ["Ben", "Ann"]
        assert (table.free_places(), table.host_id) == ([0, 2, 3, 5], ANN.user_id)
        assert room.kinds[-1] is NoticeKind.LOBBY

    async def test_somebody_changes_places_with_a_computer(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN], computers=2)

        await room.house.sit(table.id, ANN.user_id, 2)

        assert [(seat.place, seat.is_computer) for seat in table.seats] == [
            (0, True),
            (1, True),
            (2, False),
            (3, False),
        ]
        assert places(table)["Ann"] == 2
        assert len(await stored_places(room, table)) == 4

    async def test_somebody_new_joins_at_the_place_they_chose(self, room: Room):
        table = await room.lobby(6)

        await room.house.join(table.id, BEN, 77, place=3)

        assert places(table) == {"Ann": 0, "Ben": 3} == await stored_places(room, table)
        assert table.seats[1].join_id == 77

    async def test_a_computer_makes_room_for_somebody_new(self, room: Room):
        table = await room.lobby(6, computers=3)
        (second,) = (seat.name for seat in table.seats if seat.place == 2)

        await room.house.join(table.id, BEN, room.click(), place=2)

        assert places(table)["Ben"] == 2
        assert places(table)[second] == 4
        assert table.free_places() == [5]

    async def test_the_last_place_starts_the_game_wherever_it_is(self, room: Room):
        table = await room.lobby(3, people=[ANN, BEN])
        await room.house.sit(table.id, ANN.user_id, 2)

        await room.house.join(table.id, CLEO, room.click(), place=0)

        assert table.status is Status.PLAYING
        assert [seat.name for seat in table.seats] == ["Cleo", "Ben", "Ann"]
        assert await stored_places(room, table) == {"Cleo": 0, "Ben": 1, "Ann": 2}

    async def test_a_computers_place_chosen_last_starts_the_game_too(self, room: Room):
        table = await room.lobby(3, computers=1)

        await room.house.join(table.id, BEN, room.click(), place=1)

        assert table.status is Status.PLAYING
        assert [seat.is_computer for seat in table.seats] == [False, False, True]

    async def test_ones_own_place_changes_nothing_and_writes_nothing(self, room: Room):
        table = await room.lobby(4, people=[ANN, BEN])
        before, told, closes_at = shown(table), len(room.heard), table.closes_at
        await room.clock.advance(5)

        with trouble(room.store, "save_lobby"):
            assert await room.house.sit(table.id, BEN.user_id, 1) is table

        assert (shown(table), len(room.heard), table.closes_at) == (before, told, closes_at)

    async def test_whoever_moves_keeps_the_lobby_open_longer(self, room: Room):
        table = await room.lobby(4)
        await room.clock.advance(RULES.lobby_idle - 1)

        await room.house.sit(table.id, ANN.user_id, 3)

        assert table.closes_at == room.clock.now() + RULES.lobby_idle


class TestStarting:
    async def test_computers_take_the_places_that_are_free(self, room: Room):
        table = await room.lobby(5, people=[ANN, BEN])
        await room.house.sit(table.id, BEN.user_id, 3)
        await room.house.sit(table.id, ANN.user_id, 1)

        await room.house.begin(table.id, ANN.user_id)

        assert [seat.place for seat in table.seats] == [0, 1, 2, 3, 4]
        assert [seat.user_id for seat in table.seats] == [
            None, ANN.user_id, None, BEN.user_id, None,
        ]  # fmt: skip
        assert await stored_places(room, table) == places(table)
        assert table.seat_of(BEN.user_id) == 3

    async def test_the_salt_names_the_clicks_in_the_order_of_the_seats(self, room: Room):
        table = await room.lobby(4)
        host_click = table.seats[0].join_id
        await room.house.join(table.id, BEN, 11)
        await room.house.join(table.id, CLEO, 22, place=3)
        await room.house.sit(table.id, ANN.user_id, 2)
        await room.house.begin(table.id, ANN.user_id)

        assert (await room.stored(table)).table.salt == f"0,11,{host_click},22"

    async def test_an_added_computer_takes_the_first_free_place(self, room: Room):
        table = await room.lobby(4)
        await room.house.sit(table.id, ANN.user_id, 2)

        await room.house.add_computer(table.id, ANN.user_id)

        assert [(seat.place, seat.is_computer) for seat in table.seats] == [(0, True), (2, False)]


class TestLeaving:
    async def test_the_others_keep_their_places(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN, CLEO])
        await room.house.sit(table.id, CLEO.user_id, 5)

        await room.house.leave(table.id, BEN.user_id)

        assert places(table) == {"Ann": 0, "Cleo": 5} == await stored_places(room, table)

    async def test_the_longest_seated_hosts_wherever_they_sit(self, room: Room):
        table = await room.lobby(6)
        for person in (BEN, CLEO):
            await room.house.join(table.id, person, room.click())
        await room.house.sit(table.id, BEN.user_id, 5)

        await room.house.leave(table.id, ANN.user_id)

        assert table.host_id == BEN.user_id


class TestShuffling:
    async def test_nobody_is_lost_and_everybody_may_come_to_sit_anywhere(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN], computers=2)
        before = {seat.name: (seat.user_id, seat.join_id, seat.level) for seat in table.seats}
        seen = Counter[tuple[str, int]]()
        for _ in range(120):
            await room.house.shuffle_seats(table.id, ANN.user_id)
            assert {s.name: (s.user_id, s.join_id, s.level) for s in table.seats} == before
            assert sorted(places(table).values()) == [seat.place for seat in table.seats]
            seen.update(places(table).items())

        assert await stored_places(room, table) == places(table)
        assert len(seen) == 4 * 6  # each at each place, so the free places wander as well
        assert min(seen.values()) > 5

    async def test_it_is_one_write_by_the_houses_own_luck(self, room: Room):
        orders = []
        for luck in (7, 7, 8):
            table = await room.lobby(6, people=SIX[:4])
            room.luck.seed(luck)
            writes = []

            def noting(save, writes=writes):
                async def note(*args, **facts):
                    writes.append(args)
                    await save(*args, **facts)

                return note

            with replaced(room.store, "save_lobby", by=noting):
                await room.house.shuffle_seats(table.id, ANN.user_id)
            assert len(writes) == 1
            assert room.kinds[-1] is NoticeKind.LOBBY
            orders.append(places(table))

        assert orders[0] == orders[1] != orders[2]

    async def test_only_the_host_may_and_only_in_the_lobby(self, room: Room):
        table = await room.lobby(3, people=[ANN, BEN])
        before, told = shown(table), len(room.heard)
        for user_id in (BEN.user_id, STRANGER.user_id):
            with refused(RefusalCode.NOT_HOST):
                await room.house.shuffle_seats(table.id, user_id)
        assert (shown(table), len(room.heard)) == (before, told)

        await room.house.begin(table.id, ANN.user_id)
        with refused(RefusalCode.NOT_LOBBY):
            await room.house.shuffle_seats(table.id, ANN.user_id)


class TestRefusals:
    """Each changes nothing and tells nobody."""

    @pytest.mark.parametrize("person", [ANN, STRANGER])
    async def test_the_place_of_another_person(self, room: Room, person: Person):
        table = await room.lobby(6, people=[ANN, BEN])
        before, told = shown(table), len(room.heard)

        with refused(RefusalCode.PLACE_TAKEN):
            if person is ANN:
                await room.house.sit(table.id, ANN.user_id, 1)
            else:
                await room.house.join(table.id, STRANGER, room.click(), place=1)

        assert (shown(table), len(room.heard)) == (before, told)

    @pytest.mark.parametrize("place", [-1, 4, 10**9])
    async def test_a_place_that_the_table_does_not_have(self, room: Room, place: int):
        table = await room.lobby(4)
        before, told = shown(table), len(room.heard)
        with refused(RefusalCode.NO_SUCH_PLACE):
            await room.house.sit(table.id, ANN.user_id, place)
        with refused(RefusalCode.NO_SUCH_PLACE):
            await room.house.join(table.id, BEN, room.click(), place=place)

        assert (shown(table), len(room.heard)) == (before, told)
        assert await room.house.get(table.id) is table

    async def test_moving_without_a_seat_and_joining_twice(self, room: Room):
        table = await room.lobby(4)
        with refused(RefusalCode.NOT_SEATED):
            await room.house.sit(table.id, BEN.user_id, 2)
        with refused(RefusalCode.ALREADY_SEATED):
            await room.house.join(table.id, ANN, room.click(), place=2)

        assert places(table) == {"Ann": 0}

    async def test_moving_once_the_cards_are_dealt_or_all_is_over(self, room: Room):
        table = await room.game(1, computers=2)
        before = shown(table)
        with refused(RefusalCode.NOT_LOBBY):
            await room.house.sit(table.id, ANN.user_id, 2)
        with refused(RefusalCode.NOT_LOBBY):
            await room.house.join(table.id, BEN, room.click(), place=2)
        assert shown(table) == before

        await room.house.leave(table.id, ANN.user_id)
        with refused(RefusalCode.TABLE_OVER):
            await room.house.sit(table.id, ANN.user_id, 2)

    async def test_what_cannot_be_written_has_not_happened(self, room: Room):
        table = await room.lobby(6, people=[ANN, BEN], computers=1)
        before, told = shown(table), len(room.heard)
        assert table.seats[1].is_computer
        with trouble(room.store, "save_lobby"):
            for place in (1, 4):
                with refused(RefusalCode.UNAVAILABLE):
                    await room.house.sit(table.id, BEN.user_id, place)
                with refused(RefusalCode.UNAVAILABLE):
                    await room.house.join(table.id, CLEO, room.click(), place)
            with refused(RefusalCode.UNAVAILABLE):
                await room.house.shuffle_seats(table.id, ANN.user_id)

        assert (shown(table), len(room.heard)) == (before, told)
        await room.house.sit(table.id, BEN.user_id, 4)
        assert places(table)["Ben"] == 4


class TestTeams:
    async def test_whoever_sits_across_is_the_partner(self, room: Room):
        table = await room.lobby(game="schmier", players=6, people=[ANN, BEN])

        await room.house.sit(table.id, BEN.user_id, 3)

        assert table.game.teams() == ((0, 3), (1, 4), (2, 5))
        assert places(table) == {"Ann": 0, "Ben": 3}

    @pytest.mark.parametrize("teams", ["3x2", "2x3"])
    async def test_every_member_of_the_best_team_wins(self, room: Room, teams: str):
        options = {"teams": teams, "max_hands": 1, "target": 5}
        table = await room.lobby(game="schmier", players=6, people=SIX, options=options)
        table = await room.play_out(table, first_legal)

        state = playing(table)
        won = set(state.winners())
        sides = table.game.teams()
        assert all(len({state.placings()[seat] for seat in side}) == 1 for side in sides)
        assert any(won == set(side) for side in sides)
        lines = (await room.house.board(table.guild_id, by=Measure.WINS, game="schmier")).rows
        assert {line.standing.name: line.standing.wins for line in lines} == {
            seat.name: int(seat.place in won) for seat in table.seats
        }

    async def test_games_without_teams_have_none(self, room: Room):
        assert (await room.lobby(4)).game.teams() == ()
