"""Step 4 of reflect: opinions that were formed are stored, unless they are held already."""

from collections.abc import Sequence
from datetime import datetime

from tacitus.domain.banks import Bank
from tacitus.domain.changes import Changes
from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory, Network
from tacitus.domain.reflection import OpinionDraft
from tacitus.domain.statements import Comparison, Statement, compare
from tacitus.reflect.derive import Derived, Tools, derive


async def revise(
    drafts: Sequence[OpinionDraft], held: Sequence[Memory], bank: Bank, tools: Tools
) -> tuple[MemoryId, ...]:
    """Store new opinions with the memories they rest on; return their ids.

    Args:
        held: What the answer was given; an opinion among it that says the same is not formed again.
    """
    now = tools.clock.now()
    fresh = [
        Derived(
            text=draft.text,
            network=Network.OPINION,
            drawn_from=draft.drawn_from,
            confidence=draft.confidence,
        )
        for draft in drafts
        if not _held(draft, held, now)
    ]
    if not fresh:
        return ()
    records = await derive(fresh, bank.id, tools)
    ids = tuple(record.memory.id for record in records)
    drawn_from = tuple((id, one.drawn_from) for id, one in zip(ids, fresh, strict=True))
    await tools.memories.apply(Changes(bank=bank.id, records=tuple(records), drawn_from=drawn_from))
    return ids


def _held(draft: OpinionDraft, held: Sequence[Memory], now: datetime) -> bool:
    said = Statement(draft.text, None, now)
    return any(
        compare(said, Statement(memory.text, None, memory.mentioned_at))
        in {Comparison.IDENTICAL, Comparison.RESTATEMENT}
        for memory in held
        if memory.network is Network.OPINION
    )
