"""What the bank says of candidates, whichever channel found them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tacitus.adapters.in_memory.contents import Contents
from tacitus.domain import bm25
from tacitus.domain.filtering import admits
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.recollection import FADE, Appraisal, Filters, Neighbour
from tacitus.domain.vectors import Vector


@dataclass(frozen=True, slots=True)
class _Asked:
    contents: Contents
    vector: Vector
    terms: frozenset[str]
    filters: Filters

    def neighbour(self, id: MemoryId | None) -> Neighbour | None:
        if id is None or not admits(self.filters, self.contents.memories[id]):
            return None
        return Neighbour(memory=id, cosine=self.cosine(id), coverage=self.coverage(id))

    def cosine(self, id: MemoryId) -> float:
        return float(self.contents.records[id].vector @ self.vector)

    def coverage(self, id: MemoryId) -> float:
        weights = {
            term: bm25.idf(
                len(self.contents.records), self.contents.document_frequencies.get(term, 0)
            )
            for term in self.terms
        }
        held = self.terms & set(self.contents.records[id].terms)
        return sum(weights[term] for term in held) / sum(weights.values()) if held else 0.0

    def context(self, id: MemoryId, beside: Sequence[Neighbour | None]) -> float:
        records = self.contents.records
        others = [records[one.memory].vector for one in beside if one]
        whole = records[id].vector + FADE * sum(others, np.zeros_like(self.vector))
        return float(whole @ self.vector / np.linalg.norm(whole))


def appraise(
    contents: Contents,
    ids: Sequence[MemoryId],
    vector: Vector,
    terms: Sequence[str],
    filters: Filters,
) -> dict[MemoryId, Appraisal]:
    """Fill `SearchIndex.appraise`."""
    asked = _Asked(contents, vector, frozenset(terms), filters)
    near = [other for id in ids if id in contents.records for other in _with_neighbours(asked, id)]
    return {
        id: _appraisal(asked, id)
        for id in dict.fromkeys(near)
        if admits(filters, contents.memories[id])
    }


def _with_neighbours(asked: _Asked, id: MemoryId) -> list[MemoryId]:
    beside = _beside(asked.contents, id, asked.contents.memories[id].document)
    return [id, *(other for other in beside if other is not None)]


def _appraisal(asked: _Asked, id: MemoryId) -> Appraisal:
    document = asked.contents.memories[id].document
    before, after = (asked.neighbour(other) for other in _beside(asked.contents, id, document))
    return Appraisal(
        cosine=asked.cosine(id),
        coverage=asked.coverage(id),
        context=asked.context(id, [before, after]),
        document=document,
        before=before,
        after=after,
    )


def _beside(
    contents: Contents, id: MemoryId, document: DocumentId | None
) -> tuple[MemoryId | None, MemoryId | None]:
    if document is None:
        return None, None
    own = contents.memories[id].sources[0].start
    read = sorted(_read_in(contents, document))
    starts = [start for start, _ in read]
    before, after = bisect_left(starts, own) - 1, bisect_right(starts, own)
    return (
        read[before][1] if before >= 0 else None,
        read[after][1] if after < len(read) else None,
    )


def _read_in(contents: Contents, document: DocumentId) -> Iterator[tuple[int, MemoryId]]:
    for memory in contents.memories.values():
        for source in memory.sources:
            if source.document == document:
                yield source.start, memory.id
