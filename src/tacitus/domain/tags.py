"""Tags: how those asked for bind, alone or joined by and, or and not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tacitus.domain.errors import InvalidRequest

MOST_GROUPS = 100
"""Parts of one question for tags, however they are joined."""


class TagMatch(StrEnum):
    """How the tags asked for bind. The plain forms let untagged memories pass, as the wire says."""

    ANY = "any"
    ALL = "all"
    ANY_STRICT = "any_strict"
    ALL_STRICT = "all_strict"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
class Tagged:
    """What `tags_match` lets pass."""

    tags: tuple[str, ...]
    match: TagMatch = TagMatch.ANY_STRICT


@dataclass(frozen=True, slots=True)
class Every:
    """What every part lets pass."""

    parts: "tuple[TagGroup, ...]"


@dataclass(frozen=True, slots=True)
class Some:
    """What one part at least lets pass."""

    parts: "tuple[TagGroup, ...]"


@dataclass(frozen=True, slots=True)
class Without:
    """What the part does not let pass."""

    part: "TagGroup"


TagGroup = Tagged | Every | Some | Without


def tags_match(tags: Sequence[str], asked: Sequence[str] | None, how: TagMatch) -> bool:
    """Whether a memory's tags satisfy the ones asked for.

    No tags asked for (None, or empty but for EXACT) let everything pass. ANY and ALL let untagged
    memories pass as well; EXACT wants the same set, so that an empty one finds the untagged only.
    """
    if asked is None or (not asked and how is not TagMatch.EXACT):
        return True
    held, wanted = frozenset(tags), frozenset(asked)
    match how:
        case TagMatch.ANY:
            return not held or not held.isdisjoint(wanted)
        case TagMatch.ALL:
            return not held or wanted <= held
        case TagMatch.ANY_STRICT:
            return not held.isdisjoint(wanted)
        case TagMatch.ALL_STRICT:
            return wanted <= held
        case TagMatch.EXACT:
            return held == wanted


def satisfies(tags: Sequence[str], group: TagGroup) -> bool:
    """Whether a memory's tags satisfy a group."""
    match group:
        case Tagged(asked, how):
            return tags_match(tags, asked, how)
        case Every(parts):
            return all(satisfies(tags, part) for part in parts)
        case Some(parts):
            return any(satisfies(tags, part) for part in parts)
        case Without(part):
            return not satisfies(tags, part)


def checked_group(group: TagGroup) -> TagGroup:
    """Return a group that can be worked out for every memory of a bank.

    Raises:
        InvalidRequest: It has too many parts, or joins none.
    """
    waiting, parts = [group], 0
    while waiting:
        parts += 1
        if parts > MOST_GROUPS:
            raise InvalidRequest(f"Tag groups have at most {MOST_GROUPS} parts: ask more simply")
        one = waiting.pop()
        if isinstance(one, Every | Some):
            if not one.parts:
                raise InvalidRequest("A tag group joins nothing: name its parts, or leave it out")
            waiting += one.parts
        elif isinstance(one, Without):
            waiting.append(one.part)
    return group


def group_to_json(group: TagGroup) -> dict[str, object]:
    """Return a group as the wire and the database write it."""
    match group:
        case Tagged(tags, how):
            return {"tags": list(tags), "match": how.value}
        case Every(parts):
            return {"and": [group_to_json(part) for part in parts]}
        case Some(parts):
            return {"or": [group_to_json(part) for part in parts]}
        case Without(part):
            return {"not": group_to_json(part)}
