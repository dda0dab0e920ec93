"""Reads the data that is measured on: postmortems, status incidents, cases with answers, pairs."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

from recallops.casebook.intake import File
from recallops.domain.errors import Invalid
from recallops.domain.incidents import (
    Confirmed,
    Incident,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
)
from recallops.domain.statements import Kind
from recallops.domain.telling import severity_of
from recallops.evaluation.measures import TwoStatements

_EVIDENCE = re.compile(r"\s*\[evidence:[^\]]*\]\s*$")
_HEALTHY = "healthy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is known of the postmortems, by the names of `truth.toml`."""

    one_cause: list[list[str]]
    not_one_cause: list[list[str]]
    outages: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case with its answer.

    Attributes:
        resolved: The incident as it is told afterwards, with its cause.
        unproven: Claims that nothing validates.
        mode: What failed; cases of one mode are alike.
    """

    resolved: Incident
    unproven: tuple[str, ...]
    mode: str

    @property
    def healthy(self) -> bool:
        return self.mode == _HEALTHY

    @property
    def id(self) -> str:
        return self.resolved.id


def truth() -> Truth:
    """Return what is known of the postmortems."""
    text = resources.files("recallops.evaluation").joinpath("truth.toml").read_text("utf-8")
    return Truth(**tomllib.loads(text)["postmortems"])


def postmortems_in(folder: Path) -> list[File]:
    """Return the postmortems below a folder."""
    found = sorted(folder.rglob("*.md"))
    if not found:
        raise Invalid(f"There are no postmortems in {folder}")
    return [File(one.name, one.read_bytes()) for one in found]


def pairs_in(path: Path) -> list[TwoStatements]:
    """Return pairs of statements of which it is known whether they say the same."""
    read: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return [
        TwoStatements(id=one["id"], one=one["a"], other=one["b"], same=one["same"]) for one in read
    ]


def status_incidents_in(path: Path) -> list[Incident]:
    """Return the incidents of a status page, one on each line."""
    lines = path.read_text("utf-8").splitlines()
    return [_status_incident(json.loads(line)) for line in lines if line.strip()]


def cases_in(folder: Path) -> list[Case]:
    """Return the cases of a folder: an alert each, with its answer beside it."""
    answers = sorted(folder.rglob("answer.yml"))
    return [_case(one.parent, place) for place, one in enumerate(answers, start=1)]


def _status_incident(told: Mapping[str, Any]) -> Incident:
    started = datetime.fromisoformat(told["started_at"] or told["published_at"])
    ended = told.get("resolved_at")
    updates = [
        Update(
            id=f"u{place}",
            at=datetime.fromisoformat(one["at"]) if one.get("at") else started,
            text=one["message"],
            kind=Kind.REPORTED,
        )
        for place, one in enumerate(told["updates"], start=1)
        if one["message"]
    ]
    return Incident(
        id=f"ST-{told['id']}",
        title=told["title"],
        service=", ".join(told.get("components") or ()),
        severity=severity_of(told.get("impact") or ""),
        status=Status.RESOLVED,
        started_at=started,
        resolved_at=datetime.fromisoformat(ended) if ended else None,
        timeline=tuple(updates),
        source=Source(kind=SourceKind.IMPORT, name=str(told["id"])),
    )


def _case(folder: Path, place: int) -> Case:
    alert: dict[str, Any] = json.loads((folder / "alert.json").read_text("utf-8"))
    answer = (folder / "answer.yml").read_text("utf-8")
    notes, labels = alert["commonAnnotations"], alert["commonLabels"]
    started = _begin_of(folder, place)
    validated = [*_claims(answer, "VALIDATED_CLAIMS")]
    unproven = [*_claims(answer, "NON_VALIDATED_CLAIMS")]
    mode = str(notes.get("rds_failure_mode") or _category(answer))
    told = [(text, Kind.OBSERVED) for text in validated]
    supposed = [(text, Kind.HYPOTHESIS) for text in unproven]
    incident = Incident(
        id=f"CASE-{folder.name[:3]}",
        title=re.sub(r"^\[[^\]]*\]\s*", "", alert["title"]),
        service=str(notes.get("db_instance_identifier") or labels.get("service", "")),
        severity=severity_of(labels.get("severity", ""), Severity.MEDIUM),
        status=Status.RESOLVED,
        started_at=started,
        resolved_at=started + timedelta(hours=1),
        problem=str(notes.get("summary", "")),
        symptoms=tuple(
            str(notes[name]) for name in ("error", "suspected_symptom") if notes.get(name)
        ),
        root_cause=Confirmed(_cause(answer), "answer.yml", started + timedelta(hours=1)),
        source=Source(kind=SourceKind.IMPORT, name=folder.name),
        timeline=tuple(
            Update(id=f"u{n}", at=started + timedelta(minutes=n), text=text, kind=kind)
            for n, (text, kind) in enumerate([*told, *supposed], start=1)
        ),
    )
    return Case(resolved=incident, unproven=tuple(unproven), mode=mode)


def _begin_of(folder: Path, place: int) -> datetime:
    """Return when a case began: with its first event, else on a day of its own."""
    events = json.loads((folder / "aws_rds_events.json").read_text("utf-8"))["events"]
    first = min((one["date"] for one in events), default=None)
    if first:
        return datetime.fromisoformat(first)
    return datetime.fromisoformat("2026-03-26T00:00:00+00:00") + timedelta(days=place)


def _claims(answer: str, heading: str) -> Iterator[str]:
    found = re.search(rf"^\s*{heading}:\s*\n((?:\s*- .*\n?)+)", answer, re.MULTILINE)
    for line in (found[1] if found else "").splitlines():
        if line.strip().startswith("- "):
            yield _EVIDENCE.sub("", line.strip()[2:]).strip()


def _cause(answer: str) -> str:
    found = re.search(r"^\s*ROOT_CAUSE:\s*(.+)$", answer, re.MULTILINE)
    return found[1].strip() if found else ""


def _category(answer: str) -> str:
    found = re.search(r"^root_cause_category:\s*(\S+)", answer, re.MULTILINE)
    return found[1] if found else ""
