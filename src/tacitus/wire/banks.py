"""Banks: making, changing, listing and measuring them."""

from typing import Literal

from pydantic import Field

from tacitus.wire.base import Body, Page, Request


class Traits(Body):
    """How a bank leans, each from 1 to 5; `bias_strength` (ours) from 0 to 1."""

    skepticism: int = Field(ge=1, le=5)
    literalism: int = Field(ge=1, le=5)
    empathy: int = Field(ge=1, le=5)
    bias_strength: float | None = Field(default=None, ge=0, le=1)


class BankChangeRequest(Request):
    """Create a bank, or change what is named; the rest stays.

    Attributes:
        reflect_mission: The newer word for `mission`; where both are there, this one counts.
        enable_text_search: False leaves the keyword channel out of every recall; likewise the other two
            channels, and the cross-encoder.
        secrets: Ours; what becomes of passwords, keys and tokens in what is handed in: `redact` unless
            it is said.
        expire_days_after_mention: Ours; days after which what was said is not recalled, and goes.
        decay_unused: Ours; how strongly memories that nobody asked for in a long while go behind: 0.
        expire_days_after_known: Ours; likewise after it was handed in.
        personal: Ours; likewise of addresses of mail, telephone, card and account numbers: `keep`.
    """

    name: str | None = None
    mission: str | None = None
    background: str | None = None
    disposition: Traits | None = None
    disposition_skepticism: int | None = Field(default=None, ge=1, le=5)
    disposition_literalism: int | None = Field(default=None, ge=1, le=5)
    disposition_empathy: int | None = Field(default=None, ge=1, le=5)
    reflect_mission: str | None = None
    retain_mission: str | None = None
    observations_mission: str | None = None
    retain_extraction_mode: str | None = None
    retain_custom_instructions: str | None = None
    retain_chunk_size: int | None = Field(default=None, ge=1)
    retain_structured_chunk_size: int | None = Field(default=None, ge=1)
    retain_max_attachments_per_chunk: int | None = Field(default=None, ge=1)
    enable_observations: bool | None = None
    enable_text_search: bool | None = None
    enable_temporal_retrieval: bool | None = None
    enable_graph_retrieval: bool | None = None
    enable_reranking: bool | None = None
    secrets: Literal["keep", "redact", "refuse"] | None = None
    personal: Literal["keep", "redact", "refuse"] | None = None
    expire_days_after_mention: float | None = Field(default=None, gt=0, le=36_500)
    expire_days_after_known: float | None = Field(default=None, gt=0, le=36_500)
    decay_unused: float | None = Field(default=None, ge=0, le=10)


class DispositionRequest(Request):
    """Set the disposition alone."""

    disposition: Traits


class BackgroundRequest(Request):
    """Add to the bank's background; `update_disposition` is read and has no effect."""

    content: str
    update_disposition: bool | None = None


class BackgroundResponse(Body):
    """The background as it is now; `operation_id` (ours) is the merge that follows, if any does."""

    mission: str
    background: str | None = None
    disposition: Traits | None = None
    operation_id: str | None = None


class BankProfile(Body):
    """What a bank is."""

    bank_id: str
    name: str
    disposition: Traits
    mission: str
    background: str | None = None
    embedder: str | None = None
    """Ours; the model that its vectors were made with, which no other can stand in for."""


class BankListItem(Body):
    """A bank in a list; `fact_count` is the number of its memories."""

    bank_id: str
    name: str | None = None
    disposition: Traits
    mission: str | None = None
    created_at: str | None = None
    updated_at: str | None = None
    fact_count: int = 0
    last_document_at: str | None = None
    last_write_at: str | None = None
    display_alias: str | None = None
    matched_aliases: list[str] = Field(default_factory=list[str])
    document_count: int = 0
    """Ours."""
    entity_count: int = 0
    """Ours."""


class BankList(Page):
    """A page of banks, by id."""

    banks: list[BankListItem]


class BankConfigRequest(Request):
    """Set single fields of a bank's configuration; null takes one back to its default."""

    updates: dict[str, object]


class BankConfig(Body):
    """A bank's configuration as it works, and what of it is the bank's own."""

    bank_id: str
    config: dict[str, object]
    overrides: dict[str, object]


class BankStats(Body):
    """How much a bank holds; `nodes` are memories, `fact types` networks."""

    bank_id: str
    total_nodes: int
    total_links: int
    total_documents: int
    nodes_by_fact_type: dict[str, int]
    links_by_link_type: dict[str, int]
    links_by_fact_type: dict[str, int]
    links_breakdown: dict[str, dict[str, int]]
    pending_operations: int
    failed_operations: int
    operations_by_status: dict[str, int] = Field(default_factory=dict[str, int])
    last_consolidated_at: str | None = None
    last_memory_write_at: str | None = None
    pending_consolidation: int = 0
    failed_consolidation: int = 0
    total_observations: int = 0
    total_entities: int = 0
    """Ours."""
