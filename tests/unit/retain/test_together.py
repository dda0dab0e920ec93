"""Documents that are new are stored together, and come to what they come to one by one."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

import pytest

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import in_memory_runtime
from tacitus.cli.demo.show import sample
from tacitus.domain.changes import Changes, Outcome
from tacitus.domain.documents import Chunk, Document, RetainItem
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.graph import Link
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import Memory, MemoryPage, Network, State
from tacitus.engine import Engine
from tacitus.ports.models import Extraction
from tacitus.ports.storage import MemoryStore
from tacitus.retain.ahead import FIRST_CHARACTERS, MOST_DOCUMENTS, together
from tacitus.retain.extract.by_rule import VerbatimExtractor
from tests.builders import NOON, day

Rows = Counter[tuple[object, ...]]
CASES = {
    "a year of talks": sample(),
    "one says what another said": [
        RetainItem(content="Ann lives in Rome.", document=DocumentId("a"), timestamp=day(2024, 1)),
        RetainItem(content="Ann lives in Oslo.", document=DocumentId("b"), timestamp=day(2024, 3)),
        RetainItem(content="Ann lives in Oslo.", document=DocumentId("c"), timestamp=day(2024, 4)),
        RetainItem(content="Ann lives in Bonn.", document=DocumentId("d"), timestamp=day(2024, 2)),
    ],
    "somebody is called by a part of the name": [
        RetainItem(content=said, document=DocumentId(id), timestamp=NOON)
        for id, said in {
            "a": "Melanie: I met Robert Smith.",
            "b": "Jo: Hey Mel, how is Robert?",
            "c": "Melissa: Jo, did Mel call?",
        }.items()
    ],
    "days that lie close": [
        RetainItem(
            content=f"We rowed to island {number}.",
            document=DocumentId(str(number)),
            timestamp=day(2024, 5, number),
        )
        for number in (4, 1, 9, 2, 3, 8)
    ],
}


def an_engine() -> Engine:
    return in_memory_runtime(clock=TickingClock(NOON)).engine


async def everything_in(engine: Engine) -> dict[str, Rows]:
    """Return memories, links and entities of a bank, without the identities that chance gives."""
    bank = await engine.bank("notes")
    memories, _ = await engine.stores.memories.page(bank.id, MemoryPage(limit=1000))
    texts = {memory.id: memory.text for memory in memories}
    valid = {memory.id for memory in memories if memory.state is State.VALID}
    links = await engine.stores.surveys.links(bank.id, list(texts))
    entities, _ = await engine.stores.entities.page(bank.id, limit=1000, offset=0)
    return {
        "memories": Counter(_row(one, texts) for one in memories),
        "links": Counter(_linked(link, texts) for link in links if link.target in valid),
        "entities": Counter((one.name, one.mention_count, one.last_seen) for one in entities),
    }


def _row(memory: Memory, texts: dict[MemoryId, str]) -> tuple[object, ...]:
    successor = texts[memory.superseded_by] if memory.superseded_by else None
    said = (memory.text, memory.state, memory.valid_until, successor, memory.proof_count)
    return (*said, tuple(sorted(memory.entities)))


def _linked(link: Link, texts: dict[MemoryId, str]) -> tuple[object, ...]:
    """Return where it begins: of those that are equally near in time, chance takes some."""
    return texts[link.source], link.type, round(link.weight, 4)


async def test_documents_handed_in_together_come_to_what_they_come_to_one_by_one() -> None:
    wrong: list[object] = []
    for case, items in CASES.items():
        apart, together = an_engine(), an_engine()
        for item in items:
            await apart.retain("notes", item)
        await together.retain("notes", items)
        one, other = await everything_in(apart), await everything_in(together)
        wrong += [(case, one[name] - other[name], other[name] - one[name])
                  for name in one if one[name] != other[name]]  # fmt: skip

    assert wrong == []


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Reads; while document "b" is read for the first time somebody else is at work."""

    others: list[Callable[[], Awaitable[object]]]
    reader: VerbatimExtractor = field(default_factory=VerbatimExtractor)

    @property
    def name(self) -> str:
        return self.reader.name

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        while document.id == "b" and self.others:
            await self.others.pop()()
        return await self.reader.extract(document, chunks)


