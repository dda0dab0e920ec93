"""Step of recall: what was found, and what stands beside it, as the bank sees it."""

from collections.abc import Iterable

from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Hit, Query, Rankings
from tacitus.domain.time import Interval
from tacitus.ports.storage import MemoryStore, SearchIndex
from tacitus.recall.found import Found


async def appraise(
    query: Query,
    rankings: Rankings,
    when: Interval | None,
    index: SearchIndex,
    memories: MemoryStore,
) -> Found:
    """Compare every hit and its neighbours with the question, and load them."""
    bank = query.bank.id
    said = await index.appraise(
        bank, _all(rankings.values()), query.vector, query.terms, query.filters
    )
    return Found(query, rankings, said, await memories.get(bank, list(said)), when)


def _all(rankings: Iterable[tuple[Hit, ...]]) -> list[MemoryId]:
    return list(dict.fromkeys(hit.memory for ranking in rankings for hit in ranking))
