"""Models: language, embedding, reranking, counting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from tacitus.domain.changes import Draft
from tacitus.domain.documents import Chunk, Document
from tacitus.domain.reflection import Usage
from tacitus.domain.vectors import Vector

T = TypeVar("T")
Shape = TypeVar("Shape", bound=BaseModel)


class Embedder(Protocol):
    """Turns texts into vectors."""

    @property
    def name(self) -> str:
        """Stable identity of model and quantisation; a bank remembers which one it was made with."""
        ...

    @property
    def dimension(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one unit-length vector for each text, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What a language model said, read into the shape that was asked for."""

    value: T
    usage: Usage


class LanguageModel(Protocol):
    """Answers prompts in a given shape."""

    @property
    def name(self) -> str: ...

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        """Ask once; a malformed reply is repaired, or asked for again.

        Args:
            calls: Most calls this may take, where that is fewer than the model's own limit.

        Raises:
            ModelUnavailable: No usable connection within the time limit; may be retried.
            UnusableAnswer: The replies could not be read as `shape`.
        """
        ...


class Reranker(Protocol):
    """Scores question and text together."""

    @property
    def name(self) -> str: ...

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one logit for each text, in order; higher is more relevant."""
        ...


class TokenCounter(Protocol):
    """Counts tokens as language models do."""

    def count(self, text: str) -> int: ...

    def truncate(self, text: str, limit: int) -> str:
        """Return the longest prefix of at most `limit` tokens, never a broken character."""
        ...


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read from some chunks of a document.

    Attributes:
        left_out: How many characters, blanks aside, became no memory, as far as that can be told.
    """

    drafts: tuple[Draft, ...]
    usage: Usage
    left_out: int = 0


class Extractor(Protocol):
    """Reads chunks into drafts of memories."""

    @property
    def name(self) -> str:
        """Part of a chunk's digest: another extractor reads everything again."""
        ...

    async def extract(self, document: Document, chunks: Sequence[Chunk]) -> Extraction:
        """Return the drafts in reading order.

        Raises:
            ModelError: A model was needed and did not give a usable answer; nothing is kept.
        """
        ...
