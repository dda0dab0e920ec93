"""What was worked out for what was asked last."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
_KEPT = 16
"""Filters of which what they admit is remembered, and so with all else."""


def kept(known: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """Return what is known under a key, made where it is not; what was made first goes."""
    found = known.get(key)
    if found is None:
        while len(known) >= _KEPT:
            del known[next(iter(known))]
        found = known[key] = make()
    return found
