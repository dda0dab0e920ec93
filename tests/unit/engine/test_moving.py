"""A bank that was moved keeps its promises where it is now."""

from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.formats.bank_lines import BankLines, written

LETTER = "My brother is in prison. It rained all day."


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
