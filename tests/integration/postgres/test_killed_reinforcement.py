"""A worker process is killed while it weighs new memories; the next one counts each once."""

import json
import os
import sys
import threading
from asyncio import create_subprocess_exec, to_thread
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tacitus.bootstrap import Runtime, open_runtime
from tacitus.domain.changes import Changes
from tacitus.domain.documents import RetainItem
from tacitus.domain.graph import EntityType, Mention, Surface
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.operations import JobKind, OperationStatus
from tacitus.settings import Settings
from tests.builders import a_record, an_opinion
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.scripted_server import HANG, Reply, Request, ScriptedServer, message
from tests.integration.postgres.conftest import Sql

FOR = {"effects": [{"opinion": 1, "relation": "reinforce", "reason": "It helped."}]}
DOCUMENTS = ("a", "b", "c")


class TellsOfRequests(ScriptedServer):
    """Lets a test wait for the request with a number, from 1."""

    def __init__(self, replies: Sequence[Reply], number: int) -> None:
        super().__init__(replies)
        self.reached = threading.Event()
        self._number = number

    def answer(self, request: Request) -> Reply:
        reply = super().answer(request)
        if len(self.requests) == self._number:
            self.reached.set()
        return reply


async def hold(runtime: Runtime) -> MemoryId:
    """Retain what there is of Python, hold an opinion of it, then read on."""
    await read(runtime, "Python is here.", "seed")
    bank = await runtime.engine.bank("notes")
    [entity], _ = await runtime.engine.entities("notes")
    [vector] = await runtime.models.embedder.embed(["Python is best."])
    record = a_record(an_opinion("Python is best.", 0.7, bank=bank), vector=vector)
    mention = Mention(record.memory.id, entity.id, "Python")
    changes = Changes(bank=bank.id, records=(record,), mentions=(mention,))
    await runtime.engine.stores.memories.apply(changes)
    for document in DOCUMENTS:
        await read(runtime, f"Python helped team {document.upper()} to finish early.", document)
    return record.memory.id


async def read(runtime: Runtime, text: str, document: str) -> None:
    python = Surface("Python", EntityType.PRODUCT)
    item = RetainItem(content=text, document=DocumentId(document), entities=(python,))
    await runtime.engine.retain("notes", item)


async def test_a_killed_worker_and_the_next_count_each_event_once(
    url: str, sql: Sql, tmp_path: Path
) -> None:
    quiet = Settings(home=tmp_path, database_url=url, tenant="killed")
    async with open_runtime(quiet) as runtime:
        opinion = await hold(runtime)
        with TellsOfRequests([message(json.dumps(FOR)), HANG], 2) as server:
            worker = await create_subprocess_exec(
                *(sys.executable, "-m", "tacitus", "worker"),
                env={
                    **os.environ,
                    "TACITUS_DATABASE_URL": url,
                    "TACITUS_TENANT": "killed",
                    "TACITUS_HOME": str(tmp_path),
                    "TACITUS_LLM": "openai:scripted",
                    "TACITUS_LLM_BASE_URL": f"{server.url}/v1",
                    "TACITUS_LLM_API_KEY": "none",
                },
            )
            try:
                assert await to_thread(server.reached.wait, 60)
            finally:
                worker.kill()
                await worker.wait()
        half = await runtime.engine.beliefs.find("notes", opinion)
        assert len(half.evidence) == 1
        await sql("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '1 minute'")

        handlers = replace(runtime.handlers, model=ScriptedModel(FOR))
        await runtime.queue.run(handlers.handle, with_model=True, forever=False)

        whole = await runtime.engine.beliefs.find("notes", opinion)
        operations, _ = await runtime.engine.operations("notes")
        await runtime.engine.delete_bank("notes")
    assert sorted(event.source for event in whole.evidence) == [
        f"document:{document}" for document in DOCUMENTS
    ]
    assert whole.confidence == pytest.approx((4 * 0.7 + 3) / 7)
    weighed = {one.status for one in operations if one.kind is JobKind.REINFORCE}
    assert weighed == {OperationStatus.COMPLETED}
