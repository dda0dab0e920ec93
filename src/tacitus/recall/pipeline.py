"""Recall: a question to the few memories that bear on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from tacitus.domain.banks import Bank
from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import (
    Explanation,
    Hit,
    Query,
    RecallOptions,
    Recollection,
    Verdict,
)
from tacitus.ports.models import Embedder, Reranker
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import EntityStore, MemoryStore, SearchIndex
from tacitus.recall.channels import search_channels
from tacitus.recall.fuse import fuse_by_rank
from tacitus.recall.locate import locate
from tacitus.recall.pack import pack
from tacitus.recall.rerank import rerank
from tacitus.recall.understand import understand


class Stopwatch:
    """Measures the phases of one run, in seconds."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, phase: str) -> None:
        now = perf_counter()
        self.seconds[phase], self._last = now - self._last, now


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The pipeline and what it works with."""

    index: SearchIndex
    memories: MemoryStore
    entities: EntityStore
    embedder: Embedder
    clock: Clock
    reranker: Reranker | None = None
    floor: float = 0.0

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        """Recall; see `Engine.recall`."""
        now = self.clock.now()
        took = Stopwatch()
        query = await understand(question, bank, options, self.embedder, self.entities, now)
        when = await locate(query, self.index, self.memories, self.embedder)
        took.lap("understand")
        rankings = await search_channels(
            query, self.index, depth=options.depth, when=when, channels=options.channels
        )
        took.lap("search")
        found = await self.memories.get(bank.id, _all(rankings.values()))
        fused = fuse_by_rank(rankings, found)
        took.lap("fuse")
        ranked = await rerank(query.text, fused, self.reranker, within=options.rerank_seconds)
        took.lap("rerank")
        verdicts = pack(ranked, max_tokens=options.max_tokens, floor=self.floor)
        took.lap("pack")
        return _recollection(query, verdicts, options, took.seconds)


def _all(rankings: Iterable[Sequence[Hit]]) -> list[MemoryId]:
    return list(dict.fromkeys(hit.memory for ranking in rankings for hit in ranking))


def _recollection(
    query: Query,
    verdicts: Sequence[Explanation],
    options: RecallOptions,
    seconds: Mapping[str, float],
) -> Recollection:
    kept = [verdict.candidate for verdict in verdicts if verdict.verdict is Verdict.KEPT]
    return Recollection(
        query=query,
        kept=tuple(kept),
        tokens=sum(candidate.memory.tokens for candidate in kept),
        reason="" if kept else _why_nothing(verdicts),
        explanations=tuple(verdicts) if options.explain else (),
        seconds=seconds,
    )


def _why_nothing(verdicts: Sequence[Explanation]) -> str:
    if not verdicts:
        return "No memory matches the filters and the question"
    if any(verdict.verdict is Verdict.TOO_LARGE for verdict in verdicts):
        return "No memory fits into max_tokens"
    best = max(verdict.candidate.relevance or 0.0 for verdict in verdicts)
    return f"Nothing stored bears on this: the best match has relevance {best:.2f}"
