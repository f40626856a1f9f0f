"""Tables that are over: found for their own server alone, at every step, with record and proof."""

import asyncio
from hashlib import sha256
from typing import Any

import pytest

from engine.house import archive
from engine.record import Record
from engine.refusal import RefusalCode
from engine.store import Store
from engine.table import Status, Table
from tests.engine.house.room import ANN, BEN, GUILD, Room, playing, refused, trouble
from tests.engine.house.short_games import GAMES, SEATS, start

OTHER_GUILD = GUILD + 1


async def finished(room: Room, game: str = "ninetynine", people: int = 0, **facts: Any) -> Table:
    """A short game that has been played to its end, half of it by computers."""
    most = SEATS[game][1]
    people = people or max(2, most // 2)
    table = await start(room, game, people, most - people, **facts)
    return await to_the_end(room, table)


async def to_the_end(room: Room, table: Table) -> Table:
    for _ in range(3000):
        table = await room.house.get(table.id)
        if table.status is not Status.PLAYING:
            return table
        attended = table.attended()
        if attended:
            legal = playing(table).legal_actions(attended[0])
            await room.act(table, attended[0], legal[len(legal) // 2])
        else:
            await room.clock.advance(1.25)
    raise AssertionError("the game doesn't end")


async def change(store: Store, statement: str, *values: object) -> None:
    """What nobody should do to a database."""

    async def work(connection: Any) -> None:
        await connection.exec_driver_sql(statement, values)

    await store._writer.run(work)


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_is_what_it_was(room: Room, monkeypatch, game: str):
    monkeypatch.setattr(archive, "_STILLS", 3)
    table = await finished(room, game)
    past = await room.house.archive.open(GUILD, table.id)

    replayed = [state.clone() for state in past.film.record.replay()]
    assert len(replayed) == past.film.steps + 1 == table.plies + 1
    for step in [*range(0, past.film.steps + 1, 3), past.film.steps, 0, past.film.steps - 1]:
        for seat in range(table.wanted):
            assert past.film.at(step).observation(seat) == replayed[step].observation(seat)
    assert past.film.at(past.film.steps).observation(0) == playing(table).observation(0)


@pytest.mark.parametrize("game", GAMES)
async def test_its_record_verifies_and_its_proof_holds(room: Room, game: str):
    table = await finished(room, game)

    record = (await room.house.archive.open(GUILD, table.id)).film.record
    proof = await room.house.archive.proof(GUILD, table.id)

    Record.from_json(record.to_json()).verify()
    assert (record.winners, record.scores) == (
        playing(table).winners(),
        playing(table).scores(),
    )
    assert proof.deal_matches
    assert proof.result_matches is True
    assert proof.seed == table.server_seed
    assert sha256(proof.seed).hexdigest() == proof.commitment == table.seed_commitment
    assert sha256(proof.seed + proof.salt.encode()).digest() == record.seed == proof.deal


async def test_a_step_that_is_shown_does_not_spoil_another(room: Room, monkeypatch):
    monkeypatch.setattr(archive, "_STILLS", 2)
    table = await finished(room)
    film = (await room.house.archive.open(GUILD, table.id)).film

    before = film.at(2).observation(0)
    film.at(film.steps)
    film.at(5)
    film.at(3)
    assert film.at(2).observation(0) == before
    with pytest.raises(LookupError):
        film.at(film.steps + 1)
    with pytest.raises(LookupError):
        film.at(-1)


class TestWhatIsRefused:
    async def test_a_running_game(self, room: Room):
        table = await room.game(2)

        with refused(RefusalCode.NOT_OVER):
            await room.house.archive.open(GUILD, table.id)

    async def test_a_game_that_everybody_is_away_from(self, room: Room):
        table = await room.game(2)
        await room.go_away(table, ANN, BEN)
        assert (await room.house.get(table.id)).paused

        with refused(RefusalCode.NOT_OVER):
            await room.house.archive.open(GUILD, table.id)

    async def test_a_lobby_and_one_that_was_closed(self, room: Room):
        table = await room.lobby(3)
        with refused(RefusalCode.NOT_OVER):
            await room.house.archive.open(GUILD, table.id)
        await room.house.cancel(table.id, ANN.user_id)
        with refused(RefusalCode.NEVER_DEALT):
            await room.house.archive.open(GUILD, table.id)

    async def test_another_servers_table_is_as_good_as_none(self, room: Room):
        table = await finished(room)
        for server, number in [(OTHER_GUILD, table.id), (GUILD, 0), (GUILD, 10**18 - 1)]:
            with refused(RefusalCode.UNKNOWN_TABLE):
                await room.house.archive.open(server, number)
            with refused(RefusalCode.UNKNOWN_TABLE):
                await room.house.archive.proof(server, number)

    async def test_another_servers_table_stays_so_once_it_has_been_shown(self, room: Room):
        table = await finished(room)
        await room.house.archive.open(GUILD, table.id)

        with refused(RefusalCode.UNKNOWN_TABLE):
            await room.house.archive.open(OTHER_GUILD, table.id)

    async def test_a_journal_that_can_not_be_played(self, room: Room, caplog):
        table = await finished(room)
        await change(room.store, "UPDATE actions SET action = 'ZZ' WHERE table_id = ?", table.id)

        with refused(RefusalCode.UNPLAYABLE):
            await room.house.archive.open(GUILD, table.id)
        assert f"table {table.id} is over and can't be played again" in caplog.text

    async def test_one_whose_plays_have_been_deleted(self, room: Room):
        table = await finished(room)
        await change(room.store, "UPDATE tables SET has_journal = false WHERE id = ?", table.id)

        with refused(RefusalCode.FORGOTTEN):
            await room.house.archive.open(GUILD, table.id)
        proof = await room.house.archive.proof(GUILD, table.id)
        assert (proof.deal_matches, proof.result_matches) == (True, None)

    async def test_while_the_database_is_away(self, room: Room):
        table = await finished(room)

        for method in ("outline", "journal"):
            with trouble(room.store, method), refused(RefusalCode.UNAVAILABLE):
                await room.house.archive.open(GUILD, table.id)
        await room.house.archive.open(GUILD, table.id)


class TestTheEnd:
    async def test_until_the_last_play_is_written_the_game_is_not_over(self, room: Room):
        """Whatever this process believes: what isn't written may be taken back."""
        table = await room.game(2, options={"chips": 1})
        await room.act(table)
        live = await room.house.get(table.id)
        live.status = Status.FINISHED  # believed, and not written

        with refused(RefusalCode.NOT_OVER):
            await room.house.archive.open(GUILD, table.id)
        proof = await room.house.archive.proof(GUILD, table.id)
        assert not proof.is_open

    async def test_a_table_closed_in_mid_play_can_be_looked_at(self, room: Room):
        table = await room.game(2)
        for _ in range(3):
            await room.act(table)
        await room.house.close_all("test")

        past = await room.house.archive.open(GUILD, table.id)
        proof = await room.house.archive.proof(GUILD, table.id)

        assert past.film.steps == 3
        assert not past.film.record.winners
        past.film.record.verify()
        assert (proof.is_open, proof.deal_matches, proof.result_matches) == (True, True, None)


class TestTheSeal:
    async def test_before_the_end_there_is_nothing_but_the_seal(self, room: Room):
        lobby, game = await room.lobby(3), await room.game(2)
        for table in (lobby, game):
            proof = await room.house.archive.proof(GUILD, table.id)
            assert proof.commitment == table.seed_commitment
            assert not proof.is_open
            assert (proof.seed, proof.salt, proof.deal) == (b"", "", b"")

    async def test_a_lobby_that_closed_opens_no_seal(self, room: Room):
        table = await room.lobby(3)
        await room.house.cancel(table.id, ANN.user_id)

        assert not (await room.house.archive.proof(GUILD, table.id)).is_open

    @pytest.mark.parametrize(
        ("forged", "value"),
        [
            ("UPDATE tables SET server_seed = ? WHERE id = ?", bytes(32)),
            ("UPDATE tables SET salt = ? WHERE id = ?", "1,2"),
            ("UPDATE tables SET seed = ? WHERE id = ?", bytes(32)),
        ],
    )
    async def test_what_does_not_fit_is_found(self, room: Room, forged: str, value: object):
        table = await finished(room)
        await change(room.store, forged, value, table.id)

        assert not (await room.house.archive.proof(GUILD, table.id)).deal_matches

    @pytest.mark.parametrize(
        "forged",
        [
            "UPDATE results SET place = 3 - place WHERE place < 3 AND table_id = ?",
            "UPDATE results SET score = score + 1 WHERE seat = 0 AND table_id = ?",
            "DELETE FROM results WHERE seat = 1 AND table_id = ?",
            "UPDATE actions SET action = 'ZZ' WHERE ply = 1 AND table_id = ?",
        ],
    )
    async def test_a_result_that_was_not_played_is_found(self, room: Room, forged: str):
        table = await finished(room)
        await change(room.store, forged, table.id)

        assert (await room.house.archive.proof(GUILD, table.id)).result_matches is False

    async def test_who_left_or_lost_their_data_does_not_change_the_proof(self, room: Room):
        table = await start(room, "ninetynine", 3)
        await room.house.leave(table.id, ANN.user_id)
        await to_the_end(room, table)
        await change(
            room.store,
            "UPDATE seats SET user_id = -4, name = '', join_id = 0 WHERE user_id = ?",
            BEN.user_id,
        )

        proof = await room.house.archive.proof(GUILD, table.id)
        past = await room.house.archive.open(GUILD, table.id)

        assert (proof.deal_matches, proof.result_matches) == (True, True)
        past.film.record.verify()


class TestTheFilms:
    async def test_a_game_is_read_and_played_once(self, room: Room):
        table = await finished(room)
        await room.house.archive.open(GUILD, table.id)

        with trouble(room.store, "journal"):
            await room.house.archive.open(GUILD, table.id)

    async def test_people_who_come_together_get_the_same_one(self, room: Room):
        table = await finished(room)
        archives = [room.house.archive.open(GUILD, table.id) for _ in range(3)]

        first, *others = await asyncio.gather(*archives)
        assert all(other.film is first.film for other in others)

    async def test_names_are_read_each_time(self, room: Room):
        table = await finished(room)
        await room.house.archive.open(GUILD, table.id)
        await change(room.store, "UPDATE seats SET name = 'Zoe' WHERE user_id = ?", ANN.user_id)

        past = await room.house.archive.open(GUILD, table.id)
        assert "Zoe" in {seat.name for seat in past.outline.seats}

    async def test_the_oldest_make_room(self, room: Room, monkeypatch):
        tables = [await finished(room, luck=luck) for luck in range(3)]
        monkeypatch.setattr(archive, "KEPT_STEPS", 1)
        for table in tables:
            await room.house.archive.open(GUILD, table.id)

        with trouble(room.store, "journal"):
            await room.house.archive.open(GUILD, tables[-1].id)
            with refused(RefusalCode.UNAVAILABLE):
                await room.house.archive.open(GUILD, tables[0].id)

    async def test_a_long_game_lets_others_have_their_turn(self, room: Room, monkeypatch):
        table = await finished(room, "toonerville")
        monkeypatch.setattr(archive, "_AT_ONCE", 10)
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        busy = asyncio.create_task(others())
        past = await room.house.archive.open(GUILD, table.id)
        busy.cancel()
        assert turns > past.film.steps // 10
