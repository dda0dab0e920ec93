"""The memory, in a bank of a Tacitus server."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from recallops.adapters.memory_opinions import Opinions
from recallops.adapters.memory_texts import plain, signed, tag, unsigned
from recallops.domain.beliefs import Belief
from recallops.domain.errors import Invalid, MemoryUnavailable, NotFound
from recallops.domain.evidence import Evidence, EvidenceState, Recalled, StoredEvidence
from recallops.domain.incidents import Incident
from recallops.domain.statements import Kind, Part, Statement
from recallops.domain.suppositions import Supposition
from recallops.domain.telling import statements_of
from recallops.ports.memory import MemoryState, Remembered
from tacitus import client as tacitus
from tacitus.wire import (
    IncludeOptions,
    MemoryDetail,
    MemoryItem,
    MemoryListItem,
    RecallRequest,
    RecallResult,
    TagGroupLeaf,
    TagGroupNot,
)

_SUPPOSED = f"kind:{Kind.HYPOTHESIS.value}"
_MOST = 1000
"""How many statements of one incident are looked at."""
_STATES: dict[str, EvidenceState] = {"superseded": "superseded", "invalidated": "invalidated"}


class TacitusMemory:
    """`Memory` in one bank: a document for each incident, and in it an item for each statement."""

    def __init__(self, client: tacitus.AsyncClient, *, url: str, bank: str = "recallops") -> None:
        self._client = client
        self._url = url
        self._bank = bank
        self._opinions = Opinions(client, bank)

    async def remember(self, incident: Incident) -> Remembered:
        document = incident.document_id
        items = [_item(incident, document, one) for one in statements_of(incident)]
        async with self._speaking():
            answer = await self._client.retain(self._bank, items)
        receipts = answer.documents or []
        return Remembered(
            document_id=document,
            unchanged=all(one.outcome == "unchanged" for one in receipts),
            memories=sum(one.memories for one in receipts),
        )

    async def told_by(self, incident: Incident) -> Sequence[Evidence]:
        async with self._speaking():
            page = await self._client.memories(
                self._bank, document=incident.document_id, limit=_MOST
            )
        return [_stored(one) for one in page.items]

    async def suppose(self, incident: Incident, suppositions: Sequence[Supposition]) -> None:
        async with self._speaking():
            await self._opinions.suppose(incident, suppositions)

    async def hold(self, belief: Belief, *, anew: bool = False) -> None:
        async with self._speaking():
            await self._opinions.hold(belief, anew=anew)

    async def confidence_in(self, belief: Belief) -> float | None:
        async with self._speaking():
            return await self._opinions.confidence_in(belief)

    async def recall(
        self,
        question: str,
        *,
        max_tokens: int = 6000,
        service: str | None = None,
        incidents: Sequence[str] = (),
    ) -> Recalled:
        wanted = [[tag("service", service)]] if service else []
        if incidents:
            wanted.append([tag("incident", id) for id in incidents])
        asked = RecallRequest(
            query=question,
            types=["world", "experience"],
            max_tokens=max_tokens,
            include=IncludeOptions(entities=None),
            tag_groups=[
                TagGroupNot(not_=TagGroupLeaf(tags=[_SUPPOSED])),
                *(TagGroupLeaf(tags=tags) for tags in wanted),
            ],
        )
        async with self._speaking():
            answer = await self._client.recall(self._bank, asked)
        found = (_evidence(one) for one in answer.results)
        return Recalled(tuple(one for one in found if one.text), answer.reason)

    async def find(self, evidence_id: str) -> StoredEvidence:
        async with self._speaking():
            memory = await self._client.memory(self._bank, evidence_id)
            source = memory.sources[0] if memory.sources else None
            document_id = source.document_id if source else memory.document_id
            text = await self._text(document_id) if document_id else ""
        return StoredEvidence(
            evidence=_stored(memory),
            document_id=document_id,
            document_text=text,
            span=(source.start, source.end) if source else None,
        )

    async def forget(self, incident: Incident) -> None:
        async with self._speaking():
            await self._opinions.suppose(incident, ())
        await self._drop(incident.document_id)

    async def state(self) -> MemoryState:
        try:
            await self._client.health()
        except tacitus.ClientError as error:
            return MemoryState(url=self._url, bank=self._bank, ok=False, reason=str(error))
        return MemoryState(url=self._url, bank=self._bank, ok=True)

    async def _drop(self, document: str) -> None:
        try:
            async with self._speaking():
                await self._client.delete_document(self._bank, document)
        except NotFound:
            return  # it is gone, as it should be

    async def _text(self, document: str) -> str:
        return (await self._client.document(self._bank, document)).original_text or ""

    @asynccontextmanager
    async def _speaking(self) -> AsyncGenerator[None]:
        """Say in our words what the server refuses."""
        try:
            yield
        except tacitus.NotFound as error:
            raise NotFound(str(error)) from error
        except tacitus.InvalidRequest as error:
            raise Invalid(str(error)) from error
        except tacitus.ClientError as error:
            raise MemoryUnavailable(str(error)) from error


def _item(incident: Incident, document: str, statement: Statement) -> MemoryItem:
    return MemoryItem(
        content=signed(plain(statement.text), incident.id),
        timestamp=statement.at,
        document_id=document,
        metadata=_metadata(incident, statement),
        tags=[
            tag("incident", incident.id),
            tag("kind", statement.kind.value),
            tag("severity", incident.severity.value),
            *([tag("service", incident.service)] if incident.service else []),
        ],
    )


def _metadata(incident: Incident, statement: Statement) -> dict[str, str]:
    known = {
        "incident_id": incident.id,
        "service": incident.service,
        "severity": incident.severity.value,
        "kind": statement.kind.value,
        "part": statement.part.value,
        "at": statement.at.isoformat() if statement.at else "",
        "by": statement.by,
    }
    return {name: value for name, value in known.items() if value}


def _evidence(result: RecallResult) -> Evidence:
    return _read(
        result,
        relevance=result.relevance or 0.0,
        service=(result.metadata or {}).get("service", ""),
        metadata=result.metadata or {},
    )


def _stored(memory: MemoryDetail | MemoryListItem) -> Evidence:
    told = {name: str(value) for name, value in (memory.metadata or {}).items()}
    return _read(memory, relevance=0.0, service=told.get("service", ""), metadata=told)


def _read(
    memory: RecallResult | MemoryDetail | MemoryListItem,
    *,
    relevance: float,
    service: str,
    metadata: dict[str, str],
) -> Evidence:
    """Read a memory as evidence; what nobody said of it stays unknown."""
    return Evidence(
        id=memory.id,
        text=unsigned(memory.text, metadata.get("incident_id", "")),
        kind=_kind(metadata.get("kind", "")),
        part=_part(metadata.get("part", "")),
        incident_id=metadata.get("incident_id"),
        service=service,
        severity=metadata.get("severity", ""),
        at=_moment(metadata.get("at") or memory.occurred_start or memory.mentioned_at),
        by=metadata.get("by", "") or memory.speaker or "",
        relevance=relevance,
        occurrences=memory.proof_count,
        sources=(memory.document_id,) if memory.document_id else (),
        state=_STATES.get(memory.state, "valid"),
    )


def _kind(word: str) -> Kind:
    """Return the kind of a statement; what somebody else put into the bank is only reported."""
    return Kind(word) if word in set(Kind) else Kind.REPORTED


def _part(word: str) -> Part | None:
    return Part(word) if word in set(Part) else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
