"""Step 6 of retain: what is said once more gains a source; what changed supersedes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from tacitus.domain.changes import Record, Restatement, Supersession
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Dating, Memory
from tacitus.domain.statements import Comparison, Statement, compare
from tacitus.ports.storage import Resemblance
from tacitus.retain.stages import Compared


def compare_statements(
    records: Sequence[Record], near: Sequence[Sequence[Resemblance]]
) -> Compared:
    """Keep what says something new.

    Args:
        near: What each record resembles, in the order of the records.
    """
    kept: list[Record] = []
    restatements: list[Restatement] = []
    supersessions: dict[MemoryId, Supersession] = {}
    gone: set[MemoryId] = set()
    for record, others in zip(records, near, strict=True):
        alive = [other for other in others if other.memory.id not in gone]
        said = _said_before(record.memory, alive, superseded=supersessions.keys())
        if said is not None:
            gone.add(record.memory.id)
            restatements.append(Restatement(said, record.memory.sources[0]))
            continue
        kept.append(record)
        for one in (s for other in alive if (s := _revision(record.memory, other))):
            supersessions.setdefault(one.old, one)
    return Compared(
        records=tuple(kept),
        restatements=tuple(restatements),
        supersessions=tuple(supersessions.values()),
    )


def _said_before(
    memory: Memory, others: Sequence[Resemblance], *, superseded: Collection[MemoryId]
) -> MemoryId | None:
    for other in others:
        if other.memory.network is not memory.network or not _same_time(memory, other.memory):
            continue
        if other.memory.id in superseded:
            continue
        verdict = compare(_statement(memory, other.cosine), _statement(other.memory))
        if verdict in {Comparison.IDENTICAL, Comparison.RESTATEMENT}:
            return other.memory.id
    return None


def _revision(memory: Memory, other: Resemblance) -> Supersession | None:
    older, newer = sorted((other.memory, memory), key=_since)
    verdict = compare(_statement(newer, other.cosine), _statement(older))
    if verdict is not Comparison.REVISION:
        return None
    return Supersession(old=older.id, new=newer.id, at=max(_since(newer), _since(older)))


def _since(memory: Memory) -> datetime:
    """From when a statement holds: its date where it names one, else when it was said."""
    if memory.dating is Dating.EXACT and memory.occurred:
        return memory.occurred.start
    return memory.mentioned_at


def _same_time(one: Memory, other: Memory) -> bool:
    """Whether the same words can mean the same: "I ran today" on two days are two runs."""
    if one.dating is not other.dating:
        return False
    return one.dating is not Dating.EXACT or one.occurred == other.occurred


def _statement(memory: Memory, cosine: float | None = None) -> Statement:
    return Statement(memory.text, memory.speaker, memory.mentioned_at, cosine)
