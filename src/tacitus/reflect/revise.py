"""Step 4 of reflect: opinions that were formed are stored, unless they are held already."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tacitus.domain.banks import Bank, Disposition
from tacitus.domain.changes import Changes, Record
from tacitus.domain.graph import Mention
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, Network
from tacitus.domain.names import fold
from tacitus.domain.reflection import OpinionDraft
from tacitus.domain.statements import Comparison, Statement, compare
from tacitus.reflect.derive import Derived, Tools, derive

_ALIKE = 20
"""How many held opinions of its theme a new one is compared with."""


@dataclass(frozen=True, slots=True)
class _Formed:
    """A new opinion, with the memories it was drawn from."""

    record: Record
    basis: tuple[Memory, ...]


async def revise(
    drafts: Sequence[OpinionDraft],
    given: Sequence[Memory],
    bank: Bank,
    how: Disposition,
    tools: Tools,
) -> tuple[MemoryId, ...]:
    """Store new opinions with the memories they rest on; return their ids.

    An opinion that says what one held already says is not formed again, and moves nothing: what an
    agent says to itself is no evidence.

    Args:
        given: What the answer was given; opinions are drawn from these.
        how: The disposition they were formed under.
    """
    known = {memory.id: memory for memory in given}
    formed: list[_Formed] = []
    for record, draft in zip(await _recorded(drafts, bank, tools), drafts, strict=True):
        others = [*given, *(one.record.memory for one in formed)]
        if not await _is_held(record, others, bank, tools):
            basis = tuple(known[id] for id in draft.drawn_from)
            formed.append(_Formed(record, basis))
    if not formed:
        return ()
    ids = tuple(one.record.memory.id for one in formed)
    changes = Changes(
        bank=bank.id,
        records=tuple(one.record for one in formed),
        mentions=tuple([m for one in formed for m in await _mentions(one, bank, tools)]),
        drawn_from=tuple((id, d) for id, d in zip(ids, map(_bases, formed), strict=True)),
        formed=tuple((id, how) for id in ids),
    )
    await tools.memories.apply(changes)
    return ids


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


async def _mentions(formed: _Formed, bank: Bank, tools: Tools) -> list[Mention]:
    """Return whom an opinion is about: who is named in it, or in everything it rests on."""
    words = fold(formed.record.memory.text)
    named = {fold(name): name for memory in formed.basis for name in memory.entities}
    everywhere = {
        key
        for key, name in named.items()
        if all(name in memory.entities for memory in formed.basis)
    }
    about = {
        key: name
        for key, name in named.items()
        if key in everywhere or re.search(rf"\b{re.escape(key)}\b", words)
    }
    if not about:
        return []
    entities = await tools.entities.alike(bank.id, sorted(about))
    id = formed.record.memory.id
    return [Mention(id, one.id, about[one.key]) for one in entities if one.key in about]
