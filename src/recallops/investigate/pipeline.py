"""An investigation: recall -> compare -> classify -> rank -> group."""

import asyncio
from dataclasses import dataclass

from recallops.domain.evidence import Recalled
from recallops.domain.incidents import Incident
from recallops.domain.investigations import Investigation
from recallops.investigate.admit import admit
from recallops.investigate.classify import ALIKE, FAINT, classify, likeness_to, weights_in
from recallops.investigate.group import group
from recallops.investigate.question import Question, question_of
from recallops.investigate.rank import INCIDENTS, rank
from recallops.investigate.stages import Known, known_from, teaches
from recallops.investigate.unite import unite
from recallops.ports.memory import Memory
from recallops.ports.records import Records

_TOKENS_EACH = 1000


def investigate(question: Question, recalled: Recalled, known: Known) -> Investigation:
    """Read what was recalled; the same in, the same out."""
    admitted = admit(question, recalled)
    compared = unite(admitted)
    classified = classify(compared, question, known)
    ranked = rank(classified, question, known)
    return group(ranked, question, known, reason=recalled.reason)


@dataclass(frozen=True, slots=True)
class Investigate:
    """Recalls what bears on an incident or a question, and reads it."""

    memory: Memory
    records: Records

    async def of(self, incident: Incident) -> Investigation:
        """Investigate an incident of the records."""
        return await self.asked(question_of(incident))

    async def asked(self, question: Question, known: Known | None = None) -> Investigation:
        """Investigate a question.

        Args:
            known: The records, where they were gathered already.
        """
        there = known or known_from(await self.records.all(), await self.records.beliefs())
        return investigate(question, await self._recall(question, there), there)

    async def _recall(self, question: Question, known: Known) -> Recalled:
        """Recall what bears on the question; then, of the incidents like it, what helped there.

        The symptoms alone lead to incidents; their causes and fixes share no word with them.
        """
        if not question.seen.strip():
            return Recalled(reason="There is nothing to ask: no title, problem or symptom")
        found = await self.memory.recall(question.seen)
        if question.title and question.title != question.seen:
            # A long account drowns what its title asks for.
            found = _joined(found, await self.memory.recall(question.title))
        leads = (known.incidents[id] for id in leads_in(question, known))
        helped = [one for one in leads if teaches(one)][:INCIDENTS]
        for more in await asyncio.gather(*(self._what_helped(one) for one in helped)):
            found = _joined(found, more)
        return found

    async def _what_helped(self, lead: Incident) -> Recalled:
        """Recall what the memory has of an incident's cause and fixes, asked for in their own words."""
        told = (lead.root_cause.value, lead.resolution.value, *(one.text for one in lead.fixes))
        asked = "\n".join(dict.fromkeys(one for one in told if one))
        if not asked:
            return Recalled()
        return await self.memory.recall(asked, incidents=[lead.id], max_tokens=_TOKENS_EACH)


def _joined(first: Recalled, more: Recalled) -> Recalled:
    seen = {one.id for one in first.evidence}
    evidence = (*first.evidence, *(one for one in more.evidence if one.id not in seen))
    return Recalled(evidence, None if evidence else first.reason)


def leads_in(question: Question, known: Known) -> list[str]:
    """Return the incidents of the records that are worth a closer look, most alike first.

    The same alert and the same cause are, however they read.
    """
    kin = _kin(question, known)
    likes = {
        id: likeness_to(question, other, known)
        for id, other in known.incidents.items()
        if id not in question.without
    }
    weights = weights_in(question, known)
    least = ALIKE if not question.observed else FAINT
    worth = [id for id, like in likes.items() if like >= least or id in kin]
    return sorted(worth, key=lambda id: (id not in kin, -weights.get(id, 0.0), id))


def _kin(question: Question, known: Known) -> set[str]:
    asked = question.incident
    if asked is None:
        return set()
    alert = asked.source.fingerprint
    family = known.families.of.get(asked.id)
    return {
        id
        for id, other in known.incidents.items()
        if (alert and other.source.fingerprint == alert)
        or (family and known.families.of.get(id) == family)
    }
