"""Keeping an incident: secrets taken out, stored in the records, remembered, learnt from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog

from recallops.domain.errors import MemoryUnavailable
from recallops.domain.families import families_of
from recallops.domain.incidents import Fix, FixOutcome, Incident
from recallops.domain.rewriting import rewritten
from recallops.learn.fixes import concluded, recurred
from recallops.learn.recurrence import recurrences_in
from recallops.ports.memory import Memory
from recallops.ports.models import Model
from recallops.ports.records import Records
from recallops.ports.redaction import Redactor
from recallops.ports.runtime import Clock

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
        clean = rewritten(incident, self.tools.redactor.redact)
        return await self._remembered(await self.tools.records.add(clean))

    async def save(self, incident: Incident) -> Incident:
        """Store and remember a changed incident."""
        clean = rewritten(incident, self.tools.redactor.redact)
        return await self._remembered(await self.tools.records.save(clean))

    async def remove(self, id: str) -> None:
        """Remove an incident from the records and from the memory."""
        incident = await self.tools.records.get(id)
        await self.tools.memory.forget(incident)
        await self.tools.records.remove(id)
        self._behind.pop(id, None)

    async def catch_up(self) -> None:
        """Remember what could not be remembered before.

        Raises:
            MemoryUnavailable: The memory still does not answer.
        """
        for id in [*self._behind]:
            await self.tools.memory.remember(await self.tools.records.get(id))
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
                await self.tools.records.believe(lesson.belief, lesson.event)

    async def learn_from_recurrences(self) -> None:
        """Let what happened again weaken the fixes that were to prevent it."""
        incidents = await self.tools.records.all()
        starts = {one.id: one.started_at for one in incidents}
        for one in reversed(recurrences_in(incidents, families_of(incidents))):
            known = await self.tools.records.beliefs()
            for lesson in recurred([one], incidents, known, at=starts[one.recurred_as]):
                await self.tools.records.believe(lesson.belief, lesson.event)

    async def _remembered(self, incident: Incident) -> Incident:
        try:
            await self.tools.memory.remember(incident)
        except MemoryUnavailable as error:
            self._behind[incident.id] = None
            _log.warning("not remembered yet", incident=incident.id, reason=str(error))
        else:
            self._behind.pop(incident.id, None)
        return incident


def told_outcomes(fixes: Sequence[Fix]) -> list[Fix]:
    """Return the fixes of which somebody said what became of them."""
    return [one for one in fixes if one.outcome is not FixOutcome.UNKNOWN]
