"""The four searches, in PostgreSQL."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tacitus.adapters.postgres.appraising import appraise
from tacitus.adapters.postgres.database import Database, Row
from tacitus.adapters.postgres.filters import bound
from tacitus.adapters.postgres.hashes import hashed
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.reading import memories_by_id
from tacitus.adapters.postgres.rows import bank_of
from tacitus.domain.activation import Edge, Reach, spread
from tacitus.domain.appraisals import Appraisals, side_by_side
from tacitus.domain.graph import LinkType
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.likeness import UNKNOWN, Likeness
from tacitus.domain.memories import EVIDENCE, Memory
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.tags import TagMatch
from tacitus.domain.vectors import Vector
from tacitus.ports.search import Opened

_QUERIES = load("search")
_BANKS = load("banks")
_FRONT = 64
"""From how many memories a hop goes on: those that the hop before reached over heavy links."""


class Index:
    """Fills `SearchIndex`."""

    def __init__(self, database: Database, nearest: Nearest) -> None:
        self._database = database
        self._nearest = nearest

    async def open(self, bank: BankId) -> Opened | None:
        row = await self._database.row(bank, _BANKS["bank_with_id"])
        return Opened(bank_of(row), self) if row else None

    def speakers(self, bank: BankId) -> Sequence[str]:
        return ()  # nobody looks through all of a big bank for that

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        loose = _admits_most(filters)
        return _hits(await self._nearest.to(bank, vector, bound(filters), limit, loose=loose))

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> Sequence[Hit]:
        distinct = list(dict.fromkeys(hashed(terms, bank)))
        if not distinct:
            return []
        rows = await self._database.rows(
            bank,
            _QUERIES["keyword"],
            terms=distinct,
            prune=_admits_most(filters),
            limit=limit,
            **bound(filters),
        )
        return _hits(rows)

    async def memories(self, bank: BankId, ids: Sequence[MemoryId]) -> Mapping[MemoryId, Memory]:
        return await memories_by_id(self._database, bank, ids)

    async def likeness(self, bank: BankId, ids: Sequence[MemoryId]) -> Likeness:
        return UNKNOWN

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        if end <= start:
            return []
        rows = await self._database.rows(
            bank, _QUERIES["temporal"], start=start, end=end, limit=limit, **bound(filters)
        )
        return _hits(rows)

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        distinct = list(dict.fromkeys(seeds))
        if not distinct:
            return []
        rows = await self._database.rows(
            bank,
            _QUERIES["edges"],
            seeds=distinct,
            hops=hops,
            fanout=fanout,
            front=max(_FRONT, len(distinct)),
            **bound(filters),
        )
        return [edge for row in rows for edge in _edges(row)]

    async def graph(
        self,
        bank: BankId,
        seeds: Mapping[MemoryId, float],
        filters: Filters,
        limit: int,
        reach: Reach,
    ) -> Sequence[Hit]:
        edges = await self.edges(bank, list(seeds), filters, hops=reach.hops, fanout=reach.fanout)
        active = spread(seeds, edges, hops=reach.hops)
        hits = [Hit(memory, activation) for memory, activation in active.items()]
        return sorted(hits, key=lambda hit: (-hit.score, hit.memory))[:limit]

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> Appraisals:
        said = await appraise(self._database, bank, ids, (vector, terms), filters)
        return side_by_side(said, await memories_by_id(self._database, bank, list(said)))


def _hits(rows: Sequence[Row]) -> Sequence[Hit]:
    return [Hit(row["id"], row["score"]) for row in rows]


def _edges(row: Row) -> Iterator[Edge]:
    kinds = (LinkType(kind) for kind in row["kinds"])
    return map(Edge, row["sources"], row["targets"], kinds, row["weights"])


def _admits_most(filters: Filters) -> bool:
    """Whether the filters let nearly everything pass, so that a few candidates are enough."""
    return (
        filters.networks.issuperset(EVIDENCE)
        and not filters.tags
        and filters.tag_group is None
        and filters.tag_match is not TagMatch.EXACT
        and filters.occurred is None
        and filters.as_of is None
    )
