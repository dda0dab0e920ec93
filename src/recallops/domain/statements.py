"""Statements: what an incident says, one sentence or two each, with what kind of word it is."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Kind(StrEnum):
    """How far a statement can be relied on; decided when it is written, and by whom.

    A hypothesis never counts as evidence, whoever wrote it.
    """

    OBSERVED = "observed"
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    HYPOTHESIS = "hypothesis"


class Part(StrEnum):
    """What of an incident a statement tells."""

    PROBLEM = "problem"
    SYMPTOM = "symptom"
    TIMELINE = "timeline"
    CAUSE = "cause"
    FACTOR = "factor"
    RESOLUTION = "resolution"
    OUTCOME = "outcome"
    FIX = "fix"
    LESSON = "lesson"
    FOLLOW_UP = "follow-up"
    HYPOTHESIS = "hypothesis"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One statement of an incident, as it is remembered.

    Attributes:
        at: When it was so, not when it was written; None where nobody said.
        by: Who says it; empty where nobody is named.
    """

    text: str
    part: Part
    kind: Kind
    at: datetime | None = None
    by: str = ""
