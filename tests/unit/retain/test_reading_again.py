"""When a document that is there is read again, and what its receipt says went."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import Chunk, Document, RetainItem, Turn, UpdateMode
from tacitus.domain.ids import DocumentId
from tacitus.ports.models import Extraction, Extractor
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.retain.pipeline import Retain
from tests.builders import NOON, a_bank

TALK = (
    Turn(text="I moved to Oslo in May.", speaker="Ann"),
    Turn(text="I bought a red canoe.", speaker="Bob"),
)
LETTER = RetainItem(content=TALK, document=DocumentId("letter"))


@dataclass(frozen=True)
class Reader:
    """Reads as without a model, under another name."""

    name: str

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        return await VerbatimExtractor().extract(document, chunks)


@dataclass(frozen=True)
class Desk:
    """Retains into one bank."""

    retain: Retain
    bank: Bank

    async def __call__(self, item: RetainItem, reader: str = "rules") -> Receipt:
        extractor: Extractor = Reader(reader)
        return await replace(self.retain, extractor=extractor).run(self.bank, item)

    async def texts(self) -> list[str]:
        found = await self.retain.documents.chunks(self.bank.id, DocumentId("letter"))
        return [chunk.text for chunk in found]


@pytest.fixture
async def desk() -> Desk:
    clock = TickingClock(NOON)
    stores = open_in_memory(clock=clock)
    bank = a_bank()
    await stores.banks.save(bank)
    retain = Retain(
        documents=stores.documents,
        memories=stores.memories,
        entities=stores.entities,
        opinions=stores.opinions,
        extractor=VerbatimExtractor(),
        embedder=HashEmbedder(),
        counter=BpeCounter(),
        clock=clock,
    )
    return Desk(retain, bank)


async def test_the_same_content_again_changes_nothing(desk: Desk) -> None:
    await desk(LETTER)

    assert (await desk(LETTER)).outcome is Outcome.UNCHANGED


async def test_another_reader_reads_what_is_there_again_once(desk: Desk) -> None:
    first = await desk(LETTER)

    again = await desk(LETTER, reader="a model")
    assert again.outcome is Outcome.STORED
    # Read alike, all is said again: each memory has its new place, none is doubled, none goes.
    assert (again.restated, again.memories, again.dropped) == (len(first.memories), (), 0)

    assert (await desk(LETTER, reader="a model")).outcome is Outcome.UNCHANGED


async def test_what_is_appended_again_is_there_whoever_read_it(desk: Desk) -> None:
    await desk(LETTER)
    more = replace(
        LETTER, content=(Turn(text="The canoe leaks.", speaker="Ann"),), mode=UpdateMode.APPEND
    )
    await desk(more)
    texts = await desk.texts()

    again = await desk(more, reader="a model")

    assert again.outcome is Outcome.UNCHANGED
    assert await desk.texts() == texts


async def test_a_receipt_counts_the_memories_that_went(desk: Desk) -> None:
    await desk(LETTER)

    shorter = await desk(replace(LETTER, content=TALK[:1]))

    # One chunk of two memories became one of one: it is restated, the canoe went.
    assert (shorter.restated, shorter.dropped) == (1, 1)
