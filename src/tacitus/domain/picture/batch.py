"""Memories on their way into a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.many_ids import Halves

Places = NDArray[np.int32]
"""Places of memories in the batch; one memory may be there any number of times."""
Times = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Batch:
    """Some memories column by column, and what hangs on them.

    Attributes:
        ids: Those of the memories, each once.
        vectors: One a row.
        networks: Places in the order of `Network`; so `states` and `datings`.
        mentioned: Microseconds; so all times, with `NEVER` for none.
        successors: Ids; zero for none.
        lengths: Terms, repetitions included.
        term_places: Whose the `terms` are, each with its `counts`.
        source_places: Whose the sources are, those of a memory in the order in which they came.
        link_places: One end of each link; the other may be outside the batch.
        told: All that there is to read of the memories, one after the other, as whoever sends them
            writes it down; empty where it is read elsewhere.
        telling: How many bytes of it each takes.
    """

    ids: Halves
    vectors: NDArray[np.float32]
    networks: NDArray[np.uint8]
    states: NDArray[np.uint8]
    datings: NDArray[np.uint8]
    mentioned: Times
    starts: Times
    ends: Times
    until: Times
    expires: Times
    successors: Halves
    tokens: NDArray[np.int32]
    texts: Sequence[str]
    speakers: Sequence[str | None]
    lengths: NDArray[np.int32]
    term_places: Places
    terms: NDArray[np.int64]
    counts: NDArray[np.float32]
    tag_places: Places
    tags: Sequence[str]
    source_places: Places
    documents: Sequence[str]
    offsets: NDArray[np.int64]
    mention_places: Places
    entities: Halves
    link_places: Places
    others: Halves
    kinds: NDArray[np.uint8]
    weights: NDArray[np.float64]
    told: bytes
    telling: NDArray[np.int32]
