"""What an answer may rest on, and how a model is shown it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tacitus.domain.ids import MemoryId
from tacitus.domain.memories import Memory
from tacitus.domain.recollection import Recollection
from tacitus.domain.time import Interval

_TAG = re.compile(
    r"<(?=/?(?:memories|context|observation|opinions|statements?|biography|answer)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Memories with the numbers an answer cites them by.

    Attributes:
        recollection: What recall found.
    """

    recollection: Recollection
    memories: tuple[Memory, ...]

    def at(self, number: int) -> Memory | None:
        """Return the memory with a number, from 1; None if there is none."""
        return self.memories[number - 1] if 1 <= number <= len(self.memories) else None

    def relevance(self) -> dict[MemoryId, float]:
        """Return the relevance of each memory that has one."""
        return {
            candidate.memory.id: candidate.relevance
            for candidate in self.recollection.kept
            if candidate.relevance is not None
        }


def listed(memories: Sequence[Memory]) -> str:
    """Render memories for a prompt, one numbered line each, with all that dates and marks them."""
    return "\n".join(
        f"[{number}] ({_marks(memory)}) {_one_line(memory.text)}"
        for number, memory in enumerate(memories, start=1)
    )


def _marks(memory: Memory) -> str:
    marks = [memory.network.value, f"said {memory.mentioned_at.date()}"]
    if memory.occurred:
        marks.append(f"about {_when(memory.occurred)}")
    if memory.confidence is not None:
        marks.append(f"confidence {memory.confidence:.2f}")
    if memory.valid_until:
        marks.append(f"superseded {memory.valid_until.date()}")
    return ", ".join(marks)


def _when(interval: Interval) -> str:
    first, last = interval.start.date(), interval.end.date()
    return str(first) if interval.is_instant or first == last else f"{first} to {last}"


def _one_line(text: str) -> str:
    """Return a text that can neither begin a line of its own nor close the list it stands in."""
    return _TAG.sub("\u2039", " ".join(text.split()))
