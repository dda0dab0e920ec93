"""Routes of analyses."""

from fastapi import APIRouter

from recallops.http.analysis_views import AnalysisView, ComparisonView, analysis_of
from recallops.http.bodies import ActionDecision, AnalysisRequest, Judgement
from recallops.http.seams import CasebookSeam

router = APIRouter(prefix="/api/incidents/{id}", tags=["analyses"])


@router.post("/analyse")
async def analyse(
    casebook: CasebookSeam, id: str, body: AnalysisRequest | None = None
) -> AnalysisView:
    """Analyse an incident; while what it rests on is unchanged, the stored analysis comes back."""
    how = body or AnalysisRequest()
    made = await casebook.analyses.make(id, with_memory=how.with_memory, anew=how.anew)
    return analysis_of(made)


@router.get("/analysis")
async def get_analysis(casebook: CasebookSeam, id: str) -> AnalysisView:
    """Return the stored analysis."""
    return analysis_of(await casebook.analyses.stored(id))


@router.get("/comparison")
async def compare(casebook: CasebookSeam, id: str) -> ComparisonView:
    """Return the same analysis with and without the memory."""
    both = await casebook.analyses.compare(id)
    return ComparisonView(
        with_memory=analysis_of(both.with_memory), without_memory=analysis_of(both.without_memory)
    )


@router.post("/hypotheses/{hypothesis_id}")
async def judge(
    casebook: CasebookSeam, id: str, hypothesis_id: str, body: Judgement
) -> AnalysisView:
    """Confirm or refute a hypothesis."""
    judged = await casebook.analyses.judge(id, hypothesis_id, body.verdict, by=body.by)
    return analysis_of(judged)


@router.post("/actions/{action_id}")
async def decide(
    casebook: CasebookSeam, id: str, action_id: str, body: ActionDecision
) -> AnalysisView:
    """Accept or reject a proposed action; nothing is done by it."""
    decided = await casebook.analyses.decide(id, action_id, body.decision, by=body.by)
    return analysis_of(decided)
