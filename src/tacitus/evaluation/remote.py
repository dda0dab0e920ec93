"""Any server that speaks the wire format, so that products are compared by one instrument."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter

from tacitus.client import AsyncClient, ClientError, NotFound
from tacitus.domain.documents import RetainItem, Turn
from tacitus.domain.errors import TacitusError
from tacitus.evaluation.cases import Case, Question
from tacitus.evaluation.rows import BUDGETS, MAX_TOKENS, Answered, Returned
from tacitus.evaluation.systems import told
from tacitus.wire import IncludeOptions, MemoryItem, RecallRequest, RecallResponse, RecallResult

RANKING_TOKENS = 32_768
"""Ceiling of the call whose answer is taken as the ranking."""
_BATCH = 20
_SHORTEST_TURN = 12
_SHORTEST_PART = 20
"""Characters from which on a text is told from others by being contained in one."""


class Handing(StrEnum):
    """What is handed to the server as one item."""

    SESSION = "session"
    """A document, its turns as JSON messages; the turns' ids come back as metadata from Tacitus."""
    TURN = "turn"
    """Each turn, with its id as metadata: for servers that read no messages."""


class ServerFailed(TacitusError):
    """The server under test did not do its part."""


@dataclass(frozen=True, slots=True)
class RemoteMemory:
    """A server as a memory under test; what it returns is taken as it comes."""

    client: AsyncClient
    url: str
    count: Callable[[str], int]
    handing: Handing = Handing.SESSION
    _held: dict[str, dict[str, tuple[str, ...]]] = field(
        default_factory=dict[str, dict[str, tuple[str, ...]]]
    )
    """Turns by bank and memory, as far as they were worked out."""

    @property
    def name(self) -> str:
        return self.url

    async def retain(self, bank: str, case: Case) -> None:
        self._held[bank] = {}
        items = [item for one in case.conversation.documents for item in _items(one, self.handing)]
        size = 1 if self.handing is Handing.SESSION else _BATCH
        try:
            for batch in _batches(items, size):
                await self.client.retain(bank, batch)
        except ClientError as fault:
            raise ServerFailed(f"{self.url}: retain: {fault}") from fault

    async def ask(self, bank: str, case: Case, question: Question) -> Answered:
        """Ask once for the ranking and once for each budget; that of `MAX_TOKENS` is timed."""
        answers: dict[int, RecallResponse] = {}
        ms = 0.0
        for budget in sorted(BUDGETS, key=lambda budget: budget != MAX_TOKENS):
            began = perf_counter()
            answers[budget] = await self._recall(bank, case, question, budget)
            ms = ms or (perf_counter() - began) * 1000
        whole = await self._recall(bank, case, question, RANKING_TOKENS)
        results = answers[MAX_TOKENS].results
        kept = frozenset(result.id for result in results)
        return Answered(
            returned=tuple(self._returned(bank, case, one, kept) for one in whole.results),
            tokens=sum(self.count(result.text) for result in results),
            ms=ms,
            budgets={
                budget: tuple(
                    dict.fromkeys(
                        turn for one in answer.results for turn in self._turns(bank, case, one)
                    )
                )
                for budget, answer in sorted(answers.items())
            },
            texts=tuple(_told(result) for result in results),
        )

    async def forget(self, bank: str) -> None:
        self._held.pop(bank, None)
        try:
            await self.client.delete_bank(bank)
        except NotFound:
            return
        except ClientError as fault:
            raise ServerFailed(f"{self.url}: the bank {bank} is left there: {fault}") from fault

    async def _recall(
        self, bank: str, case: Case, question: Question, max_tokens: int
    ) -> RecallResponse:
        request = RecallRequest(
            query=question.text,
            max_tokens=max_tokens,
            query_timestamp=question.asked_at or case.ended_at,
            include=IncludeOptions(entities=None),
        )
        try:
            return await self.client.recall(bank, request)
        except ClientError as fault:
            raise ServerFailed(f"{self.url}: recall: {fault}") from fault

    def _returned(
        self, bank: str, case: Case, result: RecallResult, kept: frozenset[str]
    ) -> Returned:
        scores = result.scores
        return Returned(
            id=result.id,
            turns=self._turns(bank, case, result),
            tokens=self.count(result.text),
            relevance=result.relevance,
            score=scores.final if scores else 0.0,
            kept=result.id in kept,
            superseded=result.state == "superseded",
        )

    def _turns(self, bank: str, case: Case, result: RecallResult) -> tuple[str, ...]:
        held = self._held[bank]
        if result.id not in held:
            held[result.id] = turns_of(result.text, result.metadata or {}, case.turns)
        return held[result.id]


def _told(result: RecallResult) -> str:
    return told(
        result.text,
        said=result.mentioned_at,
        happened=result.occurred_start,
        superseded=result.state == "superseded",
    )


def turns_of(text: str, metadata: Mapping[str, str], turns: Mapping[str, Turn]) -> tuple[str, ...]:
    """Return the turns that a memory holds: as its metadata says, or else by the text.

    By the text it holds a turn that stands in it, and one that it is a part of.
    """
    if said := metadata.get("turn"):
        return tuple(label.strip() for label in said.split(",") if label.strip())
    words = _plain(text)
    return tuple(label for label, turn in turns.items() if _shares(words, turn))


def _shares(words: str, turn: Turn) -> bool:
    spoken = _plain(turn.text)
    if len(spoken) >= _SHORTEST_TURN and spoken in words:
        return True
    part = words.removeprefix(f"{_plain(turn.speaker)}: ") if turn.speaker else words
    return len(part) >= _SHORTEST_PART and part in spoken


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _items(document: RetainItem, handing: Handing) -> Iterator[MemoryItem]:
    """Yield what is handed in; turns that nobody speaks are no messages, and go one by one."""
    turns = () if isinstance(document.content, str) else document.content
    spoken = [turn for turn in turns if turn.text.strip()]
    if handing is Handing.SESSION and spoken and all(turn.speaker for turn in spoken):
        messages = [_message(turn) for turn in spoken]
        yield MemoryItem(
            content=json.dumps(messages, ensure_ascii=False),
            timestamp=document.timestamp,
            document_id=document.document,
        )
        return
    for turn in spoken:
        yield MemoryItem(
            content=f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text,
            timestamp=turn.at or document.timestamp,
            document_id=f"{document.document}/{turn.label}",
            metadata={"turn": turn.label},
        )


def _message(turn: Turn) -> dict[str, str]:
    message = {
        "name": turn.speaker,
        "role": turn.role.value,
        "content": turn.text,
        "id": turn.label,
    }
    return {**message, "timestamp": turn.at.isoformat()} if turn.at else message


def _batches(items: Sequence[MemoryItem], size: int) -> Iterator[list[MemoryItem]]:
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
