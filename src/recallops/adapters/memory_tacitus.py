"""The memory, in a bank of a Tacitus server."""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from recallops.domain.errors import Invalid, MemoryUnavailable, NotFound
from recallops.domain.evidence import Evidence, EvidenceState, Recalled, StoredEvidence
from recallops.domain.incidents import Incident
from recallops.domain.statements import Kind, Part, Statement
from recallops.domain.telling import sentences, statements_of
from recallops.ports.memory import MemoryState, Remembered
from tacitus import client as tacitus
from tacitus.wire import (
    IncludeOptions,
    MemoryDetail,
    MemoryItem,
    RecallRequest,
    RecallResult,
    TagGroupLeaf,
    TagGroupNot,
)

_SUPPOSED = f"kind:{Kind.HYPOTHESIS.value}"
_NAME_IN_FRONT = re.compile(r"^([^\s:][^:\n]{0,59}):(?=\s)")
_FULL_STOP = re.compile(r"[.!?]*$")
_STATES: dict[str, EvidenceState] = {"superseded": "superseded", "invalidated": "invalidated"}


class TacitusMemory:
    """`Memory` in one bank: a document for each incident, and in it an item for each statement."""

    def __init__(self, client: tacitus.AsyncClient, *, url: str, bank: str = "recallops") -> None:
        self._client = client
        self._url = url
        self._bank = bank

    async def remember(self, incident: Incident) -> Remembered:
        return await self._retain(incident, incident.document_id, statements_of(incident))

    async def suppose(self, incident: Incident, hypotheses: Sequence[Statement]) -> Remembered:
        document = _supposed_document(incident)
        if hypotheses:
            return await self._retain(incident, document, hypotheses)
        await self._drop(document)
        return Remembered(document_id=document, unchanged=False, memories=0)

    async def recall(
        self,
        question: str,
        *,
        max_tokens: int = 6000,
        service: str | None = None,
        incidents: Sequence[str] = (),
    ) -> Recalled:
        wanted = [[_tag("service", service)]] if service else []
        if incidents:
            wanted.append([_tag("incident", id) for id in incidents])
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
        await self._drop(incident.document_id)
        await self._drop(_supposed_document(incident))

    async def state(self) -> MemoryState:
        try:
            await self._client.health()
        except tacitus.ClientError as error:
            return MemoryState(url=self._url, bank=self._bank, ok=False, reason=str(error))
        return MemoryState(url=self._url, bank=self._bank, ok=True)

    async def _retain(
        self, incident: Incident, document: str, statements: Sequence[Statement]
    ) -> Remembered:
        items = [_item(incident, document, one) for one in statements]
        async with self._speaking():
            answer = await self._client.retain(self._bank, items)
        receipts = answer.documents or []
        return Remembered(
            document_id=document,
            unchanged=all(one.outcome == "unchanged" for one in receipts),
            memories=sum(one.memories for one in receipts),
        )

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


def _supposed_document(incident: Incident) -> str:
    return f"{incident.document_id}:supposed"


def _tag(name: str, value: str) -> str:
    return f"{name}:{value}"


def _item(incident: Incident, document: str, statement: Statement) -> MemoryItem:
    return MemoryItem(
        content=_signed(_plain(statement.text), incident.id),
        timestamp=statement.at,
        document_id=document,
        metadata=_metadata(incident, statement),
        tags=[
            _tag("incident", incident.id),
            _tag("kind", statement.kind.value),
            _tag("severity", incident.severity.value),
            *([_tag("service", incident.service)] if incident.service else []),
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


def _plain(text: str) -> str:
    """Return a statement on one line: neither a speaker's name before it, nor code to leave out."""
    return _NAME_IN_FRONT.sub(r"\1 –", " ".join(text.replace("```", " ").split()))


def _signature(incident_id: str) -> str:
    return f" [{incident_id}]"


def _signed(text: str, incident_id: str) -> str:
    """Name the incident in each sentence, before its full stop.

    Two incidents may say the same word by word. Without their names it would be one statement to
    the memory, and one of them would be missing from what it recalls.
    """
    name = _signature(incident_id)
    return " ".join(_FULL_STOP.sub(rf"{name}\g<0>", one, count=1) for one in sentences(text))


def _evidence(result: RecallResult) -> Evidence:
    return _read(
        result,
        relevance=result.relevance or 0.0,
        service=(result.metadata or {}).get("service", ""),
        metadata=result.metadata or {},
    )


def _stored(memory: MemoryDetail) -> Evidence:
    return _read(
        memory, relevance=0.0, service=memory.metadata.get("service", ""), metadata=memory.metadata
    )


def _read(
    memory: RecallResult | MemoryDetail,
    *,
    relevance: float,
    service: str,
    metadata: dict[str, str],
) -> Evidence:
    """Read a memory as evidence; what nobody said of it stays unknown."""
    return Evidence(
        id=memory.id,
        text=f" {memory.text}".replace(_signature(metadata.get("incident_id", "")), "").strip(),
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
