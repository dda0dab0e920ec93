"""Something is retracted while what names it is being read: it does not come back by that."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from tacitus.domain.documents import RetainItem, UpdateMode
from tacitus.domain.ids import DocumentId
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Embedder
from tests.acceptance.faults.banks import Bank, on

TALK = "Ida: Anna Petrova moved to Lisbon in May.\nTom: I like rain."


@dataclass(slots=True)
class Meanwhile:
    """An embedder beside which something else happens, the first time that it is asked."""

    inner: Embedder
    happens: Callable[[], Awaitable[object]] | None

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def dimension(self) -> int:
        return self.inner.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        happens, self.happens = self.happens, None
        if happens:
            await happens()
        return await self.inner.embed(texts)


def item(content: str, document: str | None, mode: UpdateMode = UpdateMode.REPLACE) -> RetainItem:
    named = DocumentId(document) if document else None
    return RetainItem(content=content, document=named, mode=mode, timestamp=on(2024, 3))


HANDED_IN: dict[str, list[RetainItem]] = {
    "another document": [item(TALK, "another")],
    "a document without a name": [item(TALK, None)],
    "a document that is there": [item(f"{TALK}\nTom: Yes.", "talk")],
    "a document that names nobody so far": [item(TALK, "rain")],
    "appended": [item(TALK, "rain", UpdateMode.APPEND)],
    "one of several": [item("Tom: I row.", "first"), item(TALK, "second"), item(TALK, "third")],
}


async def brought_back(bank: Bank, items: list[RetainItem], name: str) -> list[str]:
    """Return what is told of somebody who was retracted while documents were read."""
    target = replace(bank, name=name)
    await target.retain(TALK, on(2024), document="talk")
    await target.retain("Tom: I like snow.", on(2024), document="rain")

    async def retract() -> None:
        her = await bank.engine.identities.find(name, "Anna Petrova")
        await bank.engine.forgetting.entity(name, her.id)

    retaining = bank.engine.retaining
    embedder = Meanwhile(retaining.embedder, retract)
    engine = replace(bank.engine, retaining=replace(retaining, embedder=embedder))
    await engine.retain(name, items)

    assert embedder.happens is None
    listed, _ = await bank.engine.documents(name)
    texts = [(await bank.engine.document(name, one.id)).text for one in listed]
    return [one for one in (*texts, *await target.texts()) if "Petrova" in one]


async def check(bank: Bank) -> None:
    back = {
        what: await brought_back(bank, items, f"{bank.name} {number}")
        for number, (what, items) in enumerate(HANDED_IN.items())
    }
    assert {what: said for what, said in back.items() if said} == {}


async def test_what_is_being_read_brings_nothing_back(bank: Bank) -> None:
    await check(bank)


@pytest.mark.database
async def test_nor_in_the_database(stored_bank: Bank) -> None:
    await check(stored_bank)


async def test_what_is_told_of_others_meanwhile_is_kept(bank: Bank) -> None:
    assert await brought_back(bank, [item("Tom: I bought a canoe.", "canoe")], bank.name) == []
    assert await bank.texts(words="canoe") == ["Tom: I bought a canoe."]
