"""The first tables: incidents with their timelines, fixes and occurrences; analyses; beliefs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make them."""
    counter = op.create_table(
        "counter",
        sa.Column("name", sa.String(50), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
    )
    op.bulk_insert(counter, [{"name": "incident", "value": 0}])
    _incident()
    _of_incident()
    _beliefs()


def downgrade() -> None:
    """Drop them."""
    for table in (
        "belief_event",
        "belief",
        "analysis",
        "occurrence",
        "fix",
        "timeline_entry",
        "incident",
        "counter",
    ):
        op.drop_table(table)


def _incident() -> None:
    decided = [
        column
        for name in ("root_cause", "resolution", "outcome")
        for column in (
            sa.Column(name, sa.Text),
            sa.Column(f"{name}_by", sa.Text),
            sa.Column(f"{name}_at", MOMENT),
        )
    ]
    lists = ("symptoms", "factors", "lessons", "follow_ups", "related", "tags")
    op.create_table(
        "incident",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("service", sa.String(200), nullable=False, index=True),
        sa.Column("severity", sa.String(20), nullable=False),
        sa.Column("status", sa.String(20), nullable=False, index=True),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False, index=True),
        sa.Column("detected_at", MOMENT),
        sa.Column("resolved_at", MOMENT),
        *decided,
        sa.Column("source_kind", sa.String(20), nullable=False),
        sa.Column("source_name", sa.Text, nullable=False, index=True),
        sa.Column("fingerprint", sa.String(200), index=True),
        *(sa.Column(name, sa.JSON, nullable=False) for name in lists),
        sa.Column("search_text", sa.Text, nullable=False),
    )


def _owner() -> sa.Column[str]:
    key = sa.ForeignKey("incident.id", ondelete="CASCADE")
    return sa.Column("incident_id", sa.String(100), key, primary_key=True)


def _of_incident() -> None:
    op.create_table(
        "timeline_entry",
        _owner(),
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("evidence_id", sa.String(100)),
    )
    op.create_table(
        "fix",
        _owner(),
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("applied_at", MOMENT),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
    )
    op.create_table(
        "occurrence",
        _owner(),
        sa.Column("key", sa.String(300), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("resolved_at", MOMENT),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_table(
        "analysis",
        _owner(),
        sa.Column("with_memory", sa.Boolean, primary_key=True),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def _beliefs() -> None:
    op.create_table(
        "belief",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("fix", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
    )
    belief = sa.ForeignKey("belief.id", ondelete="CASCADE")
    op.create_table(
        "belief_event",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("belief_id", sa.String(100), belief, nullable=False, index=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("effect", sa.String(20), nullable=False),
        sa.Column("incident_id", sa.String(100), nullable=False, index=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("weight", sa.Float, nullable=False),
    )
