"""Ours: opinions, and what moved them."""

from typing import Literal

from pydantic import Field

from tacitus.wire.banks import Traits
from tacitus.wire.base import Body, Moment, Page, Request

RelationName = Literal["reinforce", "weaken", "contradict", "neutral"]
FoldName = Literal["counted", "paper"]
StanceName = Literal["held", "open", "rejected"]


class OpinionListItem(Body):
    """An opinion in a list; `confidence` is 0 to 1."""

    id: str
    text: str
    confidence: float
    stance: StanceName
    formed_at: str
    state: Literal["valid", "superseded", "invalidated"]
    entities: list[str] = Field(default_factory=list[str])
    tags: list[str] = Field(default_factory=list[str])


class OpinionList(Page):
    """A page of opinions, latest formed first."""

    items: list[OpinionListItem]


class TrajectoryPoint(Body):
    """What one piece of evidence did.

    Attributes:
        confidence: After it.
        text: How the opinion is put from then on.
        memory_id: What was seen; null where a person judged without.
        source: The voice that it counts as; each voice counts once.
        assessor: Who judged: a model, a person, an application.
    """

    evidence_id: str
    at: str
    confidence: float
    relation: RelationName
    reason: str
    text: str
    memory_id: str | None
    memory_text: str | None
    source: str
    assessor: str
    weight: float


class OpinionDetail(OpinionListItem):
    """An opinion with all that it rests on and all that moved it.

    Attributes:
        initial_confidence: Before any evidence.
        first_text: How it was put before any evidence.
        disposition: Under which it was formed; null where it was read or stated, not reflected.
        who: Who stated it; null where an answer came to it.
        reason: Why, as they said.
        drawn_from: Memories that it was drawn from.
        trajectory: Newest first.
        without: By source, the confidence that it would have if the source had never spoken.
        fold: How evidence becomes a confidence in this bank.
    """

    initial_confidence: float
    first_text: str
    disposition: Traits | None
    who: str | None = None
    reason: str = ""
    drawn_from: list[str]
    trajectory: list[TrajectoryPoint]
    without: dict[str, float]
    fold: FoldName


class OpinionRequest(Request):
    """An opinion as a person or an application states it.

    Attributes:
        confidence: 0 to 1, before any evidence.
        drawn_from: Ids of the memories that it rests on; it goes with the last of them.
        who: Whose opinion it is.
    """

    text: str = Field(min_length=1, max_length=4000)
    confidence: float = Field(ge=0, le=1)
    drawn_from: list[str] = Field(min_length=1, max_length=100)
    who: str = Field(min_length=1, max_length=200)
    reason: str = Field(default="", max_length=4000)
    tags: list[str] = Field(default_factory=list[str], max_length=100)


class StatedOpinion(OpinionDetail):
    """An opinion as it stands; `is_new` is false where it was held in the same words already."""

    is_new: bool


class EvidenceRequest(Request):
    """Evidence as a person or an application gives it.

    Attributes:
        who: Whose judgement it is; without a memory, the voice that counts once.
        memory_id: What it is drawn from.
        at: When it was judged; now, unless said; no time to come.
    """

    relation: RelationName
    who: str = Field(min_length=1)
    memory_id: str | None = None
    reason: str = ""
    weight: float = Field(default=1.0, gt=0, le=1)
    at: Moment | None = None


class RecomputeRequest(Request):
    """Fold all opinions anew; `fold` names another way, which stays."""

    fold: FoldName | None = None


class Recomputed(Body):
    """How many opinions were folded anew."""

    opinions: int
