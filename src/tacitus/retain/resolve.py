"""Step 7 of retain: names to entities (Eq. 2), known ones or new ones."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

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

Telling = tuple[datetime, set[EntityId]]
"""When something was said, and of whom."""


async def resolve(
    records: Sequence[Record],
    drafts: Sequence[Mapping[MemoryId, Draft]],
    bank: BankId,
    entities: EntityStore,
) -> Resolved:
    """Resolve the surfaces of the records' drafts in reading order.

    All speakers of a document come first: "Hey Mel!" means Melanie, though she has not said anything
    yet. What a document tells of somebody is known when the next one is read.

    Args:
        drafts: By the id of their record, for each document.
    """
    documents = [
        [(one, _surfaces(some[one.memory.id])) for one in records if one.memory.id in some]
        for some in drafts
    ]
    cast = await _cast(documents, bank, entities)
    for document in documents:
        cast.sit()
        for record, _ in document:
            cast.admit(record.memory)
        await each_aside(
            lambda one: cast.read(one[0].memory, one[1]),
            document,
            lambda one: len(one[0].memory.text),
        )
    return Resolved(
        entities=tuple(cast.new.values()),
        mentions=tuple(cast.mentions),
        mention_counts=cast.counts(),
    )


async def _cast(
    documents: Sequence[Sequence[tuple[Record, Sequence[Surface]]]],
    bank: BankId,
    entities: EntityStore,
) -> "_Cast":
    """Ask who is known under the names of some documents."""
    told = [one for some in documents for one in some]
    speakers = {record.memory.speaker for record, _ in told if record.memory.speaker}
    named = {Surface(speaker, EntityType.PERSON) for speaker in speakers}
    named = named.union(*(surfaces for _, surfaces in told))
    keys = {key for name in {one.text for one in named} for key in lookup_keys(name)}
    known = await entities.alike(bank, sorted(keys)) if keys else []
    unsure = doubtful(named, known)
    companions = await entities.companions(bank, unsure) if unsure else {}
    cast = _Cast(bank)
    for entity in known:
        cast.meet(Known(entity, companions.get(entity.id, {})))
    return cast


def _surfaces(draft: Draft) -> list[Surface]:
    """Return the names of a draft, its speaker's first: participants are resolved first."""
    speaker = fold(draft.speaker) if draft.speaker else None
    named = [surface for surface in draft.surfaces if fold(surface.text)]
    return sorted(named, key=lambda surface: fold(surface.text) != speaker)


@dataclass(slots=True)
class _Cast:
    """Everybody and everything spoken of so far; grows as documents are read.

    Attributes:
        told: In this document.
    """

    bank: BankId
    known: list[Known] = field(default_factory=list[Known])
    places: dict[EntityId, int] = field(default_factory=dict[EntityId, int])
    new: dict[EntityId, Entity] = field(default_factory=dict[EntityId, Entity])
    mentions: list[Mention] = field(default_factory=list[Mention])
    told: list[Telling] = field(default_factory=list[Telling])
    speakers: dict[str, EntityId] = field(default_factory=dict[str, EntityId])
    by_key: dict[str, EntityId] = field(default_factory=dict[str, EntityId])
    """Who is called exactly so: most names are, and need not be compared with all others."""

    def sit(self) -> None:
        """Begin with a document: nobody has spoken in it, and what others told is known."""
        told: defaultdict[EntityId, list[Telling]] = defaultdict(list)
        for telling in self.told:
            for id in telling[1]:
                told[id].append(telling)
        for id, tellings in told.items():
            place = self.places[id]
            self.known[place] = _told_of(self.known[place], tellings)
        self.told.clear()
        self.speakers.clear()

    def meet(self, one: Known) -> None:
        self.places[one.entity.id] = len(self.known)
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
        self.told.append((memory.mentioned_at, others))

    def counts(self) -> dict[EntityId, int]:
        now = Counter(id for _, named in self.told for id in named)
        return {
            mention.entity: now[mention.entity]
            + self.known[self.places[mention.entity]].entity.mention_count
            for mention in self.mentions
        }

    def _meant(self, surface: Surface, memory: Memory, context: Context) -> EntityId:
        found = self.by_key.get(fold(surface.text)) or meant(surface, self.known, context)
        if found is not None:
            if found in self.new:
                self.new[found] = _seen(self.new[found], memory.mentioned_at)
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


def _told_of(one: Known, tellings: Sequence[Telling]) -> Known:
    """Return what is known of an entity once memories of it and others are there."""
    company = Counter(one.companions)
    for _, named in tellings:
        company.update(named - {one.entity.id})
    seen = _seen(_seen(one.entity, min(at for at, _ in tellings)), max(at for at, _ in tellings))
    return Known(replace(seen, mention_count=seen.mention_count + len(tellings)), company)


def _seen(entity: Entity, at: datetime) -> Entity:
    return replace(
        entity, first_seen=min(entity.first_seen, at), last_seen=max(entity.last_seen, at)
    )
