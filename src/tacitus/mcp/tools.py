"""The tools: what each is called, what it asks of the engine, and how it answers."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel

from tacitus.domain.access import Right
from tacitus.domain.changes import Outcome
from tacitus.domain.documents import DocumentListing, RetainItem, UpdateMode
from tacitus.domain.errors import InvalidRequest, OperationNotFound
from tacitus.domain.forgetting import Gone
from tacitus.domain.ids import DocumentId, MemoryId, OperationId
from tacitus.domain.memories import MemoryPage, Network
from tacitus.domain.recollection import Filters, RecallOptions
from tacitus.domain.reflection import ReflectOptions, Support
from tacitus.domain.tags import TagMatch
from tacitus.domain.time import Interval
from tacitus.domain.time.timestamps import NamesNoZone, parse_timestamp
from tacitus.engine import Engine
from tacitus.mcp import answers, asked, told
from tacitus.views.times import iso

Said = TypeVar("Said", bound=asked.Asked)
_BEGINNING, _END = datetime(2, 1, 1, tzinfo=UTC), datetime(9990, 1, 1, tzinfo=UTC)
"""Stand in for the bound that nobody names."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, as text and as a structure that says the same."""

    text: str
    structure: answers.Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Said]):
    """One tool.

    Attributes:
        asked: Its arguments; the docstring is its description.
        answer: What comes back.
        run: Asks the engine about a bank, by name.
        reads: It changes nothing.
        destroys: What it takes away is gone.
        right: What a key must allow.
    """

    asked: type[Said]
    answer: type[BaseModel]
    run: Callable[[Engine, str, Said], Awaitable[Told]]
    reads: bool = True
    destroys: bool = False
    right: Right = Right.WRITE


async def retain(engine: Engine, bank: str, said: asked.Retain) -> Told:
    """Remember a text; a long one is accepted and read in the background."""
    item = RetainItem(
        content=said.content,
        document=None if said.document_id is None else DocumentId(said.document_id),
        timestamp=_written_at(engine, said.timestamp),
        context=said.context,
        tags=tuple(said.tags),
        mode=UpdateMode(said.mode),
    )
    if len(said.content) > asked.LONG:
        [operation] = await engine.retain_later(bank, [item])
        done = answers.Retained(
            status="accepted", operation_id=str(operation), document_id=said.document_id
        )
        return Told(told.retained_text(done), done)
    [receipt] = await engine.retain(bank, item)
    done = answers.Retained(
        status="unchanged" if receipt.outcome is Outcome.UNCHANGED else "stored",
        document_id=receipt.document,
        memories=len(receipt.memories),
        memory_ids=[str(id) for id in receipt.memories],
        restated=receipt.restated,
        superseded=receipt.superseded,
        dropped=receipt.dropped,
        forgotten=receipt.forgotten,
    )
    return Told(told.retained_text(done), done)


async def recall(engine: Engine, bank: str, said: asked.Recall) -> Told:
    """Find what bears on a question."""
    filters = Filters(
        tags=tuple(said.tags) or None,
        tag_match=TagMatch.ANY_STRICT,
        occurred=_occurred(said),
        as_of=_moment(said.as_of, "as_of"),
    )
    if said.types:
        filters = replace(filters, networks=frozenset(Network(name) for name in said.types))
    options = RecallOptions(filters=filters, max_tokens=said.max_tokens)
    found = await engine.recall(bank, said.query, options)
    structure = answers.Recalled(
        note=answers.DATA,
        memories=answers.candidates_told(found.kept),
        tokens=found.tokens,
        reason=found.reason,
    )
    return Told(told.recalled_text(found), structure)


