"""When a document that is there is read again, and what its receipt says went."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.adapters.in_memory import open_in_memory
from tacitus.adapters.models.bpe_counter import BpeCounter
from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Outcome, Receipt
from tacitus.domain.documents import Chunk, Document, RetainItem, Turn, UpdateMode
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import MemoryPage
from tacitus.ports.models import Extraction, Extractor
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tacitus.retain.pipeline import Retain
from tests.builders import NOON, a_bank, a_document, changes_of, day

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
class Other:
    """Reads as without a model, and adds something."""

    name: str = "other"

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        read = await VerbatimExtractor().extract(document, chunks)
        drafts = tuple(
            replace(one, text=f"{one.text} It was {len(one.text)} days later.")
            for one in read.drafts
        )
        return replace(read, drafts=drafts)


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
        forgetting=stores.forgetting,
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


# --------------------------------------------------------------------- read anew, as it is


async def known(desk: Desk) -> list[tuple[object, ...]]:
    """Return all that is told of the memories of the bank, in order of their words."""
    found, _ = await desk.retain.memories.page(desk.bank.id, MemoryPage(limit=100))
    told = [
        (one.text, one.id, one.speaker, one.network, one.mentioned_at, one.occurred, one.context)
        for one in found
    ]
    return sorted(told, key=lambda one: str(one[0]))


GROWN = (
    RetainItem(
        content=(Turn(text="I bought a red canoe yesterday.", speaker="Bob", at=day(2024, 1, 3)),),
        document=DocumentId("letter"),
        timestamp=day(2024, 1, 3),
        context="at home",
        mode=UpdateMode.APPEND,
    ),
    RetainItem(
        content='[{"role": "assistant", "content": "I booked a table.", "timestamp": "2024-01-09"}]',
        document=DocumentId("letter"),
        timestamp=day(2024, 1, 9),
        context="on the phone",
        mode=UpdateMode.APPEND,
    ),
)


async def test_read_anew_everything_is_as_it_was_told(desk: Desk) -> None:
    for item in GROWN:
        await desk(item)
    before = await known(desk)

    receipt = await desk.retain.run_again(desk.bank, DocumentId("letter"))

    assert receipt is not None
    assert receipt.chunks_read == 1
    assert await known(desk) == before
    assert len({(speaker, at, context) for _, _, speaker, _, at, _, context in before}) == 2


async def test_read_anew_by_another_reader_its_memories_take_the_place_of_the_others(
    desk: Desk,
) -> None:
    await desk(LETTER)
    reader = replace(desk.retain, extractor=Other())

    receipt = await reader.run_again(desk.bank, DocumentId("letter"))

    assert receipt is not None
    assert (len(receipt.memories), receipt.dropped) == (2, 2)
    texts = [text for text, *_ in await known(desk)]
    assert all(str(text).endswith("days later.") for text in texts)
    done = await desk.retain.documents.changes(desk.bank.id, DocumentId("letter"))
    told = [(one.act.value, one.added, one.removed) for one in done]
    assert told == [("reprocess", 2, 2), ("retain", 2, 0)]


async def test_what_was_forgotten_is_not_read_anew(desk: Desk) -> None:
    await desk(LETTER)
    [canoe] = [id for text, id, *_ in await known(desk) if "canoe" in str(text)]
    await desk.retain.memories.delete(desk.bank.id, cast(MemoryId, canoe))

    await desk.retain.run_again(desk.bank, DocumentId("letter"))

    assert [text for text, *_ in await known(desk)] == ["Ann: I moved to Oslo in May."]
    document = await desk.retain.documents.find(desk.bank.id, DocumentId("letter"))
    assert "canoe" not in repr(document)


async def test_nothing_is_read_anew_where_who_said_what_is_not_known_of_all_of_it(
    desk: Desk,
) -> None:
    letter = DocumentId("letter")
    old = a_document("letter", "Ann: I row.", bank=desk.bank)
    await desk.retain.memories.apply(changes_of(bank=desk.bank, document=old))
    assert await desk.retain.run_again(desk.bank, letter) is None

    # What nobody dated would take the time of what came after it.
    undated = DocumentId("undated")
    await desk(RetainItem(content="I moved yesterday.", document=undated))
    await desk(replace(GROWN[0], document=undated))
    assert await desk.retain.run_again(desk.bank, undated) is None
    assert await desk.retain.run_again(desk.bank, DocumentId("never")) is None
