"""Cases to analyse, from incidents that a test makes up."""

from collections.abc import Sequence
from dataclasses import replace

from recallops.analyse.case import Case, Cleaned, case_of
from recallops.analyse.check import apply
from recallops.analyse.draft import Draft, Said
from recallops.analyse.extractive import draft_of
from recallops.analyse.tried import tried_before
from recallops.domain.analyses import Analysis
from recallops.domain.beliefs import Belief
from recallops.domain.incidents import Confirmed, Fix, FixOutcome, Incident, Status, Update
from recallops.domain.statements import Kind
from recallops.investigate.pipeline import investigate
from recallops.investigate.question import question_in, question_of
from recallops.investigate.stages import known_from
from tests.unit.recallops.builders import DAY, NOON, an_incident, evidence_of

POOL = "The connection pool was exhausted after workers were doubled"
ROUTER = "A malformed route made the ingress drop its table"
BIGGER = "Raise maxPoolSize from 50 to 100"
FEWER = "Halve the number of workers"

LASTING = an_incident(
    "INC-9", started_at=NOON + 30 * DAY, resolved_at=None, status=Status.OPEN,
    problem="Requests to the checkout time out.", symptoms=("No free database connections",),
    timeline=(Update(id="u", at=NOON + 30 * DAY, text="50 of 50 connections in use", kind=Kind.OBSERVED),),
)  # fmt: skip
POOLED = an_incident(
    "INC-1", problem="Checkout requests time out.", symptoms=("Database connections used up",),
    root_cause=Confirmed(POOL, "Ann", NOON),
    fixes=(
        Fix(id="f1", text=BIGGER, outcome=FixOutcome.FAILED),
        Fix(id="f2", text=FEWER, outcome=FixOutcome.WORKED),
    ),
)  # fmt: skip
ROUTED = an_incident(
    "INC-2", started_at=NOON + DAY, problem="Checkout requests time out.",
    cause=ROUTER, fix="Delete the malformed route",
)  # fmt: skip
FILLERS = [
    an_incident(f"INC-2{n}", title=f"{word} is broken", service=word, problem=f"Users of {word} complain.")
    for n, word in enumerate(("search", "billing", "reports", "uploads", "chat", "maps"))
]  # fmt: skip


def a_case(
    asked: Incident = LASTING,
    *earlier: Incident,
    beliefs: Sequence[Belief] = (),
    refuted: tuple[str, ...] = (),
) -> Case:
    """Return the case of an incident, all that earlier ones say having been recalled."""
    known = known_from([asked, *earlier, *FILLERS], beliefs)
    found = investigate(question_of(asked), evidence_of(asked, *earlier, *FILLERS), known)

    def clean(text: str) -> Cleaned:
        seen = question_in(text, asked_at=asked.started_at)
        return seen.seen, seen.set_aside

    return case_of(asked, found, clean, refuted=refuted)


def analysed(case: Case, draft: Draft | None = None) -> Analysis:
    """Return the analysis of a case, from a draft or from the records alone."""
    blank = Analysis(
        incident_id=case.incident.id,
        made_at=NOON,
        digest="",
        investigation=case.investigation,
        tried_before=tried_before(case),
    )
    return apply(blank, draft or draft_of(case), case)


def ref_of(case: Case, text: str) -> str:
    """Return the reference of the evidence, or the incident's own fact, that says something."""
    found = [one.ref for one in case.investigation.evidence if text in one.text]
    own = [one.ref for one in case.own if text in one.text]
    return (found or own)[0]


def says(case: Case, text: str, *quoted: str) -> Said:
    """Return a claim that cites the evidence which says what is quoted."""
    return Said(text, [ref_of(case, one) for one in quoted])


def lasting(**given: object) -> Incident:
    """Return the incident under investigation with something else in it."""
    return replace(LASTING, **given)  # type: ignore[arg-type]
