"""What `SearchIndex.semantic` promises."""

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import a_record, a_vector, an_entity, at_cosine, changes_of


async def test_the_nearest_come_first_scored_by_their_cosine(stores: Stores, bank: Bank) -> None:
    cosines = (0.2, 0.9, -0.4, 0.7)
    records = {c: a_record(f"{c}", bank=bank, vector=at_cosine(c)) for c in cosines}
    await stores.memories.apply(changes_of(*records.values(), bank=bank))

    hits = await stores.index.semantic(bank.id, a_vector(1), Filters(), 10)

    nearest_first = sorted(cosines, reverse=True)
    assert [hit.memory for hit in hits] == [records[c].memory.id for c in nearest_first]
    assert [hit.score for hit in hits] == pytest.approx(nearest_first, abs=1e-3)


async def test_no_more_come_than_asked_for(stores: Stores, bank: Bank) -> None:
    records = [a_record(f"{n}", bank=bank, vector=at_cosine(n / 10)) for n in range(10)]
    await stores.memories.apply(changes_of(*records, bank=bank))

    hits = await stores.index.semantic(bank.id, a_vector(1), Filters(), 3)

    assert [hit.memory for hit in hits] == [record.memory.id for record in records[:-4:-1]]


async def test_an_empty_bank_has_nothing_near(stores: Stores, bank: Bank) -> None:
    assert await stores.index.semantic(bank.id, a_vector(1), Filters(), 3) == []
    assert await stores.index.semantic(an_entity(bank=bank).bank, a_vector(1), Filters(), 0) == []


@pytest.mark.parametrize("dimension", [3, 768, 1536])
async def test_banks_may_use_models_of_any_dimension(
    stores: Stores, bank: Bank, dimension: int
) -> None:
    near, far = (
        a_record(f"{c}", bank=bank, vector=at_cosine(c, dimension=dimension)) for c in (0.9, 0.1)
    )
    await stores.memories.apply(changes_of(near, far, bank=bank))

    question = a_vector(1, dimension=dimension)
    hits = await stores.index.semantic(bank.id, question, Filters(), 10)

    assert [hit.memory for hit in hits] == [near.memory.id, far.memory.id]
