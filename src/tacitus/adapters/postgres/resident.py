"""The searches over pictures of the banks, in this process; in the database where there is none."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tacitus.adapters.postgres.hashes import hashed
from tacitus.adapters.postgres.pictures import Pictures
from tacitus.adapters.postgres.picturing import half_of
from tacitus.adapters.postgres.rows import memory_told
from tacitus.domain.activation import Edge, Reach
from tacitus.domain.appraisals import Appraisals
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.likeness import Likeness
from tacitus.domain.memories import Memory
from tacitus.domain.picture import Picture
from tacitus.domain.picture.index import PictureSearch
from tacitus.domain.recollection import Filters, Hit
from tacitus.domain.time import Interval
from tacitus.domain.time.numbers import microseconds
from tacitus.domain.vectors import Vector
from tacitus.ports.runtime import Clock
from tacitus.ports.search import Opened, Searches

_BIG = 20_000
"""Rows from which on comparing all vectors takes so long that it is done in a thread."""


@dataclass(frozen=True, slots=True)
class ResidentIndex:
    """Fills `SearchIndex`."""

    pictures: Pictures
    database: Searches
    clock: Clock

    async def open(self, bank: BankId) -> Opened | None:
        seen = await self.pictures.look(bank)
        if seen.bank is None:
            return None
        return Opened(seen.bank, self._over(seen.picture), _heard(seen.picture))

    def speakers(self, bank: BankId) -> Sequence[str]:
        return _heard(self.pictures.last(bank))

    async def _now(self, bank: BankId) -> Searches:
        return self._over(await self.pictures.of(bank))

    def _over(self, picture: Picture | None) -> Searches:
        if picture is None:
            return self.database
        living = picture.living(microseconds(self.clock.now()))
        return _Shown(PictureSearch(living, stored=half_of), self.database)

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return await (await self._now(bank)).semantic(bank, vector, filters, limit)

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return await (await self._now(bank)).keyword(bank, terms, filters, limit)

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return await (await self._now(bank)).temporal(bank, start, end, filters, limit)

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        index = await self._now(bank)
        return await index.edges(bank, seeds, filters, hops=hops, fanout=fanout)

    async def graph(
        self,
        bank: BankId,
        seeds: Mapping[MemoryId, float],
        filters: Filters,
        limit: int,
        reach: Reach,
    ) -> Sequence[Hit]:
        return await (await self._now(bank)).graph(bank, seeds, filters, limit, reach)

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> Appraisals:
        return await (await self._now(bank)).appraise(bank, ids, vector, terms, filters)

    async def memories(self, bank: BankId, ids: Sequence[MemoryId]) -> Mapping[MemoryId, Memory]:
        return await (await self._now(bank)).memories(bank, ids)

    async def likeness(self, bank: BankId, ids: Sequence[MemoryId]) -> Likeness:
        return await (await self._now(bank)).likeness(bank, ids)


def _heard(picture: Picture | None) -> Sequence[str]:
    return [*picture.names.speakers] if picture else ()


@dataclass(frozen=True, slots=True)
class _Shown:
    """Fills `Searches` for one bank, as it was when the picture was looked at."""

    search: PictureSearch
    database: Searches

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        await self._compare(vector)
        return self.search.semantic(vector, filters, limit)

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return self.search.keyword(hashed(terms, bank), filters, limit)

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return self.search.temporal(Interval(start, end), filters, limit) if start < end else []

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        return self.search.edges(seeds, filters, Reach(hops, fanout))

    async def graph(
        self,
        bank: BankId,
        seeds: Mapping[MemoryId, float],
        filters: Filters,
        limit: int,
        reach: Reach,
    ) -> Sequence[Hit]:
        return self.search.graph(seeds, filters, reach, limit)

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> Appraisals:
        await self._compare(vector)
        return self.search.appraise(ids, vector, hashed(terms, bank), filters)

    async def memories(self, bank: BankId, ids: Sequence[MemoryId]) -> Mapping[MemoryId, Memory]:
        told = self.search.told(ids)
        aside = [id for id, line in told.items() if not line]
        found = {id: memory_told(line, id, bank) for id, line in told.items() if line}
        return {**found, **await self.database.memories(bank, aside)} if aside else found

    async def likeness(self, bank: BankId, ids: Sequence[MemoryId]) -> Likeness:
        return self.search.likeness(ids)

    async def _compare(self, vector: Vector) -> None:
        """Compare a vector with all others in a thread, where others would wait for it."""
        if self.search.picture.rows >= _BIG:
            await asyncio.to_thread(self.search.cosines, vector)
