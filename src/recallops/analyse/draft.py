"""A draft: what somebody, a rule or a model, would say. None of it counts before it is checked."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Said:
    """A statement with the references it claims to rest on: `HM-n` of others, `R-n` of the incident."""

    text: str
    references: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Supposed:
    """A possible cause; `confidence` is 0 to 1."""

    text: str
    confidence: float
    supporting: list[Said] = field(default_factory=list[Said])
    opposing: list[Said] = field(default_factory=list[Said])


@dataclass(frozen=True, slots=True)
class Draft:
    """An analysis, unchecked.

    Attributes:
        root_cause: None unless it is known for this very incident.
        actions: Proposals; nothing is ever done by itself.
        missing: What is not known and would help.
    """

    summary: list[Said] = field(default_factory=list[Said])
    known_facts: list[Said] = field(default_factory=list[Said])
    root_cause: Said | None = None
    hypotheses: list[Supposed] = field(default_factory=list[Supposed])
    next_checks: list[Said] = field(default_factory=list[Said])
    actions: list[Said] = field(default_factory=list[Said])
    missing: list[str] = field(default_factory=list[str])
