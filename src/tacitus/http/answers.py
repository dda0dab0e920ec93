"""What recall and reflect give back to answers, with what a caller asked for besides."""

from collections.abc import Iterable

from tacitus.bootstrap import Runtime
from tacitus.domain.banks import Bank
from tacitus.domain.documents import Chunk
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Candidate, Channel, Explanation, Recollection
from tacitus.domain.reflection import Mode, Reflection
from tacitus.engine import Engine
from tacitus.http.views import chunk_id, chunk_of, iso, observations
from tacitus.wire import (
    AnsweredSentence,
    BasedOn,
    ChunkData,
    EntityState,
    FormedOpinion,
    RecallResponse,
    RecallResult,
    RecallScores,
    ReflectFact,
    ReflectRequest,
    ReflectResponse,
    ReflectTrace,
    Usage,
)

_MOST_ENTITIES = 20
_NO_SHAPES = "Answers in the shape of a schema are not offered; the text is the answer"


def recalled(found: Recollection) -> RecallResponse:
    """Return the memories found, best first, without entities and chunks."""
    bank = found.query.bank.name
    return RecallResponse(
        results=[_result(bank, candidate) for candidate in found.kept],
        trace=_trace(found) if found.explanations else None,
        reason=found.reason or None,
        tokens=found.tokens,
    )


def _result(bank: str, candidate: Candidate) -> RecallResult:
    memory = candidate.memory
    return RecallResult(
        id=str(memory.id),
        text=memory.text,
        type=memory.network,
        entities=list(memory.entities),
        context=memory.context or None,
        occurred_start=iso(memory.occurred.start) if memory.occurred else None,
        occurred_end=iso(memory.occurred.end) if memory.occurred else None,
        mentioned_at=iso(memory.mentioned_at),
        document_id=memory.document,
        metadata=dict(memory.metadata) or None,
        chunk_id=chunk_of(bank, memory),
        tags=list(memory.tags) or None,
        scores=_scores(candidate),
        relevance=candidate.relevance,
        confidence=memory.confidence,
        speaker=memory.speaker,
        state=memory.state,
        valid_until=iso(memory.valid_until),
        superseded_by=None if memory.superseded_by is None else str(memory.superseded_by),
        proof_count=memory.proof_count,
    )


def _scores(candidate: Candidate) -> RecallScores:
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


def _trace(found: Recollection) -> dict[str, object]:
    query = found.query
    intervals = query.time.intervals if query.time else ()
    return {
        "query": {
            "text": query.text,
            "terms": list(query.terms),
            "names": list(query.names),
            "asked_at": query.asked_at.isoformat(),
            "intervals": [[one.start.isoformat(), one.end.isoformat()] for one in intervals],
        },
        "candidates": [_explained(explanation) for explanation in found.explanations],
        "seconds": dict(found.seconds),
    }


def _explained(explanation: Explanation) -> dict[str, object]:
    candidate = explanation.candidate
    return {
        "id": str(candidate.memory.id),
        "text": candidate.memory.text,
        "verdict": explanation.verdict.value,
        "reason": explanation.reason,
        "scores": _scores(candidate).model_dump(),
        "ranks": {channel.value: rank for channel, rank in candidate.ranks.items()},
        "features": dict(candidate.features),
        "shares": dict(candidate.shares),
    }


async def entity_states(
    engine: Engine, bank: Bank, memories: Iterable[Memory]
) -> dict[str, EntityState]:
    """Return the entities of the memories with what is known of them, by canonical name."""
    named = [name for memory in memories for name in memory.entities]
    names = list(dict.fromkeys(named))[:_MOST_ENTITIES]
    if not names:
        return {}
    states = {
        entity.name: EntityState(
            entity_id=str(entity.id),
            canonical_name=entity.name,
            observations=observations(observation),
        )
        for entity, observation in await engine.entities_called(bank.name, names)
    }
    return {name: states[name] for name in names if name in states}


async def chunks_of(
    runtime: Runtime, bank: Bank, memories: Iterable[Memory], *, max_tokens: int
) -> dict[str, ChunkData]:
    """Return the pieces of documents that the memories were read in, by id, best memory first.

    Args:
        max_tokens: Ceiling on all texts together; the piece that reaches it is cut.
    """
    chunks: dict[str, ChunkData] = {}
    read: dict[DocumentId, dict[int, Chunk]] = {}
    counter, left = runtime.models.counter, max_tokens
    for source in (memory.sources[0] for memory in memories if memory.sources):
        id = chunk_id(bank.name, source.document, source.chunk)
        if id in chunks or left <= 0:
            continue
        if source.document not in read:
            listed = await runtime.engine.chunks(bank.name, source.document)
            read[source.document] = {chunk.index: chunk for chunk in listed}
        chunk = read[source.document].get(source.chunk)
        if chunk is not None:
            text = counter.truncate(chunk.text, left)
            left -= counter.count(text)
            cut = len(text) < len(chunk.text)
            chunks[id] = ChunkData(id=id, text=text, chunk_index=chunk.index, truncated=cut)
    return chunks


# --------------------------------------------------------------------------------------- reflect


def reflected(bank: str, reflection: Reflection, body: ReflectRequest) -> ReflectResponse:
    """Return the answer with its audit; the memories only where they were asked for."""
    facts = [_fact(bank, memory, reflection) for memory in reflection.based_on]
    return ReflectResponse(
        text=reflection.text,
        based_on=BasedOn(memories=facts) if body.include.facts is not None else None,
        structured_output_error=None if body.response_schema is None else _NO_SHAPES,
        usage=Usage.of(reflection.usage.input_tokens, reflection.usage.output_tokens),
        trace=ReflectTrace() if body.include.tool_calls is not None else None,
        mode="model" if reflection.mode is Mode.MODEL else "extractive",
        abstained=reflection.abstained,
        missing=reflection.missing or None,
        sentences=[
            AnsweredSentence(
                text=sentence.text,
                citations=[str(id) for id in sentence.citations],
                support=sentence.support.value,
            )
            for sentence in reflection.sentences
        ],
        opinions=[
            FormedOpinion(
                text=opinion.text,
                confidence=opinion.confidence,
                drawn_from=[str(id) for id in opinion.drawn_from],
            )
            for opinion in reflection.opinions
        ],
    )


def _fact(bank: str, memory: Memory, reflection: Reflection) -> ReflectFact:
    return ReflectFact(
        id=str(memory.id),
        text=memory.text,
        type=memory.network,
        context=memory.context or None,
        occurred_start=iso(memory.occurred.start) if memory.occurred else None,
        occurred_end=iso(memory.occurred.end) if memory.occurred else None,
        mentioned_at=iso(memory.mentioned_at),
        document_id=memory.document,
        chunk_id=chunk_of(bank, memory),
        tags=list(memory.tags) or None,
        metadata=dict(memory.metadata) or None,
        confidence=memory.confidence,
        relevance=reflection.relevance.get(memory.id),
    )
