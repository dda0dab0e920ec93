"""What the channels and the bank said of a question's candidates, before it is weighed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.appraisals import Appraisals
from tacitus.domain.hits import Hits
from tacitus.domain.many_ids import NOBODY, Ids
from tacitus.domain.recollection import Channel, Query, Rankings
from tacitus.domain.time import Interval


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """A channel's hits, best first: their places among the candidates, 1-based ranks and scores."""

    places: NDArray[np.intp]
    ranks: NDArray[np.intp]
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """Everything the channels and the bank said, before it is weighed.

    Attributes:
        said: Of every candidate, neighbours of hits included.
        when: The stretch of time asked about, if any.
    """

    query: Query
    rankings: Rankings
    said: Appraisals
    when: Interval | None = None

    @property
    def ids(self) -> Ids:
        """The candidates."""
        return self.said.ids

    @cached_property
    def by_channel(self) -> Mapping[Channel, Standings]:
        """Where each channel's hits stand among the candidates."""
        standings: dict[Channel, Standings] = {}
        for channel, hits in self.rankings.items():
            columns = Hits.of(hits)
            places = self.ids.places_of(columns.ids)
            there = places != NOBODY
            ranks = np.flatnonzero(there) + 1
            standings[channel] = Standings(places[there], ranks, columns.scores[there])
        return standings
