"""Ours: merging, splitting and naming entities."""

from pydantic import Field

from tacitus.wire.base import Body
from tacitus.wire.contents import EntityDetail


class EntityMergeRequest(Body):
    """Which entity becomes part of the one addressed."""

    entity_id: str


class EntitySplitRequest(Body):
    """Which form is split off: one of the entity's aliases, or a name that memories use for it."""

    name: str = Field(min_length=1)


class EntityAliasRequest(Body):
    """Which form means the entity from now on."""

    alias: str = Field(min_length=1)


class EntitySplit(Body):
    """What became of an entity that was split; null where no memory mentions it any more."""

    entity: EntityDetail | None
    split_off: EntityDetail | None
