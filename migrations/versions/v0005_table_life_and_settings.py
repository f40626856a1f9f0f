"""What the life of a table needs, and the settings of servers and people.

Tables may pause, stand in a thread, follow an earlier table and be told of late; people agree on
things and are turned away; reminders are known again after a restart.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and make the tables of stances, reminders, servers and changes."""
    op.add_column("tables", sa.Column("parent_id", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("paused_at", sa.Double(), nullable=True))
    op.add_column("tables", sa.Column("rematch_of", sa.BigInteger(), nullable=True))
    op.add_column(
        "tables",
        sa.Column("open_seats", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column(
        "tables", sa.Column("settled", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.add_column("seats", sa.Column("heir_id", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("heir_name", sa.String(), nullable=True))
    op.add_column(
        "people", sa.Column("bells", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.add_column(
        "people", sa.Column("language", sa.String(), server_default=sa.text("''"), nullable=False)
    )
    op.create_table(
        "stances",
        sa.Column("table_id", _id(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_stances_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "kind", "user_id", name="pk_stances"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "bells",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("table_id", _id(), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_bells_table_id_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("message_id", name="pk_bells"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bells_table_id", "bells", ["table_id"])
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("removed_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guilds"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "setting_changes",
        sa.Column("id", _id(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("setting", sa.String(), nullable=False),
        sa.Column("old", sa.JSON(), nullable=True),
        sa.Column("new", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_setting_changes"),
    )
    op.create_index("ix_setting_changes_guild_id", "setting_changes", ["guild_id"])


def _id() -> sa.BigInteger:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def downgrade() -> None:
    """Forget all of it."""
    op.drop_table("setting_changes")
    op.drop_table("guilds")
    op.drop_table("bells")
    op.drop_table("stances")
    op.drop_column("people", "language")
    op.drop_column("people", "bells")
    op.drop_column("seats", "heir_name")
    op.drop_column("seats", "heir_id")
    for column in ("settled", "open_seats", "rematch_of", "paused_at", "parent_id"):
        op.drop_column("tables", column)
