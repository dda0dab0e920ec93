"""What `SearchIndex.keyword` promises: BM25, with the numbers of the bank."""

from math import log

import pytest

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Restatement
from tacitus.domain.memories import Network, State
from tacitus.domain.recollection import Filters
from tacitus.ports.storage import Stores
from tests.builders import (
    a_document,
    a_record,
    a_source,
    an_opinion,
    changes_of,
)
from tests.contracts.stores import NewBank


def weight(documents: int, containing: int) -> float:
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def saturated(frequency: int, length: int, average: float) -> float:
    return frequency * 2.2 / (frequency + 1.2 * (1 - 0.75 + 0.75 * length / average))


async def tell(stores: Stores, bank: Bank, *texts: str) -> dict[object, str]:
    records = [a_record(text, bank=bank, terms=text.split()) for text in texts]
    await stores.memories.apply(changes_of(*records, bank=bank))
    return {record.memory.id: record.memory.text for record in records}


async def test_scores_are_those_of_bm25(stores: Stores, bank: Bank) -> None:
    texts = ("rain rain snow", "rain", "snow wind wind wind sun", "sun")
    told = await tell(stores, bank, *texts)
    average = (3 + 1 + 5 + 1) / 4

    hits = await stores.index.keyword(bank.id, ["rain", "wind"], Filters(), 10)

    assert {told[hit.memory]: hit.score for hit in hits} == pytest.approx(
        {
            "rain rain snow": weight(4, 2) * saturated(2, 3, average),
            "rain": weight(4, 2) * saturated(1, 1, average),
            "snow wind wind wind sun": weight(4, 1) * saturated(3, 5, average),
        },
        rel=1e-4,
    )
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_a_text_that_holds_several_terms_gets_the_sum(stores: Stores, bank: Bank) -> None:
    told = await tell(stores, bank, "rain snow", "rain sun", "wind sun")

    [best, *_] = await stores.index.keyword(bank.id, ["rain", "snow", "hail"], Filters(), 10)

    assert told[best.memory] == "rain snow"
    # All texts are of average length, where a term that stands there once counts 1.
    assert best.score == pytest.approx(weight(3, 2) + weight(3, 1), rel=1e-4)


async def test_a_term_asked_twice_counts_once(stores: Stores, bank: Bank) -> None:
    await tell(stores, bank, "rain snow", "rain sun", "wind sun")

    once = await stores.index.keyword(bank.id, ["snow"], Filters(), 10)
    twice = await stores.index.keyword(bank.id, ["snow", "snow"], Filters(), 10)

    assert once == twice


async def test_a_rare_word_counts_more_than_a_common_one(stores: Stores, bank: Bank) -> None:
    told = await tell(stores, bank, *("rain sun",) * 9, "hail sun")

    hits = await stores.index.keyword(bank.id, ["rain", "hail"], Filters(), 1)

    assert [told[hit.memory] for hit in hits] == ["hail sun"]


async def test_even_a_word_that_is_everywhere_finds(stores: Stores, bank: Bank) -> None:
    await tell(stores, bank, "rain", "rain")

    hits = await stores.index.keyword(bank.id, ["rain"], Filters(), 10)

    assert [hit.score for hit in hits] == pytest.approx([weight(2, 2)] * 2, rel=1e-4)
    assert hits[0].score > 0


async def test_what_holds_no_term_is_not_found(stores: Stores, bank: Bank) -> None:
    await tell(stores, bank, "rain", "")

    assert await stores.index.keyword(bank.id, ["hail"], Filters(), 10) == []
    assert await stores.index.keyword(bank.id, [], Filters(), 10) == []
    assert len(await stores.index.keyword(bank.id, ["hail", "rain"], Filters(), 10)) == 1


