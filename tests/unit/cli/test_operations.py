"""`tacitus operation` and `tacitus worker --once`: background work, and what is said of it."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

from tacitus.bootstrap import Runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import OperationId
from tacitus.domain.operations import Backlog, Operation
from tacitus.ports.runtime import Handler, TaskQueue
from tests.unit.cli.command_line import CommandLine

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def accept(tacitus: CommandLine, *texts: str) -> list[OperationId]:
    """Have documents read in the background."""
    items = [RetainItem(content=text) for text in texts]
    return asyncio.run(tacitus.runtime.engine.retain_later("notes", items))


def fail(tacitus: CommandLine) -> None:
    """Do what is there, and badly."""

    async def handler(operation: Operation) -> dict[str, object]:
        raise ValueError(f"no: {operation.kind}")

    queue = tacitus.runtime.queue
    asyncio.run(queue.run(handler, with_model=False, forever=False))


class Left:
    """A queue on which others work: what it says is left, and nothing to do for us."""

    def __init__(self, queue: TaskQueue, *left: Backlog) -> None:
        self.enqueue, self.page, self.find = queue.enqueue, queue.page, queue.find
        self.report, self.cancel, self.retry = queue.report, queue.cancel, queue.retry
        self.looks = 0
        self.runs: list[int] = []
        self.running = asyncio.Event()
        self._left = left

    async def backlog(self, *, with_model: bool) -> Backlog:
        self.looks += 1
        return self._left[min(self.looks, len(self._left)) - 1]

    async def run(self, handler: Handler, *, with_model: bool, forever: bool) -> None:
        self.runs.append(self.looks)
        self.running.set()
        if forever:
            await asyncio.Event().wait()


def beside(tacitus: CommandLine, *left: Backlog) -> tuple[Runtime, Left]:
    queue = Left(tacitus.runtime.queue, *left)
    return replace(tacitus.runtime, queue=queue), queue


# ------------------------------------------------------------------------------------- operation


def test_operations_are_listed_with_where_they_stand(tacitus: CommandLine) -> None:
    [first] = accept(tacitus, "Ann moved to Lisbon.")
    fail(tacitus)
    [second] = accept(tacitus, "Ben sold his boat.")

    listed = tacitus("operation", "list", "notes").out.splitlines()

    assert str(second) in listed[1]
    assert "pending" in listed[1]
    assert str(first) in listed[2]
    assert "failed: ValueError: no: retain" in listed[2]
    only = json.loads(tacitus("operation", "list", "notes", "--status", "failed", "--json").out)
    assert [one["operation_id"] for one in only] == [str(first)]


def test_a_failed_operation_is_retried_and_done(tacitus: CommandLine) -> None:
    [id] = accept(tacitus, "Ann moved to Lisbon.")
    fail(tacitus)

    assert tacitus("operation", "retry", "notes", str(id)).line == "1 waits again"
    assert tacitus("worker", "--once").line == "1 job done"
    assert "completed" in tacitus("operation", "show", "notes", str(id)).out


def test_all_that_failed_is_retried_in_one_go(tacitus: CommandLine) -> None:
    accept(tacitus, "Ann moved to Lisbon.", "Ben sold his boat.")
    fail(tacitus)

    assert tacitus("operation", "retry", "notes", "--failed").line == "2 wait again"
    assert tacitus("operation", "retry", "notes", "--failed").line == "0 wait again"
    assert tacitus("worker", "--once").line == "2 jobs done"


def test_what_waits_is_cancelled(tacitus: CommandLine) -> None:
    [id] = accept(tacitus, "Ann moved to Lisbon.")

    assert tacitus("operation", "cancel", "notes", str(id)).line == "cancelled"
    assert "cannot be cancelled" in tacitus("operation", "cancel", "notes", str(id)).error
    assert tacitus("worker", "--once").line == "nothing to do"


def test_what_makes_no_sense_is_one_line(tacitus: CommandLine) -> None:
    [id] = accept(tacitus, "Ann moved to Lisbon.")
    cases = {
        ("retry", "notes"): "name one operation, or say --failed",
        ("retry", "notes", str(id), "--failed"): "name one operation, or say --failed",
        ("retry", "notes", str(id)): "neither failed nor been cancelled",
        ("show", "notes", str(uuid4())): "not found",
        ("list", "nowhere"): "Bank 'nowhere' not found",
    }
    said = {words: tacitus("operation", *words).error for words in cases}

    assert [words for words, reason in cases.items() if reason not in said[words]] == []


# ---------------------------------------------------------------------------------------- worker


def test_a_worker_says_what_it_did_and_what_is_left_to_whom(tacitus: CommandLine) -> None:
    """The exit code is 0 only if nothing is held by another and nothing failed."""
    cases = [
        (Backlog(), 0, "nothing to do"),
        (
            Backlog(held=2, held_until=NOON),
            1,
            "2 jobs held by another worker: free at 12:00:00 UTC if that one died",
        ),
        (Backlog(later=1, next_at=NOON), 0, "1 job due later, the first at 12:00:00 UTC"),
        (Backlog(for_model=3), 0, "3 jobs waiting for a language model (TACITUS_LLM)"),
        (Backlog(failed=1), 0, "1 job failed for good"),
    ]
    plain = tacitus.runtime
    for left, code, words in cases:
        tacitus.runtime, _ = beside(tacitus, left)
        ran = tacitus("worker", "--once")
        assert (ran.code, words in ran.line) == (code, True), (left, ran)
        tacitus.runtime = plain


def test_a_worker_whose_job_fails_says_so(tacitus: CommandLine) -> None:
    accept(tacitus, "Ann moved to Lisbon.")
    bank = asyncio.run(tacitus.runtime.engine.bank("notes"))
    asyncio.run(tacitus.runtime.engine.stores.banks.save(replace(bank, embedder="another")))

    ran = tacitus("worker", "--once")

    assert ran.code == 1
    assert ran.line.startswith("0 jobs done, 1 job did not end well; 1 job failed for good")


async def test_who_stands_by_begins_when_nobody_else_works(tacitus: CommandLine) -> None:
    busy, free = Backlog(workers=1), Backlog()
    runtime, queue = beside(tacitus, busy, busy, busy, free)

    standing = asyncio.create_task(runtime.stand_by(look_again=0))
    async with asyncio.timeout(5):
        await queue.running.wait()
    standing.cancel()
    await asyncio.wait([standing])

    assert queue.runs == [4]
