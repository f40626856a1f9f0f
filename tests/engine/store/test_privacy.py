"""What is stored about people: handed out, and taken out, with nothing of anybody else touched."""

import json

import pytest
from sqlalchemy import JSON, BigInteger, Integer, LargeBinary, String, insert, text
from sqlalchemy.sql.util import find_tables

from engine.store import AlreadyPlayed, Erased, Store, StoreError, export
from engine.store.migration import connect
from engine.store.models import Account, Person
from engine.store.privacy import DELETED, TRACES
from tests.engine.store.builders import action, lobby, open_lobby, person, playing_table, start
from tests.engine.store.people import columns, contents, fill, mentions

ANN, BEN, DAN = 700_000_000_000_000_101, 700_000_000_000_000_102, 700_000_000_000_000_104
HERE, THERE = 900_000_000_000_000_001, 900_000_000_000_000_002

HARMLESS = {
    "tables": {
        "id", "guild_id", "channel_id", "message_id", "game", "options", "wanted", "pace", "stake",
        "level", "status", "server_seed", "salt", "dealer", "seed", "deadline_ply",
        "closed_reason", "parent_id", "rematch_of", "number",
    },
    "seats": {"table_id", "seat", "level"},
    "actions": {"table_id", "ply", "seat", "action", "by", "interaction_id"},
    "results": {
        "table_id", "seat", "guild_id", "game", "place", "score", "number", "level", "team",
        "chips", "rated",
    },
    "books": {"guild_id", "finished", "timezone"},
    "accounts": {"guild_id", "kind", "balance"},
    "transfers": {"id", "guild_id", "kind", "table_id", "once", "from_kind", "to_kind", "amount"},
    "ratings": {"guild_id", "game", "games"},
    "standings": {
        "guild_id", "period", "game", "level", "games", "wins", "chips", "streak", "best_streak",
        "share", "rating", "rated",
    },
    "members": {"guild_id"},
    "bells": {"message_id", "channel_id", "table_id", "decisions"},
    "guilds": {"guild_id", "settings"},
    "setting_changes": {"id", "guild_id", "setting", "old", "new"},
    "house": {"id"},
}  # fmt: skip
"""Columns that could hold an id or a name by their type, and hold neither.

The salt is the ids of clicks, which nobody needs to hide: without it no deal could be checked. The
clicks of the journal are dropped by themselves, see below.
"""


def test_every_column_that_could_name_somebody_is_looked_after():
    """A new column has to be added to TRACES, or here, if it can't hold a person's id or name."""
    able = (BigInteger, Integer, String, JSON, LargeBinary)
    could = {
        (column.class_.__tablename__, column.key)
        for column in columns()
        if isinstance(column.type, able)
    }
    traced = {
        (trace.column.class_.__tablename__, name)
        for trace in TRACES
        for name in (trace.column.key, *trace.blank)
    }
    whole = {(m.__tablename__, c.name) for m in (*DELETED, Person) for c in m.__table__.columns}
    harmless = {(table, column) for table, names in HARMLESS.items() for column in names}

    assert could - traced - whole - harmless == set(), "say what becomes of these"
    assert harmless - could == set(), "these are gone"
    assert harmless & traced == set()


def named() -> set[str]:
    """The tables in which people are named."""
    traced = {trace.column.class_.__tablename__ for trace in TRACES}
    return traced | {model.__tablename__ for model in DELETED}


async def erase(store: Store, guild_id: int, user_id: int) -> int:
    await store.keeping.ask_erasure(user_id, guild_id, 5_000.0)
    number = await store.keeping.erase(guild_id, user_id)
    assert number is not None
    return number


async def everybody(url: str) -> None:
    """Ann and Ben have rows everywhere, in two servers."""
    for guild_id in (HERE, THERE):
        await fill(url, guild_id, ANN, "Ann")
        await fill(url, guild_id, BEN, "Ben")


