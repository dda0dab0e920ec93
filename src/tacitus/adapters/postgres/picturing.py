"""Memories as the database sends them for a picture: strings of bytes, read without a loop."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacitus.domain.many_ids import Halves
from tacitus.domain.memories import Dating
from tacitus.domain.picture import Batch
from tacitus.domain.time.numbers import NEVER

_SINCE_1970 = 946_684_800_000_000
"""Microseconds from 1970 to 2000, where PostgreSQL's times begin."""
_INFINITY = np.iinfo(np.int64).max
_DATINGS = {dating.value: place for place, dating in enumerate(Dating)}
_DIMENSION_BYTES = 4
"""A `halfvec` begins with its dimension and an unused field."""
_ARRAY_HEADER = 5
"""Numbers before the elements of an array: dimensions, flags, type, size, lower bound."""
_EMPTY_ARRAY_HEADER = 3

Values = Mapping[str, Any]


class Uneven(Exception):
    """The vectors of a bank do not have one dimension."""


def batch_of(row: Values) -> Batch:
    """Read a row of the query `rows` that holds some memories.

    Raises:
        Uneven: Their vectors cannot be rows of one array.
    """
    size, (places, terms, counts) = int(row["count"]), _terms(row)
    return Batch(
        ids=_halves(row["ids"]),
        vectors=_vectors(row["vectors"], size),
        networks=_places(row["networks"]),
        states=_places(row["states"]),
        datings=np.fromiter((_DATINGS[one] for one in row["datings"]), np.uint8, size),
        mentioned=_times(row["mentioned"]),
        starts=_times(row["starts"]),
        ends=_times(row["ends"]),
        until=_times(row["until"]),
        expires=_times(row["expires"]),
        successors=_halves(row["successors"]),
        tokens=_integers(row["tokens"]),
        texts=row["texts"],
        speakers=row["speakers"],
        lengths=_integers(row["lengths"]),
        term_places=places,
        terms=terms,
        counts=counts,
        tag_places=_integers(row["tag_places"]),
        tags=row["tags"] or (),
        source_places=_integers(row["source_places"]),
        documents=row["documents"] or (),
        offsets=_integers(row["offsets"]).astype(np.int64),
        mention_places=_integers(row["mention_places"]),
        entities=_halves(row["entities"]),
        link_places=_integers(row["link_places"]),
        others=_halves(row["others"]),
        kinds=_places(row["kinds"]),
        weights=_fractions(row["weights"]),
        told=row["told"],
        telling=_integers(row["telling"]),
    )


def half_of(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a vector as the database compares it: to half precision."""
    return vector.astype(np.float16).astype(np.float32)


def _terms(
    row: Values,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float32]]:
    """Return which term stands in which memory, and how often."""
    holding = _integers(row["holding"])
    words = np.frombuffer(row["terms"], ">i4")
    headers = np.where(holding > 0, _ARRAY_HEADER, _EMPTY_ARRAY_HEADER)
    starts = np.cumsum(headers + 2 * holding) - 2 * holding
    places = np.repeat(np.arange(len(holding), dtype=np.int32), holding)
    within = np.arange(len(places)) - np.repeat(np.cumsum(holding) - holding, holding)
    # Each element is preceded by its length.
    terms = words[np.repeat(starts, holding) + 2 * within + 1].astype(np.int64)
    counts = np.ones(len(terms), np.float32)
    # The terms of a memory are sorted, and so are both together.
    repeated = _joint(_integers(row["repeated_places"]), _integers(row["repeated_terms"]))
    counts[np.searchsorted(_joint(places, terms), repeated)] = _integers(row["repeated_counts"])
    return places, terms, counts


def _joint(places: NDArray[Any], terms: NDArray[Any]) -> NDArray[np.int64]:
    return (places.astype(np.int64) << 32) | terms


def _vectors(sent: bytes, size: int) -> NDArray[np.float32]:
    dimension = int.from_bytes(sent[:2])
    width = _DIMENSION_BYTES + 2 * dimension
    if len(sent) != size * width:
        raise Uneven
    lines = np.frombuffer(sent, ">u2").reshape(size, width // 2)
    if not (lines[:, 0] == dimension).all():
        raise Uneven
    return lines[:, 2:].astype(np.uint16).view(np.float16).astype(np.float32)


def _integers(sent: bytes | None) -> NDArray[np.int32]:
    return np.frombuffer(sent or b"", ">i4").astype(np.int32)


def _fractions(sent: bytes | None) -> NDArray[np.float64]:
    return np.frombuffer(sent or b"", ">f8").astype(np.float64)


def _places(sent: bytes | None) -> NDArray[np.uint8]:
    """Return places that count from 1 in the database."""
    return (_integers(sent) - 1).astype(np.uint8)


def _halves(sent: bytes | None) -> Halves:
    return np.frombuffer(sent or b"", ">u8").reshape(-1, 2).astype(np.uint64)


def _times(sent: bytes) -> NDArray[np.int64]:
    times = np.frombuffer(sent, ">i8").astype(np.int64)
    return np.where(times == _INFINITY, NEVER, times + _SINCE_1970)
