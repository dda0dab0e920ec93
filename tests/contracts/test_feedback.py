"""What `FeedbackStore` promises: what users say of recalls."""

from datetime import timedelta
from uuid import UUID

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import NotFound
from tacitus.domain.feedback import Feedback, FeedbackId
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.ports.storage import Stores
from tests.builders import NOON, a_memory, a_record, changes_of
from tests.contracts.stores import NewBank


@pytest.fixture
async def memories(stores: Stores, bank: Bank) -> list[Memory]:
    stored = [a_memory(text, bank=bank) for text in ("It rained.", "It snowed.")]
    await stores.memories.apply(changes_of(*(a_record(one) for one in stored), bank=bank))
    return stored


def said(bank: Bank, number: int, *helped: Memory) -> Feedback:
    return Feedback(
        id=FeedbackId(UUID(int=number)),
        bank=bank.id,
        question=f"Question {number}?",
        helped=tuple(one.id for one in helped),
        asked_at=NOON,
        given_at=NOON + timedelta(minutes=number),
    )


async def test_feedback_comes_back_oldest_first_with_its_memories_in_order(
    stores: Stores, bank: Bank, memories: list[Memory]
) -> None:
    rain, snow = memories
    given = [said(bank, 2, snow, rain), said(bank, 1, rain), said(bank, 3)]
    for one in given:
        await stores.feedback.add(one)

    assert await stores.feedback.all(bank.id) == [given[1], given[0], given[2]]


async def test_what_names_memories_that_are_gone_is_less_or_nothing(
    stores: Stores, bank: Bank, memories: list[Memory]
) -> None:
    rain, snow = memories
    for one in (said(bank, 1, rain), said(bank, 2, rain, snow), said(bank, 3)):
        await stores.feedback.add(one)

    await stores.memories.delete(bank.id, rain.id)

    assert await stores.feedback.all(bank.id) == [said(bank, 2, snow), said(bank, 3)]


async def test_a_memory_that_is_not_there_cannot_have_helped(
    stores: Stores, bank: Bank, new_bank: NewBank, memories: list[Memory]
) -> None:
    elsewhere = await new_bank("other")

    with pytest.raises(NotFound):
        await stores.feedback.add(said(bank, 1, a_memory(id=MemoryId(UUID(int=9)))))
    with pytest.raises(NotFound):
        await stores.feedback.add(said(elsewhere, 2, memories[0]))

    assert await stores.feedback.all(bank.id) == []
    assert await stores.feedback.all(elsewhere.id) == []


async def test_feedback_goes_with_its_bank(
    stores: Stores, bank: Bank, memories: list[Memory]
) -> None:
    await stores.feedback.add(said(bank, 1, memories[0]))

    await stores.banks.delete(bank.id)

    assert await stores.feedback.all(bank.id) == []
    with pytest.raises(NotFound):
        await stores.feedback.add(said(bank, 2))
