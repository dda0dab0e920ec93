"""Writing `Changes`: one statement for each table, sent in one go; inside a transaction.

What is written is worked out here as values, so that the database is asked once. Only a document
that is there already, and opinions, need to look before they write.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import LiteralString

from tacitus.adapters.postgres.columns import (
    change_columns,
    chunk_columns,
    drawn_from_columns,
    entity_columns,
    link_columns,
    memory_columns,
    mention_columns,
    source_columns,
    text_columns,
    word_columns,
)
from tacitus.adapters.postgres.confidences import add_evidence
from tacitus.adapters.postgres.database import Connection, rows_of
from tacitus.adapters.postgres.forgetting import follow_sources, forget, without_source
from tacitus.adapters.postgres.hashes import Terms, counted
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json
from tacitus.adapters.postgres.vectors import halves
from tacitus.domain.aside import aside
from tacitus.domain.changes import Changes, Seen
from tacitus.domain.documents import Document
from tacitus.domain.errors import Conflict, ToldMeanwhile
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.turns import turns_to_json

_QUERIES = load("applying")
_DOCUMENTS = load("documents")
_MEMORIES = load("memories")

Statement = tuple[LiteralString, dict[str, object]]


async def apply(connection: Connection, changes: Changes) -> list[MemoryId]:
    """Write everything but the jobs; return the memories that went. See `MemoryStore.apply`.

    Raises:
        Conflict: The document has moved on, something was retracted, or told meanwhile.
    """
    if changes.seen:
        await _check_seen(connection, changes.bank, changes.seen)
    losers = await _write_document(connection, changes) if changes.document else []
    written = sum(len(record.memory.text) for record in changes.records)
    statements = await aside(lambda: _statements(changes), written)
    async with connection.pipeline():
        for query, parameters in statements:
            await connection.execute(query, {"bank": changes.bank, **parameters})
    if changes.restatements:
        restated = {said.memory for said in changes.restatements}
        await follow_sources(connection, changes.bank, sorted(restated))
    if again := sorted(changes.told_again):
        longer = {"ids": again, "expires_at": changes.expires_at}
        await rows_of(connection, _QUERIES["keep_longer"], bank=changes.bank, **longer)
    if changes.supersessions:
        replaced = sorted({change.old for change in changes.supersessions})
        await rows_of(connection, _MEMORIES["settle"], bank=changes.bank, ids=replaced)
    await add_evidence(connection, changes.bank, changes.evidence)
    bare = await without_source(connection, changes.bank, losers)
    if changes.document and changes.change:
        values = change_columns(replace(changes.change, removed=len(bare)))
        place = {"bank": changes.bank, "document": changes.document.id}
        await connection.execute(_DOCUMENTS["note_document_change"], {**place, **values})
    return await forget(connection, changes.bank, bare)


async def _check_seen(connection: Connection, bank: BankId, seen: Seen) -> None:
    for row in await rows_of(connection, _MEMORIES["told_since"], bank=bank, mark=seen.mark):
        if seen.missed(row["id"], row["text"], row["state_key"]):
            raise ToldMeanwhile("Something that bears on it was told meanwhile")


def _statements(changes: Changes) -> list[Statement]:
    spoken = [counted(record.terms, changes.bank) for record in changes.records]
    return [
        *_chunks(changes),
        *_memories(changes, spoken),
        *_sources(changes),
        *_entities(changes),
        *_relations(changes),
        *_counts(changes, spoken),
    ]


# ------------------------------------------------------------------------------ the document


async def _write_document(connection: Connection, changes: Changes) -> list[MemoryId]:
    """Write the document, drop and move what was read in it; return who lost a source."""
    document = changes.document
    assert document
    query = _DOCUMENTS["update_document" if changes.expected_revision else "insert_document"]
    seen = {"expected": changes.expected_revision, "retractions": changes.retractions}
    values = _document_values(document)
    if not await rows_of(connection, query, bank=changes.bank, **seen, **values):
        raise Conflict(f"Document '{document.id}' or its bank was changed meanwhile")
    if not changes.expected_revision:
        return []
    return await _rearrange(connection, changes, document)


def _document_values(document: Document) -> dict[str, object]:
    return {
        "document": document.id,
        "text": document.text,
        "length": len(document.text),
        "written_at": document.timestamp,
        "received_at": document.received_at,
        "digest": document.digest,
        "context": document.context,
        "metadata": as_json(dict(document.metadata)),
        "tags": list(document.tags),
        "entities": as_json([[entity.text, entity.type] for entity in document.entities]),
        "turns": None if document.turns is None else as_json(turns_to_json(document)),
    }


async def _rearrange(
    connection: Connection, changes: Changes, document: Document
) -> list[MemoryId]:
    place = {"bank": changes.bank, "document": document.id}
    lost: list[MemoryId] = []
    if changes.dropped_chunks:
        dropped = list(changes.dropped_chunks)
        rows = await rows_of(connection, _DOCUMENTS["drop_sources"], **place, chunks=dropped)
        lost = sorted({row["memory"] for row in rows})
    if changes.moved_chunks:
        moves = [{"old": old, **chunk_columns(chunk)} for old, chunk in changes.moved_chunks]
        await rows_of(connection, _DOCUMENTS["move_sources"], **place, moves=as_json(moves))
    leaving = [*changes.dropped_chunks, *(old for old, _ in changes.moved_chunks)]
    if leaving:
        await rows_of(connection, _DOCUMENTS["drop_chunks"], **place, chunks=leaving)
    return lost


def _chunks(changes: Changes) -> list[Statement]:
    chunks = [*(chunk for _, chunk in changes.moved_chunks), *changes.chunks]
    if not changes.document or not chunks:
        return []
    rows = as_json([chunk_columns(chunk) for chunk in chunks])
    return [(_DOCUMENTS["write_chunks"], {"document": changes.document.id, "chunks": rows})]


# ------------------------------------------------------------------------------ memories


def _memories(changes: Changes, spoken: Sequence[Terms]) -> list[Statement]:
    records = changes.records
    if not records:
        return []
    searched = as_json([memory_columns(record) for record in records])
    read = as_json([text_columns(record.memory) for record in records])
    terms = as_json(
        [{"id": record.memory.id, **of} for record, of in zip(records, spoken, strict=True)]
    )
    vectors = halves([record.vector for record in records])
    return [
        (_QUERIES["insert_memories"], {"rows": searched, "vectors": vectors}),
        (_QUERIES["insert_texts"], {"rows": read}),
        (_QUERIES["insert_terms"], {"rows": terms}),
    ]


def _sources(changes: Changes) -> list[Statement]:
    new = [
        source_columns(record.memory.id, source)
        for record in changes.records
        for source in record.memory.sources
    ]
    again = [source_columns(said.memory, said.source) for said in changes.restatements]
    statements: list[Statement] = []
    if new or again:
        statements.append((_QUERIES["insert_sources"], {"rows": as_json([*new, *again])}))
    if again:
        restated = sorted({said.memory for said in changes.restatements})
        statements.append((_QUERIES["count_proofs"], {"ids": restated}))
    return statements


# ------------------------------------------------------------------------------ the graph


def _entities(changes: Changes) -> list[Statement]:
    statements: list[Statement] = []
    if changes.entities:
        entities = as_json([entity_columns(entity) for entity in changes.entities])
        words = as_json([row for entity in changes.entities for row in word_columns(entity)])
        statements.append((_QUERIES["meet_entities"], {"rows": entities}))
        statements.append((_QUERIES["index_names"], {"rows": words}))
    if changes.mentions:
        keys = {entity.id: entity.key for entity in changes.entities}
        mentions = [mention_columns(mention, keys) for mention in changes.mentions]
        statements.append((_QUERIES["insert_mentions"], {"rows": as_json(mentions)}))
    return statements


def _relations(changes: Changes) -> list[Statement]:
    statements: list[Statement] = []
    if changes.links:
        links = as_json([link_columns(link) for link in changes.links])
        statements.append((_QUERIES["insert_links"], {"rows": links}))
    if changes.supersessions:
        replaced = as_json(
            [{"old": one.old, "new": one.new, "at": one.at} for one in changes.supersessions]
        )
        statements.append((_QUERIES["supersede"], {"rows": replaced}))
    if changes.formed:
        formed = [{"memory": id, "disposition": asdict(how)} for id, how in changes.formed]
        statements.append((_QUERIES["insert_dispositions"], {"rows": as_json(formed)}))
    if changes.drawn_from:
        made = [memory for memory, _ in changes.drawn_from]
        rows = as_json(drawn_from_columns(changes.drawn_from))
        statements.append((_QUERIES["forget_drawn_from"], {"ids": made}))
        statements.append((_QUERIES["insert_drawn_from"], {"rows": rows}))
    return statements


# ------------------------------------------------------------------------------ counts of BM25


def _counts(changes: Changes, spoken: Sequence[Terms]) -> list[Statement]:
    if not changes.records:
        return []
    frequencies = Counter(term for of in spoken for term in of["terms"])
    terms = sorted(frequencies)
    return [
        (
            _QUERIES["count_terms"],
            {"terms": terms, "counts": [frequencies[term] for term in terms]},
        ),
        (
            _QUERIES["count_memories"],
            {
                "memories": len(changes.records),
                "terms": sum(of["length"] for of in spoken),
            },
        ),
    ]
