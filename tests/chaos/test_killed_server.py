"""The server is killed at random under sixteen writers; then all that it acknowledged is accounted for."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice

import httpx
import pytest

from tacitus.adapters.postgres.pictures import Pictures
from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.bootstrap import Runtime
from tacitus.domain.documents import Document
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import EVIDENCE, MemoryPage
from tacitus.domain.operations import JobKind, OperationStatus
from tacitus.domain.recollection import Filters
from tests.chaos.audit import COUNTS, Sql, connected, left_of, orphans
from tests.chaos.killed_server import (
    BANK,
    LOGS,
    Calls,
    Ledger,
    Oblivion,
    Server,
    Upkeep,
    Writer,
    note_of,
)
from tests.chaos.test_killed_workers import let_leases_run_out

WRITERS = 16
PROBED = 20
EVERYTHING = 100_000
pytestmark = pytest.mark.database


async def test_a_killed_server_loses_nothing_and_does_nothing_twice(
    runtime: Runtime, seconds: float
) -> None:
    await runtime.engine.set_bank(BANK)
    ledger, server = Ledger(), Server(runtime)
    server.start()
    try:
        await chaos(runtime, server, ledger, seconds)
    finally:
        server.kill()
    assert server.kills > seconds / 30

    await let_leases_run_out(runtime)
    await runtime.work(forever=False)
    url = runtime.settings.database_url
    assert url is not None
    connection, sql = await connected(url)
    async with connection:
        await nothing_is_lost_or_there_twice(runtime, ledger)
        await nothing_retracted_is_left(runtime, ledger, sql)
        await every_row_belongs_to_something(runtime, sql)
        await opinions_are_their_evidence(runtime, ledger)
        await the_picture_is_the_database(runtime, sql)


async def chaos(runtime: Runtime, server: Server, ledger: Ledger, seconds: float) -> None:
    dice, longest = random.Random(16), max(1.5, seconds / 15)
    async with (
        httpx.AsyncClient(base_url=server.address, timeout=60, limits=httpx.Limits()) as http,
        asyncio.TaskGroup() as running,
    ):
        calls = Calls(http, ledger)
        await calls.is_up()
        for number in range(WRITERS):
            writer = Writer(number, calls, ledger, random.Random(number))
            running.create_task(writer.write())
        running.create_task(Oblivion(calls, ledger).rule())
        running.create_task(Upkeep(calls, ledger, runtime).go_on())
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(dice.uniform(0.5, longest))
            server.kill()
            await let_leases_run_out(runtime)
            server.start()
            await calls.is_up()
        ledger.is_over = True


async def nothing_is_lost_or_there_twice(runtime: Runtime, ledger: Ledger) -> None:
    engine = runtime.engine
    works, _ = await engine.operations(BANK, limit=EVERYTHING)
    read = [one for one in works if one.kind is JobKind.RETAIN]  # other work waits for a model
    assert {one.status for one in read} == {OperationStatus.COMPLETED}
    memories, _ = await engine.memories(
        BANK, MemoryPage(networks=frozenset(EVIDENCE), limit=EVERYTHING)
    )
    said = Counter(memory.text for memory in memories)
    lines = [line for log in LOGS for line in ledger.lines[log]]
    assert said == Counter([*ledger.notes.values(), *lines])
    for name, text in ledger.notes.items():
        assert (await engine.document(BANK, DocumentId(note_of(name)))).text == text
    for log in LOGS:
        assert legible(await engine.document(BANK, DocumentId(log))) == Counter(ledger.lines[log])


def legible(document: Document) -> Counter[str]:
    """Count the lines of a document of which nothing is blotted out."""
    return Counter(line for line in document.text.splitlines() if line and "\u2588" not in line)


async def nothing_retracted_is_left(runtime: Runtime, ledger: Ledger, sql: Sql) -> None:
    assert await left_of(sql, ledger.gone) == []
    for gone in islice(sorted(ledger.gone), PROBED):
        found = await runtime.engine.recall(BANK, f"What became of {gone}?")
        assert not any(gone in candidate.memory.text for candidate in found.kept)


async def every_row_belongs_to_something(runtime: Runtime, sql: Sql) -> None:
    assert await orphans(sql) == []
    bank = await runtime.engine.bank(BANK)
    for what, query in COUNTS.items():
        assert await sql(query, bank=bank.id) == [], what


async def opinions_are_their_evidence(runtime: Runtime, ledger: Ledger) -> None:
    held = await confidences(runtime)
    due = {text for text, note in ledger.opinions.items() if note in ledger.notes}
    assert held.keys() == due
    await runtime.engine.beliefs.recompute(BANK)
    assert await confidences(runtime) == pytest.approx(held, abs=1e-12)


async def confidences(runtime: Runtime) -> dict[str, float | None]:
    opinions, _ = await runtime.engine.beliefs.page(BANK, limit=EVERYTHING)
    return {one.text: one.confidence for one in opinions}


async def the_picture_is_the_database(runtime: Runtime, sql: Sql) -> None:
    """The picture that was kept all along finds what one made now finds, and that is all there is."""
    index = runtime.engine.stores.index
    assert isinstance(index, ResidentIndex)
    bank = (await runtime.engine.bank(BANK)).id
    made = Pictures(index.pictures.database)
    try:
        anew = ResidentIndex(made, index.database, index.clock)
        [vector] = await runtime.models.embedder.embed(["Who carried what?"])
        kept = await index.semantic(bank, vector, Filters(), EVERYTHING)
        await made.of(bank)  # of a big bank it is made beside the first look
        await made.made()
        assert kept == await anew.semantic(bank, vector, Filters(), EVERYTHING)
        seeds = [MemoryId(hit.memory) for hit in kept[:5]]
        assert await ties(index, bank, seeds) == await ties(anew, bank, seeds)
    finally:
        await made.close()
    rows = await sql(
        "SELECT id FROM memories WHERE bank = %(bank)s AND network <> 'opinion'", bank=bank
    )
    assert {hit.memory for hit in kept} == {row["id"] for row in rows}


async def ties(
    index: ResidentIndex, bank: BankId, seeds: Sequence[MemoryId]
) -> set[tuple[frozenset[MemoryId], LinkType, float]]:
    edges = await index.edges(bank, seeds, Filters(), hops=1, fanout=EVERYTHING)
    ends = ((frozenset((one.source, one.target)), one.type, one.weight) for one in edges)
    return {(both, kind, round(weight, 6)) for both, kind, weight in ends}
