"""The searches, over a picture of each bank."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.adapters.in_memory.picturing import picture_of
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
from tacitus.ports.search import Opened


class Index:
    """Fills `SearchIndex`."""

    def __init__(self, shelf: Shelf, clock: Clock) -> None:
        self._shelf = shelf
        self._clock = clock
        self._words: dict[str, int] = {}
        self._made: dict[BankId, tuple[Contents, PictureSearch]] = {}

    async def open(self, bank: BankId) -> Opened | None:
        found = self._shelf.of(bank).bank
        return Opened(found, self, self.speakers(bank)) if found else None

    def speakers(self, bank: BankId) -> Sequence[str]:
        return [*self._search(bank).picture.names.speakers]

    async def semantic(
        self, bank: BankId, vector: Vector, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        return self._search(bank).semantic(vector, filters, limit)

    async def keyword(
        self, bank: BankId, terms: Sequence[str], filters: Filters, limit: int
    ) -> Sequence[Hit]:
        search = self._search(bank)
        return search.keyword(self._numbered(terms), filters, limit)

    async def temporal(
        self, bank: BankId, start: datetime, end: datetime, filters: Filters, limit: int
    ) -> Sequence[Hit]:
        if end <= start:
            return []
        return self._search(bank).temporal(Interval(start, end), filters, limit)

    async def edges(
        self, bank: BankId, seeds: Sequence[MemoryId], filters: Filters, *, hops: int, fanout: int
    ) -> list[Edge]:
        return self._search(bank).edges(seeds, filters, Reach(hops, fanout))

    async def graph(
        self,
        bank: BankId,
        seeds: Mapping[MemoryId, float],
        filters: Filters,
        limit: int,
        reach: Reach,
    ) -> Sequence[Hit]:
        return self._search(bank).graph(seeds, filters, reach, limit)

    async def appraise(
        self,
        bank: BankId,
        ids: Sequence[MemoryId],
        vector: Vector,
        terms: Sequence[str],
        filters: Filters,
    ) -> Appraisals:
        search = self._search(bank)
        return search.appraise(ids, vector, self._numbered(terms), filters)

    async def memories(self, bank: BankId, ids: Sequence[MemoryId]) -> Mapping[MemoryId, Memory]:
        contents = self._shelf.of(bank)
        return {id: contents.memory(id) for id in ids if id in contents.records}

    async def likeness(self, bank: BankId, ids: Sequence[MemoryId]) -> Likeness:
        return self._search(bank).likeness(ids)

    def _search(self, bank: BankId) -> PictureSearch:
        """Return the searches of a bank as it is; what was written made new contents of it."""
        contents = self._shelf.of(bank)
        of, search = self._made.get(bank, (None, PictureSearch(Picture())))
        if of is not contents:
            for record in contents.records.values():
                self._numbered(record.terms)
            search = PictureSearch(picture_of(contents, self._words))
            self._made[bank] = contents, search
        living = search.picture.living(microseconds(self._clock.now()))
        return search if living is search.picture else PictureSearch(living)

    def _numbered(self, terms: Sequence[str]) -> list[int]:
        return [self._words.setdefault(term, len(self._words)) for term in terms]
