"""Memories, in PostgreSQL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from tacitus.adapters.postgres.applying import apply
from tacitus.adapters.postgres.blotting import blot, drop_nameless
from tacitus.adapters.postgres.confidences import refold
from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.filters import bound_tags
from tacitus.adapters.postgres.forgetting import forget
from tacitus.adapters.postgres.jobs import Jobs
from tacitus.adapters.postgres.nearest import Nearest
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.reading import memories_by_id, memories_in_order
from tacitus.adapters.postgres.rows import counted_page, memory_of
from tacitus.domain.changes import Changes
from tacitus.domain.errors import InvalidRequest, NotFound
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import Memory, MemoryPage, State
from tacitus.domain.vectors import Vector
from tacitus.ports.storage import Resemblance

_QUERIES = load("memories")
_DOCUMENTS = load("documents")
_FORGETTING = load("forgetting")
_STATED = 20
"""Memories in one state given back for one state key."""


class Memories:
    """Fills `MemoryStore`."""

    def __init__(self, database: Database, nearest: Nearest, jobs: Jobs) -> None:
        self._database = database
        self._nearest = nearest
        self._jobs = jobs

    async def apply(self, *changes: Changes) -> int:
        async def work(connection: Connection) -> int:
            gone = await apply(connection, changes)
            await self._jobs.add(connection, [job for one in changes for job in one.jobs])
            return len(gone)

        return await self._database.write(changes[0].bank, work)

    async def mark(self, bank: BankId) -> int:
        [row] = await self._database.rows(bank, _QUERIES["mark"])
        return row["revision"]

    async def get(self, bank: BankId, ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        return await memories_by_id(self._database, bank, ids)

    async def resembling(
        self, bank: BankId, vectors: Sequence[Vector], *, floor: float, each: int
    ) -> list[list[Resemblance]]:
        near = [list[Resemblance]() for _ in vectors]
        if not near:
            return near
        rows = await self._nearest.to_each(bank, vectors, floor=floor, each=each)
        if not rows:
            return near
        ids = list({row["id"]: None for row in rows})
        stated = await self._database.rows(bank, _QUERIES["statements_with_ids"], ids=ids)
        found = {row["id"]: memory_of(row, bank) for row in stated}
        for row in rows:
            if row["id"] in found:
                place: int = row["place"]
                near[place - 1].append(Resemblance(found[row["id"]], row["cosine"]))
        return near

    async def stating(self, bank: BankId, keys: Sequence[str]) -> dict[str, list[Memory]]:
        if not keys:
            return {}
        rows = await self._database.rows(
            bank, _QUERIES["stated_under"], keys=sorted(set(keys)), each=_STATED
        )
        found = await self.get(bank, [row["id"] for row in rows])
        stated: dict[str, list[Memory]] = defaultdict(list)
        for row in rows:
            if row["id"] in found:
                stated[row["key"]].append(found[row["id"]])
        return dict(stated)

    async def around(
        self, bank: BankId, moments: Sequence[datetime], *, seconds: float, each: int
    ) -> list[list[tuple[MemoryId, datetime]]]:
        near = [list[tuple[MemoryId, datetime]]() for _ in moments]
        if not near:
            return near
        rows = await self._database.rows(
            bank, _QUERIES["nearest_in_time"], moments=list(moments), seconds=seconds, each=each
        )
        for row in rows:
            place: int = row["place"]
            near[place - 1].append((row["id"], row["start"]))
        return near

    async def delete(self, bank: BankId, id: MemoryId) -> bool:
        async def work(connection: Connection) -> bool:
            documents = await blot(connection, bank, id)
            gone = await forget(connection, bank, [id])
            await drop_nameless(connection, bank, documents)
            return bool(gone)

        try:
            return await self._database.write(bank, work)
        except NotFound:
            return False

    async def set_state(self, bank: BankId, id: MemoryId, state: State, *, reason: str) -> bool:
        if state is State.SUPERSEDED:
            raise InvalidRequest("Only a newer memory supersedes another")

        async def work(connection: Connection) -> bool:
            return await _set_state(connection, bank, id, state, reason)

        try:
            return await self._database.write(bank, work)
        except NotFound:
            return False

    async def accessed(self, bank: BankId, counts: Mapping[MemoryId, int]) -> None:
        if counts:
            await self._database.rows(
                bank, _QUERIES["count_accesses"], ids=list(counts), counts=list(counts.values())
            )

    async def page(self, bank: BankId, page: MemoryPage) -> tuple[list[Memory], int]:
        rows = await self._database.rows(
            bank,
            _QUERIES["memories_by_mention"],
            networks=sorted(page.networks),
            state=page.state,
            words=page.words or None,
            document=page.document,
            entity=page.entity,
            tags=bound_tags(page.tags, page.tag_match),
            tag_match=page.tag_match,
            limit=page.limit,
            offset=page.offset,
        )
        found, total = counted_page(rows)
        ids = [row["id"] for row in found]
        return await memories_in_order(self._database, bank, ids), total


async def _set_state(
    connection: Connection, bank: BankId, id: MemoryId, state: State, reason: str
) -> bool:
    known = await rows_of(connection, _QUERIES["state_of"], bank=bank, memory=id)
    if not known:
        return False
    before = State(known[0]["state"])
    await rows_of(connection, _DOCUMENTS["outdate"], bank=bank, memory=id)
    if state is State.VALID and before is State.SUPERSEDED:
        await rows_of(connection, _QUERIES["cut_loose"], bank=bank, memory=id)
    else:
        said = reason if state is State.INVALIDATED else ""
        await rows_of(
            connection, _QUERIES["set_state"], bank=bank, memory=id, state=state, reason=said
        )
    await rows_of(connection, _QUERIES["settle"], bank=bank, ids=[id])
    seen = await rows_of(connection, _FORGETTING["opinions_seen_through"], bank=bank, ids=[id])
    await refold(connection, bank, [row["id"] for row in seen])
    return True
