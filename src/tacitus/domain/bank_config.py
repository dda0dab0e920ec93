"""Settings of one bank alone, and what they make of a question asked of it."""

from collections.abc import Mapping
from dataclasses import replace

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.recollection import Channel, RecallOptions
from tacitus.domain.sensitive import Policies, Policy

CHANNEL_SWITCHES: Mapping[str, Channel] = {
    "enable_text_search": Channel.KEYWORD,
    "enable_temporal_retrieval": Channel.TEMPORAL,
    "enable_graph_retrieval": Channel.GRAPH,
}
"""Setting to the channel that it switches; the semantic one is always on."""
RERANKING = "enable_reranking"
SWITCHES = frozenset((*CHANNEL_SWITCHES, RERANKING))
"""Settings that are true or false, and true where a bank does not say."""
SECRETS, PERSONAL = "secrets", "personal"
CHOSEN: Mapping[str, str] = {
    SECRETS: Policies().secrets.value,
    PERSONAL: Policies().personal.value,
}
"""Settings with a few values, and what holds where a bank does not say."""
LEARNED = "relevance"
"""Coefficients that were learned from the feedback on a bank's recalls, as a file holds them."""


def recall_options(config: Mapping[str, object], asked: RecallOptions) -> RecallOptions:
    """Return how to recall in a bank: as asked, less what the bank has switched off."""
    off = {channel for key, channel in CHANNEL_SWITCHES.items() if config.get(key) is False}
    reranked = config.get(RERANKING) is not False
    return replace(
        asked,
        channels=asked.channels - off,
        rerank_seconds=asked.rerank_seconds if reranked else 0.0,
    )


def policies_of(config: Mapping[str, object]) -> Policies:
    """Return what a bank does with secrets and personal data.

    Raises:
        InvalidRequest: What it is said to do is nothing that can be done.
    """
    try:
        secrets, personal = (Policy(str(config.get(key) or CHOSEN[key])) for key in CHOSEN)
    except ValueError:
        known = ", ".join(Policy)
        raise InvalidRequest(f"{SECRETS} and {PERSONAL} are each one of: {known}") from None
    return Policies(secrets, personal)
