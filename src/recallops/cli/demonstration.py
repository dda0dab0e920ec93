"""The demonstration: a shop that does not exist, its postmortems, and what its people said since."""

import json
from pathlib import Path

from pydantic import BaseModel

from recallops.casebook import Casebook
from recallops.casebook.incidents import Opening
from recallops.casebook.intake import File, Imported
from recallops.domain.incidents import Decided, FixOutcome, Incident, Severity
from recallops.domain.statements import Kind


class _Outcome(BaseModel):
    file: str
    outcome: FixOutcome
    by: str


class _Confirmed(BaseModel):
    file: str
    field: Decided
    by: str


class _Update(BaseModel):
    text: str
    kind: Kind
    by: str


class _Open(BaseModel):
    title: str
    service: str
    severity: Severity
    problem: str
    symptoms: list[str]
    by: str
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
        await casebook.incidents.confirm(incident.id, one.field, value, by=one.by)
    for one in since.outcomes:
        incident = by_tag[one.file]
        fix = incident.fixes[0].id
        await casebook.incidents.conclude_fix(incident.id, fix, one.outcome, by=one.by)
    imported.imported.append(await _opened(casebook, since.open))
    return imported


def _files(folder: Path) -> list[File]:
    return [File(one.name, one.read_bytes()) for one in sorted(folder.glob("*.md"))]


def _since(folder: Path) -> _Since:
    return _Since.model_validate(json.loads((folder / "since.json").read_text("utf-8")))


async def _opened(casebook: Casebook, told: _Open) -> Incident:
    opening = Opening(
        title=told.title,
        service=told.service,
        severity=told.severity,
        by=told.by,
        problem=told.problem,
        symptoms=tuple(told.symptoms),
    )
    incident = await casebook.incidents.open(opening)
    for one in told.updates:
        incident = await casebook.incidents.update(
            incident.id, one.text, one.kind, at=None, by=one.by
        )
    return incident
