"""A memory as a body: in a list, in detail, recalled, and under an answer."""

from collections.abc import Container
from typing import Any

from tacitus.domain.curation import MemoryChange
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, Network, Source, State
from tacitus.domain.recollection import Candidate, Channel
from tacitus.views.chunk_ids import chunk_id
from tacitus.views.times import iso
from tacitus.wire import MemoryChange as MemoryChangeBody
from tacitus.wire import (
    MemoryDetail,
    MemoryListItem,
    RecallResult,
    RecallScores,
    ReflectFact,
    SourceSpan,
)

Outdated = Container[MemoryId]
"""Observations of which more is known by now."""


def listed_memory(bank: str, memory: Memory, outdated: Outdated | None = None) -> MemoryListItem:
    """Return a memory for a list; its entities are one text."""
    return MemoryListItem(
        **_said(bank, memory),
        **_standing(memory),
        context=memory.context,
        date=_date(memory),
        fact_type=memory.network,
        entities=", ".join(memory.entities),
        tags=list(memory.tags),
        metadata=dict(memory.metadata),
        invalidation_reason=_why_invalid(memory),
        stale=_stale(memory, outdated),
    )


def detailed_memory(bank: str, memory: Memory) -> MemoryDetail:
    """Return a memory with everything that is known of it."""
    return MemoryDetail(
        **_said(bank, memory),
        **_standing(memory),
        type=memory.network,
        context=memory.context,
        date=_date(memory),
        entities=list(memory.entities),
        tags=list(memory.tags),
        metadata=dict(memory.metadata),
        access_count=memory.access_count,
        invalidation_reason=_why_invalid(memory),
        dating=memory.dating,
        known_at=iso(memory.known_at),
        sources=[_span(bank, source) for source in memory.sources],
    )


def recalled_memory(
    bank: str, candidate: Candidate, outdated: Outdated | None = None
) -> RecallResult:
    """Return a memory that was recalled, with what the searches said of it."""
    memory = candidate.memory
    return RecallResult(
        **_said(bank, memory),
        **_standing(memory),
        type=memory.network,
        entities=list(memory.entities),
        context=memory.context or None,
        metadata=dict(memory.metadata) or None,
        tags=list(memory.tags) or None,
        scores=scores(candidate),
        relevance=candidate.relevance,
        dating=memory.dating,
        stale=_stale(memory, outdated),
    )


def source_fact(bank: str, memory: Memory) -> RecallResult:
    """Return a memory that an observation rests on; nothing was asked of it."""
    return recalled_memory(bank, Candidate(memory=memory, score=0.0)).model_copy(
        update={"scores": None}
    )


def changed_memory(change: MemoryChange) -> MemoryChangeBody:
    """Return one change of a memory."""
    return MemoryChangeBody(
        at=change.at.isoformat(),
        act=change.act.value,
        reason=change.reason,
        before=dict(change.before),
    )


def scores(candidate: Candidate) -> RecallScores:
    """Return what the searches said of a memory."""
    hits = candidate.hits
    return RecallScores(
        final=candidate.score,
        reranker=candidate.rerank_score,
        semantic=hits.get(Channel.SEMANTIC),
        keyword=hits.get(Channel.KEYWORD),
        graph=hits.get(Channel.GRAPH),
        temporal=hits.get(Channel.TEMPORAL),
        relevance=candidate.relevance,
    )


def answering_memory(bank: str, memory: Memory, relevance: float | None) -> ReflectFact:
    """Return a memory that was given to an answer."""
    return ReflectFact(
        **_said(bank, memory),
        type=memory.network,
        context=memory.context or None,
        tags=list(memory.tags) or None,
        metadata=dict(memory.metadata) or None,
        relevance=relevance,
    )


def _said(bank: str, memory: Memory) -> dict[str, Any]:
    """What every body says of a memory: its words, when, and where they were read."""
    first = memory.sources[0] if memory.sources else None
    return {
        "id": str(memory.id),
        "text": memory.text,
        "document_id": memory.document,
        "chunk_id": chunk_id(bank, first.document, first.chunk) if first else None,
        "mentioned_at": iso(memory.mentioned_at),
        "occurred_start": iso(memory.occurred.start) if memory.occurred else None,
        "occurred_end": iso(memory.occurred.end) if memory.occurred else None,
        "confidence": memory.confidence,
    }


def _standing(memory: Memory) -> dict[str, Any]:
    """Who said it, how often, and whether it still counts."""
    return {
        "speaker": memory.speaker,
        "proof_count": memory.proof_count,
        "state": memory.state,
        "valid_until": iso(memory.valid_until),
        "superseded_by": None if memory.superseded_by is None else str(memory.superseded_by),
    }


def _stale(memory: Memory, outdated: Outdated | None) -> bool | None:
    if outdated is None or memory.network is not Network.OBSERVATION:
        return None
    return memory.id in outdated


def _span(bank: str, source: Source) -> SourceSpan:
    return SourceSpan(
        document_id=source.document,
        chunk_id=chunk_id(bank, source.document, source.chunk),
        start=source.start,
        end=source.end,
        speaker=source.speaker,
        mentioned_at=source.mentioned_at.isoformat(),
    )


def _date(memory: Memory) -> str:
    return (memory.occurred.start if memory.occurred else memory.mentioned_at).isoformat()


def _why_invalid(memory: Memory) -> str | None:
    return memory.state_reason if memory.state is State.INVALIDATED else None
