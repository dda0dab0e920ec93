"""Long work says how far it has come."""

from dataclasses import replace

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import in_memory_runtime
from tacitus.domain.documents import RetainItem
from tacitus.domain.ids import DocumentId
from tacitus.settings import Settings
from tests.builders import NOON


async def told_of(*texts: str, at_once: int = 100) -> list[tuple[str, int, int]]:
    """Return what was told of the last of some documents of the same name."""
    runtime = in_memory_runtime(Settings(), clock=TickingClock(NOON))
    retaining = replace(runtime.engine.retaining, embedded_at_once=at_once)
    bank = await runtime.engine.open_bank("notes")
    told: list[tuple[str, int, int]] = []

    async def tell(stage: str, processed: int, total: int) -> None:
        told.append((stage, processed, total))

    for text in texts:
        told.clear()
        await retaining.run(bank, RetainItem(content=text, document=DocumentId("d")), tell)
    return told


async def test_each_stage_says_how_much_there_is_to_do() -> None:
    assert await told_of("It rained.") == [("extract", 0, 1), ("embed", 0, 1), ("store", 0, 1)]


async def test_what_changes_nothing_has_nothing_to_tell() -> None:
    assert await told_of("It rained.", "It rained.") == []


async def test_a_long_document_is_told_of_in_parts() -> None:
    said = "\n".join(f"{'Ann' if day % 2 else 'Ben'}: I saw {day} whales." for day in range(9))

    assert [part for part in await told_of(said, at_once=4) if part[0] == "embed"] == [
        ("embed", 0, 9),
        ("embed", 4, 9),
        ("embed", 8, 9),
    ]
