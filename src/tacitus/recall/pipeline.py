"""Recall: a question to the few memories that bear on it."""

from dataclasses import dataclass, field

from tacitus.domain.banks import Bank
from tacitus.domain.recollection import (
    Explanation,
    RecallOptions,
    Recollection,
    Verdict,
    lacking,
)
from tacitus.ports.models import Embedder, Reranker
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import MemoryStore, SearchIndex
from tacitus.recall.appraise import appraise
from tacitus.recall.channels import search_channels
from tacitus.recall.fuse import fuse
from tacitus.recall.locate import locate
from tacitus.recall.pack import pack
from tacitus.recall.prefer import observations_first
from tacitus.recall.recollect import recollect
from tacitus.recall.relevance import Relevance, shipped_relevance
from tacitus.recall.rerank import rerank
from tacitus.recall.stopwatch import Stopwatch
from tacitus.recall.understand import understand


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The pipeline and what it works with."""

    index: SearchIndex
    memories: MemoryStore
    embedder: Embedder
    clock: Clock
    reranker: Reranker | None = None
    relevance: Relevance = field(default_factory=shipped_relevance)

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        """Recall; see `Engine.recall`."""
        took = Stopwatch()
        query = await understand(question, bank, options, self.embedder, self.clock.now())
        when = options.when or await locate(query, self.index, self.memories, self.embedder)
        took.lap("understand")
        rankings = await search_channels(
            query, self.index, depth=options.depth, when=when, channels=options.channels
        )
        took.lap("search")
        found = await appraise(query, rankings, when, self.index, self.memories)
        took.lap("appraise")
        fused = fuse(found, options.fusion, self.relevance, explain=options.explain)
        took.lap("fuse")
        ranked = await rerank(query.text, fused, self.reranker, within=options.rerank_seconds)
        if options.prefer_observations:
            ranked = observations_first(ranked, floor=self.relevance.answerable)
        took.lap("rerank")
        short = {one.memory.id: why for one in ranked if (why := lacking(one, options.least))}
        verdicts = pack(
            [one for one in ranked if one.memory.id not in short],
            max_tokens=options.max_tokens,
            floor=self.relevance.floor,
            answerable=self.relevance.answerable,
        )
        verdicts += [
            Explanation(one, Verdict.BELOW_LEAST, short[one.memory.id])
            for one in ranked
            if one.memory.id in short
        ]
        took.lap("pack")
        return recollect(query, verdicts, took.seconds, explain=options.explain)
