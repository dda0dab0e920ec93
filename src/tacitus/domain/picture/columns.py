"""Arrays that grow at the end: whoever holds a shorter one does not notice."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_ROOM = 4
"""A full buffer grows by a quarter, so that adding a little rarely copies everything."""


class _Buffer:
    __slots__ = ("used", "values")

    def __init__(self, values: NDArray[Any]) -> None:
        self.values = values
        self.used = 0


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Values, one for each row; `extended` shares the buffer where there is room."""

    values: NDArray[Any]
    _buffer: _Buffer

    @classmethod
    def empty(cls, dtype: DTypeLike, *shape: int) -> "Column":
        """Return a column without rows; `shape` is that of one value."""
        values = np.empty((0, *shape), dtype)
        return cls(values, _Buffer(values))

    def extended(self, more: NDArray[Any]) -> "Column":
        """Return a column with further values."""
        size, total = len(self.values), len(self.values) + len(more)
        buffer = self._buffer
        if buffer.used != size or total > len(buffer.values):
            room = max(total, size + size // _ROOM)
            buffer = _Buffer(np.empty((room, *self.values.shape[1:]), self.values.dtype))
            buffer.values[:size] = self.values
        buffer.values[size:total] = more
        buffer.used = total
        return Column(buffer.values[:total], buffer)

    @property
    def bytes(self) -> int:
        """What the buffer takes in memory."""
        return self._buffer.values.nbytes
