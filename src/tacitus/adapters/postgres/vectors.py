"""pgvector's half-precision vectors, sent as bytes: a tenth of the time that digits take."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from psycopg import AsyncConnection
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.types import TypeInfo

from tacitus.domain.moving import packed
from tacitus.domain.vectors import Vector


@dataclass(frozen=True, slots=True)
class Half:
    """A vector to be written as `halfvec`."""

    vector: Vector


def halves(vectors: Iterable[Vector]) -> list[Half]:
    """Return vectors as a parameter for `halfvec[]`."""
    return [Half(vector) for vector in vectors]


def teach_vectors(connection: AsyncConnection[Any], halfvec: TypeInfo) -> None:
    """Let a connection send `Half` and lists of it."""

    class HalfDumper(Dumper):
        format = Format.BINARY
        oid = halfvec.oid

        def dump(self, obj: Half) -> bytes:
            # dimension and an unused field, 16 bits each, then the components, big-endian
            return (
                len(obj.vector).to_bytes(2) + b"\0\0" + obj.vector.astype(np.dtype(">f2")).tobytes()
            )

    halfvec.register(connection)
    connection.adapters.register_dumper(Half, HalfDumper)


def packed_half(sent: bytes) -> str:
    """Return what `halfvec_send` gave as `tacitus.domain.moving.packed` would."""
    return packed(np.frombuffer(sent, dtype=np.dtype(">f2"), offset=4).astype(np.float32))
