"""Step 4 of reflect: opinions that were formed are stored, unless they are held already."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Changes, Record
from tacitus.domain.ids import MemoryId, OperationId, uuid7
from tacitus.domain.memories import Memory, Network
from tacitus.domain.operations import Job, JobKind
from tacitus.domain.opinions import THEME
from tacitus.domain.reflection import OpinionDraft
from tacitus.domain.statements import Comparison, Statement, compare
from tacitus.reflect.derive import Derived, Tools, derive, mentions_in

_ALIKE = 20
"""How many held opinions of its theme a new one is compared with."""


@dataclass(frozen=True, slots=True)
class _Formed:
    """A new opinion, with the memories it was drawn from."""

    record: Record
    basis: tuple[Memory, ...]


@dataclass(frozen=True, slots=True)
class Drafts:
    """Opinions that an answer came to.

    Attributes:
        how: The disposition they were formed under.
        at: When the answer was given: what is learnt after it has not been heard yet.
    """

    opinions: tuple[OpinionDraft, ...]
    how: Disposition
    at: datetime


def drafts_to_json(drafts: Drafts) -> dict[str, object]:
    """Return JSON values from which `drafts_from_json` makes the same."""
    return {
        "disposition": asdict(drafts.how),
        "at": drafts.at.isoformat(),
        "opinions": [
            {
                "text": draft.text,
                "confidence": draft.confidence,
                "drawn_from": [str(id) for id in draft.drawn_from],
            }
            for draft in drafts.opinions
        ],
    }


def drafts_from_json(value: Mapping[str, Any]) -> Drafts:
    """Return what `drafts_to_json` was given."""
    opinions = [
        OpinionDraft(
            one["text"],
            one["confidence"],
            tuple(MemoryId(UUID(id)) for id in one["drawn_from"]),
        )
        for one in value["opinions"]
    ]
    how, at = Disposition(**value["disposition"]), datetime.fromisoformat(value["at"])
    return Drafts(tuple(opinions), how, at)


async def revise(drafts: Drafts, bank: Bank, tools: Tools) -> tuple[MemoryId, ...]:
    """Store new opinions with the memories they rest on; return their ids.

    An opinion that says what one held already says is not formed again, and moves nothing: what an
    agent says to itself is no evidence. So the same drafts again change nothing. A draft that rests
    on what is gone meanwhile is left out: it may say it. What was learnt meanwhile is weighed
    against the new opinions.

    Raises:
        Conflict: What one rests on went in this very moment: try again.
    """
    formed = await _formed(drafts, bank, tools)
    if not formed:
        return ()
    ids = tuple(one.record.memory.id for one in formed)
    changes = Changes(
        bank=bank.id,
        records=tuple(one.record for one in formed),
        mentions=tuple(
            [
                mention
                for one in formed
                for mention in await mentions_in(one.record, one.basis, bank.id, tools)
            ]
        ),
        drawn_from=tuple((id, d) for id, d in zip(ids, map(_bases, formed), strict=True)),
        formed=tuple((id, drafts.how) for id in ids),
        jobs=await _unheard(formed, drafts.at, bank, tools),
    )
    await tools.memories.apply(changes)
    return ids


async def _formed(drafts: Drafts, bank: Bank, tools: Tools) -> list[_Formed]:
    """Return what is new of some drafts, and rests on what is there."""
    asked = {id for draft in drafts.opinions for id in draft.drawn_from}
    known = await tools.memories.get(bank.id, sorted(asked))
    grounded = [
        draft
        for draft in drafts.opinions
        if draft.drawn_from and known.keys() >= {*draft.drawn_from}
    ]
    formed: list[_Formed] = []
    for record, draft in zip(await _recorded(grounded, bank, tools), grounded, strict=True):
        others = [one.record.memory for one in formed]
        if not await _is_held(record, others, bank, tools):
            basis = tuple(known[id] for id in draft.drawn_from)
            formed.append(_Formed(record, basis))
    return formed


async def _unheard(
    formed: Sequence[_Formed], since: datetime, bank: Bank, tools: Tools
) -> tuple[Job, ...]:
    """Return the work of weighing what was learnt since the answer, if anything was."""
    vectors = [one.record.vector for one in formed]
    near = await tools.memories.resembling(bank.id, vectors, floor=THEME, each=_ALIKE)
    late = {one.memory.id for some in near for one in some if one.memory.known_at > since}
    if not late:
        return ()
    id = OperationId(uuid7(tools.clock.now()))
    payload = {"memories": [str(memory) for memory in sorted(late)]}
    job = Job(id=id, bank=bank.id, kind=JobKind.REINFORCE, payload=payload, order_key="reinforce")
    return (job,)


def _bases(formed: _Formed) -> tuple[MemoryId, ...]:
    return tuple(memory.id for memory in formed.basis)


async def _recorded(drafts: Sequence[OpinionDraft], bank: Bank, tools: Tools) -> list[Record]:
    derived = [
        Derived(
            text=draft.text,
            network=Network.OPINION,
            drawn_from=draft.drawn_from,
            confidence=draft.confidence,
        )
        for draft in drafts
    ]
    return await derive(derived, bank.id, tools) if derived else []


async def _is_held(record: Record, others: Sequence[Memory], bank: Bank, tools: Tools) -> bool:
    new = record.memory
    alike = await tools.opinions.touching(bank.id, new.id, record.vector, limit=_ALIKE)
    said = Statement(new.text, None, new.mentioned_at)
    return any(
        compare(said, Statement(memory.text, None, memory.mentioned_at))
        in {Comparison.IDENTICAL, Comparison.RESTATEMENT}
        for memory in (*alike, *others)
        if memory.network is Network.OPINION
    )
