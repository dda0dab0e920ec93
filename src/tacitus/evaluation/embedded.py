"""The engine of this very process, looked into where that gives a more exact figure."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from tacitus.domain.banks import Bank
from tacitus.domain.documents import RetainItem
from tacitus.domain.errors import BankNotFound
from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import Candidate, RecallOptions, Recollection, Verdict
from tacitus.engine import Engine
from tacitus.evaluation.cases import Case, Question
from tacitus.evaluation.metrics import fitting
from tacitus.evaluation.rows import BUDGETS, MAX_TOKENS, Answered, Returned
from tacitus.evaluation.systems import told
from tacitus.retain.read import document_id, read

_MEASURED = ("domain", "retain", "recall", "adapters")
"""Packages whose code and coefficients decide what comes back."""


@cache
def _digest_of_code() -> str:
    """Return a digest of what is measured: between two versions of it no number changes."""
    root = resources.files("tacitus")
    files = sorted(file for name in _MEASURED for file in Path(str(root / name)).rglob("*.*"))
    read = sha256()
    for file in files:
        if file.suffix in {".py", ".sql", ".toml"}:
            read.update(file.read_bytes())
    return read.hexdigest()[:8]


@dataclass(slots=True)
class Places:
    """Where the turns of a document begin, and their labels."""

    starts: list[int] = field(default_factory=list[int])
    labels: list[str] = field(default_factory=list[str])

    def between(self, start: int, end: int) -> list[str]:
        """Return the labels of the turns that a span touches."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = bisect_right(self.starts, max(end - 1, start))
        return [label for label in self.labels[first:last] if label]


@dataclass(frozen=True, slots=True)
class EmbeddedMemory:
    """The engine as a memory under test.

    Attributes:
        options: How to recall; the time of asking and the budget are set for each question.
    """

    engine: Engine
    options: RecallOptions = field(default_factory=RecallOptions)
    _places: dict[str, Mapping[str, Places]] = field(
        default_factory=dict[str, Mapping[str, Places]]
    )

    @property
    def name(self) -> str:
        made = f"{version('tacitus-memory')} ({_digest_of_code()})"
        return f"tacitus {made}, {self.engine.embedder.name}"

    async def retain(self, bank: str, case: Case) -> None:
        opened = await self.engine.open_bank(bank)
        self._places[bank] = places_of(case.conversation.documents, opened)
        for document in case.conversation.documents:
            await self.engine.retain(bank, document)

    async def ask(self, bank: str, case: Case, question: Question) -> Answered:
        """Ask once, as users do but for `explain`: it also tells what the floor left out, in order."""
        options = replace(self._options(case, question), max_tokens=MAX_TOKENS)
        began = perf_counter()
        found = await self.engine.recall(bank, question.text, options)
        ms = (perf_counter() - began) * 1000
        kept = frozenset(str(candidate.memory.id) for candidate in found.kept)
        returned = tuple(self._returned(bank, candidate, kept) for candidate in ranking_of(found))
        return Answered(
            returned=returned,
            tokens=found.tokens,
            ms=ms,
            budgets={budget: _within(returned, budget) for budget in BUDGETS},
            texts=tuple(_told(candidate.memory) for candidate in found.kept),
        )

    async def explain(self, bank: str, case: Case, question: Question) -> list[Candidate]:
        """Return every candidate, with its features, best first."""
        found = await self.engine.recall(bank, question.text, self._options(case, question))
        return [one.candidate for one in found.explanations]

    async def forget(self, bank: str) -> None:
        self._places.pop(bank, None)
        try:
            await self.engine.delete_bank(bank)
        except BankNotFound:
            return

    def turns(self, bank: str, memory: Memory) -> tuple[str, ...]:
        """Return the labels of the turns that a memory was read from, wherever it was said."""
        places = self._places[bank]
        read_from = [
            label
            for source in memory.sources
            if source.document in places
            for label in places[source.document].between(source.start, source.end)
        ]
        return tuple(dict.fromkeys(read_from))

    def _options(self, case: Case, question: Question) -> RecallOptions:
        asked_at = question.asked_at or case.ended_at
        return replace(self.options, asked_at=asked_at, explain=True)

    def _returned(self, bank: str, candidate: Candidate, kept: frozenset[str]) -> Returned:
        memory = candidate.memory
        return Returned(
            id=str(memory.id),
            turns=self.turns(bank, memory),
            tokens=memory.tokens,
            relevance=candidate.relevance,
            score=candidate.score,
            kept=str(memory.id) in kept,
            superseded=memory.state is State.SUPERSEDED,
        )


def _told(memory: Memory) -> str:
    return told(
        memory.text,
        said=memory.mentioned_at.isoformat(),
        happened=memory.occurred.start.isoformat() if memory.occurred else None,
        superseded=memory.state is State.SUPERSEDED,
    )


def ranking_of(found: Recollection) -> list[Candidate]:
    """Return all candidates in rank order, but for those that only say it again."""
    return [one.candidate for one in found.explanations if one.verdict is not Verdict.RESTATED]


def places_of(documents: Iterable[RetainItem], bank: Bank) -> dict[str, Places]:
    """Return the places of all turns, by document, as retain will find them."""
    found: dict[str, Places] = {}
    for item in documents:
        turns = read(item, bank.id, None, bank.created_at).turns
        found[document_id(item)] = Places(
            starts=[turn.start for turn in turns], labels=[turn.turn.label for turn in turns]
        )
    return found


def _within(returned: Sequence[Returned], budget: int) -> tuple[str, ...]:
    taken = fitting([one.tokens for one in returned], budget)
    return tuple(dict.fromkeys(turn for place in taken for turn in returned[place].turns))
