"""The contents of a bank as its parts, in no order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from uuid import UUID

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain import moving_parts as parts
from tacitus.domain.moving import packed
from tacitus.domain.moving_parts import Part
from tacitus.domain.opinions import Wording
from tacitus.domain.retelling import portable
from tacitus.domain.turns import turns_to_json


def _bank(contents: Contents, vectors: bool) -> Iterator[parts.BankPart]:
    if bank := contents.bank:
        yield parts.BankPart(
            title=bank.title,
            mission=bank.mission,
            background=bank.background,
            disposition=asdict(bank.disposition),
            config=bank.config,
            embedder=bank.embedder,
            created_at=bank.created_at,
            updated_at=bank.updated_at,
        )


def _directives(contents: Contents, vectors: bool) -> Iterator[parts.DirectivePart]:
    for one in contents.directives.values():
        yield parts.DirectivePart(
            id=one.id,
            name=one.name,
            content=one.content,
            priority=one.priority,
            active=one.active,
            tags=one.tags,
            created_at=one.created_at,
            updated_at=one.updated_at,
        )


def _answers(contents: Contents, vectors: bool) -> Iterator[parts.AnswerPart]:
    for one in contents.answers.values():
        yield parts.AnswerPart(
            id=one.id,
            name=one.name,
            question=one.question,
            content=one.content,
            tags=one.tags,
            max_tokens=one.max_tokens,
            based_on=one.based_on,
            created_at=one.created_at,
            refreshed_at=one.refreshed_at,
            seen_at=one.seen_at,
            failed_at=one.failed_at,
        )


def _versions(contents: Contents, vectors: bool) -> Iterator[parts.VersionPart]:
    for answer, versions in contents.versions.items():
        for place, one in enumerate(versions):
            yield parts.VersionPart(
                answer=answer,
                place=place,
                content=one.content,
                until=one.until,
                rests_on=one.rests_on,
            )


def _webhooks(contents: Contents, vectors: bool) -> Iterator[parts.WebhookPart]:
    for one in contents.webhooks.values():
        yield parts.WebhookPart(
            id=one.id,
            url=one.url,
            events=one.events,
            method=one.method,
            seconds=one.seconds,
            created_at=one.created_at,
            updated_at=one.updated_at,
        )


def _documents(contents: Contents, vectors: bool) -> Iterator[parts.DocumentPart]:
    for kept in contents.documents.values():
        one = kept.document
        yield parts.DocumentPart(
            id=one.id,
            text=one.text,
            written_at=one.timestamp,
            received_at=one.received_at,
            created_at=kept.created_at,
            digest=one.digest,
            context=one.context,
            metadata=one.metadata,
            tags=one.tags,
            entities=[(surface.text, surface.type) for surface in one.entities],
            revision=one.revision,
            forgotten=[portable(one.bank, key) for key in one.forgotten],
            turns=turns_to_json(one),
        )


def _document_changes(contents: Contents, vectors: bool) -> Iterator[parts.DocumentChangePart]:
    for id, kept in contents.documents.items():
        for place, one in enumerate(kept.changes):
            yield parts.DocumentChangePart(
                document=id,
                place=place,
                at=one.at,
                act=one.act,
                memory=one.memory,
                added=one.added,
                removed=one.removed,
            )


def _chunks(contents: Contents, vectors: bool) -> Iterator[parts.ChunkPart]:
    for id, kept in contents.documents.items():
        for one in kept.chunks.values():
            yield parts.ChunkPart(
                document=id,
                index=one.index,
                starts=one.start,
                ends=one.end,
                text=one.text,
                digest=one.digest,
            )


def _kept_away(contents: Contents, vectors: bool) -> Iterator[parts.KeptAwayPart]:
    if bank := contents.bank:
        for key, at in contents.kept_away.items():
            yield parts.KeptAwayPart(key=portable(bank.id, key), at=at)


def _entities(contents: Contents, vectors: bool) -> Iterator[parts.EntityPart]:
    for one in contents.entities.values():
        yield parts.EntityPart(
            id=one.id,
            name=one.name,
            key=one.key,
            type=one.type,
            first_seen=one.first_seen,
            last_seen=one.last_seen,
            mention_count=len(contents.memories_of.get(one.id, ())),
            aliases=one.aliases,
            denied=one.denied,
        )


def _absorbed(contents: Contents, vectors: bool) -> Iterator[parts.AbsorbedPart]:
    for holder, family in contents.absorbed.items():
        for id, gone in family.items():
            one = gone.entity
            yield parts.AbsorbedPart(
                id=id,
                holder=holder,
                merged_into=gone.into,
                merged_at=gone.at,
                name=one.name,
                key=one.key,
                type=one.type,
                first_seen=one.first_seen,
                last_seen=one.last_seen,
                mention_count=one.mention_count,
                aliases=one.aliases,
                denied=one.denied,
            )


def _absorbed_mentions(contents: Contents, vectors: bool) -> Iterator[parts.AbsorbedMentionPart]:
    for family in contents.absorbed.values():
        for id, gone in family.items():
            for memory, surface in gone.surfaces.items():
                if memory in contents.records:
                    yield parts.AbsorbedMentionPart(entity=id, memory=memory, surface=surface)


def _memories(contents: Contents, vectors: bool) -> Iterator[parts.MemoryPart]:
    for id, one in contents.memories.items():
        record = contents.records[id]
        yield parts.MemoryPart(
            id=id,
            network=one.network,
            state=one.state,
            text=one.text,
            speaker=one.speaker,
            context=one.context,
            metadata=one.metadata,
            tags=one.tags,
            mentioned_at=one.mentioned_at,
            known_at=one.known_at,
            occurred_start=one.occurred.start if one.occurred else None,
            occurred_end=one.occurred.end if one.occurred else None,
            dating=one.dating,
            valid_until=one.valid_until,
            superseded_by=one.superseded_by,
            state_key=record.state_key,
            state_reason=one.state_reason,
            expires_at=one.expires_at,
            tokens=one.tokens,
            proof_count=one.proof_count,
            accesses=one.access_count,
            accessed_at=one.accessed_at,
            confidence=one.confidence,
            initial_confidence=record.memory.confidence,
            vector=packed(record.vector) if vectors else None,
        )


def _sources(contents: Contents, vectors: bool) -> Iterator[parts.SourcePart]:
    for id, record in contents.records.items():
        for place, one in enumerate(record.memory.sources):
            yield parts.SourcePart(
                memory=id,
                place=place,
                document=one.document,
                chunk=one.chunk,
                starts=one.start,
                ends=one.end,
                speaker=one.speaker,
                mentioned_at=one.mentioned_at,
            )


def _mentions(contents: Contents, vectors: bool) -> Iterator[parts.MentionPart]:
    for (memory, entity), surface in contents.mentions.items():
        lent = (memory, entity) in contents.lent
        yield parts.MentionPart(memory=memory, entity=entity, surface=surface, lent=lent)


def _links(contents: Contents, vectors: bool) -> Iterator[parts.LinkPart]:
    for (source, target, type), weight in contents.links.items():
        yield parts.LinkPart(source=source, target=target, type=type, weight=weight)


def _supersessions(contents: Contents, vectors: bool) -> Iterator[parts.SupersessionPart]:
    for old, one in contents.successors.items():
        yield parts.SupersessionPart(old=old, new=one.memory, at=one.at)


def _bases(contents: Contents, vectors: bool) -> Iterator[parts.BasisPart]:
    for memory, found in contents.drawn_from.items():
        for basis in {*found}:
            yield parts.BasisPart(memory=memory, basis=basis)


def _formed(contents: Contents, vectors: bool) -> Iterator[parts.FormedPart]:
    for memory, one in contents.formed.items():
        yield parts.FormedPart(memory=memory, disposition=asdict(one))


def _evidence(contents: Contents, vectors: bool) -> Iterator[parts.EvidencePart]:
    for one in contents.evidence.values():
        yield parts.EvidencePart(
            id=one.id,
            opinion=one.opinion,
            memory=one.memory,
            relation=one.relation,
            source=one.source,
            at=one.at,
            assessor=one.assessor,
            reason=one.reason,
            weight=one.weight,
            rewording=one.rewording,
        )


def _wordings(contents: Contents, vectors: bool) -> Iterator[parts.WordingPart]:
    put: dict[tuple[UUID, UUID], Wording] = {
        (id, id): first for id, first in contents.first_words.items()
    }
    for event in contents.evidence.values():
        if event.rewording:
            words = contents.wordings[event.opinion, event.rewording]
            put[event.opinion, event.id] = words
    for (opinion, event), one in put.items():
        yield parts.WordingPart(
            opinion=opinion,
            event=event,
            tokens=one.tokens,
            text=one.text,
            vector=packed(one.vector) if vectors else None,
        )


def _changes(contents: Contents, vectors: bool) -> Iterator[parts.MemoryChangePart]:
    for memory, history in contents.history.items():
        for place, one in enumerate(history):
            yield parts.MemoryChangePart(
                memory=memory,
                place=place,
                at=one.at,
                act=one.act.value,
                reason=one.reason,
                before=one.before,
            )


def _feedback(contents: Contents, vectors: bool) -> Iterator[parts.FeedbackPart]:
    for one in contents.feedback.values():
        helped = [id for id in one.helped if id in contents.records]
        if helped or not one.helped:
            yield parts.FeedbackPart(
                id=one.id,
                question=one.question,
                helped=helped,
                asked_at=one.asked_at,
                given_at=one.given_at,
            )


LEAVING: Mapping[str, Callable[[Contents, bool], Iterable[Part]]] = {
    "bank": _bank,
    "directive": _directives,
    "standing_answer": _answers,
    "answer_version": _versions,
    "webhook": _webhooks,
    "document": _documents,
    "chunk": _chunks,
    "document_change": _document_changes,
    "kept_away": _kept_away,
    "entity": _entities,
    "absorbed": _absorbed,
    "memory": _memories,
    "source": _sources,
    "mention": _mentions,
    "absorbed_mention": _absorbed_mentions,
    "link": _links,
    "supersession": _supersessions,
    "basis": _bases,
    "formed": _formed,
    "evidence": _evidence,
    "wording": _wordings,
    "memory_change": _changes,
    "feedback": _feedback,
}
"""By the kind's name: what a bank has of it, with vectors or without."""
