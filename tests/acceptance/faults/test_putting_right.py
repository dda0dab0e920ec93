"""What was edited or invalidated by hand stays so, however its document grows or is read."""

import pytest

from tacitus.domain.curation import MemoryEdit
from tacitus.domain.documents import Turn
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory, State
from tests.acceptance.faults.banks import Bank, on

TOLD = "Ida: I work at Nordea."
TALK = "Tom: How are you?\nIda: I work at Nordea. I have a dog.\nTom: That is nice to hear."
GROWTHS: list[tuple[str, str | tuple[Turn, ...]]] = [
    (TOLD, f"{TOLD} I am glad."),
    (TOLD, "Ida: I am glad. I work at Nordea!\nTom: Good."),
    (TOLD, f"Tom: Hello.\n{TOLD}"),
    (TOLD, "A letter by Ida. I work at Nordea. The rest is well."),
    (
        TOLD,
        (Turn(text="I work at Nordea; I am glad.", speaker="Ida"), Turn(text="Oh.", speaker="Tom")),
    ),
    (TALK, f"{TALK}\nIda: Goodbye."),
    (TALK, TALK.replace("I have", "So what? I have")),
]


async def told(bank: Bank, name: str, text: str) -> Memory:
    await bank.retain(text, on(2024), document=name)
    [memory] = await bank.memories(words="Nordea", state=State.VALID)
    return memory


async def grow(bank: Bank, name: str, grown: str | tuple[Turn, ...]) -> None:
    for day in (2, 3):
        await bank.retain(grown, on(2024, 1, day), document=name)
    await bank.retain("Ida: All is new here.\nTom: Yes.", on(2024, 2), document=f"{name} again")


async def edited_and_undone(
    bank: Bank, growths: list[tuple[str, str | tuple[Turn, ...]]]
) -> list[object]:
    undone: list[object] = []
    for number, (text, grown) in enumerate(growths):
        memory = await told(bank, f"talk {number}", text)
        right = MemoryEdit(text="Ida: I work at Danske.", occurred_start=on(2020))
        await bank.engine.curation.edit(bank.name, memory.id, right, reason="misheard")
        await grow(bank, f"talk {number}", grown)
        after = {one.id: one for one in await bank.memories()}
        if await bank.texts(words="Nordea") or memory.id not in after:
            undone.append((number, await bank.texts()))
            continue
        kept = after[memory.id]
        history = await bank.engine.curation.history(bank.name, memory.id)
        document = await bank.engine.document(bank.name, DocumentId(f"talk {number}"))
        read = [document.text[one.start : one.end] for one in kept.sources]
        assert kept.occurred is not None
        if (
            (kept.text, kept.state, kept.occurred.start, len(history))
            != (right.text, State.VALID, on(2020), 1)
            or not read
            or not all("Nordea" in words or "dog" in words for words in read)
        ):
            undone.append((number, kept, read))
        await bank.engine.delete_document(bank.name, DocumentId(f"talk {number}"))
    return undone


async def invalidated_and_undone(
    bank: Bank, growths: list[tuple[str, str | tuple[Turn, ...]]]
) -> list[object]:
    undone: list[object] = []
    for number, (text, grown) in enumerate(growths):
        memory = await told(bank, f"talk {number}", text)
        await bank.engine.curation.set_state(bank.name, memory.id, State.INVALIDATED, "not true")
        await grow(bank, f"talk {number}", grown)
        found = [(one.id, one.state) for one in await bank.memories(words="Nordea")]
        if found != [(memory.id, State.INVALIDATED)]:
            undone.append((number, found))
        await bank.engine.delete_document(bank.name, DocumentId(f"talk {number}"))
    return undone


async def test_no_growth_or_reading_undoes_an_edit(bank: Bank) -> None:
    assert await edited_and_undone(bank, GROWTHS) == []


async def test_no_growth_or_reading_makes_valid_what_was_invalidated(bank: Bank) -> None:
    assert await invalidated_and_undone(bank, GROWTHS) == []


@pytest.mark.database
async def test_the_database_keeps_both(stored_bank: Bank) -> None:
    assert await edited_and_undone(stored_bank, GROWTHS[:3]) == []
    assert await invalidated_and_undone(stored_bank, GROWTHS[:3]) == []


async def vanished_and_back(bank: Bank) -> None:
    """What was put right stays with its document while the words are not in it, and when they return."""
    memory = await told(bank, "talk", TOLD)
    right = MemoryEdit(text="Ida: I work at Danske.")
    await bank.engine.curation.edit(bank.name, memory.id, right, reason="misheard")

    for text in ("Ida: We speak of something else.", "Tom: Another day.", f"{TOLD} I am glad."):
        await bank.retain(text, on(2024), document="talk")
        assert [one.id for one in await bank.memories(words="Danske")] == [memory.id]
        assert await bank.texts(words="Nordea") == []

    await bank.engine.delete_document(bank.name, DocumentId("talk"))
    assert await bank.texts() == []


async def test_what_was_edited_stays_with_its_document_even_where_its_words_are_not(
    bank: Bank,
) -> None:
    await vanished_and_back(bank)


@pytest.mark.database
async def test_so_it_does_in_the_database(stored_bank: Bank) -> None:
    await vanished_and_back(stored_bank)


async def test_what_stands_beside_it_is_read_and_what_is_restored_stays_valid(
    bank: Bank,
) -> None:
    memory = await told(bank, "talk", TOLD)
    await bank.engine.curation.set_state(bank.name, memory.id, State.INVALIDATED, "not then")

    await bank.retain(f"{TOLD} I moved to Turku.", on(2024), document="talk")
    assert await bank.texts(State.VALID) == ["Ida: I moved to Turku."]

    await bank.engine.curation.set_state(bank.name, memory.id, State.VALID)
    await bank.retain(f"{TOLD} I moved to Turku. I am well.", on(2024), document="talk")
    assert await bank.texts(State.INVALIDATED) == []
    assert memory.id in {one.id for one in await bank.memories(State.VALID)}


async def test_what_is_said_once_more_elsewhere_in_the_document_is_told_anew(bank: Bank) -> None:
    memory = await told(bank, "talk", TOLD)
    await bank.engine.curation.set_state(bank.name, memory.id, State.INVALIDATED, "not yet")

    await bank.retain(f"{TOLD}\nTom: Really?\n{TOLD}", on(2024), document="talk")

    found = await bank.memories(words="Nordea")
    assert [one.state for one in found].count(State.INVALIDATED) == 1
    assert [one.state for one in found].count(State.VALID) == 1
