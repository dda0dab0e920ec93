"""Postmortems of several styles, read as reports."""

from datetime import UTC, datetime, timedelta

import pytest

from recallops.domain.errors import Invalid
from recallops.domain.incidents import FixOutcome, Severity, Status, confirm, with_outcome
from recallops.domain.times import days_in
from recallops.intake.markdown import read_postmortem
from recallops.intake.report import Report, brought_up_to_date, incident_from
from tests.unit.recallops.builders import NOON

TABLE = """# Logs are missing

## Summary

On the 3rd of May a scheduled pipeline replaced the log shipper. The replacement caused the agents to be deleted from all nodes.

## Timeline

All times in CET.

| Time | Event |
| :--- | --- |
| 2024-05-03 06:00 | Platform freeze began. |
| 2024-05-03 06:05 | Agents deleted by the pipeline |
| 2024-05-03 06:45 | Issue detected and verified. |
| 2024-05-03 06:55 | Agents redeployed by hand |
| 2024-05-03 07:00 | Everything is back to normal. |

## Contributing Factors

- No version lock
    - on the chart

## Lessons Learned

- Lock versions

## Action Items

- Add an alert on missing logs

## Stats

- Category: Observability
- Time to detection: 40 minutes
- Time to recovery: 55 minutes
"""

SEVERAL = """# Acme Search Service - Multiple Outages (March 2025)

Between March 3 and March 9, 2025, the search service had three incidents.

## Incident Timeline

### March 3, 2025 - Queue Overload

**Duration:** 21:45 to 23:28 UTC (103 minutes)
**Impact:** ~38% of queries failed

Indexing fell behind and queries failed.

**Root causes:**

- **Primary root cause: undersized nodes** - Nodes were too small for the pods placed on them
- No alert on CPU

**Timeline:**

- **21:45 UTC** - Deploy of the new indexer
- **23:20 UTC** - Workers scaled to twenty
- **23:28 UTC** - Service fully recovered

### March 5, 2025 - Wrong Limits

**Duration:** 18:00 to 19:12 UTC
**Impact:** 97% of queries were refused

**Root causes:**

- The limiter saw one address only

**Timeline:**

- **18:00 UTC** - Deploy of the limiter
- **19:12 UTC** - Limiter disabled, service fully recovered

### March 8-9, 2025 - Slow Queries

**Duration:** 22:30 UTC on March 8 to 05:39 UTC on March 9
**Impact:** Queries took seconds

**Root causes:**

- Pressure on nodes that were too small

**Timeline:**

- **22:30 UTC (Mar 8)** - Latency reported
- **00:03 UTC (Mar 9)** - Rolled back the kernel
- **05:39 UTC** - Incident resolved

## Root Cause Analysis

1. **Undersized nodes**: This was the root cause of March 3 and 8-9 incidents.
2. **Wrong limits (March 5 only)**: unrelated to the size of nodes.

## Remediation

### Immediate Actions (Completed)

- **Right-sizing**: more CPU for the pods (March 3 and 8-9)

### Long-term Improvements

- Load tests

## Lessons Learned

- Measure CPU
"""

FIELDS = """**Incident report: Login unavailable**

Severity: SEV1
Services affected: auth-api
Start time: 2024-02-10 09:58 UTC
End time: 2024-02-10 10:40 UTC

SUMMARY

Users could not log in for 42 minutes.

ROOT CAUSE

An expired signing certificate.

RESOLUTION

The certificate was renewed and the API restarted.
"""


def only(text: str, name: str = "PM2024-007 - Logs.md") -> Report:
    [report] = read_postmortem(name, text)
    return report


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_a_table_is_read_as_a_timeline_in_its_zone() -> None:
    report = only(TABLE)

    assert [entry.at for entry in report.timeline][:2] == [
        at("2024-05-03T05:00"),
        at("2024-05-03T05:05"),
    ]
    assert report.timeline[1].text == "Agents deleted by the pipeline"


def test_its_times_are_those_told_and_not_the_first_and_last_of_the_timeline() -> None:
    report = only(TABLE)

    assert report.resolved_at == at("2024-05-03T06:00")
    assert report.started_at == at("2024-05-03T06:00") - timedelta(minutes=55)
    assert report.detected_at == at("2024-05-03T05:05") + timedelta(minutes=40)


