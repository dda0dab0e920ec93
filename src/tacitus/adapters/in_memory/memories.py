"""Memories, in memory."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np

from tacitus.adapters.in_memory.applying import apply
from tacitus.adapters.in_memory.beliefs import put_in_words
from tacitus.adapters.in_memory.blotting import blot
from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.adapters.in_memory.forgetting import forget
from tacitus.adapters.in_memory.sources import memories_read_in, outdate
from tacitus.domain.changes import Changes
from tacitus.domain.documents import is_nameless
from tacitus.domain.errors import InvalidRequest
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import EVIDENCE, Memory, MemoryPage, State
from tacitus.domain.tags import tags_match
from tacitus.domain.vectors import Vector
from tacitus.ports.runtime import Clock
from tacitus.ports.storage import Resemblance

_STATED = 20
"""Memories in one state given back for one state key."""


class Memories:
    """Fills `MemoryStore`."""

    def __init__(self, shelf: Shelf, clock: Clock) -> None:
        self._shelf = shelf
        self._clock = clock

    async def apply(self, *changes: Changes) -> int:
        with self._shelf.writing(changes[0].bank) as contents:
            now = self._clock.now()
            return sum(len(apply(contents, one, now)) for one in changes)

    async def mark(self, bank: BankId) -> int:
        return self._shelf.of(bank).told

    async def get(self, bank: BankId, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        contents = self._shelf.of(bank)
        return {id: contents.memory(id) for id in ids if id in contents.records}

    async def resembling(
        self, bank: BankId, vectors: Sequence[Vector], *, floor: float, each: int
    ) -> list[list[Resemblance]]:
        contents = self._shelf.of(bank)
        known = _evidence(contents, State.VALID)
        if not known or not vectors:
            return [[] for _ in vectors]
        matrix = np.stack([contents.records[id].vector for id in known])
        near: list[list[Resemblance]] = []
        for vector in vectors:
            cosines = zip(known, (matrix @ vector).tolist(), strict=True)
            best = sorted((-cosine, id) for id, cosine in cosines if cosine >= floor)[:each]
            near.append([Resemblance(_stated(contents, id), -opposite) for opposite, id in best])
        return near

    async def stating(self, bank: BankId, keys: Sequence[str]) -> dict[str, list[Memory]]:
        contents = self._shelf.of(bank)
        found: dict[str, list[Memory]] = defaultdict(list)
        for state in (State.VALID, State.SUPERSEDED):
            some: dict[str, list[Memory]] = defaultdict(list)
            for id in _evidence(contents, state):
                key = contents.records[id].state_key
                if key is not None and key in keys:
                    some[key].append(contents.memory(id))
            for key, stated in some.items():
                found[key] += sorted(stated, key=latest_mention_first)[:_STATED]
        return dict(found)

    async def around(
        self, bank: BankId, moments: Sequence[datetime], *, seconds: float, each: int
    ) -> list[list[tuple[MemoryId, datetime]]]:
        contents = self._shelf.of(bank)
        starts = [
            (id, occurred.start)
            for id in _evidence(contents, State.VALID)
            if (occurred := contents.records[id].memory.occurred)
        ]
        near: list[list[tuple[MemoryId, datetime]]] = []
        for moment in moments:
            away = [(abs((start - moment).total_seconds()), id, start) for id, start in starts]
            nearest = sorted(one for one in away if one[0] <= seconds)[:each]
            near.append([(id, start) for _, id, start in nearest])
        return near

    async def delete(self, bank: BankId, id: MemoryId) -> bool:
        if id not in self._shelf.of(bank).records:
            return False
        with self._shelf.writing(bank) as contents:
            blot(contents, bank, id)
            read_in = {source.document for source in contents.records[id].memory.sources}
            forget(contents, [id])
            for document in filter(is_nameless, read_in):
                # Its id is made of its words: as long as it is there, they cannot be told anew.
                if not memories_read_in(contents, document):
                    contents.documents.pop(document, None)
        return True

    async def set_state(self, bank: BankId, id: MemoryId, state: State, *, reason: str) -> bool:
        if state is State.SUPERSEDED:
            raise InvalidRequest("Only a newer memory supersedes another")
        if id not in self._shelf.of(bank).records:
            return False
        with self._shelf.writing(bank) as contents:
            outdate(contents, id)
            if state is State.INVALIDATED:
                contents.invalidated[id] = reason
            elif contents.invalidated.pop(id, None) is None:
                contents.successors.pop(id, None)
            put_in_words(contents)
        return True

    async def accessed(self, bank: BankId, counts: Mapping[MemoryId, int]) -> None:
        if self._shelf.of(bank).records.keys().isdisjoint(counts):
            return
        now = self._clock.now()
        with self._shelf.writing(bank) as contents:
            for id in counts.keys() & contents.records.keys():
                record = contents.records[id]
                count = record.memory.access_count + counts[id]
                memory = replace(record.memory, access_count=count, accessed_at=now)
                contents.records[id] = replace(record, memory=memory)

    async def page(self, bank: BankId, page: MemoryPage) -> tuple[list[Memory], int]:
        contents = self._shelf.of(bank)
        found = sorted(
            (memory for memory in contents.memories.values() if _shows(page, memory, contents)),
            key=latest_mention_first,
        )
        return found[page.offset : page.offset + page.limit], len(found)


def latest_mention_first(memory: Memory) -> tuple[float, int]:
    """Sort key; of memories said at the same moment, the one made last comes first."""
    return -memory.mentioned_at.timestamp(), -memory.id.int


def _stated(contents: Contents, id: MemoryId) -> Memory:
    """Return a memory as it is compared."""
    return replace(contents.memory(id), entities=(), sources=(), access_count=0, accessed_at=None)


def _evidence(contents: Contents, state: State) -> list[MemoryId]:
    return [
        id
        for id, record in contents.records.items()
        if record.memory.network in EVIDENCE and contents.standing(id)[0] is state
    ]


def _shows(page: MemoryPage, memory: Memory, contents: Contents) -> bool:
    return (
        memory.network in page.networks
        and (page.state is None or memory.state is page.state)
        and page.words.casefold() in memory.text.casefold()
        and (
            page.document is None
            or any(source.document == page.document for source in memory.sources)
        )
        and (page.entity is None or (memory.id, page.entity) in contents.mentions)
        and tags_match(memory.tags, page.tags, page.tag_match)
    )
