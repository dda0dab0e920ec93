"""What was read right before and after each memory in its document."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.many_ids import Halves, order_by_id

Rows = NDArray[np.int32]
NOBODY = -1
_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """Where memories were read: a row, the number of a document, a place in its text."""

    rows: Rows
    documents: NDArray[np.int32]
    offsets: NDArray[np.int64]

    def only(self, those: NDArray[np.bool_]) -> "Sources":
        return Sources(self.rows[those], self.documents[those], self.offsets[those])

    @property
    def places(self) -> NDArray[np.int64]:
        """One number for each source, which sorts by document and then by place."""
        return (self.documents.astype(np.int64) << _BITS) | self.offsets


def beside(first: Sources, read: Sources, ids: Halves) -> tuple[Rows, Rows]:
    """Return the rows before and after each of `first`, or NOBODY.

    Of several memories at one place, the one with the greatest id is nearest to what comes after it,
    and the one with the least id to what comes before.

    Args:
        first: Where each of some memories was first read.
        read: Everything that was read in the documents of these.
        ids: Of all rows.
    """
    places = read.places
    order = order_by_id(ids[read.rows], places)
    rows, places = read.rows[order], places[order]
    own = first.places
    before = np.searchsorted(places, own) - 1
    after = np.searchsorted(places, own, "right")
    return _there(rows, places, before, own), _there(rows, places, after, own)


def _there(
    rows: Rows, places: NDArray[np.int64], at: NDArray[np.intp], own: NDArray[np.int64]
) -> Rows:
    inside = (at >= 0) & (at < len(rows))
    at = np.where(inside, at, 0)
    if not len(rows):
        return np.full(len(own), NOBODY, np.int32)
    same = places[at] >> _BITS == own >> _BITS
    return np.where(inside & same, rows[at], NOBODY).astype(np.int32)
