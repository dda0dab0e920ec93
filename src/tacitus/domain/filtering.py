"""Which memories a search may find: one memory against the filters."""

from datetime import datetime

from tacitus.domain.memories import Memory, State
from tacitus.domain.recollection import Filters
from tacitus.domain.tags import satisfies, tags_match
from tacitus.domain.time import Interval


def admits(filters: Filters, memory: Memory) -> bool:
    """Whether a search under these filters may find the memory."""
    return (
        memory.network in filters.networks
        and tags_match(memory.tags, filters.tags, filters.tag_match)
        and (filters.tag_group is None or satisfies(memory.tags, filters.tag_group))
        and (filters.occurred is None or _occurred_in(memory, filters.occurred))
        and _counts(memory, filters)
    )


def held_at(memory: Memory, moment: datetime) -> bool:
    """Whether a memory had been said by then and had not yet been replaced.

    What counts is when it was said, not when it was imported: a diary of 2023 that is read in today
    was said in 2023. An invalidated memory never held.
    """
    return (
        memory.state is not State.INVALIDATED
        and memory.mentioned_at <= moment
        and (memory.valid_until is None or moment < memory.valid_until)
    )


def _occurred_in(memory: Memory, interval: Interval) -> bool:
    return memory.occurred is not None and memory.occurred.overlaps(interval)


def _counts(memory: Memory, filters: Filters) -> bool:
    if filters.as_of is not None:
        return held_at(memory, filters.as_of)
    return memory.state is State.VALID or (memory.state is State.SUPERSEDED and filters.superseded)
