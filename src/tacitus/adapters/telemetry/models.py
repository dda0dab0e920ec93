"""Models whose calls are watched."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from tacitus.adapters.telemetry.watching import Watching
from tacitus.domain.errors import UnusableAnswer
from tacitus.domain.vectors import Vector
from tacitus.ports.models import Answer, Embedder, LanguageModel, Reranker

Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class WatchedLanguageModel:
    """Fills `LanguageModel`; what a call cost is counted even where its answer is of no use."""

    model: LanguageModel
    watching: Watching

    @property
    def name(self) -> str:
        return self.model.name

    async def ask(
        self, *, system: str, prompt: str, shape: type[Shape], calls: int | None = None
    ) -> Answer[Shape]:
        with self.watching.call("ask", {"gen_ai.request.model": self.name}) as span:
            try:
                answer = await self.model.ask(
                    system=system, prompt=prompt, shape=shape, calls=calls
                )
            except UnusableAnswer as refused:
                read, written, _ = refused.spent
                self.watching.spent(read, written)
                raise
            usage = answer.usage
            self.watching.spent(usage.input_tokens, usage.output_tokens)
            if span is not None:
                span.set_attribute("gen_ai.usage.input_tokens", usage.input_tokens)
                span.set_attribute("gen_ai.usage.output_tokens", usage.output_tokens)
                span.set_attribute("tacitus.calls", usage.calls)
            return answer


@dataclass(frozen=True, slots=True)
class WatchedEmbedder:
    """Fills `Embedder`."""

    model: Embedder
    watching: Watching

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def dimension(self) -> int:
        return self.model.dimension

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        about = {"gen_ai.request.model": self.name, "tacitus.texts": len(texts)}
        with self.watching.call("embed", about):
            return await self.model.embed(texts)


@dataclass(frozen=True, slots=True)
class WatchedReranker:
    """Fills `Reranker`."""

    model: Reranker
    watching: Watching

    @property
    def name(self) -> str:
        return self.model.name

    async def score(self, question: str, texts: Sequence[str]) -> list[float]:
        about = {"gen_ai.request.model": self.name, "tacitus.texts": len(texts)}
        with self.watching.call("rerank", about):
            return await self.model.score(question, texts)
