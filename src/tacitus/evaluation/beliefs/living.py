"""What can only be measured of a bank that lives: documents retained, weighed, taken back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise

from tacitus.adapters.clock import TickingClock
from tacitus.bootstrap import Runtime, in_memory_runtime
from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.documents import RetainItem
from tacitus.domain.graph import EntityType, Surface
from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.memories import EVIDENCE, MemoryPage
from tacitus.domain.recollection import Candidate, RecallOptions, Recollection
from tacitus.domain.reflection import ReflectOptions
from tacitus.evaluation.beliefs.script import ScriptedAssessor
from tacitus.ports.recall import Recaller
from tacitus.ports.storage import MemoryStore
from tacitus.retain.extract.by_rule import VerbatimExtractor

BETAS = (0.0, 0.25, 0.5, 0.75, 1.0)
_BANK = "beliefs"
_FACTS = ("Remote work spares people the commute.", "Remote work leaves some people lonely.")
_WARM = Disposition(skepticism=1, literalism=2, empathy=5)
_COOL = Disposition(skepticism=5, literalism=5, empathy=1)
_PAST = ("praises", "praises", "refutes", "praises", "doubts", "refutes", "praises")


@dataclass(frozen=True, slots=True, kw_only=True)
class Living:
    """The numbers of the whole way from a document to a confidence.

    Attributes:
        stability: Farthest that twenty irrelevant documents move a belief.
        independence: Movement by ten documents over that by one document saying it ten times.
        retraction: Largest difference between deleting documents and never having read them.
        gaps: Difference in confidence between a warm and a cool disposition, by beta.
        same_facts: Whether all answers cite the same facts.
    """

    stability: float
    independence: float
    retraction: float
    gaps: Mapping[float, float]
    same_facts: bool

    @property
    def is_monotone(self) -> bool:
        """Whether the gap grows with beta, from nothing."""
        gaps = [self.gaps[beta] for beta in BETAS]
        return gaps[0] == 0 and all(one < other for one, other in pairwise(gaps))


async def live() -> Living:
    """Measure with the shipped fold; nothing is kept."""
    gaps, cited = await _dispositions()
    return Living(
        stability=await _stability(),
        independence=await _independence(),
        retraction=await _retraction(),
        gaps=gaps,
        same_facts=len(cited) == 1,
    )


async def _stability() -> float:
    bank = await _Bank.open()
    before = await bank.confidence()
    await bank.read(f"The ferry to island {number} leaves at dawn." for number in range(10))
    await bank.read((f"Python is the name of snake {n}." for n in range(10)), first=10)
    return abs(await bank.confidence() - before)


async def _independence() -> float:
    many, one = await _Bank.open(), await _Bank.open()
    said = [f"Team {number} praises Python for a task." for number in range(10)]
    start = await many.confidence()
    await many.read(said)
    await one.read([" ".join(said)])
    return (await many.confidence() - start) / (await one.confidence() - start)


async def _retraction() -> float:
    differences: list[float] = []
    for gone in range(len(_PAST)):
        whole, never = await _Bank.open(), await _Bank.open()
        said = [f"Team {number} {verb} Python." for number, verb in enumerate(_PAST)]
        await whole.read(said)
        await whole.forget(gone)
        await never.read([*said[:gone], *said[gone + 1 :]])
        differences.append(abs(await whole.confidence() - await never.confidence()))
        await whole.read([said[gone]], first=gone)
        again = await _Bank.open()
        await again.read(said)
        differences.append(abs(await whole.confidence() - await again.confidence()))
    return max(differences)


async def _dispositions() -> tuple[dict[float, float], set[tuple[str, ...]]]:
    gaps: dict[float, float] = {}
    cited: set[tuple[str, ...]] = set()
    for beta in BETAS:
        stances: list[float] = []
        for trait in (_WARM, _COOL):
            confidence, texts = await _asked(replace(trait, bias_strength=beta))
            stances.append(confidence)
            cited.add(texts)
        gaps[beta] = stances[0] - stances[1]
    return gaps, cited


async def _asked(disposition: Disposition) -> tuple[float, tuple[str, ...]]:
    """Return the confidence of the opinion that a question leads to, and the facts cited for it."""
    engine = _runtime().engine
    for number, fact in enumerate(_FACTS):
        await engine.retain(_BANK, RetainItem(content=fact, document=DocumentId(str(number))))
    options = ReflectOptions(disposition=disposition)
    answer = await engine.reflect(_BANK, "What do you think of remote work?", options)
    known = {memory.id: memory.text for memory in answer.based_on}
    texts = {known[id] for sentence in answer.sentences for id in sentence.citations}
    return answer.opinions[0].confidence, tuple(sorted(texts))


@dataclass(frozen=True, slots=True)
class Everything:
    """Recalls all evidence of a bank, oldest first: how well recall finds it is measured elsewhere."""

    recall: Recaller
    memories: MemoryStore

    async def run(self, bank: Bank, question: str, options: RecallOptions) -> Recollection:
        found = await self.recall.run(bank, question, options)
        page, _ = await self.memories.page(bank.id, MemoryPage(networks=frozenset(EVIDENCE)))
        oldest_first = sorted(page, key=lambda memory: (memory.mentioned_at, memory.id))
        return replace(found, kept=tuple(Candidate(memory=one, score=1) for one in oldest_first))


@dataclass(frozen=True, slots=True)
class _Bank:
    """A bank that holds one opinion, and reads."""

    runtime: Runtime
    opinion: MemoryId

    @classmethod
    async def open(cls) -> "_Bank":
        runtime = _runtime()
        await runtime.engine.retain(_BANK, _about_python("Python is at hand.", "seed"))
        await runtime.engine.reflect(_BANK, "Is Python at hand?")
        await runtime.work(forever=False)
        [opinion], _ = await runtime.engine.beliefs.page(_BANK)
        return cls(runtime, opinion.id)

    async def read(self, texts: Iterable[str], first: int = 0) -> None:
        """Retain each text as a document of its own about Python, and weigh what is new."""
        for number, text in enumerate(texts, first):
            await self.runtime.engine.retain(_BANK, _about_python(text, str(number)))
            await self.runtime.work(forever=False)

    async def forget(self, number: int) -> None:
        await self.runtime.engine.delete_document(_BANK, DocumentId(str(number)))

    async def confidence(self) -> float:
        return (await self.runtime.engine.beliefs.find(_BANK, self.opinion)).confidence


def _about_python(text: str, document: str) -> RetainItem:
    python = Surface("Python", EntityType.PRODUCT)
    return RetainItem(content=text, document=DocumentId(document), entities=(python,))


def _runtime() -> Runtime:
    """Open a memory that reads by rule and judges by the script."""
    clock = TickingClock(datetime(2026, 1, 1, tzinfo=UTC))
    opened = in_memory_runtime(clock=clock, model=ScriptedAssessor())
    reading = replace(opened.engine.retaining, extractor=VerbatimExtractor())
    recall = Everything(opened.engine.recalling, opened.engine.stores.memories)
    reflecting = replace(opened.engine.reflecting, recall=recall)
    engine = replace(opened.engine, retaining=reading, reflecting=reflecting)
    return replace(opened, engine=engine)
