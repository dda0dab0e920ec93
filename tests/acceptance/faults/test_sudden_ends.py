"""A server that is killed while it retains: of each document all is there, or nothing."""

import asyncio
from pathlib import Path

import pytest

from tacitus.bootstrap import Runtime, open_runtime
from tacitus.client import AsyncClient, Unreachable
from tacitus.settings import Settings
from tacitus.wire import MemoryItem
from tests.acceptance.apart import database
from tests.acceptance.faults.banks import Bank, on
from tests.acceptance.processes import started
from tests.homes import ready_home

pytestmark = pytest.mark.database

LINES = 30
DOCUMENTS = {
    f"ship {ship}": "\n".join(
        f"Ann: Crate {number} of ship {ship} holds {number * 7 + ship} bolts."
        for number in range(LINES)
    )
    for ship in range(12)
}


async def retain_until_killed(home: Path, url: str) -> set[str]:
    """Retain all at once, and kill the server at the first answer; return what it had answered for."""
    answered: set[str] = set()

    with started(home, {"TACITUS_DATABASE_URL": url}) as (process, address, _):
        async with AsyncClient(address) as memory:
            await memory.create_bank("notes")

            async def retain(name: str, text: str) -> None:
                await memory.retain("notes", MemoryItem(content=text, document_id=name))
                answered.add(name)
                process.kill()

            ends = await asyncio.gather(
                *(retain(name, text) for name, text in DOCUMENTS.items()), return_exceptions=True
            )
    assert all(end is None or isinstance(end, Unreachable) for end in ends), ends
    return answered


async def kept(bank: Bank) -> dict[str, int]:
    """Return how many memories there are of each document."""
    found, _ = await bank.engine.documents(bank.name)
    texts = await bank.texts()
    return {document.id: sum(f"of {document.id} " in text for text in texts) for document in found}


async def whole(runtime: Runtime, answered: set[str]) -> None:
    bank = Bank(runtime.engine)
    before = await kept(bank)
    assert answered <= before.keys(), "what was answered for is there"
    assert len(before) < len(DOCUMENTS), "some were on their way when the server was killed"
    assert before == dict.fromkeys(before, LINES), "all of a document, or nothing of it"
    assert len(await bank.texts()) == LINES * len(before)

    for name, text in DOCUMENTS.items():
        await bank.retain(text, on(2024), document=name)
    assert await kept(bank) == dict.fromkeys(DOCUMENTS, LINES)


async def test_of_a_document_all_is_there_or_nothing_when_the_server_is_killed() -> None:
    with ready_home() as home, database(home) as url:
        answered = await retain_until_killed(home, url)
        async with open_runtime(Settings(home=home, database_url=url)) as runtime:
            await whole(runtime, answered)
