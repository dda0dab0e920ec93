"""Many writers in one bank: nobody waits for ever, nothing is lost, every count is right."""

import asyncio
import contextlib
import random
from collections.abc import Sequence

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes, Supersession
from tacitus.domain.errors import Conflict, NotFound
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.ports.storage import Stores
from tests.builders import (
    a_bank,
    a_chunk,
    a_document,
    a_mention,
    a_record,
    a_source,
    an_entity,
    changes_of,
)
from tests.integration.postgres.conftest import Sql

WORDS = ["rain", "snow", "hail", "fog", "wind", "sun", "frost", "storm"]

AUDIT = {
    "terms counted": """
        SELECT term, memories FROM term_stats WHERE bank = %(bank)s
        EXCEPT SELECT t, count(*) FROM memory_terms, unnest(terms) AS t
        WHERE bank = %(bank)s GROUP BY t
    """,
    "terms not counted": """
        SELECT t, count(*) FROM memory_terms, unnest(terms) AS t WHERE bank = %(bank)s GROUP BY t
        EXCEPT SELECT term, memories FROM term_stats WHERE bank = %(bank)s
    """,
    "memories counted": """
        SELECT memory_count, term_count FROM banks WHERE id = %(bank)s
        EXCEPT SELECT count(*), coalesce(sum(length), 0) FROM memory_terms WHERE bank = %(bank)s
    """,
    "mentions counted": """
        SELECT id, mention_count FROM entities WHERE bank = %(bank)s
        EXCEPT SELECT entity, count(*) FROM mentions WHERE bank = %(bank)s GROUP BY entity
    """,
    "proofs counted": """
        SELECT memory, proof_count FROM memory_texts WHERE bank = %(bank)s
        EXCEPT SELECT memory, count(*) FROM sources WHERE bank = %(bank)s GROUP BY memory
    """,
    "superseded by what is there": """
        SELECT id FROM memories AS m WHERE bank = %(bank)s AND (state = 'superseded') <> EXISTS (
            SELECT FROM supersessions AS s WHERE s.bank = m.bank AND s.old = m.id
        )
    """,
    "sources in documents that are there": """
        SELECT memory FROM sources AS s WHERE bank = %(bank)s AND NOT EXISTS (
            SELECT FROM documents AS d WHERE d.bank = s.bank AND d.id = s.document
        )
    """,
}


async def audit(sql: Sql, bank: Bank) -> None:
    for what, query in AUDIT.items():
        assert await sql(query, bank=bank.id) == [], what


def a_retain(bank: Bank, name: str, shuffle: random.Random) -> Changes:
    """One document of four memories, that mention four of eight entities everybody mentions."""
    records = [
        a_record(
            " ".join(shuffle.choices(WORDS, k=6)),
            bank=bank,
            sources=(a_source(name, start=10 * n),),
        )
        for n in range(4)
    ]
    entities = [an_entity(word, bank=bank) for word in shuffle.sample(WORDS, k=4)]
    return changes_of(
        *records,
        bank=bank,
        document=a_document(name, bank=bank),
        entities=tuple(entities),
        mentions=tuple(
            a_mention(record, entity)
            for record in records
            for entity in shuffle.sample(entities, 3)
        ),
        links=(Link(records[0].memory.id, records[1].memory.id, LinkType.TEMPORAL, 0.5),),
        supersessions=(
            Supersession(records[3].memory.id, records[2].memory.id, records[2].memory.known_at),
        ),
    )


async def test_sixteen_writers_with_the_same_names_in_any_order(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    async def write(number: int) -> None:
        shuffle = random.Random(number)
        for n in range(5):
            await stores.memories.apply(a_retain(bank, f"{number}/{n}", shuffle))

    await asyncio.gather(*(write(number) for number in range(16)))

    _, memories = await stores.memories.page(bank.id, MemoryPage(limit=1))
    _, entities = await stores.entities.page(bank.id, limit=1, offset=0)
    assert (memories, entities) == (16 * 5 * 4, len(WORDS))
    await audit(sql, bank)


async def test_writing_and_forgetting_at_once_leaves_every_count_right(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    shuffle = random.Random(1)
    names = [f"{n}" for n in range(24)]
    for name in names[:12]:
        await stores.memories.apply(a_retain(bank, name, shuffle))
    some, _ = await stores.memories.page(bank.id, MemoryPage(limit=6))

    await asyncio.gather(
        *(stores.memories.apply(a_retain(bank, name, random.Random(name))) for name in names[12:]),
        *(stores.documents.delete(bank.id, DocumentId(name)) for name in names[:8]),
        *(stores.memories.delete(bank.id, memory.id) for memory in some),
        *(stores.memories.accessed(bank.id, {memory.id: 1 for memory in some}) for _ in range(4)),
    )

    await audit(sql, bank)
    for name in names:
        await stores.documents.delete(bank.id, DocumentId(name))
    await audit(sql, bank)
    stats = await stores.banks.stats(bank.id)
    assert (stats.memories, stats.links, stats.documents, stats.entities) == ({}, {}, 0, 0)


async def test_of_writers_who_saw_the_same_document_one_wins(
    stores: Stores, bank: Bank, sql: Sql
) -> None:
    await stores.memories.apply(changes_of(bank=bank, document=a_document(bank=bank)))

    async def append(number: int) -> bool:
        record = a_record(f"Line {number}", bank=bank, sources=(a_source(),))
        changes = Changes(
            bank=bank.id,
            document=a_document(text=f"Line {number}", bank=bank),
            expected_revision=1,
            chunks=(a_chunk(f"Line {number}", index=1),),
            records=(record,),
        )
        try:
            await stores.memories.apply(changes)
        except Conflict:
            return False
        return True

    won: Sequence[bool] = await asyncio.gather(*(append(number) for number in range(8)))

    assert won.count(True) == 1
    _, memories = await stores.memories.page(bank.id, MemoryPage())
    assert memories == 1
    await audit(sql, bank)


async def test_a_retain_that_runs_while_its_bank_is_deleted_brings_nothing_back(
    stores: Stores, sql: Sql
) -> None:
    bank = a_bank("short-lived", tenant="postgres")
    await stores.banks.save(bank)
    shuffle = random.Random(3)

    async def write(name: str) -> None:
        with contextlib.suppress(NotFound):
            await stores.memories.apply(a_retain(bank, name, shuffle))

    await asyncio.gather(
        *(write(f"{n}") for n in range(8)),
        stores.banks.delete(bank.id),
        *(write(f"{n}") for n in range(8, 16)),
    )

    with pytest.raises(NotFound):
        await stores.memories.apply(a_retain(bank, "late", shuffle))
    assert await sql("SELECT * FROM memories WHERE bank = %(bank)s", bank=bank.id) == []
    assert await sql("SELECT * FROM entities WHERE bank = %(bank)s", bank=bank.id) == []


async def test_more_callers_than_connections_are_all_served(stores: Stores, bank: Bank) -> None:
    await stores.memories.apply(a_retain(bank, "one", random.Random(4)))

    found = await asyncio.gather(
        *(stores.memories.page(bank.id, MemoryPage(limit=4)) for _ in range(64))
    )

    assert {len(memories) for memories, _ in found} == {4}
