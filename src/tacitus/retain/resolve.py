"""Step 7 of retain: names to entities (Eq. 2), known ones or new ones."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tacitus.domain.aside import each_aside
from tacitus.domain.changes import Draft, Record
from tacitus.domain.graph import Entity, EntityType, Mention, Surface
from tacitus.domain.ids import BankId, EntityId, MemoryId, uuid7
from tacitus.domain.memories import Memory
from tacitus.domain.names import fold
from tacitus.domain.resolution import Context, Known, doubtful, lookup_keys
from tacitus.domain.resolution import resolve as meant
from tacitus.ports.storage import EntityStore
from tacitus.retain.stages import Resolved


async def resolve(
    records: Sequence[Record],
    drafts: Mapping[MemoryId, Draft],
    bank: BankId,
    entities: EntityStore,
) -> Resolved:
    """Resolve the surfaces of the records' drafts in reading order.

    All speakers come first: "Hey Mel!" means Melanie, though she has not said anything yet.
    """
    surfaces = [_surfaces(drafts[record.memory.id]) for record in records]
    speakers = {record.memory.speaker for record in records if record.memory.speaker}
    named = {Surface(speaker, EntityType.PERSON) for speaker in speakers}.union(*surfaces)
    keys = {key for name in {one.text for one in named} for key in lookup_keys(name)}
    known = await entities.alike(bank, sorted(keys)) if keys else []
    unsure = doubtful(named, known)
    companions = await entities.companions(bank, unsure) if unsure else {}
    cast = _Cast(bank)
    for entity in known:
        cast.meet(Known(entity, companions.get(entity.id, {})))
    for record in records:
        cast.admit(record.memory)
    await each_aside(
        lambda one: cast.read(one[0].memory, one[1]),
        zip(records, surfaces, strict=True),
        lambda one: len(one[0].memory.text),
    )
    return Resolved(
        entities=tuple(cast.new.values()),
        mentions=tuple(cast.mentions),
        mention_counts=cast.counts(),
    )


def _surfaces(draft: Draft) -> list[Surface]:
    """Return the names of a draft, its speaker's first: participants are resolved first."""
    speaker = fold(draft.speaker) if draft.speaker else None
    named = [surface for surface in draft.surfaces if fold(surface.text)]
    return sorted(named, key=lambda surface: fold(surface.text) != speaker)


@dataclass(slots=True)
class _Cast:
    """Everybody and everything spoken of so far; grows as the document is read."""

    bank: BankId
    known: list[Known] = field(default_factory=list[Known])
    new: dict[EntityId, Entity] = field(default_factory=dict[EntityId, Entity])
    mentions: list[Mention] = field(default_factory=list[Mention])
    speakers: dict[str, EntityId] = field(default_factory=dict[str, EntityId])
    by_key: dict[str, EntityId] = field(default_factory=dict[str, EntityId])
    """Who is called exactly so: most names are, and need not be compared with all others."""

    def meet(self, one: Known) -> None:
        self.known.append(one)
        self.by_key.setdefault(one.entity.key, one.entity.id)

    def admit(self, memory: Memory) -> None:
        """Take note of who speaks."""
        if memory.speaker and memory.speaker not in self.speakers and fold(memory.speaker):
            surface = Surface(memory.speaker, EntityType.PERSON)
            id = self._meant(surface, memory, Context(at=memory.mentioned_at))
            self.speakers[memory.speaker] = id

    def read(self, memory: Memory, surfaces: Sequence[Surface]) -> None:
        others: set[EntityId] = set()
        for surface in surfaces:
            context = Context(
                at=memory.mentioned_at,
                others=frozenset(others),
                participants=frozenset(self.speakers.values()),
            )
            id = self._meant(surface, memory, context)
            if id not in others:
                others.add(id)
                self.mentions.append(Mention(memory.id, id, surface.text))

    def counts(self) -> dict[EntityId, int]:
        before = {one.entity.id: one.entity.mention_count for one in self.known}
        now = Counter(mention.entity for mention in self.mentions)
        return {id: before.get(id, 0) + count for id, count in now.items()}

    def _meant(self, surface: Surface, memory: Memory, context: Context) -> EntityId:
        found = self.by_key.get(fold(surface.text)) or meant(surface, self.known, context)
        if found is not None:
            if found in self.new:
                self.new[found] = _seen(self.new[found], memory)
            return found
        entity = Entity(
            id=EntityId(uuid7(memory.known_at)),
            bank=self.bank,
            name=surface.text,
            key=fold(surface.text),
            type=surface.type,
            first_seen=memory.mentioned_at,
            last_seen=memory.mentioned_at,
        )
        self.new[entity.id] = entity
        self.meet(Known(entity))
        return entity.id


def _seen(entity: Entity, memory: Memory) -> Entity:
    return replace(
        entity,
        first_seen=min(entity.first_seen, memory.mentioned_at),
        last_seen=max(entity.last_seen, memory.mentioned_at),
    )
