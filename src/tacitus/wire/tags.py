"""Tags: those of a bank, and groups of them joined by and, or and not."""

from typing import Literal

from pydantic import AliasChoices, ConfigDict, Field

from tacitus.wire.base import Body, Page, TagsMatch


class _Group(Body):
    # What is none of the kinds must not pass for one of them.
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class TagGroupLeaf(_Group):
    """Memories by their tags."""

    tags: list[str]
    match: TagsMatch = "any_strict"
    resolve: Literal["exact", "fuzzy"] = "exact"


class TagGroupAnd(_Group):
    """What every part admits."""

    and_: "list[TagGroup]" = Field(
        validation_alias=AliasChoices("and", "and_"), serialization_alias="and"
    )


class TagGroupOr(_Group):
    """What one part at least admits."""

    or_: "list[TagGroup]" = Field(
        validation_alias=AliasChoices("or", "or_"), serialization_alias="or"
    )


class TagGroupNot(_Group):
    """What the part does not admit."""

    not_: "TagGroup" = Field(
        validation_alias=AliasChoices("not", "not_"), serialization_alias="not"
    )


TagGroup = TagGroupLeaf | TagGroupAnd | TagGroupOr | TagGroupNot

for _group in (TagGroupAnd, TagGroupOr, TagGroupNot):
    _group.model_rebuild()


class TagItem(Body):
    """A tag, and how many memories carry it."""

    tag: str
    count: int


class TagList(Page):
    """A page of tags, most used first."""

    items: list[TagItem]
