"""Entities, their mentions, and the links between memories."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tacitus.domain.ids import BankId, EntityId, MemoryId


class EntityType(StrEnum):
    """The types of the paper."""

    PERSON = "PERSON"
    ORG = "ORG"
    LOCATION = "LOCATION"
    PRODUCT = "PRODUCT"
    CONCEPT = "CONCEPT"
    OTHER = "OTHER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A canonical thing.

    Attributes:
        key: The name folded for comparison (`tacitus.domain.names.fold`); unique in a bank.
        aliases: Folded forms that also mean this entity.
        denied: Folded forms that a user said do not mean it, however alike they are.
    """

    id: EntityId
    bank: BankId
    name: str
    key: str
    type: EntityType
    first_seen: datetime
    last_seen: datetime
    mention_count: int = 0
    aliases: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The folded forms that always mean it, its own name first."""
        return self.key, *self.aliases


@dataclass(frozen=True, slots=True)
class Surface:
    """A name as it stands in a text, before it is resolved to an entity."""

    text: str
    type: EntityType = EntityType.OTHER


@dataclass(frozen=True, slots=True)
class Mention:
    """A surface form found in a memory, resolved."""

    memory: MemoryId
    entity: EntityId
    surface: str


class LinkType(StrEnum):
    """Kinds of relation. ENTITY links are a join over mentions, never stored pairwise."""

    ENTITY = "entity"
    TEMPORAL = "temporal"
    SEMANTIC = "semantic"
    CAUSES = "causes"
    CAUSED_BY = "caused_by"
    ENABLES = "enables"
    PREVENTS = "prevents"


CAUSAL = frozenset({LinkType.CAUSES, LinkType.CAUSED_BY, LinkType.ENABLES, LinkType.PREVENTS})


@dataclass(frozen=True, slots=True)
class Link:
    """A weighted relation from one memory to another.

    Attributes:
        weight: 0 (exclusive) to 1.
    """

    source: MemoryId
    target: MemoryId
    type: LinkType
    weight: float

    def __post_init__(self) -> None:
        if self.source == self.target:
            raise ValueError("A memory is not linked to itself")
        if not 0 < self.weight <= 1:
            raise ValueError(f"A link's weight lies in (0, 1], not {self.weight}")
