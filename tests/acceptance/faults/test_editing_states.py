"""A state that is edited replaces what its words replace: no more, and no less than before."""

import asyncio

from tacitus.domain.curation import MemoryEdit
from tacitus.domain.memories import State
from tests.acceptance.faults.banks import Bank, on

GRAZ, OSLO, BERGEN, ROME = (
    "Rob: I live in Graz.",
    "Rob: I live in Oslo now.",
    "Rob: I live in Bergen now.",
    "Rob: I live in Rome now.",
)


async def told(bank: Bank, *texts: str) -> None:
    for month, text in enumerate(texts, 1):
        await bank.retain(text, on(2024, month))


async def edit(bank: Bank, text: str, right: MemoryEdit) -> None:
    [memory] = await bank.memories(words=text)
    await bank.engine.curation.edit(bank.name, memory.id, right)


async def intervals(bank: Bank) -> dict[str, tuple[object, object]]:
    """Return of each memory what took its place, and in which month."""
    found = await bank.memories()
    texts = {one.id: one.text for one in found}
    return {
        one.text: (
            one.superseded_by and texts[one.superseded_by],
            one.valid_until and one.valid_until.month,
        )
        for one in found
    }


async def test_what_an_edited_state_no_longer_replaces_holds_again(bank: Bank) -> None:
    await told(bank, GRAZ, OSLO)

    await edit(bank, OSLO, MemoryEdit(text="Rob: I visited Oslo."))

    assert await intervals(bank) == {GRAZ: (None, None), "Rob: I visited Oslo.": (None, None)}


async def test_what_an_edited_state_still_replaces_stays_replaced(bank: Bank) -> None:
    await told(bank, GRAZ, OSLO)

    await edit(bank, OSLO, MemoryEdit(text=ROME))
    assert await intervals(bank) == {GRAZ: (ROME, 2), ROME: (None, None)}

    await edit(bank, ROME, MemoryEdit(mentioned_at=on(2024, 5)))
    assert await intervals(bank) == {GRAZ: (ROME, 5), ROME: (None, None)}


async def test_a_state_moved_before_another_is_replaced_by_it(bank: Bank) -> None:
    await told(bank, GRAZ, OSLO)

    await edit(bank, OSLO, MemoryEdit(mentioned_at=on(2023, 6)))

    assert await intervals(bank) == {GRAZ: (None, None), OSLO: (GRAZ, 1)}


async def test_an_edit_in_the_middle_joins_its_neighbours(bank: Bank) -> None:
    await told(bank, GRAZ, OSLO, BERGEN)

    await edit(bank, OSLO, MemoryEdit(text="Rob: I visited Oslo."))

    assert await intervals(bank) == {
        GRAZ: (BERGEN, 3),
        "Rob: I visited Oslo.": (None, None),
        BERGEN: (None, None),
    }

    await edit(bank, "Rob: I visited Oslo.", MemoryEdit(text=ROME))

    assert await intervals(bank) == {GRAZ: (ROME, 2), ROME: (BERGEN, 3), BERGEN: (None, None)}


async def test_edits_at_once_remember_each_text_that_stood_there(
    bank: Bank, stored_bank: Bank
) -> None:
    for one in (bank, stored_bank):
        await told(one, GRAZ)
        [memory] = await one.memories(state=State.VALID)
        texts = [f"Rob: I live in Town{n}." for n in range(10)]

        await asyncio.gather(
            *(
                one.engine.curation.edit(one.name, memory.id, MemoryEdit(text=text))
                for text in texts
            )
        )

        [left] = await one.memories()
        history = await one.engine.curation.history(one.name, memory.id)
        assert sorted([left.text, *(str(change.before["text"]) for change in history)]) == [
            GRAZ,
            *texts,
        ]
