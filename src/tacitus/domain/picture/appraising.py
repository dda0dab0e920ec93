"""What a picture says of candidates, whichever channel found them."""

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.appraisals import Appraisals, Beside, Places
from tacitus.domain.grouping import grouped
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
    near = _with_neighbours(picture, rows, mask)
    before, after = (_seen(side[near], mask) for side in (picture.before, picture.after))
    coverage, columns = _coverage(picture, words), picture.columns
    places = np.full(picture.rows + 1, NOBODY)  # after the last stands NOBODY's
    places[near] = np.arange(len(near))
    speakers = [None, *picture.names.speakers]  # first stands who is not known
    heard, spoken_by, _ = grouped(columns.speakers.values[near] + 1)
    voices: list[int] = heard.tolist()
    return Appraisals(
        ids=picture.ids_at(near),
        cosine=cosines[near].astype(np.float64),
        coverage=coverage[near],
        context=_context(picture, cosines, (near, before, after)),
        before=_beside(before, places, cosines, coverage),
        after=_beside(after, places, cosines, coverage),
        documents=columns.documents.values[near].astype(np.int64),
        offsets=columns.offsets.values[near],
        networks=columns.networks.values[near].astype(np.int64),
        datings=columns.datings.values[near].astype(np.int64),
        mentioned=columns.mentioned.values[near],
        starts=columns.starts.values[near],
        ends=columns.ends.values[near],
        tokens=columns.tokens.values[near].astype(np.int64),
        traits=columns.traits.values[near].astype(np.int64),
        voices=[speakers[voice] for voice in voices],
        spoken_by=spoken_by,
        successors=_successors(columns.successors.values[near]),
    )


def _seen(rows: Rows, mask: Mask) -> Rows:
    """Return neighbours, NOBODY for those that the filters do not admit."""
    return np.where((rows != NOBODY) & mask[rows], rows, NOBODY).astype(np.int32)


def _with_neighbours(picture: Picture, rows: Rows, mask: Mask) -> Rows:
    """Return rows and those read beside them, each once, as far as the filters admit them."""
    near = np.zeros(picture.rows + 1, np.bool_)  # after the last stands NOBODY
    near[rows] = near[picture.before[rows]] = near[picture.after[rows]] = True
    return np.flatnonzero(near[:-1] & mask).astype(np.int32)


def _beside(rows: Rows, places: Places, cosines: Cosines, coverage: Numbers) -> Beside:
    """Say what was read on one side of some candidates.

    Args:
        places: Of all rows among the candidates.
    """
    there = rows != NOBODY
    return Beside(
        there=there,
        places=places[rows],
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
