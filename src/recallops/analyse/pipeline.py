"""An analysis: draft (from the records, or by a model) -> check -> report."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from recallops.analyse.by_model import draft_by, instructions
from recallops.analyse.case import Case
from recallops.analyse.check import apply
from recallops.analyse.extractive import draft_of, is_well
from recallops.analyse.tried import tried_before
from recallops.domain.analyses import Analysis, Verdict
from recallops.domain.statements import Kind, Part, Statement
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


def suppositions(analysis: Analysis) -> list[Statement]:
    """Return what a model supposed in an analysis, as it is kept apart from the evidence."""
    if analysis.model is None:
        return []
    return [
        Statement(
            text=f"{one.text} (refuted by {one.decided_by})"
            if one.verdict is Verdict.REFUTED
            else one.text,
            part=Part.HYPOTHESIS,
            kind=Kind.HYPOTHESIS,
            at=analysis.made_at,
            by=analysis.model,
        )
        for one in analysis.hypotheses
        if one.verdict is not Verdict.CONFIRMED
    ]


def refuted_in(analysis: Analysis | None) -> tuple[str, ...]:
    """Return the causes that somebody refuted."""
    if analysis is None:
        return ()
    return tuple(one.text for one in analysis.hypotheses if one.verdict is Verdict.REFUTED)


def _decided_as_before(made: Analysis, earlier: Analysis) -> Analysis:
    verdicts = {one.id: one for one in earlier.hypotheses if one.verdict is not Verdict.OPEN}
    decisions = {one.id: one for one in earlier.actions}
    return replace(
        made,
        hypotheses=tuple(
            replace(one, verdict=verdicts[one.id].verdict, decided_by=verdicts[one.id].decided_by)
            if one.id in verdicts and verdicts[one.id].verdict is Verdict.REFUTED
            else one
            for one in made.hypotheses
        ),
        actions=tuple(
            replace(
                one, decision=decisions[one.id].decision, decided_by=decisions[one.id].decided_by
            )
            if one.id in decisions
            else one
            for one in made.actions
        ),
    )