async def test_where_another_writer_came_first_each_is_stored_by_itself() -> None:
    others = {
        "one of the documents": ("b", "It rained in Rome."),
        "what bears on them": ("z", "Ann lives in Bonn."),
    }
    for case, (name, text) in others.items():
        engine = an_engine()
        await engine.retain("notes", RetainItem(content="Hello.", document=DocumentId("first")))
        item = RetainItem(content=text, document=DocumentId(name), timestamp=day(2024, 2))
        extractor = Interrupted([partial(engine.retain, "notes", item)])
        reading = replace(engine, retaining=replace(engine.retaining, extractor=extractor))

        receipts = await reading.retain("notes", CASES["one says what another said"])

        assert [one.outcome for one in receipts] == [Outcome.STORED] * 4, case
        found, _ = await engine.memories("notes", MemoryPage(document=DocumentId("b")))
        assert [memory.text for memory in found] == ["Ann lives in Oslo."], case
        bonn, _ = await engine.memories("notes", MemoryPage(words="Bonn"))
        assert [memory.proof_count for memory in bonn] == [2 if name == "z" else 1], case


async def test_what_is_stored_together_is_there_when_the_first_is_told_of() -> None:
    engine = an_engine()
    long = "It rained on the way. " * (FIRST_CHARACTERS // 20)
    texts = {"a": "It snowed.", "b": "It froze.", "c": long}
    items = [RetainItem(content=text, document=DocumentId(id)) for id, text in texts.items()]

    there: list[int] = []
    async for _ in engine.retain_each("notes", items):
        _, total = await engine.documents("notes")
        there.append(total)

    assert there == [2, 2, 3]


@dataclass(frozen=True)
class Refusing:
    """A store that cannot hold one document."""

    store: MemoryStore
    document: str

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def apply(self, *changes: Changes) -> int:
        if any(one.document and one.document.id == self.document for one in changes):
            raise InvalidRequest(f"{self.document} cannot be held")
        return await self.store.apply(*changes)


async def test_where_one_cannot_be_stored_those_before_it_are() -> None:
    engine = an_engine()
    refusing = cast(MemoryStore, Refusing(engine.retaining.memories, "c"))
    engine = replace(engine, retaining=replace(engine.retaining, memories=refusing))
    items = [
        RetainItem(content=f"It rained on island {name}.", document=DocumentId(name))
        for name in "abcd"
    ]

    with pytest.raises(InvalidRequest, match="c cannot be held"):
        await engine.retain("notes", items)

    found, _ = await engine.documents("notes")
    assert {one.id for one in found} == {"a", "b"}


async def test_however_short_documents_are_no_group_is_of_very_many() -> None:
    items = [RetainItem(content="Hm.", document=DocumentId(f"{at}")) for at in range(1_000)]

    groups = list(together(items))

    assert [one for group in groups for one in group] == items
    assert max(map(len, groups)) == MOST_DOCUMENTS


@dataclass(frozen=True)
class Thinking:
    """A reader to whom the first document is an opinion, of the day it was told."""

    reader: VerbatimExtractor = field(default_factory=VerbatimExtractor)

    @property
    def name(self) -> str:
        return self.reader.name

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        read = await self.reader.extract(document, chunks)
        if document.id != "a":
            return read
        drafts = [replace(one, network=Network.OPINION, confidence=0.5) for one in read.drafts]
        return replace(read, drafts=tuple(drafts))


async def test_what_is_thought_is_nothing_that_happened_at_the_time() -> None:
    """As one by one: only evidence of an earlier document is near in time."""
    reader = Thinking()
    items = [
        RetainItem(content=text, document=DocumentId(id), timestamp=day(2024, 2))
        for id, text in {"a": "I think rain is dull.", "b": "It rained in Oslo today."}.items()
    ]
    together_, apart = an_engine(), an_engine()
    for engine, groups in ((together_, [items]), (apart, [[one] for one in items])):
        reading = replace(engine, retaining=replace(engine.retaining, extractor=reader))
        for group in groups:
            await reading.retain("notes", group)

    one, other = await everything_in(apart), await everything_in(together_)
    assert one["links"] == other["links"]
