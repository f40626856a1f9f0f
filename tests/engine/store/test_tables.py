"""A table from its lobby to its end, as the database keeps it."""

import asyncio
from enum import StrEnum
from types import MappingProxyType

import pytest

from engine.store import AlreadyPlayed, NewTable, Refused, Store, StoreError
from tests.engine.store.builders import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    action,
    computer,
    lobby,
    open_lobby,
    person,
    playing_table,
    start,
    status,
)


async def test_a_new_table_is_a_lobby_with_what_was_chosen(store: Store):
    new = lobby(message_id=77, stake=10)
    table_id = await store.create_table(new, [person(0, ANN), computer(1)])

    stored = await store.load(table_id)

    assert stored is not None
    assert stored.table.id == table_id
    assert stored.table.status == "lobby"
    for name in NewTable.__dataclass_fields__:
        assert getattr(stored.table, name) == getattr(new, name)
    assert (stored.table.seed, stored.table.salt, stored.table.started_at) == (None, None, None)
    assert stored.seats == [person(0, ANN), computer(1)]
    assert stored.actions == []


async def test_options_keep_their_types_and_their_order(store: Store):
    options = MappingProxyType({"zeros": ["4", "JK"], "chips": 3, "jokers": True, "limit": None})
    table_id = await store.create_table(lobby(options=options), [])

    stored = await store.load(table_id)

    assert stored is not None
    assert list(stored.table.options.items()) == list(options.items())
    assert stored.table.options["jokers"] is True


async def test_names_are_kept_in_any_script(store: Store):
    name = "Zoë 🂡 \N{RIGHT-TO-LEFT OVERRIDE}'; DROP TABLE seats; --"
    table_id = await store.create_table(lobby(), [person(0, ANN, name=name)])

    stored = await store.load(table_id)

    assert stored is not None
    assert stored.seats[0].name == name


def test_a_server_seed_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        lobby(server_seed=b"short")


async def test_seeds_and_actions_do_not_show_in_reprs(store: Store):
    seed = b"server seed that stays a secret!"
    table_id = await playing_table(store, server_seed=seed)
    await store.append(action(table_id, 0, action="discard=QH"))

    stored = await store.load(table_id)

    assert stored is not None
    assert stored.table.server_seed == seed
    assert stored.actions[0].action == "discard=QH"
    for secret in ("stays a secret", repr(stored.table.seed), "QH"):
        assert secret not in repr(stored)
    assert "stays a secret" not in repr(lobby(server_seed=seed))


async def test_there_is_nothing_under_an_unknown_number(store: Store):
    assert await store.load(12345) is None


async def test_a_table_gets_its_message_and_keeps_the_rest(store: Store):
    table_id, other = await open_lobby(store), await open_lobby(store)

    await store.update_table(table_id, channel_id=5, message_id=2**62 + 1, closes_at=None)

    stored, untouched = await store.load(table_id), await store.load(other)
    assert stored is not None
    assert untouched is not None
    assert (stored.table.channel_id, stored.table.message_id) == (5, 2**62 + 1)
    assert stored.table.closes_at is None
    assert stored.table.game == "ninetynine"
    assert untouched.table.message_id is None


async def test_changing_an_unknown_table_or_seat_is_refused(store: Store):
    table_id = await open_lobby(store)
    with pytest.raises(Refused):
        await store.update_table(table_id + 1, message_id=1)
    with pytest.raises(Refused):
        await store.update_seat(table_id, 1, away=True)


async def test_a_lobby_is_saved_with_its_seats_and_new_host_at_once(store: Store):
    table_id, other = await open_lobby(store), await open_lobby(store)

    await store.save_lobby(table_id, [person(0, BEN), computer(1)], host_id=BEN, wanted=3)

    stored, untouched = await store.load(table_id), await store.load(other)
    assert stored is not None
    assert untouched is not None
    assert stored.seats == [person(0, BEN), computer(1)]
    assert (stored.table.host_id, stored.table.wanted) == (BEN, 3)
    assert untouched.seats == [person(0, ANN)]


async def test_places_of_a_lobby_may_be_free_and_people_may_change_places(store: Store):
    table_id = await open_lobby(store)

    await store.save_lobby(table_id, [person(4, ANN), computer(1), person(2, BEN)], wanted=6)
    await store.save_lobby(table_id, [person(1, ANN), computer(4), person(2, BEN)])

    stored = await store.load(table_id)
    assert stored is not None
    assert stored.seats == [person(1, ANN), person(2, BEN), computer(4)]


async def test_a_lobby_whose_seats_do_not_fit_stays_as_it_was(store: Store):
    table_id = await open_lobby(store)

    with pytest.raises(StoreError):
        await store.save_lobby(table_id, [person(0, BEN), person(0, CLEO)], host_id=BEN)

    stored = await store.load(table_id)
    assert stored is not None
    assert stored.seats == [person(0, ANN)]
    assert stored.table.host_id == ANN


async def test_starting_fixes_seats_seed_and_deadline(store: Store):
    table_id = await open_lobby(store)

    await start(store, table_id, person(0, BEN), computer(1), dealer=1, wanted=2)

    stored = await store.load(table_id)
    assert stored is not None
    table = stored.table
    assert stored.seats == [person(0, BEN), computer(1)]
    assert (table.status, table.dealer, table.wanted) == ("playing", 1, 2)
    assert table.seed == bytes(reversed(range(32)))
    assert table.salt == "1000000000000000000,1000000000000000001"
    assert (table.started_at, table.deadline, table.closes_at) == (2_000.0, 2_060.0, None)


