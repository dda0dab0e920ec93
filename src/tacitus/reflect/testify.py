"""Evidence that a person or an application gives: how verified outcomes move a belief."""

from tacitus.domain.errors import InvalidRequest, MemoryNotFound
from tacitus.domain.ids import BankId, EvidenceId, uuid7
from tacitus.domain.memories import EVIDENCE
from tacitus.domain.opinions import Evidence, Judgement, Opinion, voice_of
from tacitus.reflect.derive import Tools


async def testify(bank: BankId, opinion: Opinion, judgement: Judgement, tools: Tools) -> Evidence:
    """Add one event to an opinion.

    Raises:
        InvalidRequest: Nobody is named, the weight is out of range, or the memory is no evidence.
        MemoryNotFound: The bank holds no such memory.
    """
    if not judgement.who.strip():
        raise InvalidRequest("Say who judges")
    if not 0 < judgement.weight <= 1:
        raise InvalidRequest("A weight lies above 0 and up to 1")
    now = tools.clock.now()
    event = Evidence(
        id=EvidenceId(uuid7(now)),
        opinion=opinion.memory.id,
        memory=judgement.memory,
        relation=judgement.relation,
        source=await _voice(bank, judgement, tools),
        at=min(judgement.at or now, now),
        assessor=judgement.who.strip(),
        reason=judgement.reason,
        weight=judgement.weight,
    )
    await tools.opinions.add(bank, [event])
    return event


async def _voice(bank: BankId, judgement: Judgement, tools: Tools) -> str:
    if judgement.memory is None:
        return f"person:{judgement.who.strip()}"
    found = (await tools.memories.get(bank, [judgement.memory])).get(judgement.memory)
    if found is None:
        raise MemoryNotFound(f"Memory '{judgement.memory}' not found")
    if found.network not in EVIDENCE:
        raise InvalidRequest("Only what was seen or done is evidence, not what was made of it")
    return voice_of(found)
