"""Step of recall: what was found, and what stands beside it, as the bank sees it."""

from collections.abc import Iterable

from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Hit, Query, Rankings
from tacitus.domain.time import Interval
from tacitus.ports.storage import SearchIndex
from tacitus.recall.found import Found


async def appraise(
    query: Query, rankings: Rankings, when: Interval | None, index: SearchIndex
) -> Found:
    """Compare every hit and its neighbours with the question."""
    ids = _all(rankings.values())
    said = await index.appraise(query.bank.id, ids, query.vector, query.terms, query.filters)
    return Found(query, rankings, said, when)


def _all(rankings: Iterable[tuple[Hit, ...]]) -> list[MemoryId]:
    return list(dict.fromkeys(hit.memory for ranking in rankings for hit in ranking))