async def test_only_one_of_two_starts_deals_the_cards(store: Store):
    table_id = await open_lobby(store)

    outcomes = await asyncio.gather(
        start(store, table_id, person(0, ANN), computer(1), started_at=1.0),
        start(store, table_id, person(0, ANN), person(1, BEN), started_at=2.0),
        return_exceptions=True,
    )

    assert [type(outcome) for outcome in outcomes] == [type(None), AlreadyPlayed]
    stored = await store.load(table_id)
    assert stored is not None
    assert stored.table.started_at == 1.0
    assert stored.seats[1] == computer(1)


async def test_seats_of_a_started_table_cannot_be_replaced(store: Store):
    table_id = await playing_table(store)

    with pytest.raises(AlreadyPlayed):
        await store.save_lobby(table_id, [person(0, CLEO)], host_id=CLEO)

    stored = await store.load(table_id)
    assert stored is not None
    assert [seat.user_id for seat in stored.seats] == [ANN, BEN]
    assert stored.table.host_id == ANN


async def test_a_seat_goes_away_comes_back_and_leaves(store: Store):
    table_id = await playing_table(store)

    await store.update_seat(table_id, 1, away=True)
    stored = await store.load(table_id)
    assert stored is not None
    assert [seat.away for seat in stored.seats] == [False, True]

    await store.update_seat(table_id, 1, away=False, left_at=2_050.0, level="normal")
    stored = await store.load(table_id)
    assert stored is not None
    assert stored.seats[1] == person(1, BEN, level="normal", left_at=2_050.0)


async def test_a_seat_keeps_its_standing_answer(store: Store):
    table_id = await playing_table(store)

    await store.update_seat(table_id, 1, standing="only:R7,G,W")

    stored = await store.load(table_id)
    assert stored is not None
    assert stored.seats == [person(0, ANN), person(1, BEN, standing="only:R7,G,W")]


async def test_a_cancelled_table_says_why_and_stays_cancelled(store: Store):
    table_id = await open_lobby(store)

    assert await store.end_table(table_id, status="cancelled", reason="idle", at=1_600.0)
    assert not await store.end_table(table_id, status="cancelled", reason="host", at=1_700.0)

    stored = await store.load(table_id)
    assert stored is not None
    table = stored.table
    assert (table.status, table.closed_reason, table.ended_at) == ("cancelled", "idle", 1_600.0)
    assert table.closes_at is None
    with pytest.raises(AlreadyPlayed):
        await start(store, table_id)


async def test_words_may_come_as_members_of_an_enumeration(store: Store):
    class Word(StrEnum):
        SLOW = "slow"
        CANCELLED = "cancelled"

    table_id = await open_lobby(store, pace=Word.SLOW)
    await store.end_table(table_id, status=Word.CANCELLED, reason="host", at=1.0)

    stored = await store.load(table_id)
    assert stored is not None
    assert (stored.table.pace, stored.table.status) == ("slow", "cancelled")


async def test_live_tables_are_lobbies_and_games_with_their_latest_deadline(store: Store):
    waiting = await open_lobby(store, guild_id=GUILD + 1)
    dealt = await playing_table(store)
    played = await playing_table(store)
    computers_turn = await playing_table(store)
    over = await open_lobby(store)
    await store.append(action(played, 0, deadline=2_090.0))
    await store.append(action(played, 1, deadline=2_120.0))
    await store.append(action(computers_turn, 0, deadline=None))
    await store.end_table(over, status="cancelled", reason="host", at=1.0)

    live = await store.live()

    assert [(table.table_id, table.status, table.closes_at, table.deadline) for table in live] == [
        (waiting, "lobby", 1_600.0, None),
        (dealt, "playing", None, 2_060.0),
        (played, "playing", None, 2_120.0),
        (computers_turn, "playing", None, 2_060.0),
    ]
    assert [table.guild_id for table in live] == [GUILD + 1, GUILD, GUILD, GUILD]


async def test_a_person_finds_the_tables_they_sit_at_newest_first(store: Store):
    first = await playing_table(store)
    second = await open_lobby(store)
    left = await playing_table(store)
    await store.update_seat(left, 0, left_at=2_001.0)
    over = await open_lobby(store)
    await store.end_table(over, status="cancelled", reason="host", at=1.0)
    await open_lobby(store, guild_id=GUILD + 1)

    assert await store.tables_of(GUILD, ANN) == [second, first]
    assert await store.tables_of(GUILD, BEN) == [left, first]
    assert await store.tables_of(GUILD, CLEO) == []


async def test_everyone_may_open_a_table_at_once(store: Store):
    ids = await asyncio.gather(*(open_lobby(store) for _ in range(20)))

    assert len(set(ids)) == 20
    assert [await status(store, table_id) for table_id in ids] == ["lobby"] * 20


async def test_those_that_are_over_among_the_last_ones_opened(store: Store):
    first, second, third, live = [await open_lobby(store) for _ in range(4)]
    for table_id in (third, first, second):
        await store.end_table(table_id, status="cancelled", reason="host", at=1.0)

    assert [table.table_id for table in await store.just_ended(3)] == [third, second]
    assert [table.table_id for table in await store.just_ended(100)] == [third, second, first]
    assert live > third
