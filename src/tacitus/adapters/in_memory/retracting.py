"""Everything in a bank that has words, and taking out of it what names something."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from tacitus.adapters.in_memory.beliefs import put_in_words
from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain.called import Called
from tacitus.domain.documents import Document
from tacitus.domain.forgetting import Kind, kind_of
from tacitus.domain.graph import Entity, EntityType, Surface
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.operations import OperationStatus
from tacitus.domain.redaction import Place
from tacitus.domain.retracting import (
    CONTEXT,
    ENTITIES,
    METADATA,
    REASON,
    RUNNING,
    TEXT,
    TURNS,
    WHOLE,
    Blot,
    Detail,
    Retraction,
    Saying,
    blot_of,
)
from tacitus.domain.turns import turns_from_json, turns_to_json


def called(contents: Contents, entity: Entity) -> Called:
    """Return an entity by all its names, and what else is called alike."""
    own = [*entity.forms, entity.name]
    others = [form for one in contents.entities.values() if one != entity for form in one.forms]
    for (_, id), surface in contents.mentions.items():
        (own if id == entity.id else others).append(surface)
    for one in contents.absorbed.get(entity.id, {}).values():
        own += [one.entity.name, *one.entity.forms, *one.surfaces.values()]
    return Called.by(own, others)


def mentioning(contents: Contents, entity: EntityId) -> set[MemoryId]:
    """Return the memories that mention an entity, or somebody who was merged into it."""
    merged = contents.absorbed.get(entity, {}).values()
    found = {memory for memory, one in contents.mentions if one == entity}
    return found | {memory for one in merged for memory in one.surfaces}


def sayings(contents: Contents) -> list[Saying]:
    """Return all words in a bank."""
    return [
        *_of_memories(contents),
        *_of_documents(contents),
        *_of_answers(contents),
        *_of_work(contents),
        *_of_bank(contents),
    ]


def _of_memories(contents: Contents) -> Iterable[Saying]:
    for id, record in contents.records.items():
        memory = record.memory
        kind = kind_of(memory.network)
        whole = [memory.text, memory.speaker or "", *memory.tags]
        first = contents.first_words.get(id)
        whole += [first.text] if first else []
        yield from (Saying(kind, str(id), WHOLE, text, memory.text) for text in whole if text)
        yield Saying(kind, str(id), CONTEXT, memory.context)
        yield Saying(kind, str(id), METADATA, _json(memory.metadata))
        yield Saying(kind, str(id), REASON, contents.invalidated.get(id, ""))
        for change in contents.history.get(id, ()):
            yield Saying(Kind.CHANGE, str(id), WHOLE, f"{change.reason}\n{_json(change.before)}")
    for (opinion, text), _ in contents.wordings.items():
        yield Saying(Kind.OPINION, str(opinion), WHOLE, text)
    for id, event in contents.evidence.items():
        said = "\n".join((event.assessor, event.reason, event.rewording))
        yield Saying(Kind.EVIDENCE, str(id), WHOLE, said)


def _of_documents(contents: Contents) -> Iterable[Saying]:
    for id, kept in contents.documents.items():
        document = kept.document
        for text in (id, *document.tags):
            yield Saying(Kind.DOCUMENT, id, WHOLE, text, id)
        yield Saying(Kind.DOCUMENT, id, TEXT, document.text, id)
        yield Saying(Kind.DOCUMENT, id, CONTEXT, document.context)
        yield Saying(Kind.DOCUMENT, id, METADATA, _json(document.metadata))
        named = [[one.text, one.type.value] for one in document.entities]
        yield Saying(Kind.DOCUMENT, id, ENTITIES, json.dumps(named, ensure_ascii=False))
        if turns := turns_to_json(document):
            yield Saying(Kind.DOCUMENT, id, TURNS, _json(turns["turns"]))


def _of_answers(contents: Contents) -> Iterable[Saying]:
    for id, one in contents.answers.items():
        for text in (id, one.name, one.question, *one.tags):
            yield Saying(Kind.ANSWER, id, WHOLE, text, one.name)
        said = [version.content for version in contents.versions.get(id, ())]
        for text in (one.content, _json(one.based_on), *said):
            yield Saying(Kind.CLEARED, id, WHOLE, text, one.name)
    for feedback in contents.feedback.values():
        yield Saying(Kind.FEEDBACK, str(feedback.id), WHOLE, feedback.question, feedback.question)


def _of_work(contents: Contents) -> Iterable[Saying]:
    for id, kept in contents.jobs.items():
        one = kept.operation
        said = [one.payload, one.result or {}, one.error or ""]
        part = RUNNING if one.status is OperationStatus.PROCESSING else WHOLE
        yield Saying(Kind.OPERATION, str(id), part, _json(said), one.kind.value)


def _of_bank(contents: Contents) -> Iterable[Saying]:
    for directive in contents.directives.values():
        said = "\n".join((directive.name, directive.content, *directive.tags))
        yield Saying(Kind.DIRECTIVE, str(directive.id), WHOLE, said, directive.name)
    bank = contents.bank
    if bank:
        for what in ("title", "mission", "background"):
            yield Saying(Kind.BACKGROUND, what, WHOLE, getattr(bank, what), what)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Mapping[str, object]) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)  # pyright: ignore[reportUnnecessaryIsInstance]


# ---------------------------------------------------------------------------------- taking out


def blots(
    contents: Contents, bank: BankId, named: Called, going: set[MemoryId], plan: Retraction
) -> dict[DocumentId, Blot]:
    """Return the documents that name it, or that memories that go were read from, without that."""
    own: dict[DocumentId, list[Place]] = {id: [] for id in plan.texts}
    others: dict[DocumentId, list[tuple[int, int]]] = {}
    for id, record in contents.records.items():
        for source in record.memory.sources:
            span = source.start, source.end
            if id in going:
                own.setdefault(source.document, []).append(Place(span, source.speaker))
            else:
                others.setdefault(source.document, []).append(span)
    return {
        id: blot_of(bank, contents.documents[id].document.text, named, own[id], others.get(id, []))
        for id in own
        if id in contents.documents
    }


def write_blot(contents: Contents, id: DocumentId, blot: Blot) -> None:
    """Write a document's text and chunks anew, and what is forgotten of it."""
    kept = contents.documents[id]
    document = replace(
        kept.document,
        text=blot.text,
        revision=kept.document.revision + 1,
        forgotten=tuple({*kept.document.forgotten, *blot.keys}),
    )
    chunks = {
        at: replace(one, text=blot.text[one.start : one.end]) for at, one in kept.chunks.items()
    }
    contents.documents[id] = replace(kept, document=document, chunks=chunks)


