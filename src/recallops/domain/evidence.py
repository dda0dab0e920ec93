"""Evidence: what the memory gave back for an investigation."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from recallops.domain.statements import Kind, Part

EvidenceState = Literal["valid", "superseded", "invalidated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One recalled statement.

    Attributes:
        id: Of the memory.
        incident_id: None is unlinked evidence: nobody said which incident it belongs to.
        at: When it was so.
        relevance: 0 to 1, the memory's own estimate that it bears on the question.
        occurrences: How many statements it stands for, itself included.
        sources: Documents that say it.
        ref: `HM-1` and so on, once it is kept.
    """

    id: str
    text: str
    kind: Kind
    part: Part | None = None
    incident_id: str | None = None
    service: str = ""
    severity: str = ""
    at: datetime | None = None
    by: str = ""
    relevance: float = 0.0
    occurrences: int = 1
    sources: tuple[str, ...] = ()
    state: EvidenceState = "valid"
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the memory gave back; `reason` says why nothing came, where nothing did."""

    evidence: tuple[Evidence, ...] = ()
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvidence:
    """A piece of evidence where it lies.

    Attributes:
        span: Its place in `document_text`, the end exclusive; None where it is not known.
    """

    evidence: Evidence
    document_id: str | None
    document_text: str
    span: tuple[int, int] | None
