"""Incidents as they were while they lasted, put to the same steps as any other."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from recallops.analyse.case import Cleaned, case_of
from recallops.analyse.pipeline import Analyse
from recallops.casebook import Casebook
from recallops.domain.analyses import Analysis
from recallops.domain.incidents import UNKNOWN, Incident, Status
from recallops.domain.investigations import Investigation
from recallops.investigate.pipeline import Investigate
from recallops.investigate.question import Question, question_in, question_of
from recallops.investigate.stages import Known, known_from


def as_it_lasted(incident: Incident) -> Incident:
    """Return an incident without all that was known only afterwards."""
    return replace(
        incident,
        status=Status.OPEN,
        resolved_at=None,
        root_cause=UNKNOWN,
        resolution=UNKNOWN,
        outcome=UNKNOWN,
        fixes=(),
        factors=(),
        lessons=(),
        follow_ups=(),
    )


@dataclass(frozen=True, slots=True)
class Retrospect:
    """Analyses incidents as if they were new, over what a casebook holds of the others."""

    casebook: Casebook
    incidents: tuple[Incident, ...]

    async def ask(self, title: str, incident: Incident) -> Investigation:
        """Ask with a title alone."""
        question = question_in(
            title, asked_at=incident.started_at, without=frozenset({incident.id})
        )
        others = tuple(one for one in self.incidents if one.id != incident.id)
        return await self._asking().asked(question, known_from(others))

    async def analyse(self, incident: Incident, *, without: Iterable[str] = ()) -> Analysis:
        """Analyse an incident that lasts, from what is known without some others."""
        gone = {*without}
        known = self._known(incident, gone)
        question = question_of(incident)
        hidden: Question = replace(question, without=question.without | gone)
        found = await self._asking().asked(hidden, known)

        def clean(text: str) -> Cleaned:
            seen = question_in(text, asked_at=incident.started_at)
            return seen.seen, seen.set_aside

        case = case_of(incident, found, clean)
        at = self.casebook.tools.clock.now()
        return await Analyse().of(case, at=at, earlier=None, with_memory=True)

    def _known(self, incident: Incident, gone: set[str]) -> Known:
        others = (one for one in self.incidents if one.id not in gone and one.id != incident.id)
        return known_from([*others, incident])

    def _asking(self) -> Investigate:
        return Investigate(self.casebook.tools.memory, self.casebook.tools.records)