class TestErasing:
    async def test_nothing_is_left_of_the_person_in_that_server(self, store: Store, url: str):
        await fill(url, HERE, ANN, "Ann Onymous")
        before = await contents(url)
        assert {table for table, _ in mentions(before, ANN)} >= {
            t.column.class_.__tablename__ for t in TRACES
        }

        number = await erase(store, HERE, ANN)

        after = await contents(url)
        assert number < 0
        assert mentions(after, ANN, "Ann Onymous") == {("people", "user_id")}, (
            "that is for all servers"
        )
        for table in before:
            gone = 1 if table == "erasures" else 0
            assert len(after[table]) == len(before[table]) - gone, table

    async def test_everywhere_takes_the_choices_too(self, store: Store, url: str):
        await everybody(url)

        guilds = await store.keeping.ask_erasure(ANN, None, 5_000.0)
        assert guilds == [HERE, THERE]
        numbers = {await store.keeping.erase(guild_id, ANN) for guild_id in guilds}

        assert len(numbers) == 2, "a number of its own in each server"
        assert mentions(await contents(url), ANN, "Ann") == set()

    async def test_others_and_other_servers_stay_as_they_were(self, store: Store, url: str):
        await everybody(url)
        before = await contents(url)

        number = await erase(store, HERE, ANN)

        after = await contents(url)
        for table, lines in before.items():
            gone = [line for line in lines if line not in after[table]]
            new = [line for line in after[table] if line not in lines]
            assert all(ANN in line.values() for line in gone), table
            assert all(number in line.values() for line in new), table
            assert len(gone) - len(new) == (table == "erasures"), table
        assert mentions(after, BEN, "Ben") == mentions(before, BEN, "Ben")

    async def test_chips_and_places_of_the_former_player_stay_in_the_sums(
        self, store: Store, url: str
    ):
        await everybody(url)
        async with connect(url) as connection:
            sums = "SELECT sum(balance) FROM accounts WHERE guild_id = :g"
            before = await connection.scalar(text(sums), {"g": HERE})
        await erase(store, HERE, ANN)
        async with connect(url) as connection:
            assert await connection.scalar(text(sums), {"g": HERE}) == before

    async def test_pots_with_the_number_of_a_person_are_no_persons(self, store: Store, url: str):
        await fill(url, HERE, ANN, "Ann")
        async with connect(url) as connection:
            await connection.execute(
                insert(Account).values(guild_id=HERE, kind="pot", owner=ANN, balance=7)
            )
        await erase(store, HERE, ANN)
        pots = [row for row in (await contents(url))["accounts"] if row["kind"] == "pot"]
        assert [(row["owner"], row["balance"]) for row in pots] == [(ANN, 7)]

    async def test_two_former_players_are_two(self, store: Store, url: str):
        await everybody(url)
        assert await erase(store, HERE, ANN) != await erase(store, HERE, BEN)

    async def test_who_comes_back_is_somebody_new(self, store: Store, url: str):
        await fill(url, HERE, ANN, "Ann")
        first = await erase(store, HERE, ANN)
        await fill(url, HERE, ANN, "Ann")

        assert str(first) not in json.dumps(await store.keeping.export(ANN))
        assert await erase(store, HERE, ANN) != first

    async def test_a_number_that_is_taken_is_drawn_again(
        self, store: Store, url: str, monkeypatch: pytest.MonkeyPatch
    ):
        draws = iter([41, 41, 41, 6])
        monkeypatch.setattr("engine.store.privacy.secrets.randbits", lambda _: next(draws))
        await everybody(url)
        assert await erase(store, HERE, ANN) == -42
        assert await erase(store, HERE, BEN) == -7

    async def test_clicks_are_taken_out_of_the_journal_but_only_theirs(self, store: Store):
        table_id = await playing_table(store, person(0, ANN, left_at=2_001.0), person(1, BEN))
        for ply in range(4):
            await store.append(action(table_id, ply))

        await erase(store, lobby().guild_id, ANN)

        stored = await store.load(table_id)
        assert stored is not None
        assert [row.interaction_id for row in stored.actions] == [None, 2**60 + 1, None, 2**60 + 3]
        assert [row.action for row in stored.actions] == ["KS"] * 4
        assert stored.table.salt == "1000000000000000000,1000000000000000001", "the deal's proof"
        assert [seat.join_id for seat in stored.seats] == [0, 10**18 + 1]

    async def test_nobody_is_erased_while_sitting_at_a_live_table(self, store: Store):
        table_id = await playing_table(store, person(0, ANN), person(1, BEN))
        await store.keeping.ask_erasure(ANN, None, 5_000.0)

        with pytest.raises(AlreadyPlayed):
            await store.keeping.erase(lobby().guild_id, ANN)

        assert await store.keeping.pending_erasures() == [(lobby().guild_id, ANN)]
        await store.update_seat(table_id, 0, left_at=2_500.0)
        assert await store.keeping.erase(lobby().guild_id, ANN) is not None
        assert await store.keeping.pending_erasures() == []

    async def test_it_is_done_once_and_only_if_asked(self, store: Store, url: str):
        await fill(url, HERE, ANN, "Ann")
        async with connect(url) as connection:
            await connection.execute(text("DELETE FROM erasures"))
        assert await store.keeping.erase(HERE, ANN) is None
        assert await erase(store, HERE, ANN)
        assert await store.keeping.erase(HERE, ANN) is None

    async def test_there_is_nothing_to_delete_of_a_stranger(self, store: Store, url: str):
        await everybody(url)
        before = await contents(url)
        assert await store.keeping.ask_erasure(DAN, None, 5_000.0) == []
        assert await store.keeping.ask_erasure(DAN, HERE, 5_000.0) == []
        assert await contents(url) == before

    async def test_what_a_person_said_about_a_game_that_goes_on_is_forgotten(
        self, store: Store, url: str
    ):
        """But for their having left or been turned out, which counts at the end."""
        table_id = await fill(url, HERE, ANN, "Ann")
        async with connect(url) as connection:
            statement = "INSERT INTO stances (table_id, kind, user_id, at) VALUES (:t, :k, :u, 1)"
            for kind in ("pause", "left"):
                await connection.execute(text(statement), {"t": table_id, "k": kind, "u": ANN})
        number = await erase(store, HERE, ANN)
        told = {(row["kind"], row["user_id"]) for row in (await contents(url))["stances"]}
        assert told == {("kicked", number), ("left", number)}

    async def test_a_failure_changes_nothing(self, store: Store, url: str):
        await fill(url, HERE, ANN, "Ann")
        await store.keeping.ask_erasure(ANN, HERE, 5_000.0)
        before = await contents(url)
        async with connect(url) as connection:
            await connection.execute(text("ALTER TABLE standings RENAME TO elsewhere"))
        with pytest.raises(StoreError):
            await store.keeping.erase(HERE, ANN)
        async with connect(url) as connection:
            await connection.execute(text("ALTER TABLE elsewhere RENAME TO standings"))
        assert await contents(url) == before


