"""Recall: a question to the few memories that bear on it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacitus.domain.banks import Bank
from tacitus.domain.disuse import decay_of
from tacitus.domain.ids import BankId
from tacitus.domain.likeness import UNKNOWN, Likeness
from tacitus.domain.recollection import (
    Candidate,
    Explanation,
    Query,
    RecallOptions,
    Recollection,
    Verdict,
    lacking,
)
from tacitus.ports.models import Embedder, Reranker
from tacitus.ports.runtime import Clock
from tacitus.ports.search import Opened, Searches, SearchIndex
from tacitus.ports.storage import MemoryStore
from tacitus.recall.appraise import appraise
from tacitus.recall.begun import Begun, begin
from tacitus.recall.channels import search_by_meaning, search_by_words, taking_part
from tacitus.recall.found import Found
from tacitus.recall.fuse import fuse
from tacitus.recall.load import load
from tacitus.recall.locate import locate
from tacitus.recall.pack import pack
from tacitus.recall.prefer import observations_first
from tacitus.recall.ranked import Ranked
from tacitus.recall.recollect import recollect
from tacitus.recall.relevance import Relevance, relevance_for, shipped_relevance
from tacitus.recall.rerank import HEAD, rerank
from tacitus.recall.shortlist import shortlist
from tacitus.recall.under_way import under_way
from tacitus.recall.understand import understand
from tacitus.recall.unused import behind


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The pipeline and what it works with."""

    index: SearchIndex
    memories: MemoryStore
    embedder: Embedder
    clock: Clock
    reranker: Reranker | None = None
    relevance: Relevance = field(default_factory=shipped_relevance)

    def begin(self, question: str, bank: BankId | None = None) -> Begun:
        """Begin with a question, while its bank is looked for; for `go_on`, or to be cancelled.

        Args:
            bank: The one that it will be, as far as anybody knows.
        """
        return begin(question, self.embedder, self.index, bank)

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        """Recall; see `Engine.recall`."""
        return await self.go_on(self.begin(question, bank.id), bank, options)

    async def go_on(self, begun: Begun, bank: Bank, options: RecallOptions) -> Recollection:
        """Recall from a bank what a question that was begun with asks for."""
        took, looking = begun.took, begun.look(bank.id, self.index)
        relevance = relevance_for(bank, self.relevance)
        with under_way(begun, looking):
            await asyncio.sleep(0)  # the look begins, and the words are read meanwhile
            query = understand(begun.question, bank, options, self.clock.now())
            opened = await looking
            opened = opened or Opened(bank, self.index)
            found = await self._found(query, opened, begun, options)
        index = opened.index
        fused = fuse(found, options.fusion, relevance, explain=options.explain)
        head = HEAD if self.reranker and options.rerank_seconds > 0 else 0
        short = shortlist(fused, options, relevance, head=head)
        took.lap("fuse")
        candidates = await self._loaded(bank, fused, short.ranks, index, options)
        took.lap("load")
        ranked = await rerank(
            found.query.text,
            candidates,
            self.reranker,
            within=options.rerank_seconds,
            reranking=relevance.reranking,
        )
        took.lap("rerank")
        likeness = UNKNOWN
        if bank.embedder == shipped_relevance().embedder:  # `NEAR` was measured with it
            likeness = await index.likeness(bank.id, fused.ids_at(short.ranks))
        verdicts = _packed(ranked, options, relevance, short.others, likeness)
        took.lap("pack")
        return recollect(found.query, verdicts, took.seconds, explain=options.explain)

    async def _loaded(
        self,
        bank: Bank,
        fused: Ranked,
        ranks: Sequence[int],
        index: Searches,
        options: RecallOptions,
    ) -> list[Candidate]:
        """Read the candidates of some ranks; what nobody asked for in a long while goes behind."""
        strength, now = decay_of(bank.config), self.clock.now()
        reading = self.memories.get if strength else index.memories  # how often it was asked for
        candidates = await load(fused, ranks, reading)
        return behind(candidates, strength, now, explain=options.explain)

    async def _found(
        self,
        query: Query,
        opened: Opened,
        begun: Begun,
        options: RecallOptions,
    ) -> Found:
        """Search by words while the question is embedded, and then by its vector."""
        index = opened.index
        when = options.when or await locate(query, opened, self.memories, self.embedder)
        by_words = asyncio.create_task(search_by_words(query, index, options, when=when))
        with under_way(by_words):
            vector = await begun.vector(opened.speakers, self.embedder)
            begun.took.lap("understand")
            by_meaning = await search_by_meaning(query, vector, index, options)
            rankings = taking_part({**by_meaning, **await by_words}, options)
        begun.took.lap("search")
        found = await appraise(query, vector, rankings, when, index)
        begun.took.lap("appraise")
        return found


def _packed(
    ranked: list[Candidate],
    options: RecallOptions,
    relevance: Relevance,
    others: float,
    likeness: Likeness,
) -> list[Explanation]:
    if options.prefer_observations:
        ranked = observations_first(ranked, floor=relevance.answerable)
    lack = {one.memory.id: why for one in ranked if (why := lacking(one, options.least))}
    verdicts = pack(
        [one for one in ranked if one.memory.id not in lack],
        max_tokens=options.max_tokens,
        floor=relevance.floor,
        answerable=relevance.answerable,
        others=others,
        likeness=likeness,
    )
    verdicts += [
        Explanation(one, Verdict.BELOW_LEAST, lack[one.memory.id])
        for one in ranked
        if one.memory.id in lack
    ]
    return verdicts
