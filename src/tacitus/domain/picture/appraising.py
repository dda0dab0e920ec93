"""What a picture says of candidates, whichever channel found them."""

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.appraisals import Appraisals, Beside
from tacitus.domain.ids import MemoryId
from tacitus.domain.many_ids import Halves, ids_of
from tacitus.domain.picture.picture import Mask, Picture
from tacitus.domain.picture.products import Product
from tacitus.domain.picture.reading_order import NOBODY, Rows
from tacitus.domain.picture.searching import Cosines, Weighed
from tacitus.domain.recollection import FADE

Numbers = NDArray[np.float64]


def appraise(
    picture: Picture, rows: Rows, cosines: Cosines, words: Weighed, mask: Mask
) -> Appraisals:
    """Appraise rows and what was read beside them; see `SearchIndex.appraise`."""
    near = np.unique(np.concatenate([rows, picture.before[rows], picture.after[rows]]))
    near = near[near != NOBODY]
    near = near[mask[near]]
    before, after = (_seen(side[near], mask) for side in (picture.before, picture.after))
    coverage, columns = _coverage(picture, words), picture.columns
    speakers = [*picture.names.speakers, None]  # at -1 stands who is not known
    codes, spoken_by = np.unique(columns.speakers.values[near], return_inverse=True)
    heard: list[int] = codes.tolist()
    return Appraisals(
        ids=picture.ids_at(near),
        cosine=cosines[near].astype(np.float64),
        coverage=coverage[near],
        context=_context(picture, cosines, (near, before, after)),
        before=_beside(before, near, cosines, coverage),
        after=_beside(after, near, cosines, coverage),
        documents=columns.documents.values[near].astype(np.int64),
        offsets=columns.offsets.values[near],
        networks=columns.networks.values[near].astype(np.int64),
        datings=columns.datings.values[near].astype(np.int64),
        mentioned=columns.mentioned.values[near],
        starts=columns.starts.values[near],
        ends=columns.ends.values[near],
        tokens=columns.tokens.values[near].astype(np.int64),
        traits=columns.traits.values[near].astype(np.int64),
        voices=[speakers[code] for code in heard],
        spoken_by=spoken_by,
        successors=_successors(columns.successors.values[near]),
    )


def _seen(rows: Rows, mask: Mask) -> Rows:
    """Return neighbours, NOBODY for those that the filters do not admit."""
    return np.where((rows != NOBODY) & mask[rows], rows, NOBODY).astype(np.int32)


def _beside(rows: Rows, near: Rows, cosines: Cosines, coverage: Numbers) -> Beside:
    there = rows != NOBODY
    places = np.minimum(np.searchsorted(near, rows), max(len(near) - 1, 0))
    found = there & (near[places] == rows)
    return Beside(
        there=there,
        places=np.where(found, places, NOBODY).astype(np.int64),
        cosine=np.where(there, cosines[rows], 0.0).astype(np.float64),
        coverage=np.where(there, coverage[rows], 0.0),
    )


def _context(picture: Picture, cosines: Cosines, seen: tuple[Rows, Rows, Rows]) -> Numbers:
    """Return the cosine of the question with each row and its neighbours, these at `FADE`.

    The square of that sum's length follows from the products of the three vectors.
    """
    near, before, after = seen
    earlier, later = ((side != NOBODY).astype(np.float64) for side in (before, after))
    products = picture.products[near].astype(np.float64)
    own = picture.products[:, Product.OWN]
    length = (
        products[:, Product.OWN]
        + FADE**2 * (earlier * own[before] + later * own[after])
        + 2 * FADE * earlier * products[:, Product.WITH_BEFORE]
        + 2 * FADE * later * products[:, Product.WITH_AFTER]
        + 2 * FADE**2 * earlier * later * products[:, Product.BOTH_SIDES]
    )
    whole = cosines[near] + FADE * (earlier * cosines[before] + later * cosines[after])
    return whole / np.sqrt(length)


def _coverage(picture: Picture, words: Weighed) -> Numbers:
    """Return for every row the share of the terms that stand in it, weighted by their idf."""
    held, idfs = words
    if not len(idfs):
        return np.zeros(picture.rows)
    return np.bincount(held.items, idfs[held.which], picture.rows) / idfs.sum()


def _successors(halves: Halves) -> dict[int, MemoryId]:
    replaced = np.flatnonzero(halves.any(axis=1))
    return dict(zip(replaced.tolist(), map(MemoryId, ids_of(halves[replaced])), strict=True))
