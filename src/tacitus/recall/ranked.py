"""The candidates of a question in order, before any of them is read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.many_ids import Ids
from tacitus.recall.found import Found


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """Candidates by their places in `found`, best first.

    Attributes:
        scores: Of the candidates in this order.
        calibrated: Whether the scores are P(relevant).
        features: What the ranking looked at, and `shares` what each of it added, for each candidate in
            this order; empty where nobody asks why.
    """

    found: Found
    places: NDArray[np.intp]
    scores: NDArray[np.float64]
    calibrated: bool
    features: Sequence[Mapping[str, float]] = field(default=())
    shares: Sequence[Mapping[str, float]] = field(default=())

    @property
    def order(self) -> list[int]:
        """The places as a list."""
        return self.places.tolist()

    def ids_at(self, ranks: Sequence[int]) -> Ids:
        """Return the candidates of some ranks."""
        return self.found.ids.only(self.places[list(ranks)])
