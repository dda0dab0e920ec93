"""An analysis: draft (from the records, or by a model) -> check -> report."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from recallops.analyse.by_model import draft_by, instructions
from recallops.analyse.case import Case
from recallops.analyse.check import apply
from recallops.analyse.extractive import draft_of, is_well
from recallops.analyse.supposing import REFUTED
from recallops.analyse.tried import tried_before
from recallops.domain.analyses import Analysis, Hypothesis, Verdict
from recallops.domain.investigations import find_reference
from recallops.domain.likeness import likeness
from recallops.domain.suppositions import Supposition
from recallops.ports.models import Model

_WAY = "2"
"""Of putting an analysis together; another number makes each anew."""


@dataclass(frozen=True, slots=True)
class Analyse:
    """Analyses cases; without a model, from the records alone."""

    model: Model | None = None

    def digest(self, case: Case) -> str:
        """Return what an analysis rests on, in short: while it is the same, so is the analysis."""
        incident, found = case.incident, case.investigation
        rests_on = (
            _WAY,
            self.model.name if self.model else "",
            instructions() if self.model else "",
            incident.severity,
            incident.status,
            [(one.text, one.kind, one.part) for one in case.own],
            case.set_aside,
            sorted(case.refuted),
            [(one.id, one.text, one.kind) for one in found.evidence],
            [(one.incident_id, one.relation, one.likeness, one.cause, one.fixes) for one in found.similar],
        )  # fmt: skip
        return sha256(repr(rests_on).encode()).hexdigest()

    async def of(
        self, case: Case, *, at: datetime, earlier: Analysis | None, with_memory: bool
    ) -> Analysis:
        """Analyse a case anew; what people decided of an earlier analysis stays decided.

        Raises:
            ModelFailed: No usable answer came of the model.
        """
        # Where nothing is wrong there is nothing for a model to explain.
        model = None if is_well(case) else self.model
        blank = Analysis(
            incident_id=case.incident.id,
            made_at=at,
            digest=self.digest(case),
            investigation=case.investigation,
            with_memory=with_memory,
            model=model.name if model else None,
            tried_before=tried_before(case),
        )
        draft = await draft_by(model, case) if model else draft_of(case)
        made = apply(blank, draft, case)
        return _decided_as_before(made, earlier) if earlier else made


def suppositions(analysis: Analysis) -> list[Supposition]:
    """Return what was supposed in an analysis, as it is kept apart from the evidence.

    That is what a model wrote, and whatever a person refuted. What is confirmed is supposed no more.
    """
    return [
        Supposition(
            text=one.text,
            confidence=one.confidence if one.initial is None else one.initial,
            by=analysis.model or "",
            rests_on=_evidence_for(one, analysis),
            refuted_by=(one.decided_by or "") if one.verdict is Verdict.REFUTED else "",
        )
        for one in analysis.hypotheses
        if one.verdict is Verdict.REFUTED or (analysis.model and one.verdict is Verdict.OPEN)
    ]


def _evidence_for(hypothesis: Hypothesis, analysis: Analysis) -> tuple[str, ...]:
    refs = (ref for claim in hypothesis.supporting for ref in claim.references)
    found = (find_reference(analysis.investigation, ref) for ref in refs)
    return tuple(dict.fromkeys(one.id for one in found if one))


def refuted_in(analysis: Analysis | None) -> tuple[str, ...]:
    """Return the causes that somebody refuted."""
    if analysis is None:
        return ()
    return tuple(one.text for one in analysis.hypotheses if one.verdict is Verdict.REFUTED)


def _decided_as_before(made: Analysis, earlier: Analysis) -> Analysis:
    """Let stay decided what people decided; what they refuted is told whoever drafts."""
    refuted = {one.id: one for one in earlier.hypotheses if one.verdict is Verdict.REFUTED}
    decisions = {one.id: one for one in earlier.actions}
    kept = [
        _as_judged(one, refuted[one.id]) if one.id in refuted else one for one in made.hypotheses
    ]
    there = {one.id for one in kept}
    gone = [
        one
        for one in refuted.values()
        if one.id not in there and not any(likeness(one.text, two.text) >= REFUTED for two in kept)
    ]
    return replace(
        made,
        hypotheses=tuple(sorted((*kept, *gone), key=lambda one: one.verdict is Verdict.REFUTED)),
        actions=tuple(
            replace(
                one, decision=decisions[one.id].decision, decided_by=decisions[one.id].decided_by
            )
            if one.id in decisions
            else one
            for one in made.actions
        ),
    )


def _as_judged(made: Hypothesis, earlier: Hypothesis) -> Hypothesis:
    return replace(
        made,
        confidence=min(made.confidence, earlier.confidence),
        verdict=earlier.verdict,
        decided_by=earlier.decided_by,
        initial=earlier.initial,
    )
