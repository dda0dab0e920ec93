"""What goes from one step of an investigation to the next; each step gives another type."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from recallops.domain.beliefs import Belief
from recallops.domain.evidence import Evidence
from recallops.domain.families import Families, families_of, symptoms_text
from recallops.domain.incidents import Incident, Status
from recallops.domain.investigations import Departure, FunnelStep, Relation, Step
from recallops.domain.lexical import Lexicon, lexicon_of
from recallops.domain.likeness import Rarity, rarity_in


@dataclass(frozen=True, slots=True)
class Known:
    """The records that evidence is read against.

    Attributes:
        rarity: Of words among all incidents.
        lexicon: All that the incidents tell, to be found by a few words.
    """

    incidents: Mapping[str, Incident]
    families: Families
    rarity: Rarity
    lexicon: Lexicon
    beliefs: Sequence[Belief] = ()


def known_from(incidents: Iterable[Incident], beliefs: Sequence[Belief] = ()) -> Known:
    """Gather what is known, to be used for any number of questions."""
    return replace(_known(tuple(incidents)), beliefs=beliefs)


@lru_cache(maxsize=2)
def _known(incidents: tuple[Incident, ...]) -> Known:
    """Gather what is known of incidents; remembered, since they change less often than one asks."""
    by_id = {one.id: one for one in incidents}
    # What lasts is still being written, by anybody: its words do not decide what words are rare.
    over = [one for one in by_id.values() if one.status is Status.RESOLVED]
    rarity = rarity_in(whole_text(one) for one in over)
    lexicon = lexicon_of({id: whole_text(one) for id, one in by_id.items()})
    return Known(by_id, families_of([*by_id.values()], rarity), rarity, lexicon)


def whole_text(incident: Incident) -> str:
    """Return all that says what an incident was about: what was seen, and what lay behind it."""
    return "\n".join(
        (
            symptoms_text(incident),
            incident.root_cause.value or "",
            *incident.factors,
            noted_text(incident),
        )
    )


def teaches(incident: Incident) -> bool:
    """Whether anything is on record that helps with another: a cause, an end, or what was done."""
    return bool(incident.root_cause.value or incident.resolution.value or incident.fixes)


def noted_text(incident: Incident) -> str:
    """Return what was noted of an incident while it lasted."""
    return "\n".join(one.text for one in incident.timeline)


@dataclass(frozen=True, slots=True)
class Admitted:
    """After recall: what may count at all."""

    evidence: tuple[Evidence, ...]
    funnel: tuple[FunnelStep, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """After comparing: each statement once, with its occurrences and its sources."""

    evidence: tuple[Evidence, ...]
    funnel: tuple[FunnelStep, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What an earlier incident is to the question.

    Attributes:
        likeness: 0 to 1.
        weight: What it is ranked by, higher is better.
    """

    incident: Incident
    likeness: float
    relation: Relation
    weight: float


@dataclass(frozen=True, slots=True)
class Classified:
    """After classifying: what bears on the question, and the incidents that resemble it."""

    evidence: tuple[Evidence, ...]
    standings: Mapping[str, Standing]
    funnel: tuple[FunnelStep, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """After ranking: what is kept, best first, and the similar incidents, best first."""

    evidence: tuple[Evidence, ...]
    standings: tuple[Standing, ...]
    funnel: tuple[FunnelStep, ...]


@dataclass(slots=True)
class Leaving:
    """Collects who leaves a step."""

    step: Step
    entered: int
    departures: list[Departure] = field(default_factory=list[Departure])

    def send(self, evidence: Evidence, reason: str) -> None:
        """Let a piece of evidence go."""
        self.departures.append(
            Departure(
                evidence_id=evidence.id,
                text=evidence.text,
                incident_id=evidence.incident_id,
                reason=reason,
            )
        )

    def told(self) -> FunnelStep:
        """Return the step as it went."""
        return FunnelStep(
            step=self.step,
            entered=self.entered,
            left=self.entered - len(self.departures),
            departures=tuple(self.departures),
        )
