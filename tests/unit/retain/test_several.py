"""Several documents in one call: as if they had been handed in one by one."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.changes import Outcome
from tacitus.domain.documents import Chunk, Document, RetainItem, UpdateMode
from tacitus.domain.errors import InvalidRequest, UnusableAnswer
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.engine import Engine
from tacitus.ports.models import Extraction
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tests.builders import NOON
from tests.tables import table


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


PARTS = [
    RetainItem(
        content="It rained.",
        document=DocumentId("d"),
        timestamp=NOON,
        context="weather",
        tags=("sky",),
    ),
    RetainItem(content="Ann: Hi Bo, how is it?\nBo: Fine, and you?", document=DocumentId("e")),
    RetainItem(
        content="It snowed.",
        document=DocumentId("d"),
        timestamp=NOON + timedelta(days=1),
        context="roads",
        metadata={"lane": "2"},
        tags=("ground",),
    ),
    RetainItem(content="It froze.", document=DocumentId("d"), mode=UpdateMode.APPEND),
]


async def retained_at_once(runtime: Runtime, items: Sequence[RetainItem]) -> None:
    receipts = await runtime.engine.retain("notes", items)
    assert [receipt.document for receipt in receipts] == [item.document for item in items]


async def retained_later(runtime: Runtime, items: Sequence[RetainItem]) -> None:
    operations = await runtime.engine.retain_later("notes", items)
    assert len(operations) == len({item.document for item in items})
    await runtime.work(forever=False)


@table("way", [retained_at_once, retained_later])
async def test_items_of_one_document_are_its_parts_and_each_keeps_what_is_said_of_it(
    way: Callable[[Runtime, Sequence[RetainItem]], Awaitable[None]],
) -> None:
    runtime = in_memory_runtime(clock=TickingClock(NOON))
    engine = runtime.engine

    await way(runtime, PARTS)

    assert (await engine.document("notes", DocumentId("d"))).text == (
        "It rained.\nIt snowed.\nIt froze."
    )
    found, _ = await engine.memories("notes", MemoryPage(document=DocumentId("d")))
    kept = {
        memory.text: (memory.mentioned_at, memory.context, memory.tags, dict(memory.metadata))
        for memory in found
    }
    assert kept["It rained."] == (NOON, "weather", ("sky",), {})
    later = NOON + timedelta(days=1)
    assert kept["It snowed."] == (later, "roads", ("ground",), {"lane": "2"})
    assert kept["It froze."][1:] == ("", (), {})
    talk, _ = await engine.memories("notes", MemoryPage(document=DocumentId("e")))
    assert {memory.speaker for memory in talk} == {"Ann", "Bo"}


async def test_parts_handed_in_again_change_nothing_and_fewer_of_them_replace_them() -> None:
    engine = an_engine()
    await engine.retain("notes", PARTS)
    before, _ = await engine.memories("notes", MemoryPage())

    receipts = await engine.retain("notes", PARTS)

    assert {receipt.outcome for receipt in receipts} == {Outcome.UNCHANGED}
    assert (await engine.memories("notes", MemoryPage()))[0] == before
    await engine.retain("notes", PARTS[:2])
    assert not {"It snowed.", "It froze."} & {*await texts_in(engine)}


async def test_parts_are_appended_to_what_is_there_where_they_all_say_so() -> None:
    engine = an_engine()
    await engine.retain("notes", an_item("d", "It rained."))
    more = [an_item("d", text, UpdateMode.APPEND) for text in ("It snowed.", "It froze.")]

    for _ in range(2):
        await engine.retain("notes", more)

        assert await texts_in(engine) == ["It froze.", "It rained.", "It snowed."]


async def test_a_document_that_is_appended_to_and_replaced_at_once_is_refused() -> None:
    engine = an_engine()
    items = [an_item("d", "It rained.", UpdateMode.APPEND), an_item("d", "It snowed.")]

    for handing_in in (engine.retain, engine.retain_later):
        with pytest.raises(InvalidRequest, match="'d' is appended to and then replaced"):
            await handing_in("notes", items)


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


async def test_a_bank_is_made_by_the_first_document_that_is_kept() -> None:
    engine = an_engine()
    failing = replace(engine, retaining=replace(engine.retaining, extractor=Failing()))
    whale, rain = an_item("b", "We saw a whale."), an_item("a", "It rained.")

    for items in ([whale], [whale, rain]):
        with pytest.raises(UnusableAnswer):
            await failing.retain("notes", items)
        assert await engine.banks() == ([], 0)

    with pytest.raises(UnusableAnswer):
        await failing.retain("notes", [rain, whale])
    assert await texts_in(engine) == ["It rained."]


async def test_writers_who_make_one_bank_at_once_are_all_heard() -> None:
    engine = an_engine()
    items = [an_item(str(n), f"Day {n} was fine.") for n in range(5)]

    await asyncio.gather(*(engine.retain("notes", item) for item in items))

    assert len(await texts_in(engine)) == 5
