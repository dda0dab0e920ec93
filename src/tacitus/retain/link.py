"""Step 8 of retain: temporal, semantic and causal links of the new memories."""

import math
from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from tacitus.domain.changes import Draft, Record
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import BankId, MemoryId
from tacitus.domain.memories import EVIDENCE
from tacitus.ports.storage import MemoryStore, Resemblance

SIGMA_SECONDS = 86_400.0
"""sigma_t of the temporal weight `exp(-dt / sigma_t)`: a day."""
WINDOW_SECONDS = 3 * SIGMA_SECONDS
THETA = 0.65
"""theta_s: cosine over which two memories are linked as alike."""
STATED = 1.0
"""Weight of a causal link: somebody said it."""
_EACH = 3

Moment = tuple[datetime, MemoryId]
"""When something began that a memory tells of."""


async def link(
    records: Sequence[Record],
    drafts: Sequence[Mapping[MemoryId, Draft]],
    near: Mapping[MemoryId, Sequence[Resemblance]],
    bank: BankId,
    memories: MemoryStore,
) -> tuple[Link, ...]:
    """Return the links of the records, one for a pair and type. Entity links are mentions.

    Args:
        drafts: By the id of their record; of all that was extracted, for each document.
        near: What each record resembles.
    """
    documents = [[one for one in records if one.memory.id in some] for some in drafts]
    links = [
        *(one for some in documents for one in _in_sequence(some)),
        *await _around(documents, bank, memories),
        *_alike(records, near),
        *(one for parts in zip(documents, drafts, strict=True) for one in _causal(*parts)),
    ]
    return tuple({(one.source, one.target, one.type): one for one in links}.values())


async def _around(
    documents: Sequence[Sequence[Record]], bank: BankId, memories: MemoryStore
) -> list[Link]:
    """Link what happened to what is nearest to it in time, stored or in an earlier document."""
    dated = [[one for one in map(_moment, some) if one] for some in documents]
    told = [one.memory for some in documents for one in some]
    evidence = {one.id for one in told if one.network in EVIDENCE}
    moments = [moment for some in dated for moment, _ in some]
    stored = iter(await memories.around(bank, moments, seconds=WINDOW_SECONDS, each=_EACH))
    links: list[Link] = []
    earlier: list[Moment] = []
    for some in dated:
        for moment, id in some:
            known = [(then, other) for other, then in next(stored)]
            near = sorted(
                (abs((then - moment).total_seconds()), other)
                for then, other in (*known, *_beside(moment, earlier))
            )
            links += [_temporal(id, other, seconds) for seconds, other in near[:_EACH]]
        for one in some:
            if one[1] in evidence:
                insort(earlier, one)
    return links


def _moment(record: Record) -> Moment | None:
    occurred = record.memory.occurred
    return (occurred.start, record.memory.id) if occurred else None


def _beside(moment: datetime, others: Sequence[Moment]) -> list[Moment]:
    """Return those of some moments in order that may be among the nearest to another."""
    at = bisect_left(others, moment, key=lambda other: other[0])
    some = others[max(at - _EACH, 0) : at + _EACH]
    return [one for one in some if abs((one[0] - moment).total_seconds()) <= WINDOW_SECONDS]


def _in_sequence(records: Sequence[Record]) -> Iterator[Link]:
    """Link what was said one after another."""
    for before, after in pairwise(records):
        if before.memory.occurred and after.memory.occurred:
            gap = after.memory.occurred.start - before.memory.occurred.start
            if abs(gap.total_seconds()) <= WINDOW_SECONDS:
                yield _temporal(after.memory.id, before.memory.id, abs(gap.total_seconds()))


def _temporal(source: MemoryId, target: MemoryId, seconds: float) -> Link:
    return Link(source, target, LinkType.TEMPORAL, math.exp(-seconds / SIGMA_SECONDS))


def _alike(
    records: Sequence[Record], near: Mapping[MemoryId, Sequence[Resemblance]]
) -> Iterator[Link]:
    kept = {record.memory.id for record in records}
    new = near.keys()
    for record in records:
        for other in near[record.memory.id]:
            there = other.memory.id in kept or other.memory.id not in new
            if other.cosine > THETA and there:
                weight = min(other.cosine, 1.0)
                yield Link(record.memory.id, other.memory.id, LinkType.SEMANTIC, weight)


def _causal(records: Sequence[Record], drafts: Mapping[MemoryId, Draft]) -> Iterator[Link]:
    kept = {record.memory.id for record in records}
    by_chunk: dict[int, list[MemoryId]] = {}
    for id, draft in drafts.items():
        by_chunk.setdefault(draft.chunk, []).append(id)
    for record in records:
        draft = drafts[record.memory.id]
        for cause in draft.causes:
            siblings = by_chunk[draft.chunk]
            target = siblings[cause.target] if cause.target < len(siblings) else None
            if target in kept and target != record.memory.id and target is not None:
                yield Link(record.memory.id, target, cause.type, STATED)
