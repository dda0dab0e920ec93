"""A picture of a bank shows everything that was committed before it is looked at, on every server."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from psycopg.rows import dict_row

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.postgres import open_postgres, pictures
from tacitus.adapters.postgres.database import Database, connect_arguments
from tacitus.adapters.postgres.pictures import Pictures
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import State
from tacitus.domain.picture import Picture
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tacitus.recall.channels import REACH
from tests.builders import (
    NOON,
    a_bank,
    a_document,
    a_mention,
    a_record,
    a_source,
    a_vector,
    an_entity,
    at_cosine,
    changes_of,
)
from tests.integration.postgres.conftest import Sql

QUESTION = a_vector(1)


@pytest.fixture
def database(stores: Stores) -> Database:
    assert isinstance(stores.index, ResidentIndex)
    return stores.index.pictures.database


@pytest_asyncio.fixture(loop_scope="session")
async def kept(database: Database) -> AsyncIterator[Pictures]:
    kept = Pictures(database)
    yield kept
    await kept.close()


async def shown(kept: Pictures, bank: Bank) -> Picture:
    picture = await kept.of(bank.id)
    assert picture is not None
    return picture


async def found(kept: Pictures, bank: Bank) -> set[MemoryId]:
    index = ResidentIndex(kept, index_of_nothing, TickingClock(NOON))
    return {hit.memory for hit in await index.semantic(bank.id, QUESTION, Filters(), 1000)}


index_of_nothing: Any = None
"""What is not to be asked: everything is in the picture."""


@asynccontextmanager
async def transaction(url: str) -> AsyncGenerator[Any]:
    """A transaction of another server, which is committed when the block ends."""
    arguments: dict[str, Any] = {**connect_arguments(url), "row_factory": dict_row}
    async with await psycopg.AsyncConnection.connect(**arguments) as connection:
        yield connection


INVALIDATE = "UPDATE memories SET state = 'invalidated' WHERE bank = %s AND id = %s"


def ids(*records: Record) -> set[MemoryId]:
    return {record.memory.id for record in records}


# ------------------------------------------------------------------------------ freshness


async def test_what_is_retained_changed_and_deleted_shows_at_once(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    one, other, wrong = (a_record(bank=bank) for _ in range(3))
    await stores.memories.apply(changes_of(one, wrong, bank=bank))
    assert await found(kept, bank) == ids(one, wrong)

    await stores.memories.apply(changes_of(other, bank=bank))
    assert await found(kept, bank) == ids(one, other, wrong)

    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="wrong")
    assert await found(kept, bank) == ids(one, other)

    await stores.memories.delete(bank.id, one.memory.id)
    assert await found(kept, bank) == ids(other)


async def test_what_another_server_wrote_shows_at_once(
    stores: Stores, bank: Bank, kept: Pictures, url: str, clock: TickingClock
) -> None:
    mine, theirs = a_record(bank=bank), a_record(bank=bank)
    await stores.memories.apply(changes_of(mine, bank=bank))
    assert await found(kept, bank) == ids(mine)

    async with open_postgres(url, clock=clock) as another:
        await another.memories.apply(changes_of(theirs, bank=bank))
        assert await found(kept, bank) == ids(mine, theirs)
        await another.banks.delete(bank.id)

    assert await kept.of(bank.id) is None


async def test_transactions_show_as_they_commit_in_whatever_order_they_began(
    stores: Stores, bank: Bank, kept: Pictures, url: str
) -> None:
    first, second, third = records = [a_record(bank=bank) for _ in range(3)]
    await stores.memories.apply(changes_of(*records, bank=bank))
    assert await found(kept, bank) == ids(*records)

    async with transaction(url) as early, transaction(url) as late:
        await early.execute("SELECT pg_current_xact_id()")  # the first to begin
        await late.execute(INVALIDATE, [bank.id, second.memory.id])
        blocked = asyncio.create_task(early.execute(INVALIDATE, [bank.id, first.memory.id]))
        assert await found(kept, bank) == ids(*records), "nothing is committed yet"

        await late.commit()
        assert await found(kept, bank) == ids(first, third)
        await blocked
        assert await found(kept, bank) == ids(first, third)

        await early.commit()
        assert await found(kept, bank) == ids(third)


async def test_what_is_rolled_back_never_shows(
    stores: Stores, bank: Bank, kept: Pictures, url: str
) -> None:
    first, second = a_record(bank=bank), a_record(bank=bank)
    await stores.memories.apply(changes_of(first, second, bank=bank))
    before = await shown(kept, bank)

    async with transaction(url) as undone:
        await undone.execute(INVALIDATE, [bank.id, first.memory.id])
        await undone.execute("SAVEPOINT half")
        await undone.execute(INVALIDATE, [bank.id, second.memory.id])
        await undone.execute("ROLLBACK TO half")
        assert await shown(kept, bank) is before
        await undone.rollback()
    assert await shown(kept, bank) is before

    async with transaction(url) as half:
        await half.execute("SAVEPOINT half")
        await half.execute(INVALIDATE, [bank.id, second.memory.id])
        await half.execute("ROLLBACK TO half")
        await half.execute(INVALIDATE, [bank.id, first.memory.id])
        await half.commit()
    assert await found(kept, bank) == ids(second)


async def test_who_asks_while_another_looks_sees_what_was_committed_meanwhile(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    """Twenty writers, and each looks as soon as it has written: a look under way may be too old."""

    async def write_and_look() -> bool:
        record = a_record(bank=bank)
        await stores.memories.apply(changes_of(record, bank=bank))
        return record.memory.id in await found(kept, bank)

    assert all(await asyncio.gather(*(write_and_look() for _ in range(20))))


async def test_looks_that_come_together_ask_the_database_once(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    await stores.memories.apply(changes_of(a_record(bank=bank), bank=bank))

    one, *others = await asyncio.gather(*(kept.of(bank.id) for _ in range(10)))

    assert one is not None
    assert all(other is one for other in others)


async def test_a_look_that_is_given_up_goes_on_for_the_others(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    await stores.memories.apply(changes_of(a_record(bank=bank), bank=bank))
    given_up, waiting = (asyncio.create_task(kept.of(bank.id)) for _ in range(2))
    await asyncio.sleep(0)

    given_up.cancel()

    assert await waiting is not None


# ------------------------------------------------------------------------------ everything that hangs on it


async def test_what_hangs_on_a_memory_is_noted_whoever_writes_it(
    stores: Stores, bank: Bank, kept: Pictures, url: str
) -> None:
    one, other = (
        a_record(bank=bank, sources=(a_source("letter", start=start),), terms=("rain",))
        for start in (0, 10)
    )
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    await stores.memories.apply(
        changes_of(
            *(one, other),
            bank=bank,
            document=a_document(bank=bank),
            entities=(ann, bob),
            mentions=(a_mention(one, ann), a_mention(other, bob)),
            links=(Link(one.memory.id, other.memory.id, LinkType.SEMANTIC, 0.5),),
        )
    )
    place: list[object] = [bank.id, one.memory.id]
    statements: dict[str, list[object]] = {
        "UPDATE memories SET tags = '{new}' WHERE bank = %s AND id = %s": place,
        "UPDATE memory_texts SET text = 'What?' WHERE bank = %s AND memory = %s": place,
        "UPDATE sources SET starts = 20 WHERE bank = %s AND memory = %s": place,
        "DELETE FROM sources WHERE bank = %s AND memory = %s": place,
        "UPDATE links SET weight = 0.9 WHERE bank = %s AND source = %s": place,
        "DELETE FROM links WHERE bank = %s AND source = %s": place,
        "DELETE FROM mentions WHERE bank = %s AND memory = %s": place,
        "DELETE FROM entities WHERE bank = %s AND id = %s": [bank.id, bob.id],
    }

    for statement, parameters in statements.items():
        before = await shown(kept, bank)
        async with transaction(url) as another:
            await another.execute(statement, parameters)
            await another.commit()
        assert await shown(kept, bank) is not before, statement


async def test_counting_accesses_changes_no_picture(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    record = a_record(bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))
    before = await shown(kept, bank)

    await stores.memories.accessed(bank.id, {record.memory.id: 1})

    assert await shown(kept, bank) is before


async def test_entities_that_are_merged_join_memories_at_once(
    stores: Stores, bank: Bank, kept: Pictures
) -> None:
    one, other = a_record(bank=bank), a_record(bank=bank)
    ann, anna = an_entity("Ann", bank=bank), an_entity("Anna", bank=bank)
    mentions = (a_mention(one, ann), a_mention(other, anna))
    await stores.memories.apply(
        changes_of(one, other, bank=bank, entities=(ann, anna), mentions=mentions)
    )
    index = ResidentIndex(kept, index_of_nothing, TickingClock(NOON))

    async def reached() -> set[MemoryId]:
        seeds = [one.memory.id]
        edges = await index.edges(bank.id, seeds, Filters(), hops=1, fanout=9)
        return {edge.target for edge in edges}

    assert await reached() == set()
    await stores.identities.merge(bank.id, ann.id, anna.id, at=NOON)
    assert await reached() == ids(other)
    await stores.identities.split(bank.id, ann.id, "Anna", at=NOON)
    assert await reached() == set()


# ------------------------------------------------------------------------------ the journal


async def test_the_journal_is_pruned_and_what_it_has_forgotten_is_read_anew(
    stores: Stores, bank: Bank, kept: Pictures, sql: Sql
) -> None:
    record = a_record(bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))
    await shown(kept, bank)

    for number in range(300):
        await sql(
            "UPDATE memories SET tags = ARRAY[%(tag)s] WHERE bank = %(bank)s",
            bank=bank.id,
            tag=f"{number}",
        )

    [row] = await sql("SELECT count(*) AS n FROM changes WHERE bank = %(bank)s", bank=bank.id)
    assert 256 <= row["n"] < 256 + 32
    assert "299" in (await shown(kept, bank)).names.tags
    assert pictures._JOURNAL < 256  # pyright: ignore[reportPrivateUsage]


async def test_a_bank_that_is_deleted_takes_its_journal_along(
    stores: Stores, sql: Sql, kept: Pictures
) -> None:
    bank = a_bank("short-lived", tenant="pictures")
    await stores.banks.save(bank)
    await stores.memories.apply(changes_of(a_record(bank=bank), bank=bank))
    await shown(kept, bank)

    await stores.banks.delete(bank.id)

    for table in ("revisions", "changes"):
        assert await sql(f"SELECT FROM {table} WHERE bank = %(bank)s", bank=bank.id) == []
    assert await kept.of(bank.id) is None


# ------------------------------------------------------------------------------ bounds


async def test_a_big_bank_is_searched_in_the_database_until_its_picture_is_made(
    stores: Stores, bank: Bank, database: Database
) -> None:
    small = Pictures(database, small=1)
    one, other, late = (a_record(bank=bank) for _ in range(3))
    await stores.memories.apply(changes_of(one, other, bank=bank))

    assert await small.of(bank.id) is None
    await stores.memories.apply(changes_of(late, bank=bank))
    await small.made()

    assert (await shown(small, bank)).memories == 3
    await small.close()


async def test_recall_finds_its_ways_worked_out_where_a_big_bank_is_as_it_was(
    stores: Stores, bank: Bank, database: Database
) -> None:
    small = Pictures(database, small=1)
    await stores.memories.apply(changes_of(*(a_record(bank=bank) for _ in range(3)), bank=bank))
    await small.of(bank.id)
    await small.made()

    assert list((await shown(small, bank)).roads) == [(Filters(), REACH.fanout)]

    await small.close()


async def test_a_bank_whose_picture_has_no_room_is_searched_in_the_database(
    stores: Stores, bank: Bank, database: Database
) -> None:
    await stores.memories.apply(changes_of(*(a_record(bank=bank) for _ in range(3)), bank=bank))
    narrow = Pictures(database, most_bytes=1_000)

    assert await narrow.of(bank.id) is None
    assert await narrow.of(bank.id) is None  # and is not read again and again
    assert narrow.last(bank.id) is None
    await narrow.close()


async def test_a_bank_has_a_picture_for_as_long_as_there_is_room_for_it(
    stores: Stores, bank: Bank, database: Database
) -> None:
    few, more = [a_record(bank=bank) for _ in range(10)], [a_record(bank=bank) for _ in range(60)]
    await stores.memories.apply(changes_of(*few, bank=bank))
    room = (await shown(Pictures(database), bank)).bytes
    kept = Pictures(database, most_bytes=3 * room)
    assert (await shown(kept, bank)).memories == 10

    await stores.memories.apply(changes_of(*more, bank=bank))
    assert await kept.of(bank.id) is None
    for record in more:
        await stores.memories.delete(bank.id, record.memory.id)

    assert (await shown(kept, bank)).memories == 10
    await kept.close()


async def test_pictures_that_were_not_looked_at_for_longest_make_room(
    stores: Stores, database: Database
) -> None:
    banks = [a_bank(f"room {number}", tenant="pictures") for number in range(3)]
    for bank in banks:
        await stores.banks.save(bank)
        records = [a_record(bank=bank, vector=at_cosine(0.5)) for _ in range(50)]
        await stores.memories.apply(changes_of(*records, bank=bank))
    size = (await shown(Pictures(database), banks[0])).bytes
    two = Pictures(database, most_bytes=int(2.5 * size))
    first = await shown(two, banks[0])
    second = await shown(two, banks[1])
    assert await shown(two, banks[0]) is first

    await shown(two, banks[2])

    assert await shown(two, banks[0]) is first
    assert await shown(two, banks[1]) is not second
    for bank in banks:
        await stores.banks.delete(bank.id)
