"""Looks at a bank as a whole: its tags, its graph, and how it grew."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import combinations

from tacitus.domain.graph import Entity, Link, LinkType
from tacitus.domain.ids import EntityId, MemoryId
from tacitus.domain.memories import Memory, Network


class TimeField(StrEnum):
    """By which of its times a memory is counted; one that it lacks is when the bank learnt it."""

    LEARNT = "created_at"
    SAID = "mentioned_at"
    HAPPENED = "occurred_start"


class Period(StrEnum):
    """How far back is looked."""

    HOUR = "1h"
    HALF_DAY = "12h"
    DAY = "1d"
    WEEK = "7d"
    MONTH = "30d"
    QUARTER = "90d"


_STEPS: Mapping[Period, tuple[str, int]] = {
    Period.HOUR: ("minute", 60),
    Period.HALF_DAY: ("hour", 12),
    Period.DAY: ("hour", 24),
    Period.WEEK: ("day", 7),
    Period.MONTH: ("day", 30),
    Period.QUARTER: ("day", 90),
}
_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
}


@dataclass(frozen=True, slots=True)
class Buckets:
    """Stretches of equal length, side by side.

    Attributes:
        unit: minute, hour or day; they begin where one of these does in UTC.
    """

    start: datetime
    unit: str
    count: int

    @property
    def step(self) -> timedelta:
        return _LENGTHS[self.unit]

    @property
    def end(self) -> datetime:
        return self.start + self.count * self.step

    @property
    def starts(self) -> list[datetime]:
        return [self.start + number * self.step for number in range(self.count)]

    def place(self, moment: datetime) -> int | None:
        """Return the number of the bucket that a moment falls into; None outside."""
        place = (moment - self.start) // self.step
        return place if 0 <= place < self.count else None


def buckets(period: Period, now: datetime) -> Buckets:
    """Return the buckets of a period, the last of which holds the present moment.

    Args:
        now: In UTC.
    """
    unit, count = _STEPS[period]
    last = now.replace(second=0, microsecond=0)
    if unit != "minute":
        last = last.replace(minute=0)
    if unit == "day":
        last = last.replace(hour=0)
    return Buckets(last - (count - 1) * _LENGTHS[unit], unit, count)


Growth = Mapping[tuple[int, Network], int]
"""How many memories fall into each bucket, by network; none is absent."""


# ------------------------------------------------------------------------------------- the graph


@dataclass(frozen=True, slots=True)
class Tie:
    """What joins two memories of a graph.

    Attributes:
        entity: Name of the entity that both mention; empty for other links.
    """

    source: MemoryId
    target: MemoryId
    type: LinkType
    weight: float
    entity: str = ""


@dataclass(frozen=True, slots=True)
class MemoryGraph:
    """Some memories and what joins them.

    Attributes:
        total: How many memories there are in all.
    """

    memories: Sequence[Memory]
    ties: Sequence[Tie]
    total: int


@dataclass(frozen=True, slots=True)
class Company:
    """Two entities and the memories that mention both.

    Attributes:
        last: When they were last mentioned together.
    """

    one: EntityId
    other: EntityId
    memories: int
    last: datetime


@dataclass(frozen=True, slots=True)
class EntityGraph:
    """Entities that are mentioned together.

    Attributes:
        total_entities: Of the bank.
        total_company: Pairs that are mentioned together often enough.
    """

    entities: Sequence[Entity]
    company: Sequence[Company]
    total_entities: int
    total_company: int


def ties(memories: Sequence[Memory], links: Iterable[Link], *, most: int) -> list[Tie]:
    """Join memories by their links and by the entities that two of them mention, heaviest first.

    Args:
        most: Ties that are given back at most.
    """
    counts = Counter(name for memory in memories for name in memory.entities)
    stored = [Tie(link.source, link.target, link.type, link.weight) for link in links]
    shared: list[Tie] = []
    for name, count in sorted(counts.items(), key=lambda pair: (pair[1], pair[0])):
        if len(shared) >= most:
            break
        naming = [memory.id for memory in memories if name in memory.entities]
        pairs = combinations(naming, 2)
        shared += [Tie(one, other, LinkType.ENTITY, 1 / count, name) for one, other in pairs]
    return sorted((*stored, *shared), key=lambda tie: -tie.weight)[:most]


# --------------------------------------------------------------------------------- source facts


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFacts:
    """The memories that observations rest on.

    Attributes:
        by_observation: Ids in the order of the bank's learning; of all that are there.
        shown: In full, within the budget.
        truncated: Whether some did not fit.
    """

    by_observation: Mapping[MemoryId, tuple[MemoryId, ...]] = field(
        default_factory=dict[MemoryId, tuple[MemoryId, ...]]
    )
    shown: Sequence[Memory] = ()
    truncated: bool = False


def within(
    bases: Mapping[MemoryId, tuple[MemoryId, ...]],
    memories: Mapping[MemoryId, Memory],
    *,
    most: int,
    most_each: int,
) -> SourceFacts:
    """Choose what is shown of the memories that observations rest on, each once.

    Args:
        bases: What each rests on, best observation first.
        most: Ceiling on the tokens of all; -1 sets none.
        most_each: Ceiling on those of one observation; -1 sets none.
    """
    shown: dict[MemoryId, Memory] = {}
    used, truncated = 0, False
    for ids in bases.values():
        of_this = 0
        for memory in (memories[id] for id in ids if id in memories and id not in shown):
            tokens = memory.tokens
            if 0 <= most < used + tokens or 0 <= most_each < of_this + tokens:
                truncated = True
                continue
            shown[memory.id] = memory
            used, of_this = used + tokens, of_this + tokens
    return SourceFacts(by_observation=bases, shown=[*shown.values()], truncated=truncated)
