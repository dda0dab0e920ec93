"""What must hold when a bank is large: exact ranking, full results, bounded work."""

import random
from collections import Counter

import pytest

from tacitus.adapters.postgres.resident import ResidentIndex
from tacitus.domain import bm25
from tacitus.domain.banks import Bank
from tacitus.domain.changes import Record
from tacitus.domain.memories import Network
from tacitus.domain.recollection import Filters
from tacitus.ports.search import Searches
from tacitus.ports.storage import Stores
from tests.builders import a_mention, a_record, an_entity, changes_of


@pytest.fixture
def index(stores: Stores) -> Searches:
    """The searches of the database, whether or not there is a picture."""
    assert isinstance(stores.index, ResidentIndex)
    return stores.index.database


def written_with(records: list[Record], question: list[str]) -> dict[object, float]:
    """The BM25 score of each memory that holds a term of the question, by the definition."""
    frequencies = [Counter(record.terms) for record in records]
    containing = Counter(term for counts in frequencies for term in counts)
    average = sum(len(record.terms) for record in records) / len(records)
    weights = {term: bm25.idf(len(records), containing[term]) for term in containing}
    scores = {
        record.memory.id: bm25.score(question, counts, weights, average)
        for record, counts in zip(records, frequencies, strict=True)
    }
    return {id: score for id, score in scores.items() if score > 0}


async def test_terms_in_any_number_are_scored_by_the_definition(
    stores: Stores, index: Searches, bank: Bank
) -> None:
    shuffle = random.Random(7)
    vocabulary = [f"w{n}" for n in range(60)]
    records = [
        a_record(
            "text",
            bank=bank,
            terms=shuffle.choices(vocabulary, weights=range(60, 0, -1), k=shuffle.randint(1, 60)),
        )
        for _ in range(400)
    ]
    await stores.memories.apply(changes_of(*records, bank=bank))

    for _ in range(10):
        question = shuffle.sample(vocabulary, k=6)
        hits = await index.keyword(bank.id, question, Filters(), 500)
        expected = written_with(records, question)
        assert len(hits) == len(expected)
        for hit in hits:
            assert abs(hit.score - expected[hit.memory]) < 1e-5
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


async def test_common_terms_are_not_looked_up_where_rare_ones_bring_enough(
    stores: Stores, index: Searches, bank: Bank
) -> None:
    """Of 7,000 memories with a common word, 1,200 hold a rarer one: those alone are looked at."""
    records = [
        a_record("x", bank=bank, terms=("common", "rare") if n < 1200 else ("common",))
        for n in range(7000)
    ]
    await stores.memories.apply(changes_of(*records, bank=bank))
    rare = {record.memory.id for record in records[:1200]}

    both = await index.keyword(bank.id, ["common", "rare"], Filters(), 7000)
    alone = await index.keyword(bank.id, ["common"], Filters(), 7000)
    narrowed = await index.keyword(
        bank.id, ["common", "rare"], Filters(networks=frozenset([Network.WORLD])), 7000
    )

    assert {hit.memory for hit in both} == rare
    assert len(alone) == 7000
    assert len(narrowed) == 7000, "where filters thin the hits out, every term is looked up"


async def test_a_hub_is_walked_no_further_than_asked(
    stores: Stores, index: Searches, bank: Bank
) -> None:
    """400 memories that all name the same two entities are 79,800 pairs."""
    ann, bob = an_entity("Ann", bank=bank), an_entity("Bob", bank=bank)
    records = [a_record(f"{n}", bank=bank) for n in range(400)]
    await stores.memories.apply(
        changes_of(
            *records,
            bank=bank,
            entities=(ann, bob),
            mentions=tuple(a_mention(r, who) for r in records for who in (ann, bob)),
        )
    )
    seeds = [record.memory.id for record in records[:12]]

    edges = await index.edges(bank.id, seeds, Filters(), hops=2, fanout=12)

    reached = {edge.target for edge in edges}
    assert reached == {record.memory.id for record in records[:13]}
    assert len(edges) == 13 * 12
