"""What an analysis is made from: what the incident itself says, and what is known of others like it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from recallops.domain.evidence import Evidence
from recallops.domain.incidents import Incident
from recallops.domain.investigations import Investigation, find_reference
from recallops.domain.statements import Kind, Part
from recallops.domain.telling import sentences, statements_of

Cleaned = tuple[str, tuple[str, ...]]
"""What was seen, and what was put beside it that claims to know the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFact:
    """A statement of the incident itself, by its reference `R-1` and so on."""

    ref: str
    text: str
    kind: Kind
    part: Part
    at: datetime | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An incident, as it can be analysed.

    Attributes:
        own: What it says of itself, hypotheses left out.
        set_aside: What was written in it and claims to know the cause; nothing rests on it.
        refuted: Causes that somebody refuted for this incident.
    """

    incident: Incident
    investigation: Investigation
    own: tuple[OwnFact, ...]
    set_aside: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()

    def evidence(self, ref: str) -> Evidence | None:
        return find_reference(self.investigation, ref)

    def own_fact(self, ref: str) -> OwnFact | None:
        return next((one for one in self.own if one.ref == ref), None)

    def evidence_of(self, incident_id: str) -> list[Evidence]:
        return [one for one in self.investigation.evidence if one.incident_id == incident_id]


def case_of(
    incident: Incident,
    investigation: Investigation,
    clean: Callable[[str], Cleaned],
    *,
    refuted: tuple[str, ...] = (),
) -> Case:
    """Gather an incident for its analysis.

    Args:
        clean: Takes out of a text what claims to know the answer.
    """
    aside: dict[str, None] = dict.fromkeys(investigation.set_aside)
    own: list[OwnFact] = []
    for fact in _facts(incident):
        if fact.part is Part.CAUSE:
            kept = [fact.text]
        else:
            text, more = clean(fact.text)
            aside |= dict.fromkeys(more)
            kept = sentences(text)
        own.extend(
            OwnFact(
                ref=f"R-{len(own) + place}",
                text=sentence,
                kind=fact.kind,
                part=fact.part,
                at=fact.at,
                by=fact.by,
            )
            for place, sentence in enumerate(kept, start=1)
        )
    return Case(
        incident=incident,
        investigation=investigation,
        own=tuple(own),
        set_aside=tuple(aside),
        refuted=refuted,
    )


def _facts(incident: Incident) -> Iterator[OwnFact]:
    for one in statements_of(incident):
        yield OwnFact(ref="", text=one.text, kind=one.kind, part=one.part, at=one.at, by=one.by)
