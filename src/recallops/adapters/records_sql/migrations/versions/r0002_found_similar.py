"""What an analysis found alike stands in a column of its own."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and fill it from the analyses that are there."""
    with op.batch_alter_table("analysis") as table:
        table.add_column(sa.Column("similar", sa.JSON, nullable=False, server_default="[]"))
    analysis = sa.table(
        "analysis",
        sa.column("incident_id", sa.String),
        sa.column("with_memory", sa.Boolean),
        sa.column("body", sa.Text),
        sa.column("similar", sa.JSON),
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(analysis)).all():
        found = json.loads(row.body)["investigation"]["similar"]
        connection.execute(
            sa.update(analysis)
            .where(analysis.c.incident_id == row.incident_id)
            .where(analysis.c.with_memory == row.with_memory)
            .values(similar=[one["incident_id"] for one in found])
        )


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("analysis") as table:
        table.drop_column("similar")
