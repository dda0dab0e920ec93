"""Writing `Changes` on the contents of a bank."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from tacitus.adapters.in_memory.beliefs import add_evidence
from tacitus.adapters.in_memory.contents import Contents, KeptDocument, Successor
from tacitus.adapters.in_memory.forgetting import forget
from tacitus.adapters.in_memory.jobs import add_job
from tacitus.adapters.in_memory.noting import note
from tacitus.adapters.in_memory.sources import add_sources, move_sources
from tacitus.domain.changes import Changes, Record, Seen
from tacitus.domain.errors import Conflict, ToldMeanwhile
from tacitus.domain.graph import Entity, EntityType, Mention
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.memories import EVIDENCE


def apply(contents: Contents, changes: Changes, now: datetime) -> set[MemoryId]:
    """Write everything; return the memories that went. See `MemoryStore.apply`.

    Raises:
        Conflict: The document has moved on, or something these changes build on is gone.
    """
    if changes.seen:
        _check_seen(contents, changes.seen)
    losers = _write_document(contents, changes) if changes.document else set[MemoryId]()
    _add_records(contents, changes.records)
    add_sources(contents, changes.restatements)
    _keep_longer(contents, changes)
    mention(contents, changes.mentions, meet(contents, changes.entities))
    _relate(contents, changes)
    add_evidence(contents, changes.evidence)
    _draw(contents, changes.drawn_from)
    contents.formed.update(changes.formed)
    bare = [id for id in losers if not contents.records[id].memory.sources]
    if changes.document and changes.change:
        note(contents, changes.document.id, replace(changes.change, removed=len(bare)))
    gone = forget(contents, bare)
    for job in changes.jobs:
        add_job(contents, job, now)
    return gone


def _check_seen(contents: Contents, seen: Seen) -> None:
    latest = islice(reversed(contents.records.values()), contents.told - seen.mark)
    for record in latest:
        memory = record.memory
        if memory.network in EVIDENCE and seen.missed(memory.id, memory.text, record.state_key):
            raise ToldMeanwhile("Something that bears on it was told meanwhile")


def _write_document(contents: Contents, changes: Changes) -> set[MemoryId]:
    """Write the document and its chunks; return the memories that lost a source."""
    assert changes.document
    id = changes.document.id
    kept = contents.documents.get(id)
    if (kept.document.revision if kept else 0) != changes.expected_revision:
        raise Conflict(f"Document '{id}' was changed meanwhile")
    if changes.retractions not in {None, contents.retractions}:
        raise Conflict(f"Something was retracted since document '{id}' was read")
    before = kept.chunks if kept else {}
    places = dict(changes.moved_chunks)
    stay = before.keys() - places.keys() - set(changes.dropped_chunks)
    written = [*places.values(), *changes.chunks]
    contents.documents[id] = KeptDocument(
        document=replace(
            changes.document,
            revision=changes.expected_revision + 1,
            forgotten=kept.document.forgotten if kept else (),
        ),
        created_at=kept.created_at if kept else changes.document.received_at,
        chunks={index: before[index] for index in stay} | {chunk.index: chunk for chunk in written},
        changes=kept.changes if kept else (),
    )
    moves = {old: (before[old], chunk) for old, chunk in places.items() if old in before}
    return move_sources(contents, id, moves, set(changes.dropped_chunks))


def _add_records(contents: Contents, records: Sequence[Record]) -> None:
    for record in records:
        if record.memory.id in contents.records:
            raise Conflict(f"There is a memory {record.memory.id} already")
        contents.records[record.memory.id] = record
        contents.told += 1


def _keep_longer(contents: Contents, changes: Changes) -> None:
    for id in changes.told_again:
        record, until = contents.records[id], changes.expires_at
        own = record.memory.expires_at
        if own is not None:
            longer = None if until is None else max(own, until)
            memory = replace(record.memory, expires_at=longer)
            contents.records[id] = replace(record, memory=memory)


def _relate(contents: Contents, changes: Changes) -> None:
    """Add links and supersessions; those with a memory that is gone are left out."""
    known = contents.records.keys()
    for link in changes.links:
        if {link.source, link.target} <= known:
            contents.links[link.source, link.target, link.type] = link.weight
    for change in changes.supersessions:
        if {change.old, change.new} <= known:
            contents.successors[change.old] = Successor(change.new, change.at)


def _draw(contents: Contents, drawn_from: Sequence[tuple[MemoryId, tuple[MemoryId, ...]]]) -> None:
    for made, basis in drawn_from:
        if not contents.records.keys() >= {made, *basis}:
            raise Conflict("A memory that another was drawn from is gone")
        contents.drawn_from[made] = basis


def meet(contents: Contents, entities: Sequence[Entity]) -> dict[EntityId, EntityId]:
    """Add entities, or merge them into those with the same key; return which id stands for which."""
    by_key = {entity.key: entity for entity in contents.entities.values()}
    stands_for: dict[EntityId, EntityId] = {}
    for entity in entities:
        known = by_key.get(entity.key)
        merged = _merged(known, entity) if known else entity
        contents.entities[merged.id] = by_key[entity.key] = merged
        stands_for[entity.id] = merged.id
    return stands_for


def _merged(known: Entity, other: Entity) -> Entity:
    aliases = dict.fromkeys((*known.aliases, *other.aliases))
    return replace(
        known,
        type=other.type if known.type is EntityType.OTHER else known.type,
        aliases=tuple(alias for alias in aliases if alias != known.key),
        first_seen=min(known.first_seen, other.first_seen),
        last_seen=max(known.last_seen, other.last_seen),
    )


def mention(
    contents: Contents, mentions: Sequence[Mention], stands_for: dict[EntityId, EntityId]
) -> None:
    """Let memories mention entities; one that is new may stand for another by now.

    Raises:
        Conflict: An entity or memory is gone.
    """
    for one in mentions:
        id = stands_for.get(one.entity, one.entity)
        entity = contents.entities.get(id)
        record = contents.records.get(one.memory)
        if entity is None or record is None:
            raise Conflict("An entity or memory of a mention is gone")
        contents.mentions.setdefault((one.memory, id), one.surface)
        said = record.memory.mentioned_at
        contents.entities[id] = replace(
            entity,
            first_seen=min(entity.first_seen, said),
            last_seen=max(entity.last_seen, said),
        )
