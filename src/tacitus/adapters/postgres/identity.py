"""Who is who, in PostgreSQL: entities as families, read and written whole."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tacitus.adapters.postgres.columns import entity_columns, word_columns
from tacitus.adapters.postgres.database import Connection, Database, rows_of
from tacitus.adapters.postgres.jobs import Jobs
from tacitus.adapters.postgres.queries import load
from tacitus.adapters.postgres.rows import as_json, entity_of
from tacitus.domain.errors import Conflict, EntityNotFound
from tacitus.domain.graph import Entity
from tacitus.domain.identity import (
    Absorbed,
    Family,
    Naming,
    checked_form,
    merge,
    named_too,
    split,
    unnamed,
)
from tacitus.domain.ids import BankId, EntityId, MemoryId
from tacitus.domain.operations import Job

_QUERIES = load("identity")
_APPLYING = load("applying")
_ENTITIES = load("entities")

Columns = dict[str, object]


class Identities:
    """Fills `IdentityStore`."""

    def __init__(self, database: Database, jobs: Jobs) -> None:
        self._database = database
        self._jobs = jobs

    async def merge(
        self,
        bank: BankId,
        into: EntityId,
        other: EntityId,
        *,
        at: datetime,
        jobs: Sequence[Job] = (),
    ) -> Entity:
        async def work(connection: Connection) -> Entity:
            kept = await _family(connection, bank, into)
            merged = merge(kept, await _family(connection, bank, other), at)
            await _write(connection, bank, [merged], gone=[other])
            await self._jobs.add(connection, jobs)
            return merged.entity

        return await self._database.write(bank, work)

    async def split(
        self, bank: BankId, id: EntityId, name: str, *, at: datetime, jobs: Sequence[Job] = ()
    ) -> tuple[Entity | None, Entity | None]:
        async def work(connection: Connection) -> tuple[Entity | None, Entity | None]:
            left, parted = split(await _family(connection, bank, id), name, at)
            if parted:
                await _refuse_taken(connection, bank, parted.entity.key, but=id)
            await _write(connection, bank, [left, parted] if parted else [left])
            await self._jobs.add(connection, jobs)
            return left.entity if left.namings else None, parted.entity if parted else None

        return await self._database.write(bank, work)

    async def alias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        form = checked_form(name)

        async def work(connection: Connection) -> Entity:
            entity = (await _family(connection, bank, id)).entity
            await _refuse_taken(connection, bank, form, but=id)
            return await _rename(connection, named_too(entity, form))

        return await self._database.write(bank, work)

    async def unalias(self, bank: BankId, id: EntityId, name: str) -> Entity:
        form = checked_form(name)

        async def work(connection: Connection) -> Entity:
            family = await _family(connection, bank, id)
            return await _rename(connection, unnamed(family, form))

        return await self._database.write(bank, work)


async def _family(connection: Connection, bank: BankId, id: EntityId) -> Family:
    """Return an entity with its mentions and who was merged into it.

    Raises:
        EntityNotFound: The bank knows no such entity.
    """
    found = await rows_of(connection, _ENTITIES["entity_with_id"], bank=bank, entity=id)
    if not found:
        raise EntityNotFound(f"Entity '{id}' not found")
    mentions = await rows_of(connection, _QUERIES["mentions_of_entity"], bank=bank, entity=id)
    absorbed = await rows_of(connection, _QUERIES["absorbed_by_entity"], bank=bank, entity=id)
    return Family(
        entity=entity_of(found[0]),
        namings={
            row["memory"]: Naming(
                surface=row["surface"],
                mentioned_at=row["mentioned_at"],
                known_at=row["known_at"],
                lent=row["lent"],
            )
            for row in mentions
        },
        absorbed={row["id"]: _absorbed_of(row) for row in absorbed},
    )


async def _write(
    connection: Connection, bank: BankId, families: Sequence[Family], gone: Sequence[EntityId] = ()
) -> None:
    """Put families in the place of what is stored of them; one that nothing mentions goes.

    Args:
        gone: Entities that are part of another's family now.
    """
    ids = [*gone, *(family.entity.id for family in families)]
    await rows_of(connection, _QUERIES["forget_entities"], bank=bank, ids=ids)
    kept = [family for family in families if family.namings]
    rows: dict[str, list[Columns]] = {
        "write_entities": [_entity(family.entity) for family in kept],
        "write_mentions": [row for family in kept for row in _mentions(family)],
        "write_absorbed": [row for family in kept for row in _absorbed(family)],
        "write_absorbed_mentions": [row for family in kept for row in _absorbed_mentions(family)],
    }
    for query, values in rows.items():
        await rows_of(connection, _QUERIES[query], bank=bank, rows=as_json(values))
    words = [row for family in kept for row in word_columns(family.entity)]
    await rows_of(connection, _APPLYING["index_names"], bank=bank, rows=as_json(words))


async def _rename(connection: Connection, entity: Entity) -> Entity:
    """Write the forms of an entity, and the words that lead to it."""
    await rows_of(
        connection,
        _QUERIES["write_forms"],
        bank=entity.bank,
        entity=entity.id,
        aliases=list(entity.aliases),
        denied=list(entity.denied),
    )
    words = as_json(list(word_columns(entity)))
    await rows_of(connection, _APPLYING["index_names"], bank=entity.bank, rows=words)
    return entity


async def _refuse_taken(connection: Connection, bank: BankId, form: str, but: EntityId) -> None:
    """Raise `Conflict` where another entity has a form as its name or alias."""
    query = _QUERIES["entity_called"]
    if rows := await rows_of(connection, query, bank=bank, form=form, but=but):
        raise Conflict(f"'{form}' means '{rows[0]['name']}' already: merge the two instead")


def _absorbed_of(row: Any) -> Absorbed:
    return Absorbed(
        entity=entity_of(row),
        into=row["merged_into"],
        at=row["merged_at"],
        surfaces={MemoryId(UUID(id)): surface for id, surface in row["surfaces"].items()},
    )


def _entity(entity: Entity) -> Columns:
    counted = {"mention_count": entity.mention_count, "denied": entity.denied}
    return {**entity_columns(entity), **counted}


def _mentions(family: Family) -> list[Columns]:
    return [
        {
            "memory": memory,
            "entity": family.entity.id,
            "surface": naming.surface,
            "lent": naming.lent,
        }
        for memory, naming in family.namings.items()
    ]


def _absorbed(family: Family) -> list[Columns]:
    return [
        {
            **_entity(one.entity),
            "holder": family.entity.id,
            "merged_into": one.into,
            "merged_at": one.at,
        }
        for one in family.absorbed.values()
    ]


def _absorbed_mentions(family: Family) -> list[Columns]:
    return [
        {"memory": memory, "entity": id, "surface": surface}
        for id, one in family.absorbed.items()
        for memory, surface in one.surfaces.items()
    ]
