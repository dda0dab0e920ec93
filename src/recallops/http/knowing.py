"""Routes of what is known: evidence, insights, questions, numbers."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from recallops.http.analysis_views import (
    ClaimView,
    EvidenceView,
    UnsupportedView,
    claims_of,
    evidence_of,
)
from recallops.http.bodies import QuestionBody
from recallops.http.seams import CasebookSeam
from recallops.http.views import AnalyticsView, InsightsView, analytics_of, insights_of

router = APIRouter(prefix="/api", tags=["what is known"])


class UseView(BaseModel):
    """Where a piece of evidence is used."""

    incident_id: str
    section: str


class StoredView(BaseModel):
    """A piece of evidence where it lies; `span` is its place in the document's text."""

    evidence_id: str
    text: str
    kind: str
    who: str | None
    at: datetime | None
    incident_id: str | None
    document_id: str | None
    document_text: str
    span: tuple[int, int] | None
    used_in: list[UseView]
    state: str


class HitView(BaseModel):
    """A statement that the memory gave back."""

    evidence_id: str
    text: str
    kind: str
    incident_id: str | None
    at: datetime | None
    relevance: float


class HitsView(BaseModel):
    """What the memory gave back; `reason` says why nothing, where it is nothing."""

    items: list[HitView]
    reason: str | None


class AnswerView(BaseModel):
    """An answer, in quotations or (then `model` says whose) in the words of a model."""

    answer: list[ClaimView]
    evidence: list[EvidenceView]
    missing: list[str]
    model: str | None
    unsupported: list[UnsupportedView]


@router.get("/evidence/{evidence_id}")
async def get_evidence(casebook: CasebookSeam, evidence_id: str) -> StoredView:
    """Return a piece of evidence with the document it stands in."""
    found = await casebook.asking.evidence(evidence_id)
    one = found.stored.evidence
    return StoredView(
        evidence_id=one.id,
        text=one.text,
        kind=one.kind.value,
        who=one.by or None,
        at=one.at,
        incident_id=one.incident_id,
        document_id=found.stored.document_id,
        document_text=found.stored.document_text,
        span=found.stored.span,
        used_in=[
            UseView(incident_id=use.incident_id, section=use.section) for use in found.used_in
        ],
        state=one.state,
    )


@router.get("/insights")
async def get_insights(
    casebook: CasebookSeam,
    service: str | None = None,
    days: Annotated[int, Query(ge=1, le=3650)] = 90,
) -> InsightsView:
    """Return recurring causes, fixes that did not last, and what is believed of fixes."""
    return insights_of(await casebook.insights.of(service=service or None, days=days))


@router.post("/insights/ask")
async def ask(casebook: CasebookSeam, body: QuestionBody) -> AnswerView:
    """Answer a question about what happened before."""
    answer = await casebook.asking.ask(body.question, service=body.service or None)
    return AnswerView(
        answer=claims_of(answer.claims),
        evidence=evidence_of(answer.evidence),
        missing=list(answer.missing),
        model=answer.model,
        unsupported=[
            UnsupportedView(text=one.text, reason=one.reason) for one in answer.unsupported
        ],
    )


@router.get("/memory/search")
async def search_memory(
    casebook: CasebookSeam,
    q: Annotated[str, Query(min_length=1, max_length=4000)],
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
) -> HitsView:
    """Search the memory; hypotheses are never among what comes back."""
    recalled = await casebook.asking.search(q, limit=limit)
    items = [
        HitView(
            evidence_id=one.id,
            text=one.text,
            kind=one.kind.value,
            incident_id=one.incident_id,
            at=one.at,
            relevance=round(one.relevance, 3),
        )
        for one in recalled.evidence
    ]
    return HitsView(items=items, reason=recalled.reason)


@router.get("/analytics")
async def get_analytics(
    casebook: CasebookSeam, days: Annotated[int, Query(ge=1, le=36500)] = 365
) -> AnalyticsView:
    """Return numbers over the incidents of the last days."""
    return analytics_of(await casebook.insights.analytics(days=days))
