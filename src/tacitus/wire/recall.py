"""Recall: a question, and the memories that bear on it."""

from pydantic import Field

from tacitus.wire.base import Body, Budget, Moment, NetworkName, Request, TagsMatch
from tacitus.wire.tags import TagGroup


class EntityInclude(Body):
    """Asks for the entities of the memories, with what is known of them.

    Attributes:
        max_tokens: Ceiling on what is known of all of them together.
    """

    max_tokens: int = Field(default=500, ge=0)


class ChunkInclude(Body):
    """Asks for the pieces of documents that the memories were read in.

    Attributes:
        max_tokens: Ceiling on all of them together.
    """

    max_tokens: int = Field(default=8192, ge=0)


class SourceInclude(Body):
    """Asks for the memories that observations rest on; -1 sets no limit."""

    max_tokens: int = Field(default=4096, ge=-1)
    max_tokens_per_observation: int = Field(default=-1, ge=-1)


class IncludeOptions(Body):
    """What to give back besides the memories; null leaves it out."""

    entities: EntityInclude | None = Field(default_factory=EntityInclude)
    chunks: ChunkInclude | None = None
    source_facts: SourceInclude | None = None


class MinScores(Body):
    """Lowest scores of interest, on the scale of each search."""

    semantic: float | None = None
    keyword: float | None = None
    reranker: float | None = None
    final: float | None = None


class TemporalWindow(Body):
    """A stretch of time, the end exclusive."""

    start: Moment
    end: Moment


class RecallRequest(Request):
    """A question.

    Attributes:
        types: Networks to look in; null looks in facts, experiences and observations.
        budget: How hard to look.
        max_tokens: Ceiling on the tokens of all texts together.
        trace: Whether to say what every search said of every candidate, and why it went.
        query_timestamp: When the question is asked; "yesterday" hangs on it. Null is now; without a
            zone it is UTC, as are the times of `temporal_window`.
        tags: With `tags_match` "exact", an empty list asks for untagged memories.
        temporal_window: What happened in it ranks higher, instead of what happened when the question
            says; nothing is left out.
        occurred_in: Ours. Only memories of what happened in this stretch of time.
        as_of: Ours. Answer with what had been said by this moment and not yet been replaced.
    """

    query: str
    types: list[NetworkName] | None = None
    prefer_observations: bool | None = None
    budget: Budget = "mid"
    max_tokens: int = Field(default=4096, ge=1)
    trace: bool = False
    query_timestamp: Moment | None = None
    include: IncludeOptions = Field(default_factory=IncludeOptions)
    tags: list[str] | None = None
    tags_match: TagsMatch = "any"
    tag_groups: list[TagGroup] | None = None
    min_scores: MinScores | None = None
    temporal_window: TemporalWindow | None = None
    occurred_in: TemporalWindow | None = None
    as_of: Moment | None = None


class RecallScores(Body):
    """What the searches said of a memory; null where one did not find it.

    Attributes:
        final: What it is ranked by; not a probability.
        graph: Ours.
        temporal: Ours.
        relevance: Ours. Probability, 0 to 1, that it bears on the question.
    """

    final: float
    reranker: float | None = None
    semantic: float | None = None
    keyword: float | None = None
    graph: float | None = None
    temporal: float | None = None
    relevance: float | None = None


class RecallResult(Body):
    """A memory.

    Attributes:
        type: Its network.
        relevance: Ours. Probability, 0 to 1, that it bears on the question.
        confidence: Ours. 0 to 1, opinions only.
        speaker: Ours.
        state: Ours. "superseded" says that a newer memory took its place.
        valid_until: Ours. When it stopped holding.
        superseded_by: Ours. Id of the memory that took its place.
        proof_count: Ours. How many sources state it.
        dating: Ours. How far its time is known: exact, mention or undated_relative.
        stale: Ours. Of an observation, whether more is known by now; null of anything else.
    """

    id: str
    text: str
    type: str | None = None
    entities: list[str] | None = None
    context: str | None = None
    occurred_start: str | None = None
    occurred_end: str | None = None
    mentioned_at: str | None = None
    document_id: str | None = None
    metadata: dict[str, str] | None = None
    chunk_id: str | None = None
    tags: list[str] | None = None
    source_fact_ids: list[str] | None = None
    scores: RecallScores | None = None
    attachments: list[dict[str, object]] | None = None
    relevance: float | None = None
    confidence: float | None = None
    speaker: str | None = None
    state: str = "valid"
    valid_until: str | None = None
    superseded_by: str | None = None
    proof_count: int = 1
    dating: str | None = None
    stale: bool | None = None


class EntityObservation(Body):
    """A summary of what is known of an entity; `stale` (ours) where more is known by now."""

    text: str
    mentioned_at: str | None = None
    stale: bool = False


class EntityState(Body):
    """An entity and what is known of it."""

    entity_id: str
    canonical_name: str
    observations: list[EntityObservation]


class ChunkData(Body):
    """A piece of a document; `truncated` where the token limit cut it."""

    id: str
    text: str
    chunk_index: int
    truncated: bool = False
    attachments: list[dict[str, object]] | None = None


class RecallResponse(Body):
    """Memories, best first.

    Attributes:
        entities: By canonical name.
        chunks: By chunk id.
        source_facts: By memory id.
        reason: Ours. Why nothing came back; null where something did.
        tokens: Ours. Of all texts together.
    """

    results: list[RecallResult]
    trace: dict[str, object] | None = None
    entities: dict[str, EntityState] | None = None
    chunks: dict[str, ChunkData] | None = None
    source_facts: dict[str, RecallResult] | None = None
    source_facts_truncated: bool | None = None
    reason: str | None = None
    tokens: int | None = None
