"""Migrations: they build the schema of the models; back and forth keeps what can be kept."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, select, text

from engine.store import (
    BellRow,
    SettingChangeRow,
    StanceRow,
    Store,
    StoreError,
    check_revision,
    downgrade,
    migrate,
)
from engine.store.migration import DIRECTORY, connect
from engine.store.models import Base
from tests.engine.store.builders import (
    ANN,
    BEN,
    GUILD,
    action,
    computer,
    finished_table,
    open_lobby,
    person,
    playing_table,
    result,
)

REVISIONS = sorted(script.revision for script in ScriptDirectory(DIRECTORY).walk_revisions())
HEAD = REVISIONS[-1]

CHIPS = "0006"
"""The revision with which chips, ratings and standings came."""
OPENED_BOOKS = [{"guild_id": GUILD, "finished": 1, "timezone": "UTC", "stale": True}]
"""What older games become there: numbered, and waiting to be rated."""

Rows = dict[str, list[dict[str, Any]]]

OF_OLDER_ROWS: dict[str, Any] = {
    "deadline_ply": 0,
    "standing": "",
    "parent_id": None,
    "paused_at": None,
    "rematch_of": None,
    "open_seats": False,
    "settled": True,
    "heir_id": None,
    "heir_name": None,
    "bells": True,
    "language": "",
    "has_journal": True,
    "left": False,
    "kicked": False,
    "late": False,
    "chips": 0,
    "mu": None,
    "sigma": None,
    "rated": 0,
}
"""What a row has in columns that are newer than it is."""


async def contents(url: str) -> Rows:
    """Every row of every table, in some fixed order."""

    def read(connection: Connection) -> Rows:
        metadata = MetaData()
        metadata.reflect(connection)
        return {
            table.name: sorted(
                (dict(row) for row in connection.execute(select(table)).mappings()), key=repr
            )
            for table in metadata.sorted_tables
            if table.name != "alembic_version"
        }

    async with connect(url) as connection:
        return await connection.run_sync(read)


async def fill(url: str) -> None:
    """A lobby, a game in progress for chips and a finished one."""
    store = await Store.open(url)
    try:
        await open_lobby(store, stake=10)
        table_id = await playing_table(store, person(0, ANN), computer(1), stake=10)
        for ply in range(5):
            await store.append(action(table_id, ply))
        await finished_table(store, result(0, ANN, won=True), result(1, BEN, won=False))
        await store.heartbeat(2_000.0)
        await store.set_choices(ANN, hand_layout="rows")
        await store.add_stance(StanceRow(table_id=table_id, kind="end", user_id=ANN, at=2_000.0))
        await store.add_bell(
            BellRow(message_id=7, channel_id=8, table_id=table_id, decisions={"0": 3})
        )
        change = SettingChangeRow(
            guild_id=9, at=2_000.0, user_id=ANN, name="Ann", setting="pace", old="live", new="slow"
        )
        await store.change_settings(9, lambda _: ({"pace": "slow"}, [change]))
        await store.keeping.ask_erasure(BEN, None, 2_000.0)
    finally:
        await store.close()


async def test_a_new_database_has_no_revision_and_then_the_newest(blank_url: str):
    assert await check_revision(blank_url) is None
    await migrate(blank_url)
    assert await check_revision(blank_url) == HEAD
    await migrate(blank_url)
    assert await check_revision(blank_url) == HEAD


async def test_migrations_build_what_the_models_say(url: str):
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return compare_metadata(context, Base.metadata)

    async with connect(url) as connection:
        assert await connection.run_sync(differences) == []


async def test_names_of_keys_are_the_same_in_models_and_migrations(url: str):
    def keys(connection: Connection) -> dict[str, Any]:
        inspector = inspect(connection)
        return {
            table: (
                inspector.get_pk_constraint(table)["name"],
                [
                    (key["name"], key["options"].get("ondelete"))
                    for key in inspector.get_foreign_keys(table)
                ],
            )
            for table in Base.metadata.tables
        }

    async with connect(url) as connection:
        migrated = await connection.run_sync(keys)
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
        assert migrated == await connection.run_sync(keys)


async def test_sqlite_tables_are_stored_as_the_models_say(sqlite_url: str):
    def definitions(connection: Connection) -> dict[str, tuple[bool, bool]]:
        rows = connection.execute(
            text(
                "SELECT name, sql FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'"
            )
        )
        return {
            name: ("WITHOUT ROWID" in sql, "AUTOINCREMENT" in sql)
            for name, sql in rows
            if name != "alembic_version"
        }

    async with connect(sqlite_url) as connection:
        migrated = await connection.run_sync(definitions)
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
        assert migrated == await connection.run_sync(definitions)
    assert migrated["tables"] == (False, True)
    assert migrated["actions"] == (True, False)


@pytest.mark.parametrize("revision", REVISIONS)
async def test_back_and_forth_keeps_every_row_that_the_older_schema_has(url: str, revision: str):
    await fill(url)
    before = await contents(url)
    assert all(before.values())

    await downgrade(url, revision)
    assert await check_revision(url) == revision
    older = await contents(url)
    await migrate(url)

    assert older == {
        table: [
            {name: row[name] for name in kept}
            for row, kept in zip(before[table], rows, strict=True)
        ]
        for table, rows in older.items()
    }
    assert "actions" in older
    assert await contents(url) == {
        table: [
            newer(table, row, before[table][0], revision, numbered="results" in older)
            for row in older.get(table, [])
        ]
        for table in before
    } | ({"books": OPENED_BOOKS} if "results" in older and revision < CHIPS else {})


def newer(
    table: str, row: dict[str, Any], like: dict[str, Any], revision: str, *, numbered: bool
) -> dict[str, Any]:
    """A row of an older revision as the migrations bring it up to date."""
    row = {name: value for name, value in OF_OLDER_ROWS.items() if name in like} | row
    if revision < CHIPS:
        if table == "tables":
            row["number"] = 1 if numbered and row["status"] == "finished" else None
            row["stake"] = row["stake"] if row["status"] == "lobby" else 0
        elif table == "results":
            row |= {"number": 1, "level": None, "team": row["seat"]}
    return row


async def test_deadlines_of_tables_that_are_played_stay_as_they_were(url: str):
    """Under the older schema the later of the header's and the journal's was in force."""
    store = await Store.open(url)
    journals: list[list[float | None]] = [[], [2_050.0], [2_050.0, 2_070.0], [None]]
    ids = [await playing_table(store) for _ in journals]
    for table_id, deadlines in zip(ids, journals, strict=True):
        for ply, deadline in enumerate(deadlines):
            await store.append(action(table_id, ply, deadline=deadline))
    await store.close()
    await downgrade(url, "0003")

    await migrate(url)

    store = await Store.open(url)
    try:
        assert [table.deadline for table in await store.live()] == [
            2_060.0,
            2_060.0,
            2_070.0,
            2_060.0,
        ]
        await store.append(action(ids[1], 1, deadline=2_055.0))
        await store.append(action(ids[2], 2, deadline=2_065.0))
        assert [table.deadline for table in await store.live()] == [
            2_060.0,
            2_055.0,
            2_065.0,
            2_060.0,
        ]
    finally:
        await store.close()


async def test_all_the_way_back_leaves_nothing_and_up_again_it_works(url: str):
    await fill(url)

    await downgrade(url, "base")
    assert await contents(url) == {}
    assert await check_revision(url) is None
    await migrate(url)

    await fill(url)
    assert all((await contents(url)).values())


async def test_two_processes_that_start_together_migrate_once(blank_url: str):
    await asyncio.gather(*(migrate(blank_url) for _ in range(8)))
    assert await check_revision(blank_url) == HEAD


async def test_a_revision_that_is_no_revision_is_refused(url: str):
    with pytest.raises(StoreError, match="nonsense"):
        await migrate(url, "nonsense")
    with pytest.raises(StoreError, match="nonsense"):
        await downgrade(url, "nonsense")
    assert await check_revision(url) == HEAD


async def test_a_migration_that_fails_half_way_changes_nothing(blank_url: str):
    async with connect(blank_url) as connection:
        await connection.execute(text("CREATE TABLE results (mine integer)"))

    with pytest.raises(StoreError, match="results"):
        await migrate(blank_url)

    assert await contents(blank_url) == {"results": []}
    assert await check_revision(blank_url) is None


async def test_rows_that_refer_to_nothing_stop_a_migration(sqlite_url: str):
    await fill(sqlite_url)
    before = await contents(sqlite_url)

    with pytest.raises(StoreError, match="refer to nothing"):
        async with connect(sqlite_url) as connection:
            await connection.execute(text("DELETE FROM tables"))

    assert await contents(sqlite_url) == before


@pytest.mark.parametrize("by", ["option", "environment"])
def test_alembics_command_line_works_from_any_directory(tmp_path: Path, by: str):
    url = f"sqlite+aiosqlite:///{tmp_path}/cardroom.db"
    root = DIRECTORY.parent
    option = ["-x", f"url={url}"] if by == "option" else []
    environment = {**os.environ, "PYTHONPATH": str(root)}
    environment.pop("DATABASE_URL", None)
    if by == "environment":
        environment["DATABASE_URL"] = url

    def alembic(*arguments: str) -> str:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "alembic", "-c", str(root / "alembic.ini"), *option, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    alembic("upgrade", "head")
    assert HEAD in alembic("current")
    assert "No new upgrade operations" in alembic("check")
    alembic("downgrade", "base")
    assert alembic("current").strip() == ""
