"""Workers are killed at random under load; then every operation is accounted for."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import psycopg
import pytest

from tacitus.bootstrap import Runtime
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.domain.operations import Operation, OperationStatus
from tests.chaos.killed_workers import Load, workers

BANKS = ("harbour", "village", "broken")
DIED = "The worker died in the middle of it, again and again"
REFUSED = (
    "Bank 'broken' was made with the embedder another, and all-minilm-l6-v2-int8 is configured: "
    "set TACITUS_EMBEDDER back, or move the bank: `tacitus reembed`"
)
REASONS = {"harbour": {DIED}, "village": {DIED}, "broken": {DIED, REFUSED}}
pytestmark = pytest.mark.database


async def test_killed_workers_lose_nothing_and_do_nothing_twice(
    runtime: Runtime, seconds: float
) -> None:
    await break_bank(runtime, "broken")
    load, dice = Load(runtime, BANKS), random.Random(7)

    with workers(runtime) as running:
        adding = asyncio.create_task(load.keep_up())
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not adding.done():
                    await asyncio.sleep(dice.uniform(0.5, 2.5))
                    running.kill_one(dice)
        adding.cancel()
        with suppress(asyncio.CancelledError):
            await adding
    assert running.kills >= seconds / 4
    await let_leases_run_out(runtime)
    await runtime.work(forever=False)

    ended = {bank: await operations_of(load, bank) for bank in BANKS}
    stranded = [one for of in ended.values() for one in of if one.status not in ENDED]
    assert stranded == [], "an operation neither ended nor failed in sight"
    for bank, of in ended.items():
        unforeseen = [one.error for one in failed(of) if one.error not in REASONS[bank]]
        assert unforeseen == [], bank
    assert len(failed(ended["broken"])) == len(ended["broken"])

    await mend_bank(runtime, "broken")
    for bank in BANKS:
        for one in failed(ended[bank]):
            await runtime.engine.retry(bank, one.id)
    await runtime.work(forever=False)

    for bank in BANKS:
        again = await operations_of(load, bank)
        assert {one.status for one in again} == {OperationStatus.COMPLETED}
        in_order = bank == "broken" or not failed(ended[bank])
        await audit(load, bank, in_order=in_order)


ENDED = (OperationStatus.COMPLETED, OperationStatus.FAILED)


async def audit(load: Load, bank: str, *, in_order: bool) -> None:
    """Every note and every line of the log is there, once, and nothing else."""
    engine = load.runtime.engine
    memories, total = await engine.memories(bank, MemoryPage(limit=10_000))
    assert total == len(memories)
    said = Counter(memory.text for memory in memories)
    notes = [note for (of, _), note in load.notes.items() if of == bank]
    assert said == Counter([*notes, *load.logs[bank]])
    for (of, name), note in load.notes.items():
        if of == bank:
            assert (await engine.document(bank, DocumentId(name))).text == note
    log = await engine.document(bank, DocumentId("log"))
    lines = [line for line in log.text.splitlines() if line]
    assert sorted(lines) == sorted(load.logs[bank])
    if in_order:  # a line whose worker died again and again was passed by the next
        assert lines == load.logs[bank]


async def operations_of(load: Load, bank: str) -> list[Operation]:
    found = [await load.runtime.engine.operation(bank, id) for id in load.accepted[bank]]
    there = [one for one in found if one is not None]
    assert len(there) == len(found), "an operation is lost"
    return there


def failed(operations: list[Operation]) -> list[Operation]:
    return [one for one in operations if one.status is OperationStatus.FAILED]


async def let_leases_run_out(runtime: Runtime) -> None:
    """Every worker is dead, and what is to be tried later is tried now: a test need not wait."""
    url = runtime.settings.database_url
    assert url is not None
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute(
            "UPDATE tacitus.procrastinate_workers SET last_heartbeat = '1970-01-01'"
        )
        await connection.execute(
            "UPDATE tacitus.procrastinate_jobs SET scheduled_at = NULL WHERE status = 'todo'"
        )


async def break_bank(runtime: Runtime, name: str) -> None:
    """Let all work on a bank fail: it was made with an embedder that nobody has."""
    bank = await runtime.engine.set_bank(name)
    await runtime.engine.stores.banks.save(replace(bank, embedder="another"))


async def mend_bank(runtime: Runtime, name: str) -> None:
    bank = await runtime.engine.bank(name)
    name_of_embedder = runtime.models.embedder.name
    await runtime.engine.stores.banks.save(replace(bank, embedder=name_of_embedder))
