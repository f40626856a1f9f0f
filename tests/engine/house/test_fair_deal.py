"""Fair deals: the seed of the house is promised before anybody joins, and everybody salts it."""

from hashlib import sha256

from engine import load_game
from engine.table import Status, Table
from tests.engine.house.room import ANN, BEN, CLEO, Room, playing


def salt(table: Table) -> str:
    return ",".join(str(seat.join_id) for seat in table.seats)


async def test_the_commitment_shown_in_the_lobby_is_that_of_the_seed_used(room: Room):
    table = await room.lobby(3, people=[ANN, BEN])
    commitment = table.seed_commitment

    await room.house.join(table.id, CLEO, room.click())

    assert table.status is Status.PLAYING
    revealed = (await room.stored(table)).table.server_seed
    assert sha256(revealed).hexdigest() == commitment == table.seed_commitment


async def test_the_deal_is_made_from_the_seed_and_the_clicks_in_seat_order(room: Room):
    table = await room.lobby(5)
    await room.house.add_computer(table.id, ANN.user_id)
    ids = [7_000_000_000_000_000_007, 12]
    for person, interaction_id in zip((BEN, CLEO), ids, strict=True):
        await room.house.join(table.id, person, interaction_id)
    await room.house.begin(table.id, ANN.user_id)

    stored = (await room.stored(table)).table
    assert stored.salt == f"{table.seats[0].join_id},0,{ids[0]},{ids[1]},0"
    seed = sha256(stored.server_seed + stored.salt.encode("ascii")).digest()
    assert (stored.seed, playing(table).seed) == (seed, seed)
    dealt = load_game("ninetynine", players=5).new_initial_state(seed)
    assert [dealt.private(seat) for seat in range(5)] == [
        playing(table).private(seat) for seat in range(5)
    ]
    assert stored.dealer == dealt.first_dealer


async def test_somebody_elses_click_makes_another_deal(room: Room):
    deals = set()
    for interaction_id in (1, 2):
        room.luck.seed(5)  # the same seed of the house
        table = await room.lobby(2)
        await room.house.join(table.id, BEN, interaction_id)
        deals.add(playing(table).seed)

    assert len(deals) == 2


async def test_somebody_who_left_has_no_part_in_the_salt(room: Room):
    table = await room.lobby(3, people=[ANN, BEN])
    await room.house.leave(table.id, BEN.user_id)
    await room.house.begin(table.id, ANN.user_id)

    assert (await room.stored(table)).table.salt == f"{table.seats[0].join_id},0,0" == salt(table)


async def test_every_table_has_a_seed_of_its_own(room: Room):
    tables = [await room.lobby(3, guild_id=number) for number in range(5)]

    assert len({table.seed_commitment for table in tables}) == 5


async def test_a_table_in_a_log_shows_neither_its_seed_nor_its_cards(room: Room):
    table = await room.game(2)

    words = f"{table!r} {room.heard[-1]!r}"

    assert table.server_seed.hex() not in words
    assert repr(table.server_seed) not in words
    assert repr(playing(table).seed) not in words
    assert not any(repr(card) in words for card in playing(table).cards())
