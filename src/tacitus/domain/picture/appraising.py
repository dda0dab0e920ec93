"""What a picture says of candidates, whichever channel found them."""

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.ids import DocumentId, MemoryId
from tacitus.domain.picture.keys import ids_of
from tacitus.domain.picture.picture import Mask, Picture
from tacitus.domain.picture.reading_order import NOBODY, Rows
from tacitus.domain.picture.searching import Terms, weighed
from tacitus.domain.recollection import FADE, Appraisal, Neighbour
from tacitus.domain.vectors import Vector


def appraise(
    picture: Picture, rows: Rows, vector: Vector, terms: Terms, mask: Mask
) -> dict[MemoryId, Appraisal]:
    """Appraise rows and what was read beside them; see `SearchIndex.appraise`."""
    near = np.unique(np.concatenate([rows, picture.before[rows], picture.after[rows]]))
    near = near[near != NOBODY]
    near = near[mask[near]]
    if not len(near):
        return {}
    before, after = (_seen(side[near], mask) for side in (picture.before, picture.after))
    everybody = np.unique(np.concatenate([near, before, after]))
    ids = dict(zip(everybody.tolist(), ids_of(picture.ids[everybody]), strict=True))
    cosines: NDArray[np.float32] = picture.vectors[everybody] @ vector
    cosine = dict(zip(everybody.tolist(), cosines.tolist(), strict=True))
    covered = _coverage(picture, terms)[everybody]
    coverage = dict(zip(everybody.tolist(), covered.tolist(), strict=True))
    context = _context(picture, (near, before, after), vector)
    documents = list(picture.names.documents)

    def neighbour(row: int) -> Neighbour | None:
        if row == NOBODY:
            return None
        return Neighbour(memory=MemoryId(ids[row]), cosine=cosine[row], coverage=coverage[row])

    read_in: list[int] = picture.columns.documents.values[near].tolist()
    sides: list[tuple[int, int]] = list(zip(before.tolist(), after.tolist(), strict=True))
    return {
        MemoryId(ids[row]): Appraisal(
            cosine=cosine[row],
            coverage=coverage[row],
            context=whole,
            document=None if document == NOBODY else DocumentId(documents[document]),
            before=neighbour(one),
            after=neighbour(other),
        )
        for row, whole, document, (one, other) in zip(
            near.tolist(), context.tolist(), read_in, sides, strict=True
        )
    }


def _seen(rows: Rows, mask: Mask) -> Rows:
    """Return neighbours, NOBODY for those that the filters do not admit."""
    return np.where((rows != NOBODY) & mask[rows], rows, NOBODY).astype(np.int32)


def _context(
    picture: Picture, seen: tuple[Rows, Rows, Rows], vector: Vector
) -> NDArray[np.float64]:
    own, *sides = seen
    whole = picture.vectors[own]
    for side in sides:
        there = np.flatnonzero(side != NOBODY)
        whole[there] += np.float32(FADE) * picture.vectors[side[there]]
    lengths = np.sqrt(np.einsum("ij,ij->i", whole, whole))
    return (whole @ vector / lengths).astype(np.float64)


def _coverage(picture: Picture, terms: Terms) -> NDArray[np.float64]:
    """Return for every row the share of the terms that stand in it, weighted by their idf."""
    if not len(terms):
        return np.zeros(picture.rows)
    held, idfs = weighed(picture, terms)
    return np.bincount(held.items, idfs[held.which], picture.rows) / idfs.sum()
