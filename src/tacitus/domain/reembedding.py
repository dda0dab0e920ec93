"""Moving a bank to another embedder."""

from dataclasses import dataclass

from tacitus.domain.ids import MemoryId


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A text of a memory that has no vector of the new embedder yet.

    An opinion has several: as it is put now, and as it was put before.

    Attributes:
        speaker: Who said it, see `tacitus.domain.meanings`.
    """

    memory: MemoryId
    text: str
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class Embedding:
    """How many texts of a bank have new vectors, of how many."""

    done: int
    total: int
