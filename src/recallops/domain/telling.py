"""What an incident is remembered as: statements, one thing each."""

import re
from collections.abc import Iterator
from datetime import datetime

from recallops.domain.incidents import Fix, FixOutcome, Incident, Severity
from recallops.domain.statements import Kind, Part, Statement
from recallops.domain.suppositions import Supposition

_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[^\Wa-z_])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|etc|vs|approx|Misc|Mr|Ms|Dr|No|St)\.$", re.IGNORECASE)

_CONCLUSION = {
    FixOutcome.WORKED: "it worked",
    FixOutcome.PARTLY: "it worked in part",
    FixOutcome.FAILED: "it failed",
    FixOutcome.UNKNOWN: "whether it worked is not known",
}


_DAY = re.compile(r"\b\d{1,2}\.$")
_MONTH = re.compile(r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """Cut prose into sentences, each on one line."""
    found: list[str] = []
    for piece in _SENTENCE_END.split(" ".join(text.split())):
        if found and (
            _ABBREVIATED.search(found[-1]) or (_DAY.search(found[-1]) and _MONTH.match(piece))
        ):
            found[-1] = f"{found[-1]} {piece}"
        elif piece:
            found.append(piece)
    return found


def statements_of(incident: Incident) -> list[Statement]:
    """Return all that an incident says, in reading order; the same incident says the same."""
    told = [
        *_problem(incident),
        *(_reported(Part.SYMPTOM, one, incident.started_at) for one in incident.symptoms),
        *(
            Statement(text=one.text, part=Part.TIMELINE, kind=one.kind, at=one.at, by=one.by)
            for one in incident.timeline
            if one.kind is not Kind.HYPOTHESIS
        ),
        *(_reported(Part.FACTOR, one, _end(incident)) for one in incident.factors),
        *_decided(incident),
        *(_applied(fix, incident) for fix in incident.fixes),
        *(_reported(Part.LESSON, one, _end(incident)) for one in incident.lessons),
        *(_reported(Part.FOLLOW_UP, one, _end(incident)) for one in incident.follow_ups),
    ]
    return [one for one in told if one.text.strip()]


def suppositions_of(incident: Incident) -> list[Supposition]:
    """Return what is only supposed of an incident: entries of its timeline that say so."""
    return [
        Supposition(text=one.text, by=one.by)
        for one in incident.timeline
        if one.kind is Kind.HYPOTHESIS
    ]


def severity_of(word: str, otherwise: Severity = Severity.MEDIUM) -> Severity:
    """Return the severity that a word means, as people and alerting systems write it."""
    folded = re.sub(r"[^a-z0-9]", "", word.casefold())
    for severity, words in _SEVERITIES.items():
        if folded in words:
            return severity
    return otherwise


_SEVERITIES = {
    Severity.CRITICAL: {"critical", "sev0", "sev1", "p0", "p1", "fatal", "emergency", "page", "blocker"},
    Severity.HIGH: {"high", "major", "error", "sev2", "p2", "urgent"},
    Severity.MEDIUM: {"medium", "moderate", "minor", "warning", "warn", "sev3", "p3"},
    Severity.LOW: {"low", "info", "informational", "notice", "maintenance", "none", "sev4", "sev5", "p4", "p5"},
}  # fmt: skip


def _problem(incident: Incident) -> Iterator[Statement]:
    yield _reported(Part.PROBLEM, incident.title, incident.started_at)
    for sentence in sentences(incident.problem):
        yield _reported(Part.PROBLEM, sentence, incident.started_at)


def _decided(incident: Incident) -> Iterator[Statement]:
    for part, word in (
        (Part.CAUSE, incident.root_cause),
        (Part.RESOLUTION, incident.resolution),
        (Part.OUTCOME, incident.outcome),
    ):
        if word.value:
            yield Statement(
                text=word.value,
                part=part,
                kind=word.kind,
                at=word.confirmed_at or _end(incident),
                by=word.confirmed_by or "",
            )


def _applied(fix: Fix, incident: Incident) -> Statement:
    """Put a fix and what became of it in one sentence, so that neither is told without the other."""
    known = Kind.OBSERVED if fix.outcome is not FixOutcome.UNKNOWN else Kind.REPORTED
    return Statement(
        text=f"{fix.text.rstrip('. ')} ({_CONCLUSION[fix.outcome]})",
        part=Part.FIX,
        kind=known,
        at=fix.applied_at or _end(incident),
        by=fix.by,
    )


def _reported(part: Part, text: str, at: datetime) -> Statement:
    return Statement(text=text, part=part, kind=Kind.REPORTED, at=at)


def _end(incident: Incident) -> datetime:
    return incident.resolved_at or incident.started_at
