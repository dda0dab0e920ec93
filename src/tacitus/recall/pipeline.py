"""Recall: a question to the few memories that bear on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from tacitus.domain.banks import Bank
from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import (
    Candidate,
    Explanation,
    Fusion,
    Hit,
    Query,
    Rankings,
    RecallOptions,
    Recollection,
    Verdict,
)
from tacitus.domain.time import Interval
from tacitus.ports.models import Embedder, Reranker
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import EntityStore, MemoryStore, SearchIndex
from tacitus.recall.channels import search_channels
from tacitus.recall.features import Found
from tacitus.recall.fuse import fuse_by_rank
from tacitus.recall.locate import locate
from tacitus.recall.pack import pack
from tacitus.recall.relevance import Relevance, shipped_relevance
from tacitus.recall.rerank import rerank
from tacitus.recall.understand import understand
from tacitus.recall.weigh import weigh


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
    relevance: Relevance = field(default_factory=shipped_relevance)

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
        found = await self._look_at(query, rankings, when)
        took.lap("appraise")
        fused = self._fuse(found, options)
        took.lap("fuse")
        ranked = await rerank(query.text, fused, self.reranker, within=options.rerank_seconds)
        took.lap("rerank")
        verdicts = pack(ranked, max_tokens=options.max_tokens, floor=self._floor(ranked))
        took.lap("pack")
        return _recollection(query, verdicts, options, took.seconds)

    async def _look_at(self, query: Query, rankings: Rankings, when: Interval | None) -> Found:
        """Appraise and load what was found, and what stands beside it."""
        bank, vector, terms = query.bank.id, query.vector, query.terms
        hits = _all(rankings.values())
        said = await self.index.appraise(bank, hits, vector, terms, query.filters)
        memories = await self.memories.get(bank, list(said))
        return Found(query, rankings, said, memories, when)

    def _fuse(self, found: Found, options: RecallOptions) -> list[Candidate]:
        if options.fusion is Fusion.RANKS:
            return fuse_by_rank(found.rankings, found.memories)
        return weigh(found, self.relevance)

    def _floor(self, ranked: Sequence[Candidate]) -> float:
        """Nothing is returned unless something is relevant at all; then the tail is cut."""
        best = max((candidate.relevance or 0.0 for candidate in ranked), default=0.0)
        return self.relevance.floor if best >= self.relevance.answerable else 1.0


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
