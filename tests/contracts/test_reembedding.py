"""What `ReembeddingStore` promises: the old vectors are searched until all new ones are there."""

from collections.abc import Sequence

import numpy as np
import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.errors import NotFound
from tacitus.domain.ids import BankId
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters
from tacitus.domain.reembedding import Embedding, Unembedded
from tacitus.domain.vectors import Vector
from tacitus.ports.storage import Stores
from tests.builders import a_bank, a_record, a_vector, changes_of
from tests.contracts.everything import furnish

NEW = "another embedder"
EVERYWHERE = Filters(networks=frozenset(Network))


def new_vector(text: str) -> Vector:
    """Another one for each text, of another dimension than before."""
    return a_vector(*np.random.default_rng(len(text)).normal(size=8), dimension=8)


async def keep(stores: Stores, bank: BankId, some: Sequence[Unembedded]) -> None:
    await stores.reembedding.keep(bank, NEW, [(one, new_vector(one.text)) for one in some])


async def nearest(stores: Stores, bank: Bank, vector: Vector) -> str:
    [hit, *_] = await stores.index.semantic(bank.id, vector, EVERYWHERE, 9)
    found = await stores.memories.get(bank.id, [hit.memory])
    return found[hit.memory].text


async def test_vectors_are_switched_at_once_when_all_are_made(stores: Stores, bank: Bank) -> None:
    await furnish(stores, bank)
    reembedding = stores.reembedding
    first = await reembedding.unembedded(bank.id, NEW, limit=2)
    await keep(stores, bank.id, first)

    assert await reembedding.progress(bank.id, NEW) == Embedding(
        2, 6
    )  # five memories, one reworded
    assert not await reembedding.switch(bank.id, NEW)
    assert await nearest(stores, bank, a_vector(1, 1)) == "The sun shone."

    await keep(stores, bank.id, await reembedding.unembedded(bank.id, NEW, limit=99))
    late = a_record("Late.", bank=bank)
    await stores.memories.apply(changes_of(late, bank=bank))
    assert not await reembedding.switch(bank.id, NEW)  # one came meanwhile
    await keep(stores, bank.id, await reembedding.unembedded(bank.id, NEW, limit=99))
    assert await reembedding.switch(bank.id, NEW)

    moved = await stores.banks.get(bank.id)
    assert moved is not None
    assert moved.embedder == NEW
    for text in ("The sun shone.", "Late.", "It rained."):
        assert await nearest(stores, bank, new_vector(text)) == text
    assert await reembedding.progress(bank.id, NEW) == Embedding(0, 7)  # nothing waits any more


async def test_a_memory_that_says_something_else_needs_another_vector(
    stores: Stores, bank: Bank
) -> None:
    record = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))
    await keep(stores, bank.id, [Unembedded(record.memory.id, "It snowed.")])

    [left] = await stores.reembedding.unembedded(bank.id, NEW, limit=9)
    assert left == Unembedded(record.memory.id, "It rained.")
    assert await stores.reembedding.unembedded(bank.id, "a third", limit=9) == [left]


async def test_of_what_is_gone_nothing_is_kept(stores: Stores, bank: Bank) -> None:
    record = a_record("It rained.", bank=bank)
    await stores.memories.apply(changes_of(record, bank=bank))
    [one] = await stores.reembedding.unembedded(bank.id, NEW, limit=9)
    await stores.memories.delete(bank.id, record.memory.id)

    await keep(stores, bank.id, [one])

    assert await stores.reembedding.progress(bank.id, NEW) == Embedding(0, 0)
    assert await stores.reembedding.switch(bank.id, NEW)
    with pytest.raises(NotFound):
        await stores.reembedding.switch(a_bank().id, NEW)
