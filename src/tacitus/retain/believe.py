"""Step 6 of retain, for opinions: one that is held already is not formed again."""

from dataclasses import replace

from tacitus.domain.changes import Record, Restatement
from tacitus.domain.ids import BankId
from tacitus.domain.memories import Memory, Network
from tacitus.domain.repetition import repeats
from tacitus.ports.storage import OpinionStore
from tacitus.retain.stages import Compared

_ALIKE = 20
"""How many held opinions of its theme a new one is compared with."""


async def believe(compared: Compared, bank: BankId, opinions: OpinionStore) -> Compared:
    """Leave out the opinions that say what one held already says.

    Where the one held was read itself, it gains a source. Its confidence stays: what an agent says
    once more is no evidence.
    """
    new = [one for one in compared.records if one.memory.network is Network.OPINION]
    if not new:
        return compared
    held = {one.memory.id: await _held(one, bank, opinions) for one in new}
    known = {id: one for id, one in held.items() if one is not None}
    again = [
        Restatement(known[one.memory.id].id, one.memory.sources[0])
        for one in new
        if one.memory.id in known and known[one.memory.id].sources
    ]
    return replace(
        compared,
        records=tuple(one for one in compared.records if one.memory.id not in known),
        restatements=(*compared.restatements, *again),
    )


async def _held(record: Record, bank: BankId, opinions: OpinionStore) -> Memory | None:
    alike = await opinions.touching(bank, record.memory.id, record.vector, limit=_ALIKE)
    tags = {*record.memory.tags}
    same = (one for one in alike if {*one.tags} == tags and repeats(record.memory, one))
    return next(same, None)