async def test_no_more_come_than_asked_for(stores: Stores, bank: Bank) -> None:
    told = await tell(stores, bank, *("rain " * n + "sun " * (9 - n) for n in range(1, 8)))

    hits = await stores.index.keyword(bank.id, ["rain"], Filters(), 2)

    assert [told[hit.memory].count("rain") for hit in hits] == [7, 6]


@pytest.mark.parametrize(
    "term", ["日本", "~ждё", "inc-412", "it's", "100%", "a,b{c}", "🙂", "x" * 64, "\\", '"', "a:b"]
)
async def test_any_term_is_found(stores: Stores, bank: Bank, term: str) -> None:
    told = await tell(stores, bank, f"{term} rain", "sun rain")

    hits = await stores.index.keyword(bank.id, [term], Filters(), 10)

    assert [told[hit.memory] for hit in hits] == [f"{term} rain"]


async def test_numbers_are_of_all_memories_whatever_the_filters_let_pass(
    stores: Stores, bank: Bank
) -> None:
    fact = a_record("rain", bank=bank, terms=["rain"])
    belief = a_record(an_opinion("rain sun", bank=bank), terms=["rain", "sun"])
    wrong = a_record("rain hail wind", bank=bank, terms=["rain", "hail", "wind"])
    await stores.memories.apply(changes_of(fact, belief, wrong, bank=bank))
    await stores.memories.set_state(bank.id, wrong.memory.id, State.INVALIDATED, reason="")

    filters = Filters(networks=frozenset((Network.WORLD,)))
    [hit] = await stores.index.keyword(bank.id, ["rain"], filters, 10)

    assert hit.score == pytest.approx(weight(3, 3) * saturated(1, 1, (1 + 2 + 3) / 3), rel=1e-4)


async def test_numbers_follow_what_is_written_and_deleted(stores: Stores, bank: Bank) -> None:
    stays = a_record("rain sun", bank=bank, terms=["rain", "sun"])
    by_memory = a_record("rain", bank=bank, terms=["rain"] * 7)
    by_document = a_record("rain", bank=bank, terms=["rain", "hail"], sources=(a_source(),))
    document = a_document(bank=bank)
    await stores.memories.apply(changes_of(stays, by_memory, bank=bank))
    await stores.memories.apply(changes_of(by_document, bank=bank, document=document))
    before = await stores.index.keyword(bank.id, ["sun"], Filters(), 10)

    await stores.memories.delete(bank.id, by_memory.memory.id)
    await stores.documents.delete(bank.id, document.id)
    after = await stores.index.keyword(bank.id, ["sun"], Filters(), 10)

    average = (2 + 7 + 2) / 3
    expected = weight(3, 1) * saturated(1, 2, average)
    assert [hit.score for hit in before] == pytest.approx([expected], rel=1e-4)
    assert [hit.score for hit in after] == pytest.approx([weight(1, 1)], rel=1e-4)


async def test_a_restatement_does_not_count_a_second_time(stores: Stores, bank: Bank) -> None:
    told = a_record("rain", bank=bank, terms=["rain"], sources=(a_source(),))
    await stores.memories.apply(changes_of(told, bank=bank, document=a_document(bank=bank)))
    again = Restatement(told.memory.id, a_source("diary"))
    await stores.memories.apply(
        changes_of(bank=bank, document=a_document("diary", bank=bank), restatements=(again,))
    )

    [hit] = await stores.index.keyword(bank.id, ["rain"], Filters(), 10)

    assert hit.score == pytest.approx(weight(1, 1), rel=1e-4)


async def test_other_banks_have_no_say_in_the_numbers(
    stores: Stores, bank: Bank, new_bank: NewBank
) -> None:
    crowded = await new_bank("crowded")
    await tell(stores, crowded, *("rain " * 30 + f"{n}" for n in range(20)))
    await tell(stores, bank, "rain", "sun")

    [hit] = await stores.index.keyword(bank.id, ["rain"], Filters(), 10)

    assert hit.score == pytest.approx(weight(2, 1), rel=1e-4)
