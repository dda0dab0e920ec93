"""Taking out of a bank what names something; inside a transaction."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tacitus.adapters.postgres.confidences import refold
from tacitus.adapters.postgres.database import Connection, Row, rows_of
from tacitus.adapters.postgres.forgetting import forget, without_source
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.domain.called import Called
from tacitus.domain.errors import Conflict
from tacitus.domain.forgetting import Kind, kind_of
from tacitus.domain.ids import BankId, DocumentId, EntityId, MemoryId
from tacitus.domain.memories import Network
from tacitus.domain.redaction import Place
from tacitus.domain.retelling import text_key
from tacitus.domain.retracting import (
    CONTEXT,
    MOST_KEPT_AWAY,
    READ_NOW,
    REASON,
    Blot,
    Detail,
    Retraction,
    Saying,
    blot_of,
    retraction,
)
from tacitus.domain.sentences import Span

_QUERIES = load("retracting")
_BLOTTING = load("blotting")
_DOCUMENTS = load("documents")
_ERASING = load("erasing")
_NETWORKS = frozenset(Network)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What names an entity.

    Attributes:
        going: Memories that go; what rests on them goes with them.
    """

    entity: EntityId
    forms: Sequence[str]
    called: Called
    plan: Retraction
    going: Sequence[MemoryId]


async def find(connection: Connection, bank: BankId, entity: EntityId) -> Found | None:
    """Find everything that names an entity; None where there is none.

    Raises:
        Conflict: Something that names it is being read.
    """
    known = await rows_of(connection, _QUERIES["entity_known"], bank=bank, entity=entity)
    if not known:
        return None
    names = await rows_of(connection, _QUERIES["names_in"], bank=bank, entity=entity)
    called = Called.by(
        (row["name"] for row in names if row["own"]),
        (row["name"] for row in names if not row["own"]),
    )
    rows = await rows_of(connection, _QUERIES["sayings"], bank=bank)
    plan = retraction(called, map(_saying, rows))
    if plan.running:
        raise Conflict(READ_NOW)
    linked = await rows_of(connection, _QUERIES["mentioning"], bank=bank, entity=entity)
    going = {row["id"] for row in linked} | {MemoryId(UUID(id)) for id in plan.memories}
    documents = plan.ids(Kind.DOCUMENT)
    return Found(
        entity=entity,
        forms=[known[0]["key"], *known[0]["aliases"]],
        called=called,
        plan=plan,
        going=sorted(going | await _read_only_in(connection, bank, documents)),
    )


async def retract(connection: Connection, bank: BankId, found: Found, at: datetime) -> None:
    """Take out what was found, and keep its words away."""
    going, plan = found.going, found.plan
    said = await rows_of(connection, _QUERIES["words_said"], bank=bank, ids=list(going))
    keys = {text_key(bank, row["text"]) for row in said}
    for id, blot in (await _blots(connection, bank, found)).items():
        keys |= {*blot.keys}
        place = {"bank": bank, "document": id}
        await rows_of(
            connection, _BLOTTING["blot_document"], **place, text=blot.text, keys=list(blot.keys)
        )
        await rows_of(connection, _BLOTTING["blot_chunks"], **place)
    await rows_of(connection, _QUERIES["count_retraction"], bank=bank)
    bare = await _drop_documents(connection, bank, plan.ids(Kind.DOCUMENT))
    weighed = await _drop(connection, bank, "drop_evidence", plan.ids(Kind.EVIDENCE))
    await forget(connection, bank, sorted({*going, *bare}))
    await refold(connection, bank, sorted({row["id"] for row in weighed}))
    await _drop_other(connection, bank, plan)
    await rows_of(
        connection, _QUERIES["drop_entity"], bank=bank, entity=found.entity, forms=found.forms
    )
    await _write_details(connection, bank, plan.details)
    newest = sorted(keys)[:MOST_KEPT_AWAY]
    await rows_of(
        connection, _QUERIES["keep_away"], bank=bank, keys=newest, at=at, most=MOST_KEPT_AWAY
    )


def _saying(row: Row) -> Saying:
    kind = kind_of(Network(row["kind"])) if row["kind"] in _NETWORKS else Kind(row["kind"])
    return Saying(kind, row["id"], row["part"], row["text"], row["name"])


async def _blots(connection: Connection, bank: BankId, found: Found) -> Mapping[DocumentId, Blot]:
    rows = await rows_of(
        connection,
        _QUERIES["places_in"],
        bank=bank,
        ids=list(found.going),
        documents=list(found.plan.texts),
    )
    own: defaultdict[DocumentId, list[Place]] = defaultdict(list)
    others: defaultdict[DocumentId, list[Span]] = defaultdict(list)
    for row in rows:
        span = row["starts"], row["ends"]
        if row["own"]:
            own[row["document"]].append(Place(span, row["speaker"]))
        else:
            others[row["document"]].append(span)
    wanted = sorted({*own, *found.plan.texts})
    texts = await rows_of(connection, _QUERIES["texts_of"], bank=bank, documents=wanted)
    return {
        row["id"]: blot_of(bank, row["text"], found.called, own[row["id"]], others[row["id"]])
        for row in texts
    }


async def _read_only_in(
    connection: Connection, bank: BankId, documents: Iterable[str]
) -> set[MemoryId]:
    found: set[MemoryId] = set()
    for document in documents:
        rows = await rows_of(connection, _ERASING["read_only_in"], bank=bank, document=document)
        found |= {row["id"] for row in rows}
    return found


async def _drop_documents(
    connection: Connection, bank: BankId, documents: Sequence[str]
) -> list[MemoryId]:
    """Delete documents; return the memories that have no source left."""
    losers: set[MemoryId] = set()
    for document in documents:
        place = {"bank": bank, "document": document}
        await rows_of(connection, _DOCUMENTS["delete_document"], **place)
        lost = await rows_of(connection, _DOCUMENTS["drop_sources"], **place, chunks=None)
        losers |= {row["memory"] for row in lost}
    return await without_source(connection, bank, sorted(losers))


async def _drop_other(connection: Connection, bank: BankId, plan: Retraction) -> None:
    for name, kind in (
        ("drop_changes", Kind.CHANGE),
        ("drop_answers", Kind.ANSWER),
        ("clear_answers", Kind.CLEARED),
        ("drop_feedback", Kind.FEEDBACK),
        ("drop_work", Kind.OPERATION),
    ):
        await _drop(connection, bank, name, plan.ids(kind))


async def _drop(connection: Connection, bank: BankId, name: str, ids: Sequence[str]) -> list[Row]:
    return await rows_of(connection, _QUERIES[name], bank=bank, ids=list(ids)) if ids else []


async def _write_details(connection: Connection, bank: BankId, details: Sequence[Detail]) -> None:
    for name, kinds in (
        ("write_document_details", {Kind.DOCUMENT}),
        ("write_memory_details", {Kind.MEMORY, Kind.OBSERVATION, Kind.OPINION}),
    ):
        rows: dict[str, dict[str, object]] = {}
        for one in details:
            if one.kind in kinds:
                left = one.left if one.part in {CONTEXT, REASON} else json.loads(one.left)
                rows.setdefault(one.id, {"id": one.id})[one.part] = left
        if rows:
            await rows_of(connection, _QUERIES[name], bank=bank, rows=as_json([*rows.values()]))
