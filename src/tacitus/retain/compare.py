"""Step 6 of retain: what is said once more gains a source; what changed supersedes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from tacitus.domain.changes import Draft, Record, Resettlement, Restatement, Supersession
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import EVIDENCE, Dating, Memory, State
from tacitus.domain.repetition import repeats, statement_of
from tacitus.domain.statements import only_quotes, revises
from tacitus.ports.storage import Resemblance
from tacitus.retain.stages import Compared


def compare_statements(
    records: Sequence[Record],
    near: Sequence[Sequence[Resemblance]],
    corrected: Mapping[MemoryId, MemoryId] = MappingProxyType({}),
) -> Compared:
    """Keep what says something new.

    A memory that is quoted back is neither new nor proof of anything: it would feed on itself.

    Args:
        near: What each record resembles, in the order of the records.
        corrected: Which record one says was wrong, by the one that says so.
    """
    kept: list[Record] = []
    restatements: list[Restatement] = []
    supersessions: dict[MemoryId, Supersession] = {}
    gone: set[MemoryId] = set()
    stands_for: dict[MemoryId, MemoryId] = {}
    by_id = {record.memory.id: record.memory for record in records}
    for record, others in zip(records, near, strict=True):
        alive = [other for other in others if other.memory.id not in gone]
        if _quotes(record.memory, alive):
            gone.add(record.memory.id)
            continue
        revisions = _revisions(record.memory, alive)
        said = _said_before(record.memory, alive, revisions, supersessions)
        if said is not None:
            gone.add(record.memory.id)
            stands_for[record.memory.id] = said
            restatements.append(Restatement(said, record.memory.sources[0]))
            continue
        kept.append(record)
        wrong = corrected.get(record.memory.id, record.memory.id)
        right = _corrections(record.memory, by_id[wrong], stands_for.get(wrong, wrong))
        _supersede(supersessions, (*right, *revisions), _ends(alive))
    return Compared(
        records=tuple(kept),
        restatements=tuple(restatements),
        supersessions=tuple(supersessions.values()),
    )


def resettled(before: Memory, after: Memory, others: Sequence[Memory]) -> Resettlement:
    """Return which states hold by now where a memory was edited.

    What ended because of its words is worked out anew; what ended for another reason stays so.

    Args:
        others: What it replaced, what replaced it, and what speaks of the same state as it does now.
    """
    near = [Resemblance(other, 1.0) for other in others]
    then = {(one.old, one.new) for one in _revisions(before, near)}
    stored = {(other.id, other.superseded_by) for other in (before, *others)}
    loose = {old for old, new in stored & then if before.id in {old, new}}
    ends = {one.id: one.valid_until for one in (before, *others) if one.id not in loose}
    found: dict[MemoryId, Supersession] = {}
    _supersede(found, _revisions(after, near), ends)
    for other in others:
        if other.id in loose:
            revisions = _revisions(other, [each for each in near if each.memory is not other])
            _supersede(found, (one for one in revisions if one.old == other.id), ends)
    return Resettlement(tuple(sorted(loose - found.keys())), tuple(found.values()))


def corrected_in(records: Sequence[Record], drafts: Sequence[Draft]) -> dict[MemoryId, MemoryId]:
    """Return which record each correction puts right.

    Args:
        drafts: In the order of the records.
    """
    return {
        record.memory.id: records[draft.corrects].memory.id
        for record, draft in zip(records, drafts, strict=True)
        if draft.corrects is not None
    }


def _quotes(memory: Memory, others: Sequence[Resemblance]) -> bool:
    known = [
        other.memory
        for other in others
        if other.memory.state is State.VALID and _have_the_same_readers(other.memory, memory)
    ]
    return only_quotes(statement_of(memory), map(statement_of, known))


def _supersede(
    supersessions: dict[MemoryId, Supersession],
    more: Iterable[Supersession],
    ends: Mapping[MemoryId, datetime | None],
) -> None:
    """Let memories end where the first of what replaces them begins, in whatever order that came.

    Args:
        ends: When they ended as they are stored.
    """
    for one in more:
        known = supersessions.get(one.old)
        end = known.at if known else ends.get(one.old)
        if end is None or one.at < end:
            supersessions[one.old] = one


def _ends(others: Sequence[Resemblance]) -> dict[MemoryId, datetime | None]:
    return {other.memory.id: other.memory.valid_until for other in others}


def _said_before(
    memory: Memory,
    others: Sequence[Resemblance],
    revisions: Sequence[Supersession],
    supersessions: Mapping[MemoryId, Supersession],
) -> MemoryId | None:
    """Return what a memory says once more: nothing where something else held between the two."""
    since = _since(memory)
    end = min((one.at for one in revisions if one.old == memory.id), default=None)
    for other in others:
        known = other.memory
        if known.network is not memory.network or (end is not None and _since(known) >= end):
            continue
        change = supersessions.get(known.id)
        ended = change.at if change else known.valid_until
        if ended is not None and since >= ended:
            continue
        # One memory has one set of tags: merged, it would be missing under the tags of the other.
        if _have_the_same_readers(known, memory) and repeats(memory, known, cosine=other.cosine):
            return known.id
    return None


def _corrections(right: Memory, wrong: Memory, old: MemoryId) -> list[Supersession]:
    """Return what is superseded where one memory puts another right; nothing where it is itself.

    Args:
        old: What stands for the wrong one.
    """
    at = max(right.mentioned_at, wrong.mentioned_at)
    return [] if wrong is right else [Supersession(old=old, new=right.id, at=at)]


def _revisions(memory: Memory, others: Sequence[Resemblance]) -> list[Supersession]:
    return [found for other in others if (found := _revision(memory, other))]


def _revision(memory: Memory, other: Resemblance) -> Supersession | None:
    if not _share_readers(memory, other.memory) or not _are_evidence(memory, other.memory):
        return None
    since, other_since = _since(memory), _since(other.memory)
    newer, older = (other.memory, memory) if since < other_since else (memory, other.memory)
    if not revises(statement_of(newer, other.cosine), statement_of(older)):
        return None
    at = max(since, other_since, older.mentioned_at)
    return Supersession(old=older.id, new=newer.id, at=at)


def _are_evidence(one: Memory, other: Memory) -> bool:
    """Whether both were seen or done: a judgement ends no fact, and beliefs move by evidence."""
    return one.network in EVIDENCE and other.network in EVIDENCE


def _have_the_same_readers(one: Memory, other: Memory) -> bool:
    return one.tags == other.tags or {*one.tags} == {*other.tags}


def _share_readers(one: Memory, other: Memory) -> bool:
    """Whether who sees one sees the other: what another team's tag hides ends nothing here."""
    return not one.tags or not other.tags or not {*one.tags}.isdisjoint(other.tags)


def _since(memory: Memory) -> datetime:
    """From when a statement holds: its date where it names one, else when it was said."""
    if memory.dating is Dating.EXACT and memory.occurred:
        return memory.occurred.start
    return memory.mentioned_at
