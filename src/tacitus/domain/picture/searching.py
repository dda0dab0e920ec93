"""Three of the four searches: by meaning, by words, by time."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.bm25 import K1, B
from tacitus.domain.hits import Hits
from tacitus.domain.picture.masks import occurred_in
from tacitus.domain.picture.pairs import Paired
from tacitus.domain.picture.picture import Mask, Picture
from tacitus.domain.time import Interval
from tacitus.domain.time.numbers import microseconds

Scores = NDArray[np.float64]
Cosines = NDArray[np.float32]
"""Of all rows with the question."""
Terms = NDArray[np.int64]
"""Distinct numbers of the words asked for."""


class Weighed(NamedTuple):
    """Where the words asked for stand, and the idf of each."""

    held: Paired
    idfs: Scores


def semantic(picture: Picture, cosines: Cosines, mask: Mask, limit: int) -> Hits:
    """Return the nearest by cosine."""
    rows = np.flatnonzero(mask)
    return best(picture, rows, cosines if len(rows) == len(cosines) else cosines[rows], limit)


def keyword(picture: Picture, words: Weighed, mask: Mask, limit: int) -> Hits:
    """Return the best by BM25 (`tacitus.domain.bm25`)."""
    held, idfs = words
    lengths = picture.columns.lengths.values
    average = lengths[picture.alive].mean() if picture.memories else 0.0
    found = mask[held.items]
    rows, counts = held.items[found], held.values[found].astype(np.float64)
    norms = 1 - B + B * (lengths[rows] / average if average else 0.0)
    gains = idfs[held.which[found]] * counts * (K1 + 1) / (counts + K1 * norms)
    scores: Scores = np.bincount(rows, gains, picture.rows).astype(np.float64)
    holding = np.flatnonzero(scores)
    return best(picture, holding, scores[holding], limit)


def temporal(picture: Picture, asked: Interval, mask: Mask, limit: int) -> Hits:
    """Return what occurred then, by closeness of the midpoints (Eq. 14)."""
    rows = np.flatnonzero(mask & occurred_in(picture, asked))
    start, end = microseconds(asked.start), microseconds(asked.end)
    if end <= start:
        rows = rows[:0]
    starts, ends = picture.columns.starts.values[rows], picture.columns.ends.values[rows]
    apart = np.abs((starts - start) + (ends - end))
    return best(picture, rows, np.maximum(0.0, 1 - apart / max(end - start, 1)), limit)


def weighed(picture: Picture, terms: Terms) -> Weighed:
    """Look some terms up."""
    held = picture.terms.of(terms)
    live = picture.alive[held.items]
    containing = np.bincount(held.which[live], minlength=len(terms))
    idfs = np.log1p((picture.memories - containing + 0.5) / (containing + 0.5))
    return Weighed(held, idfs)


def best(
    picture: Picture, rows: NDArray[np.integer[Any]], scores: Scores | Cosines, limit: int
) -> Hits:
    """Return the best rows, those of one score in the order of their ids."""
    if 0 < limit < len(rows):
        least = np.partition(scores, -limit)[-limit]
        kept = scores >= least
        rows, scores = rows[kept], scores[kept]
    order = picture.order(rows, -scores)[:limit]
    return Hits(picture.ids_at(rows[order]), scores[order].astype(np.float64))
