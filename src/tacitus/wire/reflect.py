"""Reflect: a question, and an answer that can be audited."""

from typing import Literal

from pydantic import Field

from tacitus.wire.banks import Traits
from tacitus.wire.base import Body, Budget, Moment, NetworkName, Request, TagsMatch, Usage
from tacitus.wire.recall import TemporalWindow
from tacitus.wire.tags import TagGroup


class FactsInclude(Body):
    """Asks for the memories that the answer rests on."""


class ToolCallsInclude(Body):
    """Asks for the steps on the way to the answer: one recall, so that the trace is empty.

    Attributes:
        output: Has no effect.
    """

    output: bool = True


class ReflectInclude(Body):
    """What to give back besides the answer; null leaves it out."""

    facts: FactsInclude | None = None
    tool_calls: ToolCallsInclude | None = None


class ReflectRequest(Request):
    """A question to answer.

    Attributes:
        budget: How much to read before answering.
        context: What the answer should take into account besides memory.
        max_tokens: Ceiling on the length of the answer.
        response_schema: JSON schema of an object that the answer is to be put into as well.
        apply_all_directives: Whether all active directives bind, whatever their tags.
        max_calls: Ours. Most calls of the language model, repeated ones included.
        fact_types: Networks to read; null reads all.
        disposition: Ours. Stands in for the bank's in this answer alone.
        occurred_in: Ours. Only from memories of what happened in this stretch of time.
        as_of: Ours. Answer from what had been said by this moment and not yet been replaced.
        query_timestamp: Ours. When the question is asked; null is now.
    """

    query: str
    budget: Budget = "low"
    context: str | None = None
    max_tokens: int = Field(default=4096, ge=1)
    include: ReflectInclude = Field(default_factory=ReflectInclude)
    response_schema: dict[str, object] | None = None
    apply_all_directives: bool = False
    max_calls: int = Field(default=4, ge=1, le=20)
    tags: list[str] | None = None
    tags_match: TagsMatch = "any"
    tag_groups: list[TagGroup] | None = None
    fact_types: list[NetworkName] | None = None
    disposition: Traits | None = None
    occurred_in: TemporalWindow | None = None
    as_of: Moment | None = None
    query_timestamp: Moment | None = None


class ReflectFact(Body):
    """A memory that was given to the answer."""

    id: str | None = None
    text: str
    type: str | None = None
    context: str | None = None
    occurred_start: str | None = None
    occurred_end: str | None = None
    mentioned_at: str | None = None
    document_id: str | None = None
    chunk_id: str | None = None
    tags: list[str] | None = None
    metadata: dict[str, str] | None = None
    attachments: list[dict[str, object]] | None = None
    confidence: float | None = None
    """Ours; opinions only."""
    relevance: float | None = None
    """Ours."""


class BasedOn(Body):
    """What an answer rests on."""

    memories: list[ReflectFact] = Field(default_factory=list[ReflectFact])
    mental_models: list[dict[str, object]] = Field(default_factory=list[dict[str, object]])
    directives: list[dict[str, object]] = Field(default_factory=list[dict[str, object]])


class ReflectTrace(Body):
    """The steps on the way to an answer."""

    tool_calls: list[dict[str, object]] = Field(default_factory=list[dict[str, object]])
    llm_calls: list[dict[str, object]] = Field(default_factory=list[dict[str, object]])


class AnsweredSentence(Body):
    """Ours: a sentence of the answer, the memories it cites, and whether they say it.

    Attributes:
        superseded: Those of the memories that no longer hold.
    """

    text: str
    citations: list[str]
    support: Literal["supported", "unsupported"]
    superseded: list[str] = Field(default_factory=list[str])


class FormedOpinion(Body):
    """Ours: a judgment that the answer came to; `confidence` is 0 to 1."""

    text: str
    confidence: float
    drawn_from: list[str]


class ReflectResponse(Body):
    """An answer.

    Attributes:
        based_on: The memories given to the answer; null unless `include.facts` asks for them.
        calls: Ours. Calls of the language model, repeated ones included.
        mode: Ours. "extractive" where no language model is configured.
        abstained: Ours. Memory holds too little to answer; `missing` says what.
    """

    text: str
    based_on: BasedOn | None = None
    structured_output: dict[str, object] | None = None
    structured_output_error: str | None = None
    usage: Usage | None = None
    calls: int = 0
    trace: ReflectTrace | None = None
    mode: Literal["model", "extractive"] = "model"
    abstained: bool = False
    missing: str | None = None
    sentences: list[AnsweredSentence] = Field(default_factory=list[AnsweredSentence])
    opinions: list[FormedOpinion] = Field(default_factory=list[FormedOpinion])
