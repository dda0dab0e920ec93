"""Observations: a preference-neutral summary of an entity, renewed when its facts change."""

from collections.abc import Mapping, Sequence
from itertools import count

from pydantic import BaseModel, Field

from tacitus.domain.changes import Changes, Supersession
from tacitus.domain.errors import Conflict
from tacitus.domain.graph import Entity, Mention
from tacitus.domain.ids import BankId, EntityId, MemoryId
from tacitus.domain.memories import EVIDENCE, Memory, Network
from tacitus.ports.models import LanguageModel
from tacitus.ports.storage import EntityStore
from tacitus.reflect.derive import Derived, Tools, derive
from tacitus.reflect.gathered import listed
from tacitus.reflect.prompts import prompt

READ = 40
"""How many of an entity's latest memories are summarised."""
_PAGE = 100


class Summary(BaseModel):
    """The shape a model summarises in."""

    text: str = Field(min_length=1)
    drawn_from: list[int] = Field(default_factory=list[int])


async def observe(
    bank: BankId, entity: Entity, model: LanguageModel, tools: Tools
) -> MemoryId | None:
    """Summarise an entity anew; the summary before it is superseded.

    Returns:
        The new observation, or None where nothing is known of the entity any more.

    Raises:
        ModelError: The model gave no usable answer.
        Conflict: What the model was shown went meanwhile: it may say it, whatever it names.
    """
    known = await tools.entities.memories(bank, entity.id, networks=frozenset(EVIDENCE), limit=READ)
    if not known:
        return None
    facts = (
        f"Summarise: {entity.name} ({entity.type})\n\n<statements>\n{listed(known)}\n</statements>"
    )
    said = await model.ask(system=prompt("observation"), prompt=facts, shape=Summary)
    sources = _sources(known, said.value.drawn_from)
    one = Derived(text=said.value.text, network=Network.OBSERVATION, drawn_from=sources)
    [record] = await derive([one], bank, tools)
    before = (await tools.entities.observations(bank, [entity.id])).get(entity.id)
    id = record.memory.id
    shown = [memory.id for memory in known]
    if len(await tools.memories.get(bank, shown)) < len(shown):
        raise Conflict(f"Something of '{entity.name}' went while it was summarised")
    replaced = (Supersession(before.id, id, record.memory.known_at),) if before else ()
    changes = Changes(
        bank=bank,
        records=(record,),
        mentions=(Mention(id, entity.id, entity.name),),
        drawn_from=((id, sources),),
        supersessions=replaced,
    )
    await tools.memories.apply(changes)
    return id


async def stale(
    bank: BankId, observations: Mapping[EntityId, Memory], entities: EntityStore
) -> frozenset[EntityId]:
    """Return the entities of which something was learnt since they were summarised."""
    learnt = await entities.learnt(bank, [*observations])
    return frozenset(
        entity
        for entity, observation in observations.items()
        if entity in learnt and learnt[entity] > observation.known_at
    )


async def observe_stale(
    bank: BankId, model: LanguageModel, least: int, tools: Tools
) -> list[MemoryId]:
    """Summarise anew what has no summary, or a stale one; return the new observations.

    Interrupted, it goes on where it stopped: what is summarised is stale no more.

    Args:
        least: How many memories must mention an entity.

    Raises:
        ModelError: The model gave no usable answer.
    """
    made: list[MemoryId | None] = []
    for offset in count(0, _PAGE):
        page, _ = await tools.entities.page(bank, limit=_PAGE, offset=offset)
        often = [entity for entity in page if entity.mention_count >= least]
        known = await tools.entities.observations(bank, [one.id for one in often])
        outdated = await stale(bank, known, tools.entities)
        for entity in often:
            if entity.id not in known or entity.id in outdated:
                made.append(await observe(bank, entity, model, tools))
        if len(often) < _PAGE:
            break
    return [id for id in made if id is not None]


def _sources(known: Sequence[Memory], numbers: Sequence[int]) -> tuple[MemoryId, ...]:
    """Return what was used; all of it where the model named nothing that exists."""
    used = [known[number - 1].id for number in numbers if 1 <= number <= len(known)]
    return tuple(dict.fromkeys(used)) or tuple(memory.id for memory in known)
