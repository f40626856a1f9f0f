"""People who are to be deleted, and tables whose plays have been dropped in the course of time."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of deletions that are still to be done, and the mark of tables."""
    op.add_column(
        "tables", sa.Column("has_journal", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.create_table(
        "erasures",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_erasures"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("erasures")
    op.drop_column("tables", "has_journal")
