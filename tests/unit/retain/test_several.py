"""Several documents in one call: as if they had been handed in one by one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.changes import Outcome
from tacitus.domain.documents import Chunk, Document, RetainItem, UpdateMode
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.engine import Engine
from tacitus.ports.models import Extraction
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tests.builders import NOON


class Failing(VerbatimExtractor):
    """Cannot read what is about whales."""

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        if "whale" in document.text:
            raise UnusableAnswer("no whales")
        return await super().extract(document, chunks)


def an_engine() -> Engine:
    return in_memory_runtime(clock=TickingClock(NOON)).engine


def an_item(name: str, text: str, mode: UpdateMode = UpdateMode.REPLACE) -> RetainItem:
    return RetainItem(content=text, document=DocumentId(name), mode=mode)


async def texts_in(engine: Engine) -> list[str]:
    found, _ = await engine.memories("notes", MemoryPage())
    return sorted(memory.text for memory in found)


async def test_a_document_that_comes_again_replaces_what_it_was_before() -> None:
    engine = an_engine()
    items = [an_item("d", "It rained."), an_item("d", "It snowed."), an_item("d", "It rained.")]

    receipts = await engine.retain("notes", items)

    assert [receipt.outcome for receipt in receipts] == [Outcome.STORED] * 3
    assert await texts_in(engine) == ["It rained."]


async def test_the_same_twice_is_stored_once() -> None:
    engine = an_engine()
    items = [RetainItem(content="It rained."), RetainItem(content="It rained.")]

    receipts = await engine.retain("notes", items)

    assert [receipt.outcome for receipt in receipts] == [Outcome.STORED, Outcome.UNCHANGED]


async def test_a_document_grows_in_order() -> None:
    engine = an_engine()
    items = [an_item("d", f"Day {day} was fine.", UpdateMode.APPEND) for day in range(1, 5)]

    await engine.retain("notes", items)

    document = await engine.stores.documents.find((await engine.bank("notes")).id, DocumentId("d"))
    assert document is not None
    assert document.text == "Day 1 was fine.\nDay 2 was fine.\nDay 3 was fine.\nDay 4 was fine."


async def test_a_later_document_supersedes_an_earlier_one_of_the_same_call() -> None:
    engine = an_engine()
    items = [an_item("a", "Ann lives in Rome."), an_item("b", "Ann lives in Oslo now.")]

    receipts = await engine.retain("notes", items)

    assert [receipt.superseded for receipt in receipts] == [0, 1]


async def test_what_comes_before_a_document_that_fails_is_kept() -> None:
    engine = an_engine()
    engine = replace(engine, retaining=replace(engine.retaining, extractor=Failing()))
    items = [
        an_item("a", "It rained."),
        an_item("b", "We saw a whale."),
        an_item("c", "It snowed."),
    ]

    with pytest.raises(UnusableAnswer):
        await engine.retain("notes", items)

    assert await texts_in(engine) == ["It rained."]


async def test_each_is_told_of_when_it_is_stored() -> None:
    engine = an_engine()
    seen: list[int] = []

    async for _ in engine.retain_each("notes", [an_item("a", "It rained."), an_item("b", "Ice.")]):
        seen.append(len(await texts_in(engine)))

    assert seen == [1, 2]
