"""Merging and splitting entities: what a user decides of identity, so that it can be taken back.

An entity that is merged into another is kept as it was, beside the one that now stands for it: with
its forms and the memories that named it. Splitting its name off brings it back, with what was said
under its name since. Two that were split deny each other's forms: no likeness joins them again.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.graph import Entity, EntityType
from tacitus.domain.ids import EntityId, MemoryId, uuid7
from tacitus.domain.names import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """One memory's mention of an entity.

    Attributes:
        lent: The memory names only somebody who was merged into the entity.
    """

    surface: str
    mentioned_at: datetime
    known_at: datetime
    lent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Absorbed:
    """An entity as it was when it was merged into another.

    Attributes:
        into: Whom it was merged into, who may have been merged since.
        surfaces: How the memories that are its own name it.
    """

    entity: Entity
    into: EntityId
    at: datetime
    surfaces: Mapping[MemoryId, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """An entity with its mentions, and all who were merged into it or into one of those."""

    entity: Entity
    namings: Mapping[MemoryId, Naming]
    absorbed: Mapping[EntityId, Absorbed] = field(default_factory=dict[EntityId, Absorbed])


def checked_form(name: str) -> str:
    """Return a name folded.

    Raises:
        InvalidRequest: Nothing is left of it.
    """
    if not (form := fold(name)):
        raise InvalidRequest("A name needs a letter or a digit")
    return form


def merge(into: Family, other: Family, at: datetime) -> Family:
    """Let one entity stand for another; `split` of the other's name takes it back.

    Raises:
        InvalidRequest: They are the same.
    """
    if into.entity.id == other.entity.id:
        raise InvalidRequest("An entity cannot be merged with itself")
    own = {id: one.surface for id, one in other.namings.items() if not one.lent}
    gone = Absorbed(entity=other.entity, into=into.entity.id, at=at, surfaces=own)
    lent = {id: replace(one, lent=True) for id, one in other.namings.items()}
    kept, joined = into.entity, other.entity
    forms = frozenset((*kept.forms, *joined.forms))
    entity = replace(
        kept,
        type=joined.type if kept.type is EntityType.OTHER else kept.type,
        aliases=_ordered((*kept.aliases, *joined.forms), without={kept.key}),
        denied=_ordered((*kept.denied, *joined.denied), without=forms),
    )
    return Family(
        entity=_dated(entity, {**lent, **into.namings}),
        namings={**lent, **into.namings},
        absorbed={**into.absorbed, **other.absorbed, joined.id: gone},
    )


def split(family: Family, name: str, at: datetime) -> tuple[Family, Family | None]:
    """Take a form off an entity, with the mentions under it.

    Who was merged into the entity comes back as it was, if the form is one of its own; any other
    form becomes an entity of its own, or none where no memory uses it.

    Returns:
        What is left of the entity, and what was split off.

    Raises:
        InvalidRequest: The entity is not called that, or it is its own name.
    """
    key = fold(name)
    if key == family.entity.key:
        raise InvalidRequest(f"'{family.entity.name}' is its name: split another form off")
    if key not in called(family):
        raise InvalidRequest(f"'{family.entity.name}' is not called '{name}'")
    back = bringing(family.absorbed.values(), key)
    parting = _restored(family, back) if back else _founded(family, key, name, at)
    left = _left(family, parting)
    parted = parting.parted
    entity = replace(
        parted.entity,
        denied=_ordered((*parted.entity.denied, *left.entity.forms), without=parted.entity.forms),
    )
    if not parted.namings:
        return left, None
    return left, replace(parted, entity=_dated(entity, parted.namings))


def called(family: Family) -> frozenset[str]:
    """Return every form by which memories or users call the entity."""
    used = (fold(one.surface) for one in family.namings.values())
    return frozenset((*family.entity.forms, *used))


def named_too(entity: Entity, form: str) -> Entity:
    """Give an entity another form."""
    forms = (*entity.aliases, form)
    return replace(
        entity,
        aliases=_ordered(forms, without={entity.key}),
        denied=_ordered(entity.denied, without={form}),
    )


def unnamed(family: Family, form: str) -> Entity:
    """Take a form from an entity that a user gave it; mentions stay.

    Raises:
        InvalidRequest: It has no such alias, or has it from who was merged into it.
    """
    if form not in family.entity.aliases:
        raise InvalidRequest(f"'{family.entity.name}' has no alias '{form}'")
    if back := bringing(family.absorbed.values(), form):
        raise InvalidRequest(f"'{form}' came with '{back.entity.name}': split that off")
    return replace(family.entity, aliases=_ordered(family.entity.aliases, without={form}))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parting:
    """What is split off.

    Attributes:
        moved: The entity's own mentions that go with it.
        absorbed: Who is still merged into the entity.
    """

    parted: Family
    moved: frozenset[MemoryId]
    absorbed: Mapping[EntityId, Absorbed]


def bringing(absorbed: Iterable[Absorbed], form: str) -> Absorbed | None:
    """Return who brought a form when it was merged, by its name if possible, the latest."""
    holders = [one for one in absorbed if form in one.entity.forms]
    return max(holders, key=lambda one: (one.entity.key == form, one.at), default=None)


def _restored(family: Family, back: Absorbed) -> _Parting:
    """Bring back who had been merged, with those who had been merged into it before."""
    with_it = _merged_into(family, back.entity.id)
    rest = {
        id: one for id, one in family.absorbed.items() if id not in with_it and id != back.entity.id
    }
    own, lent = back.surfaces, _surfaces(with_it)
    namings = {
        id: replace(one, surface=own.get(id) or lent[id], lent=id not in own)
        for id, one in family.namings.items()
        if id in own or id in lent
    }
    since = {
        id: one
        for id, one in family.namings.items()
        if not one.lent and one.known_at >= back.at and fold(one.surface) in back.entity.forms
    }
    parted = Family(entity=back.entity, namings={**namings, **since}, absorbed=with_it)
    return _Parting(parted=parted, moved=frozenset(since), absorbed=rest)


def _founded(family: Family, key: str, name: str, at: datetime) -> _Parting:
    """Make a new entity of the mentions under a form."""
    entity = replace(
        family.entity,
        id=EntityId(uuid7(at)),
        name=" ".join(name.split()),
        key=key,
        aliases=(),
        denied=(),
    )
    namings = {
        id: replace(one, lent=False)
        for id, one in family.namings.items()
        if fold(one.surface) == key
    }
    rest = {
        id: replace(one, surfaces={m: s for m, s in one.surfaces.items() if fold(s) != key})
        for id, one in family.absorbed.items()
    }
    parted = Family(entity=entity, namings=namings)
    return _Parting(parted=parted, moved=frozenset(namings), absorbed=rest)


def _left(family: Family, parting: _Parting) -> Family:
    """Return the family without what is split off, whose forms it then denies."""
    forms = parting.parted.entity.forms
    shared = _surfaces(parting.absorbed)
    namings: dict[MemoryId, Naming] = {}
    for id, one in family.namings.items():
        if one.lent and id in shared:
            namings[id] = replace(one, surface=shared[id])
        elif not one.lent and id not in parting.moved:
            namings[id] = one
    return Family(
        entity=_dated(_denying(family.entity, forms), namings),
        namings=namings,
        absorbed={
            id: replace(one, entity=_denying(one.entity, forms))
            for id, one in parting.absorbed.items()
        },
    )


def _merged_into(family: Family, id: EntityId) -> dict[EntityId, Absorbed]:
    """Return who was merged into an entity, or into one of those."""
    found = {other: one for other, one in family.absorbed.items() if one.into == id}
    for other in tuple(found):
        found |= _merged_into(family, other)
    return found


def _surfaces(absorbed: Mapping[EntityId, Absorbed]) -> dict[MemoryId, str]:
    return {id: surface for one in absorbed.values() for id, surface in one.surfaces.items()}


def _denying(entity: Entity, forms: Iterable[str]) -> Entity:
    gone = frozenset(forms) - {entity.key}
    return replace(
        entity,
        aliases=_ordered(entity.aliases, without=gone),
        denied=_ordered((*entity.denied, *sorted(gone))),
    )


def _dated(entity: Entity, namings: Mapping[MemoryId, Naming]) -> Entity:
    said = [one.mentioned_at for one in namings.values()]
    return replace(
        entity,
        mention_count=len(said),
        first_seen=min(said, default=entity.first_seen),
        last_seen=max(said, default=entity.last_seen),
    )


def _ordered(forms: Iterable[str], *, without: Collection[str] = ()) -> tuple[str, ...]:
    return tuple(form for form in dict.fromkeys(forms) if form not in without)
