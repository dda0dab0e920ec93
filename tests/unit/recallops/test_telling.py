"""What an incident is remembered as."""

from dataclasses import replace

from recallops.domain.incidents import Fix, FixOutcome, Severity, Update, confirm
from recallops.domain.statements import Kind, Part
from recallops.domain.telling import sentences, severity_of, statements_of, suppositions_of
from tests.tables import table
from tests.unit.recallops.builders import NOON, an_incident


@table(
    "text, count",
    [
        ("It broke. It was fixed.", 2),
        ("On Monday 20. January it broke.", 1),
        ("Services, e.g. Checkout, failed. All of them!", 2),
        ("v1.19 to v1.20 was installed", 1),
        ("", 0),
    ],
)
def test_prose_is_cut_at_the_ends_of_sentences(text: str, count: int) -> None:
    assert len(sentences(text)) == count


def test_what_is_confirmed_is_told_as_confirmed_and_by_whom() -> None:
    incident = confirm(an_incident(), "root_cause", "Pool too small", by="Ann", at=NOON)

    [cause] = [one for one in statements_of(incident) if one.part is Part.CAUSE]

    assert (cause.kind, cause.by, cause.at) == (Kind.CONFIRMED, "Ann", NOON)


def test_a_hypothesis_is_no_statement_of_the_incident() -> None:
    guess = Update(id="u", at=NOON, text="Perhaps DNS", kind=Kind.HYPOTHESIS)
    incident = an_incident(timeline=(guess,))

    assert all(one.kind is not Kind.HYPOTHESIS for one in statements_of(incident))
    assert [one.text for one in suppositions_of(incident)] == ["Perhaps DNS"]


def test_a_fix_is_never_told_without_what_became_of_it() -> None:
    for outcome, told in {
        FixOutcome.WORKED: "Restart (it worked)",
        FixOutcome.FAILED: "Restart (it failed)",
        FixOutcome.UNKNOWN: "Restart (whether it worked is not known)",
    }.items():
        incident = replace(an_incident(), fixes=(Fix(id="f", text="Restart.", outcome=outcome),))

        assert told in [one.text for one in statements_of(incident)]


@table(
    "word, severity",
    [
        ("SEV-1", Severity.CRITICAL),
        ("P2", Severity.HIGH),
        ("warning", Severity.MEDIUM),
        ("Info", Severity.LOW),
        ("purple", Severity.MEDIUM),
    ],
)
def test_severities_are_read_as_teams_write_them(word: str, severity: Severity) -> None:
    assert severity_of(word) is severity
