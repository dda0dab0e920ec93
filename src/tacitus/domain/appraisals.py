"""What a bank says of all candidates of a question, side by side: a column for each thing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import MemoryId
from tacitus.domain.many_ids import NOBODY, Ids
from tacitus.domain.memories import Dating, Memory, Network
from tacitus.domain.recollection import Appraisal, Neighbour
from tacitus.domain.time import Interval
from tacitus.domain.time.numbers import NEVER, microseconds
from tacitus.domain.traits import Trait, traits_of

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]
_NETWORKS = {network: place for place, network in enumerate(Network)}
_DATINGS = {dating: place for place, dating in enumerate(Dating)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Beside:
    """What was read right before, or after, each candidate.

    Attributes:
        there: Whether there is anything.
        places: Place among the candidates; NOBODY if it is none of them.
        cosine: See `Appraisal`; 0 where there is nothing.
        coverage: So.
    """

    there: NDArray[np.bool_]
    places: Places
    cosine: Numbers
    coverage: Numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Appraisals:
    """All candidates.

    Attributes:
        cosine: See `Appraisal`; so `coverage` and `context`.
        documents: A number for each document they were first read in; NOBODY for what was derived.
        offsets: Where in the document.
        networks: Places in `Network`; `datings` in `Dating`.
        mentioned: Microseconds, as `starts` and `ends` of the occurrence, NEVER where it has none.
        traits: See `Trait`.
        voices: Who spoke any of them, each once, and `spoken_by` the place there of who spoke each.
        successors: Which one replaced those that were replaced, by their place.
    """

    ids: Ids
    cosine: Numbers
    coverage: Numbers
    context: Numbers
    before: Beside
    after: Beside
    documents: Places
    offsets: Places
    networks: Places
    datings: Places
    mentioned: Places
    starts: Places
    ends: Places
    tokens: Places
    traits: Places
    voices: Sequence[str | None]
    spoken_by: Places
    successors: Mapping[int, MemoryId]

    @property
    def speakers(self) -> list[str | None]:
        """Who spoke each of them."""
        return [self.voices[place] for place in self.spoken_by.tolist()]

    @property
    def replaced(self) -> NDArray[np.bool_]:
        """Which of them something newer has replaced."""
        mask = np.zeros(len(self.ids), np.bool_)
        mask[list(self.successors)] = True
        return mask

    def shows(self, trait: Trait) -> NDArray[np.bool_]:
        """Return which candidates have a trait."""
        return (self.traits & int(trait)) != 0

    def of_network(self, network: Network) -> NDArray[np.bool_]:
        return self.networks == _NETWORKS[network]

    def occurred_in(self, interval: Interval) -> NDArray[np.bool_]:
        """Return whose occurrence overlaps an interval, as `Interval.overlaps` does."""
        start, end = microseconds(interval.start), microseconds(interval.end)
        starts, ends = self.starts, self.ends
        shared = np.minimum(ends, end) > np.maximum(starts, start)
        begins_there = (start <= starts) & (starts < end)
        begun = (starts <= start) & (start < ends)
        return (starts != NEVER) & (shared | begins_there | begun | (starts == start))

    def dated(self, dating: Dating) -> NDArray[np.bool_]:
        return self.datings == _DATINGS[dating]


def side_by_side(
    said: Mapping[MemoryId, Appraisal], memories: Mapping[MemoryId, Memory]
) -> Appraisals:
    """Return what was said of each memory; those that are gone meanwhile are left out."""
    ids = [id for id in said if id in memories]
    told, kept = [said[id] for id in ids], [memories[id] for id in ids]
    places = {id: place for place, id in enumerate(ids)}
    documents: dict[str, int] = {}
    voices: dict[str | None, int] = {}

    def numbers(of: Callable[[Appraisal], float]) -> Numbers:
        return np.array([of(one) for one in told], np.float64)

    def whole(of: Callable[[Memory], int]) -> Places:
        return np.array([of(memory) for memory in kept], np.int64)

    def number(document: str | None) -> int:
        return NOBODY if document is None else documents.setdefault(document, len(documents))

    return Appraisals(
        ids=Ids.of(ids),
        cosine=numbers(lambda one: one.cosine),
        coverage=numbers(lambda one: one.coverage),
        context=numbers(lambda one: one.context),
        before=_beside([one.before for one in told], places),
        after=_beside([one.after for one in told], places),
        documents=np.array([number(one.document) for one in told], np.int64),
        offsets=whole(lambda memory: memory.sources[0].start if memory.sources else 0),
        networks=whole(lambda memory: _NETWORKS[memory.network]),
        datings=whole(lambda memory: _DATINGS[memory.dating]),
        mentioned=whole(lambda memory: microseconds(memory.mentioned_at)),
        starts=whole(lambda m: microseconds(m.occurred.start) if m.occurred else NEVER),
        ends=whole(lambda m: microseconds(m.occurred.end) if m.occurred else NEVER),
        tokens=whole(lambda memory: memory.tokens),
        traits=whole(lambda memory: traits_of(memory.text)),
        spoken_by=whole(lambda memory: voices.setdefault(memory.speaker, len(voices))),
        voices=list(voices),
        successors={at: by for at, memory in enumerate(kept) if (by := memory.superseded_by)},
    )


def _beside(found: Sequence[Neighbour | None], places: Mapping[MemoryId, int]) -> Beside:
    def column(of: Callable[[Neighbour], float], none: float, kind: type[Any]) -> Any:
        return np.array([none if one is None else of(one) for one in found], kind)

    return Beside(
        there=column(lambda _: True, False, np.bool_),
        places=column(lambda one: places.get(one.memory, NOBODY), NOBODY, np.int64),
        cosine=column(lambda one: one.cosine, 0.0, np.float64),
        coverage=column(lambda one: one.coverage, 0.0, np.float64),
    )
