"""The bot's heartbeat, so that the time it was down can be given back to the clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of one row."""
    op.create_table(
        "house",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alive_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house"),
    )


def downgrade() -> None:
    """Forget the heartbeat."""
    op.drop_table("house")
