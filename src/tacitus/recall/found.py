"""What the channels and the bank said of a question's candidates, before it is weighed."""

from collections.abc import Mapping
from dataclasses import dataclass

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Appraisal, Query, Rankings
from tacitus.domain.time import Interval


@dataclass(frozen=True, slots=True)
class Found:
    """Everything the channels and the bank said, before it is weighed.

    Attributes:
        appraisals: Of every candidate, neighbours of hits included.
        when: The stretch of time asked about, if any.
    """

    query: Query
    rankings: Rankings
    appraisals: Mapping[MemoryId, Appraisal]
    memories: Mapping[MemoryId, Memory]
    when: Interval | None = None

    @property
    def ids(self) -> list[MemoryId]:
        """Those that were appraised and are still there."""
        return [id for id in self.appraisals if id in self.memories]