def test_each_section_finds_its_place() -> None:
    report = only(TABLE)

    assert (report.title, report.service, report.tags) == (
        "Logs are missing",
        "Observability",
        ("PM2024-007",),
    )
    assert report.root_cause == "The replacement caused the agents to be deleted from all nodes."
    assert report.fix == "Agents redeployed by hand"
    assert report.factors == ("No version lock – on the chart",)
    assert report.lessons == ("Lock versions",)
    assert report.follow_ups == ("Add an alert on missing logs",)
    assert report.severity is None


def test_a_document_with_several_outages_becomes_several_reports() -> None:
    reports = read_postmortem("2025-03-search.md", SEVERAL)

    assert [one.name for one in reports] == [f"2025-03-search.md#{n}" for n in (1, 2, 3)]
    assert [one.title for one in reports] == ["Queue Overload", "Wrong Limits", "Slow Queries"]
    assert {one.service for one in reports} == {"Acme Search"}
    assert (
        reports[0].root_cause
        == "undersized nodes - Nodes were too small for the pods placed on them"
    )
    assert reports[2].started_at == at("2025-03-08T22:30")
    assert reports[2].resolved_at == at("2025-03-09T05:39")


def test_what_the_document_says_of_all_is_told_of_those_whose_days_it_names() -> None:
    first, second, third = read_postmortem("2025-03-search.md", SEVERAL)

    assert any("root cause of March 3" in one for one in first.factors)
    assert any("root cause of March 3" in one for one in third.factors)
    assert all("root cause of March 3" not in one for one in second.factors)
    assert first.done == third.done != second.done == ()
    assert first.lessons == second.lessons == ("Measure CPU",)


def test_fields_and_headings_in_capitals_are_read_without_markdown() -> None:
    report = only(FIELDS, "login.txt")

    assert (report.severity, report.service) == (Severity.CRITICAL, "auth-api")
    assert (report.started_at, report.resolved_at) == (
        at("2024-02-10T09:58"),
        at("2024-02-10T10:40"),
    )
    assert report.root_cause == "An expired signing certificate."
    assert report.fix == "The certificate was renewed and the API restarted."
    assert report.problem == "Users could not log in for 42 minutes."


def test_what_is_only_suspected_is_no_cause_and_follow_ups_are_no_fixes() -> None:
    text = TABLE.replace("The replacement caused", "The replacement probably caused")
    incident = incident_from(only(text), id="INC-1", now=NOON)

    assert incident.root_cause.value is None
    assert [fix.text for fix in incident.fixes] == ["Agents redeployed by hand"]


def test_nobody_here_confirmed_what_a_document_says() -> None:
    incident = incident_from(only(TABLE), id="INC-1", now=NOON)

    assert incident.root_cause.value
    assert incident.root_cause.confirmed_by is None
    assert incident.status is Status.RESOLVED
    assert incident.fixes[0].outcome is FixOutcome.WORKED


def test_reading_a_changed_document_again_keeps_what_people_decided() -> None:
    first = incident_from(only(TABLE), id="INC-1", now=NOON)
    decided = confirm(first, "root_cause", "The chart was not pinned", by="Ann", at=NOON)
    decided = with_outcome(decided, decided.fixes[0].id, FixOutcome.FAILED)
    changed = only(TABLE.replace("Lock versions", "Lock all versions"))

    again = brought_up_to_date(decided, changed, now=NOON)

    assert again.lessons == ("Lock all versions",)
    assert again.root_cause == decided.root_cause
    assert again.fixes == decided.fixes
    assert brought_up_to_date(again, changed, now=NOON) == again


def test_days_are_read_as_people_list_them() -> None:
    named = days_in("root cause of October 21, 28, and 29-30 incidents", 2025)

    assert [day.day for day in named] == [21, 28, 29, 30]
    assert [day.isoformat() for day in days_in("On Tuesday 22nd June 2021")] == ["2021-06-22"]
    assert list(days_in("in the 99th of June 2021")) == []


def test_what_holds_no_report_is_refused_with_a_reason() -> None:
    with pytest.raises(Invalid, match="no text to speak of"):
        read_postmortem("empty.md", "# TODO")
