"""Suppositions: what somebody thinks may be so. They are kept as opinions, and are never evidence."""

from dataclasses import dataclass
from hashlib import sha256

OPEN = 0.5
"""Confidence in what a person supposes without saying how sure they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposition:
    """A hypothesis of an incident.

    Attributes:
        confidence: 0 to 1, before anybody judged it.
        by: Who supposes it: a person, or a model by its name.
        rests_on: Ids of the evidence that speaks for it.
        refuted_by: Who refuted it; empty where nobody did.
    """

    text: str
    confidence: float = OPEN
    by: str = ""
    rests_on: tuple[str, ...] = ()
    refuted_by: str = ""

    @property
    def key(self) -> str:
        """What tells it from others of its incident, in short."""
        return sha256(" ".join(self.text.casefold().split()).encode()).hexdigest()[:16]
