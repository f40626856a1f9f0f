"""Standing answers, how people want hands shown, and the ply that a table's deadline is of.

Until now a deadline in a table's header was in force if it was later than the journal's last one.
Brief decisions have earlier deadlines than those before them, so the header says when it was set.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

HEADER_IS_NEWER = """
UPDATE tables SET deadline_ply = (SELECT count(*) FROM actions WHERE table_id = tables.id)
WHERE deadline > (
    SELECT actions.deadline FROM actions WHERE table_id = tables.id ORDER BY ply DESC LIMIT 1
)
"""


def upgrade() -> None:
    """Add the columns and make the table of people."""
    op.add_column(
        "tables", sa.Column("deadline_ply", sa.Integer(), server_default="0", nullable=False)
    )
    op.execute(HEADER_IS_NEWER)
    op.add_column(
        "seats", sa.Column("standing", sa.String(), server_default=sa.text("''"), nullable=False)
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand_layout", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_people"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Forget answers and layouts."""
    op.drop_table("people")
    op.drop_column("seats", "standing")
    op.drop_column("tables", "deadline_ply")