async def reflect(engine: Engine, bank: str, said: asked.Reflect) -> Told:
    """Answer from memory."""
    filters = Filters(tags=tuple(said.tags) or None, tag_match=TagMatch.ANY_STRICT)
    options = ReflectOptions(
        recall=RecallOptions(filters=filters), context=said.context, answer_tokens=said.max_tokens
    )
    answer = await engine.reflect(bank, said.query, options)
    structure = answers.Reflected(
        note=answers.DATA,
        answer=answer.text,
        abstained=answer.abstained,
        missing=answer.missing,
        sentences=[
            answers.SentenceTold(
                text=one.text,
                rests_on=[str(id) for id in one.citations],
                supported=one.support is Support.SUPPORTED,
            )
            for one in answer.sentences
        ],
        opinions=[
            answers.BeliefFormed(text=one.text, confidence=one.confidence)
            for one in answer.opinions
        ],
    )
    return Told(told.reflected_text(answer), structure)


async def opinions(engine: Engine, bank: str, said: asked.Opinions) -> Told:
    """List beliefs, or explain one."""
    beliefs = engine.beliefs
    if said.opinion_id is None:
        page, total = await beliefs.page(bank, limit=said.limit, offset=said.offset)
        listed = [answers.opinion_told(memory) for memory in page]
        structure = answers.OpinionsTold(opinions=listed, total=total)
        return Told(told.opinions_text(page, total), structure)
    opinion = await beliefs.find(bank, MemoryId(UUID(said.opinion_id)))
    seen = await beliefs.seen(bank, opinion)
    drawn_from = [seen[id] for id in opinion.drawn_from if id in seen]
    structure = answers.OpinionsTold(
        total=1,
        opinions=[answers.opinion_told(opinion.memory)],
        why=answers.why_told(opinion, seen),
    )
    return Told(told.why_text(opinion, drawn_from), structure)


async def retract(engine: Engine, bank: str, said: asked.Retract) -> Told:
    """Forget a memory, a document, or all that names an entity, and say what went."""
    _exactly_one(said, "memory_id", "document_id", "entity")
    if said.memory_id is not None:
        memory = await engine.memory(bank, MemoryId(UUID(said.memory_id)))
        gone = await engine.forgetting.memory(bank, memory.id, dry_run=said.dry_run)
        return _retracted("memory", str(memory.id), memory.text, gone, said)
    if said.document_id is not None:
        document = await engine.document(bank, DocumentId(said.document_id))
        gone = await engine.forgetting.document(bank, document.id, dry_run=said.dry_run)
        return _retracted("document", document.id, told.opening(document.text), gone, said)
    entity = await engine.identities.find(bank, said.entity or "")
    gone = await engine.forgetting.entity(bank, entity.id, dry_run=said.dry_run)
    return _retracted("entity", str(entity.id), entity.name, gone, said)


def _retracted(what: str, id: str, text: str, gone: Gone, said: asked.Retract) -> Told:
    structure = answers.Retracted(
        what=what,
        id=id,
        text=text,
        memories_deleted=0 if said.dry_run else gone.memories,
        dry_run=said.dry_run,
        counts=dict(gone.counts),
    )
    return Told(told.retracted_text(structure, gone), structure)


async def list_stored(engine: Engine, bank: str, said: asked.List) -> Told:
    """List memories, documents or background work."""
    if said.what == "documents":
        listings, total = await engine.documents(bank, limit=said.limit, offset=said.offset)
        documents = [_listed(one) for one in listings]
        structure = answers.Listed(total=total, offset=said.offset, documents=documents)
        return Told(told.documents_text(listings, total), structure)
    if said.what == "operations":
        operations, total = await engine.operations(bank, limit=said.limit, offset=said.offset)
        listed = [answers.operation_told(one) for one in operations]
        structure = answers.Listed(total=total, offset=said.offset, operations=listed)
        return Told(told.operations_text(operations, total), structure)
    page = MemoryPage(
        networks=frozenset(Network(name) for name in said.types) or frozenset(Network),
        words=said.words,
        document=None if said.document_id is None else DocumentId(said.document_id),
        limit=said.limit,
        offset=said.offset,
    )
    memories, total = await engine.memories(bank, page)
    structure = answers.Listed(
        total=total,
        offset=said.offset,
        memories=[answers.memory_told(memory) for memory in memories],
    )
    return Told(told.memories_text(memories, total), structure)


