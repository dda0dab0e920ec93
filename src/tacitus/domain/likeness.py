"""How alike some memories are to one another."""

from collections.abc import Mapping

from tacitus.domain.ids import MemoryId
from tacitus.domain.vectors import Vector


class Likeness:
    """Cosines of memories with one another, as far as their vectors are at hand."""

    __slots__ = ("_vectors",)

    def __init__(self, vectors: Mapping[MemoryId, Vector] | None = None) -> None:
        self._vectors = vectors or {}

    def between(self, one: MemoryId, other: MemoryId) -> float | None:
        """Return the cosine of two memories; None where it is not known."""
        first, second = self._vectors.get(one), self._vectors.get(other)
        return None if first is None or second is None else float(first @ second)


UNKNOWN = Likeness()
