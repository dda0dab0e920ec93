"""What is evaluated: a memory system that keeps conversations and answers questions."""

from typing import Protocol

from tacitus.evaluation.cases import Case, Question
from tacitus.evaluation.rows import Answered


class MemorySystem(Protocol):
    """A memory under test; banks are named by the evaluation and thrown away by it."""

    @property
    def name(self) -> str:
        """Product, version and embedding model, as far as they are known."""
        ...

    async def retain(self, bank: str, case: Case) -> None: ...

    async def ask(self, bank: str, case: Case, question: Question) -> Answered: ...

    async def forget(self, bank: str) -> None:
        """Delete a bank with everything in it; one that is not there is fine."""
        ...


def told(text: str, *, said: str | None, happened: str | None, superseded: bool) -> str:
    """Return a memory as a model is to read it: with its dates, and whether it still holds.

    Args:
        said: ISO 8601, of which the day is told.
        happened: Likewise; told where it is another day.
    """
    days = [f"said {said[:10]}"] if said else []
    if happened and happened[:10] != (said or "")[:10]:
        days.append(f"happened {happened[:10]}")
    if superseded:
        days.append("superseded")
    return f"[{', '.join(days)}] {text}" if days else text
