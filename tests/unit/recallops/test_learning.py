"""Recurrences and patterns."""

from recallops.domain.families import families_of
from recallops.domain.incidents import Fix, FixOutcome, Incident, Source, SourceKind
from recallops.learn.fixes import recurred
from recallops.learn.patterns import patterns_in
from recallops.learn.recurrence import recurrences_in
from tests.unit.recallops.builders import DAY, NOON, an_incident

POOL = "The connection pool was exhausted after workers were doubled"


def a_day(id: str, day: int, cause: str | None = POOL, **given: object) -> Incident:
    return an_incident(id, started_at=NOON + day * DAY, cause=cause, **given)


def test_the_same_cause_after_the_end_is_a_recurrence_of_each_fix_that_had_not_failed() -> None:
    fixes = (
        Fix(id="f1", text="Raise the pool", outcome=FixOutcome.WORKED),
        Fix(id="f2", text="Restart", outcome=FixOutcome.FAILED),
    )
    incidents = [a_day("A", 0, fixes=fixes), a_day("B", 4), a_day("C", 5, "A certificate expired")]

    [again] = recurrences_in(incidents, families_of(incidents))

    assert (again.incident_id, again.recurred_as, again.fix) == ("A", "B", "Raise the pool")
    assert again.days == round(4 - 1 / 24, 2)


def test_what_happens_again_much_later_is_no_recurrence() -> None:
    incidents = [a_day("A", 0), a_day("B", 91)]

    assert recurrences_in(incidents, families_of(incidents), within=90 * DAY) == []


def test_the_same_alert_recurs_though_no_cause_is_known() -> None:
    alert = Source(kind=SourceKind.ALERT, fingerprint="x")
    incidents = [a_day("A", 0, None, source=alert), a_day("B", 2, None, source=alert)]

    [again] = recurrences_in(incidents, families_of(incidents))

    assert (again.recurred_as, again.fix) == ("B", None)


def test_a_recurrence_weakens_the_fix_once() -> None:
    incidents = [a_day("A", 0, fix="Raise the pool"), a_day("B", 4)]
    again = recurrences_in(incidents, families_of(incidents))

    [lesson] = recurred(again, incidents, [], at=NOON + 4 * DAY)
    believed = lesson.belief.__class__(
        id=lesson.belief.id, fix="Raise the pool", cause=POOL, events=(lesson.event,)
    )

    assert believed.confidence == 2 / 5  # (4 * 0.5) / (4 + 1)
    assert list(recurred(again, incidents, [believed], at=NOON + 5 * DAY)) == []


def test_a_pattern_is_a_cause_with_two_incidents_or_more() -> None:
    incidents = [
        a_day("A", 0),
        a_day("B", 4, service="orders"),
        a_day("C", 5, "A certificate expired"),
    ]
    families = families_of(incidents)

    [pattern] = patterns_in(incidents, families)

    assert [one.id for one in pattern.incidents] == ["A", "B"]
    assert (pattern.cause, pattern.services) == (POOL, ("orders", "payments"))
    assert patterns_in(incidents, families, service="mail") == []
    assert patterns_in(incidents, families, since=NOON + 5 * DAY) == []
