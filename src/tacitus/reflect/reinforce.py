"""Reinforcement: each new memory is weighed against the opinions it touches (Eq. 26)."""

from collections.abc import Sequence
from uuid import NAMESPACE_OID, uuid5

from pydantic import BaseModel, Field

from tacitus.domain.ids import BankId, EvidenceId, MemoryId
from tacitus.domain.meanings import meaning_of
from tacitus.domain.memories import EVIDENCE, Memory
from tacitus.domain.opinions import Evidence, Relation, Wording, voice_of
from tacitus.domain.terms import terms
from tacitus.ports.models import LanguageModel
from tacitus.reflect.derive import Tools
from tacitus.reflect.gathered import listed
from tacitus.reflect.prompts import prompt

TOUCHED = 5
"""How many opinions one memory is weighed against."""
_UNMENTIONED = "The assessment does not mention it."


class Effect(BaseModel):
    """What the memory does to one opinion, by the number the opinion was shown with."""

    opinion: int
    relation: Relation
    reason: str = ""
    rewording: str = Field(default="", max_length=500)


class Assessment(BaseModel):
    """The shape a model weighs in."""

    effects: list[Effect] = Field(default_factory=list[Effect])


async def reinforce(
    bank: BankId, memory: Memory, model: LanguageModel, tools: Tools
) -> list[Evidence]:
    """Weigh a memory against the opinions it touches and keep what it did to them.

    Weighed again, it changes nothing, and the model is not asked: the evidence of a memory on an
    opinion has one id.

    Raises:
        ModelError: The model gave no usable answer; nothing is kept.
    """
    if memory.network not in EVIDENCE:
        return []
    [vector] = await tools.embedder.embed([meaning_of(memory.text, memory.speaker)])
    touched = await tools.opinions.touching(bank, memory.id, vector, limit=TOUCHED)
    if not touched:
        return []
    shown = (
        f"<observation>\n{listed([memory])}\n</observation>\n\n"
        f"<opinions>\n{listed(touched)}\n</opinions>"
    )
    said = await model.ask(system=prompt("assessment"), prompt=shown, shape=Assessment)
    evidence = _evidence(memory, touched, said.value, model.name, tools)
    rewordings = dict.fromkeys(event.rewording for event in evidence if event.rewording)
    await tools.opinions.add(bank, evidence, await _wordings([*rewordings], tools))
    return evidence


def _evidence(
    memory: Memory, touched: Sequence[Memory], said: Assessment, assessor: str, tools: Tools
) -> list[Evidence]:
    effects = {effect.opinion: effect for effect in said.effects}
    evidence: list[Evidence] = []
    for number, opinion in enumerate(touched, start=1):
        unmentioned = Effect(opinion=number, relation=Relation.NEUTRAL, reason=_UNMENTIONED)
        effect = effects.get(number, unmentioned)
        evidence.append(
            Evidence(
                id=_evidence_id(opinion.id, memory.id),
                opinion=opinion.id,
                memory=memory.id,
                relation=effect.relation,
                source=voice_of(memory),
                at=tools.clock.now(),
                assessor=assessor,
                reason=effect.reason,
                rewording=_rewording(effect, opinion),
            )
        )
    return evidence


def _rewording(effect: Effect, opinion: Memory) -> str:
    """Return the new words; only what is contradicted is put anew."""
    words = " ".join(effect.rewording.split())
    return words if effect.relation is Relation.CONTRADICT and words != opinion.text else ""


async def _wordings(texts: Sequence[str], tools: Tools) -> list[Wording]:
    if not texts:
        return []
    vectors = await tools.embedder.embed(texts)
    return [
        Wording(text, vector, terms(text), tools.counter.count(text))
        for text, vector in zip(texts, vectors, strict=True)
    ]


def _evidence_id(opinion: MemoryId, memory: MemoryId) -> EvidenceId:
    return EvidenceId(uuid5(NAMESPACE_OID, f"{opinion}/{memory}"))
