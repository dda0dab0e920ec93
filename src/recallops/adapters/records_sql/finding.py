"""Lists of incidents: filters, facets, order."""

from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from recallops.adapters.records_sql.mapping import incident_of
from recallops.adapters.records_sql.tables import IncidentRow
from recallops.domain.incidents import Severity
from recallops.ports.records import FacetValue, IncidentPage, IncidentQuery

Column = InstrumentedAttribute[str]
Conditions = dict[str, ColumnElement[bool]]

_WORST_FIRST = case(
    {severity.value: place for place, severity in enumerate(Severity)}, value=IncidentRow.severity
)


async def find(session: AsyncSession, query: IncidentQuery) -> IncidentPage:
    """Return one page, with the facets of all pages."""
    conditions = _conditions(query)
    rows = await session.scalars(
        select(IncidentRow)
        .where(*conditions.values())
        .order_by(
            *_sought_by_id(query.search),
            _order(query.sort),
            IncidentRow.started_at.desc(),
            IncidentRow.id,
        )
        .limit(query.limit)
        .offset(query.offset)
    )
    total = await session.scalar(select(func.count(IncidentRow.id)).where(*conditions.values()))
    return IncidentPage(
        items=tuple(incident_of(row) for row in rows),
        total=total or 0,
        services=await _facet(session, conditions, IncidentRow.service),
        severities=await _facet(session, conditions, IncidentRow.severity),
        statuses=await _facet(session, conditions, IncidentRow.status),
    )


def _conditions(query: IncidentQuery) -> Conditions:
    """Return what must hold, by the name of the column or the word that asks for it."""
    words = {
        f"word {word}": IncidentRow.search_text.contains(word, autoescape=True)
        for word in query.search.casefold().split()
    }
    chosen: Sequence[tuple[Column, Sequence[str]]] = (
        (IncidentRow.service, query.services),
        (IncidentRow.severity, [one.value for one in query.severities]),
        (IncidentRow.status, [one.value for one in query.statuses]),
    )
    return words | {column.key: column.in_(values) for column, values in chosen if values}


async def _facet(
    session: AsyncSession, conditions: Conditions, column: Column
) -> tuple[FacetValue, ...]:
    """Count the values of a column among what the other filters let through."""
    others = {key: one for key, one in conditions.items() if key != column.key}
    count = func.count(IncidentRow.id)
    counted = await session.execute(
        select(column, count)
        .where(*others.values())
        .group_by(column)
        .order_by(count.desc(), column)
    )
    return tuple(FacetValue(value, number) for value, number in counted)


def _sought_by_id(search: str) -> Iterator[ColumnElement[bool]]:
    """Yield what puts the incident first whose very id is sought."""
    if search.strip():
        yield (IncidentRow.id == search.strip().upper()).desc()


def _order(sort: str) -> ColumnElement[object]:
    name = sort.removeprefix("-")
    key: ColumnElement[object] = (
        _WORST_FIRST if name == "severity" else getattr(IncidentRow, name)  # a SortKey: a column
    )
    return key.desc() if sort.startswith("-") else key.asc()
