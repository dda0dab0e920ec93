"""Step 8 of retain: temporal, semantic and causal links of the new memories."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tacitus.domain.changes import Draft, Record
from tacitus.domain.graph import Link, LinkType
from tacitus.domain.ids import BankId, MemoryId
from tacitus.ports.storage import MemoryStore, Resemblance

SIGMA_SECONDS = 86_400.0
"""sigma_t of the temporal weight `exp(-dt / sigma_t)`: a day."""
WINDOW_SECONDS = 3 * SIGMA_SECONDS
THETA = 0.65
"""theta_s: cosine over which two memories are linked as alike."""
STATED = 1.0
"""Weight of a causal link: somebody said it."""
_EACH = 3


async def link(
    records: Sequence[Record],
    drafts: Mapping[MemoryId, Draft],
    near: Mapping[MemoryId, Sequence[Resemblance]],
    bank: BankId,
    memories: MemoryStore,
) -> tuple[Link, ...]:
    """Return the links of the records, one for a pair and type. Entity links are mentions.

    Args:
        drafts: By the id of their record; of all that was extracted.
        near: What each record resembles.
    """
    moments = [r.memory.occurred.start if r.memory.occurred else None for r in records]
    dated = [(r, moment) for r, moment in zip(records, moments, strict=True) if moment]
    around = await memories.around(
        bank, [moment for _, moment in dated], seconds=WINDOW_SECONDS, each=_EACH
    )
    links = [
        *_in_sequence(records),
        *(
            _temporal(record.memory.id, other, abs((then - moment).total_seconds()))
            for (record, moment), found in zip(dated, around, strict=True)
            for other, then in found
        ),
        *_alike(records, near),
        *_causal(records, drafts),
    ]
    return tuple({(one.source, one.target, one.type): one for one in links}.values())


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
