"""What stands in a bank besides memories: directives, and standing answers (mental models)."""

from typing import Literal

from pydantic import Field

from tacitus.wire.base import Body, Budget, NetworkName, Page, Request, TagsMatch
from tacitus.wire.tags import TagGroup

Detail = Literal["metadata", "content", "full"]


class DirectiveRequest(Request):
    """A rule for answers of a bank.

    Attributes:
        priority: Higher ones are told first.
        tags: With some it binds answers that are asked for one of them; empty binds every answer.
    """

    name: str
    content: str
    priority: int = 0
    is_active: bool = True
    tags: list[str] = Field(default_factory=list[str])


class DirectiveChangeRequest(Request):
    """What to change of a directive; null leaves a value as it is."""

    name: str | None = None
    content: str | None = None
    priority: int | None = None
    is_active: bool | None = None
    tags: list[str] | None = None


class DirectiveDetail(Body):
    """A rule for answers of a bank."""

    id: str
    bank_id: str
    name: str
    content: str
    priority: int = 0
    is_active: bool = True
    tags: list[str] = Field(default_factory=list[str])
    created_at: str | None = None
    updated_at: str | None = None


class DirectiveList(Page):
    """A page of directives, the most important first."""

    items: list[DirectiveDetail]


class Trigger(Body):
    """When and how a standing answer is refreshed: on request, anew, and as reflect does it.

    Attributes:
        keep_trace: Has no effect when false.
    """

    mode: Literal["full", "delta"] = "full"
    refresh_after_consolidation: bool = False
    refresh_cron: str | None = None
    full_refresh_cron: str | None = None
    min_refresh_interval_seconds: int | None = None
    budget: Budget | None = None
    fact_types: list[NetworkName] | None = None
    exclude_mental_models: bool = False
    exclude_mental_model_ids: list[str] | None = None
    tags_match: TagsMatch | None = None
    tag_groups: list[TagGroup] | None = None
    include_chunks: bool | None = None
    recall_max_tokens: int | None = None
    recall_chunks_max_tokens: int | None = None
    response_schema: dict[str, object] | None = None
    keep_trace: bool = False


class StandingRequest(Request):
    """A question to be answered now, and anew on request.

    Attributes:
        id: Small letters, digits and hyphens; null lets us choose.
        tags: Only memories with all of these are asked.
        max_tokens: Ceiling on the answer; null is 2048.
    """

    id: str | None = None
    name: str
    source_query: str
    tags: list[str] | None = None
    max_tokens: int | None = Field(default=None, ge=1, le=8192)
    trigger: Trigger | None = None


class StandingChangeRequest(Request):
    """What to change of a standing answer; null leaves a value as it is."""

    name: str | None = None
    source_query: str | None = None
    tags: list[str] | None = None
    max_tokens: int | None = Field(default=None, ge=1, le=8192)
    trigger: Trigger | None = None


class StandingRefreshRequest(Request):
    """How to refresh; there is one way."""

    mode: Literal["full"] | None = None


class StandingDetail(Body):
    """A question that is answered anew, and what was answered last.

    Attributes:
        content: Null until it was answered, and where only metadata is asked for.
        reflect_response: What the answer rests on (`based_on.memories`); null unless all is asked for.
        is_stale: More is known by now, or it was never answered.
    """

    id: str
    bank_id: str
    name: str
    source_query: str | None = None
    content: str | None = None
    tags: list[str] = Field(default_factory=list[str])
    max_tokens: int | None = None
    trigger: Trigger | None = None
    last_refreshed_at: str | None = None
    last_memory_seen_at: str | None = None
    last_refresh_failed_at: str | None = None
    last_full_refreshed_at: str | None = None
    created_at: str | None = None
    is_knowledge_page: bool | None = None
    reflect_response: dict[str, object] | None = None
    is_stale: bool | None = None


class StandingList(Page):
    """A page of standing answers, oldest first."""

    items: list[StandingDetail]


class StandingCreated(Body):
    """A standing answer was made; the operation answers it."""

    mental_model_id: str | None = None
    operation_id: str


class OperationSubmitted(Body):
    """Work was handed in."""

    operation_id: str
    status: str


class StandingVersion(Body):
    """What a standing answer said, until something else took its place."""

    content: str
    until: str


class StandingHistory(Body):
    """What a standing answer said before, latest first."""

    mental_model_id: str
    items: list[StandingVersion]