class TestErrands:
    """Clicks that are under way while their person is deleted."""

    async def test_what_waits_to_be_written_is_not_written_any_more(self, store: Store):
        errands = store.keeping.errands
        with errands.begun(HERE, ANN):
            click = errands.current()
            assert click is not None
            await store.set_choices(ANN, hand_layout="rows")
            click.void = True
            with pytest.raises(Erased):
                await store.set_choices(ANN, hand_layout="suits")
        await store.set_choices(BEN, hand_layout="suits")
        assert (await store.choices(ANN))["hand_layout"] == "rows"
        assert (await store.choices(BEN))["hand_layout"] == "suits"

    async def test_only_that_persons_clicks_in_that_server_are_barred(self, store: Store):
        errands = store.keeping.errands

        async def writes(guild_id: int, user_id: int) -> bool:
            with errands.begun(guild_id, user_id):
                try:
                    await store.heartbeat(1.0)
                except Erased:
                    return False
                return True

        with errands.barred(HERE, ANN):
            assert [await writes(g, u) for g in (HERE, THERE) for u in (ANN, BEN)] == [
                False, True, True, True,
            ]  # fmt: skip
        with errands.barred(None, ANN):
            assert not await writes(THERE, ANN)
        assert await writes(HERE, ANN), "afterwards they are somebody new"


class TestExport:
    async def test_it_holds_every_row_of_the_person(self, store: Store, url: str):
        await everybody(url)
        exported = await store.keeping.export(ANN)

        assert [server["guild_id"] for server in exported["servers"]] == [str(HERE), str(THERE)]
        parts = {"names", "seats", "hosted", "waits_for_a_seat", "plays", "said_about_tables",
                 "results", "chips", "chips_moved", "standings", "ratings", "setting_changes",
                 "deletion_asked_for"}  # fmt: skip
        for server in exported["servers"]:
            assert set(server) - {"guild_id"} >= parts - {"plays"}
            assert all(len(server[part]) == 1 for part in parts - {"plays"})
        assert exported["choices"] is not None

    def test_it_knows_every_table_of_the_schema_that_names_people(self):
        statements = export._parts(ANN).values()
        read = {table.name for each in statements for table in find_tables(each, include_joins=True)
                if hasattr(table, "name")}  # fmt: skip
        assert named() <= read

    async def test_nothing_of_anybody_else_is_in_it(self, store: Store, url: str):
        await everybody(url)
        table_id = await store.create_table(
            lobby(guild_id=HERE, host_id=BEN),
            [person(0, BEN, name="Ben"), person(1, ANN, name="Ann")],
        )
        await start(store, table_id, person(0, BEN, name="Ben"), person(1, ANN, name="Ann"))
        for ply in range(4):
            await store.append(action(table_id, ply, action="KS" if ply % 2 else "hidden"))

        words = json.dumps(await store.keeping.export(ANN))

        assert str(BEN) not in words
        assert "Ben" not in words
        assert "hidden" not in words
        assert words.count('"KS"') == 2
        assert "seed" not in words
        assert "options" not in words

    async def test_it_is_json_with_ids_as_texts_and_times_in_utc(self, store: Store):
        await open_lobby(store, guild_id=HERE)
        exported = json.loads(json.dumps(await store.keeping.export(101)))
        (seat,) = exported["servers"][0]["seats"]
        assert seat["joined_at"] == "1970-01-01T00:16:41.000+00:00"
        assert seat["channel_id"] == str(2**62)

    async def test_of_a_stranger_there_is_nothing(self, store: Store, url: str):
        await everybody(url)
        assert await store.keeping.export(DAN) == {
            "user_id": str(DAN),
            "choices": None,
            "servers": [],
        }
