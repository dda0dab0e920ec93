"""The memory: what earlier incidents taught."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recallops.domain.beliefs import Belief
from recallops.domain.evidence import Evidence, Recalled, StoredEvidence
from recallops.domain.incidents import Incident
from recallops.domain.suppositions import Supposition


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What remembering came to; `unchanged` where all of it was there already."""

    document_id: str
    unchanged: bool
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryState:
    """Where the memory is, and whether it answers."""

    url: str
    bank: str
    ok: bool
    reason: str = ""


class Memory(Protocol):
    """Remembers incidents statement by statement, and gives back what bears on a question.

    Every method but `state` raises `MemoryUnavailable`.
    """

    async def remember(self, incident: Incident) -> Remembered:
        """Remember an incident as it stands; what it said before and says no more is forgotten."""
        ...

    async def told_by(self, incident: Incident) -> Sequence[Evidence]:
        """Return what is remembered of an incident, in no order."""
        ...

    async def suppose(self, incident: Incident, suppositions: Sequence[Supposition]) -> None:
        """Hold what a model or a person supposes of an incident as opinions, apart from the evidence.

        What was supposed of it before and is not any more is forgotten; a refuted one is moved by
        who refuted it, once.
        """
        ...

    async def hold(self, belief: Belief, *, anew: bool = False) -> None:
        """Hold a belief as an opinion, and all that moved it as its evidence, each once.

        Args:
            anew: Whether something that moved it is taken back.
        """
        ...

    async def confidence_in(self, belief: Belief) -> float | None:
        """Return how sure the memory is of a belief; None where it holds none."""
        ...

    async def recall(
        self,
        question: str,
        *,
        max_tokens: int = 6000,
        service: str | None = None,
        incidents: Sequence[str] = (),
    ) -> Recalled:
        """Return what bears on a question, best first; hypotheses are never among it.

        Args:
            service: Only what was said of this service.
            incidents: Only what was said of these incidents, if any are named.
        """
        ...

    async def find(self, evidence_id: str) -> StoredEvidence:
        """Return a piece of evidence with the document it stands in.

        Raises:
            NotFound: There is none of this id.
        """
        ...

    async def forget(self, incident: Incident) -> None:
        """Forget an incident, and what was supposed of it."""
        ...

    async def state(self) -> MemoryState: ...
