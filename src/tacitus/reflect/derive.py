"""Memories that are made from others: opinions and observations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tacitus.domain.changes import Record
from tacitus.domain.graph import Mention
from tacitus.domain.ids import BankId, MemoryId, uuid7
from tacitus.domain.memories import Dating, Memory, Network
from tacitus.domain.names import fold
from tacitus.domain.terms import terms
from tacitus.ports.models import Embedder, TokenCounter
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import EntityStore, MemoryStore, OpinionStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What it takes to make and keep a memory."""

    memories: MemoryStore
    entities: EntityStore
    opinions: OpinionStore
    embedder: Embedder
    counter: TokenCounter
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A statement drawn from memories.

    Attributes:
        confidence: 0 to 1; opinions only.
        drawn_from: The memories it rests on.
    """

    text: str
    network: Network
    drawn_from: tuple[MemoryId, ...]
    confidence: float | None = None


async def derive(statements: Sequence[Derived], bank: BankId, tools: Tools) -> list[Record]:
    """Give derived statements identity, vector and terms; nothing is stored yet."""
    vectors = await tools.embedder.embed([one.text for one in statements])
    now = tools.clock.now()
    return [
        Record(
            memory=Memory(
                id=MemoryId(uuid7(now)),
                bank=bank,
                network=one.network,
                text=one.text,
                mentioned_at=now,
                known_at=now,
                occurred=None,
                dating=Dating.MENTION,
                tokens=tools.counter.count(one.text),
                confidence=one.confidence,
            ),
            vector=vector,
            terms=terms(one.text),
        )
        for one, vector in zip(statements, vectors, strict=True)
    ]


async def mentions_in(
    record: Record, basis: Sequence[Memory], bank: BankId, tools: Tools
) -> list[Mention]:
    """Return whom an opinion is about: who is named in it, or in everything it rests on."""
    words = fold(record.memory.text)
    named = {fold(name): name for memory in basis for name in memory.entities}
    everywhere = {
        key for key, name in named.items() if all(name in memory.entities for memory in basis)
    }
    about = {
        key: name
        for key, name in named.items()
        if key in everywhere or re.search(rf"\b{re.escape(key)}\b", words)
    }
    if not about:
        return []
    entities = await tools.entities.alike(bank, sorted(about))
    id = record.memory.id
    return [Mention(id, one.id, about[one.key]) for one in entities if one.key in about]
