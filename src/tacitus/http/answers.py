"""What a caller asked for besides the memories recalled: entities, and pieces of documents."""

from collections.abc import Iterable

from tacitus.bootstrap import Runtime
from tacitus.domain.banks import Bank
from tacitus.domain.documents import Chunk
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory
from tacitus.engine import Engine
from tacitus.views.chunk_ids import chunk_id
from tacitus.views.entities import observations
from tacitus.wire import ChunkData, EntityState

_MOST_ENTITIES = 20


async def entity_states(
    engine: Engine, bank: Bank, memories: Iterable[Memory], *, max_tokens: int
) -> dict[str, EntityState]:
    """Return the entities of the memories with what is known of them, by canonical name.

    Args:
        max_tokens: Ceiling on all observations together; one that does not fit is left out.
    """
    named = [name for memory in memories for name in memory.entities]
    names = list(dict.fromkeys(named))[:_MOST_ENTITIES]
    if not names:
        return {}
    found = {pair[0].name: pair for pair in await engine.surveys.called(bank.name, names)}
    known = {entity.id: said for entity, said in found.values() if said is not None}
    stale = await engine.surveys.stale(bank.name, known)
    states: dict[str, EntityState] = {}
    left = max_tokens
    for entity, observation in (found[name] for name in names if name in found):
        fits = observation is not None and observation.tokens <= left
        left -= observation.tokens if observation and fits else 0
        states[entity.name] = EntityState(
            entity_id=str(entity.id),
            canonical_name=entity.name,
            observations=observations(observation if fits else None, stale=entity.id in stale),
        )
    return states


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
