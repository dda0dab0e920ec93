"""Batches of memories of which only what matters is said."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np

from tacitus.domain.many_ids import halves_of
from tacitus.domain.picture import Batch
from tacitus.domain.time.numbers import NEVER


def a_batch(ids: Sequence[UUID], **other: Any) -> Batch:
    """World memories that are valid, unit vectors all alike; nothing hangs on them."""
    size = len(ids)
    nothing: dict[str, Any] = {
        "tags": (),
        "documents": (),
        "entities": halves_of([]),
        "others": halves_of([]),
    }
    for name, kind in (
        ("term_places", np.int32), ("terms", np.int64), ("counts", np.float32),
        ("tag_places", np.int32), ("source_places", np.int32), ("offsets", np.int64),
        ("mention_places", np.int32), ("link_places", np.int32), ("kinds", np.uint8),
        ("weights", np.float64),
    ):  # fmt: skip
        nothing[name] = np.zeros(0, kind)
    values: dict[str, Any] = {
        "ids": halves_of(ids),
        "vectors": np.tile(np.array([[1, 0]], np.float32), (size, 1)),
        "networks": np.zeros(size, np.uint8),
        "states": np.zeros(size, np.uint8),
        "datings": np.zeros(size, np.uint8),
        "mentioned": np.zeros(size, np.int64),
        "starts": np.full(size, NEVER),
        "ends": np.full(size, NEVER),
        "until": np.full(size, NEVER),
        "expires": np.full(size, NEVER),
        "successors": np.zeros((size, 2), np.uint64),
        "tokens": np.ones(size, np.int32),
        "texts": [""] * size,
        "speakers": [None] * size,
        "lengths": np.zeros(size, np.int32),
        "told": b"",
        "telling": np.zeros(size, np.int32),
    }
    return Batch(**values | nothing | other)
