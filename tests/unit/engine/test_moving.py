"""A bank that was moved keeps its promises where it is now."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import Misconfigured
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.domain.vectors import Vector
from tacitus.formats.bank_lines import BankLines, written

LETTER = "My brother is in prison. It rained all day."


class OtherEmbedder(HashEmbedder):
    """Other vectors under another name."""

    @property
    def name(self) -> str:
        return "other"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [vector[::-1].copy() for vector in await super().embed(texts)]


async def moved(runtime: Runtime, name: str, to: str) -> None:
    moving = runtime.engine.moving
    header, parts = await BankLines(written(moving.leave(name))).read()
    await moving.arrive(to, header, parts)


async def texts(runtime: Runtime, bank: str) -> set[str]:
    found, _ = await runtime.engine.memories(bank, MemoryPage())
    return {one.text for one in found}


async def test_what_was_forgotten_stays_away_from_a_copy_and_from_a_copy_of_the_copy() -> None:
    runtime = in_memory_runtime()
    letter = RetainItem(content=LETTER, document=DocumentId("letter"))
    await runtime.engine.retain("home", letter)
    found, _ = await runtime.engine.memories("home", MemoryPage(words="prison"))
    for one in found:
        await runtime.engine.delete_memory("home", one.id)

    await moved(runtime, "home", "copy")
    await moved(runtime, "copy", "second copy")

    for bank in ("home", "copy", "second copy"):
        more = RetainItem(content=f"{LETTER} The sun shone.", document=DocumentId("letter"))
        [receipt] = await runtime.engine.retain(bank, more)
        said = " ".join(await texts(runtime, bank))
        assert "prison" not in said, bank
        assert "The sun shone." in said, bank
        assert receipt.forgotten >= 1, bank


async def test_the_way_out_of_a_changed_embedder_is_to_move_the_bank() -> None:
    runtime = in_memory_runtime()
    await runtime.engine.retain("home", LETTER)
    engine = replace(
        runtime.engine,
        embedder=(other := OtherEmbedder()),
        retaining=replace(runtime.engine.retaining, embedder=other),
        recalling=replace(runtime.engine.recalling, embedder=other),
    )

    with pytest.raises(Misconfigured, match="tacitus reembed"):
        await engine.recall("home", "Did it rain?")
    steps = [step async for step in engine.moving.reembed("home")]

    assert steps[0].done == 0
    assert steps[-1].done == steps[-1].total == len(await texts(runtime, "home"))
    assert [step async for step in engine.moving.reembed("home")] == []
    await engine.retain("home", "The sun shone.")
    found = await engine.recall("home", "Did it rain?")
    assert "It rained" in found.kept[0].memory.text
    with pytest.raises(Misconfigured):
        await runtime.engine.recall("home", "Did it rain?")
