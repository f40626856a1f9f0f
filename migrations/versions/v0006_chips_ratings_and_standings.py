"""Chips, ratings and standings, and what a result needs for them.

Old games get their place in the order of endings here. Their ratings and standings are made from
the journals when the bot next starts: only the rules know who played with whom.
"""

import json
from collections.abc import Mapping
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_BOARDS = ("chips", "wins", "share", "rating", "games", "best_streak")


def upgrade() -> None:
    """Make the tables and columns, and number what is finished."""
    op.add_column("tables", sa.Column("number", sa.BigInteger(), nullable=True))
    op.create_index("ix_tables_guild_id_number", "tables", ["guild_id", "number"])
    for column in _result_columns():
        op.add_column("results", column)
    op.create_index(
        "ix_results_guild_id_user_id_number", "results", ["guild_id", "user_id", "number"]
    )
    _make_books()
    _make_ledger()
    _make_ratings()
    _make_standings()
    _take_up_old_tables()


def downgrade() -> None:
    """Forget chips, ratings and standings; the results stay."""
    for table in ("standings", "ratings", "transfers", "accounts", "books"):
        op.drop_table(table)
    op.drop_index("ix_results_guild_id_user_id_number", "results")
    _drop_what_only_this_has()
    for column in reversed(_result_columns()):
        op.drop_column("results", column.name)
    op.drop_index("ix_tables_guild_id_number", "tables")
    op.drop_column("tables", "number")


def _result_columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("number", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("team", sa.Integer(), server_default="0", nullable=False),
        sa.Column("left", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("kicked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("late", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("chips", sa.Integer(), server_default="0", nullable=False),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.Column("rated", sa.Integer(), server_default="0", nullable=False),
    ]


def _make_books() -> None:
    op.create_table(
        "books",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("timezone", sa.String(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_books"),
        sqlite_with_rowid=False,
    )


def _make_ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("owner", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("refilled_at", sa.Double(), nullable=True),
        sa.CheckConstraint("balance >= 0 OR kind = 'house'", name="ck_accounts_balance"),
        sa.PrimaryKeyConstraint("guild_id", "kind", "owner", name="pk_accounts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "transfers",
        sa.Column("id", _id(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("once", sa.String(), nullable=True),
        sa.Column("from_kind", sa.String(), nullable=False),
        sa.Column("from_owner", sa.BigInteger(), nullable=False),
        sa.Column("to_kind", sa.String(), nullable=False),
        sa.Column("to_owner", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name="ck_transfers_amount"),
        sa.PrimaryKeyConstraint("id", name="pk_transfers"),
    )
    op.create_index("ix_transfers_table_id_once", "transfers", ["table_id", "once"], unique=True)
    for side in ("from", "to"):
        kind, owner = f"{side}_kind", f"{side}_owner"
        op.create_index(
            f"ix_transfers_guild_id_{kind}_{owner}_id",
            "transfers",
            ["guild_id", kind, owner, "id"],
        )


def _make_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "game", name="pk_ratings"),
        sqlite_with_rowid=False,
    )


def _make_standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("chips", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.BigInteger(), nullable=False),
        sa.Column("best_streak", sa.BigInteger(), nullable=False),
        sa.Column("share", sa.BigInteger(), nullable=True),
        sa.Column("rating", sa.BigInteger(), nullable=True),
        sa.Column("rated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "period", "game", "level", "user_id", name="pk_standings"
        ),
        sqlite_with_rowid=False,
    )
    for name in _BOARDS:
        columns = ["guild_id", "period", "game", name, "level", "user_id"]
        op.create_index(f"ix_standings_{name}", "standings", columns)
    op.create_index("ix_standings_guild_id_user_id", "standings", ["guild_id", "user_id"])


def _take_up_old_tables() -> None:
    """Number finished games, and open the books of every server, to be made when the bot starts."""
    connection = op.get_bind()
    # chips were never put into a pot before
    connection.execute(sa.text("UPDATE tables SET stake = 0 WHERE status <> 'lobby'"))
    connection.execute(
        sa.text(
            "UPDATE results SET level = (SELECT seats.level FROM seats WHERE seats.table_id ="
            " results.table_id AND seats.seat = results.seat), team = seat,"
            ' "left" = EXISTS (SELECT 1 FROM seats WHERE seats.table_id = results.table_id'
            " AND seats.seat = results.seat AND seats.left_at IS NOT NULL)"
        )
    )
    zones = _zones(connection)
    finished = connection.execute(
        sa.text(
            "SELECT id, guild_id FROM tables WHERE status = 'finished' AND EXISTS (SELECT 1 FROM"
            " results WHERE results.table_id = tables.id)"
            " ORDER BY guild_id, coalesce(ended_at, opened_at), id"
        )
    ).all()
    counts: dict[int, int] = {}
    for guild_id, tables in groupby(finished, key=lambda row: row.guild_id):
        numbers = [{"number": n, "id": table.id} for n, table in enumerate(tables, 1)]
        counts[guild_id] = len(numbers)
        for table in ("tables", "results"):
            key = "id" if table == "tables" else "table_id"
            statement = sa.text(f"UPDATE {table} SET number = :number WHERE {key} = :id")  # noqa: S608
            connection.execute(statement, numbers)
    for guild_id in sorted({*zones, *counts}):
        connection.execute(
            sa.text(
                "INSERT INTO books (guild_id, finished, timezone, stale) VALUES (:g, :n, :z, :s)"
            ),
            {
                "g": guild_id,
                "n": counts.get(guild_id, 0),
                "z": zones.get(guild_id, "UTC"),
                "s": guild_id in counts,
            },
        )


def _zones(connection: sa.Connection) -> dict[int, str]:
    """The time zones that servers have set."""
    zones = {}
    for guild_id, stored in connection.execute(sa.text("SELECT guild_id, settings FROM guilds")):
        settings = json.loads(stored) if isinstance(stored, str) else stored
        if isinstance(settings, Mapping) and isinstance(zone := settings.get("timezone"), str):
            zones[guild_id] = zone
    return zones


def _drop_what_only_this_has() -> None:
    """Chips go; and results of people whose seat another one took have no place before this."""
    op.get_bind().execute(
        sa.text(
            "DELETE FROM results WHERE seat >="
            " (SELECT wanted FROM tables WHERE tables.id = results.table_id)"
        )
    )


def _id() -> sa.BigInteger:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")
