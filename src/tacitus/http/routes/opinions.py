"""Ours: what a bank believes, why, and how people move it."""

from tacitus.domain.ids import MemoryId
from tacitus.domain.opinions import Folding, Judgement, Opinion, Relation, Stated
from tacitus.engine import Engine
from tacitus.http.asked import identity, moment
from tacitus.http.bodies import Topic
from tacitus.http.served import AskedTags, Limit, Offset, ServedEngine
from tacitus.views.opinions import detailed_opinion, listed_opinion
from tacitus.wire import (
    Deleted,
    EvidenceRequest,
    OpinionDetail,
    OpinionList,
    OpinionRequest,
    Recomputed,
    RecomputeRequest,
    StatedOpinion,
)

router = Topic(prefix="/v1/default/banks/{bank_id:name}/opinions", tags=["opinions"])


@router.get("")
async def list_opinions(
    bank_id: str,
    engine: ServedEngine,
    tagged: AskedTags = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> OpinionList:
    """List opinions, latest formed first."""
    opinions, total = await engine.beliefs.page(bank_id, tagged, limit=limit, offset=offset)
    items = [listed_opinion(memory) for memory in opinions]
    return OpinionList(items=items, total=total, limit=limit, offset=offset)


@router.post("")
async def state_opinion(bank_id: str, body: OpinionRequest, engine: ServedEngine) -> StatedOpinion:
    """State an opinion, with the memories that it rests on."""
    stated = Stated(
        text=body.text,
        confidence=body.confidence,
        who=body.who,
        drawn_from=tuple(MemoryId(identity(id)) for id in body.drawn_from),
        reason=body.reason,
        tags=tuple(body.tags),
    )
    opinion, is_new = await engine.beliefs.state(bank_id, stated)
    detail = await _detailed(engine, bank_id, opinion)
    return StatedOpinion(**detail.model_dump(), is_new=is_new)


@router.post("/recompute")
async def recompute_opinions(
    bank_id: str, body: RecomputeRequest, engine: ServedEngine
) -> Recomputed:
    """Fold all opinions anew from their evidence."""
    folding = None if body.fold is None else Folding(body.fold)
    return Recomputed(opinions=await engine.beliefs.recompute(bank_id, folding))


@router.get("/{opinion_id:name}")
async def get_opinion(bank_id: str, opinion_id: str, engine: ServedEngine) -> OpinionDetail:
    """Return an opinion with its trajectory: why it is believed."""
    opinion = await engine.beliefs.find(bank_id, MemoryId(identity(opinion_id)))
    return await _detailed(engine, bank_id, opinion)


@router.post("/{opinion_id:name}/evidence")
async def add_evidence(
    bank_id: str, opinion_id: str, body: EvidenceRequest, engine: ServedEngine
) -> OpinionDetail:
    """Let a person or an application move an opinion."""
    judgement = Judgement(
        relation=Relation(body.relation),
        who=body.who,
        memory=None if body.memory_id is None else MemoryId(identity(body.memory_id)),
        reason=body.reason,
        weight=body.weight,
        at=None if body.at is None else moment(body.at, "at"),
    )
    id = MemoryId(identity(opinion_id))
    moved = await engine.beliefs.add_evidence(bank_id, id, judgement)
    return await _detailed(engine, bank_id, moved)


@router.delete("/{opinion_id:name}")
async def forget_opinion(bank_id: str, opinion_id: str, engine: ServedEngine) -> Deleted:
    """Delete an opinion with its evidence."""
    opinion = await engine.beliefs.find(bank_id, MemoryId(identity(opinion_id)))
    await engine.forgetting.memory(bank_id, opinion.memory.id)
    return Deleted(success=True, message="Opinion forgotten", deleted_count=1)


async def _detailed(engine: Engine, bank: str, opinion: Opinion) -> OpinionDetail:
    return detailed_opinion(opinion, await engine.beliefs.seen(bank, opinion))
