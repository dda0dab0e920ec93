"""Step 4 of retain: drafts to records, each with an identity, a vector and its keyword terms."""

from tacitus.domain.changes import Draft, Record
from tacitus.domain.documents import Document
from tacitus.domain.ids import MemoryId, uuid7
from tacitus.domain.memories import Memory, Source
from tacitus.domain.statements import Statement, state_key
from tacitus.domain.terms import terms
from tacitus.domain.vectors import Vector
from tacitus.ports.models import TokenCounter


def record(draft: Draft, vector: Vector, document: Document, counter: TokenCounter) -> Record:
    """Give a draft an identity."""
    now = document.received_at
    about = draft.about or document
    memory = Memory(
        id=MemoryId(uuid7(now)),
        bank=document.bank,
        network=draft.network,
        text=draft.text,
        mentioned_at=draft.mentioned_at,
        known_at=now,
        occurred=draft.occurred,
        dating=draft.dating,
        tokens=counter.count(draft.text),
        speaker=draft.speaker,
        context=about.context,
        confidence=draft.confidence,
        metadata={**about.metadata, **dict(draft.metadata)},
        tags=about.tags,
        sources=(_source(draft, document),),
    )
    statement = Statement(draft.text, draft.speaker, draft.mentioned_at)
    return Record(
        memory=memory, vector=vector, terms=terms(draft.text), state_key=state_key(statement)
    )


def _source(draft: Draft, document: Document) -> Source:
    return Source(
        document=document.id,
        chunk=draft.chunk,
        start=draft.start,
        end=draft.end,
        speaker=draft.speaker,
        mentioned_at=draft.mentioned_at,
    )
