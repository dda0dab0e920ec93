"""Memories that were recalled are counted."""

from collections.abc import Mapping

from tacitus.domain.memories import Memory, MemoryPage
from tacitus.domain.recollection import RecallOptions
from tacitus.engine import Engine


async def counts(engine: Engine) -> Mapping[str, int]:
    await engine.accesses.write()
    memories, _ = await engine.memories("notes", MemoryPage())
    return {memory.text: memory.access_count for memory in memories}


async def filled(engine: Engine) -> Memory:
    await engine.retain("notes", "Ana lives in Oslo.")
    [memory], _ = await engine.memories("notes", MemoryPage())
    return memory


async def test_each_recall_counts_what_it_gave_back(engine: Engine) -> None:
    memory = await filled(engine)

    for _ in range(3):
        await engine.recall("notes", "Where does Ana live?")

    assert await counts(engine) == {memory.text: 3}


async def test_what_did_not_come_back_is_not_counted(engine: Engine) -> None:
    memory = await filled(engine)

    await engine.recall("notes", "Where does Ana live?", RecallOptions(max_tokens=1))

    assert await counts(engine) == {memory.text: 0}


async def test_an_answer_counts_what_it_was_based_on(engine: Engine) -> None:
    memory = await filled(engine)

    await engine.reflect("notes", "Where does Ana live?")

    assert await counts(engine) == {memory.text: 1}


async def test_what_is_left_is_written_when_the_memory_closes(engine: Engine) -> None:
    memory = await filled(engine)
    await engine.recall("notes", "Where does Ana live?")

    await engine.accesses.close()

    assert (await engine.memory("notes", memory.id)).access_count == 1


async def test_a_bank_that_is_gone_meanwhile_does_not_matter(engine: Engine) -> None:
    await filled(engine)
    await engine.recall("notes", "Where does Ana live?")
    await engine.delete_bank("notes")

    await engine.accesses.write()
