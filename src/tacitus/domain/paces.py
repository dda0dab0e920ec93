"""How fast somebody may ask: a bucket that fills slowly, and gives one token for each request."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left in it, and when that was so."""

    left: float
    at: datetime

    def taken(self, now: datetime, *, rate: float, most: float) -> tuple["Bucket", float]:
        """Take one token; return the bucket after that, and the seconds to wait, 0 where it had one.

        Args:
            rate: Tokens that come in a second.
            most: That it holds.
        """
        passed = max(0.0, (now - self.at).total_seconds())  # a clock may be put back
        left = min(most, self.left + passed * rate)
        if left < 1:
            return Bucket(left, now), (1 - left) / rate
        return Bucket(left - 1, now), 0.0
