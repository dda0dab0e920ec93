"""What a recall begins with, before its bank is known: a question on its way, and a look."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tacitus.domain.banks import Bank
from tacitus.domain.ids import BankId
from tacitus.domain.meanings import meaning_asked
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Embedder
from tacitus.ports.search import Opened, SearchIndex
from tacitus.recall.stopwatch import Stopwatch

T = TypeVar("T")
MAX_CHARACTERS = 16_000
"""Of a longer question, the beginning and the end are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A question that is being embedded, and maybe a look at the bank that it is likely asked of.

    Attributes:
        embedded: What is embedded of the question; see `tacitus.domain.meanings`.
        bank: Which one is looked at, if any.
        took: Runs since the beginning.
    """

    question: str
    embedded: str
    embedding: asyncio.Future[list[Vector]]
    bank: BankId | None
    looking: asyncio.Future[Opened | None] | None
    took: Stopwatch

    async def seen(self, tenant: str, name: str) -> Bank | None:
        """Return the bank that is looked at, if it has a name by now."""
        opened = await self.looking if self.looking else None
        if opened and (opened.bank.tenant, opened.bank.name) == (tenant, name):
            return opened.bank
        return None

    async def vector(self, speakers: Sequence[str], embedder: Embedder) -> Vector:
        """Return the vector of the question; it is embedded again where others speak than was known."""
        asked = meaning_asked(shortened(self.question), speakers)
        [vector] = await (self.embedding if asked == self.embedded else embedder.embed([asked]))
        return vector

    def look(self, bank: BankId, index: SearchIndex) -> asyncio.Future[Opened | None]:
        """Return the look at a bank: the one that is under way, if it is that one."""
        if self.looking and self.bank == bank:
            return self.looking
        return _under_way(index.open(bank))

    def cancel(self) -> None:
        """Cancel what nobody waits for any more."""
        self.embedding.cancel()
        if self.looking:
            self.looking.cancel()


def begin(question: str, embedder: Embedder, index: SearchIndex, bank: BankId | None) -> Begun:
    """Begin to embed a question: it takes longest, and wants nothing but the words.

    Args:
        bank: Looked at meanwhile; a wrong one costs a look.
    """
    speakers = index.speakers(bank) if bank else ()
    embedded = meaning_asked(shortened(question), speakers)
    return Begun(
        question=question,
        embedded=embedded,
        embedding=_under_way(embedder.embed([embedded])),
        bank=bank,
        looking=_under_way(index.open(bank)) if bank else None,
        took=Stopwatch(),
    )


def shortened(question: str) -> str:
    """Return what is read of a question."""
    text = question.strip()
    half = MAX_CHARACTERS // 2
    return text if len(text) <= MAX_CHARACTERS else f"{text[:half]} {text[-half:]}"


def _under_way(work: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
    """Begin; whatever goes wrong is for who waits for it, and nobody's fault if none does."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task
