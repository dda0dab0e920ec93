"""Changes by hand, in memory."""

from collections.abc import Sequence
from dataclasses import replace

from tacitus.adapters.in_memory.applying import meet, mention
from tacitus.adapters.in_memory.beliefs import put_in_words
from tacitus.adapters.in_memory.contents import Contents, Shelf, Successor
from tacitus.adapters.in_memory.sources import memories_read_in, outdate
from tacitus.domain.changes import AS_BEFORE, Named, Record, Resettlement
from tacitus.domain.curation import MemoryChange, checked_edit, retagged
from tacitus.domain.graph import LinkType
from tacitus.domain.identity import bringing
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.names import fold

_LIKENESS = (LinkType.SEMANTIC, LinkType.TEMPORAL)


class Curation:
    """Fills `CurationStore`."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def edit(
        self,
        bank: BankId,
        record: Record,
        change: MemoryChange,
        *,
        seen: Memory | None = None,
        settled: Resettlement = AS_BEFORE,
        named: Named | None = None,
    ) -> bool:
        id = record.memory.id
        if id not in self._shelf.of(bank).records:
            return False
        with self._shelf.writing(bank) as contents:
            checked_edit(contents.records[id].memory, seen)
            outdate(contents, id)
            _settle(contents, settled)
            contents.records[id] = _rewritten(contents.records[id], record)
            if named is not None:
                _rename(contents, id, named)
            contents.links = {
                key: weight
                for key, weight in contents.links.items()
                if id not in key[:2] or key[2] not in _LIKENESS
            }
            contents.evidence = {
                key: event for key, event in contents.evidence.items() if event.memory != id
            }
            put_in_words(contents)
            _note(contents, id, change)
        return True

    async def replaced(self, bank: BankId, memory: MemoryId) -> list[MemoryId]:
        successors = self._shelf.of(bank).successors
        return sorted(old for old, successor in successors.items() if successor.memory == memory)

    async def note(self, bank: BankId, memory: MemoryId, change: MemoryChange) -> None:
        if memory in self._shelf.of(bank).records:
            with self._shelf.writing(bank) as contents:
                _note(contents, memory, change)

    async def history(self, bank: BankId, memory: MemoryId) -> list[MemoryChange]:
        contents = self._shelf.of(bank)
        there = memory in contents.records
        return [*reversed(contents.history.get(memory, ()))] if there else []

    async def retag(self, bank: BankId, document: DocumentId, tags: Sequence[str]) -> bool:
        if document not in self._shelf.of(bank).documents:
            return False
        with self._shelf.writing(bank) as contents:
            kept = contents.documents[document]
            old = kept.document.tags
            changed = replace(kept.document, tags=tuple(tags), revision=kept.document.revision + 1)
            contents.documents[document] = replace(kept, document=changed)
            for id in memories_read_in(contents, document):
                record = contents.records[id]
                memory = replace(record.memory, tags=retagged(record.memory.tags, old, tags))
                contents.records[id] = replace(record, memory=memory)
        return True


def _rewritten(before: Record, record: Record) -> Record:
    new = record.memory
    memory = replace(
        before.memory,
        text=new.text,
        context=new.context,
        network=new.network,
        mentioned_at=new.mentioned_at,
        occurred=new.occurred,
        dating=new.dating,
        tokens=new.tokens,
        sources=new.sources,
    )
    return replace(
        before,
        memory=memory,
        vector=record.vector,
        terms=record.terms,
        state_key=record.state_key,
    )


def _rename(contents: Contents, id: MemoryId, named: Named) -> None:
    """Let a memory mention others than it did; who is not mentioned any more goes."""
    before = {entity for memory, entity in contents.mentions if memory == id}
    contents.mentions = {key: name for key, name in contents.mentions.items() if key[0] != id}
    contents.lent = {key for key in contents.lent if key[0] != id}
    contents.absorbed = {
        holder: {
            entity: replace(one, surfaces={m: name for m, name in one.surfaces.items() if m != id})
            for entity, one in held.items()
        }
        for holder, held in contents.absorbed.items()
    }
    mention(contents, named.mentions, meet(contents, named.entities))
    _lend(contents, id)
    gone = before - {entity for _, entity in contents.mentions}
    contents.entities = {key: one for key, one in contents.entities.items() if key not in gone}
    contents.absorbed = {key: one for key, one in contents.absorbed.items() if key not in gone}


def _lend(contents: Contents, id: MemoryId) -> None:
    """Let who was merged since a memory came be who it names, under a form of theirs."""
    known_at = contents.records[id].memory.known_at
    for (memory, entity), surface in contents.mentions.items():
        held = contents.absorbed.get(entity, {})
        back = bringing(held.values(), fold(surface)) if memory == id else None
        if back and known_at < back.at:
            own = replace(back, surfaces={**back.surfaces, id: surface})
            contents.absorbed[entity] = {**held, back.entity.id: own}
            contents.lent.add((id, entity))


def _settle(contents: Contents, settled: Resettlement) -> None:
    for id in settled.freed:
        contents.successors.pop(id, None)
    for one in settled.supersessions:
        if {one.old, one.new} <= contents.records.keys():
            contents.successors[one.old] = Successor(one.new, one.at)


def _note(contents: Contents, memory: MemoryId, change: MemoryChange) -> None:
    contents.history[memory] = (*contents.history.get(memory, ()), change)
