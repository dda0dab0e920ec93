"""The tables, as SQLAlchemy maps them; `migrations/` makes them."""

from datetime import UTC, datetime

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from recallops.domain.errors import Invalid

CASCADE = "all, delete-orphan"


class Moment(TypeDecorator[datetime]):
    """A moment with a zone; SQLite keeps none, so that all are stored in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise Invalid("A time has no zone: add one, such as +00:00")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """All tables; keys and constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Counter(Base):
    """Numbers given out, so that none is given out twice."""

    __tablename__ = "counter"

    name: Mapped[str] = mapped_column(String(50), primary_key=True)
    value: Mapped[int]


class IncidentRow(Base):
    """An incident.

    Attributes:
        search_text: What is searched in, folded.
    """

    __tablename__ = "incident"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    revision: Mapped[int] = mapped_column()
    title: Mapped[str] = mapped_column(Text)
    service: Mapped[str] = mapped_column(String(200), index=True)
    severity: Mapped[str] = mapped_column(String(20))
    status: Mapped[str] = mapped_column(String(20), index=True)
    problem: Mapped[str] = mapped_column(Text)
    started_at: Mapped[datetime] = mapped_column(Moment, index=True)
    detected_at: Mapped[datetime | None] = mapped_column(Moment)
    resolved_at: Mapped[datetime | None] = mapped_column(Moment)

    root_cause: Mapped[str | None] = mapped_column(Text)
    root_cause_by: Mapped[str | None] = mapped_column(Text)
    root_cause_at: Mapped[datetime | None] = mapped_column(Moment)
    resolution: Mapped[str | None] = mapped_column(Text)
    resolution_by: Mapped[str | None] = mapped_column(Text)
    resolution_at: Mapped[datetime | None] = mapped_column(Moment)
    outcome: Mapped[str | None] = mapped_column(Text)
    outcome_by: Mapped[str | None] = mapped_column(Text)
    outcome_at: Mapped[datetime | None] = mapped_column(Moment)

    source_kind: Mapped[str] = mapped_column(String(20))
    source_name: Mapped[str] = mapped_column(Text, index=True)
    fingerprint: Mapped[str | None] = mapped_column(String(200), index=True)

    symptoms: Mapped[list[str]] = mapped_column(JSON)
    factors: Mapped[list[str]] = mapped_column(JSON)
    lessons: Mapped[list[str]] = mapped_column(JSON)
    follow_ups: Mapped[list[str]] = mapped_column(JSON)
    related: Mapped[list[str]] = mapped_column(JSON)
    tags: Mapped[list[str]] = mapped_column(JSON)
    search_text: Mapped[str] = mapped_column(Text)

    timeline: Mapped[list["UpdateRow"]] = relationship(
        cascade=CASCADE, lazy="selectin", order_by="UpdateRow.place"
    )
    fixes: Mapped[list["FixRow"]] = relationship(
        cascade=CASCADE, lazy="selectin", order_by="FixRow.place"
    )
    occurrences: Mapped[list["OccurrenceRow"]] = relationship(
        cascade=CASCADE, lazy="selectin", order_by="OccurrenceRow.place"
    )

    # Two writers that did not see one another: the later one is told.
    __mapper_args__ = {"version_id_col": revision, "version_id_generator": False}  # noqa: RUF012


class _OfIncident:
    """A row of an incident, at its place among its like."""

    incident_id: Mapped[str] = mapped_column(
        ForeignKey("incident.id", ondelete="CASCADE"), primary_key=True
    )
    place: Mapped[int]


class UpdateRow(_OfIncident, Base):
    """An entry of a timeline."""

    __tablename__ = "timeline_entry"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    at: Mapped[datetime] = mapped_column(Moment)
    text: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(Text)
    evidence_id: Mapped[str | None] = mapped_column(String(100))


class FixRow(_OfIncident, Base):
    """What was done against an incident."""

    __tablename__ = "fix"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    applied_at: Mapped[datetime | None] = mapped_column(Moment)
    outcome: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(Text)


class OccurrenceRow(_OfIncident, Base):
    """One time that an incident happened."""

    __tablename__ = "occurrence"

    key: Mapped[str] = mapped_column(String(300), primary_key=True)
    at: Mapped[datetime] = mapped_column(Moment)
    resolved_at: Mapped[datetime | None] = mapped_column(Moment)
    host: Mapped[str] = mapped_column(Text)
    summary: Mapped[str] = mapped_column(Text)


class AnalysisRow(Base):
    """The latest analysis of an incident, with memory and without; `body` is JSON.

    Attributes:
        similar: Ids of what it found alike, so that a list need not read whole analyses.
    """

    __tablename__ = "analysis"

    incident_id: Mapped[str] = mapped_column(
        ForeignKey("incident.id", ondelete="CASCADE"), primary_key=True
    )
    with_memory: Mapped[bool] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(Moment)
    body: Mapped[str] = mapped_column(Text)
    similar: Mapped[list[str]] = mapped_column(JSON)


class BeliefRow(Base):
    """That a fix works for a cause."""

    __tablename__ = "belief"

    id: Mapped[str] = mapped_column(String(100), primary_key=True)
    fix: Mapped[str] = mapped_column(Text)
    cause: Mapped[str] = mapped_column(Text)
    events: Mapped[list["BeliefEventRow"]] = relationship(
        cascade=CASCADE, lazy="selectin", order_by="BeliefEventRow.number"
    )


class BeliefEventRow(Base):
    """What became of a fix; never changed, only added."""

    __tablename__ = "belief_event"

    number: Mapped[int] = mapped_column(primary_key=True)
    belief_id: Mapped[str] = mapped_column(ForeignKey("belief.id", ondelete="CASCADE"), index=True)
    at: Mapped[datetime] = mapped_column(Moment)
    effect: Mapped[str] = mapped_column(String(20))
    incident_id: Mapped[str] = mapped_column(String(100), index=True)
    source: Mapped[str] = mapped_column(Text)
    by: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    weight: Mapped[float]
