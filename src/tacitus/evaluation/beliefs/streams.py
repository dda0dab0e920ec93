"""Streams of evidence for the benchmark: the same every time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from tacitus.domain.ids import EvidenceId, MemoryId
from tacitus.domain.opinions import Evidence, Relation

_BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
_OPINION = MemoryId(UUID(int=1))
_FORMED_ON = 3
"""How many pieces of evidence the first confidence of an opinion is a guess from."""
_HARSH = 0.25
"""Share of the adverse evidence that contradicts instead of weakening."""


def stream(relations: Iterable[Relation], *, source: str | None = None) -> list[Evidence]:
    """Return one event an hour, each from a voice of its own unless `source` names the one."""
    return [
        Evidence(
            id=EvidenceId(UUID(int=number)),
            opinion=_OPINION,
            memory=None,
            relation=relation,
            source=source or f"source {number}",
            at=_BEGIN + timedelta(hours=number),
            assessor="script",
        )
        for number, relation in enumerate(relations, 1)
    ]


@dataclass(frozen=True, slots=True)
class Trial:
    """A statement that holds with an unknown probability, and what is seen of it.

    Attributes:
        initial: A first guess, from `_FORMED_ON` looks.
        outcome: Whether the next piece of evidence speaks for it: what a confidence predicts.
    """

    initial: float
    evidence: Sequence[Evidence]
    outcome: bool


def trials(count: int, *, seed: int = 7) -> list[Trial]:
    """Draw statements whose probabilities are uniform, with 1 to 20 independent sources each."""
    random = Random(seed)
    return [_trial(random) for _ in range(count)]


def _trial(random: Random) -> Trial:
    latent = random.random()
    seen = sum(random.random() < latent for _ in range(_FORMED_ON))
    relations = [_drawn(latent, random) for _ in range(random.randint(1, 20))]
    return Trial(
        initial=(1 + seen) / (2 + _FORMED_ON),
        evidence=stream(relations),
        outcome=random.random() < latent,
    )


def _drawn(latent: float, random: Random) -> Relation:
    if random.random() < latent:
        return Relation.REINFORCE
    return Relation.CONTRADICT if random.random() < _HARSH else Relation.WEAKEN
