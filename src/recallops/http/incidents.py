"""Routes of incidents."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse

from recallops.casebook.incidents import Change, Opening
from recallops.domain.incidents import Incident, Severity, Status
from recallops.http.bodies import (
    Confirmation,
    FixConclusion,
    IncidentChange,
    NewFix,
    NewIncident,
    NewUpdate,
)
from recallops.http.seams import CasebookSeam
from recallops.http.views import IncidentView, PageView, incident_of, page_of, row_of
from recallops.ports.records import IncidentQuery, SortKey

router = APIRouter(prefix="/api/incidents", tags=["incidents"])


@router.get("")
async def list_incidents(  # noqa: PLR0913 - each is a parameter of the address
    casebook: CasebookSeam,
    *,
    search: str = "",
    service: Annotated[list[str] | None, Query()] = None,
    severity: Annotated[list[Severity] | None, Query()] = None,
    status: Annotated[list[Status] | None, Query()] = None,
    sort: SortKey = "-started_at",
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0)] = 0,
) -> PageView:
    """List incidents; a filter may be given several times."""
    query = IncidentQuery(
        search=search,
        services=tuple(service or ()),
        severities=tuple(severity or ()),
        statuses=tuple(status or ()),
        sort=sort,
        limit=limit,
        offset=offset,
    )
    page = await casebook.incidents.find(query)
    similar = await casebook.incidents.similar_to(page.items)
    return page_of(page, [row_of(one, similar[one.id]) for one in page.items])


@router.post("", status_code=201)
async def open_incident(casebook: CasebookSeam, body: NewIncident) -> IncidentView:
    """Open an incident."""
    opening = Opening(
        title=body.title,
        service=body.service,
        severity=body.severity,
        by=body.by,
        problem=body.problem,
        symptoms=tuple(body.symptoms),
        started_at=body.started_at,
    )
    return await _view(casebook, await casebook.incidents.open(opening))


@router.get("/{id}")
async def get_incident(casebook: CasebookSeam, id: str) -> IncidentView:
    """Return an incident."""
    return await _view(casebook, await casebook.incidents.get(id))


@router.patch("/{id}")
async def change_incident(casebook: CasebookSeam, id: str, body: IncidentChange) -> IncidentView:
    """Change what is written of an incident."""
    change = Change(
        by=body.by,
        title=body.title,
        service=body.service,
        severity=body.severity,
        status=body.status,
        problem=body.problem,
        symptoms=tuple(body.symptoms) if body.symptoms is not None else None,
        resolved_at=body.resolved_at,
    )
    return await _view(casebook, await casebook.incidents.change(id, change))


@router.post("/{id}/updates")
async def add_update(casebook: CasebookSeam, id: str, body: NewUpdate) -> IncidentView:
    """Add to the timeline."""
    changed = await casebook.incidents.update(id, body.text, body.kind, at=body.at, by=body.by)
    return await _view(casebook, changed)


@router.post("/{id}/confirm")
async def confirm_field(casebook: CasebookSeam, id: str, body: Confirmation) -> IncidentView:
    """Confirm the cause, the resolution or the outcome."""
    changed = await casebook.incidents.confirm(id, body.field, body.value, by=body.by)
    return await _view(casebook, changed)


@router.post("/{id}/fixes")
async def add_fix(casebook: CasebookSeam, id: str, body: NewFix) -> IncidentView:
    """Write down a fix."""
    changed = await casebook.incidents.add_fix(
        id, body.text, body.outcome, at=body.applied_at, by=body.by
    )
    return await _view(casebook, changed)


@router.post("/{id}/fixes/{fix_id}")
async def conclude_fix(
    casebook: CasebookSeam, id: str, fix_id: str, body: FixConclusion
) -> IncidentView:
    """Say what became of a fix; it moves the belief that the fix works for its cause."""
    changed = await casebook.incidents.conclude_fix(id, fix_id, body.outcome, by=body.by)
    return await _view(casebook, changed)


@router.get("/{id}/postmortem", response_class=PlainTextResponse)
async def get_postmortem(casebook: CasebookSeam, id: str) -> PlainTextResponse:
    """Return a draft of the postmortem, in Markdown."""
    text = await casebook.incidents.postmortem(id)
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


async def _view(casebook: CasebookSeam, incident: Incident) -> IncidentView:
    similar = await casebook.incidents.similar_to([incident])
    return incident_of(await casebook.incidents.with_evidence(incident), similar[incident.id])
