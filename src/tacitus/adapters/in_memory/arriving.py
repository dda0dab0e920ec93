"""The parts of a bank as its contents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tacitus.adapters.in_memory.contents import Contents, KeptDocument, Successor
from tacitus.domain import moving_parts as parts
from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Record
from tacitus.domain.curation import Act, MemoryChange
from tacitus.domain.documents import Chunk, Document, DocumentChange
from tacitus.domain.feedback import Feedback, FeedbackId
from tacitus.domain.graph import Entity, Surface
from tacitus.domain.identity import Absorbed
from tacitus.domain.ids import BankId, DocumentId, EntityId, EvidenceId, MemoryId
from tacitus.domain.memories import Memory, Source, State
from tacitus.domain.moving import unpacked
from tacitus.domain.moving_parts import Part
from tacitus.domain.opinions import Evidence, Wording
from tacitus.domain.standing import AnswerId, Directive, DirectiveId, StandingAnswer, Version
from tacitus.domain.terms import terms
from tacitus.domain.time import Interval
from tacitus.domain.turns import turns_from_json
from tacitus.domain.webhooks import Event, Webhook, WebhookId


def contents_of(bank: Bank, arrived: Sequence[Part]) -> Contents:
    """Return the contents of a bank that is filled with parts."""
    contents = Contents(bank=bank)
    for part in arrived:
        _ARRIVING[type(part)](contents, bank.id, part)
    return contents


def _bank(contents: Contents, bank: BankId, part: parts.BankPart) -> None:
    assert contents.bank
    contents.bank = replace(
        contents.bank,
        title=part.title,
        mission=part.mission,
        background=part.background,
        disposition=Disposition(**dict[str, Any](part.disposition)),
        config=part.config,
        embedder=part.embedder,
        created_at=part.created_at,
        updated_at=part.updated_at,
    )


def _directive(contents: Contents, bank: BankId, part: parts.DirectivePart) -> None:
    id = DirectiveId(part.id)
    contents.directives[id] = Directive(
        id=id,
        bank=bank,
        name=part.name,
        content=part.content,
        created_at=part.created_at,
        updated_at=part.updated_at,
        priority=part.priority,
        active=part.active,
        tags=tuple(part.tags),
    )


def _answer(contents: Contents, bank: BankId, part: parts.AnswerPart) -> None:
    id = AnswerId(part.id)
    contents.answers[id] = StandingAnswer(
        id=id,
        bank=bank,
        name=part.name,
        question=part.question,
        created_at=part.created_at,
        content=part.content,
        tags=tuple(part.tags),
        max_tokens=part.max_tokens,
        refreshed_at=part.refreshed_at,
        seen_at=part.seen_at,
        failed_at=part.failed_at,
        based_on=part.based_on,
    )


def _version(contents: Contents, bank: BankId, part: parts.VersionPart) -> None:
    id = AnswerId(part.answer)
    version = Version(part.content, part.until, tuple(part.rests_on or ()))
    contents.versions[id] = (*contents.versions.get(id, ()), version)


def _webhook(contents: Contents, bank: BankId, part: parts.WebhookPart) -> None:
    id = WebhookId(part.id)
    contents.webhooks[id] = Webhook(
        id=id,
        bank=bank,
        url=part.url,
        created_at=part.created_at,
        updated_at=part.updated_at,
        events=tuple(Event(one) for one in part.events),
        enabled=False,
        method=part.method,
        seconds=part.seconds,
    )


def _document(contents: Contents, bank: BankId, part: parts.DocumentPart) -> None:
    id = DocumentId(part.id)
    document = Document(
        id=id,
        bank=bank,
        text=part.text,
        timestamp=part.written_at,
        received_at=part.received_at,
        digest=part.digest,
        context=part.context,
        metadata=part.metadata,
        tags=tuple(part.tags),
        entities=tuple(Surface(text, type) for text, type in part.entities),
        revision=part.revision,
        forgotten=tuple(part.forgotten),
        turns=turns_from_json(part.turns, part.digest),
    )
    contents.documents[id] = KeptDocument(document=document, created_at=part.created_at, chunks={})


def _document_change(contents: Contents, bank: BankId, part: parts.DocumentChangePart) -> None:
    id = DocumentId(part.document)
    kept = contents.documents[id]
    change = DocumentChange(
        at=part.at,
        act=part.act,
        memory=None if part.memory is None else MemoryId(part.memory),
        added=part.added,
        removed=part.removed,
    )
    contents.documents[id] = replace(kept, changes=(*kept.changes, change))


def _chunk(contents: Contents, bank: BankId, part: parts.ChunkPart) -> None:
    contents.documents[DocumentId(part.document)].chunks[part.index] = Chunk(
        index=part.index,
        start=part.starts,
        end=part.ends,
        text=part.text,
        digest=part.digest,
        turns=(),
    )


def _kept_away(contents: Contents, bank: BankId, part: parts.KeptAwayPart) -> None:
    contents.kept_away[part.key] = part.at


def _entity_of(bank: BankId, part: parts.EntityPart | parts.AbsorbedPart) -> Entity:
    return Entity(
        id=EntityId(part.id),
        bank=bank,
        name=part.name,
        key=part.key,
        type=part.type,
        first_seen=part.first_seen,
        last_seen=part.last_seen,
        mention_count=part.mention_count,
        aliases=tuple(part.aliases),
        denied=tuple(part.denied),
    )


def _entity(contents: Contents, bank: BankId, part: parts.EntityPart) -> None:
    contents.entities[EntityId(part.id)] = _entity_of(bank, part)


def _absorbed(contents: Contents, bank: BankId, part: parts.AbsorbedPart) -> None:
    holder, id = EntityId(part.holder), EntityId(part.id)
    gone = Absorbed(
        entity=_entity_of(bank, part),
        into=EntityId(part.merged_into),
        at=part.merged_at,
        surfaces={},
    )
    contents.absorbed[holder] = {**contents.absorbed.get(holder, {}), id: gone}


def _absorbed_mention(contents: Contents, bank: BankId, part: parts.AbsorbedMentionPart) -> None:
    id, memory = EntityId(part.entity), MemoryId(part.memory)
    holder = next(one for one, family in contents.absorbed.items() if id in family)
    gone = contents.absorbed[holder][id]
    named = replace(gone, surfaces={**gone.surfaces, memory: part.surface})
    contents.absorbed[holder] = {**contents.absorbed[holder], id: named}


def _memory(contents: Contents, bank: BankId, part: parts.MemoryPart) -> None:
    id, start = MemoryId(part.id), part.occurred_start
    memory = Memory(
        id=id,
        bank=bank,
        network=part.network,
        text=part.text,
        mentioned_at=part.mentioned_at,
        known_at=part.known_at,
        occurred=Interval(start, part.occurred_end or start) if start else None,
        dating=part.dating,
        tokens=part.tokens,
        speaker=part.speaker,
        context=part.context,
        confidence=part.initial_confidence,
        metadata=part.metadata,
        tags=tuple(part.tags),
        proof_count=part.proof_count,
        access_count=part.accesses,
        accessed_at=part.accessed_at,
        expires_at=part.expires_at,
    )
    contents.records[id] = Record(
        memory=memory,
        vector=unpacked(part.vector or ""),
        terms=terms(part.text),
        state_key=part.state_key,
    )
    if part.state is State.INVALIDATED:
        contents.invalidated[id] = part.state_reason


def _source(contents: Contents, bank: BankId, part: parts.SourcePart) -> None:
    record = contents.records[MemoryId(part.memory)]
    source = Source(
        document=DocumentId(part.document),
        chunk=part.chunk,
        start=part.starts,
        end=part.ends,
        speaker=part.speaker,
        mentioned_at=part.mentioned_at,
    )
    memory = replace(record.memory, sources=(*record.memory.sources, source))
    contents.records[memory.id] = replace(record, memory=memory)


def _mention(contents: Contents, bank: BankId, part: parts.MentionPart) -> None:
    key = MemoryId(part.memory), EntityId(part.entity)
    contents.mentions[key] = part.surface
    if part.lent:
        contents.lent.add(key)


def _link(contents: Contents, bank: BankId, part: parts.LinkPart) -> None:
    contents.links[MemoryId(part.source), MemoryId(part.target), part.type] = part.weight


def _supersession(contents: Contents, bank: BankId, part: parts.SupersessionPart) -> None:
    contents.successors[MemoryId(part.old)] = Successor(MemoryId(part.new), part.at)


def _basis(contents: Contents, bank: BankId, part: parts.BasisPart) -> None:
    memory = MemoryId(part.memory)
    before = contents.drawn_from.get(memory, ())
    contents.drawn_from[memory] = (*before, MemoryId(part.basis))


def _formed(contents: Contents, bank: BankId, part: parts.FormedPart) -> None:
    contents.formed[MemoryId(part.memory)] = Disposition(**dict[str, Any](part.disposition))


def _evidence(contents: Contents, bank: BankId, part: parts.EvidencePart) -> None:
    id = EvidenceId(part.id)
    contents.evidence[id] = Evidence(
        id=id,
        opinion=MemoryId(part.opinion),
        memory=None if part.memory is None else MemoryId(part.memory),
        relation=part.relation,
        source=part.source,
        at=part.at,
        assessor=part.assessor,
        reason=part.reason,
        weight=part.weight,
        rewording=part.rewording,
    )


def _wording(contents: Contents, bank: BankId, part: parts.WordingPart) -> None:
    vector = unpacked(part.vector or "")
    words, opinion = (
        Wording(part.text, vector, terms(part.text), part.tokens),
        MemoryId(part.opinion),
    )
    if part.event == opinion:
        contents.first_words[opinion] = words
    else:
        contents.wordings[opinion, part.text] = words


def _memory_change(contents: Contents, bank: BankId, part: parts.MemoryChangePart) -> None:
    memory = MemoryId(part.memory)
    change = MemoryChange(at=part.at, act=Act(part.act), reason=part.reason, before=part.before)
    contents.history[memory] = (*contents.history.get(memory, ()), change)


def _feedback(contents: Contents, bank: BankId, part: parts.FeedbackPart) -> None:
    id = FeedbackId(part.id)
    contents.feedback[id] = Feedback(
        id=id,
        bank=bank,
        question=part.question,
        helped=tuple(MemoryId(one) for one in part.helped),
        asked_at=part.asked_at,
        given_at=part.given_at,
    )


_ARRIVING: Mapping[type[Part], Callable[[Contents, BankId, Any], None]] = {
    parts.BankPart: _bank,
    parts.DirectivePart: _directive,
    parts.AnswerPart: _answer,
    parts.VersionPart: _version,
    parts.WebhookPart: _webhook,
    parts.DocumentPart: _document,
    parts.ChunkPart: _chunk,
    parts.DocumentChangePart: _document_change,
    parts.KeptAwayPart: _kept_away,
    parts.EntityPart: _entity,
    parts.AbsorbedPart: _absorbed,
    parts.MemoryPart: _memory,
    parts.SourcePart: _source,
    parts.MentionPart: _mention,
    parts.AbsorbedMentionPart: _absorbed_mention,
    parts.LinkPart: _link,
    parts.SupersessionPart: _supersession,
    parts.BasisPart: _basis,
    parts.FormedPart: _formed,
    parts.EvidencePart: _evidence,
    parts.WordingPart: _wording,
    parts.MemoryChangePart: _memory_change,
    parts.FeedbackPart: _feedback,
}
