"""Step 5 of retain: what each new memory resembles, among stored ones and those before it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.aside import aside
from tacitus.domain.changes import Record, Seen
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.repetition import statement_of
from tacitus.domain.statements import ended_keys
from tacitus.ports.storage import MemoryStore, Resemblance

FLOOR = 0.55
"""Cosine under which two memories have nothing to do with each other."""
EACH = 6
_BLOCK = 512
_SMALL_BLOCK = 8
"""Where there are few vectors: for products any bigger BLAS wakes threads that cost more than they do."""


async def resemble(
    records: Sequence[Record], bank: BankId, memories: MemoryStore
) -> list[list[Resemblance]]:
    """Return what each record resembles or may revise, nearest first, in the order of the records.

    Those that speak of the same state are among them, however far their vectors are.
    """
    if not records:
        return []
    vectors = [record.vector for record in records]
    stored = await memories.resembling(bank, vectors, floor=FLOOR, each=EACH)
    asked = [_keys(record) for record in records]
    keys = sorted({key for some in asked for key in some})
    stating = await memories.stating(bank, keys) if keys else {}
    fresh = await aside(lambda: _among(records), sum(len(one.memory.text) for one in records))
    earlier: defaultdict[str, list[Resemblance]] = defaultdict(list)
    for key, found in stating.items():
        earlier[key] = [Resemblance(memory, 0.0) for memory in found]
    near: list[list[Resemblance]] = []
    for record, some, before, others in zip(records, asked, stored, fresh, strict=True):
        near.append(
            _nearest_first([*before, *others, *(one for key in some for one in earlier[key])])
        )
        if record.state_key:
            earlier[record.state_key].append(Resemblance(record.memory, 0.0))
    return near


def seen(records: Sequence[Record], near: Sequence[Sequence[Resemblance]], mark: int) -> Seen:
    """Return what records were compared with, after a mark of the bank."""
    return Seen(
        mark=mark,
        memories=frozenset(one.memory.id for some in near for one in some),
        keys=frozenset(key for record in records for key in _keys(record)),
        texts=frozenset(record.memory.text for record in records),
    )


def _keys(record: Record) -> tuple[str, ...]:
    """Return the keys of the states that a record may restate, revise or end."""
    if record.state_key:
        return (record.state_key,)
    return ended_keys(statement_of(record.memory))


def _nearest_first(found: Iterable[Resemblance]) -> list[Resemblance]:
    best: dict[MemoryId, Resemblance] = {}
    for one in sorted(found, key=lambda resemblance: -resemblance.cosine):
        best.setdefault(one.memory.id, one)
    return list(best.values())


def _among(records: Sequence[Record]) -> list[list[Resemblance]]:
    """Return, for each record, the nearest of those before it; of those that are equal, the first."""
    matrix = np.stack([record.vector for record in records])
    first = _firsts(records)
    near: list[list[Resemblance]] = []
    size = _BLOCK if len(records) > _BLOCK // 4 else _SMALL_BLOCK
    for begin in range(0, len(records), size):
        block = matrix[begin : begin + size]
        cosines = block @ matrix[: begin + len(block)].T
        for row, scores in enumerate(cosines):
            before = scores[: begin + row]
            like = np.flatnonzero((before >= FLOOR) & first[: begin + row])
            top = like[np.argsort(-before[like], kind="stable")[:EACH]]
            near.append([Resemblance(records[int(at)].memory, float(before[at])) for at in top])
    return near


def _firsts(records: Sequence[Record]) -> NDArray[np.bool_]:
    """Tell the records that are not what one before them is, word by word and at the same time.

    What is said a thousand times would else stand in the place of all that is like it.
    """
    seen: set[object] = set()
    first = np.zeros(len(records), np.bool_)
    for at, record in enumerate(records):
        one = record.memory
        said = one.text, one.speaker, one.network, one.tags, one.mentioned_at, one.occurred
        first[at] = said not in seen
        seen.add(said)
    return first
