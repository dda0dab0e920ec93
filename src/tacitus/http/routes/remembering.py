"""Retain, recall and reflect."""

from collections.abc import Sequence

from tacitus.domain.changes import Receipt
from tacitus.domain.ids import OperationId, uuid7
from tacitus.domain.memories import Memory
from tacitus.engine import Engine
from tacitus.http.answers import chunks_of, entity_states
from tacitus.http.asked import identity, items_of, recall_options, reflect_options
from tacitus.http.bodies import Topic
from tacitus.http.errors import NotOffered
from tacitus.http.served import ServedEngine, ServedRuntime
from tacitus.views.documents import retained
from tacitus.views.memories import source_fact
from tacitus.views.recollections import recalled
from tacitus.views.reflections import reflected
from tacitus.wire import (
    RecallRequest,
    RecallResponse,
    ReflectRequest,
    ReflectResponse,
    RetainRequest,
    RetainResponse,
    SourceInclude,
    Usage,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}", tags=["memory"])


@router.post("/memories")
async def retain(bank_id: str, body: RetainRequest, engine: ServedEngine) -> RetainResponse:
    """Remember documents; the bank is created where it does not exist."""
    items = items_of(body, engine.clock.now())
    if body.async_:
        asked = None if body.operation_id is None else OperationId(identity(body.operation_id))
        whole = asked or OperationId(uuid7(engine.clock.now()))
        operations = await engine.retain_later(bank_id, items, operation=whole)
        ids = [str(id) for id in operations]
        return RetainResponse(
            success=True,
            bank_id=bank_id,
            items_count=len(items),
            async_=True,
            operation_id=str(whole) if ids else None,
            operation_ids=ids,
        )
    receipts = await engine.retain(bank_id, items)
    usage = _usage(receipts)
    return RetainResponse(
        success=True,
        bank_id=bank_id,
        items_count=len(items),
        async_=False,
        usage=usage,
        documents=[retained(bank_id, receipt) for receipt in receipts],
    )


@router.post("/memories/recall")
async def recall(bank_id: str, body: RecallRequest, runtime: ServedRuntime) -> RecallResponse:
    """Find what bears on a question."""
    engine = runtime.engine
    if body.min_scores and body.min_scores.reranker is not None and not runtime.models.reranker:
        raise NotOffered("min_scores.reranker is not offered: no reranker is configured")
    found = await engine.recall(bank_id, body.query, recall_options(body))
    memories = [candidate.memory for candidate in found.kept]
    answer = recalled(found, await engine.surveys.outdated(bank_id, memories))
    await _tell_sources(engine, bank_id, answer, memories, body.include.source_facts)
    if body.include.entities is not None and memories:
        limit = body.include.entities.max_tokens
        bank = found.query.bank
        answer.entities = await entity_states(engine, bank, memories, max_tokens=limit)
    if body.include.chunks is not None:
        limit = body.include.chunks.max_tokens
        answer.chunks = await chunks_of(runtime, found.query.bank, memories, max_tokens=limit)
    return answer


@router.post("/reflect")
async def reflect(bank_id: str, body: ReflectRequest, engine: ServedEngine) -> ReflectResponse:
    """Answer from memory, with sources."""
    reflection = await engine.reflect(bank_id, body.query, reflect_options(body))
    return reflected(bank_id, reflection, body)


async def _tell_sources(
    engine: Engine,
    bank_id: str,
    answer: RecallResponse,
    memories: Sequence[Memory],
    asked: SourceInclude | None,
) -> None:
    """Say what observations rest on, and show it where that is asked for."""
    most, each = (asked.max_tokens, asked.max_tokens_per_observation) if asked else (0, 0)
    facts = await engine.surveys.sources(bank_id, memories, most=most, most_each=each)
    for result, memory in zip(answer.results, memories, strict=True):
        if memory.id in facts.by_observation:
            result.source_fact_ids = [str(id) for id in facts.by_observation[memory.id]]
    if asked is not None:
        answer.source_facts = {str(one.id): source_fact(bank_id, one) for one in facts.shown}
        answer.source_facts_truncated = facts.truncated


def _usage(receipts: list[Receipt]) -> Usage:
    return Usage.of(
        sum(receipt.input_tokens for receipt in receipts),
        sum(receipt.output_tokens for receipt in receipts),
    )
