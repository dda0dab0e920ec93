"""An embedder that answers as late as one over a network does."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacitus.adapters.models.hash_embedder import HashEmbedder
from tacitus.domain.vectors import Vector


@dataclass(slots=True)
class SlowEmbedder:
    """Compares words, and takes its time.

    Attributes:
        seconds: How long each call takes.
        name: Whose vectors it pretends to make.
        at_once: How many calls there were at a time, at most.
    """

    seconds: float
    name: str
    at_once: int = 0
    _inner: HashEmbedder = field(default_factory=HashEmbedder)
    _running: int = 0

    @property
    def dimension(self) -> int:
        return self._inner.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self._running += 1
        self.at_once = max(self.at_once, self._running)
        try:
            await asyncio.sleep(self.seconds)
            return await self._inner.embed(texts)
        finally:
            self._running -= 1
