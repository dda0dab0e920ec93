"""What the channels and the bank said of a question's candidates, before it is weighed."""

from collections.abc import Sequence
from dataclasses import dataclass

from tacitus.domain.appraisals import Appraisals
from tacitus.domain.ids import MemoryId
from tacitus.domain.recollection import Query, Rankings
from tacitus.domain.time import Interval


@dataclass(frozen=True, slots=True)
class Found:
    """Everything the channels and the bank said, before it is weighed.

    Attributes:
        said: Of every candidate, neighbours of hits included.
        when: The stretch of time asked about, if any.
    """

    query: Query
    rankings: Rankings
    said: Appraisals
    when: Interval | None = None

    @property
    def ids(self) -> Sequence[MemoryId]:
        """The candidates."""
        return self.said.ids
