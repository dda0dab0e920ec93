"""Getting incidents in: postmortems that were written elsewhere, and alerts."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recallops.casebook.keeping import Keeping, told_outcomes
from recallops.domain.errors import Invalid
from recallops.domain.incidents import Incident
from recallops.intake.alerts import Alert, read_alertmanager, read_generic, read_pagerduty
from recallops.intake.markdown import read_postmortem
from recallops.intake.occurrences import Effect, judge, opened_by
from recallops.intake.report import Report, brought_up_to_date, incident_from


class AlertSource(StrEnum):
    """Systems whose webhooks are understood."""

    ALERTMANAGER = "alertmanager"
    PAGERDUTY = "pagerduty"
    GENERIC = "generic"


_READERS: Mapping[AlertSource, Callable[..., list[Alert]]] = {
    AlertSource.ALERTMANAGER: read_alertmanager,
    AlertSource.PAGERDUTY: read_pagerduty,
    AlertSource.GENERIC: read_generic,
}
_READ = (".md", ".markdown", ".txt", ".text")


@dataclass(frozen=True, slots=True)
class File:
    """A file that was handed in."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that was not read, and why."""

    file: str
    reason: str


@dataclass(slots=True)
class Imported:
    """What became of files that were handed in."""

    imported: list[Incident] = field(default_factory=list[Incident])
    unchanged: list[str] = field(default_factory=list[str])
    refused: list[Refusal] = field(default_factory=list[Refusal])


@dataclass(frozen=True, slots=True)
class Heard:
    """What an alert did to which incident."""

    incident_id: str
    effect: Effect


class Intake:
    """Reads what others wrote."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping
        self._tools = keeping.tools
        self._one_at_a_time = asyncio.Lock()

    async def files(self, files: Iterable[File]) -> Imported:
        """Import postmortems; a file that was imported before is brought up to date."""
        result = Imported()
        async with self._one_at_a_time:
            for file in files:
                for report in _reports(file, result):
                    try:
                        await self._import(report, result)
                    except Invalid as error:
                        result.refused.append(Refusal(report.name, str(error)))
            if result.imported:
                await self._keeping.learn_from_recurrences()
        return result

    async def alerts(self, source: AlertSource, payload: object) -> list[Heard]:
        """Hear a webhook: each alert opens an incident, counts as an occurrence, or ends one."""
        alerts = _READERS[source](payload, now=self._tools.clock.now())
        async with self._one_at_a_time:
            heard = [await self._hear(alert) for alert in alerts]
            told = [one for one in heard if one]
            if any(one.effect is Effect.REOPENED for one in told):
                await self._keeping.learn_from_recurrences()
        return told

    async def _import(self, report: Report, result: Imported) -> None:
        now: datetime = self._tools.clock.now()
        records = self._tools.records
        known = await records.by_source(report.name)
        if known is None:
            new = incident_from(report, id=await records.next_id(), now=now)
            saved = await self._keeping.add(new)
        else:
            told = self._keeping.clean(brought_up_to_date(known, report, now=now))
            if told == known:
                result.unchanged.append(known.id)
                return
            saved = await self._keeping.save(told)
        result.imported.append(saved)
        fixes = told_outcomes(saved.fixes)
        await self._keeping.learn_from_fixes(saved, fixes, by=saved.source.name)

    async def _hear(self, alert: Alert) -> Heard | None:
        records = self._tools.records
        known = await records.by_fingerprint(alert.fingerprint)
        judged = judge(alert, known)
        if judged.effect is Effect.IGNORED:
            return None
        if judged.effect in (Effect.OPENED, Effect.REOPENED):
            opened = opened_by(alert, id=await records.next_id(), after=judged.incident)
            saved = await self._keeping.add(opened)
            return Heard(saved.id, judged.effect)
        incident = judged.incident
        if incident is None:
            return None
        if incident not in known:
            await self._keeping.save(incident)
        return Heard(incident.id, judged.effect)


def _reports(file: File, result: Imported) -> Sequence[Report]:
    """Read one file; one that cannot be read is refused, and the others are read all the same."""
    if not file.name.lower().endswith(_READ):
        result.refused.append(Refusal(file.name, "Only Markdown and text are read (.md, .txt)"))
        return []
    try:
        return read_postmortem(file.name, file.content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        result.refused.append(Refusal(file.name, "It is no text in UTF-8"))
    except Invalid as error:
        result.refused.append(Refusal(file.name, str(error)))
    return []
