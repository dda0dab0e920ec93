"""The demonstration: a shop that does not exist, its postmortems, and what its people said since."""

import json
from datetime import datetime, time, timedelta
from pathlib import Path

from pydantic import BaseModel

from recallops.casebook import Casebook
from recallops.casebook.incidents import Opening
from recallops.casebook.intake import File, Imported
from recallops.domain.incidents import Decided, FixOutcome, Incident, Severity
from recallops.domain.statements import Kind

_AT_LEAST = timedelta(hours=1)
"""For how long the incident that is open has been going on."""


class _Outcome(BaseModel):
    file: str
    outcome: FixOutcome
    by: str
    at: datetime


class _Confirmed(BaseModel):
    file: str
    field: Decided
    by: str
    at: datetime


class _Update(BaseModel):
    text: str
    kind: Kind
    by: str
    after: timedelta


class _Open(BaseModel):
    title: str
    service: str
    severity: Severity
    problem: str
    symptoms: list[str]
    by: str
    began: time
    detected: timedelta
    updates: list[_Update]


class _Since(BaseModel):
    """What happened after the postmortems were written."""

    outcomes: list[_Outcome]
    confirmed: list[_Confirmed]
    open: _Open


async def load(casebook: Casebook, folder: Path) -> Imported:
    """Import the postmortems of a folder, and let happen what its `since.json` tells."""
    imported = await casebook.intake.files(_files(folder))
    since = _since(folder)
    by_tag = {tag: one for one in imported.imported for tag in one.tags}
    for one in since.confirmed:
        incident = by_tag[one.file]
        value = incident.root_cause.value or incident.title
        await casebook.incidents.confirm(incident.id, one.field, value, by=one.by, at=one.at)
    for one in since.outcomes:
        incident = by_tag[one.file]
        fix = incident.fixes[0].id
        await casebook.incidents.conclude_fix(incident.id, fix, one.outcome, by=one.by, at=one.at)
    imported.imported.append(await _opened(casebook, since.open))
    return imported


def _files(folder: Path) -> list[File]:
    return [File(one.name, one.read_bytes()) for one in sorted(folder.glob("*.md"))]


def _since(folder: Path) -> _Since:
    return _Since.model_validate(json.loads((folder / "since.json").read_text("utf-8")))


async def _opened(casebook: Casebook, told: _Open) -> Incident:
    began = _last(told.began, before=casebook.tools.clock.now() - _AT_LEAST)
    opening = Opening(
        title=told.title,
        service=told.service,
        severity=told.severity,
        by=told.by,
        problem=told.problem,
        symptoms=tuple(told.symptoms),
        started_at=began,
        detected_at=began + told.detected,
    )
    incident = await casebook.incidents.open(opening)
    for one in told.updates:
        incident = await casebook.incidents.update(
            incident.id, one.text, one.kind, at=began + one.after, by=one.by
        )
    return incident


def _last(at: time, *, before: datetime) -> datetime:
    """Return the last time that a clock showed a time of day."""
    same_day = datetime.combine(before, at)
    return same_day if same_day <= before else same_day - timedelta(days=1)
