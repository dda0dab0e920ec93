"""A recall that leaves nothing out: what reflect makes of memories must not hang on a ranking."""

from dataclasses import dataclass, replace

from tacitus.domain.banks import Bank
from tacitus.domain.memories import EVIDENCE, MemoryPage
from tacitus.domain.recollection import Candidate, RecallOptions, Recollection
from tacitus.ports.recall import Recaller
from tacitus.ports.storage import MemoryStore


@dataclass(frozen=True, slots=True)
class Everything:
    """Recalls all evidence of a bank, oldest first, as relevant as can be."""

    recall: Recaller
    memories: MemoryStore

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        found = await self.recall.run(bank, question, options)
        page, _ = await self.memories.page(bank.id, MemoryPage(networks=frozenset(EVIDENCE)))
        oldest_first = sorted(page, key=lambda memory: (memory.mentioned_at, memory.id))
        kept = [Candidate(memory=one, score=1, relevance=1.0) for one in oldest_first]
        return replace(found, kept=tuple(kept))
