"""A bank as a caller sees it, in few words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from tacitus.domain.changes import Receipt
from tacitus.domain.documents import RetainItem, Role, Turn
from tacitus.domain.graph import Entity
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import Memory, MemoryPage, State
from tacitus.domain.recollection import Filters, RecallOptions, Recollection
from tacitus.engine import Engine

_ROLES = {"Assistant": Role.ASSISTANT, "System": Role.SYSTEM}


def on(year: int, month: int = 1, day: int = 1, hour: int = 12) -> datetime:
    """Return a moment, at noon unless another hour is said."""
    return datetime(year, month, day, hour, tzinfo=UTC)


def turns(*lines: str) -> tuple[Turn, ...]:
    """Read "Ann: words"; Assistant and System have their roles."""
    said = [line.partition(": ") for line in lines]
    return tuple(
        Turn(text=words, speaker=speaker, role=_ROLES.get(speaker, Role.USER))
        for speaker, _, words in said
    )


@dataclass(frozen=True, slots=True)
class Bank:
    """One bank of an engine."""

    engine: Engine
    name: str = "notes"

    async def retain(
        self,
        content: str | Sequence[Turn],
        at: datetime | None = None,
        *,
        document: str | None = None,
        **other: Any,
    ) -> Receipt:
        item = RetainItem(
            content=content if isinstance(content, str) else tuple(content),
            timestamp=at,
            document=DocumentId(document) if document else None,
            **other,
        )
        [receipt] = await self.engine.retain(self.name, item)
        return receipt

    async def recall(
        self, question: str, *, filters: Filters | None = None, **options: Any
    ) -> Recollection:
        chosen = RecallOptions(filters=filters or Filters(), **options)
        return await self.engine.recall(self.name, question, chosen)

    async def found(self, question: str, **filters: Any) -> list[Memory]:
        """Return the memories recalled, best first."""
        found = await self.recall(question, filters=replace(Filters(), **filters))
        return [candidate.memory for candidate in found.kept]

    async def memories(self, state: State | None = None, words: str = "") -> list[Memory]:
        """Return what the bank holds, earliest mention first."""
        page = MemoryPage(state=state, words=words, limit=10_000)
        found, _ = await self.engine.memories(self.name, page)
        return found[::-1]

    async def texts(self, state: State | None = None, words: str = "") -> list[str]:
        return [memory.text for memory in await self.memories(state, words)]

    async def entities(self) -> list[Entity]:
        bank = await self.engine.bank(self.name)
        found, _ = await self.engine.stores.entities.page(bank.id, limit=1000, offset=0)
        return found

    async def names(self) -> set[str]:
        """Return the names of the entities of the bank."""
        return {entity.name for entity in await self.entities()}
