"""Layouts that other teams write their postmortems in."""

from datetime import UTC, datetime

from recallops.domain.incidents import Severity
from recallops.intake.markdown import read_postmortem
from recallops.intake.report import Report

FIELDS_IN_BOLD = """# Search Postmortem (incident #465)

**Date:** 2015-10-21

**Authors:** jennifer, martym

**Summary:** Search was down for 66 minutes.

**Impact:** Queries were lost.

**Root Causes:** A resource leak under high load.

**Trigger:** Sudden increase in traffic.

**Resolution:** Directed traffic to another cluster.

## Timeline

2015-10-21 (*all times UTC*)

- 14:54 **OUTAGE BEGINS** - Backends start melting down
- 16:00 **OUTAGE ENDS**, service fully recovered
"""

FIELDS_IN_A_TABLE = """# Payments API latency

| Field | Value |
|---|---|
| Severity | SEV-2 |
| Service | payments-api |
| Started | Jan 5, 2024 09:10 UTC |
| Resolved | Jan 5, 2024 10:25 UTC |

## What happened

Requests took up to 30 s.

## Why did it happen

A missing index caused full scans after the 4.2.0 release.

## How was it fixed

We rolled back to 4.1.9.
"""

PLAIN_TEXT = """Post-mortem: DNS outage at example.org

Date: 12 March 2023

Summary
-------
Our provider stopped answering. This was caused by an expired registration.

Timeline
--------
10:00 UTC monitoring alerts
10:20 UTC domain renewed by hand, registration updated
23:50 UTC caches flushed on all resolvers
00:10 UTC all services back to normal
"""

NUMBERED = """# Two outages in one week

## Outage 1: Kafka disk full

- Severity: high
- Impact: Orders were delayed

Root cause: log retention was set to unlimited.

## Outage 2: Bad certificate

- Severity: critical
- Impact: Nobody could log in

Root cause: the certificate expired.
"""


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def only(name: str, text: str) -> Report:
    [report] = read_postmortem(name, text)
    return report


def test_fields_in_bold() -> None:
    report = only("465.md", FIELDS_IN_BOLD)

    assert report.title == "Search"
    assert report.problem == "Search was down for 66 minutes."
    assert (report.root_cause, report.factors) == (
        "A resource leak under high load.",
        ("Sudden increase in traffic.",),
    )
    assert report.fix == "Directed traffic to another cluster."
    assert [entry.at for entry in report.timeline] == [
        at("2015-10-21T14:54"),
        at("2015-10-21T16:00"),
    ]


def test_fields_in_a_table_and_questions_as_headings() -> None:
    report = only("a.md", FIELDS_IN_A_TABLE)

    assert (report.severity, report.service) == (Severity.HIGH, "payments-api")
    assert (report.started_at, report.resolved_at) == (
        at("2024-01-05T09:10"),
        at("2024-01-05T10:25"),
    )
    assert report.root_cause == "A missing index caused full scans after the 4.2.0 release."
    assert report.fix == "We rolled back to 4.1.9."


def test_plain_text_over_midnight() -> None:
    report = only("dns.txt", PLAIN_TEXT)

    assert report.title == "DNS outage at example.org"
    assert report.root_cause == "This was caused by an expired registration."
    assert (report.started_at, report.resolved_at) == (
        at("2023-03-12T10:00"),
        at("2023-03-13T00:10"),
    )


def test_outages_that_are_numbered() -> None:
    first, second = read_postmortem("two.md", NUMBERED)

    assert (first.title, second.title) == ("Kafka disk full", "Bad certificate")
    assert first.root_cause == "log retention was set to unlimited."
    assert (second.severity, second.symptoms) == (Severity.CRITICAL, ("Nobody could log in",))
