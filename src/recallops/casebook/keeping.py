"""Keeping an incident: secrets taken out, stored in the records, remembered, learnt from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog

from recallops.analyse.pipeline import suppositions
from recallops.domain.beliefs import Belief
from recallops.domain.errors import Invalid, MemoryUnavailable
from recallops.domain.incidents import Fix, FixOutcome, Incident
from recallops.domain.rewriting import rewritten
from recallops.domain.telling import suppositions_of
from recallops.investigate.stages import known_from
from recallops.learn.fixes import Lesson, concluded, recurred
from recallops.learn.recurrence import recurrences_in
from recallops.ports.memory import Memory
from recallops.ports.models import Model
from recallops.ports.records import Records
from recallops.ports.redaction import Redactor
from recallops.ports.runtime import Clock

YEARS = range(1970, 2200)
"""Years that an incident may tell of."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What a casebook works with; without a model it does all but write freely."""

    records: Records
    memory: Memory
    redactor: Redactor
    clock: Clock
    model: Model | None = None


class Keeping:
    """Writes incidents to where they belong, in order: the records first, then the memory.

    An incident that the memory did not take is remembered before the next question is asked.
    """

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self._behind: dict[str, None] = {}

    async def add(self, incident: Incident) -> Incident:
        """Store and remember a new incident."""
        return await self._remembered(await self.tools.records.add(self.clean(incident)))

    async def save(self, incident: Incident) -> Incident:
        """Store and remember a changed incident."""
        return await self._remembered(await self.tools.records.save(self.clean(incident)))

    def clean(self, incident: Incident) -> Incident:
        """Return an incident as it may be kept: without secrets, and with times that can be.

        Raises:
            Invalid: A time in it is not of these centuries.
        """
        for moment in _times_in(incident):
            if moment.year not in YEARS:
                raise Invalid(f"The year {moment.year} is none of {YEARS[0]} to {YEARS[-1]}")
        return rewritten(incident, lambda text: self.tools.redactor.redact(printable(text)))

    async def remove(self, id: str) -> None:
        """Remove an incident from the records and from the memory."""
        incident = await self.tools.records.get(id)
        touched = {one.id for one in await self._beliefs_of(incident)}
        await self.tools.memory.forget(incident)
        await self.tools.records.remove(id)
        self._behind.pop(id, None)
        for belief in await self.tools.records.beliefs():
            if belief.id in touched:
                await self.tools.memory.hold(belief, anew=True)

    async def catch_up(self) -> None:
        """Remember what could not be remembered before.

        Raises:
            MemoryUnavailable: The memory still does not answer.
        """
        for id in [*self._behind]:
            await self._tell(await self.tools.records.get(id), behind=True)
            self._behind.pop(id, None)

    async def learn_from_fixes(
        self, incident: Incident, fixes: Iterable[Fix], *, by: str, at: datetime | None = None
    ) -> None:
        """Let what became of fixes move what is believed of them.

        Args:
            at: When it was said; else when each was applied, or the incident ended.
        """
        for fix in fixes:
            known = await self.tools.records.beliefs()
            when = at or fix.applied_at or incident.resolved_at or self.tools.clock.now()
            lesson = concluded(incident, fix, known, by=by, at=when)
            if lesson:
                await self._believe(lesson)

    async def learn_from_recurrences(self) -> None:
        """Let what happened again weaken the fixes that were to prevent it."""
        incidents = await self.tools.records.all()
        starts = {one.id: one.started_at for one in incidents}
        known = await self.tools.records.beliefs()
        for one in reversed(recurrences_in(incidents, known_from(incidents).families)):
            for lesson in recurred([one], incidents, known, at=starts[one.recurred_as]):
                await self._believe(lesson)
                known = await self.tools.records.beliefs()

    async def suppose(self, incident: Incident) -> None:
        """Hold as opinions what people and models suppose of an incident, as it stands by now."""
        supposed = suppositions_of(incident)
        analysis = await self.tools.records.analysis(incident.id)
        if analysis:
            supposed = [*supposed, *suppositions(analysis)]
        await self.tools.memory.suppose(incident, supposed)

    async def _believe(self, lesson: Lesson) -> None:
        """Keep what was learnt, in the records and as evidence on an opinion in the memory."""
        event = lesson.event
        belief = await self.tools.records.believe(lesson.belief, event)
        try:
            await self.tools.memory.hold(belief, anew=not event.weight)
        except MemoryUnavailable as error:
            self._behind[event.incident_id] = None
            _log.warning("not held yet", belief=belief.id, reason=str(error))

    async def _tell(self, incident: Incident, *, behind: bool = False) -> None:
        """Remember an incident, with what is supposed of it and believed for it.

        What it is told by may be other memories afterwards, and what rested on these is gone.

        Args:
            behind: Whether something of it may never have come to the memory.
        """
        memory = self.tools.memory
        remembered = await memory.remember(incident)
        is_new = incident.revision <= 1 and not behind
        if not is_new or suppositions_of(incident):
            await self.suppose(incident)
        if behind or not (is_new or remembered.unchanged):
            for belief in await self._beliefs_of(incident):
                await memory.hold(belief)

    async def _beliefs_of(self, incident: Incident) -> list[Belief]:
        """Return the beliefs that an incident moved."""
        known = await self.tools.records.beliefs()
        return [one for one in known if any(e.incident_id == incident.id for e in one.events)]

    async def _remembered(self, incident: Incident) -> Incident:
        try:
            await self._tell(incident)
        except MemoryUnavailable as error:
            self._behind[incident.id] = None
            _log.warning("not remembered yet", incident=incident.id, reason=str(error))
        else:
            self._behind.pop(incident.id, None)
        return incident


def printable(text: str) -> str:
    """Return a text without what no database keeps."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _times_in(incident: Incident) -> Iterator[datetime]:
    yield incident.started_at
    told = (
        incident.detected_at,
        incident.resolved_at,
        *(one.at for one in incident.timeline),
        *(one.applied_at for one in incident.fixes),
        *(one.at for one in incident.occurrences),
        *(one.resolved_at for one in incident.occurrences),
    )
    yield from (one for one in told if one)


def told_outcomes(fixes: Sequence[Fix]) -> list[Fix]:
    """Return the fixes of which somebody said what became of them."""
    return [one for one in fixes if one.outcome is not FixOutcome.UNKNOWN]
