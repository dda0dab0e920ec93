"""Which entity a name means (paper, Eq. 2)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import exp

from tacitus.domain.graph import Entity, EntityType, Surface
from tacitus.domain.ids import EntityId
from tacitus.domain.lexicon import groups
from tacitus.domain.names import are_nicknames, fold, may_merge, similarity

STRING = 0.6
"""Alpha of Eq. 2: weight of the likeness of the names."""
COOCCURRENCE = 0.25
"""Beta: weight of the company the entity keeps."""
TIME = 0.15
"""Gamma: weight of how lately it was spoken of."""
THRESHOLD = 0.5
"""Least score of an entity that is meant; a given name alone reaches 0.54, initials only 0.48."""
MARGIN = 0.1
"""How far the best must lead the second, where a part of a name fits several."""
MEMORY_DAYS = 30.0
"""After so long without a mention the temporal likeness has fallen to 1/e."""
_FAMILIAR = 3
"""Shared memories from which on two entities are fully known to go together."""
_NICKNAME = 0.9
_APART = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that may be meant.

    Attributes:
        companions: How many memories it shares with other entities.
    """

    entity: Entity
    companions: Mapping[EntityId, int] = field(default_factory=dict[EntityId, int])


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Where a name was found.

    Attributes:
        at: When it was said.
        others: Entities already resolved in the same memory.
        participants: Entities of those who take part in the conversation. They are resolved first,
            may be called by a nickname, and say nothing as company, being in every memory.
    """

    at: datetime
    others: frozenset[EntityId] = frozenset()
    participants: frozenset[EntityId] = frozenset()


def resolve(surface: Surface, known: Sequence[Known], context: Context) -> EntityId | None:
    """Return the entity that is meant, or None where it is a new one (Eq. 2).

    `argmax over e of a*sim_string(m, e) + b*sim_cooccurrence(m, e) + g*sim_temporal(m, e)` over the
    entities that the guards of `tacitus.domain.names` let pass. What a user decided comes first:
    an alias means its entity, and a form that was split off an entity never means it. The same
    folded name or alias is always the same entity. A part of a name ("Caroline"), a nickname or
    initials mean an entity only where one fits clearly better than any other. Ties go to the one
    mentioned more, then to the one seen first.
    """
    key = fold(surface.text)
    same = [one for one in known if key == one.entity.key]
    if same:
        return same[0].entity.id
    called = [one for one in known if key in one.entity.aliases]
    ranked = sorted(
        (
            (_score(surface, one, context), one)
            for one in called or known
            if one in called or _passes(surface, one, known, context)
        ),
        key=_order,
    )
    if not ranked or (not called and ranked[0][0] < THRESHOLD):
        return None
    if not called and len(ranked) > 1 and ranked[0][0] - ranked[1][0] < MARGIN:
        return None
    return ranked[0][1].entity.id


def doubtful(surfaces: Iterable[Surface], entities: Sequence[Entity]) -> list[EntityId]:
    """Return the entities of which the company matters: it alone tells whether some surface means them.

    A name that is the very key of an entity means it in any company.
    """
    keys = {entity.key for entity in entities}
    asked = [surface for surface in {*surfaces} if fold(surface.text) not in keys]
    return [
        entity.id for entity in entities if any(_may_mean(surface, entity) for surface in asked)
    ]


def lookup_keys(name: str) -> tuple[str, ...]:
    """Return the folded forms under which an entity of this name may be stored, its own first.

    They bring in "Robert Smith" for "Bob" and "pinboard-api" for "pinboard_api"; whether that is
    meant is for `resolve` to say.
    """
    key = fold(name)
    given, _, rest = key.partition(" ")
    forms = sorted({form for group in groups("nicknames") if given in group for form in group})
    if not forms:
        return tuple(dict.fromkeys([key, *(_APART.sub(mark, key) for mark in ("-", "_", " ", ""))]))
    return tuple(dict.fromkeys([key, *(f"{form} {rest}".strip() for form in forms)]))


def _passes(surface: Surface, one: Known, known: Sequence[Known], context: Context) -> bool:
    if not _is_possible(surface, one.entity):
        return False
    if _may_merge(surface, one.entity) or _is_nickname_of_participant(surface, one, known, context):
        return True
    # Bob may be Robert Smith, where both are seen in the same company.
    return are_nicknames(surface.text, one.entity.key) and _company(one, context) > 0


def _may_mean(surface: Surface, entity: Entity) -> bool:
    """Whether there is a context in which a surface means an entity whose key it is not."""
    if fold(surface.text) in entity.aliases:
        return True
    return _is_possible(surface, entity) and (
        _may_merge(surface, entity)
        or _is_short_for(surface, entity)
        or are_nicknames(surface.text, entity.key)
    )


def _is_possible(surface: Surface, entity: Entity) -> bool:
    """Whether neither the types nor a user keep them apart."""
    alike = surface.type is entity.type or EntityType.OTHER in (surface.type, entity.type)
    return alike and fold(surface.text) not in entity.denied


def _may_merge(surface: Surface, entity: Entity) -> bool:
    persons = EntityType.PERSON in (surface.type, entity.type)
    return any(
        may_merge(surface.text, name, persons=persons) for name in (entity.key, *entity.aliases)
    )


def _score(surface: Surface, one: Known, context: Context) -> float:
    names = (one.entity.key, *one.entity.aliases)
    string = max(similarity(surface.text, name) for name in names)
    if one.entity.id in context.participants and _is_short_for(surface, one.entity):
        string = max(string, _NICKNAME)
    return (
        STRING * string
        + COOCCURRENCE * _company(one, context)
        + TIME * _recency(one.entity, context.at)
    )


def _company(one: Known, context: Context) -> float:
    """Return how well the entity is known to go with the others of the memory, 0 to 1."""
    others = context.others - context.participants - {one.entity.id}
    if not others:
        return 0.0
    shares = (min(one.companions.get(other, 0) / _FAMILIAR, 1.0) for other in others)
    return sum(shares) / len(others)


def _recency(entity: Entity, at: datetime) -> float:
    """Return 1 while the entity is being spoken of, falling with the days outside of that."""
    away = max((entity.first_seen - at), (at - entity.last_seen)).total_seconds() / 86_400
    return exp(-max(away, 0.0) / MEMORY_DAYS)


def _is_nickname_of_participant(
    surface: Surface, one: Known, known: Sequence[Known], context: Context
) -> bool:
    """Whether, of those who take part, this one alone can be called that."""
    if one.entity.id not in context.participants or not _is_short_for(surface, one.entity):
        return False
    called = [
        other
        for other in known
        if other.entity.id in context.participants and _is_short_for(surface, other.entity)
    ]
    return called == [one]


def _is_short_for(surface: Surface, entity: Entity) -> bool:
    """Whether a name begins or is short for a given name: "Mel" for "Melanie"."""
    key, given = fold(surface.text), entity.key.split(" ")[0]
    if " " in key or len(key) < 2 or key == given:
        return False
    return given.startswith(key) or are_nicknames(key, given)


def _order(scored: tuple[float, Known]) -> tuple[float, int, datetime, str]:
    score, one = scored
    entity = one.entity
    return -score, -entity.mention_count, entity.first_seen, str(entity.id)
