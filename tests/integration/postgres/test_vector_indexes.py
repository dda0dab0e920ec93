"""A big bank's vectors get an index of their own, that finds what a scan finds."""

import random
from collections.abc import AsyncIterator

import numpy as np
import pytest_asyncio

from tacitus.adapters.postgres.database import Database, connect_arguments, open_database
from tacitus.adapters.postgres.filters import bound
from tacitus.adapters.postgres.index import Index
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.recollection import Filters
from tacitus.domain.vectors import Vector
from tacitus.ports.storage import Stores
from tests.builders import DIMENSION, a_record, a_vector, changes_of
from tests.integration.postgres.conftest import Sql

BIG = 300


@pytest_asyncio.fixture(loop_scope="session")
async def database(url: str, stores: Stores) -> AsyncIterator[Database]:
    async with open_database(connect_arguments(url), 4) as opened:
        yield opened


def directions(count: int) -> list[Vector]:
    noise = np.random.default_rng(5).standard_normal((count, DIMENSION)).astype(np.float32)
    return list(noise / np.linalg.norm(noise, axis=1, keepdims=True))


async def fill(stores: Stores, bank: Bank, count: int = BIG) -> list[Record]:
    records = [
        a_record(f"{n}", vector=vector, bank=bank, tags=("odd",) if n % 2 else ())
        for n, vector in enumerate(directions(count))
    ]
    await stores.memories.apply(changes_of(*records, bank=bank))
    return records


async def indexes(sql: Sql) -> list[str]:
    rows = await sql("SELECT relname FROM pg_class WHERE starts_with(relname, 'vectors_')")
    return [row["relname"] for row in rows]


async def test_a_bank_that_has_grown_big_is_indexed_and_a_small_one_is_not(
    stores: Stores, bank: Bank, database: Database, sql: Sql
) -> None:
    await fill(stores, bank)

    await Nearest(database, big=BIG + 1).build_indexes()
    assert f"vectors_{bank.id.hex}" not in await indexes(sql)

    await Nearest(database, big=BIG).build_indexes()
    assert f"vectors_{bank.id.hex}" in await indexes(sql)


async def test_the_index_of_a_bank_goes_after_it(
    stores: Stores, bank: Bank, database: Database, sql: Sql
) -> None:
    await fill(stores, bank)
    nearest = Nearest(database, big=BIG)
    await nearest.build_indexes()

    await stores.banks.delete(bank.id)
    await nearest.build_indexes()

    assert f"vectors_{bank.id.hex}" not in await indexes(sql)


async def test_the_index_finds_what_the_scan_finds(
    stores: Stores, bank: Bank, database: Database
) -> None:
    records = await fill(stores, bank)
    indexed = Nearest(database, big=BIG)
    await indexed.build_indexes()
    question = random.Random(2).choice(records).vector

    for filters in (Filters(), Filters(tags=("odd",))):
        values = bound(filters)
        by_scan = await indexed.to(bank.id, question, values, 40, loose=False)
        by_index = await indexed.to(bank.id, question, values, 40, loose=True)
        assert [row["id"] for row in by_index] == [row["id"] for row in by_scan]


async def test_the_index_fits_the_query(
    stores: Stores, bank: Bank, database: Database, sql: Sql
) -> None:
    await fill(stores, bank)
    await Nearest(database, big=BIG).build_indexes()
    for other_way in ("seqscan", "bitmapscan", "sort"):  # cheaper in a bank as small as this
        await sql(f"SET enable_{other_way} = off")

    rows = await sql(
        "EXPLAIN SELECT id FROM memories WHERE bank = %(bank)s::uuid AND state = 'valid'"
        " ORDER BY embedding::halfvec(384) <#> %(vector)s::halfvec LIMIT 10",
        bank=bank.id,
        vector=str(directions(1)[0].tolist()),
    )

    assert f"vectors_{bank.id.hex}" in "\n".join(row["QUERY PLAN"] for row in rows)


async def test_resemblances_are_found_by_the_index_too(
    stores: Stores, bank: Bank, database: Database
) -> None:
    records = await fill(stores, bank)
    nearest = Nearest(database, big=BIG)
    await nearest.build_indexes()
    asked = [records[3].vector, records[7].vector, a_vector(1)]

    rows = await nearest.to_each(bank.id, asked, floor=0.9, each=5)

    assert [(row["place"], row["id"]) for row in rows] == [
        (1, records[3].memory.id),
        (2, records[7].memory.id),
    ]


async def test_what_is_written_after_the_index_was_built_is_found(
    stores: Stores, bank: Bank, database: Database
) -> None:
    await fill(stores, bank)
    nearest = Nearest(database, big=BIG)
    await nearest.build_indexes()
    late = a_record("late", vector=a_vector(1), bank=bank)
    await stores.memories.apply(changes_of(late, bank=bank))

    hits = await Index(database, nearest).semantic(bank.id, a_vector(1), Filters(), 1)

    assert [hit.memory for hit in hits] == [late.memory.id]
