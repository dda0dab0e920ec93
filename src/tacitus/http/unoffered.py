"""The one list of what a body of the wire format can ask for and Tacitus does not do.

A field that is read and has no effect would be a promise; these are refused, with what to do instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tacitus.http.errors import NotOffered
from tacitus.wire import (
    BankChangeRequest,
    Body,
    ConsolidationRequest,
    DocumentChangeRequest,
    MemoryChangeRequest,
    MemoryItem,
    TagGroupLeaf,
)


@dataclass(frozen=True, slots=True)
class Unoffered:
    """A field that is not offered.

    Attributes:
        instead: What to do instead.
        harmless: Values that ask for nothing that is not done anyway; null always is.
    """

    instead: str
    harmless: tuple[object, ...] = ()


_SCOPES = Unoffered("observations are made of entities, for all who ask")
_EXTRACTION = Unoffered("what is read of a document does not depend on the bank")

UNOFFERED: Mapping[type[Body], Mapping[str, Unoffered]] = {
    MemoryItem: {
        "resolve_entities": Unoffered("names are resolved always", harmless=(True,)),
        "observation_scopes": _SCOPES,
        "strategy": Unoffered("documents are read one way"),
    },
    TagGroupLeaf: {
        "resolve": Unoffered("name the tags as they are; GET tags lists them", harmless=("exact",))
    },
    DocumentChangeRequest: {"observation_scopes": _SCOPES},
    ConsolidationRequest: {"observation_scopes": _SCOPES},
    MemoryChangeRequest: {
        "entities": Unoffered("merge, split and alias entities, for all memories at once"),
    },
    BankChangeRequest: {
        "retain_mission": _EXTRACTION,
        "retain_extraction_mode": _EXTRACTION,
        "retain_custom_instructions": _EXTRACTION,
        "retain_chunk_size": _EXTRACTION,
        "retain_structured_chunk_size": _EXTRACTION,
        "retain_max_attachments_per_chunk": _EXTRACTION,
        "observations_mission": Unoffered("observations are neutral summaries in every bank"),
        "enable_observations": Unoffered(
            "observations are written wherever a language model is configured", harmless=(True,)
        ),
    },
}


_ASKED = "say it with each question"
_ALWAYS = "it is done one way in every bank"
CONFIGURATION: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "recall_max_tokens",
            "recall_include_chunks",
            "recall_prefer_observations",
            "recall_chunks_max_tokens",
            "recall_budget_function",
            "recall_budget_fixed_low",
            "recall_budget_fixed_mid",
            "recall_budget_fixed_high",
            "recall_budget_adaptive_low",
            "recall_budget_adaptive_mid",
            "recall_budget_adaptive_high",
            "recall_budget_min",
            "recall_budget_max",
            "reflect_default_options",
            "reflect_source_facts_max_tokens",
        ),
        _ASKED,
    ),
    **dict.fromkeys(
        (
            "retain_default_strategy",
            "retain_strategies",
            "retain_chunk_batch_size",
            "store_document_text",
            "entity_labels",
            "entities_allow_free_form",
            "max_observations_per_scope",
            "observation_scope_limits",
            "consolidation_strategies",
            "default_observation_scopes",
            "enable_auto_consolidation",
            "consolidation_use_decision_model",
            "consolidation_llm_parallelism",
            "consolidation_max_memories_per_round",
            "consolidation_llm_batch_size",
            "consolidation_source_facts_max_tokens",
            "consolidation_source_facts_max_tokens_per_observation",
            "mental_model_min_refresh_interval_seconds",
            "knowledge_page_default_trigger",
            "reflect_use_decision_model",
            "mental_model_refresh_use_decision_model",
            "mental_model_delta_use_decision_model",
            "mcp_enabled_tools",
            "llm_gemini_safety_settings",
            "memory_defense",
            "audit_log_enabled",
        ),
        _ALWAYS,
    ),
}
"""What a bank's configuration holds elsewhere and not here, and what to do instead."""


def refuse_unoffered(body: Body, place: str = "") -> None:
    """Let a body pass that asks for nothing in the list.

    Args:
        place: Where the body stands in the request, such as `items[0].`.

    Raises:
        NotOffered: It asks for something in the list.
    """
    for field, unoffered in UNOFFERED.get(type(body), {}).items():
        value = getattr(body, field)
        if value is not None and value not in unoffered.harmless:
            raise NotOffered(f"{place}{field} is not offered: {unoffered.instead}")
