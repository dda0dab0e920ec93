"""Step of recall: what was found, and what stands beside it, as the bank sees it."""

from tacitus.domain.hits import Hits
from tacitus.domain.many_ids import Ids
from tacitus.domain.recollection import Query, Rankings
from tacitus.domain.time import Interval
from tacitus.domain.vectors import Vector
from tacitus.ports.search import Searches
from tacitus.recall.found import Found


async def appraise(
    query: Query,
    vector: Vector,
    rankings: Rankings,
    when: Interval | None,
    index: Searches,
) -> Found:
    """Compare every hit and its neighbours with the question."""
    ids = Ids.joined([Hits.of(ranking).ids for ranking in rankings.values()])
    said = await index.appraise(query.bank.id, ids, vector, query.terms, query.filters)
    return Found(query, rankings, said, when)
