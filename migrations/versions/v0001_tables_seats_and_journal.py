"""Tables, seats and the journal of actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the tables of a game in progress."""
    create_tables()
    create_seats()
    create_actions()


def downgrade() -> None:
    """Drop every game."""
    op.drop_table("actions")
    op.drop_table("seats")
    op.drop_table("tables")


def create_tables() -> None:
    """Headers; ids are never used twice."""
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("stake", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(), nullable=False),
        sa.Column("salt", sa.String(), nullable=True),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("closes_at", sa.Double(), nullable=True),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("closed_reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index("ix_tables_guild_id_status", "tables", ["guild_id", "status"])


def create_seats() -> None:
    """Who sits where."""
    op.create_table(
        "seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=True),
        sa.Column("join_id", sa.BigInteger(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("left_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seats_table_id_tables", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])


def create_actions() -> None:
    """The journal: its key refuses a ply that was played."""
    op.create_table(
        "actions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "ply", name="pk_actions"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_actions_table_id_tables", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