def drop_other(contents: Contents, plan: Retraction) -> None:
    """Take out what is neither memory nor document."""
    events = {*plan.ids(Kind.EVIDENCE)}
    contents.evidence = {id: one for id, one in contents.evidence.items() if str(id) not in events}
    put_in_words(contents)
    changed = {*plan.ids(Kind.CHANGE)}
    contents.history = {id: one for id, one in contents.history.items() if str(id) not in changed}
    answers = {*plan.ids(Kind.ANSWER)}
    cleared = {*plan.ids(Kind.CLEARED)}
    contents.answers = {
        id: replace(one, content="", based_on=[], seen_at=None) if id in cleared else one
        for id, one in contents.answers.items()
        if id not in answers
    }
    contents.versions = {
        id: one for id, one in contents.versions.items() if id not in answers | cleared
    }
    feedback = {*plan.ids(Kind.FEEDBACK)}
    contents.feedback = {
        id: one for id, one in contents.feedback.items() if str(id) not in feedback
    }
    work = {*plan.ids(Kind.OPERATION)}
    contents.jobs = {id: one for id, one in contents.jobs.items() if str(id) not in work}


def write_details(contents: Contents, details: Sequence[Detail]) -> None:
    """Write what is left of details of what stays."""
    for one in details:
        if one.kind is Kind.DOCUMENT and one.id in contents.documents:
            kept = contents.documents[DocumentId(one.id)]
            document = replace(kept.document, **_document_part(kept.document, one))
            contents.documents[document.id] = replace(kept, document=document)
        elif one.kind is not Kind.DOCUMENT:
            _write_memory(contents, one)


def _document_part(document: Document, one: Detail) -> dict[str, Any]:
    if one.part == CONTEXT:
        return {"context": one.left}
    left = json.loads(one.left)
    if one.part == METADATA:
        return {"metadata": left}
    if one.part == TURNS:
        kept = {"digest": document.digest, "turns": left}
        return {"turns": turns_from_json(kept, document.digest)}
    return {"entities": tuple(Surface(text, EntityType(type)) for text, type in left)}


def _write_memory(contents: Contents, one: Detail) -> None:
    id = MemoryId(UUID(one.id))
    if id not in contents.records:
        return
    if one.part == REASON:
        contents.invalidated[id] = one.left
        return
    left = one.left if one.part == CONTEXT else json.loads(one.left)
    record = contents.records[id]
    parts: dict[str, Any] = {one.part: left}
    contents.records[id] = replace(record, memory=replace(record.memory, **parts))


def drop_entity(contents: Contents, entity: Entity) -> None:
    """Delete an entity; who denied its names is not told of them any more."""
    contents.entities.pop(entity.id, None)
    contents.absorbed.pop(entity.id, None)
    forms = {*entity.forms}
    for id, other in contents.entities.items():
        if forms & {*other.denied}:
            left = tuple(one for one in other.denied if one not in forms)
            contents.entities[id] = replace(other, denied=left)
