"""What `SearchIndex.appraise` promises."""

from typing import Any

import pytest

from tacitus.domain import bm25
from tacitus.domain.changes import Record
from tacitus.domain.memories import Network
from tacitus.domain.recollection import FADE, Appraisal, Filters
from tacitus.ports.storage import Stores
from tests.builders import a_document, a_record, a_source, a_vector, at_cosine, changes_of
from tests.contracts.stores import NewBank, told

QUESTION = a_vector(1)
HALF_PRECISION = 2e-3


def read_in(document: str, start: int, **other: Any) -> Record:
    return a_record(sources=(a_source(document, start=start),), **other)


async def appraised(
    stores: Stores, new_bank: NewBank, *records: Record, **asked: object
) -> list[Appraisal | None]:
    """Store the records, appraise the one in the middle, and return all in order."""
    bank = await new_bank()
    documents = {record.memory.document for record in records if record.memory.document}
    for document in sorted(documents):
        own = [r for r in records if r.memory.document == document]
        await stores.memories.apply(
            changes_of(*own, bank=bank, document=a_document(document, bank=bank))
        )
    await stores.memories.apply(
        changes_of(*(r for r in records if r.memory.document is None), bank=bank)
    )
    middle = records[len(records) // 2].memory.id
    filters = asked.get("filters", Filters())
    terms = asked.get("terms", ("rain",))
    said = told(await stores.index.appraise(bank.id, [middle], QUESTION, terms, filters))  # type: ignore[arg-type]
    return [said.get(record.memory.id) for record in records]


async def test_a_memory_is_compared_with_the_question(stores: Stores, new_bank: NewBank) -> None:
    [said] = await appraised(stores, new_bank, a_record(vector=at_cosine(0.6)))

    assert said
    assert said.cosine == pytest.approx(0.6, abs=HALF_PRECISION)
    assert said.context == pytest.approx(said.cosine, abs=HALF_PRECISION)
    assert said.document is said.before is said.after is None


async def test_coverage_is_the_share_of_the_terms_weighted_by_idf(
    stores: Stores, new_bank: NewBank
) -> None:
    records = [a_record(terms=["rain"]), a_record(terms=["rain", "wind"]), a_record(terms=["sun"])]

    [_, said, _] = await appraised(
        stores, new_bank, *records, terms=("rain", "wind", "hail", "hail")
    )

    rain, wind, hail = (bm25.idf(3, containing) for containing in (2, 1, 0))
    assert said
    assert said.coverage == pytest.approx((rain + wind) / (rain + wind + hail))


async def test_a_question_without_terms_covers_nothing(stores: Stores, new_bank: NewBank) -> None:
    [said] = await appraised(stores, new_bank, a_record(), terms=())

    assert said
    assert said.coverage == 0


async def test_neighbours_in_the_document_are_seen_and_appraised_themselves(
    stores: Stores, new_bank: NewBank
) -> None:
    before = read_in("talk", 0, vector=at_cosine(0.2), terms=["rain"])
    middle = read_in("talk", 10, vector=at_cosine(0.5), terms=["wind"])
    after = read_in("talk", 20, vector=at_cosine(0.8), terms=["wind"])

    said_before, said, said_after = await appraised(stores, new_bank, before, middle, after)

    assert said
    assert said.before
    assert said.after
    assert said_before
    assert said_after
    assert (said.before.memory, said.after.memory) == (before.memory.id, after.memory.id)
    assert said.before.cosine == pytest.approx(0.2, abs=HALF_PRECISION)
    assert (said.before.coverage, said.after.coverage) == (pytest.approx(1), 0)
    assert said_before.before is None
    assert said_before.after
    assert said_after.cosine == pytest.approx(0.8, abs=HALF_PRECISION)


async def test_context_is_the_cosine_of_the_memory_with_its_faded_neighbours(
    stores: Stores, new_bank: NewBank
) -> None:
    records = [
        read_in("talk", start, vector=vector)
        for start, vector in ((0, a_vector(0, 1)), (10, a_vector(1)), (20, a_vector(0, 0, 1)))
    ]

    [_, said, _] = await appraised(stores, new_bank, *records)

    assert said
    assert said.context == pytest.approx(1 / (1 + 2 * FADE**2) ** 0.5, abs=HALF_PRECISION)


async def test_a_memory_of_another_document_is_no_neighbour(
    stores: Stores, new_bank: NewBank
) -> None:
    _, said, _ = await appraised(
        stores, new_bank, read_in("a", 0), read_in("b", 10), read_in("c", 20)
    )

    assert said
    assert said.document is not None
    assert said.before is said.after is None


async def test_a_neighbour_that_is_filtered_out_is_as_if_it_were_not_there(
    stores: Stores, new_bank: NewBank
) -> None:
    hidden = read_in("talk", 0, network=Network.EXPERIENCE)

    said_hidden, said = await appraised(
        stores,
        new_bank,
        hidden,
        read_in("talk", 10),
        filters=Filters(networks=frozenset({Network.WORLD})),
    )

    assert said_hidden is None
    assert said
    assert said.before is None


async def test_what_is_gone_is_left_out(stores: Stores, new_bank: NewBank) -> None:
    bank = await new_bank()

    for asked in ([a_record().memory.id], []):
        said = await stores.index.appraise(bank.id, asked, QUESTION, ("rain",), Filters())
        assert told(said) == {}
