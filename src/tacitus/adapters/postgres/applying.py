"""Writing `Changes`: one statement for each table, sent in one go; inside a transaction.

What is written is worked out here as values, so that the database is asked once. Only a document
that is there already, and opinions, need to look before they write.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import LiteralString

from tacitus.adapters.postgres.columns import (
    Columns,
    change_columns,
    chunk_columns,
    document_columns,
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
from tacitus.domain.documents import KEPT_CHANGES
from tacitus.domain.errors import Conflict, ToldMeanwhile
from tacitus.domain.ids import BankId, MemoryId

_QUERIES = load("applying")
_DOCUMENTS = load("documents")
_MEMORIES = load("memories")

Statement = tuple[LiteralString, dict[str, object]]
_JOINED = (
    "records", "restatements", "supersessions", "entities", "mentions", "links", "evidence",
    "drawn_from", "formed",
)  # fmt: skip


async def apply(connection: Connection, several: Sequence[Changes]) -> list[MemoryId]:
    """Write everything but the jobs; return the memories that went. See `MemoryStore.apply`.

    Raises:
        Conflict: A document has moved on, something was retracted, or told meanwhile.
    """
    whole = _joined(several)
    bank = whole.bank
    for seen in [one.seen for one in several if one.seen]:
        await _check_seen(connection, bank, seen)
    losers = await _write_documents(connection, several)
    written = sum(len(record.memory.text) for record in whole.records)
    statements = await aside(lambda: [*_chunks(several), *_statements(whole)], written)
    async with connection.pipeline():
        for query, parameters in statements:
            await connection.execute(query, {"bank": bank, **parameters})
    await _follow(connection, several, whole)
    await add_evidence(connection, bank, whole.evidence)
    bare = [await without_source(connection, bank, some) for some in losers]
    await _note(connection, several, bare)
    return await forget(connection, bank, [id for some in bare for id in some])


async def _follow(connection: Connection, several: Sequence[Changes], whole: Changes) -> None:
    """Let what was there already follow what is told of it."""
    if whole.restatements:
        restated = {said.memory for said in whole.restatements}
        await follow_sources(connection, whole.bank, sorted(restated))
    for one in several:
        if again := sorted(one.told_again):
            longer = {"ids": again, "expires_at": one.expires_at}
            await rows_of(connection, _QUERIES["keep_longer"], bank=whole.bank, **longer)
    if whole.supersessions:
        replaced = sorted({change.old for change in whole.supersessions})
        await rows_of(connection, _MEMORIES["settle"], bank=whole.bank, ids=replaced)


async def _note(
    connection: Connection, several: Sequence[Changes], bare: Sequence[Sequence[MemoryId]]
) -> None:
    """Remember how the documents changed."""
    rows = [
        change_columns(one.document.id, replace(one.change, removed=len(gone)))
        for one, gone in zip(several, bare, strict=True)
        if one.document and one.change
    ]
    if rows:
        query, bank = _DOCUMENTS["note_document_changes"], several[0].bank
        await rows_of(connection, query, bank=bank, rows=as_json(rows), kept=KEPT_CHANGES)


def _joined(several: Sequence[Changes]) -> Changes:
    """Return what is written of several changes at once: all that is not of one document."""
    first, *others = several
    parts = {
        name: tuple(part for one in several for part in getattr(one, name)) for name in _JOINED
    }
    return replace(first, **parts) if others else first


async def _check_seen(connection: Connection, bank: BankId, seen: Seen) -> None:
    for row in await rows_of(connection, _MEMORIES["told_since"], bank=bank, mark=seen.mark):
        if seen.missed(row["id"], row["text"], row["state_key"]):
            raise ToldMeanwhile("Something that bears on it was told meanwhile")


def _statements(changes: Changes) -> list[Statement]:
    spoken = [counted(record.terms, changes.bank) for record in changes.records]
    return [
        *_memories(changes, spoken),
        *_sources(changes),
        *_entities(changes),
        *_relations(changes),
        *_counts(changes, spoken),
    ]


# ------------------------------------------------------------------------------ the document


async def _write_documents(
    connection: Connection, several: Sequence[Changes]
) -> list[list[MemoryId]]:
    """Write each document, drop and move what was read in it; return who lost a source."""
    for query, some in (
        ("insert_documents", [one for one in several if not one.expected_revision]),
        ("update_documents", [one for one in several if one.expected_revision]),
    ):
        rows = [
            {
                **document_columns(one.document),
                "expected": one.expected_revision,
                "retractions": one.retractions,
            }
            for one in some
            if one.document
        ]
        await _write_rows(connection, query, several[0].bank, rows)
    return [await _rearrange(connection, one) for one in several]


async def _write_rows(
    connection: Connection, query: str, bank: BankId, rows: Sequence[Columns]
) -> None:
    if not rows:
        return
    written = await rows_of(connection, _DOCUMENTS[query], bank=bank, rows=as_json(rows))
    if moved := {row["document"] for row in rows} - {row["id"] for row in written}:
        raise Conflict(f"Document '{moved.pop()}' or its bank was changed meanwhile")


async def _rearrange(connection: Connection, changes: Changes) -> list[MemoryId]:
    if not changes.document:
        return []
    place = {"bank": changes.bank, "document": changes.document.id}
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


def _chunks(several: Sequence[Changes]) -> list[Statement]:
    rows = [
        {"document": one.document.id, **chunk_columns(chunk)}
        for one in several
        if one.document
        for chunk in (*(chunk for _, chunk in one.moved_chunks), *one.chunks)
    ]
    return [(_DOCUMENTS["write_chunks"], {"rows": as_json(rows)})] if rows else []


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
