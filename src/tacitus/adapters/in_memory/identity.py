"""Who is who, in memory: entities as families, read from the contents and written into them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from tacitus.adapters.in_memory.contents import Contents, Shelf
from tacitus.adapters.in_memory.jobs import add_job
from tacitus.domain.errors import Conflict, EntityNotFound
from tacitus.domain.graph import Entity
from tacitus.domain.identity import Family, Naming, checked_form, merge, named_too, split, unnamed
from tacitus.domain.ids import BankId, EntityId
from tacitus.domain.operations import Job
from tacitus.ports.runtime import Clock


class Identities:
    """Fills `IdentityStore`."""

    def __init__(self, shelf: Shelf, clock: Clock) -> None:
        self._shelf = shelf
        self._clock = clock

    async def merge(
        self,
        bank: BankId,
        into: EntityId,
        other: EntityId,
        *,
        at: datetime,
        jobs: Sequence[Job] = (),
    ) -> Entity:
        with self._shelf.writing(bank) as contents:
            merged = merge(_family(contents, into), _family(contents, other), at)
            _write(contents, [merged], gone=[other])
            self._enqueue(contents, jobs)
        return merged.entity

    async def split(
        self, bank: BankId, id: EntityId, name: str, *, at: datetime, jobs: Sequence[Job] = ()
    ) -> tuple[Entity | None, Entity | None]:
        with self._shelf.writing(bank) as contents:
            left, parted = split(_family(contents, id), name, at)
            if parted:
                _refuse_taken(contents, parted.entity.key, but=[id])
            _write(contents, [left, parted] if parted else [left])
            self._enqueue(contents, jobs)
        return left.entity if left.namings else None, parted.entity if parted else None

    async def alias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        form = checked_form(name)
        with self._shelf.writing(bank) as contents:
            family = _family(contents, id)
            _refuse_taken(contents, form, but=[id])
            contents.entities[id] = named_too(family.entity, form)
        return replace(contents.entities[id], mention_count=len(family.namings))

    async def unalias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        with self._shelf.writing(bank) as contents:
            family = _family(contents, id)
            contents.entities[id] = unnamed(family, checked_form(name))
        return replace(contents.entities[id], mention_count=len(family.namings))

    def _enqueue(self, contents: Contents, jobs: Iterable[Job]) -> None:
        for job in jobs:
            add_job(contents, job, self._clock.now())


def _family(contents: Contents, id: EntityId) -> Family:
    """Return an entity with its mentions and who was merged into it.

    Raises:
        EntityNotFound: The bank knows no such entity.
    """
    if id not in contents.entities:
        raise EntityNotFound(f"Entity '{id}' not found")
    namings = {
        memory: Naming(
            surface=surface,
            mentioned_at=contents.records[memory].memory.mentioned_at,
            known_at=contents.records[memory].memory.known_at,
            lent=(memory, id) in contents.lent,
        )
        for (memory, entity), surface in contents.mentions.items()
        if entity == id
    }
    return Family(
        entity=contents.entities[id], namings=namings, absorbed=contents.absorbed.get(id, {})
    )


def _write(contents: Contents, families: Sequence[Family], gone: Sequence[EntityId] = ()) -> None:
    """Put families in the place of what is stored of them; one that nothing mentions goes.

    Args:
        gone: Entities that are part of another's family now.
    """
    ids = {*gone, *(family.entity.id for family in families)}
    kept = {family.entity.id: family for family in families if family.namings}
    contents.entities = {
        **{id: entity for id, entity in contents.entities.items() if id not in ids},
        **{id: family.entity for id, family in kept.items()},
    }
    contents.mentions = {
        **{key: surface for key, surface in contents.mentions.items() if key[1] not in ids},
        **{
            (memory, id): naming.surface
            for id, family in kept.items()
            for memory, naming in family.namings.items()
        },
    }
    contents.lent = {key for key in contents.lent if key[1] not in ids} | {
        (memory, id)
        for id, family in kept.items()
        for memory, naming in family.namings.items()
        if naming.lent
    }
    contents.absorbed = {
        **{id: held for id, held in contents.absorbed.items() if id not in ids},
        **{id: family.absorbed for id, family in kept.items()},
    }


def _refuse_taken(contents: Contents, form: str, but: Sequence[EntityId]) -> None:
    """Raise `Conflict` where another entity has a form as its name or alias."""
    for entity in contents.entities.values():
        if entity.id not in but and form in entity.forms:
            raise Conflict(f"'{form}' means '{entity.name}' already: merge the two instead")
