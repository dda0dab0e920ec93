"""A memory for many: what not all may know lies in banks of its own, and each role has a key to some of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from itertools import groupby
from typing import cast

from tacitus.domain.access import Grant, Right
from tacitus.domain.documents import RetainItem, Turn, UpdateMode
from tacitus.domain.errors import BankNotFound
from tacitus.domain.ids import DocumentId
from tacitus.domain.memories import MemoryPage
from tacitus.domain.recollection import Candidate, RecallOptions
from tacitus.domain.reflection import ReflectOptions
from tacitus.engine import Engine
from tacitus.evaluation.gatemem.policy import Audience, reaches
from tacitus.evaluation.gatemem.reading import Said, folded

MAX_TOKENS = 2048
_PAGE = MemoryPage(limit=1000)


@dataclass(frozen=True, slots=True)
class Returned:
    """What a question was answered with.

    Attributes:
        texts: Of the best memories of all banks that fit into the budget.
        everything: All text that came back, by the way it came.
    """

    texts: tuple[str, ...]
    everything: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Guarded:
    """The banks of one conversation.

    Attributes:
        name: What the names of its banks begin with.
        banks: The bank for each audience.
        forgotten: Values that were deleted and are not to come back, folded.
    """

    engine: Engine
    name: str
    banks: dict[Audience, str] = field(default_factory=dict[Audience, str])
    forgotten: list[str] = field(default_factory=list[str])

    async def retain(self, audience: Audience, turns: Sequence[Said]) -> None:
        """Remember turns, appended to the document of their day; what they say of the forgotten goes."""
        bank = self.banks.setdefault(audience, f"{self.name}-{len(self.banks)}")
        for day, said in groupby(turns, lambda turn: turn.at.date().isoformat()):
            await self.engine.retain(bank, _day(day, tuple(said)))
        words = folded(" ".join(turn.text for turn in turns))
        for value in self.forgotten:
            if value in words:
                await self._forget_in(bank, value)

    async def forget(self, value: str) -> None:
        """Have everything forgotten that states a value, in all banks, and from now on."""
        self.forgotten.append(value)
        for bank in self.banks.values():
            await self._forget_in(bank, value)

    def key(self, role: str, after: int) -> Grant:
        """Return what the key of a role opens after so many turns."""
        open = [bank for who, bank in self.banks.items() if reaches(role, after, who)]
        return Grant(key=None, tenant=self.engine.tenant, banks=frozenset(open), right=Right.READ)

    async def ask(self, key: Grant, question: str, at: datetime) -> Returned:
        """Recall and reflect, in each bank of a key; the best of all come first."""
        engine = self.engine.granted(key)
        options = RecallOptions(max_tokens=MAX_TOKENS, asked_at=at)
        kept: list[Candidate] = []
        reflected: list[str] = []
        for bank in sorted(key.banks or ()):
            kept += (await engine.recall(bank, question, options)).kept
            answer = await engine.reflect(bank, question, ReflectOptions(recall=options))
            reflected += strings_in(answer)
        kept.sort(key=lambda one: one.score if one.relevance is None else one.relevance)
        kept.reverse()
        return Returned(
            texts=tuple(_fitting(kept)),
            everything={"recall": tuple(strings_in(kept)), "reflect": tuple(reflected)},
        )

    async def look_around(self, key: Grant) -> dict[str, tuple[str, ...]]:
        """Return all text that lists, graphs and documents show to who holds a key."""
        engine = self.engine.granted(key)
        seen: dict[str, list[str]] = {}
        for bank in sorted(key.banks or ()):
            documents, _ = await engine.documents(bank, limit=1000)
            whole = [await engine.document(bank, one.id) for one in documents]
            chunks = [await engine.chunks(bank, one.id) for one in documents]
            for route, shown in {
                "memories": await engine.memories(bank, _PAGE),
                "entities": await engine.entities(bank, limit=1000),
                "graph": await engine.surveys.memory_graph(bank, _PAGE),
                "entity graph": await engine.surveys.entity_graph(bank),
                "documents": (documents, whole, chunks),
                "operations": await engine.operations(bank, limit=1000),
                "receipts": await engine.forgetting.receipts(bank),
            }.items():
                seen.setdefault(route, []).extend(strings_in(shown))
        return {route: tuple(texts) for route, texts in seen.items()}

    async def opened_without(self, key: Grant, question: str) -> list[str]:
        """Return the banks that answer although the key is not for them: there ought to be none."""
        engine = self.engine.granted(key)
        opened: list[str] = []
        for bank in sorted({*self.banks.values()} - (key.banks or frozenset())):
            try:
                await engine.recall(bank, question)
            except BankNotFound:
                continue
            opened.append(bank)
        return opened

    async def _forget_in(self, bank: str, value: str) -> None:
        """Forget the entity of that name, then what else says it: memories, and words no memory kept."""
        forgetting = self.engine.forgetting
        entities, _ = await self.engine.entities(bank, limit=1000)
        for entity in entities:
            if value in {folded(name) for name in (entity.name, *entity.aliases)}:
                await forgetting.entity(bank, entity.id)
        stating, _ = await self.engine.memories(bank, MemoryPage(words=value, limit=1000))
        for memory in stating:
            await forgetting.memory(bank, memory.id)
        documents, _ = await self.engine.documents(bank, limit=1000)
        for document in documents:
            if value in folded((await self.engine.document(bank, document.id)).text):
                await forgetting.document(bank, document.id)


def holding(target: str, texts: Sequence[str]) -> bool:
    """Whether a text holds a target, whatever the case and the spaces."""
    return any(folded(target) in folded(text) for text in texts)


def matching(pattern: str, texts: Sequence[str]) -> bool:
    """Whether a text holds what a pattern describes."""
    return any(re.search(pattern, " ".join(text.split()), re.IGNORECASE) for text in texts)


def strings_in(value: object) -> Iterator[str]:
    """Yield every text within a value, however deep."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from strings_in(getattr(value, one.name))
    elif isinstance(value, Mapping):
        for pair in cast(Mapping[object, object], value).items():
            yield from strings_in(pair)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in cast(Sequence[object], value):
            yield from strings_in(one)


def _day(day: str, turns: tuple[Said, ...]) -> RetainItem:
    return RetainItem(
        content=tuple(
            Turn(text=turn.text, speaker=turn.speaker, at=turn.at, label=turn.id) for turn in turns
        ),
        document=DocumentId(day),
        timestamp=turns[0].at,
        mode=UpdateMode.APPEND,
    )


def _fitting(best_first: Sequence[Candidate]) -> Iterator[str]:
    left = MAX_TOKENS
    for candidate in best_first:
        if candidate.memory.tokens <= left:
            left -= candidate.memory.tokens
            yield candidate.memory.text
