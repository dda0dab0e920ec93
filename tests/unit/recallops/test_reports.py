"""Reports for a terminal, and the draft of a postmortem: what is not known is said in so many words."""

from recallops.casebook.analyses import Made
from recallops.casebook.asking import Answer
from recallops.casebook.postmortem import postmortem_of
from recallops.cli.report import answer_lines, report_lines
from recallops.domain.incidents import Confirmed
from tests.unit.recallops.analyse.cases import FEWER, LASTING, POOL, POOLED, a_case, analysed
from tests.unit.recallops.builders import NOON, an_incident

MADE = analysed(a_case(LASTING, POOLED))


def test_a_report_says_what_was_kept_and_names_every_source() -> None:
    lines = [*report_lines(Made(MADE, fresh=True))]
    found = MADE.investigation

    assert f"{found.recalled} recalled, {found.kept} kept" in lines[0]
    assert "Root cause: Not yet identified" in lines
    assert any(POOL in line and "[HM-" in line for line in lines)
    assert all(any(line.strip().startswith(f"- {one.ref} ") for line in lines) for one in found.evidence)  # fmt: skip


def test_an_answer_without_anything_says_what_is_not_on_record() -> None:
    nothing = Answer(claims=(), evidence=(), missing=("Anything that bears on it",))

    assert [*answer_lines(nothing)] == ["Not on record: Anything that bears on it"]


def test_a_postmortem_tells_a_reported_cause_from_a_confirmed_one_and_from_none() -> None:
    causes = {
        Confirmed(): "Not yet identified.",
        Confirmed("Pool"): "Pool (reported, not confirmed)",
        Confirmed("Pool", "Ann", NOON): "Pool (confirmed by Ann, 2026-03-01 12:00 UTC)",
    }
    for cause, told in causes.items():
        assert told in postmortem_of(an_incident(root_cause=cause), None)
    assert FEWER in postmortem_of(POOLED, MADE)
