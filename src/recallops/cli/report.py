"""Reports, for a terminal."""

from collections.abc import Iterable, Iterator

from recallops.casebook.analyses import Made
from recallops.casebook.asking import Answer
from recallops.domain.analyses import Analysis, Claim
from recallops.domain.incidents import FixOutcome

_OUTCOME = {
    FixOutcome.WORKED: "worked",
    FixOutcome.PARTLY: "worked in part",
    FixOutcome.FAILED: "failed",
    FixOutcome.UNKNOWN: "outcome not known",
}


def report_lines(made: Made) -> Iterator[str]:
    """Yield the lines of an analysis."""
    one = made.analysis
    found = one.investigation
    yield f"{one.incident_id}  {found.recalled} recalled, {found.kept} kept{'' if made.fresh else '  (unchanged)'}"
    yield ""
    yield from _claims("Summary", one.summary)
    yield from _claims("Known facts", one.known_facts)
    yield f"Root cause: {one.root_cause.text or 'Not yet identified'}"
    yield ""
    yield from _hypotheses(one)
    yield from _tried(one)
    yield from _claims("Next checks", one.next_checks)
    if one.actions:
        yield "Proposals (a named person accepts or rejects each)"
        for action in one.actions:
            yield f"  - {action.text}{_refs(action.references)}"
        yield ""
    yield from _texts("Missing", one.missing)
    yield from _texts("Struck", (f"{each.text} ({each.reason})" for each in one.unsupported))
    yield from _texts("Evidence", (f"{e.ref}  {e.incident_id or 'unlinked'}  {e.kind}: {e.text}" for e in found.evidence))  # fmt: skip


def answer_lines(answer: Answer) -> Iterator[str]:
    """Yield the lines of an answer."""
    for claim in answer.claims:
        yield f"- {_claim(claim)}"
    yield from (f"Not on record: {one}" for one in answer.missing)
    yield from (f"Struck: {one.text} ({one.reason})" for one in answer.unsupported)
    for one in answer.evidence:
        yield f"  [{one.ref}] {one.incident_id or 'unlinked'}, {one.kind}: {one.text}"


def _hypotheses(analysis: Analysis) -> Iterator[str]:
    if not analysis.hypotheses:
        return
    yield "Hypotheses"
    for place, one in enumerate(analysis.hypotheses, start=1):
        yield f"  {place}. {one.confidence:.2f}  {one.text} ({one.verdict})"
        yield from (f"     for: {_claim(each)}" for each in one.supporting)
        yield from (f"     against: {_claim(each)}" for each in one.opposing)
    yield ""


def _tried(analysis: Analysis) -> Iterator[str]:
    if not analysis.tried_before:
        return
    yield "Tried before"
    for one in analysis.tried_before:
        belief = f", belief {one.belief.confidence:.2f}" if one.belief else ""
        yield f"  - {one.incident_id}: {one.fix} ({_OUTCOME[one.outcome]}{belief}){_refs(one.references)}"
    yield ""


def _claims(title: str, claims: Iterable[Claim]) -> Iterator[str]:
    yield from _texts(title, map(_claim, claims))


def _texts(title: str, texts: Iterable[str]) -> Iterator[str]:
    lines = [f"  - {one}" for one in texts]
    if lines:
        yield title
        yield from lines
        yield ""


def _claim(claim: Claim) -> str:
    return f"{claim.text}{_refs(claim.references)}{'' if claim.documented else ' (not documented)'}"


def _refs(references: Iterable[str]) -> str:
    return "".join(f" [{one}]" for one in references)
