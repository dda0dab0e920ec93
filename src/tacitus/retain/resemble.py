"""Step 5 of retain: what each new memory resembles, among stored ones and those before it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.aside import aside
from tacitus.domain.changes import Record, Seen
from tacitus.domain.ids import BankId, DocumentId, MemoryId
from tacitus.domain.memories import EVIDENCE
from tacitus.domain.repetition import statement_of
from tacitus.domain.statements import ended_keys
from tacitus.ports.storage import MemoryStore, Resemblance

FLOOR = 0.45
"""Cosine under which two memories have nothing to do with each other."""
EACH = 6
_BLOCK = 512
_SMALL_BLOCK = 8
"""Where there are few vectors: for products any bigger BLAS wakes threads that cost more than they do."""


async def resemble(
    records: Sequence[Record], bank: BankId, memories: MemoryStore
) -> list[list[Resemblance]]:
    """Return what each record resembles or may revise, nearest first, in the order of the records.

    Those that speak of the same state are among them, however far their vectors are. What stands before
    in another document of them is as good as stored.
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
    for record, some, before, (told, own) in zip(records, asked, stored, fresh, strict=True):
        known = _nearest_first([*before, *told])[:EACH] if told else before
        near.append(_nearest_first([*known, *own, *(one for key in some for one in earlier[key])]))
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


def _among(records: Sequence[Record]) -> list[tuple[list[Resemblance], list[Resemblance]]]:
    """Return, for each record, the nearest before it in other documents, and those in its own.

    Of those that are equal, the first.
    """
    matrix = np.stack([record.vector for record in records])
    first, begins = _firsts(records), _begins(records)
    seen = first & np.array([record.memory.network in EVIDENCE for record in records])
    near: list[tuple[list[Resemblance], list[Resemblance]]] = []
    size = _BLOCK if len(records) > _BLOCK // 4 else _SMALL_BLOCK
    for begin in range(0, len(records), size):
        block = matrix[begin : begin + size]
        cosines = block @ matrix[: begin + len(block)].T
        for at, scores in enumerate(cosines, begin):
            since = begins[at]
            others = _best(records, scores[:since], seen[:since], 0) if since else []
            own = _best(records, scores[since:at], first[since:at], since)
            near.append((others, own))
    return near


def _best(
    records: Sequence[Record], scores: NDArray[np.float32], among: NDArray[np.bool_], begin: int
) -> list[Resemblance]:
    """Return the nearest of the records from one on, best first."""
    like = np.flatnonzero((scores >= FLOOR) & among)
    top = like[np.argsort(-scores[like], kind="stable")[:EACH]]
    return [Resemblance(records[begin + int(at)].memory, float(scores[at])) for at in top]


def _begins(records: Sequence[Record]) -> list[int]:
    """Return, for each record, the place of the first one that was read in the same document."""
    begins: dict[DocumentId | None, int] = {}
    read_in = [one.memory.sources[0].document if one.memory.sources else None for one in records]
    return [begins.setdefault(document, at) for at, document in enumerate(read_in)]


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