async def get(engine: Engine, bank: str, said: asked.Get) -> Told:
    """Read one memory, document or operation."""
    _exactly_one(said, "memory_id", "document_id", "operation_id")
    if said.memory_id is not None:
        memory = await engine.memory(bank, MemoryId(UUID(said.memory_id)))
        return Told(told.memory_text(memory), answers.Got(memory=answers.memory_told(memory)))
    if said.operation_id is not None:
        operation = await engine.operation(bank, OperationId(UUID(said.operation_id)))
        if operation is None:
            raise OperationNotFound(f"Operation '{said.operation_id}' not found")
        structure = answers.Got(operation=answers.operation_told(operation))
        return Told(told.operation_text(operation), structure)
    document = await _document(engine, bank, said)
    return Told(told.document_text(document), answers.Got(document=document))


TOOLS: Mapping[str, Tool[Any]] = {
    "retain": Tool(asked=asked.Retain, answer=answers.Retained, run=retain, reads=False),
    "recall": Tool(asked=asked.Recall, answer=answers.Recalled, run=recall, right=Right.READ),
    "reflect": Tool(
        asked=asked.Reflect, answer=answers.Reflected, run=reflect, reads=False, right=Right.READ
    ),
    "opinions": Tool(
        asked=asked.Opinions, answer=answers.OpinionsTold, run=opinions, right=Right.READ
    ),
    "retract": Tool(
        asked=asked.Retract, answer=answers.Retracted, run=retract, reads=False, destroys=True
    ),
    "list": Tool(asked=asked.List, answer=answers.Listed, run=list_stored, right=Right.READ),
    "get": Tool(asked=asked.Get, answer=answers.Got, run=get, right=Right.READ),
}
"""By name, in the order in which models see them."""


async def _document(engine: Engine, bank: str, said: asked.Get) -> answers.DocumentTold:
    document = await engine.document(bank, DocumentId(said.document_id or ""))
    _, memories = await engine.memories(bank, MemoryPage(document=document.id, limit=1))
    end = said.offset + said.max_characters
    return answers.DocumentTold(
        id=document.id,
        characters=len(document.text),
        memories=memories,
        updated_at=document.received_at.isoformat(),
        written_at=iso(document.timestamp),
        context=document.context,
        tags=list(document.tags),
        text=document.text[said.offset : end],
        offset=said.offset,
        next_offset=end if end < len(document.text) else None,
    )


def _listed(listing: DocumentListing) -> answers.DocumentTold:
    return answers.DocumentTold(
        id=listing.id,
        characters=listing.length,
        memories=listing.memories,
        updated_at=listing.updated_at.isoformat(),
        written_at=iso(listing.timestamp),
        context=listing.context,
        tags=list(listing.tags),
    )


def _exactly_one(said: asked.Asked, *names: str) -> None:
    given = [name for name in names if getattr(said, name) is not None]
    if len(given) != 1:
        raise InvalidRequest(f"Name exactly one of {', '.join(names)}; {len(given)} were given")


def _occurred(said: asked.Recall) -> Interval | None:
    start = _moment(said.occurred_from, "occurred_from")
    end = _moment(said.occurred_until, "occurred_until")
    if start is None and end is None:
        return None
    first, last = start or _BEGINNING, end or _END
    if last <= first:
        raise InvalidRequest("occurred_until is not later than occurred_from")
    return Interval(first, last)


def _written_at(engine: Engine, text: str | None) -> datetime | None:
    if text is not None and text.strip().lower() == "now":
        return engine.clock.now()
    return _moment(text, "timestamp")


def _moment(text: str | None, field: str) -> datetime | None:
    if text is None:
        return None
    try:
        return parse_timestamp(text, default_zone=None)
    except NamesNoZone as error:
        raise InvalidRequest(f"{field}: {error}") from None
    except ValueError:
        raise InvalidRequest(
            f"{field}: '{text}' is not a time; write it like 2024-05-06T12:00:00+02:00"
        ) from None
