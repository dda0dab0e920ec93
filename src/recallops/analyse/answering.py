"""An answer to a question, by a language model over numbered evidence; checked like an analysis."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import resources

from recallops.analyse.case import Case
from recallops.analyse.check import Checked
from recallops.analyse.draft import Said
from recallops.domain.analyses import Claim, Unsupported
from recallops.domain.evidence import Evidence
from recallops.domain.incidents import Incident, Severity, Status
from recallops.domain.investigations import Investigation
from recallops.ports.models import Model


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """An answer, unchecked."""

    claims: list[Said] = field(default_factory=list[Said])
    missing: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What holds of an answer, and what was struck."""

    claims: tuple[Claim, ...]
    missing: tuple[str, ...]
    unsupported: tuple[Unsupported, ...]


async def answer_by(
    model: Model, question: str, evidence: Sequence[Evidence], *, at: datetime
) -> Answered:
    """Let a model answer a question from evidence that has references.

    Raises:
        ModelFailed: No usable answer came.
    """
    draft = await model.answer(_instructions(), _material(question, evidence), AnswerDraft)
    check = Checked(_case(evidence, at))
    return Answered(
        claims=check.claims(draft.claims),
        missing=tuple(dict.fromkeys(one.strip() for one in draft.missing if one.strip())),
        unsupported=tuple(check.struck),
    )


@cache
def _instructions() -> str:
    return resources.files("recallops.analyse").joinpath("answering.md").read_text("utf-8")


def _material(question: str, evidence: Sequence[Evidence]) -> str:
    told = (
        f"[{one.ref}] ({one.kind}, {one.part or 'note'}, {one.incident_id or 'unlinked'}) {one.text}"
        for one in evidence
    )
    return "\n".join(("<evidence>", *told, "</evidence>", f"<question>{question}</question>"))


def _case(evidence: Sequence[Evidence], at: datetime) -> Case:
    """Return a case of no incident: nothing but the evidence may be claimed."""
    nobody = Incident(
        id="", title="", service="", severity=Severity.LOW, status=Status.OPEN, started_at=at
    )
    found = Investigation(
        question="",
        recalled=len(evidence),
        funnel=(),
        evidence=tuple(evidence),
        groups=(),
        similar=(),
    )
    return Case(incident=nobody, investigation=found, own=())
