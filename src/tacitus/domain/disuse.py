"""Decay of the unused: what nobody asked for in a long while counts for less; off unless a bank asks.

What is taken off a memory's log-odds is `strength * log2(1 + days / 30) / (1 + log2(1 + accesses))`, for
the days since it was last told, or learnt if it never was. With strength 1, what was never told loses 1
after 30 days and 3 after 210; told once ever, half of that.
"""

import math
from collections.abc import Mapping
from datetime import datetime

from tacitus.domain.errors import InvalidRequest
from tacitus.domain.memories import Memory

DECAY = "decay_unused"
"""A bank's setting: the strength."""
MOST_DECAY = 10
_MONTH_DAYS = 30.0
_DAY_SECONDS = 86_400.0


def decay_of(config: Mapping[str, object]) -> float:
    """Return how strongly what is unused decays in a bank; 0 where it does not.

    Raises:
        InvalidRequest: It is no such number.
    """
    value = config.get(DECAY)
    if value is None:
        return 0.0
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value <= MOST_DECAY
    ):
        raise InvalidRequest(f"{DECAY} must be a number from 0 to {MOST_DECAY}")
    return float(value)


def disuse(memory: Memory, now: datetime) -> float:
    """Return for how long, and how thoroughly, a memory was unused: what strength 1 takes off."""
    last = memory.accessed_at or memory.known_at
    days = max(0.0, (now - last).total_seconds() / _DAY_SECONDS)
    return math.log2(1 + days / _MONTH_DAYS) / (1 + math.log2(1 + memory.access_count))


def decayed(probability: float, taken: float) -> float:
    """Return a probability with something taken off its log-odds."""
    if not 0 < probability < 1:
        return probability
    odds = math.log(probability / (1 - probability)) - taken
    return 1 / (1 + math.exp(-odds))
