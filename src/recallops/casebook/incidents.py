"""Incidents as people write them: opened, updated, confirmed, fixed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from recallops.casebook.keeping import Keeping, told_outcomes
from recallops.casebook.postmortem import postmortem_of
from recallops.domain.errors import Invalid, MemoryUnavailable
from recallops.domain.incidents import (
    Decided,
    Fix,
    FixOutcome,
    Incident,
    Severity,
    Source,
    SourceKind,
    Status,
    Update,
    confirm,
    fix_of,
    with_fix,
    with_outcome,
    with_update,
)
from recallops.domain.statements import Kind, Part
from recallops.ports.records import IncidentPage, IncidentQuery


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What an incident is opened with."""

    title: str
    service: str
    severity: Severity
    by: str
    problem: str = ""
    symptoms: tuple[str, ...] = ()
    started_at: datetime | None = None
    detected_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What of an incident is changed; None leaves it as it is."""

    by: str
    title: str | None = None
    service: str | None = None
    severity: Severity | None = None
    status: Status | None = None
    problem: str | None = None
    symptoms: tuple[str, ...] | None = None
    resolved_at: datetime | None = None


class Incidents:
    """Incidents, each change of which is stored and remembered."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._records = keeping.tools.records
        self._clock = keeping.tools.clock

    async def get(self, id: str) -> Incident:
        return await self._records.get(id)

    async def find(self, query: IncidentQuery) -> IncidentPage:
        return await self._records.find(query)

    async def similar_to(self, incidents: Sequence[Incident]) -> dict[str, list[str]]:
        """Return for each the incidents that it was joined to, or that its analysis found alike."""
        found = await self._records.found_similar([one.id for one in incidents])
        return {
            one.id: list(dict.fromkeys((*one.related, *found.get(one.id, ())))) for one in incidents
        }

    async def with_evidence(self, incident: Incident) -> Incident:
        """Return an incident with the memory that each entry of its timeline became."""
        if not incident.timeline:
            return incident
        try:
            told = await self._keeping.tools.memory.told_by(incident)
        except MemoryUnavailable:
            return incident
        noted = {" ".join(one.text.split()): one.id for one in told if one.part is Part.TIMELINE}
        entries = (replace(one, evidence_id=_memory_of(one, noted)) for one in incident.timeline)
        return replace(incident, timeline=tuple(entries))

    async def open(self, opening: Opening) -> Incident:
        """Open an incident by hand."""
        if not opening.title.strip():
            raise Invalid("An incident needs a title")
        now = self._clock.now()
        incident = Incident(
            id=await self._records.next_id(),
            title=opening.title.strip(),
            service=opening.service.strip(),
            severity=opening.severity,
            status=Status.OPEN,
            started_at=opening.started_at or now,
            detected_at=opening.detected_at or now,
            problem=opening.problem.strip(),
            symptoms=_lines(opening.symptoms),
            source=Source(kind=SourceKind.FORM, name=opening.by.strip()),
        )
        return await self._keeping.add(incident)

    async def change(self, id: str, change: Change) -> Incident:
        """Change what is written of an incident."""
        _named(change.by)
        incident = await self._records.get(id)
        given = {
            name: value
            for name in ("title", "service", "severity", "status", "problem", "resolved_at")
            if (value := getattr(change, name)) is not None
        }
        if change.symptoms is not None:
            given["symptoms"] = _lines(change.symptoms)
        changed = _timed(replace(incident, **given), now=self._clock.now())
        if not changed.title.strip():
            raise Invalid("An incident needs a title")
        saved = await self._keeping.save(changed)
        if saved.status is Status.RESOLVED:
            await self._keeping.learn_from_recurrences()
        return saved

    async def update(
        self, id: str, text: str, kind: Kind, *, at: datetime | None, by: str
    ) -> Incident:
        """Add to the timeline of an incident."""
        if not text.strip():
            raise Invalid("Say what happened")
        incident = await self._records.get(id)
        entry = Update(
            id=f"u-{uuid4().hex[:12]}",
            at=at or self._clock.now(),
            text=text.strip(),
            kind=kind,
            by=_named(by),
        )
        working = incident.status if incident.status is not Status.OPEN else Status.INVESTIGATING
        return await self._keeping.save(with_update(replace(incident, status=working), entry))

    async def confirm(
        self, id: str, decided: Decided, value: str, *, by: str, at: datetime | None = None
    ) -> Incident:
        """Let a named person say what was the cause, the resolution or the outcome; now, if not said."""
        when = at or self._clock.now()
        incident = confirm(await self._records.get(id), decided, value, by=by, at=when)
        saved = await self._keeping.save(incident)
        if decided == "root_cause":
            # What is known of its fixes is known of this cause from now on.
            await self._keeping.learn_from_fixes(saved, told_outcomes(saved.fixes), by=by, at=when)
            await self._keeping.learn_from_recurrences()
        return saved

    async def add_fix(
        self, id: str, text: str, outcome: FixOutcome, *, at: datetime | None, by: str
    ) -> Incident:
        """Write down what was done against an incident."""
        if not text.strip():
            raise Invalid("Say what was done")
        incident = await self._records.get(id)
        fix = Fix(
            id=f"f-{uuid4().hex[:12]}",
            text=text.strip(),
            applied_at=at or self._clock.now(),
            outcome=outcome,
            by=_named(by),
        )
        saved = await self._keeping.save(with_fix(incident, fix))
        await self._learn(saved, fix.id, by)
        return saved

    async def conclude_fix(
        self, id: str, fix_id: str, outcome: FixOutcome, *, by: str, at: datetime | None = None
    ) -> Incident:
        """Say whether a fix worked; now, if not said."""
        named = _named(by)
        incident = with_outcome(await self._records.get(id), fix_id, outcome, by=named)
        saved = await self._keeping.save(incident)
        await self._learn(saved, fix_id, by, at=at)
        return saved

    async def postmortem(self, id: str) -> str:
        """Return a draft of the postmortem, in Markdown."""
        return postmortem_of(await self._records.get(id), await self._records.analysis(id))

    async def _learn(
        self, incident: Incident, fix_id: str, by: str, *, at: datetime | None = None
    ) -> None:
        fix, when = fix_of(incident, fix_id), at or self._clock.now()
        await self._keeping.learn_from_fixes(incident, [fix], by=by.strip(), at=when)
        await self._keeping.learn_from_recurrences()


def _memory_of(entry: Update, noted: Mapping[str, str]) -> str | None:
    """Return the memory of an entry: one of its words, else the first that is a part of it."""
    if entry.kind is Kind.HYPOTHESIS:
        return None
    text = " ".join(entry.text.replace("```", " ").split())
    if text in noted:
        return noted[text]
    parts = ((text.find(words), id) for words, id in noted.items() if words and words in text)
    return min(parts, default=(0, None))[1]


def _named(by: str) -> str:
    if not by.strip():
        raise Invalid("Say who says so")
    return by.strip()


def _lines(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one.strip() for one in texts if one.strip())


def _timed(incident: Incident, *, now: datetime) -> Incident:
    """Let an incident that is over have an end, and one that lasts have none."""
    if incident.status is not Status.RESOLVED:
        return replace(incident, resolved_at=None)
    end = incident.resolved_at or now
    if end < incident.started_at:
        raise Invalid("It cannot have ended before it began")
    return replace(incident, resolved_at=end)
