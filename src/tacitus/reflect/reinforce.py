"""Reinforcement: each new memory is weighed against the opinions it touches (Eq. 26)."""

from collections.abc import Sequence
from uuid import NAMESPACE_OID, uuid5

from pydantic import BaseModel, Field

from tacitus.domain.ids import BankId, EvidenceId, MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.opinions import Evidence, Relation
from tacitus.ports.models import LanguageModel
from tacitus.ports.storage import OpinionStore
from tacitus.reflect.derive import Tools
from tacitus.reflect.gathered import listed
from tacitus.reflect.prompts import prompt

TOUCHED = 5
"""How many opinions one memory is weighed against."""


class Effect(BaseModel):
    """What the memory does to one opinion, by the number the opinion was shown with."""

    opinion: int
    relation: Relation
    reason: str = ""


class Assessment(BaseModel):
    """The shape a model weighs in."""

    effects: list[Effect] = Field(default_factory=list[Effect])


async def reinforce(
    bank: BankId, memory: Memory, model: LanguageModel, opinions: OpinionStore, tools: Tools
) -> list[Evidence]:
    """Weigh a memory against the opinions it touches and keep what it did to them.

    Weighed again, it changes nothing: the evidence of a memory on an opinion has one id.

    Raises:
        ModelError: The model gave no usable answer.
    """
    [vector] = await tools.embedder.embed([memory.text])
    touched = await opinions.touching(bank, memory.id, vector, limit=TOUCHED)
    if not touched:
        return []
    shown = (
        f"<observation>\n{listed([memory])}\n</observation>\n\n"
        f"<opinions>\n{listed(touched)}\n</opinions>"
    )
    said = await model.ask(system=prompt("assessment"), prompt=shown, shape=Assessment)
    evidence = _evidence(memory, touched, said.value, model.name, tools)
    await opinions.add(bank, evidence)
    return evidence


def _evidence(
    memory: Memory, touched: Sequence[Memory], said: Assessment, assessor: str, tools: Tools
) -> list[Evidence]:
    effects = {effect.opinion: effect for effect in said.effects}
    return [
        Evidence(
            id=_evidence_id(opinion.id, memory.id),
            opinion=opinion.id,
            memory=memory.id,
            relation=effects[number].relation,
            source=_voice(memory),
            at=tools.clock.now(),
            assessor=assessor,
            reason=effects[number].reason,
        )
        for number, opinion in enumerate(touched, start=1)
        if number in effects
    ]


def _voice(memory: Memory) -> str:
    """One document is one voice, however often it says the same."""
    return f"document:{memory.document}" if memory.document else f"memory:{memory.id}"


def _evidence_id(opinion: MemoryId, memory: MemoryId) -> EvidenceId:
    return EvidenceId(uuid5(NAMESPACE_OID, f"{opinion}/{memory}"))
