"""The records."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager

from pydantic import TypeAdapter
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from sqlalchemy.orm.exc import StaleDataError

from recallops.adapters.records_sql import finding
from recallops.adapters.records_sql.mapping import belief_of, event_row, fill, incident_of
from recallops.adapters.records_sql.tables import (
    AnalysisRow,
    BeliefEventRow,
    BeliefRow,
    Counter,
    IncidentRow,
)
from recallops.domain.analyses import Analysis
from recallops.domain.beliefs import Belief, BeliefEvent
from recallops.domain.errors import Conflict, NotFound
from recallops.domain.incidents import Incident
from recallops.ports.records import IncidentPage, IncidentQuery

_ANALYSIS = TypeAdapter(Analysis)
_INCIDENTS = "incident"


class SqlRecords:
    """`Records` over any database that SQLAlchemy reaches with an asynchronous driver."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._sessions = async_sessionmaker(engine, expire_on_commit=False)

    async def close(self) -> None:
        await self._engine.dispose()

    async def next_id(self) -> str:
        async with self._writing() as session:
            number = await session.scalar(
                update(Counter)
                .where(Counter.name == _INCIDENTS)
                .values(value=Counter.value + 1)
                .returning(Counter.value)
            )
            return f"INC-{number}"

    async def add(self, incident: Incident) -> Incident:
        row = IncidentRow(id=incident.id, revision=1)
        fill(row, incident)
        try:
            async with self._writing() as session:
                session.add(row)
        except IntegrityError as error:
            raise Conflict(f"There is an incident {incident.id} already") from error
        return incident_of(row)

    async def save(self, incident: Incident) -> Incident:
        changed = f"{incident.id} was changed by somebody else meanwhile"
        try:
            async with self._writing() as session:
                row = await _row(session, incident.id)
                if row.revision != incident.revision:
                    raise Conflict(changed)
                fill(row, incident)
                row.revision += 1
        except StaleDataError as error:
            raise Conflict(changed) from error
        return incident_of(row)

    async def get(self, id: str) -> Incident:
        async with self._sessions() as session:
            return incident_of(await _row(session, id))

    async def all(self, *, service: str | None = None) -> Sequence[Incident]:
        asked = select(IncidentRow).order_by(IncidentRow.started_at, IncidentRow.id)
        if service is not None:
            asked = asked.where(IncidentRow.service == service)
        async with self._sessions() as session:
            return [incident_of(row) for row in await session.scalars(asked)]

    async def find(self, query: IncidentQuery) -> IncidentPage:
        async with self._sessions() as session:
            return await finding.find(session, query)

    async def by_fingerprint(self, fingerprint: str) -> Sequence[Incident]:
        asked = (
            select(IncidentRow)
            .where(IncidentRow.fingerprint == fingerprint)
            .order_by(IncidentRow.started_at.desc(), IncidentRow.id.desc())
        )
        async with self._sessions() as session:
            return [incident_of(row) for row in await session.scalars(asked)]

    async def by_source(self, name: str) -> Incident | None:
        asked = select(IncidentRow).where(IncidentRow.source_name == name).limit(1)
        async with self._sessions() as session:
            row = await session.scalar(asked)
            return incident_of(row) if row else None

    async def remove(self, id: str) -> None:
        async with self._writing() as session:
            row = await _row(session, id)
            await session.execute(delete(AnalysisRow).where(AnalysisRow.incident_id == id))
            await session.execute(delete(BeliefEventRow).where(BeliefEventRow.incident_id == id))
            await session.delete(row)

    async def keep_analysis(self, analysis: Analysis) -> None:
        row = AnalysisRow(
            incident_id=analysis.incident_id,
            with_memory=analysis.with_memory,
            made_at=analysis.made_at,
            body=_ANALYSIS.dump_json(analysis).decode(),
            similar=[one.incident_id for one in analysis.investigation.similar],
        )
        async with self._writing() as session:
            await session.merge(row)

    async def analysis(self, incident_id: str, *, with_memory: bool = True) -> Analysis | None:
        async with self._sessions() as session:
            row = await session.get(AnalysisRow, (incident_id, with_memory))
            return _ANALYSIS.validate_json(row.body) if row else None

    async def found_similar(self, ids: Sequence[str]) -> Mapping[str, Sequence[str]]:
        asked = select(AnalysisRow.incident_id, AnalysisRow.similar).where(
            AnalysisRow.with_memory, AnalysisRow.incident_id.in_(ids)
        )
        async with self._sessions() as session:
            return {row.incident_id: row.similar for row in await session.execute(asked)}

    async def analyses(self, *, holding: str = "") -> Sequence[Analysis]:
        asked = (
            select(AnalysisRow.body)
            .where(AnalysisRow.with_memory, AnalysisRow.body.contains(holding, autoescape=True))
            .order_by(AnalysisRow.made_at)
        )
        async with self._sessions() as session:
            return [_ANALYSIS.validate_json(body) for body in await session.scalars(asked)]

    async def beliefs(self) -> Sequence[Belief]:
        async with self._sessions() as session:
            rows = await session.scalars(select(BeliefRow).order_by(BeliefRow.id))
            return [belief_of(row) for row in rows]

    async def believe(self, belief: Belief, event: BeliefEvent) -> Belief:
        async with self._writing() as session:
            row = await session.get(BeliefRow, belief.id)
            if row is None:
                row = BeliefRow(id=belief.id, fix=belief.fix, cause=belief.cause, events=[])
                session.add(row)
            row.events.append(event_row(event))
            await session.flush()
            return belief_of(row)

    @asynccontextmanager
    async def _writing(self) -> AsyncGenerator[AsyncSession]:
        """Open a session whose work is written in one transaction at its end."""
        async with self._sessions.begin() as session:
            yield session


async def _row(session: AsyncSession, id: str) -> IncidentRow:
    row = await session.get(IncidentRow, id)
    if row is None:
        raise NotFound(f"There is no incident {id!r}")
    return row
