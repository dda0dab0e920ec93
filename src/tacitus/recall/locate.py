"""Step of recall: the stretch of time a question asks about, looked up where it must be."""

from datetime import timedelta

from tacitus.domain.meanings import meaning_asked
from tacitus.domain.memories import Dating
from tacitus.domain.recollection import Query
from tacitus.domain.terms import terms
from tacitus.domain.time import Direction, Interval, union_hull
from tacitus.domain.time import locate as beside_event
from tacitus.ports.models import Embedder
from tacitus.ports.search import Opened
from tacitus.ports.storage import MemoryStore

OPEN_END = timedelta(days=365)
"""How far "before June" and "after June" reach."""
AROUND = timedelta(days=14)
_LOOKED_UP = 5


async def locate(
    query: Query, opened: Opened, memories: MemoryStore, embedder: Embedder
) -> Interval | None:
    """Return when the question asks about, or None where it does not say.

    "Before the trip" is looked up: the best memory of the trip that has a date of its own.
    """
    if query.time is None:
        return None
    if query.time.event is not None:
        found = await _event(query, query.time.event.phrase, opened, memories, embedder)
        return _stretch(*beside_event(query.time.event, found, query.asked_at)) if found else None
    if not query.time.intervals:
        return None
    return _stretch(union_hull(*query.time.intervals), query.time.direction)


def _stretch(whole: Interval, direction: Direction) -> Interval:
    match direction:
        case Direction.DURING:
            return whole
        case Direction.BEFORE:
            return Interval(whole.start - OPEN_END, whole.start)
        case Direction.AFTER:
            return Interval(whole.end, whole.end + OPEN_END)
        case Direction.AROUND:
            return Interval(whole.start - AROUND, whole.end + AROUND)


async def _event(
    query: Query, phrase: str, opened: Opened, memories: MemoryStore, embedder: Embedder
) -> Interval | None:
    """Return when the event named by a phrase happened: a dated memory rather than a mention."""
    [vector] = await embedder.embed([meaning_asked(phrase, opened.speakers)])
    bank, index = query.bank.id, opened.index
    words = terms(phrase)
    keyword = await index.keyword(bank, words, query.filters, _LOOKED_UP) if words else ()
    semantic = await index.semantic(bank, vector, query.filters, _LOOKED_UP)
    ids = list(dict.fromkeys(hit.memory for hit in [*keyword, *semantic]))
    found = await memories.get(bank, ids)
    dated = [memory for id in ids if (memory := found.get(id)) and memory.occurred]
    exact = [memory for memory in dated if memory.dating is Dating.EXACT]
    best = next(iter([*exact, *dated]), None)
    return best.occurred if best else None
